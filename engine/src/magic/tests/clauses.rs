//! A test for each clause that the golden scenarios leave open.

use super::*;
use crate::erased::Erased;
use crate::magic::state::{Phase, lands_of};
use crate::rules::{Act, Rules};

fn start(seats: u8, options: &serde_json::Value) -> Magic {
    let options = serde_json::from_value(options.clone()).unwrap();
    Magic::start(seats, &options, &mut dice(0)).unwrap().position
}

fn leave(position: &Magic, seat: u8, why: Leaving) -> Magic {
    let step = position.leave(Seats::just(Seat(seat)), why, Moment(0), &mut dice(2));
    step.position.check(position.table.seat_count()).unwrap();
    step.position
}

fn ranks(position: &Magic) -> Vec<u8> {
    position.outcome().unwrap().ranks
}

#[test]
fn r3_r4_p22_lists_of_all_players_make_the_layout_and_the_selection() {
    let mut position = start(3, &json!({}));
    for seat in 0..3 {
        assert_eq!(position.awaited(), Seat::all(3).skip(seat.into()).collect());
        let (half, events) = try_as(&position, seat, "deck 4 quarry-ox").err().map_or_else(
            || panic!("an unknown card"),
            |(code, part)| {
                assert_eq!((code, part), ("unknown-card", Some(1)));
                let name = cards::Cards::set().starter(seat).0;
                try_as(&position, seat, &format!("deck {name}")).unwrap()
            },
        );
        assert_eq!(events, [Event::Sent { seat: Seat(seat), done: false }]);
        assert_eq!(half.awaited(), position.awaited(), "both are wanted");
        let again = try_as(&half, seat, &format!("deck {}", cards::Cards::set().starter(0).0));
        assert_eq!(again.unwrap_err().0, "deck-chosen");
        position = play_as(&half, seat, "lay F,F,M");
        if seat < 2 {
            assert_eq!(try_as(&position, seat, "lay F").unwrap_err().0, "lay-chosen");
        }
    }
    assert_eq!(position.table.lands.len(), usize::from(lands_of(3)));
    let types: String = position.table.lands.iter().map(|land| land.kind.letter()).collect();
    // Seat 0 lays F and M, as the first two differ; then all lay F until the five forests are used up.
    assert!(types.starts_with("FMFFFFM"), "{types}");
    for seat in 0..3 {
        assert!(matches!(position.table.stage, Stage::Selection { .. }));
        assert_eq!(try_as(&position, seat, "take 26").unwrap_err(), ("no-such-land", Some(1)));
        position = play_as(&position, seat, "take 5,6");
        if seat < 2 {
            assert_eq!(try_as(&position, seat, "take 1").unwrap_err().0, "take-chosen");
        }
    }
    // The last placement falls on seat 2; seat 0 selects first and takes the first turn.
    assert_eq!(position.table.active(), Some(Seat(0)));
    assert_eq!([5, 6, 1, 2, 3, 4].map(|number| land(&position, number)), ["0", "1", "2", "0", "1", "2"]);
}

#[test]
fn r5_r6_hands_are_dealt_and_of_two_players_the_first_skips_a_draw() {
    let mut position = start(2, &json!({ "layout": "shuffled", "decks": "dealt" }));
    for seat in [0, 1] {
        position = play_as(&position, seat, "take 1");
    }
    let hands = |position: &Magic| position.hidden.seats.iter().map(|own| own.hand.len()).collect::<Vec<_>>();
    assert_eq!((position.table.active(), hands(&position)), (Some(Seat(1)), vec![5, 5]));
    assert_eq!(hands(&play(&position, "end")), [6, 5]);
    let mut four = start(4, &json!({ "layout": "shuffled", "decks": "dealt" }));
    for seat in 0..4 {
        four = play_as(&four, seat, "take 1");
    }
    assert_eq!((four.table.active(), hands(&four)), (Some(Seat(1)), vec![5, 6, 5, 5]));
}

