//! A legal text, found fast, with a fair chance of any kind of text.

use std::collections::BTreeMap;

use crate::dice::Dice;
use crate::game::Eye;
use crate::magic::Magic;
use crate::magic::cards::colour::Colours;
use crate::magic::cards::{Card, CardId, LandType};
use crate::magic::choices::{Foreseen, Next};
use crate::magic::notation::{
    Act, Answer, CreatureName, Deck, LandNumber, Last, Move, Order, Response, Script, Step, Text, Word,
};
use crate::magic::state::{Stage, View};
use crate::seat::Seat;

/// The most cards of a starter deck that a suggested list replaces.
const MAX_REPLACED: u32 = 12;
/// The most cards that a suggested script casts.
const MAX_CASTS: usize = 4;
/// The most ways to cast a card among which one is drawn.
const MAX_WAYS: usize = 12;

impl<const EDITION: u16> Magic<EDITION> {
    /// Some legal text of the seat; `None` if it has none.
    pub(crate) fn suggestion(&self, by: Seat, dice: &mut Dice) -> Option<Text> {
        let view = View::new(&self.table, &self.hidden, Eye::Seat(by));
        if !view.table.is_in(by) {
            return None;
        }
        let is_legal = |text: &Text| view.check(text).is_ok();
        let text = match self.table.stage {
            Stage::Decks { .. } => {
                let (deck, lay) = (view.some_deck(dice), view.some_types(dice));
                if dice.one_in(2) { [deck, lay] } else { [lay, deck] }.into_iter().flatten().find(is_legal)
            }
            Stage::Layout => view.some_types(dice),
            Stage::Selection { .. } => view.some_lands(dice),
            Stage::Play(_) if self.table.question_to(by).is_some() && !dice.one_in(16) => view.some_choice(by, dice),
            Stage::Play(_) if self.table.question.is_some() => view.some_orders(by, dice),
            Stage::Play(_) if self.table.window.is_some() => view.some_answer(by, dice),
            Stage::Play(turn) if turn.seat == by && !dice.one_in(16) => view.some_script(by, dice),
            Stage::Play(_) => view.some_orders(by, dice),
            Stage::Over(_) => None,
        };
        let end = Text::Script(Script { steps: Vec::new(), last: Some(Last::End) });
        text.into_iter().chain([end]).find(is_legal)
    }
}

impl View {
    /// A starter deck, or one in which some cards are replaced by others of its colours: most decks of other cards cannot be played.
    fn some_deck(&self, dice: &mut Dice) -> Option<Text> {
        let starters = self.table.cards.starters().len() as u32;
        let (name, mut deck) = self.table.cards.starter(dice.below(starters.max(1)) as u8);
        if !dice.one_in(4) {
            return Word::new(name).map(|name| Text::Deck(Deck::Starter(name)));
        }
        let known = deck.iter().filter_map(|id| self.table.cards.card(id.as_str()));
        let colours: Colours = known.flat_map(|card| card.colours().iter()).collect();
        let is_new = |card: &&Card| card.colours().iter().all(|colour| colours.has(colour)) && !deck.contains(&card.id);
        let mut others: Vec<CardId> = self.table.cards.all().filter(is_new).map(|card| card.id.clone()).collect();
        dice.shuffle(&mut others);
        others.truncate(1 + dice.below(MAX_REPLACED) as usize);
        dice.shuffle(&mut deck);
        deck.truncate(deck.len().saturating_sub(others.len()));
        let mut counts: BTreeMap<Word, u16> = BTreeMap::new();
        for word in deck.iter().chain(&others).filter_map(|card| Word::new(card.as_str())) {
            *counts.entry(word).or_default() += 1;
        }
        Some(Text::Deck(Deck::Cards(counts.into_iter().map(|(word, count)| (count, word)).collect())))
    }

    /// Types of lands to lay, the first of them possible now.
    fn some_types(&self, dice: &mut Dice) -> Option<Text> {
        let mut kinds: Vec<LandType> = Vec::new();
        for _ in 0..=dice.below(8) {
            kinds.extend(dice.pick(&LandType::ALL).copied());
        }
        if matches!(self.table.stage, Stage::Layout) {
            // With `draft` the first two lands of seat 0, and any other first entry, have to be possible.
            let mut first = LandType::ALL.to_vec();
            dice.shuffle(&mut first);
            let two = first.iter().flat_map(|one| first.iter().map(move |other| vec![*one, *other]));
            let single = first.iter().map(|one| vec![*one]);
            let lists = two.map(|two| [two, kinds.clone()].concat()).chain(single);
            return lists.map(Text::Lay).find(|text| self.check(text).is_ok());
        }
        Some(Text::Lay(kinds))
    }

