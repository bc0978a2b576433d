//! How current values are worked out: layer by layer, and in each layer the older effect first (R68). Control is as the permanent
//! has it, and the types of lands are in `lands.rs`.

use super::speaker::{Speaker, Values};
use super::traits::{Ban, Traits};
use crate::magic::cards::Card;
use crate::magic::cards::ability::{Ability, Being, Static};
use crate::magic::cards::colour::Colours;
use crate::magic::cards::cost::Mark;
use crate::magic::cards::effect::{Change, Side, Signed, Size, Verb};
use crate::magic::cards::keyword::Keywords;
use crate::magic::cards::measure::{Measure, Test};
use crate::magic::cards::noun::{Figure, Noun, Subject, Subjects};
use crate::magic::notation::{CreatureName, Thing};
use crate::magic::state::{Permanent, Place, Table};

/// The layers of the values of a permanent, in order. The last two are parts of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Layer {
    Colour,
    Abilities,
    Becomes,
    Gets,
}

/// What an effect says of a permanent.
#[derive(Clone, Copy, Debug)]
enum Said<'t> {
    Is(&'t Subjects, &'t [Being], Option<&'t Test>, Option<&'t Measure>),
    MustBlock(&'t Subject),
    Change(&'t Change),
}

/// A static ability or a change that may touch a permanent.
#[derive(Clone, Debug)]
struct Effect<'t> {
    age: u32,
    speaker: Speaker,
    said: Said<'t>,
    /// X of its text (C9).
    x: u16,
}

/// A permanent with its values worked out so far.
struct Work<'t> {
    table: &'t Table,
    name: Thing,
    thing: &'t Permanent,
    card: &'t Card,
    traits: Traits,
}

impl Table {
    /// The current values of the creature, if it is in play.
    pub(crate) fn traits(&self, name: CreatureName) -> Option<Traits> {
        self.traits_of(Thing::Creature(name))
    }

    /// The current values of the permanent, if it is in play.
    pub(crate) fn traits_of(&self, name: Thing) -> Option<Traits> {
        let thing = self.thing(name)?;
        let card = self.cards.get(thing.card.as_str())?;
        let star = self.star_of(&card, &Speaker { you: thing.seat, this: Some(name), it: None });
        let mut work = Work { table: self, name, thing, card: &card, traits: printed(thing, &card, star) };
        let effects = self.effects_on(name, thing, &card);
        for layer in [Layer::Colour, Layer::Abilities, Layer::Becomes, Layer::Gets] {
            if layer == Layer::Gets {
                work.count_counters();
            }
            for effect in effects.iter().filter(|effect| effect.is_in(layer)) {
                work.feel(effect, layer);
            }
        }
        Some(work.traits)
    }

    /// The values that a permanent has by its card alone; `*` is 0.
    pub(crate) fn printed_of(&self, name: Thing) -> Option<Traits> {
        let thing = self.thing(name)?;
        let card = self.cards.get(thing.card.as_str())?;
        Some(printed(thing, &card, 0))
    }

    /// What `*` is on this card (C9); 0 if it does not say. Other permanents are counted by the values of their cards, so that two
    /// creatures can count each other.
    pub(crate) fn star_of(&self, card: &Card, speaker: &Speaker) -> i32 {
        let star =
            card.abilities.iter().find_map(|it| if let Ability::Star(measure) = it { Some(measure) } else { None });
        match star {
            Some(Measure::This(Figure::ManaValue)) => card.mana_value().into(),
            // Its own size is what is asked.
            Some(Measure::Its(_) | Measure::This(_)) | None => 0,
            Some(star @ (Measure::Count(_) | Measure::CountersOnThis(_) | Measure::CardsInHand(_))) => {
                self.measure_with(Values::Printed, star, speaker, 0).into()
            }
        }
    }

