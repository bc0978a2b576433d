//! The classes of rated matches.

use serde::{Deserialize, Serialize};

/// The matches whose results can be compared: each game has a rating of its own for each class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(example = json!("duel")))]
pub enum RatingClass {
    /// Two players.
    Duel,
    /// More than two, alone or in teams of one size.
    Table,
}

impl RatingClass {
    pub(crate) fn by_seats(seats: u8) -> RatingClass {
        if seats == 2 { RatingClass::Duel } else { RatingClass::Table }
    }
}

/// The reason why matches with some options are not rated, in a sentence for people.
pub type NotRatable = &'static str;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The strengths of a side are added up, so sides of different sizes cannot be compared.
    #[test]
    fn the_sides_of_matches_that_can_be_rated_have_one_size() {
        for rules in crate::newest() {
            for seats in rules.info().seats.clone() {
                let setup = rules.setup(seats, &serde_json::json!({})).unwrap();
                let mut sizes: BTreeMap<u8, usize> = BTreeMap::new();
                setup.chairs.iter().for_each(|chair| *sizes.entry(chair.side).or_default() += 1);
                let is_even = sizes.values().all(|size| Some(size) == sizes.values().next());
                assert_eq!(setup.rating.is_ok(), is_even, "{} for {seats}", rules.info().id);
                assert_eq!(setup.rating == Ok(RatingClass::Duel), seats == 2, "{} for {seats}", rules.info().id);
            }
        }
    }

    #[test]
    fn matches_with_cards_and_positions_of_their_own_are_not_rated() {
        let magic = crate::game("magic").unwrap();
        for (options, word) in [
            (serde_json::json!({"cards": "Quarry Ox   1R\nCreature - Ox   2/2"}), "cards"),
            (serde_json::json!({"bring": "players"}), "cards"),
        ] {
            let setup = magic.setup(2, &options).unwrap();
            assert!(setup.rating.is_err_and(|why| why.contains(word)), "{options}");
        }
    }
}
