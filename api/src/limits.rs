//! Limits of requests: the generic cell rate algorithm, in memory, per account, token or network address.

mod allowance;
mod by_sender;
mod failures;
mod known;
mod rate;

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Instant;

use uuid::Uuid;

use self::by_sender::BySender;
use self::rate::{DAY, HOUR, MINUTE, Rate};
use crate::ids::UserId;
pub use allowance::Allowance;
pub use failures::Failures;
pub use known::KnownTokens;

/// A sender whose requests are counted together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asker {
    /// An account that is signed in.
    Account(UserId),
    /// A program with a token of an account: it takes no requests from the account's owner, or from other programs.
    Program(Program),
    /// A network address without an account: an IPv4 address, or an IPv6 network of 64 bits, the size that one household gets.
    Network(IpAddr),
}

/// A program that acts for an account.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Program {
    /// The account that is responsible for it.
    pub of: UserId,
    /// The id of its personal access token, or of the grant of an app.
    pub token: Uuid,
}

impl Asker {
    /// The sender behind a network address.
    pub fn network(address: IpAddr) -> Asker {
        Asker::Network(match address {
            IpAddr::V4(_) => address,
            IpAddr::V6(six) => match six.to_ipv4_mapped() {
                Some(four) => IpAddr::V4(four),
                None => prefix(six, 64),
            },
        })
    }

    /// The sender for work that an account may have once: the account that is responsible for a program, else the sender itself.
    pub fn responsible(self) -> Asker {
        match self {
            Asker::Program(program) => Asker::Account(program.of),
            Asker::Account(_) | Asker::Network(_) => self,
        }
    }

    /// The sender as a text.
    pub fn place(self) -> String {
        match self {
            Asker::Account(user) | Asker::Program(Program { of: user, .. }) => user.0.to_string(),
            Asker::Network(address) => address.to_string(),
        }
    }

    /// The beginning of the network address, as a person may recognise it: three numbers of IPv4, or three groups of IPv6.
    pub fn beginning(self) -> String {
        match self {
            Asker::Account(user) | Asker::Program(Program { of: user, .. }) => user.0.to_string(),
            Asker::Network(IpAddr::V4(four)) => {
                let [a, b, c, _] = four.octets();
                format!("{a}.{b}.{c}")
            }
            Asker::Network(IpAddr::V6(six)) => {
                let [a, b, c, ..] = six.segments();
                format!("{a:x}:{b:x}:{c:x}")
            }
        }
    }

    /// The part of the network around it as a text: 24 bits of an IPv4 address and 48 of an IPv6 address, which stay the same where a
    /// household gets a new address now and then.
    pub fn neighbourhood(self) -> String {
        match self {
            Asker::Account(user) | Asker::Program(Program { of: user, .. }) => user.0.to_string(),
            Asker::Network(IpAddr::V4(four)) => IpAddr::from((u32::from(four) >> 8 << 8).to_be_bytes()).to_string(),
            Asker::Network(IpAddr::V6(six)) => prefix(six, 48).to_string(),
        }
    }
}

/// The network with this many bits that an address is in.
fn prefix(address: Ipv6Addr, bits: u32) -> IpAddr {
    let rest = 128 - bits;
    IpAddr::from((u128::from(address) >> rest << rest).to_be_bytes())
}

/// All limits. Each method counts one event, or returns the seconds to wait if the limit is reached.
pub struct Limits {
    requests: BySender,
    /// The tokens that were good lately.
    pub known_tokens: KnownTokens,
    sign_ins: Rate<(String, Asker)>,
    sign_ins_to: Rate<String>,
    sign_ins_to_in_a_day: Rate<String>,
    sign_ins_reserved: Rate<String>,
    sign_ins_from: BySender,
    guests: BySender,
    emails_to: Rate<String>,
    emails_to_in_a_day: Rate<String>,
    emails_from: Rate<UserId>,
    emails_from_to: Rate<(UserId, String)>,
    invitations: Rate<UserId>,
    address_changes: Rate<UserId>,
    address_changes_to: Rate<String>,
    guesses: BySender,
    codes_in_an_hour: BySender,
    /// The records of the last day that could not be imported.
    pub failed_imports: Failures,
    creates: Rate<UserId>,
    joins: Rate<UserId>,
    messages_to: Rate<String>,
    messages_from: Rate<UserId>,
    messages: Rate<()>,
    standing_from: Rate<String>,
    standing: Rate<()>,
    welcomes: Rate<()>,
    bounces_of: Rate<String>,
    bounces: Rate<()>,
}

