//! Emails about turns, answers and choices of a game whose players respond to each other and hold cards.

use std::path::Path;

use chrono::TimeDelta;
use engine::{Act, Cause, Clock, Eye, Frame, Line, Moment, Rules, Seat, Seed};
use mail_parser::MessageParser;
use serde_json::json;

use super::golden::compare;
use super::sample::{PLAIN, envelope, link, now};
use crate::brief::{Deadline, Lapse, MAX_EXAMPLES, Player, Story, Table, Turn, notation, ways};
use crate::mail::{Board, Email, MatchStarted, ToMove, YourTurn, compose};

const NAMES: [&str; 6] = ["Anna", "Ben", "Cleo", "Dan", "Eve", "Finn"];

/// The most sentences of a story in an email.
const MAX_SENTENCES: usize = 38;

/// A match in which some moves were made.
struct Play {
    rules: &'static dyn Rules,
    frame: Frame,
    lines: Vec<Line>,
}

/// Plays these texts from a first position.
fn play(seats: u8, table: &str, texts: &[(u8, &str)]) -> Play {
    let rules = engine::game("magic").unwrap();
    let start = rules.start(seats, &json!({ "table": table, "max_rounds": 40 }), &Seed::new([7; 32])).unwrap();
    let mut played = Play { rules, frame: start.frame, lines: start.lines };
    for (seat, text) in texts {
        let act = Act::Chosen { by: Seat(*seat), text };
        let next = rules.advance(&played.frame, act, Moment(0)).unwrap_or_else(|why| panic!("{text}: {why}"));
        played.frame = next.frame;
        played.lines.extend(next.lines);
    }
    played
}

/// The email of a turn to this seat, which is awaited.
fn email(play: &Play, seat: u8) -> YourTurn {
    let Play { rules, frame, lines } = play;
    let seat = Seat(seat);
    let page = rules.page(frame, Eye::Seat(seat)).unwrap();
    assert!(page.waiting.seats.contains(seat), "{seat} is not awaited");
    let chairs = rules.created_with(frame).unwrap().chairs;
    let players =
        NAMES.iter().zip(chairs).map(|(name, chair)| Player { name: (*name).to_owned(), chair, is_bot: false });
    let table = Table {
        game: rules.info().name.to_owned(),
        title: "winter cup".to_owned(),
        reader: NAMES[seat.index()].to_owned(),
        players: players.collect(),
        commitment: frame.seed.commitment(),
        record: None,
    };
    let names = table.names();
    let since = lines.iter().rposition(|line| line.seat == Some(seat) && line.cause == Cause::Chosen);
    let told = lines.iter().skip(since.map_or(0, |at| at + 1));
    let mut sentences: Vec<String> =
        told.flat_map(|line| rules.tell(line, Eye::Seat(seat), &names).unwrap().story).collect();
    let earlier = sentences.len().saturating_sub(MAX_SENTENCES);
    sentences.drain(..earlier);
    let request = rules.request(frame, seat, &names).unwrap();
    let mut examples = request.as_ref().map(ways).unwrap_or_default();
    if examples.is_empty() {
        examples = rules.examples(frame, seat, MAX_EXAMPLES).unwrap();
    }
    let choices = rules.choices(frame, seat, "").unwrap();
    let lapse = match (rules.status(frame).unwrap().clock(seat), page.waiting.undisclosed) {
        (Clock::AlwaysLapses { .. }, true) => Lapse::CountsAsPass,
        (Clock::AlwaysLapses { .. }, false) => Lapse::UsualChoice,
        (Clock::CanLapse | Clock::Forfeits | Clock::Stopped, _) => Lapse::TurnPasses,
    };
    let deadline = Deadline::new(now() + TimeDelta::hours(20), chrono_tz::Europe::Berlin, lapse);
    let notation = notation(rules.info(), &choices, request.as_ref());
    YourTurn {
        table,
        board: Board::new(page),
        story: Story { since_own: since.is_some(), sentences, earlier, notes: Vec::new() },
        to_move: ToMove {
            link: link("/move/0197b2a0"),
            rules: Some(link(&format!("/games/{}", rules.info().id))),
            turn: Turn { deadline: Some(deadline), request, examples, choices, notation },
        },
        first: None,
        played: Vec::new(),
        is_short: false,
    }
}

