//! The settings of a match to create.

use engine::players::Level;
use serde::Deserialize;
use utoipa::ToSchema;

use super::Result;
use crate::app::App;
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;
use crate::play::game::play_on::{self, Place};
use crate::play::lobby::open_matches;
use crate::play::matches::deadline::{Hours, Pace, VacationRule};
use crate::play::people::names;
use crate::play::{ComputerPace, OnLapse, Refusal, Seating, Visibility};

/// A match to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "magma", "seats": 3, "name": "Tuesday club", "options": {"board": "pointed43"},
    "clock": {"kind": "per-move", "time": "P3D"}, "on_lapse": "pass", "visibility": "unlisted"}))]
pub struct MatchSettings {
    /// The id of a game.
    game: String,
    /// The name, 1 to 80 characters. Default: the name of the game.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 80)]
    name: Option<String>,
    /// The options of the game, according to its `options` schema. Omitted options have their defaults.
    #[serde(default)]
    #[schema(value_type = std::collections::BTreeMap<String, serde_json::Value>)]
    options: Option<serde_json::Value>,
    /// The number of seats. Default: the minimum of the game.
    #[serde(default)]
    seats: Option<u8>,
    /// The seating order.
    #[serde(default)]
    seating: Seating,
    /// The match clock: the time per player. Default: none.
    #[serde(default)]
    clock: Option<Pace>,
    /// The hours in which clocks run. Default: all.
    #[serde(default)]
    hours: Option<Hours>,
    /// The effect of vacations. Default: `own`, or `none` if the rules have a timer.
    #[serde(default)]
    vacation: Option<VacationRule>,
    /// What happens when a player's time expires.
    #[serde(default)]
    on_lapse: OnLapse,
    /// True if players may write notes to each other.
    #[serde(default = "yes")]
    #[schema(default = true)]
    notes: bool,
    /// The visibility.
    #[serde(default)]
    visibility: Visibility,
    /// True if the creator takes a seat.
    #[serde(default = "yes")]
    #[schema(default = true)]
    join: bool,
    /// The levels of computer players, 1 to 5, that take the next seats. At least one seat must remain for a person.
    #[serde(default)]
    #[schema(value_type = Vec<u8>, example = json!([3]))]
    computers: Vec<Level>,
    /// The speed of computer players.
    #[serde(default)]
    computer_pace: ComputerPace,
    /// True if the result is to change the players' ratings: then the match must be between people, and of a kind that is rated. Default:
    /// true for public matches of that kind.
    #[serde(default)]
    rated: Option<bool>,
    /// The match to continue from. The new match takes over its moves up to that line, its game, which you must name, and its options and
    /// seats, which you must omit.
    #[serde(default)]
    played_on_from: Option<PlayOnFrom>,
}

/// A line of a finished match from which another match continues. The part up to that line keeps its seed. The server draws again what no
/// player knew then, such as the order of cards in a pile.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"match_id": "0192d3a4-5b6c-7d8e-9fa0-b1c2d3e4f5a6", "line": 12}))]
pub struct PlayOnFrom {
    /// The id of the match. You must be allowed to see it.
    #[schema(value_type = Uuid)]
    match_id: MatchId,
    /// The number of the last line to keep. Forced moves after it are kept, too.
    line: u32,
}

fn yes() -> bool {
    true
}

impl MatchSettings {
    /// The settings for a match of this user. Counts the cost of a match that is played on.
    pub(super) async fn wish(self, app: &App, sender: Asker, user: UserId) -> Result<open_matches::Wish> {
        let past = match self.played_on_from {
            Some(PlayOnFrom { match_id, line }) => {
                if self.options.is_some() || self.seats.is_some() {
                    let name = if self.options.is_some() { "options" } else { "seats" };
                    let why = "Omit this field: the match takes it over from the earlier match.".to_owned();
                    return Err(Refusal::Field(name, why).into());
                }
                let place = Place { source: match_id, line };
                let past = play_on::past(app, sender, user, place, self.visibility).await?;
                if past.source.game() != self.game {
                    let why = format!("Expected \"{}\", the game of the earlier match.", past.source.game());
                    return Err(Refusal::Field("game", why).into());
                }
                Some(past)
            }
            None => None,
        };
        Ok(open_matches::Wish {
            game: self.game,
            name: self.name.map(|name| names::title("name", &name, 80)).transpose()?,
            options: self.options.unwrap_or_else(|| serde_json::json!({})),
            seats: self.seats,
            seating: self.seating,
            visibility: self.visibility,
            pace: self.clock,
            hours: self.hours,
            vacation: self.vacation,
            on_lapse: self.on_lapse,
            notes: self.notes,
            join: self.join,
            computers: self.computers,
            computer_pace: self.computer_pace,
            rated: self.rated,
            past,
        })
    }
}