/// The numbers of the limits.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// Requests a minute from one sender.
    pub requests_per_minute: u32,
    /// Sign-in emails an hour to one address from one network.
    pub sign_ins_per_hour: u32,
    /// Guests an hour from one network.
    pub guests_per_hour: u32,
    /// Codes an hour that one network enters.
    pub codes_per_hour: u32,
    /// Matches an hour that one account creates.
    pub matches_per_hour: u32,
    /// Messages per hour that reply to one email.
    pub replies_per_email: u32,
    /// Messages per hour that reply to the emails of one person.
    pub replies_per_person: u32,
    /// Messages an hour.
    pub replies_per_hour: u32,
}

impl Limits {
    /// Limits without any request counted so far. A number of 0 counts as 1.
    pub fn new(numbers: Numbers) -> Limits {
        let an_hour = numbers.sign_ins_per_hour.max(1);
        let times = |number| an_hour.saturating_mul(number);
        let per_minute = numbers.requests_per_minute;
        Limits {
            requests: BySender::new(MINUTE, |senders| per_minute.saturating_mul(senders)),
            known_tokens: KnownTokens::new(),
            sign_ins: Rate::new(an_hour, HOUR),
            sign_ins_to: Rate::new(times(5), HOUR),
            sign_ins_to_in_a_day: Rate::new(times(10), DAY),
            sign_ins_reserved: Rate::new(times(5), DAY),
            sign_ins_from: BySender::new(HOUR, |senders| times(senders.saturating_mul(5))),
            guests: BySender::new(HOUR, |senders| numbers.guests_per_hour.saturating_mul(senders)),
            emails_to: Rate::new(an_hour, HOUR),
            emails_to_in_a_day: Rate::new(times(2), DAY),
            emails_from: Rate::new(times(5), HOUR),
            emails_from_to: Rate::new(an_hour.div_ceil(2), DAY),
            invitations: Rate::new(times(20), HOUR),
            address_changes: Rate::new(an_hour, HOUR),
            address_changes_to: Rate::new(times(2), DAY),
            guesses: BySender::new(MINUTE, |senders| per_minute.div_ceil(10).saturating_mul(senders)),
            // A site has as many as two networks.
            codes_in_an_hour: BySender::new(HOUR, |senders| numbers.codes_per_hour.saturating_mul(senders.min(2))),
            failed_imports: Failures::default(),
            creates: Rate::new(numbers.matches_per_hour, HOUR),
            joins: Rate::new(numbers.matches_per_hour.saturating_mul(2), HOUR),
            messages_to: Rate::new(numbers.replies_per_email, HOUR),
            messages_from: Rate::new(numbers.replies_per_person, HOUR),
            messages: Rate::new(numbers.replies_per_hour, HOUR),
            standing_from: Rate::new(numbers.replies_per_email, HOUR),
            standing: Rate::new(numbers.replies_per_hour, HOUR),
            welcomes: Rate::new(times(10), HOUR),
            bounces_of: Rate::new(numbers.replies_per_email, HOUR),
            bounces: Rate::new(numbers.replies_per_hour, HOUR),
        }
    }

    /// A request of any kind.
    pub fn request(&self, asker: Asker) -> Result<Allowance, u64> {
        self.requests.check_many(asker, NonZeroU32::MIN).map(|left| self.allowance(asker, left))
    }

    /// What a sender with so many requests left may ask for.
    pub fn allowance(&self, asker: Asker, left: u32) -> Allowance {
        Allowance { asker, max: self.requests.max(), left }
    }

