//! The texts beside the board, and the board of a preview.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use engine::scene::{Panel, Scene};
use engine::{Page, Seat, Seats};

use super::super::board_of;
use super::around::Around;
use crate::app::App;
use crate::brief::{Passage, RecordSoFar, Table, Turn, called, clock, ends};
use crate::db::proposals::ProposalRow;
use crate::play::game::turn_link::TurnLink;
use crate::play::game::{import, proposals};
use crate::play::matches::{deadline, settings};
use crate::play::people::host;
use crate::play::telling::brief;
use crate::play::telling::links::{self, Vote};
use crate::play::telling::look::Thought;
use crate::play::tournaments::shown::name_of;
use crate::play::{Match, Phase, Result};

/// A box of the players.
pub(super) struct Seated {
    /// The colour, as a class of the style sheet.
    pub(super) paint: &'static str,
    /// The name of the player with that of the chair, or the title of a box that is no player's.
    pub(super) title: String,
    /// The name of the player, and that of the chair; empty for a box that is no player's.
    pub(super) who: (String, String),
    /// The path of the page of the player, if it is one's.
    pub(super) profile: Option<String>,
    /// True if it is a player's.
    pub(super) is_seat: bool,
    pub(super) yours: bool,
    /// True if a program plays for the account.
    pub(super) is_bot: bool,
    pub(super) awaited: bool,
    /// What counts in the game, in a few words; empty if nothing does.
    pub(super) score: String,
    /// The time left, in short words, and the time at which it is over; or the reserve.
    pub(super) clock: Option<(String, Option<DateTime<Utc>>)>,
    /// The facts, in one paragraph.
    pub(super) facts: String,
    /// The facts one below the other.
    pub(super) listed: Vec<String>,
    /// The titles of the cards in play, each once, with the name of one and its text; those without a text are left out.
    pub(super) cards: BTreeMap<String, (String, String)>,
    /// When the player was last here, in words; empty if the reader may not know.
    pub(super) seen: String,
}

impl Seated {
    /// The box of a panel without a person: what the picture says, under the name of the chair.
    fn bare(panel: &Panel, chair: Option<Seat>, page: &Page) -> Seated {
        let (facts, listed) =
            if panel.listed { (String::new(), panel.lines.clone()) } else { (panel.lines.join("; "), Vec::new()) };
        let told = panel.items.iter().filter(|item| !item.text.is_empty());
        Seated {
            paint: panel.paint.word(),
            title: panel.title.clone(),
            who: (panel.title.clone(), String::new()),
            profile: None,
            is_seat: chair.is_some(),
            // After the end the picture is the one for all, and names no reader.
            yours: chair.is_some() && chair == page.you,
            is_bot: false,
            awaited: panel.awaited,
            score: panel.score.clone(),
            clock: None,
            facts,
            listed,
            cards: told.map(|item| (item.title.clone(), (item.name.clone(), item.text.clone()))).collect(),
            seen: String::new(),
        }
    }
}

/// The boxes of the seats, whose chairs have these names, in their order, and then those of others; each with its seat, if it is one's.
pub(super) fn boxes(page: &Page, chairs: &[String]) -> impl Iterator<Item = (Option<Seat>, Seated)> {
    let seat = |panel: &Panel| chairs.iter().position(|chair| *chair == panel.title);
    // The hand is under the board.
    let mut panels: Vec<_> = page.scene.panels.iter().filter(|panel| !panel.is_hand()).collect();
    panels.sort_by_key(|panel| seat(panel).unwrap_or(usize::MAX));
    panels.into_iter().map(move |panel| {
        let chair = seat(panel).and_then(|seat| Some(Seat(u8::try_from(seat).ok()?)));
        (chair, Seated::bare(panel, chair, page))
    })
}

/// The boxes of the players, in the order of the seats, and then those of others.
pub(super) fn players(m: &Match, table: &Table, page: &Page, around: &Around, now: DateTime<Utc>) -> Vec<Seated> {
    let deadlines = deadline::on_page(m, &page.waiting);
    let clock = |seat: Seat| match deadlines.iter().find(|(one, _)| *one == seat) {
        Some((_, at)) => Some((clock(*at - now), Some(*at))),
        None => {
            let reserve = i64::try_from(deadline::reserve(m, seat)?.0).ok().and_then(TimeDelta::try_milliseconds)?;
            Some((clock(reserve), None))
        }
    };
    let names = table.names().0;
    let chairs: Vec<String> = table.players.iter().map(|player| player.chair.name.clone()).collect();
    let seated = |(chair, bare): (Option<Seat>, Seated)| {
        let holder = chair.and_then(|seat| m.player_at(seat));
        let player = chair.and_then(|seat| table.players.get(seat.index()));
        Seated {
            title: chair.and_then(|seat| names.get(seat.index())).unwrap_or(&bare.title).clone(),
            who: player.map(|player| (player.name.clone(), player.chair.name.clone())).unwrap_or_default(),
            profile: holder.map(|player| format!("/people/{}", player.handle)),
            is_bot: holder.is_some_and(|player| player.is_bot),
            clock: chair.filter(|_| m.phase() == Phase::Running).and_then(clock),
            seen: holder.filter(|_| !bare.yours).map(|player| around.seen(player.id)).unwrap_or_default(),
            ..bare
        }
    };
    boxes(page, &chairs).map(seated).collect()
}

