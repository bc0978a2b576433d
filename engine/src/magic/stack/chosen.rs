//! What makes an open choice: its check, the default of a lapse (P24).

use crate::game::Illegal;
use crate::magic::cards::CardId;
use crate::magic::chairs::chair_of;
use crate::magic::notation::{Choose, Chosen, HandName, LandNumber, LookedName, Step, Target, Text};
use crate::magic::state::{About, Event, Phase, Question, Table, World, refuse};
use crate::magic::words::list;
use crate::seat::Seat;

impl World<'_> {
    /// Refuses what does not answer such a choice.
    pub(crate) fn check_choice(&self, seat: Seat, about: &About, choose: &Choose) -> Result<(), Illegal> {
        match about {
            About::May | About::Pay => match choose {
                Choose::Yes | Choose::No => Ok(()),
                Choose::Nothing | Choose::These(_) => refuse("bad-choice", "Send `choose yes` or `choose no`."),
            },
            About::Discard(number) => self.check_discard(seat, *number, choose),
            About::Looked { number, take } => {
                let places = choose.looked();
                let fits = places.iter().all(|place| (1..=*number).contains(place));
                if fits && places.len() == usize::from(*take) && choose.names_each_once(*take) {
                    return Ok(());
                }
                refuse("bad-choice", format!("Choose {take} of l1 to l{number}, each once, for example: choose l1."))
            }
            About::Search => self.check_search(seat, choose),
            About::Targets(mode) => match choose {
                Choose::Nothing | Choose::These(_) => {
                    let on = choose.targets();
                    let named = on.len() == choose.named().len();
                    let checked = self.table.with_placed(*mode, |aim| self.table.aimed(aim, &on).map(drop));
                    let why = "Choose the targets, for example: choose c1.";
                    if named { checked.unwrap_or(Ok(())) } else { refuse("bad-choice", why) }
                }
                Choose::Yes | Choose::No => refuse("bad-choice", "Choose the targets, for example: choose c1."),
            },
            About::Mode(modes) => match choose.mode() {
                Some(mode) if modes.contains(&mode) => Ok(()),
                Some(_) | None => {
                    let modes = list(modes);
                    refuse("bad-choice", format!("Choose one of the modes {modes}, by its number alone."))
                }
            },
            About::Sacrifice(things) => match choose.things().as_slice() {
                [one] if choose.named().len() == 1 && things.contains(one) => Ok(()),
                _ => {
                    let things = list(things);
                    refuse("bad-choice", format!("Choose one of {things}, for example: choose {}.", first_of(&things)))
                }
            },
        }
    }

    fn check_search(&self, seat: Seat, choose: &Choose) -> Result<(), Illegal> {
        let max = self.searched(seat).len();
        let is_there = |place: &u16| (1..=max).contains(&usize::from(*place));
        match (choose, choose.looked().as_slice()) {
            (Choose::Nothing, _) => Ok(()),
            (Choose::These(these), [place]) if these.len() == 1 && is_there(place) => Ok(()),
            _ if max == 0 => refuse("bad-choice", "There is no such card in your library: send `choose none`."),
            _ => refuse("bad-choice", format!("Choose one of l1 to l{max}, or none, for example: choose l1.")),
        }
    }

    /// The cards that the seat may find in the search that waits for it, each once, in alphabetical order.
    pub(crate) fn searched(&self, seat: Seat) -> Vec<CardId> {
        let library = self.hidden.own(seat).map(|own| own.library.as_slice()).unwrap_or_default();
        self.table.searched(seat, library)
    }

    fn check_discard(&self, seat: Seat, number: u16, choose: &Choose) -> Result<(), Illegal> {
        let cards = choose.cards();
        for name in &cards {
            let held = self.hidden.own(seat).and_then(|own| own.held(*name));
            if held.is_none_or(|held| held.card.is_none()) {
                return refuse("not-in-hand", format!("There is no card {name} in your hand."));
            }
        }
        if cards.len() == usize::from(number) && choose.names_each_once(number) {
            return Ok(());
        }
        let cards = if number == 1 { "card" } else { "cards" };
        refuse("bad-choice", format!("Choose {number} {cards} of your hand, each once, for example: choose h1."))
    }

    /// The seat makes the open choice. On a view what waited for it goes on at once.
    pub(crate) fn choose(&mut self, by: Seat, choose: &Choose) -> Result<(), Illegal> {
        let Some(question) = self.table.question_to(by).cloned() else {
            return refuse("nothing-to-choose", "No choice of yours is open.");
        };
        self.check_choice(by, &question.about, choose)?;
        self.settle_question(&question, choose.clone());
        if !self.is_real() {
            self.resume();
            self.resolve_all();
            // A choice in Upkeep is made before the draw, and the steps behind it come in Summoning.
            if self.table.active() == Some(by) && self.table.phase() < Some(Phase::Summoning) {
                self.progress();
            }
        }
        Ok(())
    }

    fn settle_question(&mut self, question: &Question, choose: Choose) {
        let what = match &question.about {
            // Which cards they are is told as they are discarded.
            About::Search if choose == Choose::Nothing => "no card".to_owned(),
            About::Discard(1) | About::Looked { take: 1, .. } | About::Search => "1 card".to_owned(),
            About::Discard(number) | About::Looked { take: number, .. } => format!("{number} cards"),
            About::May | About::Pay | About::Sacrifice(_) | About::Targets(_) | About::Mode(_) => {
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
    pub(crate) fn choose_by_lapse(&mut self) {
        let Some(question) = self.table.question.clone() else { return };
        let choose = match &question.about {
            About::May | About::Pay => Choose::No,
            About::Discard(number) => {
                let hand = self.hidden.own(question.seat).map(|own| own.hand.as_slice()).unwrap_or_default();
                let mut names: Vec<HandName> = hand.iter().map(|held| held.name).collect();
                names.sort_unstable();
                Choose::These(names.into_iter().take(usize::from(*number)).map(Chosen::Hand).collect())
            }
            About::Search if self.searched(question.seat).is_empty() => Choose::Nothing,
            About::Search => Choose::These(vec![Chosen::Looked(LookedName(1))]),
            About::Looked { take, .. } => {
                Choose::These((1..=*take).map(|place| Chosen::Looked(LookedName(place))).collect())
            }
            About::Targets(mode) => {
                let ways = self.table.with_placed(*mode, |aim| self.table.ways_to_aim(aim, 1)).unwrap_or_default();
                match ways.into_iter().next().unwrap_or_default() {
                    on if on.is_empty() => Choose::Nothing,
                    on => Choose::These(on.into_iter().map(Chosen::Target).collect()),
                }
            }
            About::Mode(modes) => {
                let first = modes.iter().take(1).map(|mode| Chosen::Target(Target::Land(LandNumber(*mode))));
                Choose::These(first.collect())
            }
            About::Sacrifice(things) => {
                let first = things.iter().take(1).map(|name| Chosen::Target(Target::Thing(*name)));
                Choose::These(first.collect())
            }
        };
        self.settle_question(&question, choose);
    }

    /// A text while a choice is open. Only the seat that chooses can send one; in its own turn further steps may follow the choice.
    pub(crate) fn send_choice(&mut self, by: Seat, question: &Question, text: &Text) -> Result<(), Illegal> {
        if question.seat != by {
            let name = chair_of(question.seat).name;
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
}

impl Table {
    fn choice_first(&self, question: &Question) -> String {
        format!("Your choice is awaited: {}. Send `choose` first.", self.question_words(question))
    }
}

/// The first word of a list.
fn first_of(list: &str) -> &str {
    list.split([',', ' ']).next().unwrap_or_default()
}
