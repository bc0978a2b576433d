//! The addresses of replies. Each email that can be replied to has one of its own, which is a key to one turn, one invitation, one
//! proposal or one person's lists; every email has an address to which it returns if it cannot be delivered. None of them is stored.

use engine::Seat;
use uuid::Uuid;

use super::links::{PACKED, Turn, Vote};
use crate::address::Addresses;
use crate::category::Category;
use crate::db::incoming::KeyColumns;
use crate::db::words::IncomingKey;
use crate::ids::{EmailId, Home, InvitationId, MatchId, UserId};
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
    /// Replies to a list of matches, of this category.
    List(UserId, Category),
    /// This email comes back.
    Bounce(EmailId),
}

/// The first byte of a token of a turn, of a turn in which to resign, of an invitation, of a proposal, and of a list.
const KINDS: [u8; 5] = [0, 1, 2, 3, 4];

impl Key {
    /// The address for replies to an email with this key.
    pub fn address(self, addresses: &Addresses, secrets: &Secrets) -> String {
        let [turn, resign, invitation, proposal, list] = KINDS;
        let reply = |kind: u8, subject: [u8; PACKED]| {
            let subject = [&[kind][..], &subject].concat();
            addresses.reply.with(&secrets.address_token(Purpose::ReplyAddress, &subject))
        };
        match self {
            Key::Turn(of) => reply(turn, of.packed()),
            Key::Resign(of) => reply(resign, of.packed()),
            Key::Invitation(InvitationId(id)) => reply(invitation, in_place(id, 0).packed()),
            Key::Proposal(vote) => reply(proposal, vote.packed()),
            Key::List(UserId(id), category) => reply(list, in_place(id, category.number()).packed()),
            Key::Bounce(id) => addresses.bounce.with(&secrets.address_token(Purpose::BounceAddress, id.0.as_bytes())),
        }
    }

    /// The columns in which a message to this key keeps it.
    pub fn columns(self) -> (Home, KeyColumns) {
        let of =
            |key, home, match_id, seat, holder, turn| (Home(home), KeyColumns { key, match_id, seat, holder, turn });
        let of_turn = |key, Turn { match_id, seat, holder, turn }: Turn| {
            of(key, match_id.0, Some(match_id), Some(seat), holder, Some(turn))
        };
        match self {
            Key::Turn(turn) => of_turn(IncomingKey::Turn, turn),
            Key::Resign(turn) => of_turn(IncomingKey::Resign, turn),
            Key::Invitation(InvitationId(id)) => of(IncomingKey::Invitation, id, None, None, 0, None),
            Key::Proposal(Vote { match_id, seat, holder, number }) => {
                of(IncomingKey::Proposal, match_id.0, Some(match_id), Some(seat), holder, Some(number))
            }
            Key::List(UserId(id), category) => of(IncomingKey::List, id, None, Some(Seat(category.number())), 0, None),
            Key::Bounce(EmailId(id)) => of(IncomingKey::Bounce, id, None, None, 0, None),
        }
    }

    /// The key that these columns keep; `None` if one of them is empty that the key needs.
    pub fn from_columns(home: Home, columns: &KeyColumns) -> Option<Key> {
        let KeyColumns { key, match_id, seat, holder, turn } = *columns;
        let of_turn = || Some(Turn { match_id: match_id?, seat: seat?, holder, turn: turn? });
        match key {
            IncomingKey::Turn => of_turn().map(Key::Turn),
            IncomingKey::Resign => of_turn().map(Key::Resign),
            IncomingKey::Invitation => Some(Key::Invitation(InvitationId(home.0))),
            IncomingKey::Proposal => {
                let Turn { match_id, seat, holder, turn: number } = of_turn()?;
                Some(Key::Proposal(Vote { match_id, seat, holder, number }))
            }
            IncomingKey::List => Some(Key::List(UserId(home.0), Category::numbered(seat?.0)?)),
            IncomingKey::Bounce => Some(Key::Bounce(EmailId(home.0))),
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
        let subject = secrets.open_address_token(Purpose::ReplyAddress, &addresses.reply.token_of(address)?)?;
        let (kind, rest) = subject.split_first()?;
        match KINDS.iter().position(|one| one == kind)? {
            0 => Turn::unpacked(rest).map(Key::Turn),
            1 => Turn::unpacked(rest).map(Key::Resign),
            2 => Turn::unpacked(rest).map(|of| Key::Invitation(InvitationId(of.match_id.0))),
            3 => Vote::unpacked(rest).map(Key::Proposal),
            _ => {
                let of = Turn::unpacked(rest)?;
                Category::numbered(of.seat.0).map(|category| Key::List(UserId(of.match_id.0), category))
            }
        }
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
            let addresses = Addresses { bounce: Pattern::of_bounces(&reply), reply };
            let vote = Vote { match_id: MatchId(id), seat: Seat(5), holder: 31, number: 258 };
            for key in [
                Key::Turn(turn),
                Key::Resign(turn),
                Key::Invitation(InvitationId(id)),
                Key::Proposal(vote),
                Key::List(UserId(id), Category::Digest),
                Key::Bounce(EmailId(id)),
            ] {
                let address = key.address(&addresses, &secrets);
                crate::address::check(&address).unwrap();
                assert_eq!(Key::from_address(&address, &addresses, &secrets), Some(key));
                assert_eq!(Key::from_address(&address.to_uppercase(), &addresses, &secrets), Some(key));
                let (home, columns) = key.columns();
                assert_eq!(Key::from_columns(home, &columns), Some(key));
                let other = Secrets::parse(&format!("b:{}", "b".repeat(40))).unwrap();
                assert_eq!(Key::from_address(&address, &addresses, &other), None);
            }
            for other in ["play@turnpost.example", "postmaster@turnpost.example", "play+aaaa@turnpost.example", ""] {
                assert_eq!(Key::from_address(other, &addresses, &secrets), None, "{other}");
            }
        }
    }
}
