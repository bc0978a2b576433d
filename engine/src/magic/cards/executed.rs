//! The list of what the rules can execute yet. A card with anything else is refused as `card-text`.

use super::ability::{Ability, Activated, Being, Static};
use super::cost::Part;
use super::effect::{Clause, Manas, Sentence, Text, Verb};
use super::noun::{Subjects, Who};

/// What the rules cannot execute of this line, in words for people; `None` if they can execute all of it.
pub(super) fn missing(ability: &Ability) -> Option<&'static str> {
    match ability {
        Ability::Keywords(_) => None,
        Ability::Enchant(_) => Some("auras"),
        Ability::Star(_) => Some("sizes with `*`"),
        Ability::AdditionalCost(_) => Some("additional costs"),
        Ability::Activated(activated) => of_activated(activated),
        Ability::Only(_) => Some("limits of casting"),
        Ability::Triggered(_) => Some("triggers"),
        Ability::Static(rule) => of_static(rule),
        Ability::Spell(_) => Some("instants and sorceries"),
    }
}

fn of_activated(activated: &Activated) -> Option<&'static str> {
    let may_pay = |part: &Part| match part {
        Part::Tap => true,
        Part::Mana(cost) => !cost.x,
        Part::Payment(_) => false,
    };
    if !activated.price.iter().all(may_pay) || !activated.limits.is_empty() {
        return Some("this price or limit");
    }
    let Text::Sentences(sentences) = &activated.text else { return Some("modes") };
    let [Sentence::Do(effects)] = sentences.as_slice() else { return Some("more than one sentence that adds mana") };
    match effects.clauses.as_slice() {
        [Clause::Add { who: Who::You, mana }] if !mana.0.contains(&Manas::X) && effects.x.is_none() => None,
        _ => Some("activated abilities, but `Tap: Add ..`"),
    }
}

fn of_static(rule: &Static) -> Option<&'static str> {
    match rule {
        Static::EntersTapped => None,
        Static::Is { subjects: Subjects::This, beings, condition: None, x: None } => beings.iter().find_map(of_being),
        Static::Is { .. }
        | Static::YouControlEnchanted(_)
        | Static::Has(..)
        | Static::MustBlock(_)
        | Static::Costs { .. }
        | Static::EnteringCosts(..)
        | Static::HandLimit(_)
        | Static::NoHandLimit
        | Static::EntersWith(_)
        | Static::Prevent { .. }
        | Static::ExileInstead(_) => Some("this rule"),
    }
}

fn of_being(being: &Being) -> Option<&'static str> {
    match being {
        Being::Cannot(Verb::Attack | Verb::Block | Verb::BeBlocked) => None,
        Being::Cannot(
            Verb::BeBlockedExceptBy(_)
            | Verb::BeBlockedBy(_)
            | Verb::BeRegenerated
            | Verb::Move
            | Verb::BeTargetedByOpponents,
        )
        | Being::Gets(..)
        | Being::Movement(_)
        | Being::Has(_)
        | Being::IsColour(_)
        | Being::IsType(..)
        | Being::BlocksOnly(_)
        | Being::DoesNotUntap
        | Being::MovesAsThough => Some("this rule"),
    }
}

/// Why the rules cannot execute a card of these types yet.
pub(super) const fn missing_kind(kind: super::CardKind) -> Option<&'static str> {
    match kind {
        super::CardKind::Creature { .. } | super::CardKind::Artifact => None,
        super::CardKind::Enchantment => Some("enchantments"),
        super::CardKind::Aura => Some("auras"),
        super::CardKind::Instant | super::CardKind::Sorcery => Some("instants and sorceries"),
    }
}
