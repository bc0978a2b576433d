//! Sentences that depend on the reader and on the state of the match.

use engine::{Outcome, Seat, Seats};
use mail_parser::MessageParser;

use super::sample::{self, PLAIN, envelope};
use crate::mail::{Email, MatchOver, YourTurn, compose, mailbox};

/// The text of an email on one line.
fn text(email: &dyn Email) -> String {
    let raw = compose(&envelope(PLAIN), email).raw();
    let text = MessageParser::default().parse(&raw).unwrap().body_text(0).unwrap().into_owned();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn over(change: impl FnOnce(&mut MatchOver)) -> String {
    let mut email = sample::over(PLAIN);
    change(&mut email);
    text(&email)
}

fn your_turn(change: impl FnOnce(&mut YourTurn)) -> String {
    let mut email = sample::your_turn(PLAIN);
    change(&mut email);
    text(&email)
}

#[test]
fn the_end_is_told_from_the_readers_side() {
    let told = |ranks: [u8; 3], sides: [u8; 3]| {
        over(|email| {
            email.board.page.outcome = Some(Outcome { ranks: ranks.to_vec(), scores: None, reason: "So.".to_owned() });
            email.table.players.iter_mut().zip(sides).for_each(|(player, side)| player.chair.side = side);
        })
    };
    let alone = [0, 1, 2];
    for (ranks, sides, words) in [
        ([1, 2, 3], alone, "is over, Anna: you won. So. * Place 1: Anna (Red), you * Place 2: Benoît (Yellow) *"),
        ([3, 1, 2], alone, "is over, Anna: you finished in place 3 of 3."),
        ([1, 1, 3], alone, "is over, Anna: you share first place."),
        ([1, 1, 1], alone, "is over, Anna: it is a draw."),
        ([2, 1, 2], alone, "is over, Anna: you share place 2 of 3."),
        ([1, 2, 1], [0, 1, 0], "is over, Anna: your side won."),
        ([2, 1, 2], [0, 1, 0], "is over, Anna: your side lost."),
    ] {
        assert!(told(ranks, sides).contains(words), "{ranks:?}: {}", told(ranks, sides));
    }
}

#[test]
fn an_email_is_sent_even_if_results_do_not_fit_the_table() {
    let told = over(|email| {
        email.table.players.truncate(1);
        email.board.page.outcome = Some(Outcome { ranks: vec![], scores: Some(vec![1; 9]), reason: String::new() });
    });
    assert!(told.starts_with("Magma: spring cup is over, Anna."));
    assert!(over(|email| email.board.page.outcome = None).starts_with("Magma: spring cup is over, Anna."));
    assert!(over(|email| email.board.page.you = None).starts_with("Magma: spring cup is over, Anna."));
    let told = your_turn(|email| email.table.players.clear());
    assert!(told.starts_with("It is your turn, Anna, in Magma: spring cup"), "{told}");
}

#[test]
fn awaited_players_are_named_as_far_as_the_page_shows_them() {
    let told = |seats: &[u8], undisclosed| {
        your_turn(|email| {
            email.board.page.waiting.seats = seats.iter().map(|seat| Seat(*seat)).collect::<Seats>();
            email.board.page.waiting.undisclosed = undisclosed;
        })
    };
    for (seats, undisclosed, words) in [
        (&[0][..], true, "The match is waiting for you, and perhaps for others."),
        (&[0, 2], false, "The match is waiting for you and Cleo (Blue)."),
        (&[1, 2], true, "The match is waiting for Benoît (Yellow) and Cleo (Blue), and perhaps for others."),
    ] {
        assert!(told(seats, undisclosed).contains(words), "{seats:?}: {}", told(seats, undisclosed));
    }
    // That the match waits for the reader is what the email says first.
    assert!(!told(&[0], false).contains("The match is waiting"));
    assert!(!told(&[], false).contains("The match is waiting") && !told(&[], true).contains("The match is waiting"));
}

#[test]
fn replies_are_asked_for_only_if_the_server_reads_them() {
    assert!(your_turn(|_| {}).contains("The server does not read replies to this email."));
    let mut hears = envelope(PLAIN);
    hears.reply_to = Some(mailbox("Turnpost", "moves@turnpost.example").unwrap());
    let raw = compose(&hears, &sample::your_turn(PLAIN)).raw();
    let parsed = MessageParser::default().parse(&raw).unwrap();
    let text = parsed.body_text(0).unwrap();
    assert!(parsed.reply_to().is_some() && text.contains("Reply with your move") && !text.contains("does not read"));
}

#[test]
fn the_story_states_its_beginning_and_the_number_of_omitted_lines() {
    assert!(your_turn(|_| {}).contains("Since your last move -------------------- * Benoît (Yellow) put"));
    let told = your_turn(|email| {
        email.story.since_own = false;
        email.story.earlier = 7;
        email.story.notes.clear();
    });
    assert!(
        told.contains("What has happened ----------------- * Benoît (Yellow) put a piece in play on a4."),
        "{told}"
    );
    assert!(told.contains("* Cleo (Blue) passed. * ... and 7 earlier The board"), "{told}");
}

#[test]
fn a_match_without_a_name_of_its_own_is_called_by_its_game_once() {
    let told = your_turn(|email| "Magma".clone_into(&mut email.table.title));
    assert!(told.starts_with("It is your turn, Anna, in Magma (turn 3)."), "{told}");
    let told = over(|email| "Magma".clone_into(&mut email.table.title));
    assert!(told.starts_with("Magma is over, Anna: you won."), "{told}");
}

#[test]
fn beginnings_are_listed_where_they_are_few() {
    let told = |number| {
        your_turn(|email| {
            let choice = email.to_move.turn.choices[0].clone();
            email.to_move.turn.choices = vec![choice; number];
        })
    };
    assert!(told(8).contains("can start with: a1-, a1-"), "{}", told(8));
    assert!(!told(9).contains("can start with"), "{}", told(9));
}

#[test]
fn a_move_that_was_played_is_told_in_three_lines() {
    let told = text(&sample::move_played(PLAIN));
    assert!(told.split_whitespace().count() <= 60, "{told}");
}