/// The text part of an email, and its HTML part.
fn parts(email: &impl Email) -> (String, String) {
    let raw = compose(&envelope(PLAIN), email).raw();
    let parsed = MessageParser::default().parse(&raw).unwrap();
    (parsed.body_text(0).unwrap().replace("\r\n", "\n"), parsed.body_html(0).unwrap().into_owned())
}

/// Ben's answer is needed about Anna's attack; Cleo and Dan are at the table.
fn battle() -> Play {
    play(
        4,
        "lands PFISM PFISM PFISM PFISM PFISM PFISM; ash holds 7 10 25 8; birch holds 2 5 6 3; cedar holds 12 13 20; \
         dogwood holds 30 29; holes 15; ash has slag-runner @7; birch has osier-reeve @2; birch has peat-clerk @3 tapped; \
         cedar has ebb-skater @13; ash hand late-rent, hot-clinker; dogwood has lamplit-road on 29; \
         birch hand hot-clinker, hedge-weasel, sink-in-peat, lamplit-road",
        &[(0, "cast h1 on c1; move c1: 2; end")],
    )
}

/// Ben is to choose in Anna's turn.
fn choice() -> Play {
    let cards = "Test Culling   B\nSorcery\nEach player sacrifices a creature.\n";
    let rules = engine::game("magic").unwrap();
    let table = "lands PFISM PFISM PFISM PFISM; ash holds 1 2 4; birch holds 13 14; ash has slag-runner @1; \
                 birch has hedge-weasel @13; birch has osier-reeve @14; ash hand test-culling; birch orders sacrifice ask";
    let options = json!({ "cards": cards, "table": table });
    let start = rules.start(2, &options, &Seed::new([7; 32])).unwrap();
    let act = Act::Chosen { by: Seat(0), text: "cast h1; end" };
    let next = rules.advance(&start.frame, act, Moment(0)).unwrap();
    Play { rules, frame: next.frame, lines: [start.lines, next.lines].concat() }
}

#[test]
fn emails_of_a_window_a_choice_and_a_turn_are_as_committed() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/mail/tests/emails"));
    let turn = play(
        4,
        "lands PFISM PFISM PFISM PFISM PFISM PFISM; ash holds 7 10 25; birch holds 2 5 6; cedar holds 12 13; dogwood holds 20; \
         ash has slag-runner @7; birch has osier-reeve @2; cedar has ebb-skater @13; \
         birch hand late-rent, hot-clinker, hedge-weasel, kiln-song",
        &[(0, "move c1: 8; end")],
    );
    for (name, email) in
        [("game-window", email(&battle(), 1)), ("game-choice", email(&choice(), 1)), ("game-turn", email(&turn, 1))]
    {
        compare(folder, name, &compose(&envelope(PLAIN), &email).raw());
    }
}

#[test]
fn the_first_email_of_a_match_says_in_words_what_the_orders_mean() {
    let rules = engine::game("magic").unwrap();
    let start = rules.start(3, &json!({}), &Seed::new([7; 32])).unwrap();
    let YourTurn { table, board, to_move, .. } = email(&Play { rules, frame: start.frame, lines: start.lines }, 1);
    let first = MatchStarted {
        table,
        link: link("/m/0197b2a0"),
        watch: link("/watch/0197b2a0"),
        rules: link("/games/magic"),
        first: None,
        board,
        settings: Vec::new(),
        to_move: Some(to_move),
        responses: None,
    };
    let (text, html) = parts(&first);
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let meaning = "battle any (you are asked about each battle you can affect)";
    assert!(words(&text).contains(meaning), "{text}");
    assert!(words(&html).contains(meaning), "{html}");
}

