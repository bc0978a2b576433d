//! Before a match starts: create, join, leave, cancel; and the start itself.

use chrono::{DateTime, TimeDelta, Utc};
use engine::players::Level;
use engine::{Dice, RatingClass, Rules, Seat, Seats, Seed, SeedValue, Setup};
use serde_json::Value;

use super::brought::{self, Given};
use super::{rated, setups};
use crate::app::App;
use crate::db::{self, matches::NewMatch};
use crate::ids::{MatchId, UserId};
use crate::limits::Asker;
use crate::play::game::play_on::{self, Past, Resumed};
use crate::play::game::step::{self, Judged};
use crate::play::game::{computers, offers};
use crate::play::matches::deadline::{Hours, Pace, Terms, VacationRule};
use crate::play::telling::news;
use crate::play::{ComputerPace, Match, OnLapse, Phase, Refusal, Result, Seating, Visibility};
use crate::secrets::random_bytes;

/// The settings of a new match; the defaults are filled in already.
pub struct Wish {
    /// The game's id.
    pub game: String,
    /// The name of the match, checked; the game's name if there is none.
    pub name: Option<String>,
    /// The game's options.
    pub options: Value,
    /// The number of seats; by default the minimum of the game.
    pub seats: Option<u8>,
    /// The seating order.
    pub seating: Seating,
    /// The visibility of the match.
    pub visibility: Visibility,
    /// The time of a player; `None` by default.
    pub pace: Option<Pace>,
    /// The hours in which clocks run; all by default.
    pub hours: Option<Hours>,
    /// The effect of vacations, if it is not the usual one.
    pub vacation: Option<VacationRule>,
    /// The consequence of a lapse: the time for a move has expired.
    pub on_lapse: OnLapse,
    /// True if players may write notes to each other.
    pub notes: bool,
    /// True if the creator takes a seat.
    pub join: bool,
    /// The levels of computer players that take the next seats.
    pub computers: Vec<Level>,
    /// The speed of computer players.
    pub computer_pace: ComputerPace,
    /// True if the result is to change ratings; `None` for a match that is, if it is public, of a ratable kind, and between people.
    pub rated: Option<bool>,
    /// What was played before, in a match that is over; its game, options and seats take the place of those above.
    pub past: Option<Past>,
}

/// A new match whose options are checked.
pub(in crate::play) struct Checked {
    wish: Wish,
    rules: &'static dyn Rules,
    setup: Setup,
    /// The class of ratings that the result counts for, if any.
    rated: Option<RatingClass>,
    responsible: UserId,
}

/// Checks the options of a new match of this person: before the transaction that stores it, since to read a long text takes its time.
pub(in crate::play) async fn check(app: &App, creator: UserId, wish: Wish) -> Result<Checked> {
    let person = db::people::person(&mut *app.db.get().await?, creator).await?;
    let plays = person.as_ref().is_some_and(|person| !person.is_bot);
    let responsible = person.and_then(|person| person.owner).unwrap_or(creator);
    let (rules, seats, options) = match &wish.past {
        Some(Past { source, .. }) => (source.rules, Some(source.seats()), source.options()?),
        None => (setups::known(&wish.game)?, wish.seats, wish.options.clone()),
    };
    let setup = setups::set_up(app, Asker::Account(responsible), rules, seats, options).await?;
    let rated = rated::class(&wish, &setup, plays)?;
    Ok(Checked { wish, rules, setup, rated, responsible })
}

/// Creates a match and seats its creator.
pub async fn create(app: &App, creator: UserId, wish: Wish) -> Result<Match> {
    let new = check(app, creator, wish).await?;
    let work = async |connection: &mut db::Connection| insert(app, connection, creator, MatchId::new(), new).await;
    let made = db::transaction(&mut *app.db.get().await?, work).await?;
    news::publish_seats(app, &made, Phase::Open, None);
    Ok(made)
}

