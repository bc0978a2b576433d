//! The start of a tournament, and that of a match of it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use engine::{Dice, Seed, Setup};

use super::draw;
use super::shown::{Group, Shown};
use super::tournament::Tournament;
use crate::db::matches::NewMatch;
use crate::db::tournaments::Series;
use crate::db::{Connection, entries, pairings, tournaments};
use crate::failpoint;
use crate::ids::{MatchId, UserId};
use crate::play::lobby::open_matches;
use crate::play::{ComputerPace, EmailKind, Match, OnLapse, Refusal, Result, Seating, TournamentPhase, Visibility};
use crate::secrets::random_bytes;

/// Starts a tournament, in a transaction: draws the groups and all matches, and owes each player one email. The caller has locked it.
pub(super) async fn begin(connection: &mut Connection, tournament: &mut Tournament, now: DateTime<Utc>) -> Result<()> {
    let id = tournament.row.id;
    let people = in_order(connection, tournament, now).await?;
    let sizes = draw::group_sizes(people.len(), tournament.row.seats);
    let (mut rest, mut number) = (&people[..], 0);
    for (group, size) in (1..).zip(sizes) {
        let (members, others) = rest.split_at(size);
        rest = others;
        entries::set_groups(connection, id, members, &vec![group; size]).await?;
        let mut dice = Dice::at(&tournament.row.seed, group.into());
        for table in draw::tables(size, tournament.row.seats, &mut dice) {
            number += 1;
            let seated: Vec<UserId> = table.into_iter().map(|player| members[player]).collect();
            pairings::insert(connection, id, (number, group), &seated).await?;
        }
    }
    failpoint::point("tournament-drawn");
    (tournament.row.phase, tournament.row.started_at) = (TournamentPhase::Running, Some(now));
    tournaments::set(connection, &tournament.row, Some(now)).await?;
    tournaments::owe(connection, id, EmailKind::TournamentBegins, &people, now).await?;
    Ok(())
}

/// The people of a tournament as its groups are formed: by the groups of the edition before, if it is a league; newcomers follow.
async fn in_order(connection: &mut Connection, tournament: &Tournament, now: DateTime<Utc>) -> Result<Vec<UserId>> {
    let people = by_strength(connection, tournament).await?;
    let Series { previous, promoted, relegated, .. } = tournament.row.series;
    let Some(previous) = previous.filter(|_| promoted + relegated > 0) else { return Ok(people) };
    let shown = Shown::read(connection, previous, now).await?;
    let of_group = |group: &Group| group.order.iter().map(|line| line.person.user_id).collect();
    let groups: Vec<Vec<UserId>> = shown.groups.iter().map(of_group).collect();
    let before = draw::promoted(&groups, promoted.into(), relegated.into());
    let newcomers = people.iter().copied().filter(|user| !before.contains(user));
    Ok(before.iter().copied().filter(|user| people.contains(user)).chain(newcomers).collect())
}

/// The people of a tournament, the strongest first: those with a settled rating, then others with one, then the rest as they have entered.
async fn by_strength(connection: &mut Connection, tournament: &Tournament) -> Result<Vec<UserId>> {
    let entered = entries::list(connection, tournament.row.id).await?;
    let mut people: Vec<UserId> = entered.into_iter().map(|entry| entry.user_id).collect();
    let Ok(class) = tournament.setup()?.rating else { return Ok(people) };
    let known = entries::strengths(connection, &people, &tournament.row.game, class).await?;
    let known: BTreeMap<UserId, (bool, f64)> =
        known.into_iter().map(|row| (row.user_id, (row.settled, row.mu))).collect();
    people.sort_by(|one, other| match (known.get(one), known.get(other)) {
        (Some((settled, mu)), Some((other_settled, other_mu))) => {
            other_settled.cmp(settled).then(other_mu.total_cmp(mu))
        }
        (one, other) => other.is_some().cmp(&one.is_some()),
    });
    Ok(people)
}

/// Starts a match of a tournament. The player of the first seat counts as its creator.
pub(super) async fn start_match(
    connection: &mut Connection,
    tournament: &Tournament,
    setup: &Setup,
    people: &[UserId],
    now: DateTime<Utc>,
) -> Result<Match> {
    let info = tournament.rules.info();
    let creator = *people.first().ok_or_else(|| Refusal::Broken("a match of no one".to_owned()))?;
    let new = NewMatch {
        id: MatchId::new(),
        game: info.id,
        edition: info.edition,
        // So its title is the players.
        name: info.name.to_owned(),
        options: setup.options.to_string(),
        seats: tournament.row.seats,
        seating: Seating::Joined,
        visibility: Visibility::Public,
        clock: tournament.row.clock.clone(),
        on_lapse: OnLapse::Forfeit,
        notes: true,
        computer_pace: ComputerPace::default(),
        rated: setup.rating.ok(),
        tournament: Some(tournament.row.id),
        creator,
        created_at: now,
        imported: false,
        seed: Seed::new(random_bytes()),
    };
    open_matches::insert_seated(connection, &new, people, now).await
}