#[test]
fn what_is_asked_stands_in_the_subject_and_above_the_board() {
    let (window, choice) = (email(&battle(), 1), email(&choice(), 1));
    assert_eq!(window.subject(), "Your answer: Magic: the Board Game, winter cup");
    assert_eq!(choice.subject(), "Your choice: Magic: the Board Game, winter cup");
    for (email, lead, heading) in [
        (&window, "Your answer is needed, Ben (Birch), in", "Respond to: the battle on 2"),
        (&choice, "Your choice is needed, Ben (Birch), in", "Choose: the permanent to sacrifice"),
    ] {
        let (text, html) = parts(email);
        assert!(text.starts_with(lead), "{text}");
        assert!(text.find(heading).unwrap() < text.find("The board\n").unwrap(), "{text}");
        assert!(html.contains(heading), "{html}");
        for fact in &email.to_move.turn.request.as_ref().unwrap().facts {
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words(&text).contains(fact), "{fact}: {text}");
        }
    }
    let turn = email(&play(2, "lands PFISM PFISM PFISM PFISM; ash holds 1; birch holds 2", &[]), 0);
    assert_eq!(turn.subject(), "Your turn: Magic: the Board Game, winter cup");
    assert!(!parts(&turn).0.contains("Respond to:") && !parts(&turn).0.contains("Choose:"));
}

#[test]
fn a_short_email_has_the_texts_of_the_cards_that_its_story_names() {
    let table = "lands PFISM PFISM PFISM PFISM; ash holds 7 10; birch holds 2 12; ash hand late-rent, hot-clinker";
    let whole = email(&play(2, table, &[]), 0);
    let (text, of_late_rent) = (parts(&whole).0, "Target creature gets +3/+3");
    assert!(text.contains(of_late_rent) && text.contains("2 damage"), "{text}");
    let told = vec!["Ben gave Anna Late Rent.".to_owned()];
    let story = || Story { since_own: true, sentences: told.clone(), ..Story::default() };
    let short = YourTurn { board: email(&play(2, table, &[]), 0).board.in_short(&story()), is_short: true, ..whole };
    let (text, _) = parts(&short);
    assert!(text.contains(of_late_rent) && !text.contains("2 damage"), "{text}");
    assert!(text.contains("h2 Hot Clinker R. There is no creature to target now."), "{text}");
    assert!(text.contains("reply board for all texts"), "{text}");
    // Nothing is left out before the first own move: decks are chosen then.
    let first = email(&play(2, table, &[]), 0).board.in_short(&Story::default());
    assert!(parts(&YourTurn { board: first, ..short }).0.contains("2 damage"));
}

#[test]
fn where_no_player_can_respond_the_next_email_is_that_of_a_turn() {
    let table = "lands PFISM PFISM PFISM PFISM; ash holds 7 10; birch holds 2 12; ash has slag-runner @7; \
                 birch has hedge-weasel @2; birch hand lamplit-road";
    let email = email(&play(2, table, &[(0, "move c1: 2; end")]), 1);
    assert_eq!(email.subject(), "Your turn: Magic: the Board Game, winter cup");
    let (text, _) = parts(&email);
    assert!(text.starts_with("It is your turn, Ben, in ") && !text.contains("Respond to:"), "{text}");
    let told = ["Battle on 2: c1 Slag Runner against c2 Hedge Weasel.", "c2 Hedge Weasel went to the graveyard."];
    assert!(told.iter().all(|told| text.contains(told)) && !text.contains("Responses"), "{text}");
}