    /// All that may touch the permanent, the oldest first.
    fn effects_on<'t>(&'t self, name: Thing, thing: &'t Permanent, card: &'t Card) -> Vec<Effect<'t>> {
        let own = Speaker { you: thing.seat, this: Some(name), it: None };
        let mut effects: Vec<Effect<'t>> = Vec::new();
        if thing.lost_at().is_none() {
            // A token is left out of the rules of the table, and has what its card says of itself.
            let of_itself = card.abilities.iter().filter_map(said);
            let of_itself = of_itself.filter(|said| may_touch(*said, name, name, thing.place));
            effects.extend(of_itself.filter_map(|said| self.effect(thing, own.clone(), said)));
        }
        for rule in self.all_rules().filter(|rule| rule.source != name || rule.is_granted) {
            if let Some(said) = said(rule.ability).filter(|it| may_touch(*it, name, rule.source, rule.thing.place)) {
                effects.extend(self.effect(rule.thing, rule.speaker(), said));
            }
        }
        let changes = thing.changes.iter().filter_map(|lasting| Some((lasting.age, lasting.change()?)));
        effects.extend(changes.map(|(age, change)| Effect {
            age,
            speaker: own.clone(),
            said: Said::Change(change),
            x: 0,
        }));
        effects.sort_by_key(|effect| effect.age);
        effects
    }

    /// What a line of a permanent says now; `None` if its condition does not hold. Conditions and X are worked out by printed
    /// values, as values are what they decide.
    fn effect<'t>(&self, thing: &Permanent, speaker: Speaker, said: Said<'t>) -> Option<Effect<'t>> {
        let x = match said {
            Said::Is(_, _, Some(test), _) if !self.holds_with(Values::Printed, test, &speaker, thing.x) => return None,
            Said::Is(_, _, _, Some(measure)) => self.measure_with(Values::Printed, measure, &speaker, thing.x),
            Said::Is(..) | Said::MustBlock(_) | Said::Change(_) => thing.x,
        };
        Some(Effect { age: thing.age, speaker, said, x })
    }
}

/// What a line of a card says of values, if anything.
fn said(ability: &Ability) -> Option<Said<'_>> {
    let Ability::Static(fixed) = ability else { return None };
    match fixed {
        Static::Is { subjects, beings, condition, x } => {
            Some(Said::Is(subjects, beings, condition.as_ref(), x.as_ref()))
        }
        Static::MustBlock(subject) => Some(Said::MustBlock(subject)),
        Static::YouControlEnchanted(_)
        | Static::Has(..)
        | Static::Costs { .. }
        | Static::EnteringCosts(..)
        | Static::HandLimit(_)
        | Static::NoHandLimit
        | Static::EntersTapped
        | Static::EntersWith(_)
        | Static::Prevent { .. }
        | Static::ExileInstead(_) => None,
    }
}

/// False if a rule of the source, which is at this place, cannot touch the permanent with any values.
fn may_touch(said: Said<'_>, name: Thing, source: Thing, place: Place) -> bool {
    match said {
        Said::Is(Subjects::This, ..) | Said::MustBlock(Subject::This) => source == name,
        Said::Is(Subjects::Enchanted(_), ..) | Said::MustBlock(Subject::Enchanted(_) | Subject::It) => {
            place == Place::Thing(name)
        }
        Said::Is(Subjects::Each(_), ..) | Said::MustBlock(Subject::Any(..)) | Said::Change(_) => true,
    }
}

/// The values that a permanent has by its card alone, with this for `*`.
fn printed(thing: &Permanent, card: &Card, star: i32) -> Traits {
    let (power, toughness) = card.size.map_or((0, 0), |size| sides(size, star));
    Traits {
        seat: thing.seat,
        colours: card.colours(),
        artifact: card.kind.is_artifact(),
        keywords: card.keywords(),
        power,
        toughness,
        value: card.mana_value(),
        cannot: Vec::new(),
        blocks_only: Vec::new(),
        movement: 0,
        moves_as_though: thing.deeds.animated,
        untaps: true,
        must_be_blocked: false,
    }
}

/// Power and toughness, with this for `*`.
pub(crate) fn sides(size: Size, star: i32) -> (i32, i32) {
    let side = |side: Side| match side {
        Side::Number(number) => i32::from(number),
        Side::Star => star,
    };
    (side(size.power), side(size.toughness))
}

/// A number with its sign, where X is this.
fn signed(number: Signed, x: u16) -> i32 {
    let amount = i32::from(number.amount.number(x));
    if number.minus { -amount } else { amount }
}

impl Being {
    const fn layer(&self) -> Option<Layer> {
        match self {
            Being::IsColour(_) => Some(Layer::Colour),
            Being::Has(_) | Being::Cannot(_) | Being::BlocksOnly(_) | Being::DoesNotUntap | Being::MovesAsThough => {
                Some(Layer::Abilities)
            }
            Being::Gets(..) | Being::Movement(_) => Some(Layer::Gets),
            // The types of lands are a layer of their own.
            Being::IsType(..) => None,
        }
    }
}

