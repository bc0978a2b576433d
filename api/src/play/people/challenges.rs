//! The challenges that a bot accepts: the games to which it is ready to be invited, and how fast it moves. A challenge is an invitation.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::names;
use crate::play::{Refusal, Result};

/// The maximum number of characters of a pace.
const MAX_PACE: usize = 60;

/// The challenges that a bot accepts. A challenge is an invitation, which the bot accepts or declines with a reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"games": ["magma", "ice"], "pace": "within a minute"}))]
pub struct Challenges {
    /// The ids of the games. None: the bot accepts no challenges, and is not listed.
    #[schema(max_items = 20)]
    games: Vec<String>,
    /// How fast it moves, in at most 60 characters.
    #[schema(max_length = 60)]
    pace: Option<String>,
}

impl Challenges {
    /// Reads what is stored.
    pub fn stored(text: Option<&str>) -> Option<Challenges> {
        serde_json::from_str(text?).ok()
    }

    /// What is stored of it: empty for none. Refuses games that there are not, and a pace that cannot be shown.
    pub(super) fn to_store(&self) -> Result<String> {
        let known: Vec<&str> = engine::newest().map(|rules| rules.info().id).collect();
        if let Some(unknown) = self.games.iter().find(|game| !known.contains(&game.as_str())) {
            let why = format!("There is no game {unknown:.20}; there is: {}.", known.join(", "));
            return Err(Refusal::Field("challenges.games", why));
        }
        let mut games = self.games.clone();
        games.sort_unstable();
        games.dedup();
        if games.is_empty() {
            return Ok(String::new());
        }
        let pace = self.pace.as_deref().map(|pace| names::title("challenges.pace", pace, MAX_PACE)).transpose()?;
        serde_json::to_string(&Challenges { games, pace }).map_err(|why| Refusal::Broken(why.to_string()))
    }
}