/// The parts of the turn, each with whether it is that.
pub(super) fn phases(page: &Page) -> Vec<(String, bool)> {
    let Some(phases) = &page.scene.phases else { return Vec::new() };
    phases.names.iter().enumerate().map(|(at, name)| (name.clone(), at == phases.now)).collect()
}

/// Examples and notation.
pub(super) fn how(turn: Turn, page: &Page) -> Vec<Passage> {
    let (title, examples) = (turn.how(page), turn.for_example(page));
    let notation = (!turn.notation.is_empty()).then_some(Passage::Notation(turn.notation));
    let passages: Vec<Passage> = examples.into_iter().chain(notation).collect();
    let heading = (!passages.is_empty()).then_some(Passage::heading(title));
    heading.into_iter().chain(passages).collect()
}

/// What proves that nothing is changed later.
pub(super) fn fair(table: &Table) -> Vec<Passage> {
    let record = table.record.as_ref().map(RecordSoFar::words);
    record.into_iter().chain([table.promise()]).map(Passage::Words).collect()
}

/// Ways to end or the result, the settings, and the key to the signs.
pub(super) fn beside(m: &Match, table: &Table, page: &Page) -> Vec<Passage> {
    let words = |text: &String| Passage::Words(text.clone());
    let mut passages = Vec::new();
    if let Some(outcome) = &page.outcome {
        passages.extend([Passage::heading("The result"), Passage::List(table.ranking(page, outcome))]);
    }
    passages.extend(ends(page));
    let settings = settings::sentences(m).unwrap_or_default();
    passages.extend([Passage::heading("The match"), Passage::List(settings)]);
    passages.extend([&page.scene.picture_key].into_iter().filter(|key| !key.is_empty()).map(words));
    passages
}

/// The path and the name of the tournament of a match, if it belongs to one.
pub(super) async fn tournament(app: &App, m: &Match) -> Result<Option<(String, String)>> {
    let named = name_of(&mut *app.db.get().await?, m).await?;
    Ok(named.map(|(id, name)| (format!("/tournaments/{id}"), name)))
}

/// The ways to end that a move changes, the score among them.
pub(super) fn ends_after(page: &Page, thought: &Thought) -> Vec<String> {
    let is_new = |end: &&engine::EndCondition| !page.ends.iter().any(|known| known.words == end.words);
    // The score comes last in a list of conditions, and says most.
    thought.ends.iter().rev().filter(is_new).map(|end| format!("After this move: {}", end.words)).collect()
}

/// The board after a move that is not sent: spots that differ from the present have the class `changed`.
pub(super) fn preview(before: &Scene, after: &Scene) -> String {
    let mut svg = board_of(after);
    for spot in &after.spots {
        let was = before.spots.iter().find(|was| was.name == spot.name);
        if was.is_none_or(|was| was.tokens != spot.tokens || was.ground != spot.ground) {
            let named = format!("data-cell=\"{}\"", spot.name);
            svg = svg.replace(&format!("class=\"spot\" {named}"), &format!("class=\"spot changed\" {named}"));
        }
    }
    svg
}

/// A proposal in words, and the path at which the reader answers it.
pub(super) fn proposal(app: &App, link: &TurnLink, row: &ProposalRow) -> (String, String) {
    let links::Turn { match_id, seat, holder, .. } = link.turn;
    let vote = Vote { match_id, seat, holder, number: row.number };
    let called = called(link.m.rules.info().name, &link.m.title());
    let words = proposals::proposed(row).words(&proposals::name(&link.m, row.seat), &called);
    (words, links::proposal_path(&app.secrets, vote))
}

/// The lines that all readers of a page have.
pub(super) fn common_lines(
    m: &Match,
    table: &Table,
    page: &Page,
    zone: &str,
    now: DateTime<Utc>,
) -> impl Iterator<Item = String> {
    let responses = brief::responses(m, page, zone).map(|responses| responses.words(now));
    let others = page.waiting.undisclosed || page.you.is_none_or(|you| page.waiting.seats != Seats::just(you));
    let others = table.waiting(page).filter(|_| others);
    let of_host: Vec<String> = host::in_words(m).collect();
    [import::in_words(m), others, responses].into_iter().flatten().chain(of_host)
}
