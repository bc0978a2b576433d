//! The request to a player who is asked in a window or for a choice (L1, P24), and the words beside the board.

use super::*;
use crate::game::Wanted;

/// Six columns of lands, four seats with a land each.
const T30: &str = "lands PFISM PFISM PFISM PFISM PFISM PFISM; ";

fn facts(position: &Magic, seat: u8) -> (String, String) {
    let request = request(position, seat).unwrap();
    (request.about, request.facts.join(" / "))
}

fn ways(request: &Request) -> Vec<&str> {
    request.ways.iter().map(|way| way.text.as_str()).collect()
}

/// Ash attacks Birch on 2; Cedar and Dogwood look on.
fn battle() -> Magic {
    let before = table_of(
        4,
        &format!(
            "{T30}ash holds 7 10 25; birch holds 2 5; cedar holds 12 13; dogwood holds 20; ash has slag-runner @7; \
             birch has osier-reeve @2; ash hand late-rent; birch hand hot-clinker; cedar hand late-rent; \
             cedar orders battle any"
        ),
    );
    play(&before, "move c1: 2; end")
}

#[test]
fn l1_a_battle_is_told_with_its_outcome_if_no_player_acts() {
    let open = battle();
    assert_eq!(waits_for(&open), [1, 2]);
    let (about, said) = facts(&open, 1);
    assert_eq!(about, "the battle on 2");
    assert_eq!(
        said,
        "Anna's c1 Slag Runner 2/1 attacks your c2 Osier Reeve 2/2. If no player acts, both die and 2 stays yours."
    );
    let (_, said) = facts(&open, 2);
    assert_eq!(
        said,
        "Anna's c1 Slag Runner 2/1 attacks Ben's c2 Osier Reeve 2/2. If no player acts, both die and 2 stays Ben's."
    );
    let own = request(&open, 0).unwrap();
    assert!(own.facts[0].starts_with("Your c1 Slag Runner 2/1 attacks Ben's c2"), "{own:?}");
    assert_eq!(own.wanted, Wanted::Answer);
    // One who is not asked can act, but not pass; the example is the way that serves the reader best.
    assert_eq!(ways(&request(&open, 1).unwrap()), ["pass", "cast h1 on c1", "pass final", "cast h1 on c1 commit"]);
    assert_eq!(ways(&own), ["cast h1 on c1", "cast h1 on c1 commit"]);
    assert_eq!(Magic::request(&open.view(Eye::Public), &Names(Vec::new())), None);
}

#[test]
fn l1_what_stands_on_the_stack_has_its_targets_and_text_and_counts_in_the_outcome() {
    let open = play_as(&play_as(&battle(), 1, "cast h1 on c1"), 2, "pass");
    let (about, said) = facts(&open, 0);
    assert_eq!(about, "Ben's spell s1 Hot Clinker in the battle on 2");
    assert!(said.starts_with("Ben's spell s1 Hot Clinker, on your c1 Slag Runner 2/1: "), "{said}");
    assert!(said.ends_with("If no player acts, c1 dies and 2 stays Ben's."), "{said}");
}

#[test]
fn l1_a_retreat_and_a_conquest_are_foreseen() {
    let table = "ash holds 1 7 4; birch holds 2 5 12; ash has g3/3 @1; birch has b1/1 @2; ash has g2/2 @4; birch has b0/4 @12; \
                 birch hand hot-clinker";
    let open = play(&t20(table), "move c1: 2; move c3: 12; end");
    let (about, said) = facts(&open, 1);
    assert_eq!(about, "the battles on 2 and 12");
    assert!(said.contains("If no player acts, c2 dies and 2 becomes Anna's."), "{said}");
    assert!(
        said.contains("on 12. If no player acts, no creature dies, c3 retreats to 4 and 12 stays yours."),
        "{said}"
    );
}

#[test]
fn l1_a_spell_on_the_stack_is_told_with_what_it_changes() {
    let before = with_cards(
        2,
        "Test Bolt   R\nInstant\nDestroy target creature.\n\nTest Veto   1U\nInstant\nCounter target spell.\n",
        "lands PFISM PFISM PFISM PFISM; ash holds 5 10; birch holds 3 8 2; birch has b1/1 @2; ash hand test-bolt; \
         birch hand test-veto",
    );
    let open = play(&before, "cast h1 on c1; end");
    let (about, said) = facts(&open, 1);
    assert_eq!(about, "Anna's spell s1 Test Bolt");
    assert_eq!(
        said,
        "Anna's spell s1 Test Bolt, on your c1 Token 1/1: Destroy target creature. / If no player acts, c1 dies."
    );
    let note = open.view(Eye::Public).scene().notes.join(" ");
    assert!(note.contains("s1 Test Bolt, Ash's, on c1: Destroy target creature."), "{note}");
}