#[test]
fn r7_r8_decks_have_40_to_60_cards_and_four_of_a_name() {
    let position = start(2, &json!({}));
    let mut names: Vec<String> = position.table.cards.all().map(|card| card.id.to_string()).collect();
    names.sort();
    let list = |number: usize, each: u16| {
        let entries: Vec<String> = names.iter().take(number).map(|name| format!("{each} {name}")).collect();
        format!("deck {}", entries.join("; "))
    };
    assert_eq!(try_as(&position, 0, &list(13, 3)).unwrap_err().0, "too-few-cards");
    assert_eq!(try_as(&position, 0, &list(16, 4)).unwrap_err().0, "too-many-cards");
    assert_eq!(try_as(&position, 0, &list(8, 5)).unwrap_err(), ("too-many-of-a-name", Some(1)));
    assert!(try_as(&position, 0, &list(10, 4)).is_ok() && try_as(&position, 0, &list(15, 4)).is_ok());
    assert_eq!(try_as(&position, 0, "deck no-such-deck").unwrap_err().0, "unknown-card");
}

#[test]
fn p21_p22_a_lapse_in_the_set_up_is_a_starter_deck_and_empty_lists() {
    let mut position = start(2, &json!({}));
    assert_eq!(position.clock(Seat(0)), Clock::AlwaysLapses { within: None });
    let all = position.leave(Seats::all(2), Leaving::Lapsed, Moment(0), &mut dice(2));
    assert!(all.moved_on);
    position = all.position;
    let types: String = position.table.lands.iter().map(|land| land.kind.letter()).collect();
    assert_eq!(types, "PISMFPISMFPISMFPISMF", "most cards left, ties in their order");
    position = leave(&leave(&position, 0, Leaving::Lapsed), 1, Leaving::Lapsed);
    assert_eq!([1, 2, 3, 4].map(|number| land(&position, number)), ["1", "0", "1", "0"]);
    assert_eq!(position.clock(Seat(1)), Clock::CanLapse);
    assert_eq!(position.hidden.seats[0].deck, cards::Cards::set().starter(0).1);
}

#[test]
fn r17_who_leaves_in_the_set_up_is_laid_for_and_selects_nothing() {
    let mut position = start(3, &json!({ "layout": "draft", "decks": "dealt" }));
    position = leave(&position, 0, Leaving::Resigned);
    assert_eq!(position.awaited(), Seats::just(Seat(1)));
    assert_eq!(position.table.lands.len(), 2);
    assert_eq!(ranks(&leave(&position, 2, Leaving::Forfeited)), [2, 1, 2]);
}

#[test]
fn r15_a_draw_from_an_empty_library_eliminates() {
    let text = "ash library tin-ledger; birch hand furrow-hare; birch has g2/2 @14";
    let library = |deckout: &str, birch: &str| {
        let table = format!(
            "{T20}ash holds 18; birch holds 14; {}",
            text.replace("tin-ledger; ", &format!("furrow-hare{birch}; "))
        );
        let options = serde_json::from_value(json!({ "table": table, "deckout": deckout })).unwrap();
        Magic::start(2, &options, &mut dice(0)).unwrap().position
    };
    let mut position = library("lose", "");
    for _ in 0..3 {
        position = play(&position, "end");
        assert!(position.outcome().is_none());
    }
    position = play(&position, "end");
    let drawn = position.outcome().is_some();
    assert!(drawn || position.hidden.seats[0].library.is_empty());
    while position.outcome().is_none() && position.table.turn().unwrap().number < 9 {
        position = play(&position, "end");
    }
    assert_eq!(ranks(&position), [2, 1]);
    let mut skips = library("skip", "");
    for _ in 0..9 {
        skips = play(&skips, "end");
    }
    assert!(skips.outcome().is_none());
}

