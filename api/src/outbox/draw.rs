//! Draws an email that is owed, from the present state as its reader may see it, unless the email is moot.

use super::drawn::{self, Drawn};
use super::{
    auto_replies, last_auto_reply, of_access, of_commands, of_host, of_invitation, of_match, of_person, of_proposal,
    of_seat, of_tournament,
};
use crate::app::App;
use crate::db::Connection;
use crate::db::due_emails::EmailRow;
use crate::mail::{Email, LastAutoReply};
use crate::play::{self, EmailKind};

/// Draws an email; nothing if it is moot, or if the account of its reader is blocked.
pub(super) async fn draw(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    if row.blocked {
        return Ok(None);
    }
    let message = drawn::message(connection, row).await?;
    let drawn = match row.kind {
        EmailKind::SignIn => of_access::sign_in(app, connection, row).await,
        EmailKind::ConfirmAddress => of_access::confirm_address(app, connection, row).await,
        EmailKind::Invitation => of_invitation::invitation(app, connection, row).await,
        EmailKind::InvitationAnswered => {
            auto_replies::invitation_answered(app, connection, row, message.as_ref()).await
        }
        EmailKind::MatchStarted => of_match::started(app, connection, row).await,
        EmailKind::YourTurn => of_match::your_turn(app, connection, row).await,
        EmailKind::Reminder => of_match::reminder(app, connection, row).await,
        EmailKind::MatchOver => of_match::over(app, connection, row).await,
        EmailKind::MovePlayed => auto_replies::move_played(app, connection, row, message.as_ref()).await,
        EmailKind::MoveRefused => auto_replies::move_refused(app, connection, row, message.as_ref()).await,
        EmailKind::EmailsOff => of_person::emails_off(app, connection, row).await,
        EmailKind::HookOff => of_person::hook_off(app, connection, row).await,
        EmailKind::Report => of_host::report(app, connection, row).await,
        EmailKind::AccountNotice => of_person::account_notice(app, connection, row).await,
        EmailKind::EmailsBounce => of_match::emails_bounce(app, connection, row).await,
        EmailKind::Lapsed => of_match::lapsed(app, connection, row).await,
        EmailKind::SeatOffered => of_seat::offered(app, connection, row).await,
        EmailKind::SeatTaken => of_seat::taken(app, connection, row).await,
        EmailKind::StillPlaying => of_match::still_playing(app, connection, row).await,
        EmailKind::Proposal => of_proposal::proposal(app, connection, row, message.as_ref()).await,
        EmailKind::ProposalAnswered => of_proposal::answered(app, connection, row).await,
        EmailKind::YourMatches | EmailKind::TurnList | EmailKind::Digest => {
            of_person::your_matches(app, connection, row, message.as_ref()).await
        }
        EmailKind::SeatIdle => of_seat::idle(app, connection, row).await,
        EmailKind::Answer => of_commands::answer(app, connection, row, message.as_ref()).await,
        EmailKind::Welcome => of_commands::welcome(app, connection, row).await,
        EmailKind::TournamentBegins => of_tournament::begins(app, connection, row).await,
        EmailKind::TournamentOver => of_tournament::over(app, connection, row).await,
        EmailKind::ReplyHeld => auto_replies::reply_held(app, connection, row, message.as_ref()).await,
    };
    let Some(drawn) = drawn? else { return Ok(None) };
    let Some(message) = message else { return Ok(Some(drawn)) };
    let email: Box<dyn Email> = match last_auto_reply::words(connection, row, &message, app.clock.now()).await? {
        Some(words) => Box::new(LastAutoReply { email: drawn.email, words }),
        None => drawn.email,
    };
    Ok(Some(Drawn { email, in_reply_to: Some(message.message_id.unwrap_or_default()), ..drawn }))
}
