//! The table of allowed dependencies between the modules of the server, and the test that reads every path in their sources.

mod circles;
mod paths;
mod rooms;

use std::path::{Path, PathBuf};

use self::paths::{Arrow, arrows};

/// The modules that everything may use, and that use nothing of ours.
const LEAVES: &[&str] = &[
    "clock",
    "secrets",
    "failpoint",
    "machine",
    "metrics",
    "picture",
    "work_pool",
    "ids",
    "address",
    "category",
    "brief",
    "token",
    "limits",
    "connections",
    "network",
    "deprecation",
    "vapid",
];

/// The modules that each module may use. A name with `::` allows that part of the module only.
const TABLE: &[(&str, &[&[&str]])] = &[
    ("clock", &[]),
    ("client", &[]),
    ("secrets", &[]),
    ("failpoint", &[]),
    ("machine", &[&["clock"]]),
    ("metrics", &[&["machine"]]),
    ("picture", &[]),
    ("deprecation", &[]),
    ("work_pool", &[&["limits::Asker", "ids"]]),
    ("ids", &[]),
    ("network", &[]),
    ("address", &[]),
    ("category", &[]),
    ("brief", &[]),
    ("token", &[&["clock", "secrets", "ids"]]),
    ("limits", &[&["clock", "secrets", "ids"]]),
    ("connections", &[&["limits::Asker"]]),
    ("vapid", &[&["secrets"]]),
    // All mistakes of the settings are reported at once, so those of emails are checked here by the library that uses them.
    (
        "config",
        &[&["mail::Link", "mail::Post", "mail::BadSetting", "mail::sender", "mail::Signer", "mail::imap"], LEAVES],
    ),
    ("postgres", &[&["config"], LEAVES]),
    ("db", &[&["clock", "ids", "category"]]),
    ("mail", &[&["clock", "ids", "picture", "address", "category", "brief"]]),
    // Streams are counted for an account or a network, and tell the phase of a match. What has ended is known for as long as tokens are
    // valid.
    ("events", &[&["clock", "ids", "limits::Asker", "token::ACCESS_MINUTES", "db::words::Phase"]]),
    ("app", &[&["config", "db", "mail", "events"], LEAVES]),
    (
        "play",
        &[&[
            "db",
            "events",
            "app",
            "token",
            "secrets",
            "clock",
            "limits",
            "work_pool",
            "failpoint",
            "ids",
            "address",
            "category",
            "brief",
            "network",
            "vapid",
        ]],
    ),
    ("outbox", &[&["app", "play", "mail", "db", "events"], LEAVES]),
    ("inbox", &[&["app", "play", "mail", "db", "events", "config::MailPlace"], LEAVES]),
    // Programs of the host hand over messages.
    ("http", &[&["play", "events", "app", "inbox::receive"], LEAVES, READS]),
    // Where there is no mail server, the page of kept emails takes answers.
    ("pages", &[&["play", "events", "app", "http", "inbox::by_hand"], LEAVES, READS]),
    ("worker", &[&["app", "play", "outbox", "inbox", "db", "events"], LEAVES]),
    ("document", &[&["http", "deprecation"]]),
    ("routes", &[&["document", "http", "pages", "deprecation"]]),
    ("server", &[&["routes", "document", "http", "pages", "app", "config"], LEAVES]),
    (
        "boot",
        &[
            &[
                "server",
                "worker",
                "outbox",
                "inbox",
                "app",
                "postgres",
                "config",
                "db",
                "mail",
                "events",
                "play::game::alive",
            ],
            LEAVES,
        ],
    ),
    (
        "backup",
        &[
            &[
                "boot",
                "config",
                "db::distribute",
                "db::dump",
                "db::Access",
                "db::Connection",
                "db::Migration",
                "db::Trouble",
                "play::matches::history",
                "play::Refusal",
                "postgres::no_links",
            ],
            LEAVES,
        ],
    ),
    ("demo", &[&["boot", "postgres", "client", "config", "play::telling::links"], LEAVES]),
    (
        "program",
        &[
            &[
                "demo", "backup", "boot", "worker", "routes", "document", "outbox", "inbox", "play", "app", "postgres",
                "config", "db", "mail", "client",
            ],
            LEAVES,
        ],
    ),
    ("main", &[&["program"]]),
];