#[test]
fn l1_a_passage_names_the_creatures_that_can_block() {
    let before = t20("ash holds 1 7; birch holds 2 12; ash has g3/3 @7; birch has b2/2 @2; birch orders block ask");
    let open = play(&before, "move c1: 2,1; end");
    let (about, said) = facts(&open, 1);
    assert_eq!(about, "the passage through 2");
    assert_eq!(said, "Anna's c1 Token 3/3 passes your c2 Token 2/2 on 2. If no creature blocks, it goes on.");
    assert_eq!(ways(&request(&open, 1).unwrap()), ["pass", "block c2", "pass final"]);
}

#[test]
fn l1_a_stop_is_told_with_the_phase() {
    let open = play(
        &t20("ash holds 1 7; birch holds 2 5; birch hand hot-clinker; ash has g1/1 @1; birch orders stop end ash"),
        "end",
    );
    assert_eq!(
        facts(&open, 1),
        ("the end of Anna's turn".to_owned(), "If no player acts, the turn goes on.".to_owned())
    );
}

#[test]
fn p24_a_choice_is_told_with_its_ways_and_its_default() {
    let before = with_cards(
        2,
        "Test Culling   B\nSorcery\nEach player sacrifices a creature.\n",
        "lands PFISM PFISM PFISM PFISM; ash holds 1 2 4; birch holds 13 14; birch has g1/1 @13; birch has g2/2 @14; \
         ash hand test-culling; birch orders sacrifice ask",
    );
    let open = play(&before, "cast h1; end");
    let request = request(&open, 1).unwrap();
    assert_eq!((request.wanted, request.about.as_str()), (Wanted::Choice, "the permanent to sacrifice"));
    assert_eq!(
        request.facts,
        [
            "Anna's spell s1 Test Culling waits for your choice.",
            "You choose the permanent to sacrifice, of c1 1/1 Token and c2 2/2 Token.",
            "If you send nothing in time, it is `choose c1`.",
        ]
    );
    assert_eq!(ways(&request), ["choose c1", "choose c2"]);
    assert_eq!(super::request(&open, 0), None);
    let title = open.view(Eye::Public).scene().title;
    assert_eq!(title, "Birch to choose: the permanent to sacrifice, Ash's turn, round 1");
}

#[test]
fn l1_the_hand_says_when_and_on_what_each_card_can_be_cast() {
    let hand = |position: &Magic, seat: u8| {
        let panels = position.view(Eye::Seat(Seat(seat))).scene().panels;
        panels.into_iter().find(|panel| panel.title.starts_with("Your hand")).unwrap().lines
    };
    let text = "ash holds 1 7 2; birch holds 12 3; ash hand late-rent, hedge-weasel, osier-reeve; ash has g1/1 @1; birch has b1/1 @12";
    let own = t20(text);
    let lines = hand(&own, 0);
    assert!(lines[0].starts_with("h1 Late Rent G, instant: ") && lines[0].ends_with(" Now on c1 or c2."), "{lines:?}");
    assert!(lines[1].ends_with("Now on 2 or 7."), "{lines:?}");
    let open = battle();
    let lines = hand(&open, 2);
    assert!(lines[0].ends_with("Now on c1 or c2."), "{lines:?}");
    let others = table_of(2, &format!("{T20}ash holds 1; birch holds 2 7; birch hand hedge-weasel; birch has g1/1 @2"));
    assert!(hand(&others, 1)[0].ends_with("Can be cast in your own Summoning only."), "{:?}", hand(&others, 1));
}

#[test]
fn l1_lands_hands_and_orders_stand_in_a_line_each() {
    let scene = Magic::scene(&battle().view(Eye::Seat(Seat(2))));
    let line = |title: &str| scene.panels.iter().find(|panel| panel.title == title).unwrap().lines.concat();
    assert_eq!(line("Lands"), "Ash 3, Birch 2, you (Cedar) 2, Dogwood 1, free 22; 16 of 30 win");
    assert_eq!(line("Hands"), "Ash 1, Birch 1, you (Cedar) 1, Dogwood 0");
    let usual = "Usual orders: block worth (your creatures block if they survive or kill); stack targeted (you are asked about what \
                 reaches yours or what you can counter); battle any (you are asked about each battle you can affect); surprise ask \
                 (your move stops if others act). ";
    for key in [&scene.text_key, &scene.picture_key] {
        assert!(key.starts_with(usual), "{key}");
    }
    assert!(!scene.notes.iter().any(|note| note.contains("orders")), "{:?}", scene.notes);
}

