//! Triggers that add mana as a land is tapped for mana (R64).

use super::ability::{Event, Happening, Trigger, Triggered};
use super::effect::{Clause, Clauses, Manas, Sentence, Text};
use super::noun::{Subject, Who};

impl Triggered {
    /// The lands of which it speaks and what it adds, if it is one that adds fixed mana to the pool of the land's controller, and
    /// does nothing else. `You` is that player where an aura speaks of its land (R52).
    pub fn adds_for_tapping(&self) -> Option<(&Subject, Vec<&Manas>)> {
        let Trigger::Event(Event::Of(subject, Happening::IsTappedForMana)) = &self.trigger else { return None };
        let Text::Sentences(sentences) = &self.text else { return None };
        let [Sentence::Do(Clauses { clauses, x: None })] = sentences.as_slice() else { return None };
        let on_land = matches!(subject, Subject::Enchanted(_));
        if self.condition.is_some() || !(on_land || matches!(subject, Subject::Any(..))) {
            return None;
        }
        let added = clauses.iter().map(|clause| added(clause, on_land));
        Some((subject, added.collect::<Option<_>>()?))
    }
}

/// The mana that a clause adds to the pool of the land's controller, if it adds no other and gives no choice.
fn added(clause: &Clause, on_land: bool) -> Option<&Manas> {
    let Clause::Add { who, mana } = clause else { return None };
    let [manas] = mana.0.as_slice() else { return None };
    let to_controller = *who == Who::ItsController || on_land && *who == Who::You;
    (to_controller && *manas != Manas::X).then_some(manas)
}