#[test]
fn r16_g18_who_has_no_land_and_no_creature_is_out_when_a_turn_ends() {
    let lands = "lands PFISM PFISM PFISM PFISM PFISM; ";
    let text = "ash holds 18; birch holds 2; cedar holds 20; ash has g2/2 @7; birch has pocket-brazier";
    let before = table_of(3, &format!("{lands}{}", text.replace("; birch has pocket-brazier", "")));
    let after = play(&before, "move c1: 2; end");
    assert_eq!((after.table.active(), after.table.lands_left()), (Some(Seat(2)), 25));
    assert_eq!(try_as(&after, 1, "end").unwrap_err().0, "not-awaited");
    let over = leave(&after, 2, Leaving::Resigned);
    assert_eq!(ranks(&over), [1, 2, 3], "the eliminated before those who left");
    let also = leave(&after, 1, Leaving::Resigned);
    assert_eq!(ranks(&leave(&also, 2, Leaving::Resigned)), [1, 2, 2]);
}

#[test]
fn r61_of_an_abandoned_match_the_eliminated_rank_before_those_who_left_and_share_no_draw() {
    let text = "lands PFISM PFISM PFISM PFISM PFISM PFISM; ash holds 18; cedar holds 20; dogwood holds 10";
    let rules: &dyn Rules = &Erased::<Magic>::NEW;
    let mut frame = rules.start(4, &json!({ "table": text }), &Seed::new([7; 32])).unwrap().frame;
    let acts = [(0, "end"), (3, "resign")].map(|(seat, text)| Act::Chosen { by: Seat(seat), text });
    for act in acts.into_iter().chain([Act::Abandoned]) {
        frame = rules.advance(&frame, act, Moment(0)).unwrap().frame;
    }
    assert_eq!(rules.status(&frame).unwrap().outcome.unwrap().ranks, [1, 3, 1, 4]);
}

#[test]
fn r17_the_turn_of_who_resigns_ends_and_his_cards_are_gone() {
    let lands = "lands PFISM PFISM PFISM PFISM PFISM; ";
    let before = table_of(
        3,
        &format!("{lands}ash holds 18 1; birch holds 2; cedar holds 20; ash has g2/2 @7; birch has g1/1 @2 damaged 0"),
    );
    let after = leave(&before, 0, Leaving::Resigned);
    assert_eq!(after.table.active(), Some(Seat(1)));
    assert_eq!((stands(&after, 1), land(&after, 18), after.table.lands_left()), (0, "-".to_owned(), 25));
    assert!(after.hidden.seats[0].library.is_empty() && after.hidden.seats[0].hand.is_empty());
    let still = leave(&before, 1, Leaving::Forfeited);
    assert_eq!(still.table.active(), Some(Seat(0)), "the turn goes on");
}

#[test]
fn r58_discard_goes_by_the_steps_then_by_the_order() {
    let hand = "furrow-hare, drove-bull, orchard-boar, osier-reeve, hedge-weasel, nettle-shepherd, furrow-hare";
    let before = |orders: &str| t20(&format!("ash hand {hand}; ash has g1/1 @18{orders}"));
    let left = |position: &Magic| position.hidden.seats[0].hand.iter().map(|held| held.name.0).collect::<Vec<_>>();
    let ended = |orders: &str, text: &str| left(&play(&before(orders), text));
    assert_eq!(ended("", "end"), [1, 4, 5, 6, 7], "costly: mana values 4 and 3");
    assert_eq!(ended("; ash orders discard cheap", "end"), [1, 2, 3, 4, 5], "of equals the latest drawn");
    assert_eq!(ended("; ash orders discard newest", "end"), [1, 2, 3, 4, 5]);
    assert_eq!(ended("", "discard h1,h4; end"), [2, 3, 5, 6, 7]);
    assert_eq!(ended("", "discard h4; end"), [1, 2, 5, 6, 7]);
    assert_eq!(refused(&before(""), "discard h9; end"), "not-in-hand");
}

