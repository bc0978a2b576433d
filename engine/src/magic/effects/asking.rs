//! Open choices: what a player decides while an effect is carried out, or as he discards down; answered by `choose` (P24).
//!
//! An effect first gathers all the choices that it needs, then acts. If one is wanting, nothing of the effect has happened, and it
//! begins anew when the player has chosen.

use std::collections::BTreeSet;

use crate::game::Illegal;
use crate::magic::cards::CardId;
use crate::magic::cards::effect::Clause;
use crate::magic::cards::noun::Noun;
use crate::magic::notation::{Choose, Chosen, DiscardOrder, HandName, LandNumber, Step, Surprise, Target, Thing};
use crate::magic::state::{About, Event, Object, Phase, Question, Slot, Table, World};
use crate::magic::values::speaker::Speaker;
use crate::magic::words::list;
use crate::seat::Seat;

impl About {
    /// True if the cards are seen only when the choice opens, so that no script can name them.
    fn is_unseen(&self) -> bool {
        match self {
            About::Looked { .. } | About::Search => true,
            About::May | About::Pay | About::Discard(_) | About::Sacrifice(_) | About::Targets(_) | About::Mode(_) => {
                false
            }
        }
    }
}

/// An effect stopped before it changed anything, as a choice is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Paused;

/// The choices that one effect has taken up.
#[derive(Debug)]
pub(crate) struct Asking {
    /// The controller of the effect, whose script may answer.
    controller: Seat,
    /// The seats that had answered, once for each answer.
    answered: Vec<Seat>,
    /// The number of `choose` steps of the script.
    scripted: usize,
}

impl Asking {
    /// For an effect of this controller.
    pub(crate) fn new(controller: Seat) -> Asking {
        Asking { controller, answered: Vec::new(), scripted: 0 }
    }
}

impl Choose {
    /// The cards of the hand that it names.
    pub(crate) fn cards(&self) -> Vec<HandName> {
        let card = |chosen: &Chosen| if let Chosen::Hand(name) = chosen { Some(*name) } else { None };
        self.named().iter().filter_map(card).collect()
    }

    /// The permanents that it names.
    pub(crate) fn things(&self) -> Vec<Thing> {
        let thing = |chosen: &Chosen| match chosen {
            Chosen::Target(Target::Thing(name)) => Some(*name),
            Chosen::Target(_) | Chosen::Hand(_) | Chosen::Looked(_) => None,
        };
        self.named().iter().filter_map(thing).collect()
    }

    /// The places of the cards looked at that it names, from 1.
    pub(crate) fn looked(&self) -> Vec<u16> {
        let place = |chosen: &Chosen| if let Chosen::Looked(name) = chosen { Some(name.0) } else { None };
        self.named().iter().filter_map(place).collect()
    }

    /// True if it names so many, each once.
    pub(crate) fn names_each_once(&self, number: u16) -> bool {
        let named = self.named();
        let once: BTreeSet<&Chosen> = named.iter().collect();
        once.len() == named.len() && named.len() == usize::from(number)
    }

    /// All that it names.
    pub(crate) fn named(&self) -> &[Chosen] {
        match self {
            Choose::These(these) => these,
            Choose::Yes | Choose::No | Choose::Nothing => &[],
        }
    }
}

impl Table {
    /// The open choice of this seat, if any.
    pub(crate) fn question_to(&self, seat: Seat) -> Option<&Question> {
        self.question.as_ref().filter(|question| question.seat == seat)
    }

    /// The number of cards from the top of its library that the seat sees, as it chooses of them.
    pub(crate) fn looked_by(&self, seat: Seat) -> usize {
        match self.question_to(seat).map(|question| &question.about) {
            Some(About::Looked { number, .. }) => usize::from(*number),
            Some(
                About::May
                | About::Pay
                | About::Discard(_)
                | About::Sacrifice(_)
                | About::Search
                | About::Targets(_)
                | About::Mode(_),
            )
            | None => 0,
        }
    }

    /// True if the seat searches its library.
    pub(crate) fn is_searching(&self, seat: Seat) -> bool {
        self.question_to(seat).is_some_and(|question| question.about == About::Search)
    }

