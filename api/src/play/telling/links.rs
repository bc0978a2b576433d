//! The links of emails. Each carries a token that proves that this server made it, for one purpose; none is stored.

use engine::Seat;
use uuid::Uuid;

use crate::category::Category;
pub use crate::db::address_changes::Side;
use crate::ids::{AddressChangeId, InvitationId, MatchId, SignInId, UserId};
pub use crate::play::matches::turn::Turn;
use crate::play::{Refusal, Result};
use crate::secrets::{Purpose, Secrets};

fn subject(id: Uuid, last: u8) -> [u8; 17] {
    let mut bytes = [last; 17];
    bytes[..16].copy_from_slice(id.as_bytes());
    bytes
}

fn id_and_last(subject: &[u8]) -> Option<(Uuid, u8)> {
    let (last, id) = subject.split_last()?;
    Some((Uuid::from_slice(id).ok()?, *last))
}

/// The path of the events of the matches of a signed-in person.
pub const OWN_EVENTS: &str = "/v1/me/events";

/// The path of the events of a match, for spectators.
pub fn match_events(id: MatchId) -> String {
    format!("/v1/matches/{id}/events")
}

/// The path of a match.
pub fn match_path(id: MatchId) -> String {
    format!("/matches/{id}")
}

/// The path of the page of kept emails. It has a key, because a request that a proxy on this machine hands on looks like one of this
/// machine. The key follows from the secrets, so a bookmark lasts as long as they do.
pub fn mailbox_path(secrets: &Secrets) -> String {
    format!("/mailbox/{}", secrets.link(Purpose::Mailbox, b""))
}

/// Returns whether this is the key of the page of kept emails.
pub fn opens_mailbox(secrets: &Secrets, key: &str) -> bool {
    secrets.open_link(Purpose::Mailbox, key).is_some_and(|subject| subject.is_empty())
}

/// The path of the link in a sign-in email.
pub fn sign_in_path(secrets: &Secrets, sign_in: SignInId) -> String {
    format!("/sign-in/{}", secrets.link(Purpose::SignInLink, sign_in.0.as_bytes()))
}

/// The sign-in of a token.
pub fn open_sign_in(secrets: &Secrets, token: &str) -> Result<SignInId> {
    let subject = secrets.open_link(Purpose::SignInLink, token);
    subject.and_then(|subject| Uuid::from_slice(&subject).ok()).map(SignInId).ok_or(Refusal::BadCode)
}

/// The path of the link in an email about a change of address.
pub fn confirm_address_path(secrets: &Secrets, change: AddressChangeId, side: Side) -> String {
    let subject = subject(change.0, u8::from(side == Side::New));
    format!("/confirm-address/{}", secrets.link(Purpose::AddressLink, &subject))
}

/// The change of address of a token, and its side.
pub fn open_address(secrets: &Secrets, token: &str) -> Result<(AddressChangeId, Side)> {
    let subject = secrets.open_link(Purpose::AddressLink, token);
    let (id, last) = subject.and_then(|subject| id_and_last(&subject)).ok_or(Refusal::BadCode)?;
    Ok((AddressChangeId(id), if last == 0 { Side::Old } else { Side::New }))
}

/// The path that stops a kind of emails to a person by one click, for `List-Unsubscribe` (RFC 8058).
pub fn unsubscribe_path(secrets: &Secrets, user: UserId, kind: Category) -> String {
    format!("/unsubscribe/{}", secrets.link(Purpose::Unsubscribe, &subject(user.0, kind.number())))
}

/// The person and the kind of emails that a token stops.
pub fn open_unsubscribe(secrets: &Secrets, token: &str) -> Result<(UserId, Category)> {
    let subject = secrets.open_link(Purpose::Unsubscribe, token);
    let (user, at) = subject.and_then(|subject| id_and_last(&subject)).ok_or(Refusal::NotFound("link"))?;
    let kind = Category::numbered(at).ok_or(Refusal::NotFound("link"))?;
    Ok((UserId(user), kind))
}

/// The path of the calendar of a person. It changes with the number.
pub fn calendar_path(secrets: &Secrets, user: UserId, number: i32) -> String {
    let subject = [&user.0.as_bytes()[..], &number.to_be_bytes()].concat();
    format!("/calendar/{}.ics", secrets.link(Purpose::Calendar, &subject))
}