    /// Lands to select: those first whose mana the deck can use.
    fn some_lands(&self, dice: &mut Dice) -> Option<Text> {
        let selectable = self.table.board().lands().filter(|land| self.table.is_selectable(*land));
        let mut lands: Vec<LandNumber> = selectable.collect();
        dice.shuffle(&mut lands);
        if dice.one_in(4) {
            lands.truncate(1 + dice.below(4) as usize);
        } else {
            // A single one leaves the second to chance.
            lands.sort_by_key(|land| !self.is_of_use(*land));
            lands.truncate(2 + dice.below(3) as usize);
        }
        (!lands.is_empty()).then_some(Text::Take(lands))
    }

    /// True if the land gives mana of a colour of the reader's deck.
    fn is_of_use(&self, land: LandNumber) -> bool {
        let Some(kind) = self.table.kind_of(land) else { return false };
        let deck = self.own().map(|own| own.deck.as_slice()).unwrap_or_default();
        deck.iter().filter_map(|id| self.table.cards.get(id.as_str())).any(|card| card.colours().has(kind.colour()))
    }

    fn some_orders(&self, by: Seat, dice: &mut Dice) -> Option<Text> {
        let mut orders = self.possible_orders(by, "");
        dice.shuffle(&mut orders);
        // Any word of orders has a fair chance, however many orders begin with it.
        let word_of = |order: &Order| order.to_string().split(' ').next().map(str::to_owned).unwrap_or_default();
        let words: std::collections::BTreeSet<String> = orders.iter().map(word_of).collect();
        if let Some(word) = dice.pick(&words.into_iter().collect::<Vec<_>>()) {
            orders.sort_by_cached_key(|order| word_of(order) != *word);
        }
        let text = |order: Order| Text::Orders(vec![order]);
        orders.into_iter().map(text).find(|text| self.check(text).is_ok())
    }

    /// A pass, or an act with which the seat can answer.
    fn some_answer(&self, by: Seat, dice: &mut Dice) -> Option<Text> {
        let pass = Text::Answer(Answer::Pass { finally: dice.one_in(4) });
        if dice.one_in(8) {
            return self.some_orders(by, dice);
        }
        if dice.one_in(2) && self.check(&pass).is_ok() {
            return Some(pass);
        }
        let foreseen = Foreseen::new(self, by);
        if let Some(block) = dice.pick(&foreseen.blocks())
            && let Ok(text) = block.text.parse()
        {
            return Some(text);
        }
        let mut begun = foreseen.instants();
        begun.extend(foreseen.uses().into_iter().map(Act::Use));
        dice.shuffle(&mut begun);
        let ways = begun.iter().map(|act| foreseen.ways(act, MAX_WAYS)).find(|ways| !ways.is_empty());
        let act = ways.and_then(|ways| dice.pick(&ways).cloned());
        // Without `commit` the text of acts is that of a script.
        let text = act.map(|act| match dice.one_in(2) {
            true => Text::Answer(Answer::Acts { acts: vec![Response::Act(act)], commit: true }),
            false => Text::Script(Script { steps: vec![Step::Act(act)], last: None }),
        });
        text.filter(|text| self.check(text).is_ok()).or(Some(pass))
    }

    /// Makes the open choice; in the own turn the rest of the script may follow, or its end.
    fn some_choice(&self, by: Seat, dice: &mut Dice) -> Option<Text> {
        let step = Foreseen::new(self, by).some_of(&["choose"], dice)?;
        let last = *dice.pick(&[None, Some(Last::Continue), Some(Last::End)])?;
        let texts = [last, None].map(|last| Text::Script(Script { steps: vec![step.clone()], last }));
        texts.into_iter().find(|text| self.check(text).is_ok())
    }

