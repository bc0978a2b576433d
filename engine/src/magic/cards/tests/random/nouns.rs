//! Random numbers, costs, nouns, targets and players.

use proptest::prelude::*;

use crate::magic::cards::colour::{Colour, LandType};
use crate::magic::cards::cost::{Amount, Bill, Cost, Counters, Mark, Part, Payment, TapSome};
use crate::magic::cards::keyword::Keyword;
use crate::magic::cards::noun::{
    Adjective, Article, Bound, Feature, Figure, Hit, Host, Kind, Noun, Property, Qualifier, Source, Subject, Subjects,
    Subtype, Thing, Who, Whose,
};

/// The subtypes of random texts; one ends in `s` in the plural only, one begins with a vowel.
pub(super) const SUBTYPES: &[&str] = &["Guard", "Officer", "Elk"];
/// The words on counters of random texts.
pub(super) const MARKS: &[&str] = &["oil", "toll"];

pub(super) fn one_of<T: Clone + std::fmt::Debug + 'static>(all: impl Into<Vec<T>>) -> impl Strategy<Value = T> + Clone {
    prop::sample::select(all.into())
}

pub(super) fn amount() -> impl Strategy<Value = Amount> + Clone {
    prop_oneof![(0..4_u16).prop_map(Amount::Number), Just(Amount::Number(999)), Just(Amount::X)]
}

pub(super) fn cost() -> impl Strategy<Value = Cost> + Clone {
    let coloured = prop::array::uniform5(0..3_u8);
    (any::<bool>(), 0..12_u16, coloured).prop_map(|(x, generic, coloured)| Cost { x, generic, coloured })
}

pub(super) fn mark() -> impl Strategy<Value = Mark> + Clone {
    let word = one_of(MARKS).prop_map(|word| Mark::Word(word.to_owned()));
    prop_oneof![Just(Mark::Plus), Just(Mark::Minus), word]
}

pub(super) fn counters() -> impl Strategy<Value = Counters> + Clone {
    (amount(), mark()).prop_map(|(amount, mark)| Counters { amount, mark })
}

pub(super) fn colour() -> impl Strategy<Value = Colour> + Clone {
    one_of(Colour::ALL)
}

pub(super) fn land() -> impl Strategy<Value = LandType> + Clone {
    one_of(LandType::ALL)
}

pub(super) fn keyword() -> impl Strategy<Value = Keyword> + Clone {
    one_of(Keyword::ALL)
}

pub(super) fn keywords() -> impl Strategy<Value = Vec<Keyword>> + Clone {
    prop::collection::vec(keyword(), 1..4)
}

pub(super) fn subtype() -> impl Strategy<Value = Subtype> + Clone {
    one_of(SUBTYPES).prop_map(|word| Subtype::capital(word).unwrap())
}

pub(super) fn article() -> impl Strategy<Value = Article> + Clone {
    one_of([Article::A, Article::Another])
}

pub(super) fn adjective() -> impl Strategy<Value = Adjective> + Clone {
    let property = prop_oneof![colour().prop_map(Property::Colour), one_of([Property::Artifact, Property::Creature])];
    prop_oneof![
        one_of([Adjective::Other, Adjective::Tapped, Adjective::Untapped, Adjective::Attacking]),
        one_of([Adjective::Defending, Adjective::Neutral, Adjective::Instant, Adjective::Sorcery]),
        one_of([Adjective::Enchantment, Adjective::Aura, Adjective::AttackingOrDefending, Adjective::InstantOrSorcery]),
        (any::<bool>(), property).prop_map(|(non, property)| Adjective::Is { non, property }),
    ]
}

fn kind() -> impl Strategy<Value = Kind> + Clone {
    prop_oneof![
        one_of([Kind::Creature, Kind::Artifact, Kind::Enchantment, Kind::Aura, Kind::Land]),
        one_of([Kind::Permanent, Kind::Token, Kind::Spell, Kind::Card, Kind::Sorcery]),
        land().prop_map(Kind::Type),
        subtype().prop_map(Kind::Subtype),
    ]
}

fn qualifier() -> impl Strategy<Value = Qualifier> + Clone {
    let figure = (one_of([Figure::Power, Figure::Toughness, Figure::ManaValue]), amount());
    let figure = (figure, one_of([Bound::Exactly, Bound::OrMore, Bound::OrLess]));
    let feature = prop_oneof![
        figure.prop_map(|((figure, amount), bound)| Feature::Figure { figure, amount, bound }),
        (article(), mark()).prop_map(|(article, mark)| Feature::Counter(article, mark)),
        keyword().prop_map(Feature::Keyword),
    ];
    prop_oneof![
        one_of([Qualifier::YouControl, Qualifier::YouOwn, Qualifier::YouCast, Qualifier::OpponentControls]),
        one_of([Qualifier::OpponentCasts, Qualifier::SameLand, Qualifier::AdjacentLand, Qualifier::OnEnchantedLand]),
        one_of([Qualifier::InBattleWithThis, Qualifier::InYourGraveyard, Qualifier::InAGraveyard]),
        Just(Qualifier::DealtDamage),
        feature.prop_map(Qualifier::With),
        keyword().prop_map(Qualifier::Without),
        (article(), land()).prop_map(|(article, land)| Qualifier::OnType(article, land)),
    ]
}