/// The parts of `db` that handlers may use: rows, and reads that need no decision.
const READS: &[&str] = &[
    "db::Connection",
    "db::Result",
    "db::Trouble",
    "db::address_changes::list",
    "db::bots::Bot",
    "db::bots::OpenBotRow",
    "db::bots::list",
    "db::clients::Client",
    "db::clients::list",
    "db::conditional::OwnConditionalRow",
    "db::conditional::of_user",
    "db::grants::Grant",
    "db::grants::list",
    "db::hooks::Hook",
    "db::hooks::list",
    "db::invitations::InvitationRow",
    "db::invitations::Part",
    "db::invitations::of_user",
    "db::kept_emails::KeptRow",
    "db::kept_emails::find",
    "db::kept_emails::list",
    "db::emails::EmailFigures",
    "db::emails::figures",
    "db::lists",
    "db::matches::late",
    "db::notes::NoteRow",
    "db::notes::of_user",
    "db::own",
    "db::past",
    "db::notices::Notice",
    "db::notices::of_user",
    "db::people::AddressChange",
    "db::people::Person",
    "db::people::SignIn",
    "db::personal_tokens::PersonalToken",
    "db::personal_tokens::list",
    "db::brought::BroughtRow",
    "db::decks::DeckRow",
    "db::decks::of_user",
    "db::private_notes::PrivateNoteRow",
    "db::private_notes::find",
    "db::private_notes::of_user",
    "db::proposals::ProposalRow",
    "db::pushes::Push",
    "db::pushes::list",
    "db::ratings::ListedRow",
    "db::reports::ReportRow",
    "db::reports::of_user",
    "db::sessions::Session",
    "db::sessions::list",
    "db::sessions::list_all",
    "db::sign_ins::list",
    "db::tables",
    "db::entries::EntryRow",
    "db::entries::OwnTournamentRow",
    "db::entries::own",
    "db::tournaments::TournamentRow",
    "db::tournaments::featured",
    "db::tournaments::list",
    "db::tournaments::of_person",
    "db::words::PairingState",
    "db::words::TournamentFormat",
    "db::watches::WatchRow",
    "db::watches::has",
    "db::watches::of_user",
];

fn allowed(arrow: &Arrow) -> bool {
    let begins_with = |path: &str, start: &str| path == start || path.starts_with(&format!("{start}::"));
    // To name the module of an allowed part is no more than to name the part.
    let covers = |entry: &str| begins_with(&arrow.to, entry) || begins_with(entry, &arrow.to);
    TABLE.iter().filter(|(module, _)| *module == arrow.from).flat_map(|(_, may)| may.concat()).any(covers)
}

fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("api/src");
    paths::sources(&root)
}

#[test]
fn every_dependency_between_modules_is_in_the_table() {
    let found: Vec<Arrow> = sources().iter().flat_map(|(path, text)| arrows(path, text)).collect();
    assert!(found.len() > 200, "only {} paths were read", found.len());
    let outside: Vec<String> = found.iter().filter(|arrow| !allowed(arrow)).map(ToString::to_string).collect();
    assert!(outside.is_empty(), "not in the table of tests/all/architecture.rs:\n{}", outside.join("\n"));
}

#[test]
fn every_module_has_a_row_in_the_table() {
    for (path, _) in sources() {
        let module = paths::module(&path);
        let top = module.first().map_or("main", String::as_str);
        assert!(TABLE.iter().any(|(name, _)| *name == top), "{}: {top} is not in the table", path.display());
    }
}

#[test]
fn the_table_has_no_circle() {
    let uses = |from: &str| {
        TABLE.iter().filter(|(name, _)| *name == from).flat_map(|(_, may)| may.concat()).collect::<Vec<_>>()
    };
    for (name, _) in TABLE {
        let (mut open, mut seen) = (vec![*name], Vec::new());
        while let Some(module) = open.pop() {
            for next in uses(module).into_iter().map(|entry| entry.split("::").next().unwrap()) {
                assert_ne!(next, *name, "{name} uses itself by way of {module}");
                if !seen.contains(&next) {
                    seen.push(next);
                    open.push(next);
                }
            }
        }
    }
}

