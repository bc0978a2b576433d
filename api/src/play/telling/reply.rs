//! The addresses of replies. Each email to a person has one of its own, which is a key to one turn, one invitation, one proposal, one
//! request or the person; every email has an address to which it returns if it cannot be delivered. None of them is stored.

use engine::Seat;
use uuid::Uuid;

use super::lessons::AtStep;
use super::links::{PACKED, Turn, Vote};
use crate::address::Addresses;
use crate::category::Category;
use crate::db::incoming::KeyBytes;
use crate::ids::{EmailId, Home, InvitationId, MatchId, UserId};
use crate::play::{Refusal, Result};
use crate::secrets::{Purpose, Secrets};

/// The meaning of an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Key {
    /// Moves in this turn.
    Turn(Turn),
    /// Moves in this turn; `resign` needs no second email.
    Resign(Turn),
    /// Answers this invitation.
    Invitation(InvitationId),
    /// Answers a proposal for a seat.
    Proposal(Vote),
    /// Commands of a person. `stop` and `start` are about emails of this category.
    Person(UserId, Category),
    /// Answers a step of a lesson; commands are understood, too.
    Lesson(UserId, AtStep),
    /// Answers the question whether to do what the message to this home asks for whose id ends with this number.
    Request(Home, u32),
    /// A message to the standing address, of a mailbox with this home: no address is such a key, and its id ends with this number.
    Standing(Home, u32),
    /// This email comes back.
    Bounce(EmailId),
}

impl Key {
    /// The address for replies to an email with this key.
    pub fn address(self, addresses: &Addresses, secrets: &Secrets) -> String {
        match self {
            Key::Bounce(id) => addresses.bounce.with(&secrets.address_token(Purpose::BounceAddress, id.0.as_bytes())),
            Key::Standing(..) => addresses.standing.clone(),
            Key::Turn(_)
            | Key::Resign(_)
            | Key::Invitation(_)
            | Key::Proposal(_)
            | Key::Person(..)
            | Key::Lesson(..)
            | Key::Request(..) => addresses.reply.with(&secrets.address_token(Purpose::ReplyAddress, &self.bytes())),
        }
    }

    /// Returns it as bytes: its kind and what it is the key to.
    pub fn bytes(self) -> KeyBytes {
        let (kind, packed) = match self {
            Key::Turn(of) => (0, of.packed()),
            Key::Resign(of) => (1, of.packed()),
            Key::Invitation(InvitationId(id)) => (2, in_place(id, 0).packed()),
            Key::Proposal(vote) => (3, vote.packed()),
            Key::Person(UserId(id), category) => (4, in_place(id, category.number()).packed()),
            Key::Bounce(EmailId(id)) => (5, in_place(id, 0).packed()),
            Key::Request(Home(id), end) => (6, Turn { turn: end, ..in_place(id, 0) }.packed()),
            Key::Standing(Home(id), end) => (7, Turn { turn: end, ..in_place(id, 0) }.packed()),
            Key::Lesson(UserId(id), at) => {
                let (turn, holder) = at.packed();
                (8, Turn { turn, holder, ..in_place(id, 0) }.packed())
            }
        };
        let mut bytes = [kind; 1 + PACKED];
        bytes[1..].copy_from_slice(&packed);
        bytes
    }

    /// Reads what [`Key::bytes`] returns.
    pub fn from_bytes(bytes: &[u8]) -> Option<Key> {
        let (kind, packed) = bytes.split_first()?;
        let of = Turn::unpacked(packed)?;
        match kind {
            0 => Some(Key::Turn(of)),
            1 => Some(Key::Resign(of)),
            2 => Some(Key::Invitation(InvitationId(of.match_id.0))),
            3 => Vote::unpacked(packed).map(Key::Proposal),
            4 => Category::numbered(of.seat.0).map(|category| Key::Person(UserId(of.match_id.0), category)),
            5 => Some(Key::Bounce(EmailId(of.match_id.0))),
            6 => Some(Key::Request(Home(of.match_id.0), of.turn)),
            7 => Some(Key::Standing(Home(of.match_id.0), of.turn)),
            8 => Some(Key::Lesson(UserId(of.match_id.0), AtStep::unpacked(of.turn, of.holder))),
            _ => None,
        }
    }

