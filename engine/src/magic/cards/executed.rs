//! The list of what the rules can execute yet. A card with anything else is refused as `card-text`.

use super::ability::{Ability, Activated, Being, Static, Triggered};
use super::cost::Amount;
use super::effect::{Change, Clause, Duration, Manas, Sentence, Side, Text};
use super::measure::Measure;
use super::noun::{Feature, Host, Kind, Noun, Qualifier, Subject, Subjects, Thing, Who};

/// What the rules cannot execute of this line, in words for people; `None` if they can execute all of it.
pub(super) fn missing(ability: &Ability) -> Option<&'static str> {
    match ability {
        Ability::Enchant(noun) => has_x(noun).then_some("an X in what an aura may be on"),
        Ability::Star(measure) => of_star(measure),
        Ability::Keywords(_) | Ability::AdditionalCost(_) | Ability::Only(_) => None,
        Ability::Activated(activated) => of_activated(activated),
        Ability::Triggered(triggered) => of_triggered(triggered),
        Ability::Static(rule) => of_static(rule),
        Ability::Spell(text) => of_text(text),
    }
}

fn of_activated(activated: &Activated) -> Option<&'static str> {
    if !activated.is_mana_ability() {
        return of_text(&activated.text);
    }
    let Text::Sentences(sentences) = &activated.text else { return Some("modes of mana") };
    let [Sentence::Do(effects)] = sentences.as_slice() else { return Some("more than one sentence that adds mana") };
    match effects.clauses.as_slice() {
        [Clause::Add { who: Who::You, mana }] if !mana.0.contains(&Manas::X) && effects.x.is_none() => None,
        _ => Some("mana for other players, or X mana"),
    }
}

fn of_text(text: &Text) -> Option<&'static str> {
    text.clauses().into_iter().find_map(of_clause)
}

fn of_clause(clause: &Clause) -> Option<&'static str> {
    match clause {
        Clause::Modify { thing, changes, duration } => match duration {
            Some(Duration::ThisTurn) if !is_land(thing) => changes.iter().find_map(of_change),
            Some(Duration::ThisTurn) => Some("changes of lands"),
            Some(Duration::UntilYourNextTurn | Duration::WhileYouControlThis) | None => {
                Some("changes beyond the end of the turn")
            }
        },
        Clause::GainControl { .. } => Some("changes of control"),
        Clause::Create(creation) => {
            let is_star = [creation.size.power, creation.size.toughness].contains(&Side::Star);
            is_star.then_some("tokens of a size with `*`")
        }
        Clause::PutIntoPlay(_)
        | Clause::Look { .. }
        | Clause::Search { .. }
        | Clause::Deals { .. }
        | Clause::DealsEqual { .. }
        | Clause::Destroy { .. }
        | Clause::Regenerate(_)
        | Clause::Exile(_)
        | Clause::Tap(_)
        | Clause::Untap(_)
        | Clause::Animate(_)
        | Clause::Counter { .. }
        | Clause::Return(_)
        | Clause::PutOnLibrary { .. }
        | Clause::PreventNext { .. }
        | Clause::PreventAllBattle
        | Clause::PreventBattle { .. }
        | Clause::PutCounters(..)
        | Clause::RemoveCounters(..)
        | Clause::Add { .. }
        | Clause::Draw { .. }
        | Clause::Discard { .. }
        | Clause::SacrificeThis
        | Clause::Sacrifice { .. }
        | Clause::Mill { .. }
        | Clause::Shuffle
        | Clause::GainLife { .. }
        | Clause::LoseLife { .. } => None,
    }
}

fn of_change(change: &Change) -> Option<&'static str> {
    match change {
        Change::BecomesType(..) => Some("changes of lands"),
        Change::Gets(..)
        | Change::Movement(_)
        | Change::Gains(_)
        | Change::Loses(_)
        | Change::LosesAll
        | Change::BecomesColour(_)
        | Change::BecomesSize(_)
        | Change::Cannot(_)
        | Change::DoesNotUntap => None,
    }
}

