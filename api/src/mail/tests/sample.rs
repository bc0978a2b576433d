//! Emails to test with.

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Act, Eye, Moment, Page, Rules, Seat, Seed};
use uuid::Uuid;

use super::facts::{can_be_stopped, is_answer, is_in_match};
use super::starts::{answered, invitation, started, started_with_responses};
use crate::brief::clean::{line, name, tame, visible};
use crate::brief::{Deadline, Lapse, MAX_EXAMPLES, Player, RecordSoFar, Story, Table, Turn, notation};
use crate::category::Category;
use crate::mail::{
    Answered, Board, ConfirmAddress, Email, EmailsBounce, EmailsOff, Envelope, Feedback, HookOff, LastAutoReply, Link,
    MatchOver, Message, MovePlayed, MoveRefused, Reminder, ReplyHeld, SignIn, Thread, ToMove, YourTurn, compose,
    mailbox,
};

/// Texts in an email that other people chose.
#[derive(Clone, Copy)]
pub(super) struct Taste {
    pub(super) names: [&'static str; 3],
    pub(super) title: &'static str,
    /// A text in settings and other sentences.
    pub(super) words: &'static str,
}

pub(super) const PLAIN: Taste = Taste {
    names: ["Anna", "Benoît", "Cleo"],
    title: "spring cup",
    words: "3 days for each move, then the turn passes where the rules allow it, and after three in a row you are out",
};

pub(super) fn link(path: &str) -> Link {
    Link::new(format!("https://turnpost.example{path}")).unwrap()
}

pub(super) fn now() -> DateTime<Utc> {
    "2026-11-21T14:00:00Z".parse().unwrap()
}

/// A page of a match of three players after this many moves, each the first complete one, and then this many passes.
pub(super) fn page(moves: u8, passes: u8, eye: Eye) -> (&'static dyn Rules, engine::Frame, Page) {
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

pub(super) fn table(taste: Taste) -> Table {
    let rules = engine::game("magma").unwrap();
    let chairs = rules.chairs(3, &serde_json::json!({"board": "hexhex5"})).unwrap();
    let players =
        taste.names.iter().zip(chairs).map(|(name, chair)| Player { name: (*name).to_owned(), chair, is_bot: false });
    Table {
        game: "Magma".to_owned(),
        title: taste.title.to_owned(),
        reader: taste.names[0].to_owned(),
        players: players.collect(),
        commitment: Seed::new([7; 32]).commitment(),
        record: Some(RecordSoFar { lines: 12, head: "3f9a01bc77d29e10".repeat(4) }),
    }
}

pub(super) fn to_move(moves: u8, deadline: Option<Deadline>) -> (Board, ToMove) {
    let (rules, frame, page) = page(moves, 0, Eye::Seat(Seat(0)));
    let choices = rules.choices(&frame, Seat(0), "").unwrap();
    let examples = rules.examples(&frame, Seat(0), MAX_EXAMPLES).unwrap();
    let notation = notation(rules.info(), &choices, None);
    let turn = Turn { deadline, request: None, examples, choices, notation };
    (Board::new(page), ToMove { link: link("/move/0197b2a0"), rules: Some(link("/games/magma")), turn })
}

/// The settings of a match as the service words them, or one that attacks the email.
pub(super) fn settings(taste: Taste) -> Vec<String> {
    ["3 players", "Board: 61 hexes, five on an edge", taste.words].map(str::to_owned).into()
}

fn story(taste: Taste) -> Story {
    let names = table(taste).names();
    let sentences =
        vec![format!("{} put a piece in play on a4.", &names[Seat(1)]), format!("{} passed.", &names[Seat(2)])];
    Story {
        since_own: true,
        sentences,
        earlier: 0,
        notes: vec![format!("{}: {}", name(taste.names[1]), tame(&visible(taste.words)))],
    }
}

fn confirm(taste: Taste, at_new: bool) -> ConfirmAddress {
    let new = if taste.title == PLAIN.title { "anna@new.example" } else { taste.title };
    let (new, link) = (new.to_owned(), link("/address#t=secret"));
    ConfirmAddress { new, at_new, link, valid_for: TimeDelta::hours(24) }
}

/// A turn in the middle of a match.
pub(super) fn your_turn(taste: Taste) -> YourTurn {
    let at = now() + TimeDelta::minutes(3 * 24 * 60 - 7);
    let deadline = Deadline::new(at, chrono_tz::Europe::Berlin, Lapse::TurnPasses);
    let (board, to_move) = to_move(3, Some(deadline));
    YourTurn {
        table: table(taste),
        board,
        story: story(taste),
        to_move,
        first: None,
        played: Vec::new(),
        is_short: false,
    }
}

/// The reader is asked for an answer; Magma has no such windows, so the page is made to say so.
fn your_answer(taste: Taste) -> YourTurn {
    let at = now() + TimeDelta::hours(20);
    let deadline = Deadline::new(at, chrono_tz::Europe::Berlin, Lapse::CountsAsPass);
    let (mut board, mut to_move) = to_move(3, Some(deadline));
    board.page.waiting.undisclosed = true;
    to_move.turn.examples = vec!["pass".to_owned(), "cast h1 on c3".to_owned()];
    YourTurn { board, to_move, ..your_turn(taste) }
}

fn your_turn_without_picture(taste: Taste) -> YourTurn {
    let at = now() + TimeDelta::minutes(45);
    let deadline = Deadline::new(at, chrono_tz::Asia::Kolkata, Lapse::PlayerIsOut);
    let (board, to_move) = to_move(3, Some(deadline));
    YourTurn {
        table: table(taste),
        board: Board { picture: None.into(), ..board },
        story: Story::default(),
        to_move,
        first: None,
        played: Vec::new(),
        is_short: false,
    }
}

/// A turn of a reader who has moved some times.
fn your_turn_in_short(taste: Taste) -> YourTurn {
    let email = your_turn(taste);
    YourTurn { board: email.board.in_short(&email.story), is_short: true, ..email }
}

/// The end of a match.
pub(super) fn over(taste: Taste) -> MatchOver {
    let (_, _, over) = page(4, 3, Eye::Seat(Seat(0)));
    assert!(over.outcome.is_some());
    MatchOver {
        table: table(taste),
        link: link("/m/0197b2a0"),
        watch: link("/watch/0197b2a0"),
        board: Board::new(over),
        story: story(taste),
        rating: Some("Rated: your rating went from 1512 to 1534 (\u{b1} 190).".to_owned()),
        host: None,
        played: Vec::new(),
    }
}

/// A move was played, and others are to move.
pub(super) fn move_played(taste: Taste) -> MovePlayed {
    let (_, _, after) = page(4, 0, Eye::Seat(Seat(0)));
    let (table, link, played, story) = (table(taste), link("/m/0197b2a0"), vec!["a1-a3".to_owned()], Vec::new());
    MovePlayed { table, link, board: Board::new(after), played, story, midway: false, unsent: None, to_move: None }
}

/// A part of a turn was played.
fn move_played_in_part(taste: Taste) -> MovePlayed {
    let (board, to_move) = to_move(3, None);
    MovePlayed { board, midway: true, to_move: Some(to_move), ..move_played(taste) }
}

/// The reply to a line that was refused, and the last one in its turn.
fn last_auto_reply(taste: Taste) -> LastAutoReply {
    let words = "Until this turn is over, this is the last email about lines that the server cannot read as a move.";
    LastAutoReply { email: Box::new(move_refused(taste)), words: words.to_owned() }
}

/// The reply to a message that was not played.
fn message(taste: Taste, about: Feedback) -> MoveRefused {
    let (board, to_move) = to_move(3, None);
    MoveRefused {
        table: table(taste),
        link: link("/m/0197b2a0"),
        board,
        played: Vec::new(),
        about,
        to_move: Some(to_move),
        first: None,
    }
}

fn move_refused(taste: Taste) -> MoveRefused {
    // A hostile title stands for a hostile line.
    let line = if taste.title == PLAIN.title { "a1-a33".to_owned() } else { line(taste.title) };
    message(
        taste,
        Feedback::Refused { line, at: Some(6), reason: "expected the end of the move at character 6".to_owned() },
    )
}

fn reminder(taste: Taste) -> Reminder {
    let at = now() + TimeDelta::minutes(4 * 60 - 1);
    let deadline = Deadline::new(at, chrono_tz::Europe::Berlin, Lapse::TurnPasses);
    let (board, to_move) = to_move(3, Some(deadline));
    Reminder { table: table(taste), board, to_move }
}

fn emails_off(taste: Taste) -> EmailsOff {
    EmailsOff {
        reader: taste.names[0].to_owned(),
        category: Category::Turns,
        matches: 3,
        link: link("/unsubscribe/0197b2a0"),
    }
}

fn hook_off(taste: Taste) -> HookOff {
    HookOff { reader: taste.names[0].to_owned(), host: "club.example".to_owned(), link: link("/docs") }
}

fn emails_bounce(taste: Taste, until: Option<i64>) -> EmailsBounce {
    let until = until.map(|hours| now() + TimeDelta::hours(hours));
    EmailsBounce {
        table: table(taste),
        link: link("/m/0197b2a0"),
        player: taste.names[1].to_owned(),
        stopped: until.is_none(),
        until,
        zone: chrono_tz::Europe::Berlin,
    }
}

fn reply_held(taste: Taste) -> ReplyHeld {
    ReplyHeld { table: table(taste), line: taste.words.to_owned(), link: link("/move/0197b2a0?move=a1-a3") }
}

/// Every kind of email, with the name of its golden file.
pub(super) fn emails(taste: Taste) -> Vec<(&'static str, Box<dyn Email>)> {
    let sign_in =
        SignIn { code: "WDJB-MJHT".to_owned(), link: link("/sign-in#t=secret"), valid_for: TimeDelta::minutes(15) };
    let (first_board, first) = to_move(0, None);
    let (_, _, onlooker) = page(1, 0, Eye::Seat(Seat(0)));
    let mut emails: Vec<(&'static str, Box<dyn Email>)> = vec![
        ("sign-in", Box::new(sign_in)),
        ("confirm-old", Box::new(confirm(taste, false))),
        ("confirm-new", Box::new(confirm(taste, true))),
        ("invitation", Box::new(invitation(taste, Some(taste.names[0])))),
        ("invitation-stranger", Box::new(invitation(taste, None))),
        ("match-started", Box::new(started(taste, Board::new(onlooker), None))),
        ("match-started-your-turn", Box::new(started(taste, first_board, Some(first)))),
        ("your-turn", Box::new(your_turn(taste))),
        ("your-turn-in-short", Box::new(your_turn_in_short(taste))),
        ("your-turn-without-picture", Box::new(your_turn_without_picture(taste))),
        ("your-answer", Box::new(your_answer(taste))),
        ("match-started-responses", Box::new(started_with_responses(taste))),
        ("match-over", Box::new(over(taste))),
        ("match-over-by-mail", Box::new(MatchOver { played: vec!["pass".to_owned()], ..over(taste) })),
        ("move-played", Box::new(move_played(taste))),
        ("move-played-in-part", Box::new(move_played_in_part(taste))),
        ("move-refused", Box::new(move_refused(taste))),
        ("move-refused-last", Box::new(last_auto_reply(taste))),
        ("message-help", Box::new(message(taste, Feedback::Help))),
        ("message-help-others", Box::new(MoveRefused { to_move: None, ..message(taste, Feedback::Help) })),
        ("message-done", Box::new(message(taste, Feedback::Done(taste.words.to_owned())))),
        ("message-resign", Box::new(message(taste, Feedback::Resign))),
        ("reply-held", Box::new(reply_held(taste))),
        ("reminder", Box::new(reminder(taste))),
        ("emails-off", Box::new(emails_off(taste))),
        ("hook-off", Box::new(hook_off(taste))),
        ("emails-bounce", Box::new(emails_bounce(taste, None))),
        ("emails-bounce-once", Box::new(emails_bounce(taste, Some(60)))),
        (
            "invitation-accepted",
            Box::new(answered(
                taste,
                Answered::Accepted("It begins when one more player has accepted; an email tells you.".to_owned()),
            )),
        ),
        ("invitation-unclear", Box::new(answered(taste, Answered::Unclear(taste.words.to_owned())))),
    ];
    emails.extend(super::commands::emails(taste));
    emails.extend(super::host::emails(taste));
    emails.extend(super::notices::emails(taste));
    emails.extend(super::lapses::emails(taste));
    emails.extend(super::lists::emails(taste));
    emails.extend(super::tournaments::emails(taste));
    emails.extend(super::proposals::emails(taste));
    emails
}

/// An envelope with everything in it.
pub(super) fn envelope(taste: Taste) -> Envelope {
    Envelope {
        id: Uuid::from_u128(0x0197_b2a0_0000_7000_8000_0000_0000_0001),
        from: mailbox("Turnpost", "post@turnpost.example").unwrap(),
        to: mailbox(taste.names[0], "anna@example.org").unwrap(),
        date: now(),
        reply_to: None,
        return_to: Some(mailbox("", "bounce+key@turnpost.example").unwrap()),
        thread: Some(Thread {
            match_id: Uuid::from_u128(0x0197_b2a0_0000_7000_8000_0000_0000_00aa),
            earlier: Some(Uuid::from_u128(0x0197_b2a0_0000_7000_8000_0000_0000_0000)),
        }),
        in_reply_to: None,
        again: Some(link("/emails/again")),
        unsubscribe: Some(link("/stop/0197b2a0?t=secret")),
        unsubscribe_at: Some(mailbox("", "play+stop@turnpost.example").unwrap()),
        category: Some(Category::Turns),
    }
}

/// The path of an invitation; it is as long as those of the server.
pub(super) const INVITATION: &str = "/invitations/0197b2a00000700080000000000000bbae666da5ebf89a5095a7398da28dfd0d";

/// All emails as they leave.
pub(super) fn messages(taste: Taste) -> Vec<(&'static str, Message)> {
    let envelope = |name: &str| Envelope {
        thread: envelope(taste).thread.filter(|_| is_in_match(name)),
        again: envelope(taste).again.filter(|_| is_in_match(name)),
        unsubscribe: match name {
            "invitation-stranger" => Some(link(&format!("{INVITATION}/stop"))),
            "invitation" => {
                Some(link("/unsubscribe/0000000000000000000000000000000002cba3efeb417815badde882fcdc253aab"))
            }
            name => envelope(taste).unsubscribe.filter(|_| can_be_stopped(name)),
        },
        unsubscribe_at: envelope(taste)
            .unsubscribe_at
            .filter(|_| can_be_stopped(name) && name != "invitation-stranger"),
        category: envelope(taste).category.filter(|_| can_be_stopped(name)),
        reply_to: match name {
            "your-turn"
            | "your-turn-in-short"
            | "reminder"
            | "your-answer"
            | "match-started-your-turn"
            | "move-played"
            | "move-played-in-part"
            | "move-refused"
            | "move-refused-last"
            | "message-help"
            | "message-help-others"
            | "message-done"
            | "message-resign"
            | "welcome"
            | "match-over"
            | "match-over-by-mail"
            | "emails-off"
            | "invitation"
            | "invitation-stranger"
            | "invitation-unclear"
            | "still-playing-awaited"
            | "proposal"
            | "proposal-unclear" => Some(mailbox("", "play+key@turnpost.example").unwrap()),
            _ if name.starts_with("commands-") => Some(mailbox("", "play+key@turnpost.example").unwrap()),
            _ => None,
        },
        in_reply_to: is_answer(name).then(|| "<1@example.org>".to_owned()),
        ..envelope(taste)
    };
    emails(taste).iter().map(|(name, email)| (*name, compose(&envelope(name), &**email))).collect()
}
