//! Open choices: what a player decides while an effect is carried out, or as he discards down; answered by `choose` (P24).
//!
//! An effect first gathers all the choices that it needs, then acts. If one is wanting, nothing of the effect has happened, and it
//! begins anew when the player has chosen.

use super::event::Event;
use super::notation::{Choose, Chosen, DiscardOrder, HandName, Step, Surprise, Target, Text, Thing};
use super::table::Table;
use super::turn::Phase;
use super::world::{World, refuse};
use crate::game::Illegal;
use crate::seat::Seat;

/// A choice that a seat has to make. All may know of it; no other seat can make it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Question {
    /// The seat.
    pub(super) seat: Seat,
    /// What it chooses.
    pub(super) about: About,
}

/// What is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum About {
    /// Whether the player does what he may.
    May,
    /// Whether he pays.
    Pay,
    /// The cards of his hand that he discards: so many, fewer than he holds.
    Discard(u16),
    /// The permanent that he sacrifices: one of these, by number; at least two.
    Sacrifice(Vec<Thing>),
}

/// An effect stopped before it changed anything, as a choice is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Paused;

/// The choices that one effect has taken up.
#[derive(Debug)]
pub(super) struct Asking {
    /// The controller of the effect, whose script may answer.
    controller: Seat,
    /// The seats that had answered, once for each answer.
    answered: Vec<Seat>,
    /// The number of `choose` steps of the script.
    scripted: usize,
}

impl Asking {
    /// For an effect of this controller.
    pub(super) fn of(controller: Seat) -> Asking {
        Asking { controller, answered: Vec::new(), scripted: 0 }
    }
}

impl Choose {
    /// The cards of the hand that it names.
    pub(super) fn cards(&self) -> Vec<HandName> {
        let card = |chosen: &Chosen| if let Chosen::Hand(name) = chosen { Some(*name) } else { None };
        self.named().iter().filter_map(card).collect()
    }

    /// The permanents that it names.
    pub(super) fn things(&self) -> Vec<Thing> {
        let thing = |chosen: &Chosen| match chosen {
            Chosen::Target(Target::Thing(name)) => Some(*name),
            Chosen::Target(_) | Chosen::Hand(_) | Chosen::Looked(_) => None,
        };
        self.named().iter().filter_map(thing).collect()
    }

    fn named(&self) -> &[Chosen] {
        match self {
            Choose::These(these) => these,
            Choose::Yes | Choose::No | Choose::Nothing => &[],
        }
    }
}

impl Table {
    /// The open choice of this seat, if any.
    pub(super) fn question_to(&self, seat: Seat) -> Option<&Question> {
        self.question.as_ref().filter(|question| question.seat == seat)
    }

    /// What is chosen, for people: `whether to pay: "counter target spell unless its controller pays 2"`.
    pub(super) fn question_words(&self, question: &Question) -> String {
        let text = self.paused_text().map(|text| format!(": \"{text}\"")).unwrap_or_default();
        match &question.about {
            About::May => format!("whether to do what the text allows{text}"),
            About::Pay => format!("whether to pay{text}"),
            About::Discard(1) => "the card to discard".to_owned(),
            About::Discard(number) => format!("the {number} cards to discard"),
            About::Sacrifice(things) => {
                let things: Vec<String> = things.iter().map(|name| format!("{name} {}", self.called(*name))).collect();
                format!("the permanent to sacrifice, of {}", super::story::list(&things))
            }
        }
    }
}

