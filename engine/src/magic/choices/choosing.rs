//! Continuations of `choose` (P24).

use super::{Foreseen, Next};
use crate::magic::notation::{Choose, Chosen, HandName, LookedName, Step, Target, Thing};
use crate::magic::permanent::Permanent;
use crate::magic::question::About;

impl Foreseen {
    /// The answers to the open choice; of cards one more than are named.
    pub(in crate::magic) fn chooses(&self, piece: &str) -> Vec<Next> {
        let Some(question) = self.world.table.question_to(self.you) else { return Vec::new() };
        let is_begun = piece != "choose";
        match &question.about {
            About::May | About::Pay | About::Sacrifice(_) | About::Search if is_begun => Vec::new(),
            About::Discard(number) => self.cards_to_choose(piece, *number),
            About::Search => {
                let found = (1..).zip(self.world.searched(self.you)).map(|(place, card)| {
                    let choose = Choose::These(vec![Chosen::Looked(LookedName(place))]);
                    Next::new(choose.to_string(), format!("Find {}.", self.world.table.name_of(&card)), true)
                });
                found.chain([Next::new(Choose::Nothing.to_string(), "Take no card.", true)]).collect()
            }
            About::Looked { number, take } => self.looked_to_choose(piece, *number, *take),
            About::May | About::Pay => {
                let both = [(Choose::Yes, "Yes."), (Choose::No, "No.")].into_iter();
                both.map(|(choose, words)| Next::new(choose.to_string(), words, true)).collect()
            }
            About::Sacrifice(things) => things.iter().map(|name| self.thing_to_choose(*name)).collect(),
        }
    }

    fn thing_to_choose(&self, name: Thing) -> Next {
        let table = &self.world.table;
        let text = Choose::These(vec![Chosen::Target(Target::Thing(name))]).to_string();
        let cell = table.thing(name).and_then(Permanent::land);
        Next::new(text, format!("Sacrifice {name} {}.", table.called(name)), true).at(cell)
    }

    fn looked_to_choose(&self, piece: &str, number: u16, take: u16) -> Vec<Next> {
        let named: Vec<u16> = match piece.parse() {
            Ok(Step::Choose(choose)) => choose.looked(),
            Err(_) if piece == "choose" => Vec::new(),
            Ok(_) | Err(_) => return Vec::new(),
        };
        if named.len() >= usize::from(take) {
            return Vec::new();
        }
        let library = self.world.hidden.of(self.you).map(|own| own.library.as_slice()).unwrap_or_default();
        let further = (1..=number).zip(library).filter(|(place, _)| !named.contains(place));
        let next = further.filter_map(|(place, card)| {
            let called = self.world.table.name_of(card.as_ref()?);
            let places = named.iter().copied().chain([place]);
            let cards: Vec<Chosen> = places.map(|place| Chosen::Looked(LookedName(place))).collect();
            let complete = cards.len() == usize::from(take);
            Some(Next::new(Choose::These(cards).to_string(), format!("Take l{place} {called}."), complete))
        });
        next.collect()
    }

    fn cards_to_choose(&self, piece: &str, number: u16) -> Vec<Next> {
        let named: Vec<HandName> = match piece.parse() {
            Ok(Step::Choose(choose)) => choose.cards(),
            Err(_) if piece == "choose" => Vec::new(),
            Ok(_) | Err(_) => return Vec::new(),
        };
        if named.len() >= usize::from(number) {
            return Vec::new();
        }
        let hand = self.world.hidden.of(self.you).map(|own| own.hand.as_slice()).unwrap_or_default();
        let further = hand.iter().filter(|held| !named.contains(&held.name));
        let next = further.filter_map(|held| {
            let called = self.world.table.name_of(held.card.as_ref()?);
            let cards: Vec<Chosen> = named.iter().copied().chain([held.name]).map(Chosen::Hand).collect();
            let complete = cards.len() == usize::from(number);
            Some(Next::new(Choose::These(cards).to_string(), format!("Discard {} {called}.", held.name), complete))
        });
        next.collect()
    }
}
