//! The golden positions of the rules page, the clauses they leave open, properties and pictures.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::groups::compare;
use super::*;
use crate::dice::Seed;
use crate::erased::Erased;
use crate::golden;
use crate::rules::{Act, LapsePolicy, Rules};

const RULES: &dyn Rules = &Erased::<Magnapoco>::NEW;

fn start(options: Value) -> Magnapoco {
    let mut dice = Dice::at(&Seed::new([0; 32]), 0);
    Magnapoco::start(2, &serde_json::from_value(options).unwrap(), &mut dice).unwrap().position
}

fn spaces(board: BoardKind, names: &str) -> Spaces {
    names.split_whitespace().map(|name| board.field().board.find(name.parse().unwrap()).unwrap()).collect()
}

/// A position with these stones, after this many turns.
fn with(board: &str, white: &str, black: &str, turns: u16) -> Magnapoco {
    let mut position = start(json!({ "board": board }));
    position.stones = [spaces(position.options.board, white), spaces(position.options.board, black)];
    position.turns = turns;
    position
}

/// A full 3x3 board, its rows from the top.
fn full(rows: [&str; 3]) -> Magnapoco {
    let mut stones = [String::new(), String::new()];
    for (row, text) in rows.iter().enumerate() {
        for (column, c) in text.chars().enumerate() {
            stones[usize::from(c == 'B')] += &format!("{}{} ", ['a', 'b', 'c'][column], 3 - row);
        }
    }
    with("square3", &stones[0], &stones[1], 5)
}

fn play(position: &Magnapoco, text: &str) -> Result<Magnapoco, &'static str> {
    let step = position.play_surely(position.mover(), text.parse().unwrap());
    step.map(|step| step.position).map_err(|illegal| illegal.code)
}

fn groups(position: &Magnapoco) -> [Vec<u32>; 2] {
    [0, 1].map(|seat| position.groups(Seat(seat)))
}

/// The spaces that are marked as having decided the match, and what is said of them.
fn decided(position: &Magnapoco) -> (Vec<String>, Option<String>) {
    let scene = Magnapoco::scene(&position.view(Eye::Public));
    let marked = scene.spots.iter().filter(|spot| spot.decided).map(|spot| spot.name.clone()).collect();
    (marked, scene.notes.first().cloned())
}

fn ranks(position: &Magnapoco) -> Option<Vec<u8>> {
    position.outcome().map(|outcome| outcome.ranks)
}

#[test]
fn one_empty_space_is_told_as_one() {
    let ends =
        |black: &str| Magnapoco::ends(&with("square3", "a1 b1 c1 a2", black, 3).view(Eye::Public))[0].words.clone();
    assert_eq!(ends("a3 b3 c3"), "The match ends when the board is full; 2 spaces are empty.");
    assert_eq!(ends("a3 b3 c3 c2"), "The match ends when the board is full; 1 space is empty.");
}

#[test]
fn golden_1_c1_c2_the_first_turn_has_one_stone_and_passing_is_refused() {
    let first = start(json!({}));
    assert_eq!(first.stones, [spaces(BoardKind::Square7, "c3 e5"), spaces(BoardKind::Square7, "c5 e3")]);
    assert_eq!(groups(&first), [[1, 1], [1, 1]]);
    assert_eq!(play(&first, "d4 a1"), Err("one-stone-only"));
    let second = play(&first, "d4").unwrap();
    assert!(RULES.read("pass").is_err(), "there is no such move");
    assert!(play(&second, "a1").is_ok() && play(&second, "a1 b1").is_ok());
}

#[test]
fn golden_2_diagonals_do_not_connect() {
    assert_eq!(groups(&with("square7", "c3 d4", "a1 g7", 0))[0], [1, 1]);
}

#[test]
fn golden_3_a_single_group_loses_at_once() {
    let over = play(&with("square7", "d3 d5", "a1 g7", 2), "d4").unwrap();
    assert_eq!(ranks(&over), Some(vec![2, 1]));
    assert_eq!(over.outcome().unwrap().reason, "Black wins: White has fewer than two groups.");
}

#[test]
fn golden_4_c4_groups_are_counted_after_the_whole_turn() {
    let position = play(&with("square7", "d3 d5", "a1 g7", 2), "d4 g1").unwrap();
    assert_eq!((ranks(&position), groups(&position)[0].clone()), (None, vec![1, 3]));
}

