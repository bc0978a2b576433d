//! Plays the lines of a message, one after the other, while they are parts of one turn.

use std::collections::BTreeSet;

use engine::ChoiceKind;

use super::handled::Handled;
use crate::app::App;
use crate::brief::clean::{self, sentence};
use crate::db::Connection;
use crate::db::incoming::{self, MessageRow};
use crate::db::words::IncomingResult;
use crate::failpoint;
use crate::play::game::turn_link::{self, LinkState, TurnLink};
use crate::play::telling::look;
use crate::play::telling::reply::Key;
use crate::play::{self, ComputerPace, Refusal};

/// Plays the first line, and each further line while the turn continues. The first refusal ends it, and so does a line that resigns: it
/// is asked about first.
///
/// Moves that the message has played before, in a process that was killed, are not played again.
pub(super) async fn play(
    app: &App,
    connection: &mut Connection,
    (row, key): (&MessageRow, Key),
    mut link: TurnLink,
    lines: &[String],
) -> play::Result<Handled> {
    let done = incoming::moves_of(connection, link.m.id(), row.id).await?.len();
    let (mut has_played, mut repeated, mut at_end) = (done > 0, None, lines.len());
    for (at, line) in lines.iter().enumerate().skip(done) {
        let standing = link.standing()?;
        if at > 0 && standing != LinkState::Midway {
            at_end = at;
            break;
        }
        let resigns = link.m.rules.read(line).is_ok_and(|text| text == ChoiceKind::Resign.word());
        // The question is for one turn: an answer to an earlier one is asked about again.
        let is_asked = matches!(key, Key::Resign(_)) && standing.lasts();
        if resigns && standing.plays() && !is_asked {
            return Ok(Handled { has_played, ..Handled::from_result(IncomingResult::ResignAsked) });
        }
        match link.play(app, line, row.received_at, Some(row.id)).await {
            Ok(accepted) => {
                link.m = accepted.m;
                if accepted.repeated {
                    repeated = Some(accepted.text);
                } else {
                    failpoint::point("mail-played");
                    has_played = true;
                }
            }
            Err(refusal) => return Ok(Handled { has_played, ..refused(app, &link, lines, line, refusal).await? }),
        }
    }
    // Whom the match waits for may be a secret; who plays in it is none.
    let has_computer = link.m.players().iter().any(|player| player.computer.is_some());
    let waits = has_computer && link.m.computer_pace() == ComputerPace::AtOnce;
    let reason = unsent(&link, &lines[at_end..]);
    Ok(match repeated {
        Some(text) if !has_played => Handled::from_result(IncomingResult::Repeated).about(&text),
        Some(_) | None => Handled { has_played, waits, reason, ..Handled::from_result(IncomingResult::Played) },
    })
}

/// The fewest words of a line below a move that is taken for a word to the others, not for a greeting.
const WORDS_OF_NOTE: usize = 4;

/// What to say about lines below a move that were neither played nor passed on, if they look like a note.
fn unsent(link: &TurnLink, lines: &[String]) -> Option<String> {
    let is_note = |line: &&String| line.split_whitespace().count() >= WORDS_OF_NOTE && link.m.rules.read(line).is_err();
    let line = lines.iter().find(is_note)?;
    Some(format!("This was not passed on; a line that begins with say: is. {}", clean::line(line)))
}

/// The most words of a line that are tried as moves.
const MAX_WORDS: usize = 30;

/// The move that lines mean whose first one cannot be read: the only other line that can be played now, or the only word of the first one.
/// A word without a digit, such as `end`, is found in sentences with another meaning.
pub(super) fn meant(app: &App, link: &TurnLink, lines: &[String]) -> Option<String> {
    let (first, others) = lines.split_first()?;
    let can_be_played = |text: &str| {
        let resigns = link.m.rules.read(text).is_ok_and(|text| text == ChoiceKind::Resign.word());
        let thought = look::preview(app, &link.m, link.person.id, text);
        !resigns && thought.is_ok_and(|thought| thought.refused.is_none())
    };
    let only = |found: Vec<String>| <[String; 1]>::try_from(found).ok().map(|[one]| one);
    let lines = others.iter().filter(|line| *line != first && can_be_played(line)).take(2).cloned();
    let around = ['.', ',', ';', ':', '!', '?', '(', ')', '"', '\'', '`', '“', '”'];
    only(lines.collect()).or_else(|| {
        let words = first.split_whitespace().map(|word| word.trim_matches(around));
        let words = words.filter(|word| word.contains(|c: char| c.is_ascii_digit()));
        let mut tried = BTreeSet::new();
        let moves = words.take(MAX_WORDS).filter(|word| tried.insert(*word) && can_be_played(word));
        only(moves.take(2).map(str::to_owned).collect())
    })
}

/// A line that was refused. If it cannot be read and one move is meant, that one is asked about.
async fn refused(app: &App, link: &TurnLink, lines: &[String], line: &str, refusal: Refusal) -> play::Result<Handled> {
    let unread = matches!(refusal, Refusal::Rules(engine::Fault::Unreadable(_)));
    let is_readable = link.m.rules.read(line).is_ok();
    let mut handled = Handled { is_readable, ..Handled::refused(line, refusal)? };
    if !unread || lines.first().is_none_or(|first| first != line) {
        return Ok(handled);
    }
    let link = turn_link::of_turn(app, link.turn).await?;
    if link.standing()?.lasts()
        && let (Some(meant), Some(reason)) = (meant(app, &link, lines), &handled.reason)
    {
        handled.reason = Some(format!("{} Reply yes to play {meant}.", sentence(reason)));
        handled.result = IncomingResult::Meant;
    }
    Ok(handled)
}