pub(super) fn noun() -> BoxedStrategy<Noun> {
    let (adjectives, qualifiers) = (prop::collection::vec(adjective(), 0..3), prop::collection::vec(qualifier(), 0..3));
    let or = prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(kind(), 1..3)];
    let kinds = (kind(), or).prop_map(|(kind, or)| match or.as_slice() {
        [] => kind,
        [..] => Kind::OneOf(std::iter::once(kind).chain(or).collect()),
    });
    let noun = (adjectives, kinds, qualifiers);
    noun.prop_map(|(adjectives, kind, qualifiers)| Noun { adjectives, kind, qualifiers }).boxed()
}

pub(super) fn host() -> impl Strategy<Value = Host> + Clone {
    one_of([Host::Creature, Host::Artifact, Host::Land])
}

pub(super) fn subject() -> impl Strategy<Value = Subject> + Clone {
    prop_oneof![
        one_of([Subject::This, Subject::It]),
        host().prop_map(Subject::Enchanted),
        (article(), noun()).prop_map(|(article, noun)| Subject::Any(article, noun)),
    ]
}

pub(super) fn subjects() -> impl Strategy<Value = Subjects> + Clone {
    prop_oneof![Just(Subjects::This), host().prop_map(Subjects::Enchanted), noun().prop_map(Subjects::Each)]
}

pub(super) fn source() -> impl Strategy<Value = Source> + Clone {
    prop_oneof![one_of([Source::This, Source::It, Source::EnchantedCreature]), noun().prop_map(Source::Target)]
}

pub(super) fn thing() -> impl Strategy<Value = Thing> + Clone {
    prop_oneof![
        one_of([Thing::This, Thing::It]),
        host().prop_map(Thing::Enchanted),
        noun().prop_map(Thing::Target),
        (amount(), noun()).prop_map(|(amount, noun)| Thing::UpTo(amount, noun)),
        noun().prop_map(Thing::Each),
    ]
}

pub(super) fn hit() -> impl Strategy<Value = Hit> + Clone {
    prop_oneof![
        one_of([Hit::CreatureOrPlayer, Hit::TargetPlayer, Hit::EachPlayer, Hit::EachOpponent]),
        (thing(), any::<bool>()).prop_map(|(thing, players)| Hit::Thing { thing, players }),
    ]
}

pub(super) fn who() -> impl Strategy<Value = Who> + Clone {
    one_of([
        Who::You,
        Who::TargetPlayer,
        Who::EachPlayer,
        Who::EachOpponent,
        Who::ItsController,
        Who::ItsOwner,
        Who::ThatPlayer,
    ])
}

pub(super) fn whose() -> impl Strategy<Value = Whose> + Clone {
    one_of([Whose::Your, Whose::ItsControllers, Whose::TargetPlayers, Whose::EachPlayers, Whose::EachOpponents])
}

/// `tap n` nouns: of one, a noun that has a singular.
pub(super) fn tap_some() -> impl Strategy<Value = TapSome> + Clone {
    (amount(), noun()).prop_map(|(amount, noun)| TapSome { amount, noun })
}

pub(super) fn payment() -> impl Strategy<Value = Payment> + Clone {
    prop_oneof![
        one_of([Payment::SacrificeThis, Payment::ReturnThis]),
        (article(), noun()).prop_map(|(article, noun)| Payment::Sacrifice(article, noun)),
        amount().prop_map(Payment::Discard),
        amount().prop_map(Payment::Life),
        counters().prop_map(Payment::Remove),
        tap_some().prop_map(Payment::TapSome),
    ]
}

pub(super) fn part() -> impl Strategy<Value = Part> + Clone {
    prop_oneof![Just(Part::Tap), payment().prop_map(Part::Payment), cost().prop_map(Part::Mana)]
}

pub(super) fn bill() -> impl Strategy<Value = Bill> + Clone {
    prop_oneof![
        cost().prop_map(Bill::Mana),
        (article(), noun()).prop_map(|(article, noun)| Bill::Sacrifice(article, noun)),
        amount().prop_map(Bill::Discard),
        tap_some().prop_map(Bill::TapSome),
    ]
}
