//! Plays the lines of a message, one after the other, while they are parts of one turn.

use engine::ChoiceKind;

use super::handled::Handled;
use crate::app::App;
use crate::brief::clean::sentence;
use crate::db::Connection;
use crate::db::incoming::{self, MessageRow};
use crate::db::words::IncomingResult;
use crate::failpoint;
use crate::play::game::turn_link::{self, LinkState, TurnLink};
use crate::play::telling::look;
use crate::play::telling::reply::Key;
use crate::play::{self, Refusal};

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
    let (mut has_played, mut repeated) = (done > 0, None);
    for (at, line) in lines.iter().enumerate().skip(done) {
        let standing = link.standing()?;
        if at > 0 && standing != LinkState::Midway {
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
    Ok(match repeated {
        Some(text) if !has_played => Handled::from_result(IncomingResult::Repeated).about(&text),
        Some(_) | None => Handled { has_played, ..Handled::from_result(IncomingResult::Played) },
    })
}

/// A line that was refused. If it cannot be read and one other line could be played in this turn, that one is asked about.
async fn refused(app: &App, link: &TurnLink, lines: &[String], line: &str, refusal: Refusal) -> play::Result<Handled> {
    let unread = matches!(refusal, Refusal::Rules(engine::Fault::Unreadable(_)));
    let is_readable = link.m.rules.read(line).is_ok();
    let mut handled = Handled { is_readable, ..Handled::refused(line, refusal)? };
    if !unread {
        return Ok(handled);
    }
    let link = turn_link::of_turn(app, link.turn).await?;
    if link.standing()?.lasts() {
        let can_be_played = |text: &&String| {
            look::preview(app, &link.m, link.person.id, text).is_ok_and(|thought| thought.refused.is_none())
        };
        let others: Vec<&String> = lines.iter().filter(|other| *other != line).filter(can_be_played).take(2).collect();
        if let ([meant], Some(reason)) = (&others[..], &handled.reason) {
            let reason = sentence(reason);
            handled.reason = Some(format!("{reason} Did you mean {meant}? Reply with that line alone."));
        }
    }
    Ok(handled)
}
