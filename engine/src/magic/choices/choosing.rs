//! Continuations of `choose` (P24).

use super::ways::MAX_TRIED;
use super::{Foreseen, Next};
use crate::magic::notation::{Choose, Chosen, LandNumber, LookedName, Step, Target, Thing};
use crate::magic::state::About;

impl Foreseen {
    /// The answers to the open choice; of cards one more than are named.
    pub(in crate::magic) fn chooses(&self, piece: &str) -> Vec<Next> {
        let Some(question) = self.world.table.question_to(self.you) else { return Vec::new() };
        let is_begun = piece != "choose";
        match &question.about {
            About::May | About::Pay | About::Sacrifice(_) | About::Search | About::Mode(_) if is_begun => Vec::new(),
            About::Targets(mode) => self.targets_to_choose(piece, *mode),
            About::Mode(modes) => {
                let mode = |mode: &u16| Choose::These(vec![Chosen::Target(Target::Land(LandNumber(*mode)))]);
                let next = |it: &u16| Next::new(mode(it).to_string(), format!("Number {it} of its text."), true);
                modes.iter().map(next).collect()
            }
            About::Discard(number) => Foreseen::one_more(piece, *number, self.cards_of_hand()),
            About::Search => {
                let found = (1..).zip(self.world.searched(self.you)).map(|(place, card)| {
                    let choose = Choose::These(vec![Chosen::Looked(LookedName(place))]);
                    Next::new(choose.to_string(), format!("Find {}.", self.world.table.name_of(&card)), true)
                });
                found.chain([Next::new(Choose::Nothing.to_string(), "Take no card.", true)]).collect()
            }
            About::Looked { number, take } => Foreseen::one_more(piece, *take, self.cards_looked_at(*number)),
            About::May | About::Pay => {
                let both = [(Choose::Yes, "Yes."), (Choose::No, "No.")].into_iter();
                both.map(|(choose, words)| Next::new(choose.to_string(), words, true)).collect()
            }
            About::Sacrifice(things) => things.iter().map(|name| self.thing_to_choose(*name)).collect(),
        }
    }

    /// One target more than the text names; of none that have to be named, `none`.
    fn targets_to_choose(&self, piece: &str, mode: Option<u16>) -> Vec<Next> {
        let named: Vec<Target> = match piece.parse() {
            Ok(Step::Choose(choose)) => choose.targets(),
            Err(_) if piece == "choose" => Vec::new(),
            Ok(_) | Err(_) => return Vec::new(),
        };
        let table = &self.world.table;
        let next = table.with_placed(mode, |aim| {
            let mut next: Vec<Next> = Vec::new();
            for target in aim.slots.iter().flat_map(|slot| table.possible_targets(aim, *slot)) {
                let on: Vec<Target> = named.iter().cloned().chain([target.clone()]).collect();
                let complete = table.aimed(aim, &on).is_ok();
                let text = Choose::These(on.iter().cloned().map(Chosen::Target).collect()).to_string();
                let is_begin = || table.ways_to_aim(aim, MAX_TRIED).iter().any(|way| way.starts_with(&on));
                if next.iter().all(|other| other.text != text) && (complete || is_begin()) {
                    let words = format!("On {}.", self.target_words(&target));
                    next.push(Next::new(text, words, complete).at(self.cell_of(&target)));
                }
            }
            if named.is_empty() && table.aimed(aim, &[]).is_ok() {
                next.push(Next::new(Choose::Nothing.to_string(), "On nothing.", true));
            }
            next
        });
        next.unwrap_or_default()
    }

    fn thing_to_choose(&self, name: Thing) -> Next {
        let target = Target::Thing(name);
        let text = Choose::These(vec![Chosen::Target(target.clone())]).to_string();
        Next::new(text, format!("Sacrifice {}.", self.target_words(&target)), true).at(self.cell_of(&target))
    }

    /// The cards of the hand, with what is done with each.
    fn cards_of_hand(&self) -> Vec<(Chosen, String)> {
        let hand = self.world.hidden.own(self.you).map(|own| own.hand.as_slice()).unwrap_or_default();
        let named = hand.iter().filter_map(|held| {
            let called = self.world.table.name_of(held.card.as_ref()?);
            Some((Chosen::Hand(held.name), format!("Discard {} {called}.", held.name)))
        });
        named.collect()
    }

    /// The cards looked at, so many from the top of the library, with what is done with each.
    fn cards_looked_at(&self, number: u16) -> Vec<(Chosen, String)> {
        let library = self.world.hidden.own(self.you).map(|own| own.library.as_slice()).unwrap_or_default();
        let named = (1..=number).zip(library).filter_map(|(place, card)| {
            let called = self.world.table.name_of(card.as_ref()?);
            Some((Chosen::Looked(LookedName(place)), format!("Take l{place} {called}.")))
        });
        named.collect()
    }

    /// Of these, one more than the text names.
    fn one_more(piece: &str, number: u16, all: Vec<(Chosen, String)>) -> Vec<Next> {
        let named: Vec<Chosen> = match piece.parse() {
            Ok(Step::Choose(choose)) => choose.named().to_vec(),
            Err(_) if piece == "choose" => Vec::new(),
            Ok(_) | Err(_) => return Vec::new(),
        };
        if named.len() >= usize::from(number) {
            return Vec::new();
        }
        let further = all.into_iter().filter(|(chosen, _)| !named.contains(chosen));
        let next = further.map(|(chosen, words)| {
            let these: Vec<Chosen> = named.iter().cloned().chain([chosen]).collect();
            let complete = these.len() == usize::from(number);
            Next::new(Choose::These(these).to_string(), words, complete)
        });
        next.collect()
    }
}
