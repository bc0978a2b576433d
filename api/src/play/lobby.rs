//! Before a match starts: create, join, leave, call off; and the start itself.

use engine::{Advance, Dice, Seat, Span};
use serde_json::Value;
use uuid::Uuid;

use super::{Match, Outcome, Phase, Refusal, step};
use crate::app::App;
use crate::db::{self, matches::NewMatch};
use crate::secrets::random_bytes;

/// The shortest time per move: shorter is no play by mail, and would keep the worker busy with nothing else.
const LEAST_MOVE_TIME: Span = Span::seconds(10);
/// The longest time per move.
const MOST_MOVE_TIME: Span = Span::days(400);

/// What a match is created with; the defaults are filled in already.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The game's id.
    pub game: String,
    /// The name of the match, checked; the game's name if there is none.
    pub name: Option<String>,
    /// The game's options.
    pub options: Value,
    /// How many seats; as few as the game allows if nothing is said.
    pub seats: Option<u8>,
    /// `random` or `joined`.
    pub seating: &'static str,
    /// `public`, `unlisted` or `private`.
    pub visibility: &'static str,
    /// The time per move; none if nothing is said.
    pub move_time: Option<Span>,
    /// `forfeit` or `pass`.
    pub on_lapse: &'static str,
    /// Does the creator play?
    pub join: bool,
}

/// Creates a match and seats its creator.
pub async fn create(app: &App, creator: Uuid, wish: Wish) -> Outcome<Match> {
    let rules = engine::game(&wish.game).ok_or_else(|| unknown_game(&wish.game))?;
    let seats = wish.seats.unwrap_or(*rules.info().seats.start());
    let setup = rules.setup(seats, &wish.options)?;
    if let Some(span) = wish.move_time
        && !(LEAST_MOVE_TIME..=MOST_MOVE_TIME).contains(&span)
    {
        let why = format!("expected a time from {LEAST_MOVE_TIME} to {MOST_MOVE_TIME}, or none at all");
        return Err(Refusal::Field("move_time", why));
    }
    let now = app.clock.now();
    let new = NewMatch {
        id: Uuid::now_v7(),
        game: rules.info().id,
        edition: rules.info().edition as i16,
        name: wish.name.unwrap_or_else(|| rules.info().name.to_owned()),
        options: setup.options.to_string(),
        seats: i16::from(seats),
        seating: wish.seating,
        visibility: wish.visibility,
        move_time_ms: wish.move_time.map(|span| span.0 as i64),
        on_lapse: wish.on_lapse,
        creator,
        created_at: now,
        seed: random_bytes(),
    };
    let mut connection = app.db.get().await?;
    db::transaction(&mut connection, async |connection| {
        if !db::matches::insert(connection, &new).await? {
            return Err(Refusal::Forbidden("Your account is deleted."));
        }
        if wish.join {
            db::matches::add_player(connection, new.id, creator, now).await?;
        }
        read(connection, new.id, creator).await
    })
    .await
}

fn unknown_game(id: &str) -> Refusal {
    let ids: Vec<&str> = engine::newest().map(|rules| rules.info().id).collect();
    let id: String = id.chars().filter(|c| !c.is_control()).take(40).collect();
    Refusal::Field("game", format!("There is no game \"{id}\"; there is: {}.", ids.join(", ")))
}

async fn read(connection: &mut db::Connection, id: Uuid, user: Uuid) -> Outcome<Match> {
    let row = db::matches::find(connection, id, Some(user)).await?;
    let m = Match::new(row.ok_or(Refusal::NotFound("match"))?)?;
    if m.is_visible_to(Some(user)) { Ok(m) } else { Err(Refusal::NotFound("match")) }
}

/// Takes a seat; who has one already keeps it. The last seat starts the match. An invitation is answered by joining.
pub async fn join(app: &App, id: Uuid, user: Uuid) -> Outcome<Match> {
    let mut connection = app.db.get().await?;
    let now = app.clock.now();
    let joined = db::transaction(&mut connection, async |connection| {
        db::matches::lock(connection, id).await?;
        let m = read(connection, id, user).await?;
        if m.has_player(user) {
            return Ok(m);
        }
        match m.phase() {
            Phase::Open => {}
            Phase::Running | Phase::Over => return Err(Refusal::Conflict("The match has started already.".to_owned())),
            Phase::Cancelled => return Err(Refusal::Conflict("The match was called off.".to_owned())),
        }
        if !db::matches::add_player(connection, id, user, now).await? {
            // An open match has a free seat: the last one starts it.
            return Err(Refusal::Forbidden("Your account is deleted."));
        }
        let m = read(connection, id, user).await?;
        if m.row.user_ids.len() < usize::from(m.seats()) {
            return Ok(m);
        }
        start(connection, m, now).await?;
        read(connection, id, user).await
    })
    .await?;
    app.letters.notify_waiters();
    Ok(joined)
}

/// Draws the seats, lets the rules begin, and owes the letters.
async fn start(connection: &mut db::Connection, mut m: Match, now: chrono::DateTime<chrono::Utc>) -> Outcome<()> {
    let mut places: Vec<i16> = (0..m.row.seats).collect();
    if m.row.seating == "random" {
        Dice::seating(&m.seed()?).shuffle(&mut places);
    }
    db::matches::seat_players(connection, m.row.id, &m.row.user_ids, &places).await?;
    m.row.places = places;
    let advance: Advance = m.rules.start(m.seats(), &m.options()?, &m.seed()?)?;
    let stored = step::stored(&m, &advance, None::<Seat>, now)?;
    if db::advance::advance(connection, &stored).await? {
        Ok(())
    } else {
        Err(Refusal::Conflict("The match has started already.".to_owned()))
    }
}

/// Gives a seat back before the start. A creator who leaves as the last player calls the match off; nobody else does by leaving.
pub async fn leave(app: &App, id: Uuid, user: Uuid) -> Outcome<Match> {
    let mut connection = app.db.get().await?;
    db::transaction(&mut connection, async |connection| {
        db::matches::lock(connection, id).await?;
        let m = read(connection, id, user).await?;
        let refused = match m.phase() {
            Phase::Open if db::matches::remove_player(connection, id, user, app.clock.now()).await? => None,
            Phase::Open => Some("You have no seat in this match."),
            Phase::Cancelled => Some("The match was called off."),
            Phase::Running | Phase::Over => {
                Some("A match that has started cannot be left; `resign` is a move at any time.")
            }
        };
        if let Some(why) = refused {
            return Err(Refusal::Conflict(why.to_owned()));
        }
        let row = db::matches::find(connection, id, Some(user)).await?;
        Match::new(row.ok_or(Refusal::NotFound("match"))?)
    })
    .await
}

/// Calls a match off before it starts; its creator only.
pub async fn cancel(app: &App, id: Uuid, user: Uuid) -> Outcome<()> {
    let mut connection = app.db.get().await?;
    let m = read(&mut connection, id, user).await?;
    if m.row.creator != user {
        return Err(Refusal::Forbidden("Only whoever created the match can call it off."));
    }
    if db::matches::cancel(&mut connection, id, user, app.clock.now()).await? {
        Ok(())
    } else {
        Err(Refusal::Conflict("Only a match that has not started can be called off.".to_owned()))
    }
}