    fn some_script(&self, by: Seat, dice: &mut Dice) -> Option<Text> {
        let rest = self.own().is_some_and(|own| !own.rest.is_empty() || own.rest_ends);
        if rest && dice.one_in(2) {
            return Some(Text::Script(Script { steps: Vec::new(), last: Some(Last::Continue) }));
        }
        let mut foreseen = Foreseen::new(self, by);
        let mut script = Script::default();
        if dice.one_in(12) {
            foreseen.add(foreseen.some_of(&["use"], dice), &mut script);
        }
        // Who casts all that he can has no mana left to respond with.
        let casts = if dice.one_in(2) { MAX_CASTS } else { dice.below(3) as usize };
        for _ in 0..casts {
            let step = foreseen.some_cast(dice);
            foreseen.add(step, &mut script);
        }
        let mut groups = foreseen.groups();
        dice.shuffle(&mut groups);
        for group in groups {
            if foreseen.world.is_over() {
                break;
            }
            let step = if dice.one_in(5) { None } else { foreseen.some_way(group, dice) };
            foreseen.add(step.map(Step::Move), &mut script);
        }
        if dice.one_in(4) && !foreseen.world.is_over() {
            foreseen.add(foreseen.some_of(&["divide", "retreat", "trick", "discard"], dice), &mut script);
        }
        let stays_open = !script.steps.is_empty() && dice.one_in(6);
        script.last = (!stays_open).then_some(Last::End);
        Some(Text::Script(script))
    }
}

impl Foreseen {
    /// Adds a step, if there is one and it is legal.
    fn add(&mut self, step: Option<Step>, script: &mut Script) {
        if let Some(step) = step
            && !self.world.is_over()
            && self.world.step(self.you, &step).is_ok()
        {
            script.steps.push(step);
        }
    }

    /// A step that begins with one of these words, found by choices.
    fn some_of(&self, words: &[&str], dice: &mut Dice) -> Option<Step> {
        let mut text = (*dice.pick(words)?).to_owned();
        let mut whole = None;
        loop {
            let next = match text.split(' ').next() {
                Some("use" | "cast") => self.acts(&text),
                Some("divide") => self.divides(&text),
                Some("retreat") => self.retreats(&text),
                Some("discard") => self.discards(&text),
                Some("choose") => self.chooses(&text),
                Some("trick") => self.tricks(&text),
                Some(_) | None => return None,
            };
            let Some(Next { text: longer, complete, .. }) = dice.pick(&next) else { return whole };
            text.clone_from(longer);
            if *complete {
                whole = text.parse().ok();
            }
            if *complete && !dice.one_in(6) {
                return whole;
            }
        }
    }

    fn some_cast(&self, dice: &mut Dice) -> Option<Step> {
        let mut hand = self.hand();
        dice.shuffle(&mut hand);
        let casts = hand.into_iter().map(|name| self.casts_of(name, MAX_WAYS)).find(|casts| !casts.is_empty())?;
        let cast = dice.pick(&casts)?.clone();
        if !dice.one_in(6) {
            return Some(Step::Act(cast));
        }
        let mut text = format!("{cast} pay");
        for _ in 0..20 {
            let next = self.acts(&text);
            let Some(Next { text: longer, complete, .. }) = dice.pick(&next) else { break };
            if *complete {
                return longer.parse().ok();
            }
            text.clone_from(longer);
        }
        Some(Step::Act(cast))
    }

    /// A way of the group, to lands of others if there are any.
    fn some_way(&self, group: Vec<CreatureName>, dice: &mut Dice) -> Option<Move> {
        let mut way = Move { group, legs: Vec::new() };
        let mut legal: Option<Move> = None;
        for _ in 0..4 {
            let mut legs = self.possible_legs(&way);
            dice.shuffle(&mut legs);
            if !dice.one_in(4) {
                legs.sort_by_key(|leg| self.world.table.land(leg.land).is_some_and(|land| land.seat == Some(self.you)));
            }
            let longer = legs.into_iter().map(|leg| {
                let mut longer = way.clone();
                longer.legs.push(leg);
                longer
            });
            let Some(longer) = longer.into_iter().find(|way| self.is_legal(way) || self.can_go_on(way)) else { break };
            way = longer;
            if self.is_legal(&way) {
                legal = Some(way.clone());
                if dice.one_in(2) {
                    break;
                }
            }
        }
        legal
    }
}