/// The same with this id. If the creator has made a match with it, and not cancelled it, it is returned with `false`: the request was
/// sent twice.
pub async fn create_once(app: &App, creator: UserId, id: MatchId, wish: Wish) -> Result<(Match, bool)> {
    let new = check(app, creator, wish).await?;
    let work = async |connection: &mut db::Connection| {
        // Of two requests at once, the later one finds the match of the earlier one.
        db::people::lock(connection, creator).await?;
        let id = match Match::find(connection, id, Some(creator)).await? {
            Some(known) if known.creator() == creator && known.phase() != Phase::Cancelled => {
                return Ok::<_, Refusal>((known, false));
            }
            Some(_) => MatchId::new(),
            None => id,
        };
        Ok((insert(app, connection, creator, id, new).await?, true))
    };
    let (m, is_new) = db::transaction(&mut *app.db.get().await?, work).await?;
    if is_new {
        news::publish_seats(app, &m, Phase::Open, None);
    }
    Ok((m, is_new))
}

/// Stores a match in a transaction; the caller publishes it.
pub(in crate::play) async fn insert(
    app: &App,
    connection: &mut db::Connection,
    creator: UserId,
    id: MatchId,
    Checked { wish, rules, setup, rated, responsible }: Checked,
) -> Result<Match> {
    app.limits.create(responsible).map_err(Refusal::TooOften)?;
    let now = app.clock.now();
    let seats = setup.chairs.len() as u8;
    let terms = Terms::new(wish.pace, wish.hours, wish.vacation, setup.has_timer);
    let terms = terms.map_err(|(field, why)| Refusal::Field(field, why))?;
    let new = NewMatch {
        id,
        game: rules.info().id,
        edition: rules.info().edition,
        name: wish.name.unwrap_or_else(|| rules.info().name.to_owned()),
        options: setup.options.to_string(),
        seats,
        seating: wish.seating,
        visibility: wish.visibility,
        clock: terms.to_json()?,
        on_lapse: wish.on_lapse,
        notes: wish.notes,
        computer_pace: wish.computer_pace,
        rated,
        tournament: None,
        imported: false,
        creator,
        created_at: now,
        seed: wish.past.as_ref().map_or_else(|| Seed::new(random_bytes()), |past| past.seed.clone()),
    };
    may_have(app, connection, creator, new.id).await?;
    if !db::matches::insert(connection, &new).await? {
        return Err(Refusal::Forbidden("Your account is deleted."));
    }
    let mut resumed = None;
    if let Some(Past { source, seed, moment, resumed: start }) = wish.past {
        let earlier = seed.earlier().unwrap_or_default();
        db::played_on::insert(connection, new.id, Some(source.id()), (&earlier, moment)).await?;
        resumed = Some(start);
    }
    if wish.join {
        db::matches::add_player(connection, new.id, creator, now).await?;
    }
    let m = read(connection, new.id, creator).await?;
    let m = computers::seat_all(app, connection, (m, creator), &wish.computers, now).await?;
    start_if_full(connection, m, creator, resumed, now).await
}

/// Stores a match with these players on its seats, in this order, and starts it; the caller publishes it. The limits of accounts do not count
/// it. Refuses if the account of a player is deleted.
pub(in crate::play) async fn insert_seated(
    connection: &mut db::Connection,
    new: &NewMatch,
    players: &[UserId],
    now: DateTime<Utc>,
) -> Result<Match> {
    let mut is_stored = db::matches::insert(connection, new).await?;
    // They take their seats in the order in which they joined.
    for (place, player) in (0..).zip(players) {
        let joined_at = now + TimeDelta::microseconds(place);
        is_stored = is_stored && db::matches::add_player(connection, new.id, *player, joined_at).await?;
    }
    if !is_stored {
        return Err(Refusal::Forbidden("An account is deleted."));
    }
    let m = read(connection, new.id, new.creator).await?;
    start_if_full(connection, m, new.creator, None, now).await
}

