//! Random texts, sentences, clauses, changes, measures and tests.

use proptest::prelude::*;

use super::nouns::{
    amount, article, bill, colour, cost, counters, hit, host, keyword, keywords, land, mark, noun, one_of, source,
    subtype, thing, who, whose,
};
use crate::magic::cards::effect::{
    Change, Clause, Clauses, Creation, Duration, Found, LibraryEnd, Mana, Manas, Sentence, Side, Signed, Size, Text,
    Toward, Verb,
};
use crate::magic::cards::measure::{Measure, Test, Tested};
use crate::magic::cards::noun::Figure;

pub(super) fn text() -> BoxedStrategy<Text> {
    prop_oneof![
        1 => prop::collection::vec(clauses(), 1..3).prop_map(Text::ChooseOne),
        4 => prop::collection::vec(sentence(), 1..3).prop_map(Text::Sentences),
    ]
    .boxed()
}

/// A text as it stands behind a trigger: `if` there is the trigger's (C4).
pub(super) fn triggered_text() -> BoxedStrategy<Text> {
    text()
        .prop_map(|text| match text {
            Text::Sentences(mut sentences) => {
                if let Some(first) = sentences.first_mut()
                    && let Sentence::If(_, effects) = first
                {
                    *first = Sentence::Do(effects.clone());
                }
                Text::Sentences(sentences)
            }
            Text::ChooseOne(modes) => Text::ChooseOne(modes),
        })
        .boxed()
}

fn sentence() -> BoxedStrategy<Sentence> {
    prop_oneof![
        3 => clauses().prop_map(Sentence::Do),
        1 => clauses().prop_map(Sentence::May),
        1 => (bill(), clauses()).prop_map(|(bill, effects)| Sentence::MayPay(bill, effects)),
        1 => (bill(), clauses()).prop_map(|(bill, effects)| Sentence::Unless(bill, effects)),
        1 => (test(), clauses()).prop_map(|(test, effects)| Sentence::If(test, effects)),
    ]
    .boxed()
}

fn clauses() -> BoxedStrategy<Clauses> {
    let x = prop_oneof![3 => Just(None), 1 => measure().prop_map(Some)];
    (prop::collection::vec(clause(), 1..3), x).prop_map(|(clauses, x)| Clauses { clauses, x }).boxed()
}

fn clause() -> BoxedStrategy<Clause> {
    prop_oneof![2 => on_things(), 2 => on_cards(), 1 => modify()].boxed()
}

fn modify() -> BoxedStrategy<Clause> {
    (thing(), prop::collection::vec(change(), 1..3), duration())
        .prop_map(|(thing, changes, duration)| Clause::Modify { thing, changes, duration })
        .boxed()
}

fn on_things() -> BoxedStrategy<Clause> {
    let end = one_of([LibraryEnd::Top, LibraryEnd::Bottom]);
    prop_oneof![
        (source(), amount(), hit()).prop_map(|(source, amount, hit)| Clause::Deals { source, amount, hit }),
        (source(), hit(), measure()).prop_map(|(source, hit, measure)| Clause::DealsEqual { source, hit, measure }),
        (source(), amount(), noun()).prop_map(|(source, amount, noun)| Clause::Divides { source, amount, noun }),
        (thing(), noun()).prop_map(|(thing, to)| Clause::Carry { thing, to }),
        (thing(), any::<bool>()).prop_map(|(thing, regenerates)| Clause::Destroy { thing, regenerates }),
        thing().prop_map(Clause::Regenerate),
        thing().prop_map(Clause::Exile),
        thing().prop_map(Clause::Tap),
        thing().prop_map(Clause::Untap),
        thing().prop_map(Clause::Animate),
        (thing(), duration()).prop_map(|(thing, duration)| Clause::GainControl { thing, duration }),
        (thing(), prop::option::of(cost())).prop_map(|(thing, unless)| Clause::Counter { thing, unless }),
        thing().prop_map(Clause::Return),
        (thing(), end).prop_map(|(thing, end)| Clause::PutOnLibrary { thing, end }),
        thing().prop_map(Clause::PutIntoPlay),
        (amount(), thing()).prop_map(|(amount, thing)| Clause::PreventNext { amount, thing }),
        Just(Clause::PreventAllBattle),
        (toward(), thing()).prop_map(|(toward, thing)| Clause::PreventBattle { toward, thing }),
        (counters(), thing()).prop_map(|(counters, thing)| Clause::PutCounters(counters, thing)),
        (counters(), thing()).prop_map(|(counters, thing)| Clause::RemoveCounters(counters, thing)),
    ]
    .boxed()
}

