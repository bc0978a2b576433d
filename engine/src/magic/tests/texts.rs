//! Views, choices, suggestions and stories.

use serde_json::Value;

use super::*;
use crate::chair::Names;
use crate::game::{Cause, Choice};

fn page(position: &Magic, seat: u8) -> Value {
    serde_json::to_value(position.view(Eye::Seat(Seat(seat)))).unwrap()
}

fn may(position: &Magic, seat: u8, so_far: &str) -> Vec<String> {
    let shown = |choice: Choice| if choice.complete { choice.text } else { format!("{}..", choice.text) };
    Magic::choices(&position.view(Eye::Seat(Seat(seat))), so_far).into_iter().map(shown).collect()
}

/// Two seats with a green creature and lands to pay for it.
fn ready() -> Magic {
    t20(
        "ash holds 2 6 7; birch holds 12; ash hand hedge-weasel, kiln-sprite; ash has g2/2 swampwalk @2; birch has b1/1 @12",
    )
}

#[test]
fn v1_the_view_has_the_fields_of_the_rules_page() {
    let view = page(&ready(), 0);
    let fields = "you stage turn options last lands creatures permanents hand counts graveyards exile stack window orders \
                  answer rest lists looked library open";
    for field in fields.split_whitespace() {
        assert!(view.get(field).is_some(), "{field}");
    }
    assert_eq!(view["turn"], json!({"seat": 0, "phase": "summoning", "round": 1}));
    assert_eq!(view["lands"][6], json!({"number": 7, "type": "F", "seat": 0, "tapped": false, "hole": false}));
    let creature = json!({"name": "c1", "card": "g2/2 swampwalk", "seat": 0, "owner": 0, "land": 2, "power": 2, "toughness": 2,
        "damage": 0, "tapped": false, "fresh": false, "words": ["swampwalk"], "counters": {}});
    assert_eq!(view["creatures"][0], creature);
    assert_eq!(view["hand"][0]["name"], "h1");
    let count = &view["counts"][1];
    assert_eq!((&count["library"], &count["lands"], &count["left"]), (&json!(40), &json!(1), &json!(false)));
    assert_eq!((&view["open"], &view["stage"]), (&Value::Null, &json!("play")));
    // Nothing of another player's hand.
    assert_eq!(page(&ready(), 1)["hand"], json!([]));
}

#[test]
fn n8_the_first_choices_are_verbs_in_the_order_of_the_grammar() {
    let verbs = may(&ready(), 0, "");
    let place = |verb: &str| verbs.iter().position(|choice| choice.trim_end_matches('.') == verb);
    let found: Vec<usize> = ["cast", "move", "end", "orders"].iter().filter_map(|verb| place(verb)).collect();
    assert_eq!(found.len(), 4, "{verbs:?}");
    assert!(found.is_sorted(), "{verbs:?}");
    assert_eq!(may(&ready(), 1, ""), ["orders.."]);
}

#[test]
fn n8_presets_are_offered_where_they_can_be_of_use() {
    let presets = |position: &Magic, so_far: &str| {
        let words = ["divide", "retreat", "trick", "discard"];
        let offered = may(position, 0, so_far);
        words.into_iter().filter(|word| offered.iter().any(|text| text.contains(word))).collect::<Vec<_>>()
    };
    let quiet = t20("ash holds 2 6 7; birch holds 12; ash hand late-rent; ash has g2/2 @2; birch has g1/1 @12");
    assert_eq!(presets(&quiet, ""), [""; 0]);
    // A creature that moved may be blocked on its way.
    assert_eq!(presets(&quiet, "move c1: 1"), ["divide", "retreat", "trick"]);
    let meeting = t20("ash holds 2 6 7; birch holds 12; ash has g2/2 @2; birch has g1/1 @2");
    assert_eq!(presets(&meeting, ""), ["divide", "retreat"]);
    let full = "kiln-sprite, late-rent, gutter-moth, hot-clinker, hedge-weasel, culvert-rat";
    assert_eq!(presets(&t20(&format!("ash holds 2 6 7; birch holds 12; ash hand {full}")), ""), ["discard"]);
}

#[test]
fn what_leaves_the_turn_to_be_sent_is_a_part_of_it() {
    let view = |seat: u8| ready().view(Eye::Seat(Seat(seat)));
    let is_partial = |seat: u8, text: &str| Magic::is_partial(&view(seat), &text.parse().unwrap());
    assert!(is_partial(0, "move c1: 4") && is_partial(0, "retreat c1: 4") && is_partial(0, "orders stack any"));
    assert!(!is_partial(0, "move c1: 4; end") && !is_partial(1, "orders stack any"));
}

