//! Texts are read and printed by one grammar: what is printed is read back, and what is read is printed in one spelling.

use proptest::collection::{btree_set, vec};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::orders::{BattleAsk, Order, RetreatTo, Stop, When, WhenEvent};
use super::words::*;
use super::*;

fn read(text: &str) -> String {
    text.parse::<Text>().map_or_else(|refusal| panic!("{text}: {refusal}"), |text| text.to_string())
}

#[test]
fn n6_the_examples_of_the_rules_have_the_canonical_spelling() {
    let texts = "deck tollgate/deck 4 kiln-sprite; 3 late-rent/lay F,M,F,P/take 7,12,3/cast h3 @7/cast h3 @7 pay 7,2/cast h1 on c12/\
        cast h2 on 7/cast h1 on s1/cast h4 x 2 on c1,c3/cast h4 mode 2 on p3 pay 4,5,p1/cast h5 on birch|late-rent with c4/\
        use c1/use p4.2 on c9 pay 8,12/move c9: 2,1/move c4+c5: 6,16/move c9: 4 free,12/move c9: 4 evade,12/choose c5/choose l2/\
        choose yes/choose l1; continue/divide c9: c1 2,c3 1/retreat c9: 7,6/discard h5,h7/trick losing cast h2 on c9/\
        cast h3 @7; move c9: 2,1; retreat c9: 7; end/continue/pass/pass final/cast h1 on c3; use p2 on c4 commit/block c4/\
        block c4+c6/orders block worth; block never c4; battle watch 4,12/orders stack any; surprise continue; stop end birch/\
        orders when birch casts creature 4+ do cast h2/orders when any attacks c7 do use p2 on c7 always/orders drop 2";
    for text in texts.split('/').map(|text| text.trim().replace('|', "/")) {
        assert_eq!(read(&text), text);
    }
    for (text, _) in EXAMPLES.iter().filter(|(text, _)| *text != "resign") {
        assert_eq!(read(text), *text);
    }
}

#[test]
fn n4_case_blanks_and_signs_are_forgiven() {
    for (written, canonical) in [
        ("MOVE c5 + C4 :6 , 16", "move c4+c5: 6,16"),
        ("deck 2 late – rent;1 kiln-sprite ; 2 LATE-RENT", "deck 1 kiln-sprite; 4 late-rent"),
        ("deck 2 X - Ray; 3 x Ray", "deck 3 ray; 2 x-ray"),
        ("use p4 . 1 on BIRCH / late - rent", "use p4 on birch/late-rent"),
        ("cast h03@7 pay 7 ,2;end", "cast h3 @7 pay 7,2; end"),
        ("block c6+c4", "block c4+c6"),
        ("orders when any casts 4 + do use c1", "orders when any casts 4+ do use c1"),
        ("lay f , m", "lay F,M"),
    ] {
        assert_eq!(read(written), canonical);
    }
}