fn on_cards() -> BoxedStrategy<Clause> {
    let found = one_of([Found::Hand, Found::Play]);
    prop_oneof![
        creation().prop_map(Clause::Create),
        (who(), mana()).prop_map(|(who, mana)| Clause::Add { who, mana }),
        (who(), amount()).prop_map(|(who, amount)| Clause::Draw { who, amount }),
        (who(), amount(), any::<bool>()).prop_map(|(who, amount, at_random)| Clause::Discard {
            who,
            amount,
            at_random
        }),
        Just(Clause::SacrificeThis),
        (who(), article(), noun()).prop_map(|(who, article, noun)| Clause::Sacrifice { who, article, noun }),
        (amount(), amount()).prop_map(|(top, take)| Clause::Look { top, take }),
        (article(), noun(), found).prop_map(|(article, noun, into)| Clause::Search { article, noun, into }),
        (amount(), whose()).prop_map(|(amount, whose)| Clause::Mill { amount, whose }),
        Just(Clause::Shuffle),
        (who(), amount()).prop_map(|(who, amount)| Clause::GainLife { who, amount }),
        (who(), amount()).prop_map(|(who, amount)| Clause::LoseLife { who, amount }),
    ]
    .boxed()
}

pub(super) fn toward() -> impl Strategy<Value = Toward> + Clone {
    one_of([Toward::To, Toward::By])
}

fn duration() -> impl Strategy<Value = Option<Duration>> + Clone {
    prop::option::of(one_of([Duration::ThisTurn, Duration::UntilYourNextTurn, Duration::WhileYouControlThis]))
}

fn side() -> impl Strategy<Value = Side> + Clone {
    prop_oneof![4 => (0..12_u16).prop_map(Side::Number), 1 => Just(Side::Star)]
}

fn size() -> impl Strategy<Value = Size> + Clone {
    (side(), side()).prop_map(|(power, toughness)| Size { power, toughness })
}

fn creation() -> BoxedStrategy<Creation> {
    let colours = prop::collection::vec(colour(), 0..3);
    let keywords = prop_oneof![Just(Vec::new()), keywords()];
    (amount(), size(), colours, subtype(), keywords)
        .prop_map(|(amount, size, colours, subtype, keywords)| Creation { amount, size, colours, subtype, keywords })
        .boxed()
}

fn mana() -> impl Strategy<Value = Mana> + Clone {
    let manas = prop_oneof![
        (0..4_u16).prop_map(Manas::Colourless),
        Just(Manas::X),
        prop::collection::vec(colour(), 1..3).prop_map(Manas::Coloured),
    ];
    prop::collection::vec(manas, 1..4).prop_map(Mana)
}

pub(super) fn signed() -> impl Strategy<Value = Signed> + Clone {
    (any::<bool>(), amount()).prop_map(|(minus, amount)| Signed { minus, amount })
}

fn change() -> BoxedStrategy<Change> {
    prop_oneof![
        (signed(), signed()).prop_map(|(power, toughness)| Change::Gets(power, toughness)),
        signed().prop_map(Change::Movement),
        keywords().prop_map(Change::Gains),
        keyword().prop_map(Change::Loses),
        Just(Change::LosesAll),
        colour().prop_map(Change::BecomesColour),
        (article(), land()).prop_map(|(article, land)| Change::BecomesType(article, land)),
        size().prop_map(Change::BecomesSize),
        verb().prop_map(Change::Cannot),
        Just(Change::DoesNotUntap),
    ]
    .boxed()
}

pub(super) fn verb() -> BoxedStrategy<Verb> {
    prop_oneof![
        one_of([Verb::Attack, Verb::Block, Verb::BeBlocked, Verb::BeRegenerated]),
        one_of([Verb::Move, Verb::BeTargetedByOpponents]),
        noun().prop_map(Verb::BeBlockedExceptBy),
        noun().prop_map(Verb::BeBlockedBy),
    ]
    .boxed()
}

pub(super) fn measure() -> BoxedStrategy<Measure> {
    let figure = one_of([Figure::Power, Figure::Toughness, Figure::ManaValue]);
    prop_oneof![
        noun().prop_map(Measure::Count),
        whose().prop_map(Measure::CardsInHand),
        mark().prop_map(Measure::CountersOnThis),
        figure.clone().prop_map(Measure::Its),
        figure.prop_map(Measure::This),
    ]
    .boxed()
}

pub(super) fn test() -> BoxedStrategy<Test> {
    let tested = prop_oneof![one_of([Tested::This, Tested::It]), host().prop_map(Tested::Enchanted)];
    prop_oneof![
        noun().prop_map(Test::YouControlNo),
        (amount(), noun()).prop_map(|(amount, noun)| Test::YouControlMany(amount, noun)),
        (article(), noun()).prop_map(|(article, noun)| Test::YouControl(article, noun)),
        (article(), noun()).prop_map(|(article, noun)| Test::OpponentControls(article, noun)),
        (tested.clone(), super::nouns::adjective()).prop_map(|(tested, word)| Test::IsAdjective(tested, word)),
        (tested, article(), noun()).prop_map(|(tested, article, noun)| Test::IsNoun(tested, article, noun)),
        Just(Test::YourTurn),
        amount().prop_map(Test::HandAtLeast),
        amount().prop_map(Test::HandAtMost),
        (amount(), mark()).prop_map(|(amount, mark)| Test::CountersOnThis(amount, mark)),
    ]
    .boxed()
}