impl World<'_> {
    /// What the seat chooses: its answer, else the next `choose` of the script behind the effect, else `None`: then its orders
    /// decide. With `wants` it is asked instead.
    pub(super) fn ask(
        &mut self,
        asking: &mut Asking,
        seat: Seat,
        about: About,
        wants: bool,
    ) -> Result<Option<Choose>, Paused> {
        let nth = asking.answered.iter().filter(|other| **other == seat).count();
        if let Some(given) = self.hidden.of(seat).and_then(|own| own.given.get(nth)) {
            asking.answered.push(seat);
            return Ok(Some(given.clone()));
        }
        let mut wants = wants;
        if let Some(choose) = self.scripted(asking, seat) {
            match self.check_choice(seat, &about, &choose) {
                Ok(()) => {
                    asking.scripted += 1;
                    return Ok(Some(choose));
                }
                // On the position such a step has become impossible (P3).
                Err(_) if self.is_real() => wants |= self.stops_at_surprise(seat),
                Err(why) => self.misfit = self.misfit.take().or(Some((asking.scripted, why))),
            }
        }
        if !wants || !self.is_real() {
            return Ok(None);
        }
        self.open_question(Question { seat, about });
        Err(Paused)
    }

    /// All choices of an effect are made: they are spent, and the effect is carried out.
    pub(super) fn take_choices(&mut self, asking: &Asking) {
        self.hidden.seats.iter_mut().for_each(|own| own.given.clear());
        if let Some(own) = self.own_mut(asking.controller) {
            own.rest.drain(..asking.scripted.min(own.rest.len()));
        }
    }

    /// The next `choose` of the active player's script behind an effect of his own.
    fn scripted(&self, asking: &Asking, seat: Seat) -> Option<Choose> {
        let own = self.hidden.of(seat).filter(|_| asking.controller == seat && self.table.active() == Some(seat))?;
        if let Step::Choose(choose) = own.rest.get(asking.scripted)? { Some(choose.clone()) } else { None }
    }

    /// True if the script waits for its player where a step has become impossible.
    fn stops_at_surprise(&self, seat: Seat) -> bool {
        match self.hidden.of(seat).and_then(|own| own.running) {
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
            // The active player gets the full clock and a letter when it is his again (P28).
            turn.midway = false;
        }
        self.table.question = Some(question);
    }

    /// Tells the open choice, once the rest of what is paused is in its place.
    pub(super) fn tell_question(&mut self) {
        if let Some(question) = &self.table.question {
            let (seat, what) = (question.seat, self.table.question_words(question));
            self.note(Event::Asked { seat, what });
        }
    }

    /// Refuses what does not answer such a choice.
    fn check_choice(&self, seat: Seat, about: &About, choose: &Choose) -> Result<(), Illegal> {
        match about {
            About::May | About::Pay => match choose {
                Choose::Yes | Choose::No => Ok(()),
                Choose::Nothing | Choose::These(_) => refuse("bad-choice", "Send `choose yes` or `choose no`."),
            },
            About::Discard(number) => self.check_discard(seat, *number, choose),
            About::Sacrifice(things) => match choose.things().as_slice() {
                [one] if choose.named().len() == 1 && things.contains(one) => Ok(()),
                _ => {
                    let things = super::story::list(things);
                    refuse("bad-choice", format!("Choose one of {things}, for example: choose {}.", first_of(&things)))
                }
            },
        }
    }

    fn check_discard(&self, seat: Seat, number: u16, choose: &Choose) -> Result<(), Illegal> {
        let cards = choose.cards();
        for name in &cards {
            let held = self.hidden.of(seat).and_then(|own| own.held(*name));
            if held.is_none_or(|held| held.card.is_none()) {
                return refuse("not-in-hand", format!("There is no card {name} in your hand."));
            }
        }
        let mut once = cards.clone();
        once.sort_unstable();
        once.dedup();
        if once.len() == usize::from(number) && choose.named().len() == once.len() {
            return Ok(());
        }
        let cards = if number == 1 { "card" } else { "cards" };
        refuse("bad-choice", format!("Choose {number} {cards} of your hand, each once, for example: choose h1."))
    }

    /// The seat makes the open choice. On a view what waited for it goes on at once.
    pub(super) fn choose(&mut self, by: Seat, choose: &Choose) -> Result<(), Illegal> {
        let Some(question) = self.table.question_to(by).cloned() else {
            return refuse("nothing-to-choose", "No choice of yours is open.");
        };
        self.check_choice(by, &question.about, choose)?;
        self.settle_question(&question, choose.clone());
        if !self.is_real() && self.table.resolving.is_some() {
            self.resume();
        }
        Ok(())
    }

    fn settle_question(&mut self, question: &Question, choose: Choose) {
        let what = match &question.about {
            // Which cards they are is told as they are discarded.
            About::Discard(1) => "1 card".to_owned(),
            About::Discard(number) => format!("{number} cards"),
            About::May | About::Pay | About::Sacrifice(_) => {
                choose.to_string().trim_start_matches("choose ").to_owned()
            }
        };
        self.note(Event::Chose { seat: question.seat, what });
        self.table.question = None;
        if let Some(own) = self.own_mut(question.seat) {
            own.given.push(choose);
        }
    }

    /// The time for a choice ran out: "no", else the first listed (P24).
    pub(super) fn choose_by_lapse(&mut self) {
        let Some(question) = self.table.question.clone() else { return };
        let choose = match &question.about {
            About::May | About::Pay => Choose::No,
            About::Discard(number) => {
                let hand = self.hidden.of(question.seat).map(|own| own.hand.as_slice()).unwrap_or_default();
                let mut names: Vec<HandName> = hand.iter().map(|held| held.name).collect();
                names.sort_unstable();
                Choose::These(names.into_iter().take(usize::from(*number)).map(Chosen::Hand).collect())
            }
            About::Sacrifice(things) => {
                let first = things.iter().take(1).map(|name| Chosen::Target(Target::Thing(*name)));
                Choose::These(first.collect())
            }
        };
        self.settle_question(&question, choose);
    }

    /// A text while a choice is open. Only the seat that chooses can send one; in its own turn further steps may follow the choice.
    pub(super) fn send_choice(&mut self, by: Seat, question: &Question, text: &Text) -> Result<(), Illegal> {
        if question.seat != by {
            let name = super::chairs::chair_of(question.seat).name;
            let why = format!("A choice of {name} is awaited; until it has come, you can only send orders.");
            return refuse("not-awaited", why);
        }
        let Text::Script(script) = text else {
            return refuse("not-awaited", self.table.choice_first(question));
        };
        let Some(Step::Choose(choose)) = script.steps.first() else {
            return refuse("not-awaited", self.table.choice_first(question));
        };
        if self.table.active() == Some(by) {
            return self.take_script(by, script);
        }
        if script.steps.len() > 1 || script.last.is_some() {
            return refuse("not-awaited", "It is not your turn: send your choice alone.");
        }
        self.choose(by, choose).map_err(|why| Illegal { part: Some(1), ..why })
    }

    /// Discards down to the limit of the hand; `Paused` if the player has to choose (R58).
    pub(super) fn discard_down(&mut self, seat: Seat) -> Result<(), Paused> {
        let mut asking = Asking::of(seat);
        let excess = self.excess(seat);
        let chosen = self.ask_discard(&mut asking, seat, excess)?;
        self.take_choices(&asking);
        self.discard_some(seat, excess, &chosen);
        Ok(())
    }

    /// The cards that a seat chooses to discard, if it wants to be asked; those that its `discard` step names are not asked about.
    pub(super) fn ask_discard(
        &mut self,
        asking: &mut Asking,
        seat: Seat,
        number: u16,
    ) -> Result<Vec<HandName>, Paused> {
        let Some(own) = self.hidden.of(seat) else { return Ok(Vec::new()) };
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
    fn excess(&self, seat: Seat) -> u16 {
        let held = self.hidden.of(seat).map_or(0, |own| own.hand.len());
        let limit = self.table.hand_limit(seat).map_or(held, usize::from);
        held.saturating_sub(limit).try_into().unwrap_or(u16::MAX)
    }
}

impl Table {
    fn choice_first(&self, question: &Question) -> String {
        format!("Your choice is awaited: {}. Send `choose` first.", self.question_words(question))
    }

    /// True if the match stands where a choice can be open: while an object resolves, or in Discard.
    pub(super) fn can_ask(&self) -> bool {
        self.resolving.is_some() || self.phase() == Some(Phase::Discard)
    }
}

/// The first word of a list.
fn first_of(list: &str) -> &str {
    list.split([',', ' ']).next().unwrap_or_default()
}
