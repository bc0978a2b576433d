//! The title of a match: its name, or its players if its creator gave it none.

use crate::play::{Match, Phase, Player};

/// The maximum number of names in a list.
const MAX: usize = 3;

/// The players in few words: `Bo and Cy`, `Bo and the computer`, `Bo, Cy and 2 others`; empty if there are none.
pub fn together<'a>(players: impl IntoIterator<Item = &'a Player>) -> String {
    let (computers, people): (Vec<&Player>, Vec<&Player>) =
        players.into_iter().partition(|player| player.computer.is_some());
    let mut names: Vec<String> = people.iter().map(|player| player.name.clone()).collect();
    match computers.len() {
        0 => {}
        1 => names.push("the computer".to_owned()),
        more => names.push(format!("{more} computers")),
    }
    if names.len() > MAX {
        names.truncate(MAX - 1);
        names.push(format!("{} others", people.len() + computers.len() - names.len()));
    }
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
}

/// The players, where they are the title: a match has the name of its game if its creator gave it none.
pub fn of_players(name: &str, game: &str, phase: Phase, players: &[Player]) -> Option<String> {
    (phase.has_started() && name == game && !players.is_empty()).then(|| together(players))
}

impl Match {
    /// The title, which may be hostile: the name; without one the players, or before the start the game.
    pub fn title(&self) -> String {
        of_players(self.name(), self.rules.info().name, self.phase(), self.players())
            .unwrap_or_else(|| self.name().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use engine::players::Level;

    use super::*;
    use crate::ids::UserId;

    fn player(name: &str) -> Player {
        let computer = name.is_empty().then(|| Level::ALL[1]);
        let (handle, vacations) = (name.to_lowercase(), "[]".to_owned());
        Player {
            id: UserId::new(),
            handle,
            name: name.to_owned(),
            seat: None,
            holder: 0,
            vacations,
            computer,
            is_bot: false,
        }
    }

    #[test]
    fn players_are_listed_in_few_words() {
        for (names, words) in [
            (&[][..], ""),
            (&["Bo"], "Bo"),
            (&["", "Bo"], "Bo and the computer"),
            (&["Bo", "Cy", "Di"], "Bo, Cy and Di"),
            (&["Bo", "Cy", "Di", "Ed"], "Bo, Cy and 2 others"),
            (&["Bo", "", "", ""], "Bo and 3 computers"),
            (&["Bo", "Cy", "Di", "", ""], "Bo, Cy and 3 others"),
        ] {
            let players: Vec<Player> = names.iter().map(|name| player(name)).collect();
            assert_eq!(together(&players), words);
        }
    }

    #[test]
    fn only_a_match_without_a_name_is_called_by_its_players() {
        let players = ["Anna", "Bo"].map(player);
        let title = |name, phase| of_players(name, "Magma", phase, &players);
        assert_eq!(title("Magma", Phase::Running).as_deref(), Some("Anna and Bo"));
        assert_eq!(title("Magma", Phase::Open), None);
        assert_eq!(title("Spring cup", Phase::Over), None);
        assert_eq!(of_players("Magma", "Magma", Phase::Over, &[]), None);
    }
}