impl Change {
    const fn layer(&self) -> Option<Layer> {
        match self {
            Change::BecomesColour(_) => Some(Layer::Colour),
            Change::Gains(_) | Change::Loses(_) | Change::LosesAll | Change::Cannot(_) | Change::DoesNotUntap => {
                Some(Layer::Abilities)
            }
            Change::BecomesSize(_) => Some(Layer::Becomes),
            Change::Gets(..) | Change::Movement(_) => Some(Layer::Gets),
            Change::BecomesType(..) => None,
        }
    }
}

impl Effect<'_> {
    fn is_in(&self, layer: Layer) -> bool {
        match self.said {
            Said::Is(_, beings, ..) => beings.iter().any(|being| being.layer() == Some(layer)),
            Said::MustBlock(_) => layer == Layer::Abilities,
            Said::Change(change) => change.layer() == Some(layer),
        }
    }
}

impl Work<'_> {
    /// The effect acts in this layer, if the permanent as it is by now is among its subjects.
    fn feel(&mut self, effect: &Effect<'_>, layer: Layer) {
        match effect.said {
            Said::Is(subjects, beings, ..) => {
                if let Subjects::Each(noun) = subjects
                    && !self.is_called(noun, effect)
                {
                    return;
                }
                let here = beings.iter().filter(|being| being.layer() == Some(layer));
                here.for_each(|being| self.be(being, effect));
            }
            Said::MustBlock(subject) => {
                let all = if let Subject::Any(_, noun) = subject { self.is_called(noun, effect) } else { true };
                self.traits.must_be_blocked |= all;
            }
            Said::Change(change) => self.change(change, effect),
        }
    }

    fn is_called(&self, noun: &Noun, effect: &Effect<'_>) -> bool {
        let candidate =
            self.table.candidate(Values::Current, self.name, self.thing, self.card, &self.traits, &effect.speaker);
        noun.fits(&candidate, effect.x)
    }

    fn be(&mut self, being: &Being, effect: &Effect<'_>) {
        let Effect { speaker, x, .. } = effect;
        match being {
            Being::Gets(power, toughness) => self.grow(signed(*power, *x), signed(*toughness, *x)),
            Being::Movement(points) => self.traits.movement += signed(*points, *x),
            Being::Has(keywords) => self.gain(keywords.iter().copied().collect()),
            Being::IsColour(colour) => self.traits.colours = Colours::NONE.with(*colour),
            Being::IsType(..) => {}
            Being::Cannot(verb) => self.forbid(verb, effect),
            Being::BlocksOnly(noun) => self.traits.blocks_only.push((noun.clone(), speaker.clone(), *x)),
            Being::DoesNotUntap => self.traits.untaps = false,
            Being::MovesAsThough => self.traits.moves_as_though = true,
        }
    }

    fn change(&mut self, change: &Change, effect: &Effect<'_>) {
        match change {
            Change::Gets(power, toughness) => self.grow(signed(*power, effect.x), signed(*toughness, effect.x)),
            Change::Movement(points) => self.traits.movement += signed(*points, effect.x),
            Change::Gains(keywords) => self.gain(keywords.iter().copied().collect()),
            Change::Loses(keyword) => self.traits.keywords = self.traits.keywords.without(*keyword),
            // The other abilities of its card were left out from the start.
            Change::LosesAll => self.traits.keywords = Keywords::NONE,
            Change::BecomesColour(colour) => self.traits.colours = Colours::NONE.with(*colour),
            Change::BecomesType(..) => {}
            Change::BecomesSize(size) => {
                (self.traits.power, self.traits.toughness) = sides(*size, 0);
            }
            Change::Cannot(verb) => self.forbid(verb, effect),
            Change::DoesNotUntap => self.traits.untaps = false,
        }
    }

    fn gain(&mut self, keywords: Keywords) {
        self.traits.keywords = self.traits.keywords.and(keywords);
    }

    fn forbid(&mut self, verb: &Verb, effect: &Effect<'_>) {
        self.traits.cannot.push(Ban { verb: verb.clone(), speaker: effect.speaker.clone(), x: effect.x });
    }

    fn grow(&mut self, power: i32, toughness: i32) {
        self.traits.power += power;
        self.traits.toughness += toughness;
    }

    fn count_counters(&mut self) {
        let counters = |mark: &Mark| i32::from(self.thing.counters.get(mark).copied().unwrap_or(0));
        let grown = counters(&Mark::Plus) - counters(&Mark::Minus);
        if self.card.kind.is_creature() {
            self.grow(grown, grown);
        }
    }
}