#[test]
fn paths_are_found_in_every_form() {
    let text = r##"
//! crate::comment is no path, nor is "crate::string".
use crate::{alpha, beta::{self, deep::Thing}, gamma as other};
use super::super::delta::One;
pub use super::sibling;
use std::{collections::{self, BTreeMap}, fmt};
/* crate::block /* crate::nested */ */
const TEXT: &str = r#"crate::raw"#;
macro_rules! made { () => { $crate::epsilon::make() } }
fn call<'a>(c: char) -> impl Sized + use<'a> {
    if c == '"' || c == '\'' { crate::zeta::run::<crate::eta::Type>() }
    alpha::part::call();
    other::more();
    collections::vec();
    x.beta::<u8>()
}
mod inner {
    use super::super::super::theta::*;
    use super::super::stays;
}
"##;
    let found = arrows(Path::new("api/src/room/file.rs"), text);
    let told: Vec<String> = found.iter().map(ToString::to_string).collect();
    let expected = [
        (3, "alpha"),
        (3, "beta"),
        (3, "beta::deep::Thing"),
        (3, "gamma"),
        (4, "delta::One"),
        (9, "epsilon::make"),
        (11, "zeta::run"),
        (11, "eta::Type"),
        (12, "alpha::part::call"),
        (13, "gamma::more"),
        (18, "theta"),
    ];
    let expected = expected.map(|(line, to)| format!("api/src/room/file.rs:{line}: room uses {to}"));
    assert_eq!(told, expected);
}

#[test]
fn a_planted_arrow_is_not_allowed() {
    for (path, text) in [
        ("api/src/play/planted.rs", "use crate::http::problem::Problem;"),
        ("api/src/play/planted.rs", "use crate::{clock, mail};"),
        ("api/src/db/planted.rs", "fn f() { crate::play::refusal::caught(); }"),
        ("api/src/mail/planted.rs", "use super::super::db;"),
        ("api/src/config.rs", "use crate::mail::compose;"),
        ("api/src/http/planted.rs", "use crate::db;\nfn f() { db::matches::insert() }"),
        ("api/src/clock.rs", "use crate::secrets;"),
    ] {
        let found = arrows(Path::new(path), text);
        assert!(found.iter().any(|arrow| !allowed(arrow)), "{path}: {text}");
    }
    let reads = arrows(Path::new("api/src/http/planted.rs"), "use crate::db;\nfn f() { db::lists::public() }");
    assert!(reads.iter().all(allowed) && reads.len() == 2);
}

/// The modules of the engine, each after those it uses. The games stand at the end and do not know each other.
const ENGINE: &[&str] = &[
    "seat",
    "as_text",
    "schema",
    "moment",
    "notation",
    "dice",
    "board",
    "hex",
    "square",
    "scene",
    "library",
    "svg",
    "text",
    "chair",
    "choice",
    "settings",
    "info",
    "rating",
    "game",
    "options",
    "players",
    "rules",
    "hint",
    "journey",
    "explore",
    "erased",
    "openapi",
    "golden",
    "sample_scenes",
    "records",
    "how_to_play",
    "lessons",
    "laws",
    "tidy",
];
const GAMES: &[&str] = &["magma", "magnapoco", "magnet", "ice", "magic"];

#[test]
fn the_engine_has_no_arrow_back_up() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join("engine/src");
    let place = |module: &str| ENGINE.iter().position(|name| *name == module);
    // Unit tests may use what is above their module.
    let code = |text: &str| text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
    let sources = paths::sources(&root);
    let sources = sources.iter().filter(|(path, _)| !path.ends_with("tests.rs"));
    for arrow in sources.flat_map(|(path, text)| arrows(path, &code(text))) {
        let top = arrow.to.split("::").next().unwrap();
        let good = match (place(&arrow.from), place(top)) {
            (Some(from), Some(to)) => to < from,
            // Games use the kernel only; an item of the root, such as the list of games, is for what checks all games.
            (None, Some(_)) => GAMES.contains(&arrow.from.as_str()),
            (Some(_), None) => {
                ["records", "how_to_play", "lessons", "laws", "tidy"].contains(&arrow.from.as_str())
                    && !GAMES.contains(&top)
            }
            (None, None) => false,
        };
        assert!(good, "{arrow}");
    }
}