#[test]
fn r60_r61_the_last_round_ends_the_match() {
    let options = |text: &str| json!({ "max_rounds": 2, "table": format!("{T20}{text}") });
    let begin = |text: &str| start(2, &options(text));
    let two = |text: &str| {
        let position = begin(text);
        (0..4).fold(position, |position, _| play(&position, "end"))
    };
    assert_eq!(ranks(&two("ash holds 18 1; birch holds 14; round 1")), [1, 2]);
    assert_eq!(
        ranks(&two("ash holds 18; birch holds 14; ash has g2/2 @1 value 3; birch has g2/2 @14 value 4")),
        [1, 2]
    );
    let tied = two("ash holds 18; birch holds 14");
    assert_eq!(ranks(&tied), [1, 1]);
    assert_eq!(tied.outcome().unwrap().reason, "A draw after the last round: Ash and Birch are equal.");
    let later = begin("ash holds 18; birch holds 14; round 2; turn birch");
    assert!(play(&later, "end").outcome().is_none(), "the seat of the first turn begins the round");
}

#[test]
fn p2_steps_in_parts_give_what_they_give_at_once() {
    let before = t20("ash holds 7 6 18; ash has g2/2 @2; ash hand osier-reeve, furrow-hare");
    let at_once = play(&before, "cast h1 @7; move c1: 1,9; end");
    let parts = ["cast h1 @7", "move c1: 1", "move c1: 9", "end"];
    let in_parts = parts.iter().fold(before.clone(), |position, text| play(&position, text));
    let bare = |position: &Magic| (position.table.creatures.clone(), position.table.lands.clone());
    assert_eq!(bare(&at_once), bare(&in_parts));
    let moved = play(&before, "move c1: 1");
    assert_eq!((moved.table.phase(), moved.midway()), (Some(Phase::Movement), Some(Seat(0))));
    assert_eq!(refused(&moved, "cast h1 @7"), "wrong-phase");
    assert_eq!(try_as(&before, 0, "move c1: 1; cast h1 @7").unwrap_err(), ("wrong-phase", Some(2)));
    assert_eq!(try_as(&before, 1, "end").unwrap_err().0, "not-awaited");
}

#[test]
fn p3_a_step_that_has_become_impossible_stops_the_script() {
    let text = "ash has g2/2 @7; birch has b1/1 @2; ash has g1/1 @6; birch orders block always";
    let before = t20(text);
    let script = "move c1: 2,1; move c3: 2; move c1: 7; end";
    let stopped = play(&before, script);
    assert_eq!((stands(&stopped, 1), stands(&stopped, 3)), (2, 6), "c3 finds no room on 2");
    assert_eq!((stopped.awaited(), stopped.hidden.seats[0].rest.len()), (Seats::just(Seat(0)), 2));
    assert_eq!(refused(&before, "continue"), "nothing-to-continue");
    let on = play(&stopped, "continue");
    assert_eq!(on.table.active(), Some(Seat(1)), "what is possible is executed, up to `end`");
    let dropped = play(&stopped, "move c3: 7");
    assert!(dropped.hidden.seats[0].rest.is_empty());
    assert_eq!(refused(&stopped, "move c3: 7; continue"), "nothing-to-continue");
    let goes_on = t20(&format!("{text}; ash orders surprise continue"));
    assert_eq!(play(&goes_on, script).table.active(), Some(Seat(1)));
    let ends = t20(&format!("{text}; ash orders surprise end"));
    assert_eq!(play(&ends, &script.replace("; end", "")).table.active(), Some(Seat(1)));
}