    /// Reads the key of a stored message.
    pub fn stored(bytes: &KeyBytes) -> Result<Key> {
        Key::from_bytes(bytes).ok_or_else(|| Refusal::Broken("the key of a message".to_owned()))
    }

    /// The home of messages to this key.
    pub fn home(self) -> Home {
        match self {
            Key::Turn(Turn { match_id: MatchId(id), .. })
            | Key::Resign(Turn { match_id: MatchId(id), .. })
            | Key::Proposal(Vote { match_id: MatchId(id), .. })
            | Key::Invitation(InvitationId(id))
            | Key::Person(UserId(id), _)
            | Key::Lesson(UserId(id), _)
            | Key::Bounce(EmailId(id)) => Home(id),
            Key::Request(home, _) | Key::Standing(home, _) => home,
        }
    }

    /// The turn that it is the key to.
    pub fn turn(self) -> Option<Turn> {
        match self {
            Key::Turn(turn) | Key::Resign(turn) => Some(turn),
            Key::Invitation(_)
            | Key::Proposal(_)
            | Key::Person(..)
            | Key::Lesson(..)
            | Key::Request(..)
            | Key::Standing(..)
            | Key::Bounce(_) => None,
        }
    }

    /// The key of an address; `None` if it is none of ours, or this server did not make it.
    pub fn from_address(address: &str, addresses: &Addresses, secrets: &Secrets) -> Option<Key> {
        // One pattern may fit both: `%@DOMAIN` fits `bounce+%@DOMAIN`.
        let bounced = addresses.bounce.token_of(address);
        let email = bounced.and_then(|token| secrets.open_address_token(Purpose::BounceAddress, &token));
        if let Some(email) = email {
            return Uuid::from_slice(&email).ok().map(EmailId).map(Key::Bounce);
        }
        let token = addresses.reply.token_of(address)?;
        Key::from_bytes(&secrets.open_address_token(Purpose::ReplyAddress, &token)?)
    }
}

/// A key that concerns no turn: its id and a number are in the places of those of the match and of the seat.
fn in_place(id: Uuid, number: u8) -> Turn {
    Turn { match_id: MatchId(id), seat: Seat(number), holder: 0, turn: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Pattern;

    #[test]
    fn every_address_has_one_meaning() {
        let secrets = Secrets::parse(&format!("a:{}", "a".repeat(40))).unwrap();
        let id = Uuid::from_u128(7);
        let turn = Turn { match_id: MatchId(id), seat: Seat(5), holder: 31, turn: 258 };
        for reply in ["play+%@turnpost.example", "%@turnpost.example"] {
            let reply: Pattern = reply.parse().unwrap();
            let addresses = Addresses { bounce: Pattern::of_bounces(&reply), standing: reply.standing(), reply };
            let vote = Vote { match_id: MatchId(id), seat: Seat(5), holder: 31, number: 258 };
            for key in [
                Key::Turn(turn),
                Key::Resign(turn),
                Key::Invitation(InvitationId(id)),
                Key::Proposal(vote),
                Key::Person(UserId(id), Category::Digest),
                Key::Lesson(UserId(id), AtStep { game: 4, lesson: 7, step: 9, day: 65_535 }),
                Key::Request(Home(id), 0x8000_0001),
                Key::Bounce(EmailId(id)),
            ] {
                let address = key.address(&addresses, &secrets);
                crate::address::check(&address).unwrap();
                assert_eq!(Key::from_address(&address, &addresses, &secrets), Some(key));
                assert_eq!(Key::from_address(&address.to_uppercase(), &addresses, &secrets), Some(key));
                assert_eq!(Key::stored(&key.bytes()).unwrap(), key);
                let other = Secrets::parse(&format!("b:{}", "b".repeat(40))).unwrap();
                assert_eq!(Key::from_address(&address, &addresses, &other), None);
            }
            for other in ["play@turnpost.example", "postmaster@turnpost.example", "play+aaaa@turnpost.example", ""] {
                assert_eq!(Key::from_address(other, &addresses, &secrets), None, "{other}");
            }
        }
    }
}
