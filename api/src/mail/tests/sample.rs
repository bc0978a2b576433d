//! Letters to test with.

use std::collections::BTreeMap;
use std::sync::Mutex;

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Act, Eye, Moment, Page, Rules, Seat, Seed};
use uuid::Uuid;

use crate::mail::{
    Board, ConfirmAddress, Deadline, Envelope, Invitation, Lapse, Letter, Link, MatchOver, MatchStarted, Message,
    Player, SignIn, Story, Table, Thread, ToMove, YourTurn, compose, mailbox,
};
use crate::play::links::{self, MailKind};
use crate::secrets::Secrets;

/// What somebody else chose in a letter.
#[derive(Clone, Copy)]
pub(super) struct Taste {
    pub(super) names: [&'static str; 3],
    pub(super) title: &'static str,
    /// Stands in settings and other sentences.
    pub(super) words: &'static str,
}

pub(super) const PLAIN: Taste = Taste {
    names: ["Anna", "Benoît", "Cleo"],
    title: "spring cup",
    words: "Three days for each move, then the turn passes.",
};

pub(super) fn link(path: &str) -> Link {
    Link::new(format!("https://turnpost.example{path}")).unwrap()
}

pub(super) fn now() -> DateTime<Utc> {
    "2026-11-21T14:00:00Z".parse().unwrap()
}

/// A page of a match after so many moves of three players, each the first that is complete; then as many pass as told.
fn page(moves: u8, passes: u8, eye: Eye) -> (&'static dyn Rules, engine::Frame, Page) {
    let rules = engine::game("magma").unwrap();
    let options = serde_json::json!({"board": "hexhex5"});
    let mut frame = rules.start(3, &options, &Seed::new([7; 32])).unwrap().frame;
    for at in 0..moves + passes {
        let by = rules.status(&frame).unwrap().awaited.iter().next().unwrap();
        let choices = rules.choices(&frame, by, "").unwrap();
        let choice = choices.iter().find(|choice| choice.complete).unwrap();
        let act = Act::Chosen { by, text: if at < moves { &choice.text } else { "pass" } };
        frame = rules.advance(&frame, act, Moment(u64::from(at) as _)).unwrap().frame;
    }
    let page = rules.page(&frame, eye).unwrap();
    (rules, frame, page)
}

/// As [`Board::of`], but each picture is drawn once: unoptimised that takes long.
fn drawn(page: Page) -> Board {
    static DRAWN: Mutex<BTreeMap<String, Option<Vec<u8>>>> = Mutex::new(BTreeMap::new());
    let mut pictures = DRAWN.lock().unwrap();
    let png = pictures.entry(page.text()).or_insert_with(|| Board::of(page.clone()).png).clone();
    Board { text: page.text(), png, page }
}

fn table(taste: Taste) -> Table {
    let rules = engine::game("magma").unwrap();
    let chairs = rules.setup(3, &serde_json::json!({"board": "hexhex5"})).unwrap().chairs;
    let players = taste.names.iter().zip(chairs).map(|(name, chair)| Player { name: (*name).to_owned(), chair });
    Table {
        game: "Magma".to_owned(),
        title: taste.title.to_owned(),
        link: link("/m/0197b2a0"),
        reader: taste.names[0].to_owned(),
        players: players.collect(),
    }
}

fn to_move(moves: u8, deadline: Option<Deadline>) -> (Board, ToMove) {
    let (rules, frame, page) = page(moves, 0, Eye::Seat(Seat(0)));
    let notation = rules.info().notation.iter().map(|(code, words)| ((*code).to_owned(), (*words).to_owned()));
    let choices = rules.choices(&frame, Seat(0), "").unwrap();
    (drawn(page), ToMove { link: link("move/0197b2a0"), deadline, choices, notation: notation.collect() })
}

/// Every kind of letter, with the name of its golden file.
pub(super) fn letters(taste: Taste) -> Vec<(&'static str, Letter)> {
    // As the service words them, and one that tries to be more.
    let settings = || {
        let options =
            engine::game("magma").unwrap().setup(3, &serde_json::json!({"board": "hexhex5"})).unwrap().options;
        let mut lines = crate::play::settings::lines(3, &options, Some(3 * 86_400_000), true);
        if taste.words != PLAIN.words {
            lines.pop();
            lines.push(taste.words.to_owned());
        }
        lines
    };
    let confirm = |at_new| {
        let valid_for = TimeDelta::hours(24);
        let new = if taste.title == PLAIN.title { "anna@new.example" } else { taste.title };
        Letter::ConfirmAddress(ConfirmAddress {
            new: new.to_owned(),
            at_new,
            link: link("/address#t=secret"),
            valid_for,
        })
    };
    let invitation = |reader: Option<&str>, account| {
        Letter::Invitation(Invitation {
            from_name: taste.names[1].to_owned(),
            reader: reader.map(str::to_owned),
            game: "Magma".to_owned(),
            summary: engine::game("magma").unwrap().info().summary.to_owned(),
            title: taste.title.to_owned(),
            settings: settings(),
            link: link(&links::invitation_path(&secrets(), INVITATION)),
            account,
        })
    };
    let at = now() + TimeDelta::minutes(3 * 24 * 60 - 7);
    let deadline = Deadline { at, zone: chrono_tz::Europe::Berlin, lapse: Lapse::TurnPasses };
    let last_call =
        Deadline { at: now() + TimeDelta::minutes(45), zone: chrono_tz::Asia::Kolkata, lapse: Lapse::PlayerIsOut };
    let story = || {
        let names = table(taste).names();
        let sentences =
            vec![format!("{} put a piece in play on a4.", &names[Seat(1)]), format!("{} passed.", &names[Seat(2)])];
        Story { since_own: true, sentences, earlier: 0 }
    };
    let (first_board, first) = to_move(0, None);
    let (board, turn) = to_move(3, Some(deadline));
    let (plain_board, plain_turn) = to_move(3, Some(last_call));
    let (_, _, onlooker) = page(1, 0, Eye::Seat(Seat(0)));
    let (_, _, over) = page(4, 3, Eye::Seat(Seat(0)));
    assert!(over.outcome.is_some());
    vec![
        (
            "sign-in",
            Letter::SignIn(SignIn {
                code: "042917".to_owned(),
                link: link("/sign-in#t=secret"),
                valid_for: TimeDelta::minutes(15),
            }),
        ),
        ("confirm-old", confirm(false)),
        ("confirm-new", confirm(true)),
        ("invitation", invitation(Some(taste.names[0]), true)),
        ("invitation-stranger", invitation(None, false)),
        (
            "match-started",
            Letter::MatchStarted(MatchStarted {
                table: table(taste),
                board: drawn(onlooker),
                settings: settings(),
                to_move: None,
            }),
        ),
        (
            "match-started-your-turn",
            Letter::MatchStarted(MatchStarted {
                table: table(taste),
                board: first_board,
                settings: settings(),
                to_move: Some(first),
            }),
        ),
        ("your-turn", Letter::YourTurn(YourTurn { table: table(taste), board, story: story(), to_move: turn })),
        (
            "your-turn-without-picture",
            Letter::YourTurn(YourTurn {
                table: table(taste),
                board: Board { png: None, ..plain_board },
                story: Story::default(),
                to_move: plain_turn,
            }),
        ),
        ("match-over", Letter::MatchOver(MatchOver { table: table(taste), board: drawn(over), story: story() })),
    ]
}

/// An envelope with everything in it.
pub(super) fn envelope(taste: Taste) -> Envelope {
    Envelope {
        id: Uuid::from_u128(0x0197_b2a0_0000_7000_8000_0000_0000_0001),
        from: mailbox("Turnpost", "post@turnpost.example").unwrap(),
        to: mailbox(taste.names[0], "anna@example.org").unwrap(),
        date: now(),
        reply_to: None,
        thread: Some(Thread {
            match_id: Uuid::from_u128(0x0197_b2a0_0000_7000_8000_0000_0000_00aa),
            earlier: Some(Uuid::from_u128(0x0197_b2a0_0000_7000_8000_0000_0000_0000)),
        }),
        unsubscribe: Some(link("/stop/0197b2a0?t=secret")),
    }
}

const INVITATION: Uuid = Uuid::from_u128(0x0197_b2a0_0000_7000_8000_0000_0000_00bb);

fn secrets() -> Secrets {
    Secrets::parse(&format!("a:{}", "a".repeat(40))).unwrap()
}

/// All letters as they leave.
pub(super) fn messages(taste: Taste) -> Vec<(&'static str, Message)> {
    let envelope = |name: &str| Envelope {
        unsubscribe: Some(match name {
            "invitation-stranger" => link(&links::refuse_invitations_path(&secrets(), INVITATION)),
            "invitation" => link(&links::unsubscribe_path(&secrets(), &Uuid::nil(), MailKind::Invitations)),
            _ => link("/stop/0197b2a0?t=secret"),
        }),
        ..envelope(taste)
    };
    letters(taste).iter().map(|(name, letter)| (*name, compose(&envelope(name), letter))).collect()
}