#[test]
fn n4_what_is_too_large_is_unreadable() {
    for text in ["take 1000", "deck 999 a; 1 a", "cast h1 x 4096"] {
        assert!(text.parse::<Text>().is_err(), "{text}");
    }
    let moves = |count: usize| vec!["end"; count.min(1)].join("") + &"; use c1".repeat(count);
    let steps = |count: usize| moves(count).trim_start_matches("end; ").to_owned();
    assert!(steps(MAX_STEPS).parse::<Text>().is_ok());
    let refusal = steps(MAX_STEPS + 1).parse::<Text>().unwrap_err();
    assert_eq!(refusal.expected, "at most 200 steps");
    // The ending step is one of them.
    for last in ["end", "continue"] {
        assert!(format!("{}; {last}", steps(MAX_STEPS - 1)).parse::<Text>().is_ok());
        let refusal = format!("{}; {last}", steps(MAX_STEPS)).parse::<Text>().unwrap_err();
        assert_eq!(refusal.expected, "at most 200 steps");
    }
    // 4096 bytes as sent, but more in the canonical spelling.
    let tight = format!("take {}", vec!["12"; 1363].join(","));
    assert!(tight.len() <= 4096 && tight.parse::<Text>().is_ok());
    let long = format!("deck {}", vec!["1 a-long-word-that-repeats"; 150].join(";")).replace("repeats", "is-new");
    assert!(long.len() <= 4096 && long.parse::<Text>().is_ok());
    let wide: Vec<String> = (0..190).map(|at| format!("move c1:{}", vec!["9"; 4 + at % 2].join(","))).collect();
    let wide = wide.join(";");
    assert!(wide.len() <= 4096 && wide.parse::<Text>().is_ok(), "{}", wide.len());
    let wide = format!("{wide};discard {}", vec!["h1"; 280].join(","));
    assert!(wide.len() <= 4096, "{}", wide.len());
    let refusal = wide.parse::<Text>().unwrap_err();
    assert_eq!(refusal.expected, "a text of at most 4096 bytes");
    assert_eq!(refusal.at, wide.len() + 1);
}

#[test]
fn refusals_name_the_place_and_what_would_be_right() {
    for (text, at, expected) in [
        ("cast 3", 6, "a card of your hand, such as h1"),
        ("move c9 2", 9, "`:`"),
        ("move c4+c4: 2", 9, "another creature: each is named once"),
        ("cast h3 @7 now", 12, "`;` and another step, or the end of the text"),
        ("pass; end", 5, "nothing more"),
        ("block c4; move c1: 2", 11, "an act of an answer: cast, use or block"),
        ("end; end", 4, "nothing more"),
        ("orders block maybe", 14, "always, worth, survives, never, ask"),
        ("orders when ash casts creature 4 do cast h1", 34, "`+`, as in 4+"),
        ("use c1 on oak", 11, "a target: such as c1, p1, s1, the land 7, ash, or ash/late-rent in a graveyard"),
        ("deck 4", 7, "the name of a card"),
        ("lay F,X", 7, "a type of land: P, I, S, M or F"),
        ("move c1: 4x", 10, "the number of a land"),
    ] {
        let refusal = text.parse::<Text>().unwrap_err();
        assert_eq!((refusal.at, refusal.expected.as_str()), (at, expected), "{text}");
    }
}

#[test]
fn p10_texts_that_could_be_either_are_read_as_a_turn_and_taken_as_an_answer() {
    let script = |text: &str| match text.parse() {
        Ok(Text::Script(script)) => script,
        other => panic!("{text}: {other:?}"),
    };
    assert!(matches!(script("cast h1 on c3; use p2").as_answer(), Some(Answer::Acts { commit: false, .. })));
    assert!(matches!(script("choose c1").as_answer(), Some(Answer::Choose(_))));
    for text in ["move c1: 2", "cast h1; end", "choose c1; choose c2", "continue", "discard h1"] {
        assert_eq!(script(text).as_answer(), None, "{text}");
    }
    assert!(matches!("use p1 commit".parse(), Ok(Text::Answer(Answer::Acts { commit: true, .. }))));
}

fn number() -> impl Strategy<Value = u16> {
    0..=MAX_NUMBER
}

fn lands() -> impl Strategy<Value = Vec<LandNumber>> {
    vec(number().prop_map(LandNumber), 1..4)
}

fn creature() -> impl Strategy<Value = CreatureName> {
    number().prop_map(CreatureName)
}

fn hand() -> impl Strategy<Value = HandName> {
    number().prop_map(HandName)
}

fn thing() -> impl Strategy<Value = Thing> {
    prop_oneof![creature().prop_map(Thing::Creature), number().prop_map(|name| Thing::Permanent(PermanentName(name)))]
}

fn word() -> impl Strategy<Value = Word> {
    "[a-z]{1,9}(-[a-z]{1,9}){0,2}".prop_filter_map("a word", |text| Word::new(&text))
}