    /// A request that costs as much as this many more.
    pub fn costs(&self, asker: Asker, more: NonZeroU32) -> Result<(), u64> {
        self.requests.check_many(asker, more).map(drop)
    }

    /// A request of this network for a sign-in email to this mailbox. It counts what the network has asked for and nothing else, so its
    /// response can be told.
    pub fn sign_in(&self, mailbox: &str, from: Asker) -> Result<(), u64> {
        self.sign_ins_from.check(from)?;
        self.sign_ins.count((mailbox.to_owned(), from))
    }

    /// A guest who begins to play.
    pub fn guest(&self, from: Asker) -> Result<(), u64> {
        self.guests.check(from)
    }

    /// A sign-in email to this mailbox; `known` if its owner has signed in from the network that asks. Those networks have a reserve, so
    /// that all others together cannot use up the emails of the owner. Returns whether there is room, which must not be told: it depends
    /// on what others asked for.
    pub fn sign_in_email(&self, mailbox: &str, known: bool) -> bool {
        let mailbox = mailbox.to_owned();
        if known {
            return self.sign_ins_reserved.count(mailbox).is_ok();
        }
        self.sign_ins_to.count(mailbox.clone()).is_ok() && self.sign_ins_to_in_a_day.count(mailbox).is_ok()
    }

    /// A request of an account to invite a person. It counts the requests of the account alone, so its response can be told.
    pub fn invitation(&self, by: UserId) -> Result<(), u64> {
        self.invitations.count(by)
    }

    /// An email to this mailbox that another player causes. It does not count as a sign-in email. Counted for the player and the
    /// mailbox first, so that one player cannot use up what the mailbox may get. Returns whether there is room, which must not be told:
    /// it depends on emails of others, and tells which handle and which address belong together.
    pub fn email(&self, mailbox: &str, by: UserId) -> bool {
        let mailbox = mailbox.to_owned();
        self.emails_from_to.count((by, mailbox.clone())).is_ok()
            && self.emails_from.count(by).is_ok()
            && self.emails_to.count(mailbox.clone()).is_ok()
            && self.emails_to_in_a_day.count(mailbox).is_ok()
    }

    /// A request of an account to change its address. It counts the requests of the account alone, so its response can be told.
    pub fn address_change(&self, by: UserId) -> Result<(), u64> {
        self.address_changes.count(by)
    }

    /// An email to this mailbox that confirms a new address. It does not count among emails that other players cause. Returns whether
    /// there is room, which must not be told.
    pub fn address_email(&self, mailbox: &str) -> bool {
        self.address_changes_to.count(mailbox.to_owned()).is_ok()
    }

    /// A sign-in code that is entered, right or wrong; a whole site of IPv6 may enter twice as many as one network.
    pub fn code(&self, from: Asker) -> Result<(), u64> {
        self.guess(from)?;
        self.codes_in_an_hour.check(from)
    }

    /// An attempt at what could be guessed. Links and tokens are too long for that.
    pub fn guess(&self, asker: Asker) -> Result<(), u64> {
        self.guesses.check(asker)
    }

    /// A match that an account creates.
    pub fn create(&self, user: UserId) -> Result<(), u64> {
        self.creates.count(user)
    }

    /// A match that an account joins.
    pub fn join(&self, user: UserId) -> Result<(), u64> {
        self.joins.count(user)
    }

    /// A message to the address of an email, by which its reader replies.
    pub fn message(&self, address: &str, reader: Option<UserId>) -> Result<(), u64> {
        self.messages_to.count(address.to_owned())?;
        reader.map_or(Ok(()), |reader| self.messages_from.count(reader))?;
        self.messages.count(())
    }

    /// A message to the standing address from this mailbox, which anyone can name: it does not count among replies.
    pub fn standing(&self, mailbox: &str) -> Result<(), u64> {
        self.standing_from.count(mailbox.to_owned())?;
        self.standing.count(())
    }