/// The person and the number of a token of a calendar.
pub fn open_calendar(secrets: &Secrets, token: &str) -> Result<(UserId, i32)> {
    let subject = secrets.open_link(Purpose::Calendar, token);
    let read = |subject: Vec<u8>| {
        let (id, number) = subject.split_last_chunk::<4>()?;
        Some((UserId(Uuid::from_slice(id).ok()?), i32::from_be_bytes(*number)))
    };
    subject.and_then(read).ok_or(Refusal::NotFound("link"))
}

/// The path of the link in the email of an invitation.
pub fn invitation_path(secrets: &Secrets, invitation: InvitationId) -> String {
    format!("/invitations/{}", secrets.link(Purpose::Invitation, invitation.0.as_bytes()))
}

/// The path that refuses an invitation and all further ones to the address by one click, for people without an account.
pub fn refuse_invitations_path(secrets: &Secrets, invitation: InvitationId) -> String {
    format!("{}/stop", invitation_path(secrets, invitation))
}

/// The invitation of a token.
pub fn open_invitation(secrets: &Secrets, token: &str) -> Result<InvitationId> {
    invitation_of(secrets, Purpose::Invitation, token)
}

/// The path of the page of a match with a move chosen.
pub fn chosen_path(id: MatchId, text: &str) -> String {
    // A pair of texts can always be written.
    let query = serde_urlencoded::to_string([("move", text)]).unwrap_or_default();
    format!("{}?{query}", match_path(id))
}

/// The path of an invitation by a link, for the person who opens it first.
pub fn join_path(secrets: &Secrets, invitation: InvitationId) -> String {
    format!("/join/{}", secrets.link(Purpose::JoinLink, invitation.0.as_bytes()))
}

/// The invitation of a token of such a link.
pub fn open_join(secrets: &Secrets, token: &str) -> Result<InvitationId> {
    invitation_of(secrets, Purpose::JoinLink, token)
}

fn invitation_of(secrets: &Secrets, purpose: Purpose, token: &str) -> Result<InvitationId> {
    let subject = secrets.open_link(purpose, token);
    subject.and_then(|subject| Uuid::from_slice(&subject).ok()).map(InvitationId).ok_or(Refusal::NotFound("link"))
}

impl Turn {
    /// Returns it as bytes: match, seat and holder, number.
    pub(in crate::play) fn packed(self) -> [u8; PACKED] {
        packed(self.match_id, (self.seat, self.holder), self.turn)
    }

    /// Reads what [`Turn::packed`] returns.
    pub(in crate::play) fn unpacked(bytes: &[u8]) -> Option<Turn> {
        let (match_id, (seat, holder), turn) = unpacked(bytes)?;
        Some(Turn { match_id, seat, holder, turn })
    }
}

/// The bytes of a key to something that concerns a seat of a match.
pub(in crate::play) const PACKED: usize = 21;

/// A seat has a number from 0 to 5.
const SEAT_BITS: u8 = 3;

fn packed(match_id: MatchId, (seat, holder): (Seat, u8), number: u32) -> [u8; PACKED] {
    let mut bytes = [seat.0 | holder << SEAT_BITS; PACKED];
    bytes[..16].copy_from_slice(match_id.0.as_bytes());
    bytes[17..].copy_from_slice(&number.to_be_bytes());
    bytes
}

fn unpacked(bytes: &[u8]) -> Option<(MatchId, (Seat, u8), u32)> {
    let (place, number) = bytes.split_last_chunk::<4>()?;
    let (match_id, place) = id_and_last(place)?;
    let seat = Seat(place & ((1 << SEAT_BITS) - 1));
    Some((MatchId(match_id), (seat, place >> SEAT_BITS), u32::from_be_bytes(*number)))
}

/// The path at which a seat sees its board, and moves in this turn.
pub fn move_path(secrets: &Secrets, turn: &Turn) -> String {
    format!("/move/{}", secrets.link(Purpose::TurnLink, &turn.packed()))
}

/// The turn of a token.
pub fn open_move(secrets: &Secrets, token: &str) -> Result<Turn> {
    let bytes = secrets.open_link(Purpose::TurnLink, token);
    bytes.and_then(|bytes| Turn::unpacked(&bytes)).ok_or(Refusal::NotFound("link"))
}

/// The path at which the friends of a player watch a match, as spectators.
pub fn watch_path(secrets: &Secrets, match_id: MatchId, seat: Seat) -> String {
    format!("/watch/{}", secrets.link(Purpose::SpectatorLink, &subject(match_id.0, seat.0)))
}

/// The match of a token for spectators, and the seat whose player has the link.
pub fn open_watch(secrets: &Secrets, token: &str) -> Result<(MatchId, Seat)> {
    let subject = secrets.open_link(Purpose::SpectatorLink, token);
    let (match_id, seat) = subject.and_then(|subject| id_and_last(&subject)).ok_or(Refusal::NotFound("link"))?;
    Ok((MatchId(match_id), Seat(seat)))
}

