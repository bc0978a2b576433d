//! Continuations of `orders` (P17).

use super::{Foreseen, Next};
use crate::game::Choice;
use crate::magic::chairs::CHAIRS;
use crate::magic::notation::{
    Act, BlockWhen, CastKind, Consent, DiscardOrder, LandNumber, Order, SacrificeOrder, StackAsk, StopPhase, Surprise,
    Text, Thing, Use,
};
use crate::magic::state::View;
use crate::seat::Seat;

/// The most orders of a text that is made of choices, and the most lands of a list in it.
const MAX_ORDERS: usize = 12;
const MAX_LANDS: usize = 4;

/// True if the text names the order already.
fn is_said(head: &str, order: &str) -> bool {
    head.trim_start_matches("orders ").split(';').any(|said| said.trim() == order)
}

impl View {
    pub(super) fn order_choices(&self, you: Seat, so_far: &str) -> Vec<Choice> {
        let text = so_far.to_ascii_lowercase();
        let Some(rest) = text.strip_prefix("orders") else { return Vec::new() };
        let (head, piece) = rest.rsplit_once(';').map_or(("", rest), |(head, piece)| (head.trim(), piece));
        let piece = piece.trim();
        let head = if head.is_empty() { "orders ".to_owned() } else { format!("orders {head}; ") };
        let mut choices = self.orders_after(you, &head, piece);
        // A complete order can be followed by another one, unless the text names it twice.
        let is_complete = format!("{head}{piece}").parse::<Text>().is_ok() && !is_said(&head, piece);
        if is_complete && head.matches(';').count() + 1 < MAX_ORDERS {
            choices.extend(self.orders_after(you, &format!("{head}{piece}; "), ""));
        }
        choices
    }

    /// The next word or name of every order that begins like this and is legal here.
    fn orders_after(&self, you: Seat, head: &str, piece: &str) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        for order in self.possible_orders(you, piece) {
            let order = order.to_string();
            if is_said(head, &order) {
                continue;
            }
            let Some(rest) = order.strip_prefix(piece).filter(|rest| !rest.is_empty()) else { continue };
            // A word ends at the next blank or comma.
            let own_blank = rest.len() - rest.trim_start_matches([' ', ',']).len();
            if own_blank == 0 && !piece.is_empty() {
                continue;
            }
            let end =
                rest.get(own_blank..).and_then(|rest| rest.find([' ', ','])).map_or(rest.len(), |end| own_blank + end);
            let next = format!("{head}{piece}{}", rest.get(..end).unwrap_or_default());
            if choices.iter().any(|choice| choice.text == next) {
                continue;
            }
            let whole = end == rest.len();
            // A part of a longer order may be said already.
            let complete = self.is_legal(&next) && !is_said(head, next.strip_prefix(head).unwrap_or_default());
            if complete || !whole && self.is_legal(&format!("{head}{order}")) {
                let said = next.rsplit("; ").next().unwrap_or_default().trim_start_matches("orders ");
                let meaning = said.parse().ok().and_then(|order: Order| order.meaning());
                let words = match meaning {
                    Some(meaning) => format!("Order {said}: {meaning}."),
                    None => format!("Order: {said}."),
                };
                choices.push(Next::new(next, words, complete).after(""));
            }
        }
        choices
    }

    /// Every order that could be given, lists of lands one land longer than they are.
    pub(in crate::magic) fn possible_orders(&self, you: Seat, piece: &str) -> Vec<Order> {
        let table = &self.table;
        if table.turn().is_none() {
            return Vec::new();
        }
        let own: Vec<Thing> = table.things_of(you).map(|(name, _)| name).collect();
        let creature = |name: &Thing| match name {
            Thing::Creature(name) => Some(*name),
            Thing::Permanent(_) => None,
        };
        let mut orders: Vec<String> = Vec::new();
        orders.extend(StackAsk::ALL.iter().map(|ask| format!("stack {ask}")));
        orders.extend(["any", "involved", "none"].map(|ask| format!("battle {ask}")));
        orders.extend(self.longer("battle watch", piece));
        for when in BlockWhen::ALL {
            orders.push(format!("block {when}"));
            orders.extend(own.iter().filter_map(creature).map(|name| format!("block {when} {name}")));
        }
        orders.push("retreat home".to_owned());
        orders.extend(self.longer("retreat", piece));
        orders.extend(DiscardOrder::ALL.iter().map(|order| format!("discard {order}")));
        orders.extend(SacrificeOrder::ALL.iter().map(|order| format!("sacrifice {order}")));
        for verb in ["pay", "may"] {
            for answer in Consent::ALL {
                orders.push(format!("{verb} {answer}"));
                orders.extend(own.iter().map(|name| format!("{verb} {answer} {name}")));
            }
        }
        orders.extend(Surprise::ALL.iter().map(|order| format!("surprise {order}")));
        orders.push("stop none".to_owned());
        let chairs = CHAIRS.iter().take(table.seat_count().into()).map(|chair| chair.id);
        let chairs: Vec<&str> = chairs.chain(["any"]).collect();
        for phase in StopPhase::ALL {
            orders.push(format!("stop {phase}"));
            orders.extend(chairs.iter().map(|chair| format!("stop {phase} {chair}")));
        }
        if piece.is_empty() || piece.starts_with("when") {
            orders.extend(self.possible_responses(you, &chairs));
        }
        let given = self.own().into_iter().flat_map(|own| own.orders.when.keys());
        orders.extend(given.map(|number| format!("drop {number}")));
        let begins = |order: &String| piece.is_empty() || order.starts_with(piece);
        orders.into_iter().filter(begins).filter_map(|order| order.parse().ok()).collect()
    }

    /// Conditional responses with every instant in the hand and every ability (P16). The target is what sets them off.
    fn possible_responses(&self, you: Seat, chairs: &[&str]) -> Vec<String> {
        let foreseen = Foreseen::new(self, you);
        let instants = foreseen.instants().into_iter().map(|act| act.to_string());
        let own = |used: &Use| self.table.controller(used.source) == Some(you);
        let uses = foreseen.uses().into_iter().filter(own).map(|used| Act::Use(used).to_string());
        let acts: Vec<String> = instants.chain(uses).collect();
        let kinds = CastKind::ALL.iter().flat_map(|kind| [format!("casts {kind}"), format!("casts {kind} 4+")]);
        let others = ["casts", "casts 4+", "attacks"].map(str::to_owned);
        let events: Vec<String> = others.into_iter().chain(kinds).collect();
        let whens = chairs.iter().flat_map(|chair| events.iter().map(move |event| format!("when {chair} {event} do")));
        whens.flat_map(|when| acts.iter().map(move |act| format!("{when} {act}")).collect::<Vec<_>>()).collect()
    }

    /// Lists of lands after this word, one land longer than what is written.
    fn longer(&self, word: &str, piece: &str) -> Vec<String> {
        let lands = self.table.standing_lands().map(|(number, _)| number);
        let listed = piece.strip_prefix(word).map_or("", str::trim);
        let taken: Vec<LandNumber> =
            listed.split(',').filter_map(|land| land.trim().parse().ok().map(LandNumber)).collect();
        if taken.len() >= MAX_LANDS {
            return Vec::new();
        }
        let sign = if listed.is_empty() { "" } else { "," };
        lands.filter(|land| !taken.contains(land)).map(|land| format!("{word} {listed}{sign}{land}")).collect()
    }
}