    /// An email that asks a mailbox without an account whether to make one. The messages that cause them can name any sender, so all of them
    /// together have a limit: the server must not write to many strangers for one.
    pub fn welcome(&self) -> bool {
        self.welcomes.count(()).is_ok()
    }

    /// A message to the address to which an email comes back. It does not count among replies.
    pub fn bounce(&self, address: &str) -> Result<(), u64> {
        self.bounces_of.count(address.to_owned())?;
        self.bounces.count(())
    }

    /// Forgets senders without recent requests; to be called now and then.
    pub fn forget(&self) {
        let now = Instant::now();
        self.requests.forget(now);
        self.sign_ins.forget(now);
        self.sign_ins_to.forget(now);
        self.sign_ins_to_in_a_day.forget(now);
        self.sign_ins_reserved.forget(now);
        self.sign_ins_from.forget(now);
        self.guests.forget(now);
        self.emails_to.forget(now);
        self.emails_to_in_a_day.forget(now);
        self.emails_from.forget(now);
        self.emails_from_to.forget(now);
        self.invitations.forget(now);
        self.address_changes.forget(now);
        self.address_changes_to.forget(now);
        self.guesses.forget(now);
        self.codes_in_an_hour.forget(now);
        self.creates.forget(now);
        self.joins.forget(now);
        self.messages_to.forget(now);
        self.messages_from.forget(now);
        self.standing_from.forget(now);
        self.bounces_of.forget(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: Numbers = Numbers {
        requests_per_minute: 2,
        sign_ins_per_hour: 1,
        guests_per_hour: 1,
        matches_per_hour: 1,
        codes_per_hour: 1,
        replies_per_email: 1,
        replies_per_person: 2,
        replies_per_hour: 3,
    };

    #[test]
    fn an_ipv6_network_of_64_bits_is_counted_as_one() {
        let network = |text: &str| Asker::network(text.parse().unwrap());
        assert_eq!(network("2001:db8::1"), network("2001:db8::ffff:1"));
        assert_ne!(network("2001:db8::1"), network("2001:db8:0:1::1"));
        assert_eq!(network("::ffff:10.0.0.1"), network("10.0.0.1"));
        assert_ne!(network("10.0.0.2"), network("10.0.0.1"));
    }

    #[test]
    fn all_programs_of_an_account_together_have_four_times_the_limit_of_one() {
        let limits = Limits::new(NUMBERS);
        let program =
            |of, token| Asker::Program(Program { of: UserId(Uuid::from_u128(of)), token: Uuid::from_u128(token) });
        let counted = |of| (1..=6).map(|token| limits.request(program(of, token)).is_ok()).collect::<Vec<_>>();
        assert_eq!(counted(1), [true; 6]);
        assert_eq!(counted(1), [true, true, false, false, false, false]);
        assert_eq!(counted(2), [true; 6]);
        assert!(limits.request(Asker::Account(UserId(Uuid::from_u128(1)))).is_ok());
    }

    #[test]
    fn a_request_over_the_limit_gets_the_seconds_to_wait() {
        let limits = Limits::new(NUMBERS);
        let account = Asker::Account(UserId(Uuid::from_u128(1)));
        let left = |left: u32, seconds: u32| {
            let allowance = limits.request(account).unwrap();
            assert_eq!((allowance.max.get(), allowance.left, allowance.seconds()), (2, left, seconds));
        };
        left(1, 30);
        left(0, 60);
        assert!((1..=31).contains(&limits.request(account).unwrap_err()));
        assert!(limits.request(Asker::Account(UserId(Uuid::from_u128(2)))).is_ok());
        let (one, other) = (Some(UserId(Uuid::from_u128(1))), Some(UserId(Uuid::from_u128(2))));
        assert!(limits.message("a", one).is_ok() && limits.message("a", one).is_err());
        assert!(limits.message("b", one).is_ok() && limits.message("c", one).is_err());
        assert!(limits.message("d", other).is_ok() && limits.message("e", None).is_err());
    }
}