/// Two positions on a board on which each land is held and has a creature, and all hold eight cards: the first turn, and a window in
/// it. With each the seat that is awaited.
fn full(seats: u8) -> [(Play, u8); 2] {
    let lands = 10 + 5 * u16::from(seats);
    let chairs = ["ash", "birch", "cedar", "dogwood", "elm", "fir"];
    let creatures = ["spark-piper", "turnstile-guard", "ebb-skater", "osier-reeve", "slag-runner"];
    let mut enchanted = String::new();
    let mut table = format!("lands{}; ", " PFISM".repeat(usize::from(lands) / 5));
    let hand = "hot-clinker, turned-at-the-lock, sudden-thicket, bellows-blast, dusk-levy, refused-passage, rot-and-moss, \
                hymn-at-the-ford";
    for (at, chair) in chairs.iter().enumerate().take(seats.into()) {
        let own: Vec<String> = (1..=lands)
            .filter(|land| usize::from(*land) % usize::from(seats) == at)
            .map(|land| land.to_string())
            .collect();
        table +=
            &format!("{chair} holds {}; {chair} hand {hand}; {chair} orders battle any, stack any; ", own.join(" "));
        enchanted += &format!("{chair} has lamplit-road on {}; ", own[0]);
    }
    for land in 1..=lands {
        let (at, card) = (usize::from(land) % usize::from(seats), creatures[usize::from(land) % creatures.len()]);
        table += &format!("{} has {card} @{land}{}; ", chairs[at], if land % 4 == 1 { " tapped" } else { "" });
    }
    table += &enchanted;
    // Ash attacks with the first creature that can reach an enemy.
    let start = play(seats, &table, &[]);
    let choices = |so_far: &str| start.rules.choices(&start.frame, Seat(0), so_far).unwrap();
    let begun = choices("move").into_iter().filter(|way| way.text.starts_with("move c"));
    let attack = begun.flat_map(|way| choices(&way.text)).find(|way| way.complete).unwrap();
    let attack = format!("{}; end", attack.text);
    let open = play(seats, &table, &[(0, &attack)]);
    let awaited = open.rules.status(&open.frame).unwrap().awaited;
    let asked = awaited.iter().next().unwrap().0;
    [(start, 0), (open, asked)]
}

#[test]
fn an_email_fits_200_lines_with_a_full_hand_and_a_full_board() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/mail/tests/emails"));
    let all = [2, 4, 6].map(|seats| full(seats).map(|(play, reader)| (seats, play, reader)));
    for (seats, play, reader) in all.into_iter().flatten() {
        let mut email = email(&play, reader);
        // The longest story, with some sentences as long as a step of a turn can be told.
        let long = "Ben (Birch)'s c8 Bog Assessor, c9 Spark Piper and c12 Turnstile Guard went 12 - 4 - 3.";
        let short = "Anna (Ash) summoned c11 Chalk Rampart on 16 (tapped 16 and 5).";
        email.story.sentences =
            [long, short, short, short].into_iter().cycle().take(MAX_SENTENCES).map(str::to_owned).collect();
        email.story.earlier = 7;
        let (text, _) = parts(&email);
        let lines = text.lines().count();
        assert!(lines <= 200, "{seats} seats: {lines} lines\n{text}");
        assert!(text.contains("h8 Hymn at the Ford"), "{text}");
        let kind = if email.to_move.turn.request.is_some() { "window" } else { "turn" };
        if seats == 6 {
            compare(folder, &format!("game-full-{kind}"), &compose(&envelope(PLAIN), &email).raw());
        }
        if let Some(wide) = text.lines().find(|line| line.chars().count() > 76) {
            panic!("{seats} seats: {wide}");
        }
    }
}

#[test]
fn an_email_does_not_depend_on_what_its_reader_may_not_know() {
    for (play, reader) in [(battle(), 1), (choice(), 1)].into_iter().chain(full(4)) {
        let right = parts(&email(&play, reader));
        for number in 0..6 {
            let mut dice = engine::Dice::at(&Seed::new([number; 32]), 1);
            let frame = play.rules.imagine(&play.frame, Eye::Seat(Seat(reader)), &mut dice).unwrap();
            assert_ne!(frame, play.frame);
            let other = Play { rules: play.rules, frame, lines: play.lines.clone() };
            assert_eq!(parts(&email(&other, reader)), right, "world {number}");
        }
    }
}