#[test]
fn golden_5_the_second_smallest_decides() {
    let position = full(["WWB", "BBW", "WWB"]);
    assert_eq!(groups(&position), [vec![1, 2, 2], vec![1, 1, 2]]);
    let outcome = position.counted();
    assert_eq!(outcome.ranks, [1, 2]);
    assert_eq!(
        outcome.reason,
        "The board is full. White 1, 2, 2; Black 1, 1, 2. White wins by the second smallest groups."
    );
    assert_eq!(decided(&position), (Vec::new(), None), "the match goes on");
    let (marked, words) = decided(&Magnapoco { ending: Some(Ending::Full), ..position });
    assert_eq!(words.unwrap(), "Green rings mark the second smallest groups, which decided: White 2, Black 1.");
    let sizes = |seat: usize| {
        marked.iter().filter(|name| !(spaces(BoardKind::Square3, name) & position.stones[seat]).is_empty()).count()
    };
    assert_eq!((marked.len(), sizes(0), sizes(1)), (3, 2, 1), "{marked:?}");
}

#[test]
fn golden_6_c8_c9_the_player_with_an_extra_group_wins() {
    let position = full(["WBW", "BWB", "WBW"]);
    assert_eq!(groups(&position), [vec![1; 5], vec![1; 4]]);
    assert_eq!(position.counted().ranks, [1, 2]);
}

#[test]
fn golden_7_c3_the_last_space_takes_one_stone() {
    let mut position = full(["WWB", "BBW", "WWB"]);
    position.stones[0].remove(position.field().board.find("a1".parse().unwrap()).unwrap());
    position.turns = 6;
    assert_eq!(play(&position, "a1 a1"), Err("same-cell"));
    assert_eq!(play(&position, "a1 b1"), Err("occupied"));
    assert_eq!(ranks(&play(&position, "a1").unwrap()), Some(vec![1, 2]));
}

#[test]
fn golden_8_c7_a_full_board_of_one_group_loses_for_its_player_at_any_size() {
    let position = with("square3", "a1 a2 a3 b3 c1 c2", "b1 b2", 6);
    let over = play(&position, "c3").unwrap();
    assert!(over.empty().is_empty());
    assert_eq!(ranks(&over), Some(vec![2, 1]));
}

#[test]
fn golden_9_hexes_have_six_neighbours() {
    let mut position = start(json!({"board": "hexhex5"}));
    assert_eq!(position.stones, [spaces(BoardKind::Hexhex5, "b5 h2"), spaces(BoardKind::Hexhex5, "b2 h5")]);
    position = play(&position, "c5").unwrap();
    assert_eq!(groups(&position)[0], [1, 2]);
}