#[test]
fn p17_orders_and_presets_are_told_to_none_and_do_not_move_the_turn_on() {
    let before = t20("ash has g2/2 @7; birch has b1/1 @2");
    let send = |seat: u8, text: &str| before.play(Seat(seat), &text.parse().unwrap(), Moment(0), &mut dice(1));
    for (seat, text) in [(1, "orders block never; retreat 2,3"), (0, "retreat c1: 6"), (0, "divide c1: c2 2")] {
        let step = send(seat, text).unwrap();
        assert!(!step.moved_on && step.position.table == before.table, "{text}");
        assert!(others_read(&before, text, seat, 1 - seat).is_none());
        let again = try_as(&step.position, seat, text).unwrap_err();
        assert_eq!(again.0, "same-orders", "{text}");
    }
    let code = |text: &str| try_as(&before, 1, text).unwrap_err();
    assert_eq!(code("orders block worth"), ("same-orders", None));
    assert_eq!(code("orders block never c9"), ("no-such-creature", Some(1)));
    assert_eq!(code("orders block always; battle watch 21"), ("no-such-land", Some(2)));
    assert_eq!(code("orders stop end cedar"), ("no-such-seat", Some(1)));
    assert_eq!(code("orders drop 1"), ("no-such-order", Some(1)));
    assert_eq!(refused(&before, "retreat c2: 7"), "not-yours");
    let dead = play(&play_as(&before, 1, "orders block always c2"), "move c1: 2; end");
    assert!(dead.hidden.seats[1].orders.block_of.is_empty(), "an order that names an object ends with it");
}

#[test]
fn p21_a_lapse_in_the_own_turn_acts_as_end() {
    let before = t20("ash has g2/2 @7; birch has b1/1 @2");
    let entered = play(&before, "move c1: 2");
    let after = leave(&entered, 0, Leaving::Lapsed);
    assert_eq!((stands(&after, 2), land(&after, 2)), (0, "0'".to_owned()), "a creature among enemies still attacks");
    assert_eq!((after.table.active(), after.hidden.seats[0].missed), (Some(Seat(1)), 1));
    assert_eq!(play_as(&after, 0, "orders block never").hidden.seats[0].missed, 0);
}

#[test]
fn p23_n9_moves_are_checked_in_the_order_of_the_page() {
    let before = t20(
        "ash has g2/2 @7; ash has g1/1 @6 fresh; ash has w0/3 defender @1; birch has b1/1 @2; ash has r1/1 @3 tapped; \
                      ash has g1/1 haste @17 fresh; holes 8",
    );
    for (text, code) in [
        ("move c9: 2", "no-such-creature"),
        ("move c4: 3", "not-yours"),
        ("move c2: 1", "came-this-turn"),
        ("move c3: 3", "cannot-move"),
        ("move c1+c5: 1", "no-band"),
        ("move c1: 21", "no-such-land"),
        ("move c1: 8", "hole"),
        ("move c1: 3", "not-adjacent"),
        ("move c1: 6 free", "no-landwalk"),
        ("move c1: 2,4,3", "too-far"),
        ("move c5: 2", "cannot-attack"),
        ("move c1: 1", "occupied"),
    ] {
        assert_eq!(refused(&before, text), code, "{text}");
    }
    assert_eq!(stands(&play(&before, "move c6: 16"), 6), 16, "haste");
    assert_eq!(try_as(&before, 0, "move c6: 16; move c1: 3").unwrap_err(), ("not-adjacent", Some(2)));
}

#[test]
fn p25_others_read_what_happened() {
    let text = "ash holds 7 6 18; ash has g2/2 @2; birch has b2/2 @1; ash hand osier-reeve; birch orders block always";
    let before = t20(text);
    let read = |text: &str| others_read(&before, text, 0, 1);
    assert_eq!(read("cast h1 @7 pay 7,6; move c1: 1,9; end").unwrap(), "cast osier-reeve @7; move c1: 1; end");
    assert_eq!(read("retreat c1: 7; move c1: 6").unwrap(), "move c1: 6");
    assert_eq!(others_read(&before, "cast h1 @7 pay 7,6", 0, 0).unwrap(), "cast h1 @7 pay 7,6");
}

#[test]
fn n1_n2_names_are_the_lowest_free_and_a_dead_one_waits_for_the_next_turn() {
    let before = t20("ash holds 7 12 17 18; birch has b1/1 @2; ash has g3/3 @1; ash hand furrow-hare, furrow-hare");
    let after = play(&before, "cast h1 @7; cast h2 @12; move c2: 2; end");
    assert_eq!([1, 2, 3, 4].map(|name| stands(&after, name)), [0, 2, 7, 12]);
    assert!(after.table.gone.is_empty(), "the next turn has begun");
    let drawn = play(&after, "end");
    assert_eq!(drawn.hidden.seats[0].hand.first().map(|held| held.name.0), Some(1));
}