/// Refuses another match if the account has as many that are not over as one may have. This match itself does not count.
async fn may_have(app: &App, connection: &mut db::Connection, user: UserId, id: MatchId) -> Result<()> {
    let max = app.config.matches_per_account;
    let has_room = db::budgets::has_room_for_a_match(connection, user, id, max).await?;
    if has_room { Ok(()) } else { Err(Refusal::TooManyMatches(max)) }
}

pub(super) async fn read(connection: &mut db::Connection, id: MatchId, user: UserId) -> Result<Match> {
    Match::visible(connection, id, Some(user)).await
}

/// Takes a seat; a player who has one already keeps it. The last seat starts the match. In a running match a seat that is offered can be
/// taken. An invitation is answered by joining.
pub async fn join(app: &App, id: MatchId, user: UserId) -> Result<Match> {
    sit(app, id, user, Newcomer::Person(Given::default())).await
}

/// The same with what the player gives. A player who has a seat already gives it now.
pub async fn join_with(app: &App, id: MatchId, user: UserId, given: Given<'_>) -> Result<Match> {
    sit(app, id, user, Newcomer::Person(given)).await
}

/// Reads a value for the seed.
pub fn seed_value(text: &str) -> Result<SeedValue> {
    let why = || Refusal::Field("seed_value", "Expected 32 hexadecimal digits, drawn at random.".to_owned());
    engine::seed_value(text).ok_or_else(why)
}

/// The player who takes a seat.
#[derive(Clone, Copy)]
enum Newcomer<'a> {
    /// The user.
    Person(Given<'a>),
    /// A computer player, at the wish of the user.
    Computer(Level),
}

/// Gives a computer player of this level a seat, at the wish of the creator of a match that has not started. In a running match it takes
/// a seat that is offered, at the wish of a player or the creator.
pub async fn seat_computer(app: &App, id: MatchId, user: UserId, level: Level) -> Result<Match> {
    sit(app, id, user, Newcomer::Computer(level)).await
}

async fn sit(app: &App, id: MatchId, user: UserId, newcomer: Newcomer<'_>) -> Result<Match> {
    app.limits.join(user).map_err(Refusal::TooOften)?;
    let mut resumed = resumed(app, id, user, newcomer).await?;
    if let Newcomer::Person(Given { cards: Some(cards), .. }) = newcomer {
        Box::pin(brought::check(app, id, user, cards)).await?;
    }
    let mut connection = app.db.get().await?;
    let now = app.clock.now();
    let (joined, was) = db::transaction(&mut connection, async |connection| {
        db::matches::lock(connection, id).await?;
        let m = read(connection, id, user).await?;
        if let (Newcomer::Person(given), true) = (newcomer, m.has_player(user)) {
            if m.phase() == Phase::Open {
                given.store(connection, &m, user).await?;
            }
            return Ok((m, None));
        }
        let (was, offered) = (m.phase(), offers::free(&m));
        match was {
            Phase::Open => {}
            Phase::Running if offered.is_some() => {}
            Phase::Running | Phase::Over => return Err(Refusal::Conflict("The match has already started.".to_owned())),
            Phase::Cancelled => return Err(Refusal::Conflict("The match was cancelled.".to_owned())),
        }
        let (player, given) = match newcomer {
            Newcomer::Computer(level) => {
                (computers::choose(app, connection, (&m, user), level, now).await?, Given::default())
            }
            Newcomer::Person(given) => {
                may_have(app, connection, user, id).await?;
                rated::may_join(connection, &m, user).await?;
                (user, given)
            }
        };
        if let Some(seat) = offered {
            offers::take(connection, &m, seat, player, now).await?;
            let before = m.player_at(seat).map(|player| player.id);
            return Ok((read(connection, id, user).await?, Some((was, before))));
        }
        if !db::matches::add_player(connection, id, player, now).await? {
            // An open match has a free seat: the last one starts it.
            return Err(Refusal::Forbidden("Your account is deleted."));
        }
        given.store(connection, &m, user).await?;
        let m = read(connection, id, user).await?;
        let m = start_if_full(connection, m, user, resumed.take(), now).await?;
        Ok((m, Some((was, None))))
    })
    .await?;
    if let Some((was, before)) = was {
        news::publish_seats(app, &joined, was, before);
    }
    Ok(joined)
}