fn target() -> impl Strategy<Value = Target> {
    prop_oneof![
        thing().prop_map(Target::Thing),
        number().prop_map(|name| Target::Stack(StackName(name))),
        (0..6u8).prop_map(|seat| Target::Player(Seat(seat))),
        (0..6u8, word()).prop_map(|(seat, card)| Target::Grave(Seat(seat), card)),
        number().prop_map(|land| Target::Land(LandNumber(land))),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    let given = prop_oneof![thing().prop_map(Given::Thing), hand().prop_map(Given::Hand)];
    let source = prop_oneof![thing().prop_map(Source::Thing), number().prop_map(|n| Source::Land(LandNumber(n)))];
    let tail = (of(number()), of(number()), vec(target(), 0..3), vec(given, 0..3), vec(source, 0..3))
        .prop_map(|(x, mode, on, with, pay)| Tail { x, mode, on, with, pay })
        .boxed();
    let cast = (hand(), of(number().prop_map(LandNumber)), tail.clone());
    let used = (thing(), number(), tail);
    prop_oneof![
        cast.prop_map(|(card, site, tail)| Act::Cast(Cast { card, site, tail })),
        used.prop_map(|(source, ability, tail)| Act::Use(Use { source, ability, tail })),
    ]
}

fn group() -> impl Strategy<Value = Vec<CreatureName>> {
    btree_set(creature(), 1..4).prop_map(|group| group.into_iter().collect())
}

fn choose() -> impl Strategy<Value = Choose> {
    let chosen = prop_oneof![
        hand().prop_map(Chosen::Hand),
        number().prop_map(|name| Chosen::Looked(LookedName(name))),
        target().prop_map(Chosen::Target),
    ];
    prop_oneof![Just(Choose::Yes), Just(Choose::No), Just(Choose::Nothing), vec(chosen, 1..3).prop_map(Choose::These),]
}

fn divide() -> impl Strategy<Value = Divide> {
    (creature(), vec((creature(), number()), 1..4)).prop_map(|(creature, shares)| Divide { creature, shares })
}

fn step() -> impl Strategy<Value = Step> {
    let leg = (number(), select(vec![Walk::Plain, Walk::Free, Walk::Evade]))
        .prop_map(|(land, walk)| Leg { land: LandNumber(land), walk });
    prop_oneof![
        act().prop_map(Step::Act),
        (group(), vec(leg, 1..4)).prop_map(|(group, legs)| Step::Move(Move { group, legs })),
        choose().prop_map(Step::Choose),
        divide().prop_map(Step::Divide),
        (creature(), lands()).prop_map(|(creature, lands)| Step::Retreat(Retreat { creature, lands })),
        (select(TrickWhen::ALL), act()).prop_map(|(when, act)| Step::Trick { when, act }),
        vec(hand(), 1..4).prop_map(Step::Discard),
    ]
}

fn order() -> impl Strategy<Value = Order> {
    let battle = prop_oneof![
        Just(BattleAsk::Any),
        Just(BattleAsk::Involved),
        Just(BattleAsk::None),
        lands().prop_map(BattleAsk::Watch)
    ];
    let casts = (of(select(CastKind::ALL)), of(number())).prop_map(|(kind, least)| WhenEvent::Casts { kind, least });
    let event = prop_oneof![casts, of(creature()).prop_map(|creature| WhenEvent::Attacks { creature })];
    let when = (word(), event, act(), any::<bool>())
        .prop_map(|(who, event, act, always)| Order::When(Box::new(When { who, event, act, always })));
    let stop = (select(StopPhase::ALL), of(word())).prop_map(|(phase, of)| Order::Stop(Stop::At { phase, of }));
    prop_oneof![
        select(StackAsk::ALL).prop_map(Order::Stack),
        battle.prop_map(Order::Battle),
        (select(BlockWhen::ALL), of(creature())).prop_map(|(when, creature)| Order::Block { when, creature }),
        Just(Order::Retreat(RetreatTo::Home)),
        lands().prop_map(|lands| Order::Retreat(RetreatTo::Lands(lands))),
        select(DiscardOrder::ALL).prop_map(Order::Discard),
        select(SacrificeOrder::ALL).prop_map(Order::Sacrifice),
        (select(Consent::ALL), of(thing())).prop_map(|(answer, thing)| Order::Pay { answer, thing }),
        (select(Consent::ALL), of(thing())).prop_map(|(answer, thing)| Order::May { answer, thing }),
        select(Surprise::ALL).prop_map(Order::Surprise),
        divide().prop_map(Order::Divide),
        Just(Order::Stop(Stop::None)),
        stop,
        when,
        number().prop_map(Order::Drop),
    ]
}

fn text() -> impl Strategy<Value = Text> {
    let cards = btree_set(word(), 1..5).prop_flat_map(|words| {
        let count = words.len();
        (Just(words), vec(number(), count))
            .prop_map(|(words, numbers)| Text::Deck(Deck::Cards(numbers.into_iter().zip(words).collect())))
    });
    let script = (vec(step(), 0..5), of(select(Last::ALL)))
        .prop_filter("something", |(steps, last)| !steps.is_empty() || last.is_some())
        .prop_map(|(steps, last)| Text::Script(Script { steps, last }));
    let block = group().prop_map(|group| Response::Block(group[0], group.get(1).copied()));
    let response = prop_oneof![act().prop_map(Response::Act), block];
    // An answer without a block or `commit` is read as a script.
    let acts = (vec(response, 1..4), any::<bool>()).prop_map(|(acts, commit)| {
        let commit = commit || !acts.iter().any(|act| matches!(act, Response::Block(..)));
        Text::Answer(Answer::Acts { acts, commit })
    });
    prop_oneof![
        word().prop_map(|name| Text::Deck(Deck::Starter(name))),
        cards,
        vec(select(LandType::ALL.to_vec()), 1..9).prop_map(Text::Lay),
        lands().prop_map(Text::Take),
        script,
        any::<bool>().prop_map(|finally| Text::Answer(Answer::Pass { finally })),
        acts,
        vec(order(), 1..5).prop_map(Text::Orders),
    ]
}

proptest! {
    #[test]
    fn n4_every_text_is_read_back(text in text()) {
        let printed = text.to_string();
        prop_assert_eq!(printed.parse::<Text>(), Ok(text), "{}", printed);
    }

    #[test]
    fn n4_blanks_around_signs_and_capitals_change_nothing(text in text()) {
        let printed = text.to_string();
        let spaced: String =
            printed.chars().map(|c| if c.is_alphanumeric() { c.to_string() } else { format!(" {c} ") }).collect();
        prop_assert_eq!(spaced.to_uppercase().parse::<Text>(), Ok(text));
    }

    #[test]
    fn n4_junk_is_refused_at_a_place_in_the_text(junk in "[a-z0-9 ;:,+@./-]{0,30}", text in text(), cut in 0..40usize) {
        let broken: String = text.to_string().chars().take(cut).chain(junk.chars()).collect();
        match broken.parse::<Text>() {
            Ok(read) => prop_assert_eq!(read.to_string().parse::<Text>(), Ok(read)),
            Err(refusal) => {
                prop_assert!(refusal.at >= 1 && refusal.at <= broken.chars().count() + 1);
                prop_assert!(!refusal.expected.is_empty());
            }
        }
    }

    #[test]
    fn orders_and_acts_are_stored_as_text(order in order(), act in act()) {
        let stored = serde_json::to_string(&(&order, &act)).unwrap();
        prop_assert_eq!(serde_json::from_str::<(Order, Act)>(&stored).unwrap(), (order, act));
    }
}