    /// What is chosen, for people: `whether to pay: "counter target spell unless its controller pays 2"`.
    pub(crate) fn question_words(&self, question: &Question) -> String {
        let text = self.paused_text().map(|text| format!(": \"{text}\"")).unwrap_or_default();
        match &question.about {
            About::May => format!("whether to do what the text allows{text}"),
            About::Pay => format!("whether to pay{text}"),
            About::Discard(1) => "the card to discard".to_owned(),
            About::Discard(number) => format!("the {number} cards to discard"),
            About::Sacrifice(things) => {
                let things: Vec<String> = things.iter().map(|name| format!("{name} {}", self.called(*name))).collect();
                format!("the permanent to sacrifice, of {}", list(&things))
            }
            About::Looked { number, take } => format!("{take} of {number} cards from the top of the library"),
            About::Search => format!("the card to search for{text}"),
            About::Targets(_) => format!("the targets of {}", self.placed_words()),
            About::Mode(_) => format!("the mode of {}", self.placed_words()),
        }
    }
}

impl Table {
    /// The triggered ability for which targets or a mode are chosen: `c3 Bog Assessor: "When this dies, ..."`.
    fn placed_words(&self) -> String {
        let called = self.placed_next().map(|it| format!("{} {}", it.source, self.called(it.source)));
        format!("{}: \"{}\"", called.unwrap_or_default(), self.placed_text().unwrap_or_default())
    }
}

impl World<'_> {
    /// What the seat chooses: its answer, else the next `choose` of the script behind the effect, else `None`: then its orders
    /// decide. With `wants` it is asked instead.
    pub(crate) fn ask(
        &mut self,
        asking: &mut Asking,
        seat: Seat,
        about: About,
        wants: bool,
    ) -> Result<Option<Choose>, Paused> {
        let nth = asking.answered.iter().filter(|other| **other == seat).count();
        if let Some(given) = self.hidden.own(seat).and_then(|own| own.given.get(nth)) {
            asking.answered.push(seat);
            return Ok(Some(given.clone()));
        }
        let mut wants = wants;
        let unseen = about.is_unseen();
        let scripted = self.scripted(asking, seat);
        if unseen && !self.is_real() && scripted.as_ref().is_some_and(|choose| !choose.looked().is_empty()) {
            let why = "The cards are not known yet; choose when you see them.";
            self.note_misfit(asking.scripted, Illegal::new("not-known", why));
        }
        if let Some(choose) = scripted.filter(|_| !unseen) {
            match self.check_choice(seat, &about, &choose) {
                Ok(()) => {
                    asking.scripted += 1;
                    return Ok(Some(choose));
                }
                // On the position such a step has become impossible (P3).
                Err(_) if self.is_real() => wants |= self.stops_at_surprise(seat),
                Err(why) => self.note_misfit(asking.scripted, why),
            }
        }
        if !wants || !self.is_real() {
            return Ok(None);
        }
        self.open_question(Question { seat, about });
        Err(Paused)
    }

    /// The site that the next `choose` of the script names, if it names a land (R26).
    pub(crate) fn scripted_site(&mut self, you: Seat, sites: &[LandNumber]) -> Option<LandNumber> {
        let mut asking = Asking::new(you);
        let choose = self.scripted(&asking, you)?;
        let [Chosen::Target(Target::Land(site))] = choose.named() else { return None };
        if !sites.contains(site) {
            let why = format!("On land {site} it cannot come into play; choose one of {}.", list(sites));
            self.note_misfit(0, Illegal::new("bad-choice", why));
            return None;
        }
        asking.scripted = 1;
        self.take_choices(&asking);
        Some(*site)
    }

    /// All choices of an effect are made: they are spent, and the effect is carried out.
    pub(crate) fn take_choices(&mut self, asking: &Asking) {
        self.hidden.seats.iter_mut().for_each(|own| own.given.clear());
        if let Some(own) = self.own_mut(asking.controller) {
            own.rest.drain(..asking.scripted.min(own.rest.len()));
        }
    }

    /// The next `choose` of the active player's script behind an effect of his own.
    fn scripted(&self, asking: &Asking, seat: Seat) -> Option<Choose> {
        let own = self.hidden.own(seat).filter(|_| asking.controller == seat && self.table.active() == Some(seat))?;
        if let Step::Choose(choose) = own.rest.get(asking.scripted)? { Some(choose.clone()) } else { None }
    }

    /// Notes the first `choose` step that no choice takes, counted from the next step of the script.
    fn note_misfit(&mut self, step: usize, why: Illegal) {
        self.misfit.get_or_insert((step, why));
    }

    /// True if the script waits for its player where a step has become impossible.
    fn stops_at_surprise(&self, seat: Seat) -> bool {
        match self.hidden.own(seat).and_then(|own| own.running) {
            Some(Surprise::Continue | Surprise::End) => false,
            Some(Surprise::Ask) | None => true,
        }
    }

    fn open_question(&mut self, question: Question) {
        let seat = question.seat;
        let is_active = self.table.active() == Some(seat);
        if let Some(own) = self.own_mut(seat).filter(|_| is_active) {
            own.running = None;
        }
        if let Some(turn) = self.table.turn_mut().filter(|_| !is_active) {
            // The active player gets the full clock and an email when it is his again (P28).
            turn.midway = false;
        }
        self.table.question = Some(question);
    }

    /// Tells the open choice, once the rest of what is paused is in its place.
    pub(crate) fn tell_question(&mut self) {
        if let Some(question) = &self.table.question {
            let (seat, what) = (question.seat, self.table.question_words(question));
            self.note(Event::Asked { seat, what });
        }
    }

    /// Discards down to the limit of the hand; `Paused` if the player has to choose (R58).
    pub(crate) fn discard_down(&mut self, seat: Seat) -> Result<(), Paused> {
        let mut asking = Asking::new(seat);
        let excess = self.excess(seat);
        let chosen = self.ask_discard(&mut asking, seat, excess)?;
        self.take_choices(&asking);
        self.discard_some(seat, excess, &chosen);
        Ok(())
    }

    /// The cards that a seat chooses to discard, if it wants to be asked; those that its `discard` step names are not asked about.
    pub(crate) fn ask_discard(
        &mut self,
        asking: &mut Asking,
        seat: Seat,
        number: u16,
    ) -> Result<Vec<HandName>, Paused> {
        let Some(own) = self.hidden.own(seat) else { return Ok(Vec::new()) };
        let named = own.to_discard().filter(|name| own.held(*name).is_some()).count();
        let open = usize::from(number).saturating_sub(named).min(own.hand.len()) as u16;
        if open == 0 || own.hand.len() <= usize::from(number) {
            return Ok(Vec::new());
        }
        let wants = own.orders.discard == DiscardOrder::Ask;
        let chosen = self.ask(asking, seat, About::Discard(open), wants)?;
        Ok(chosen.map(|choose| choose.cards()).unwrap_or_default())
    }

    /// The number of cards that the seat holds beyond the limit of its hand.
    pub(crate) fn excess(&self, seat: Seat) -> u16 {
        let held = self.hidden.own(seat).map_or(0, |own| own.hand.len());
        let limit = self.table.hand_limit(seat).map_or(held, usize::from);
        held.saturating_sub(limit).try_into().unwrap_or(u16::MAX)
    }
}

