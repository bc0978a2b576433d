//! Tokens, cookies, links, addresses and names, as the modules read them.

use chrono::{DateTime, Utc};
use engine::Seat;
use turnpost::address::{self, Address};
use turnpost::config::{Config, Environment};
use turnpost::ids::{AddressChangeId, InvitationId, MatchId, SessionId, SignInId, UserId};
use turnpost::play::people::names;
use turnpost::play::telling::links::{self, Side, Turn, Vote};
use turnpost::secrets::{Code, Secrets};
use turnpost::token::{self, Bearer, Verified};
use turnpost::{category::Category, play::telling::reply::Key};
use uuid::Uuid;

use super::{fuzz, texts, time_costly};

const WORDS: &[&str] = &[
    "-",
    "_",
    ".",
    "..",
    "=",
    "@",
    "+",
    "%",
    "%40",
    "0",
    "f",
    "A",
    "/",
    "tpp_",
    "tpr_",
    "eyJ",
    "{}",
    "eyJhbGciOiJub25lIn0.",
    "\u{0}",
    "é",
    "\"",
    "<",
    ">",
    "play+",
    "turnpost.example",
    "xn--",
    "[127.0.0.1]",
    "(a)",
    " ",
    "=?utf-8?q?a?=",
];

fn secrets() -> Secrets {
    Secrets::parse(&format!("a:{}", "a".repeat(40))).unwrap()
}

fn now() -> DateTime<Utc> {
    DateTime::from_timestamp(1_767_225_600, 0).unwrap()
}

/// One token of each kind, and the last part of each link.
fn samples(secrets: &Secrets) -> Vec<String> {
    let id = Uuid::from_u128(7);
    let bearer = Bearer { user: UserId(id), session: SessionId(id), is_guest: false };
    let turn = Turn { match_id: MatchId(id), seat: Seat(5), holder: 31, turn: 258 };
    let vote = Vote { match_id: MatchId(id), seat: Seat(5), holder: 31, number: 258 };
    let paths = [
        links::sign_in_path(secrets, SignInId(id)),
        links::confirm_address_path(secrets, AddressChangeId(id), Side::New),
        links::unsubscribe_path(secrets, UserId(id), Category::ALL[0]),
        links::invitation_path(secrets, InvitationId(id)),
        links::move_path(secrets, &turn),
        links::watch_path(secrets, MatchId(id), Seat(1)),
        links::proposal_path(secrets, vote),
    ];
    let mut samples = paths.map(|path| path.rsplit('/').next().unwrap().to_owned()).to_vec();
    samples.push(token::access(secrets, bearer, now()).unwrap().0);
    samples.push(token::cookie(secrets, bearer, now()).unwrap());
    samples.push(token::opaque(token::PERSONAL_PREFIX));
    samples
}

/// Opens a text as every kind of token; returns how many kinds it is.
fn opened(secrets: &Secrets, text: &str) -> usize {
    let found = [
        links::open_sign_in(secrets, text).is_ok(),
        links::open_address(secrets, text).is_ok(),
        links::open_unsubscribe(secrets, text).is_ok(),
        links::open_invitation(secrets, text).is_ok(),
        links::open_move(secrets, text).is_ok(),
        links::open_watch(secrets, text).is_ok(),
        links::open_proposal(secrets, text).is_ok(),
        token::read_access(secrets, &Verified::default(), text, now()).is_some(),
        token::read_cookie(secrets, &Verified::default(), text, now()).is_some(),
    ];
    token::following(secrets, text);
    if let Some(code) = Code::read(text) {
        secrets.is_code(Uuid::from_u128(7), code);
        assert_eq!(Code::read(&code.to_string()), Some(code));
    }
    found.into_iter().filter(|is_open| *is_open).count()
}

#[test]
fn tokens_links_and_cookies() {
    let secrets = secrets();
    let samples = samples(&secrets);
    fuzz("tokens", &texts(samples.clone(), WORDS), |text| {
        // A token that is changed opens nothing, but for the case of hexadecimal digits.
        let is_known = samples.iter().any(|sample| sample.eq_ignore_ascii_case(&text));
        let kinds = opened(&secrets, &text);
        assert!(kinds <= usize::from(is_known), "{kinds}");
    });
    time_costly("tokens", &["a", ".", "eyJ", "tpp_", "0.0."], [1 << 16, 1 << 18], |text| opened(&secrets, text));
}

/// Reads a text as an address, a handle and a name.
fn named(text: &str) {
    if let Ok(read) = Address::read(text) {
        let again = Address::read(read.as_str()).unwrap();
        assert_eq!(again.as_str(), read.as_str(), "an address reads as itself");
        assert_eq!(address::mailbox(read.as_str()), read.mailbox());
    }
    let _ = address::check(text);
    if let Ok(handle) = names::handle(text) {
        assert_eq!(names::handle(&handle).unwrap(), handle, "a handle reads as itself");
    }
    if let Ok(name) = names::name("name", text) {
        assert_eq!(names::name("name", &name).unwrap(), name, "a name reads as itself");
    }
    let _ = names::time_zone(text);
    names::client(Some(text));
    let _ = (turnpost::mail::sender(text), turnpost::mail::message_id(text.as_bytes()));
}

#[test]
fn addresses_and_names() {
    let samples = [
        "ada@example.org",
        "Ada Lovelace",
        "ada",
        "Europe/Berlin",
        "Turnpost <post@turnpost.example>",
        "a.b+c@x-y.example",
    ];
    let samples = samples.map(str::to_owned).to_vec();
    fuzz("names", &texts(samples, WORDS), |text| named(&text));
    time_costly("names", &["a", "a@", ".", "a.", "\u{202e}", "(", "\"", "<"], [1 << 16, 1 << 18], named);
}

#[test]
fn recipients_of_answers() {
    let secrets = secrets();
    let mut table = toml::Table::new();
    table.insert("reply_address".to_owned(), "play+%@turnpost.example".into());
    let addresses = Config::read(&table, &Environment::new()).unwrap().addresses().unwrap();
    let id = Uuid::from_u128(7);
    let key = Key::Turn(Turn { match_id: MatchId(id), seat: Seat(1), holder: 0, turn: 3 });
    let sample = key.address(&addresses, &secrets);
    let read = |text: &str| {
        let found = Key::from_address(text, &addresses, &secrets);
        if let Some(found) = &found {
            assert!(text.trim().eq_ignore_ascii_case(&sample), "{found:?}");
        }
    };
    read(&sample);
    fuzz("recipients", &texts(vec![sample.clone()], WORDS), |text| read(&text));
    time_costly("recipients", &["a", "play+", "@", "%"], [1 << 16, 1 << 18], read);
}
