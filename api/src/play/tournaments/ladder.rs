//! Ladders: an order in which players challenge those above them.

use chrono::{DateTime, Utc};

use super::results::SeatResult;
use super::shown::order;
use super::tournament::{AGAIN, AT_ONCE, REACH, Tournament};
use super::{endings, start};
use crate::app::App;
use crate::db::entries::{self, EntryRow};
use crate::db::pairings::{self, PairingRow};
use crate::db::words::{PairingState, TournamentFormat};
use crate::db::{self, Connection, tournaments};
use crate::events::Event;
use crate::ids::{TournamentId, UserId};
use crate::play::telling::news;
use crate::play::{EmailKind, Match, Phase, Refusal, Result, TournamentPhase};

/// Challenges the player with this handle. The match begins at once.
pub async fn challenge(app: &App, id: TournamentId, user: UserId, handle: &str) -> Result<Match> {
    app.limits.join(user).map_err(Refusal::TooOften)?;
    let now = app.clock.now();
    let work = async |connection: &mut Connection| {
        tournaments::lock(connection, id).await?;
        let ladder = Tournament::get(connection, id).await?;
        if ladder.row.format != TournamentFormat::Ladder {
            return Err(Refusal::Conflict("This tournament is no ladder.".to_owned()));
        }
        let entered = entries::list(connection, id).await?;
        let recent = pairings::recent(connection, id, now - AGAIN).await?;
        let other = may_challenge(&entered, &recent, user, handle)?;
        let number = pairings::next_number(connection, id).await?;
        let people = [other, user];
        pairings::insert(connection, id, (number, 1), &people).await?;
        let m = start::start_match(connection, &ladder, &ladder.setup()?, &people, now).await?;
        let row = PairingRow {
            number,
            division: 1,
            people: people.to_vec(),
            state: PairingState::Playing,
            match_id: Some(m.id()),
            results: None,
            done_at: None,
        };
        pairings::set(connection, id, &row).await?;
        tournaments::owe(connection, id, EmailKind::TournamentBegins, &[other], now).await?;
        Ok(m)
    };
    let m = db::transaction(&mut *app.db.get().await?, work).await?;
    news::publish_seats(app, &m, Phase::Open, None);
    app.hub.publish(Event::EmailOwed);
    Ok(m)
}

/// The player whom this one challenges, if that is possible.
fn may_challenge(entered: &[EntryRow], recent: &[PairingRow], user: UserId, handle: &str) -> Result<UserId> {
    let refused = |why: String| Err(Refusal::Conflict(why));
    let place = |entry: &EntryRow| entry.place;
    let Some(own) = entered.iter().find(|entry| entry.user_id == user).and_then(place) else {
        return refused("You do not play in this ladder.".to_owned());
    };
    let Some((other, above)) =
        entered.iter().find(|entry| entry.handle == handle).and_then(|entry| Some((entry, entry.place?)))
    else {
        return Err(Refusal::Field("handle", "Expected the handle of a player of the ladder.".to_owned()));
    };
    if other.user_id == user {
        return refused("You cannot challenge yourself.".to_owned());
    }
    let between = |row: &&PairingRow| row.people.contains(&user) && row.people.contains(&other.user_id);
    let between: Vec<&PairingRow> = recent.iter().filter(between).collect();
    if between.iter().any(|row| row.state == PairingState::Playing) {
        return refused(format!("You are already playing {}.", other.name));
    }
    if !(1..=REACH).contains(&(own - above)) {
        return refused(format!("You may challenge players up to {REACH} places above you."));
    }
    let busy = |who: UserId| {
        recent.iter().filter(|row| row.state == PairingState::Playing && row.people.contains(&who)).count() >= AT_ONCE
    };
    if busy(user) {
        return refused(format!("You play {AT_ONCE} matches of the ladder, the maximum."));
    }
    if busy(other.user_id) {
        return refused(format!("{} plays {AT_ONCE} matches of the ladder, the maximum.", other.name));
    }
    if !between.is_empty() {
        return refused(format!("You two can play again {} days after the end of your last match.", AGAIN.num_days()));
    }
    Ok(other.user_id)
}

/// Records what has ended, and changes the order by it, in a transaction. The caller has locked the ladder.
pub(super) async fn go_on(connection: &mut Connection, ladder: &Tournament, now: DateTime<Utc>) -> Result<()> {
    let id = ladder.row.id;
    let entered = entries::list(connection, id).await?;
    let mut places: Vec<UserId> = order(&entered).into_iter().map(|entry| entry.user_id).collect();
    let ended = pairings::ended(connection, id).await?;
    let recent = pairings::recent(connection, id, now).await?;
    for mut row in recent.into_iter().rev().filter(|row| ended.contains(&row.number)) {
        if let Some((state, results)) = endings::of_ended(connection, &mut row).await? {
            change(&mut places, &row.people, results.as_deref().unwrap_or_default());
            endings::store(connection, id, &mut row, (state, results), now).await?;
        }
    }
    entries::set_places(connection, id, &places).await?;
    let mut row = ladder.row.clone();
    if places.is_empty() {
        // Another one of the game can be opened.
        (row.phase, row.ended_at) = (TournamentPhase::Over, Some(now));
    }
    Ok(tournaments::set(connection, &row, None).await?)
}

/// What a match does to the order: a challenger who won takes the place of the other, and who lost on time drops to the end.
fn change(places: &mut Vec<UserId>, people: &[UserId], results: &[SeatResult]) {
    let ([challenged, challenger], [result, of_challenger]) = (people, results) else { return };
    let place = |places: &[UserId], who: &UserId| places.iter().position(|other| other == who);
    if let (Some(above), Some(below)) = (place(places, challenged), place(places, challenger))
        && above < below
        && of_challenger.rank < result.rank
    {
        places.remove(below);
        places.insert(above, *challenger);
    }
    for (who, result) in people.iter().zip(results) {
        if let Some(at) = place(places, who).filter(|_| result.forfeited) {
            places.remove(at);
            places.push(*who);
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_challenger_who_wins_takes_the_place_and_who_loses_on_time_drops_to_the_end() {
        let user = |number: u128| UserId(Uuid::from_u128(number));
        let after = |people: [u128; 2], ranks: [u8; 2], forfeited: [bool; 2]| {
            let mut places: Vec<UserId> = (1..=5).map(user).collect();
            let result = |seat: usize| SeatResult { rank: ranks[seat], forfeited: forfeited[seat] };
            change(&mut places, &people.map(user), &[result(0), result(1)]);
            places.iter().map(|user| user.0.as_u128()).collect::<Vec<_>>()
        };
        assert_eq!(after([2, 4], [2, 1], [false; 2]), [1, 4, 2, 3, 5]);
        assert_eq!(after([2, 4], [1, 2], [false; 2]), [1, 2, 3, 4, 5]);
        assert_eq!(after([2, 4], [1, 1], [false; 2]), [1, 2, 3, 4, 5]);
        assert_eq!(after([2, 4], [2, 1], [true, false]), [1, 4, 3, 5, 2]);
        assert_eq!(after([2, 4], [1, 2], [false, true]), [1, 2, 3, 5, 4]);
        // The challenger has passed the other meanwhile.
        assert_eq!(after([4, 2], [2, 1], [false; 2]), [1, 2, 3, 4, 5]);
        // One has left.
        assert_eq!(after([9, 2], [2, 1], [false; 2]), [1, 2, 3, 4, 5]);
        let mut places = vec![user(1)];
        change(&mut places, &[user(1), user(2)], &[]);
        assert_eq!(places, [user(1)]);
    }
}