#[test]
fn r37_who_moves_on_from_enemies_that_were_not_asked_passes_them_then() {
    let before = t20("ash has g2/2 @7; birch has b1/1 @2; birch orders block always");
    let rests = play(&before, "move c1: 2");
    let after = play(&rests, "move c1: 1");
    assert_eq!((stands(&after, 1), refused(&after, "move c1: 1")), (2, "was-blocked"));
}

#[test]
fn r37_menace_needs_two_and_fear_black_or_artifact_creatures() {
    let passes =
        |text: &str| stands(&play(&t20(&format!("{text}; birch orders block always")), "move c1: 2,1"), 1) == 1;
    assert!(passes("ash has g2/2 menace @7; birch has b1/1 @2"));
    assert!(!passes("ash has g2/2 menace @7; birch has b1/1 @2; birch has b1/1 @2"));
    assert!(passes("ash has g2/2 fear @7; birch has g1/1 @2") && !passes("ash has g2/2 fear @7; birch has a1/1 @2"));
    assert!(!passes("ash has g2/2 flying @7; birch has g1/1 reach @2"));
    assert!(passes("ash has g2/2 @7; birch has g1/1 cant-block @2"));
    assert!(passes("ash has g2/2 cant-be-blocked @7; birch has g1/1 @2"));
    assert!(passes("ash has g2/2 protection-a @7; birch has a1/1 @2"));
}

#[test]
fn p13_worth_blocks_where_the_blocker_lives_or_kills() {
    let blocks = |text: &str| stands(&play(&t20(text), "move c1: 2,1"), 1) == 2;
    assert!(blocks("ash has g2/2 @7; birch has b1/3 @2"), "it lives");
    assert!(blocks("ash has g2/2 @7; birch has b2/1 @2"), "it kills");
    assert!(!blocks("ash has g2/2 @7; birch has b2/1 @2; birch orders block survives"));
    assert!(blocks("ash has g2/2 @7; birch has b1/3 @2; birch orders block survives"));
    assert!(!blocks("ash has g2/2 first-strike @7; birch has b2/1 @2"));
}

#[test]
fn r43_who_cannot_attack_any_more_retreats_without_a_fight() {
    let table = format!("{T20}ash holds 7 18; birch holds 2 14; ash has nettle-shepherd @7; birch has b3/3 @2");
    let options = serde_json::from_value(json!({ "table": table })).unwrap();
    let before = Magic::start(2, &options, &mut dice(0)).unwrap().position;
    let after = play(&before, "move c1: 2; use c1; end");
    assert_eq!((stands(&after, 1), stands(&after, 2)), (7, 2));
}

#[test]
fn p15_auto_kills_the_dearest_and_gives_the_rest_to_the_highest_number() {
    let before =
        t20("ash has g5/5 @7; birch has b2/2 @2 value 1; birch has b2/3 @2 value 4; birch has b1/4 @2 value 2");
    let (after, events) = try_as(&before, 0, "move c1: 2; end").unwrap();
    let by_it = events.iter().filter_map(|event| {
        let Event::Damage { from, to, amount } = event else { return None };
        (from.name == Thing::Creature(CreatureName(1))).then(|| (to.name.to_string(), *amount))
    });
    assert_eq!(by_it.collect::<Vec<_>>(), [("c2".to_owned(), 2), ("c3".to_owned(), 3)]);
    assert_eq!([1, 2, 3, 4].map(|name| stands(&after, name)), [0, 0, 0, 2]);
}

#[test]
fn r35_a_tapped_creature_moves_but_not_to_an_enemy() {
    let before = t20("ash holds 7 12; birch holds 14 2; ash has g2/2 @7 tapped; birch has g1/1 @2");
    assert_eq!(stands(&play(&before, "move c1: 1"), 1), 1);
    assert_eq!(refused(&before, "move c1: 2"), "cannot-attack");
}