/// The say of a seat in a proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vote {
    /// The match.
    pub match_id: MatchId,
    /// The seat that is asked.
    pub seat: Seat,
    /// The number of people who held the seat before the one who is asked, at most 31.
    pub holder: u8,
    /// The number of the proposal.
    pub number: u32,
}

impl Vote {
    /// Returns it as bytes: match, seat and holder, number.
    pub(in crate::play) fn packed(self) -> [u8; PACKED] {
        packed(self.match_id, (self.seat, self.holder), self.number)
    }

    /// Reads what [`Vote::packed`] returns.
    pub(in crate::play) fn unpacked(bytes: &[u8]) -> Option<Vote> {
        let (match_id, (seat, holder), number) = unpacked(bytes)?;
        Some(Vote { match_id, seat, holder, number })
    }
}

/// The path at which a seat answers a proposal.
pub fn proposal_path(secrets: &Secrets, vote: Vote) -> String {
    format!("/proposals/{}", secrets.link(Purpose::ProposalLink, &vote.packed()))
}

/// The say of a token.
pub fn open_proposal(secrets: &Secrets, token: &str) -> Result<Vote> {
    let bytes = secrets.open_link(Purpose::ProposalLink, token);
    bytes.and_then(|bytes| Vote::unpacked(&bytes)).ok_or(Refusal::NotFound("link"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_opens_for_its_own_purpose_only() {
        let secrets = Secrets::parse(&format!("a:{}", "a".repeat(40))).unwrap();
        let id = Uuid::from_u128(7);
        let token = |path: String| path.rsplit_once('/').unwrap().1.to_owned();
        let sign_in = token(sign_in_path(&secrets, SignInId(id)));
        assert_eq!(open_sign_in(&secrets, &sign_in).unwrap(), SignInId(id));
        for side in [Side::Old, Side::New] {
            let token = token(confirm_address_path(&secrets, AddressChangeId(id), side));
            assert_eq!(open_address(&secrets, &token).unwrap(), (AddressChangeId(id), side));
            assert!(open_sign_in(&secrets, &token).is_err());
        }
        for kind in Category::ALL {
            let token = token(unsubscribe_path(&secrets, UserId(id), kind));
            assert_eq!(open_unsubscribe(&secrets, &token).unwrap(), (UserId(id), kind));
            assert!(open_address(&secrets, &token).is_err());
        }
        let invitation = token(invitation_path(&secrets, InvitationId(id)));
        assert_eq!(open_invitation(&secrets, &invitation).unwrap(), InvitationId(id));
        assert!(open_sign_in(&secrets, &invitation).is_err() && open_invitation(&secrets, &sign_in).is_err());
        let join = token(join_path(&secrets, InvitationId(id)));
        assert_eq!(open_join(&secrets, &join).unwrap(), InvitationId(id));
        assert!(open_join(&secrets, &invitation).is_err() && open_invitation(&secrets, &join).is_err());
        let calendar = token(calendar_path(&secrets, UserId(id), 258));
        let calendar = calendar.strip_suffix(".ics").unwrap();
        assert_eq!(open_calendar(&secrets, calendar).unwrap(), (UserId(id), 258));
        assert!(open_calendar(&secrets, &join).is_err() && open_move(&secrets, calendar).is_err());
        let watch = token(watch_path(&secrets, MatchId(id), Seat(5)));
        let vote = Vote { match_id: MatchId(id), seat: Seat(5), holder: 31, number: 258 };
        let proposal = token(proposal_path(&secrets, vote));
        assert_eq!(open_proposal(&secrets, &proposal).unwrap(), vote);
        assert!(open_move(&secrets, &proposal).is_err() && open_proposal(&secrets, &sign_in).is_err());
        let turn = Turn { match_id: MatchId(id), seat: Seat(5), holder: 31, turn: 258 };
        let token = token(move_path(&secrets, &turn));
        assert_eq!(open_move(&secrets, &token).unwrap(), turn);
        assert!(open_move(&secrets, &sign_in).is_err() && open_unsubscribe(&secrets, &token).is_err());
        assert_eq!(open_watch(&secrets, &watch).unwrap(), (MatchId(id), Seat(5)));
        assert!(open_move(&secrets, &watch).is_err() && open_watch(&secrets, &token).is_err());
        assert!(open_address(&secrets, &sign_in).is_err() && open_unsubscribe(&secrets, &sign_in).is_err());
    }
}
