//! Draws the emails about proposals.

use super::drawn::{Drawn, link};
use super::of_match::{Reading, is_wanted};
use crate::app::App;
use crate::db::Connection;
use crate::db::about::About;
use crate::db::due_emails::EmailRow;
use crate::db::incoming::AnsweredRow;
use crate::mail::{Proposal, ProposalAnswered};
use crate::play::game::proposals;
use crate::play::matches::open_proposal;
use crate::play::telling::brief;
use crate::play::telling::links::{self, Vote};
use crate::play::telling::reply::Key;
use crate::play::{self, Phase};

/// The email that asks a player; moot once the player has agreed or left, or the proposal has ended.
pub(super) async fn proposal(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
    message: Option<&AnsweredRow>,
) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::read(connection, row).await? else { return Ok(None) };
    let (m, seat) = (&reading.m, reading.seat);
    let open = m.proposal(app.clock.now()).filter(|proposal| row.about == About::Proposal(proposal.number));
    let Some(proposal) = open else { return Ok(None) };
    let is_asked = !proposal.agreed.contains(seat) && !m.left().contains(seat);
    if !is_wanted(row, reading.person.mail_matches) || !(is_asked || row.replies_to.is_some()) {
        return Ok(None);
    }
    let vote = Vote { match_id: m.id(), seat, holder: m.turn_of(seat).holder, number: proposal.number };
    let email = Proposal {
        table: reading.table()?,
        link: link(app, &links::proposal_path(&app.secrets, vote))?,
        proposer: proposals::name(m, proposal.seat),
        proposed: proposals::proposed(proposal),
        agreed: proposals::agreed(m, proposal),
        until: open_proposal::expires_at(proposal),
        zone: brief::zone(&reading.person.time_zone),
        unclear: message.map(|message| message.line.clone().unwrap_or_default()),
    };
    Ok(Some(reading.drawn(app, email, Some(Key::Proposal(vote)))))
}

/// The email about the end of a proposal.
pub(super) async fn answered(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let Some(reading) = Reading::read(connection, row).await? else { return Ok(None) };
    if !is_wanted(row, reading.person.mail_matches) || reading.m.phase() != Phase::Running {
        return Ok(None);
    }
    let About::Proposal(number) = row.about else { return Ok(None) };
    let Some(proposal) = proposals::find(connection, &reading.m, number).await? else { return Ok(None) };
    let Some(end) = proposals::end(&reading.m, &proposal, app.clock.now()) else { return Ok(None) };
    let email = ProposalAnswered {
        table: reading.table()?,
        link: reading.match_link(app)?,
        proposer: proposals::name(&reading.m, proposal.seat),
        proposed: proposals::proposed(&proposal),
        end,
        zone: brief::zone(&reading.person.time_zone),
    };
    Ok(Some(reading.drawn(app, email, None)))
}