/// True if a clause is about lands.
fn is_land(thing: &Thing) -> bool {
    match thing {
        Thing::Target(noun) | Thing::UpTo(_, noun) | Thing::Each(noun) => {
            matches!(noun.kind, Kind::Land | Kind::Type(_))
        }
        Thing::Enchanted(host) => *host == Host::Land,
        Thing::This | Thing::It => false,
    }
}

/// True if the noun compares a figure with X.
fn has_x(noun: &Noun) -> bool {
    let x = |qualifier: &Qualifier| matches!(qualifier, Qualifier::With(Feature::Figure { amount: Amount::X, .. }));
    noun.qualifiers.iter().any(x)
}

fn of_star(measure: &Measure) -> Option<&'static str> {
    match measure {
        Measure::Count(_) | Measure::CountersOnThis(_) => None,
        Measure::CardsInHand(_) | Measure::Its(_) | Measure::This(_) => Some("`*` of hands or figures"),
    }
}

fn of_triggered(triggered: &Triggered) -> Option<&'static str> {
    triggered.adds_for_tapping().is_none().then_some("triggers, but those that add mana for a tapped land")
}

fn of_static(rule: &Static) -> Option<&'static str> {
    const UNKNOWN: Option<&str> = Some("this rule");
    match rule {
        Static::EntersTapped
        | Static::NoHandLimit
        | Static::HandLimit(Amount::Number(_))
        | Static::EnteringCosts(Subject::Enchanted(_) | Subject::Any(..), Amount::Number(_))
        | Static::MustBlock(Subject::This | Subject::Enchanted(_) | Subject::Any(..)) => None,
        Static::Is { subjects, beings, condition: None, x: None } => {
            beings.iter().find_map(|being| of_being(subjects, being))
        }
        Static::Has(subjects, ability) if !speaks_of_lands(subjects) => {
            ability.as_activated().map_or(UNKNOWN, of_activated)
        }
        Static::Is { .. }
        | Static::YouControlEnchanted(_)
        | Static::Has(..)
        | Static::MustBlock(_)
        | Static::Costs { .. }
        | Static::EnteringCosts(..)
        | Static::HandLimit(_)
        | Static::EntersWith(_)
        | Static::Prevent { .. }
        | Static::ExileInstead(_) => UNKNOWN,
    }
}

/// True if the subjects are lands: these have no abilities of their own.
fn speaks_of_lands(subjects: &Subjects) -> bool {
    match subjects {
        Subjects::This | Subjects::Enchanted(Host::Creature | Host::Artifact) => false,
        Subjects::Enchanted(Host::Land) => true,
        Subjects::Each(noun) => matches!(noun.kind, Kind::Land | Kind::Type(_)),
    }
}

fn of_being(subjects: &Subjects, being: &Being) -> Option<&'static str> {
    match being {
        // Of the types of lands, an aura's alone is worked out (R56).
        Being::IsType(..) if *subjects == Subjects::Enchanted(Host::Land) => None,
        Being::IsType(..) => Some("types but those of enchanted lands"),
        Being::DoesNotUntap => None,
        Being::Cannot(_)
        | Being::Gets(..)
        | Being::Movement(_)
        | Being::Has(_)
        | Being::IsColour(_)
        | Being::BlocksOnly(_)
        | Being::MovesAsThough => speaks_of_lands(subjects).then_some("this rule about lands"),
    }
}

/// Why the rules cannot execute a card of these types yet.
pub(super) const fn missing_kind(kind: super::CardKind) -> Option<&'static str> {
    match kind {
        super::CardKind::Creature { .. }
        | super::CardKind::Artifact
        | super::CardKind::Enchantment
        | super::CardKind::Aura
        | super::CardKind::Instant
        | super::CardKind::Sorcery => None,
    }
}