#[test]
fn n8_a_way_is_offered_leg_by_leg() {
    assert_eq!(may(&ready(), 0, "move"), ["move c1:.."]);
    let legs = may(&ready(), 0, "move c1:");
    for leg in ["move c1: 4", "move c1: 4 free", "move c1: 4 evade"] {
        assert!(legs.contains(&leg.to_owned()), "{leg} in {legs:?}");
    }
    let further = may(&ready(), 0, "move c1: 4 free");
    assert!(further.contains(&"move c1: 4 free,14".to_owned()), "{further:?}");
    assert!(!further.contains(&"move c1: 4 free,14 free".to_owned()), "{further:?}");
    assert!(further.contains(&"move c1: 4 free; end".to_owned()), "{further:?}");
}

#[test]
fn n8_no_text_of_choices_names_an_order_twice() {
    let standing = play_as(&ready(), 0, "orders stop draw");
    let further = ["ash", "birch", "any"].map(|whose| format!("orders stop draw; stop draw {whose}"));
    assert_eq!(may(&standing, 0, "orders stop draw; stop draw"), further);
    let again = may(&ready(), 0, "orders block never; block");
    assert!(again.contains(&"orders block never; block never..".to_owned()), "{again:?}");
}

#[test]
fn n8_sources_are_offered_until_the_cost_is_paid() {
    let position = ready();
    let sites = may(&position, 0, "cast h1");
    assert!(!sites.is_empty() && sites.iter().all(|site| site.starts_with("cast h1 @")), "{sites:?}");
    let site = sites.first().unwrap();
    let pay = format!("{site} pay");
    assert!(may(&position, 0, site).contains(&format!("{pay}..")), "{site}");
    for source in may(&position, 0, &pay) {
        assert!(source.starts_with(&format!("{pay} ")), "{source}");
    }
}

#[test]
fn n8_every_suggestion_is_legal_and_reached_by_choices() {
    fn leads_to(view: &View, so_far: &str, text: &str) -> bool {
        Magic::choices(view, so_far).into_iter().any(|choice| {
            choice.complete && choice.text == text
                || text.starts_with(&choice.text) && leads_to(view, &choice.text, text)
        })
    }
    let mut dice = dice(5);
    let options = serde_json::from_value(json!({ "max_rounds": 4 })).unwrap();
    let mut position = Magic::start(3, &options, &mut dice).unwrap().position;
    for ply in 0..200 {
        let Some(seat) = position.awaited().first() else { break };
        let view = position.view(Eye::Seat(seat));
        let text = position.suggest(seat, &mut dice).unwrap();
        assert!(view.check(&text).is_ok(), "{text}");
        assert!(leads_to(&view, "", &text.to_string()), "no choices lead to {text}");
        position = position.play(seat, &text, Moment(ply), &mut dice).unwrap().position;
    }
    assert!(position.outcome().is_some(), "four rounds end");
}

#[test]
fn p25_others_read_what_happened_and_no_payment() {
    let text = "ash holds 6 7; ash hand hedge-weasel; birch holds 14";
    let position = t20(text);
    let site = may(&position, 0, "cast h1").first().unwrap().clone();
    let (_, events) = try_as(&position, 0, &format!("{site}; end")).unwrap();
    let entry = Entry { by: Some(Seat(0)), cause: Cause::Chosen, text: format!("{site}; end") };
    let told =
        told::written::written(entry, Some(&format!("{site}; end").parse().unwrap()), &events, Eye::Seat(Seat(1)));
    assert_eq!(told.unwrap().text, format!("{}; end", site.replace("h1", "hedge-weasel")));
}

#[test]
fn p26_a_drawn_card_is_told_to_its_owner_alone() {
    let names = Names(vec!["Anna".to_owned(), "Ben".to_owned()]);
    let event = Event::Drew { seat: Seat(1), number: 1, cards: vec!["Late Rent".to_owned()] };
    let tell = |eye: Eye| told::story::tell(std::slice::from_ref(&event), eye, &names).concat();
    assert_eq!(tell(Eye::Seat(Seat(1))), "Ben drew Late Rent.");
    assert_eq!(tell(Eye::Seat(Seat(0))), "Ben drew a card.");
    assert_eq!(tell(Eye::Public), "Ben drew a card.");
    let ordered = Event::Ordered { seat: Seat(1) };
    assert!(told::story::tell(&[ordered], Eye::Seat(Seat(0)), &names).is_empty());
}

#[test]
fn a_text_that_begins_like_none_is_refused_with_short_examples() {
    let rules = crate::game("magic").unwrap();
    let options =
        json!({ "table": format!("{T20}ash holds 2 6 7; birch holds 12; ash hand hedge-weasel; ash has g2/2 @2") });
    let start = rules.start(2, &options, &Seed::new([1; 32])).unwrap();
    let refusal = rules.read_now(&start.frame, Seat(0), "summon it").unwrap_err();
    assert_eq!(refusal.expected, "a move such as cast h1 @7, move c1: 1, end, orders stack any or resign");
}