#[test]
fn c6_c15_every_board_begins_with_two_single_stones_each() {
    let schema = RULES.option_schema();
    let boards: BTreeSet<String> = schema["$defs"]["BoardKind"]["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .map(|board| board["const"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(boards.len(), BoardKind::COUNT);
    for board in boards {
        for start_option in [json!(null), json!("star"), json!("22"), json!("corners")] {
            let Ok(advance) = RULES.start(2, &json!({"board": board, "start": start_option}), &Seed::new([0; 32]))
            else {
                continue;
            };
            let position: Magnapoco = serde_json::from_str(&advance.frame.state).unwrap();
            assert_eq!(groups(&position), [[1, 1], [1, 1]], "{board} {start_option}");
        }
    }
    let refused = |options: Value| RULES.setup(2, &options).unwrap_err().to_string();
    assert_eq!(
        refused(json!({"board": "square5", "start": "star"})),
        "option start: this start needs a board of side 7 or more"
    );
    assert_eq!(
        refused(json!({"board": "hexhex5", "start": "22"})),
        "option start: a hexagon of hexes has a start of its own: expected free or null"
    );
    assert!(refused(json!({"board": "square6"})).starts_with("option board: unknown variant `square6`"));
}

#[test]
fn c10_equal_lists_on_four_by_four_are_a_draw() {
    let columns = ["a", "c"].map(|column| (1..=4).map(|row| format!("{column}{row} ")).collect::<String>()).concat();
    let others = ["b", "d"].map(|column| (1..=4).map(|row| format!("{column}{row} ")).collect::<String>()).concat();
    let outcome = with("square4", &columns, &others, 12).counted();
    assert_eq!(outcome.ranks, [1, 1]);
    assert_eq!(
        outcome.reason,
        "The board is full. White 4, 4; Black 4, 4. The groups are the same: the match is drawn."
    );
}

#[test]
fn c11_c14_nothing_is_decided_early_and_every_move_may_lose() {
    // Every move of White joins all white stones; but White has to move.
    let position = with("square3", "a1 a2 a3 c1 c2 c3", "b1 b3", 4);
    assert_eq!(position.outcome(), None);
    assert_eq!(ranks(&play(&position, "b2").unwrap()), Some(vec![2, 1]));
}

#[test]
fn c12_c13_the_order_of_the_stones_does_not_matter() {
    let position = play(&start(json!({})), "d4").unwrap();
    for text in ["b1 a1", "A1, b1", " a1  B1 "] {
        assert_eq!(RULES.read(text).as_deref(), Ok("a1 b1"));
    }
    assert_eq!(play(&position, "b1 a1"), play(&position, "a1 b1"));
    assert_eq!(play(&position, "a1 a1"), Err("same-cell"));
    assert_eq!(play(&position, "a1 d4"), Err("occupied"));
    assert_eq!(play(&position, "h1"), Err("no-such-cell"));
    assert_eq!(position.play_surely(Seat(0), "a1".parse().unwrap()).unwrap_err().code, "not-awaited");
}

#[test]
fn c16_the_first_turn_can_have_two_stones() {
    let first = start(json!({"first_turn": "one-or-two"}));
    assert!(first.view(Eye::Public).two_allowed);
    assert!(play(&first, "a1 g1").is_ok() && play(&first, "a1").is_ok());
}

#[test]
fn c17_the_players_lay_the_first_stones_in_turn() {
    let laid =
        |texts: &[&str]| texts.iter().try_fold(start(json!({"start": "free"})), |position, text| play(&position, text));
    assert_eq!(laid(&["d4 a1"]), Err("one-stone-only"));
    assert_eq!(laid(&["d4", "c4", "d3"]), Err("touches"), "a white stone next to a white one");
    assert_eq!(laid(&["d4", "c4", "d4"]), Err("occupied"));
    let begun = laid(&["d4", "c4", "e3", "c6"]).unwrap();
    assert_eq!((groups(&begun), begun.mover()), ([vec![1, 1], vec![1, 1]], Seat(0)));
    assert_eq!(play(&begun, "a1 g7"), Err("one-stone-only"), "White's first turn");
    let second = play(&begun, "a1").unwrap();
    assert!(play(&second, "b1 g7").is_ok());
    assert_eq!(ranks(&play(&begun, "d3").unwrap()), Some(vec![2, 1]), "groups are counted from the first turn on");
    for board in ["square3", "hexhex3", "rhombus5"] {
        // The space in the middle closes the most spaces to the second stone.
        let mut position = start(json!({"start": "free", "board": board}));
        while position.laying() {
            let open = position.open();
            let middle = open.nth(open.len() / 2).unwrap();
            let name = position.field().board.name(middle);
            position = position.play_surely(position.mover(), Move::new(name, None)).unwrap().position;
        }
        assert_eq!(groups(&position), [[1, 1], [1, 1]], "{board}");
    }
}

#[test]
fn c18_black_may_exchange_the_colours_once() {
    let first = play(&start(json!({"swap": true})), "d4").unwrap();
    let swapped = play(&first, "Swap").unwrap();
    assert_eq!((swapped.stones[0], swapped.stones[1]), (first.stones[1], first.stones[0]));
    assert_eq!(swapped.mover(), Seat(0));
    assert_eq!(play(&swapped, "swap"), Err("no-swap"), "White does not swap back");
    assert!(play(&swapped, "a1 b1").is_ok(), "White goes on with Black's stones");
    assert_eq!(play(&play(&first, "a1").unwrap(), "swap"), Err("no-swap"));
    assert_eq!(play(&start(json!({"swap": true})), "swap"), Err("no-swap"), "White has not moved yet");
    assert_eq!(play(&play(&start(json!({})), "d4").unwrap(), "swap"), Err("no-swap"), "only by the option");
    let free = ["a1", "g7", "g1", "a7", "d4"];
    let free = free.iter().fold(start(json!({"swap": true, "start": "free"})), |at, text| play(&at, text).unwrap());
    assert!(play(&free, "swap").is_ok() && free.view(Eye::Public).may_swap);
}

#[test]
fn positions_stored_before_these_options_are_read() {
    let mut stored = serde_json::to_value(start(json!({}))).unwrap();
    let options = stored["options"].as_object_mut().unwrap();
    assert!(options.remove("first_turn").is_some() && options.remove("swap").is_some());
    assert_eq!(serde_json::from_value::<Magnapoco>(stored).unwrap(), start(json!({})));
}

#[test]
fn a_clock_that_runs_out_forfeits_under_every_policy() {
    let frame = RULES.start(2, &json!({}), &Seed::new([0; 32])).unwrap().frame;
    assert_eq!(
        RULES.on_lapse(&frame, Seats::just(Seat(0)), LapsePolicy::Pass).unwrap(),
        Act::Forfeit(Seats::just(Seat(0)))
    );
    assert!(RULES.advance(&frame, Act::Lapse(Seats::just(Seat(0))), Moment(0)).is_err());
    let over = RULES.advance(&frame, Act::Forfeit(Seats::just(Seat(0))), Moment(0)).unwrap();
    assert_eq!(over.status.outcome.unwrap().reason, "Black wins: White has left.");
}

proptest! {
    // Golden 10: on a full board with an odd number of spaces one player has more stones, so the lists differ.
    #[test]
    fn a_full_odd_board_never_compares_equal(kind in prop::sample::select(vec![BoardKind::Square3, BoardKind::Square5, BoardKind::Hexhex3, BoardKind::Rhombus5, BoardKind::Square7]), bits in prop::collection::vec(any::<bool>(), 49)) {
        let mut position = start(json!({}));
        position.options.board = kind;
        let all = kind.field().all;
        let white: Spaces = all.iter().filter(|cell| bits[cell.index()]).collect();
        position.stones = [white, all - white];
        prop_assert_ne!(position.compared().0, Ordering::Equal);
    }

    #[test]
    fn comparing_is_antisymmetric(mut one in prop::collection::vec(1u32..5, 0..6), mut other in prop::collection::vec(1u32..5, 0..6)) {
        one.sort_unstable();
        other.sort_unstable();
        prop_assert_eq!(compare(&one, &other).0, compare(&other, &one).0.reverse());
        prop_assert_eq!(compare(&one, &other).0 == Ordering::Equal, one == other);
    }

    // C5: the other player's groups never change.
    #[test]
    fn only_the_mover_can_fall_below_two_groups(seed in any::<u8>(), board in prop::sample::select(vec!["square5", "hexhex3", "rhombus5", "square4"])) {
        let mut position = start(json!({ "board": board }));
        let mut dice = Dice::at(&Seed::new([seed; 32]), 9);
        while position.ending.is_none() {
            let mover = position.mover();
            let other = position.groups(mover.left(2));
            let mv = position.suggest(mover, &mut dice).unwrap();
            position = position.play_surely(mover, mv).unwrap().position;
            prop_assert_eq!(position.groups(mover.left(2)), other);
            let stones = position.stones[0].len() + position.stones[1].len() + position.empty().len();
            prop_assert_eq!(stones as usize, position.field().board.len());
        }
    }

    #[test]
    fn reading_never_panics_and_printing_reads_back(text in "\\PC{0,16}|[a-t]{0,2}[0-9]{0,3}[ ,]{0,2}[a-t]?[0-9]{0,3}") {
        if let Ok(mv) = text.parse::<Move>() {
            prop_assert_eq!(mv.to_string().parse::<Move>().unwrap(), mv);
        }
    }
}

#[test]
fn pictures_of_the_three_kinds_of_boards_are_as_committed() {
    for (name, board, lines) in [("square7", "square7", 12), ("hexhex5", "hexhex5", 14), ("rhombus7", "rhombus7", 9)] {
        let seed = Seed::new([5; 32]);
        let mut player = Dice::at(&seed, u32::MAX);
        let mut frame = RULES.start(2, &json!({ "board": board }), &seed).unwrap().frame;
        while frame.ply < lines {
            let mover = RULES.status(&frame).unwrap().awaited.only().unwrap();
            let text = RULES.suggest(&frame, mover, &mut player).unwrap().unwrap();
            frame = RULES.advance(&frame, Act::Chosen { by: mover, text: &text }, Moment(0)).unwrap().frame;
        }
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/magnapoco/pictures"));
        let page = RULES.page(&frame, Eye::Seat(Seat(0))).unwrap();
        golden::compare(&folder.join(format!("{name}.svg")), &page.svg());
        golden::compare(&folder.join(format!("{name}.txt")), &page.text());
    }
}
