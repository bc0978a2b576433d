//! Random lines of cards.

use proptest::prelude::*;

use super::effects::{measure, signed, test, text, toward, triggered_text, verb};
use super::nouns::{
    amount, article, colour, counters, host, keywords, land, noun, one_of, part, payment, subject, subjects,
};
use crate::magic::cards::ability::{
    Ability, Activated, Being, Event, Happening, Limit, Moment, PhaseOf, PhaseWord, Static, Trigger, Triggered,
};

pub(super) fn ability() -> BoxedStrategy<Ability> {
    let has = (subjects(), quotable())
        .prop_map(|(subjects, ability)| Ability::Static(Static::Has(subjects, Box::new(ability))));
    prop_oneof![
        1 => keywords().prop_map(Ability::Keywords),
        1 => noun().prop_map(Ability::Enchant),
        1 => measure().prop_map(Ability::Star),
        1 => prop::collection::vec(payment(), 1..3).prop_map(Ability::AdditionalCost),
        1 => moment().prop_map(Ability::Only),
        1 => has,
        8 => quotable(),
        4 => text().prop_map(Ability::Spell),
    ]
    .boxed()
}

/// What may stand between quotation marks.
fn quotable() -> BoxedStrategy<Ability> {
    let activated = (prop::collection::vec(part(), 1..3), text(), prop::collection::vec(limit(), 0..3));
    let triggered = (trigger(), prop::option::of(test()), triggered_text());
    prop_oneof![
        activated.prop_map(|(price, text, limits)| Ability::Activated(Activated { price, text, limits })),
        triggered.prop_map(|(trigger, condition, text)| Ability::Triggered(Triggered { trigger, condition, text })),
        rule().prop_map(Ability::Static),
    ]
    .boxed()
}

fn moment() -> impl Strategy<Value = Moment> + Clone {
    one_of([Moment::YourSummoning, Moment::YourUpkeep, Moment::YourTurn, Moment::Battle])
}

fn limit() -> impl Strategy<Value = Limit> + Clone {
    prop_oneof![moment().prop_map(Limit::Only), one_of([Limit::OnceEachTurn, Limit::AnyPlayer])]
}

fn trigger() -> BoxedStrategy<Trigger> {
    let of = one_of([PhaseOf::Your, PhaseOf::Each, PhaseOf::ItsControllers]);
    let word = one_of([PhaseWord::Upkeep, PhaseWord::Summoning, PhaseWord::EndOfTurn]);
    prop_oneof![
        3 => event().prop_map(Trigger::Event),
        1 => (of, word).prop_map(|(of, word)| Trigger::Phase(of, word)),
    ]
    .boxed()
}

fn event() -> BoxedStrategy<Event> {
    let cast = || (article(), noun());
    prop_oneof![
        5 => (subject(), happening()).prop_map(|(subject, happening)| Event::Of(subject, happening)),
        1 => cast().prop_map(|(article, noun)| Event::YouCast(article, noun)),
        1 => cast().prop_map(|(article, noun)| Event::PlayerCasts(article, noun)),
        1 => cast().prop_map(|(article, noun)| Event::OpponentCasts(article, noun)),
        1 => one_of([Event::YouDraw, Event::OpponentDraws, Event::YouDiscard, Event::OpponentDiscards]),
    ]
    .boxed()
}

fn happening() -> BoxedStrategy<Happening> {
    prop_oneof![
        4 => one_of([Happening::Enters, Happening::Dies, Happening::LeavesPlay, Happening::Attacks, Happening::Defends]),
        4 => one_of([Happening::Blocks, Happening::IsBlocked, Happening::IsTappedForMana, Happening::IsTapped]),
        4 => one_of([Happening::IsDealtDamage, Happening::IsTargeted, Happening::Conquers, Happening::IsConquered]),
        1 => (article(), noun()).prop_map(|(article, noun)| Happening::DealsDamageTo(article, noun)),
    ]
    .boxed()
}

fn rule() -> BoxedStrategy<Static> {
    let is = (subjects(), prop::collection::vec(being(), 1..3), prop::option::of(test()), prop::option::of(measure()));
    prop_oneof![
        4 => is.prop_map(|(subjects, beings, condition, x)| Static::Is { subjects, beings, condition, x }),
        1 => host().prop_map(Static::YouControlEnchanted),
        1 => subject().prop_map(Static::MustBlock),
        1 => (noun(), amount(), any::<bool>()).prop_map(|(noun, amount, less)| Static::Costs { noun, amount, less }),
        1 => (subject(), amount()).prop_map(|(subject, amount)| Static::EnteringCosts(subject, amount)),
        1 => amount().prop_map(Static::HandLimit),
        1 => one_of([Static::NoHandLimit, Static::EntersTapped]),
        1 => counters().prop_map(Static::EntersWith),
        1 => (any::<bool>(), toward(), subjects())
            .prop_map(|(battle, toward, subjects)| Static::Prevent { battle, toward, subjects }),
        1 => subjects().prop_map(Static::ExileInstead),
    ]
    .boxed()
}

fn being() -> BoxedStrategy<Being> {
    prop_oneof![
        (signed(), signed()).prop_map(|(power, toughness)| Being::Gets(power, toughness)),
        signed().prop_map(Being::Movement),
        keywords().prop_map(Being::Has),
        colour().prop_map(Being::IsColour),
        (article(), land()).prop_map(|(article, land)| Being::IsType(article, land)),
        verb().prop_map(Being::Cannot),
        noun().prop_map(Being::BlocksOnly),
        Just(Being::DoesNotUntap),
        Just(Being::MovesAsThough),
    ]
    .boxed()
}