impl Table {
    /// The cards of a library that fit the search that waits for its owner, each once, in alphabetical order.
    pub(crate) fn searched(&self, seat: Seat, library: &[Slot]) -> Vec<CardId> {
        let Some(Clause::Search { noun, .. }) = self.paused_clause() else { return Vec::new() };
        let Some(resolving) = &self.resolving else { return Vec::new() };
        let source = self.object(resolving.name).and_then(Object::source);
        let speaker = Speaker { you: seat, this: source, it: resolving.progress.it.clone() };
        self.fitting_cards(&noun, library, &speaker, resolving.progress.x)
    }

    /// The cards of a library of which the noun speaks, each once, in alphabetical order.
    pub(crate) fn fitting_cards(&self, noun: &Noun, library: &[Slot], speaker: &Speaker, x: u16) -> Vec<CardId> {
        let fits = |id: &&CardId| {
            let card = self.cards.get(id.as_str());
            card.is_some_and(|card| self.fits_card(noun, &card, speaker.you, speaker, x))
        };
        let mut cards: Vec<CardId> = library.iter().flatten().filter(fits).cloned().collect();
        cards.sort();
        cards.dedup();
        cards
    }

    /// True if the match stands where a choice can be open: while an object resolves, as triggers are put on the stack, or in
    /// Discard.
    pub(crate) fn can_ask(&self) -> bool {
        self.resolving.is_some() || !self.waiting.is_empty() || self.phase() == Some(Phase::Discard)
    }
}