#[test]
fn p17_every_order_that_stands_is_said_in_words() {
    let before = t20("ash holds 1; birch holds 2; ash has g1/1 @1; ash has tin-ledger");
    for (order, meaning) in [
        ("block never c1", "c1 does not block"),
        ("block ask", "you are asked whether your creatures block"),
        ("stack none", "you are asked about no spell or ability"),
        ("battle none", "you are asked about no battle"),
        ("battle involved", "you are asked only about battles of your creatures"),
        ("battle watch 3,4", "you are asked about battles on 3 and 4, too"),
        ("retreat 7,2", "your creatures retreat to 7 or 2"),
        ("discard cheap", "you discard what costs least first"),
        ("sacrifice ask", "you are asked what you sacrifice"),
        ("pay no p1", "you do not pay where p1 lets you"),
        ("may ask", "you are asked where a text says that you may"),
        ("surprise end", "your turn ends if others act"),
        ("divide c1: c1 2", "the damage of c1 is 2 to c1"),
        ("stop end birch", "you are asked at end of Birch's turn"),
    ] {
        let after = play_as(&before, 0, &format!("orders {order}"));
        let notes = Magic::scene(&after.view(Eye::Seat(Seat(0)))).notes.concat();
        assert!(notes.contains(&format!("{order} ({meaning})")), "{order}: {notes}");
    }
    let may = Magic::choices(&before.view(Eye::Seat(Seat(0))), "orders battle");
    let words: Vec<&str> = may.iter().map(|choice| choice.words.as_str()).collect();
    assert!(words.contains(&"Order battle involved: you are asked only about battles of your creatures."), "{words:?}");
}

#[test]
fn p5_a_script_is_told_with_its_battles_and_conquests() {
    let before = t20("ash holds 1 7; birch holds 2 12; ash has g3/3 @7; ash has g1/1 @1; birch has b1/1 @2");
    let names = Names(["Anna", "Ben"].map(str::to_owned).to_vec());
    let told = |text: &str| Magic::foretell(&before.view(Eye::Seat(Seat(0))), &text.parse().unwrap(), &names);
    assert_eq!(
        told("move c1: 2; move c2: 9; end"),
        ["Battle on 2: your c1 Token 3/3 against Ben's c3 Token 1/1; c3 dies and 2 becomes yours.", "9 becomes yours."]
    );
    assert_eq!(told("move c1: 2"), Vec::<String>::new(), "the turn is not over");
}

#[test]
fn p22_the_set_up_tells_what_is_chosen_and_offers_whole_texts() {
    let options = serde_json::from_value(json!({})).unwrap();
    let mut position = Magic::start(3, &options, &mut dice(0)).unwrap().position;
    let asked = request(&position, 1).unwrap();
    assert_eq!((asked.wanted, asked.about.as_str()), (Wanted::Choice, "your deck and the lands that you lay"));
    assert!(asked.facts[0].contains("tollgate (white and green), estuary (white and blue)"), "{:?}", asked.facts);
    assert!(asked.facts[0].ends_with("and caravan (all colours). If you choose none, you play estuary."));
    assert!(asked.facts[2].starts_with("You lay 8 of the 25 lands."), "{:?}", asked.facts);
    assert_eq!(asked.ways.last().unwrap().text, "lay P,I,P,I,P,I,P,I");
    for way in &asked.ways {
        assert!(try_as(&position, 1, &way.text).is_ok(), "{}", way.text);
    }
    // What was sent is not asked for again.
    let begun = play_as(&position, 1, "deck furnace");
    let rest = request(&begun, 1).unwrap();
    assert_eq!((rest.about.as_str(), rest.ways.len()), ("the lands that you lay", 1));
    assert_eq!(rest.ways[0].text, "lay S,M,S,M,S,M,S,M");
    for seat in 0..3 {
        position = play_as(&play_as(&position, seat, "deck hillside"), seat, "lay M,F");
        assert_eq!(request(&position, seat).is_some(), seat == 2, "nothing more is wanted until all have chosen");
    }
    let asked = request(&position, 2).unwrap();
    assert_eq!(asked.about, "the lands that you take");
    assert!(asked.facts[0].contains("two lands: Anna, Ben and Cleo take one in this order"), "{:?}", asked.facts);
    let taken = play_as(&position, 2, &asked.ways[0].text);
    assert_eq!(request(&taken, 2), None);
}

#[test]
fn l1_a_window_says_what_is_tapped_if_no_player_acts() {
    let position = t20(
        "ash holds 1-7; birch holds 12 13; ash has lead-seal; birch has g2/2 @12; birch hand late-rent; birch orders stack any",
    );
    let asked = play(&position, "use p1 on c1; end");
    assert!(facts(&asked, 1).1.ends_with("If no player acts, c1 is tapped."), "{:?}", facts(&asked, 1));
}
