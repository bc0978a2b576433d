//! The rules and the options of matches to come.

use engine::{Rules, Setup};
use serde_json::Value;

use crate::app::App;
use crate::limits::Asker;
use crate::play::{Refusal, Result, costly};

/// Options of this many bytes and more are read by the work pool.
const LONG_OPTIONS: usize = 1024;

/// The newest rules of the game with this id.
pub(in crate::play) fn known(game: &str) -> Result<&'static dyn Rules> {
    engine::game(game).ok_or_else(|| unknown_game(game))
}

/// Options that are checked, and the chairs; so many as the game needs at least if no number of seats is given.
pub(in crate::play) async fn set_up(
    app: &App,
    asker: Asker,
    rules: &'static dyn Rules,
    seats: Option<u8>,
    options: Value,
) -> Result<Setup> {
    let seats = seats.unwrap_or(*rules.info().seats.start());
    if options.to_string().len() < LONG_OPTIONS {
        return Ok(rules.setup(seats, &options)?);
    }
    Ok(costly::paint(app, asker, move || rules.setup(seats, &options)).await??)
}

fn unknown_game(id: &str) -> Refusal {
    let ids: Vec<&str> = engine::newest().map(|rules| rules.info().id).collect();
    let id: String = id.chars().filter(|c| !c.is_control()).take(40).collect();
    Refusal::Field("game", format!("There is no game \"{id}\". The games are {}.", ids.join(", ")))
}