/// The start of a match that this person may begin by joining, if it is played on from another one.
async fn resumed(app: &App, id: MatchId, user: UserId, newcomer: Newcomer<'_>) -> Result<Option<Resumed>> {
    let mut connection = app.db.get().await?;
    let mut m = read(&mut connection, id, user).await?;
    if m.played_on_from().is_none() {
        return Ok(None);
    }
    let mut values = db::seed_values::of_match(&mut connection, id).await?;
    match newcomer {
        Newcomer::Person(Given { value: Some(value), .. }) if !m.has_player(user) => values.push(value),
        Newcomer::Person(_) | Newcomer::Computer(_) => {}
    }
    mix(&mut m, values)?;
    let responsible = db::bots::responsible(&mut connection, user).await?;
    drop(connection);
    play_on::resumed(app, Asker::Account(responsible), &m).await
}

/// Starts the match if its last seat is taken, and returns it for this user.
async fn start_if_full(
    connection: &mut db::Connection,
    m: Match,
    user: UserId,
    resumed: Option<Resumed>,
    now: DateTime<Utc>,
) -> Result<Match> {
    if m.players().len() < usize::from(m.seats()) {
        return Ok(m);
    }
    let id = m.id();
    let m = if brought::put_together(connection, &m).await? { read(connection, id, user).await? } else { m };
    start(connection, m, resumed, now).await?;
    read(connection, id, user).await
}

/// Mixes the values of players into the seed; false if there are none.
fn mix(m: &mut Match, values: Vec<SeedValue>) -> Result<bool> {
    if values.is_empty() {
        return Ok(false);
    }
    let too_many = || Refusal::Broken(format!("match {}: more values than a seed takes", m.id()));
    m.seed = m.seed().with_values(values).ok_or_else(too_many)?;
    Ok(true)
}

/// Draws the seats, lets the rules begin, and owes the emails.
async fn start(
    connection: &mut db::Connection,
    mut m: Match,
    resumed: Option<Resumed>,
    now: DateTime<Utc>,
) -> Result<()> {
    rated::check(connection, &m).await?;
    let values = db::seed_values::of_match(connection, m.id()).await?;
    if mix(&mut m, values)? {
        db::seed_values::store_seed(connection, m.id(), &m.seed()).await?;
    }
    let mut seats: Vec<Seat> = Seat::all(m.seats()).collect();
    match m.seating() {
        Seating::Random => Dice::seating(&m.seed()).shuffle(&mut seats),
        Seating::Joined => {}
    }
    let users: Vec<UserId> = m.players().iter().map(|player| player.id).collect();
    db::matches::seat_players(connection, m.id(), &users, &seats).await?;
    m.seat(&seats);
    let (advance, turns) = match resumed {
        Some(Resumed { advance, turns, seed }) if seed == m.seed() => (advance, turns),
        // The values of the players are not those with which it was played again.
        Some(_) => return Err(Refusal::Conflict("Another player joined at the same time. Try again.".to_owned())),
        None if m.played_on_from().is_some() => {
            return Err(Refusal::Broken(format!("match {}: its beginning was not played again", m.id())));
        }
        None => (m.rules.start(m.seats(), &m.options()?, &m.seed())?, Vec::new()),
    };
    let mut stored = step::stored(
        &m,
        &Judged {
            advance: &advance,
            acted: Seats::NONE,
            turn: m.turn(),
            counts_from: now,
            via: None,
            watching: Seats::NONE,
        },
        now,
    )?;
    for (line, turn) in stored.lines.iter_mut().zip(turns) {
        line.turn = turn;
    }
    if db::advance::advance(connection, &stored).await? {
        Ok(())
    } else {
        Err(Refusal::Conflict("The match has already started.".to_owned()))
    }
}
