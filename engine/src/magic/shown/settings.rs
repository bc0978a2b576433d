//! The standing orders as sentences among which their owner chooses (P13, P15-P17).

use crate::magic::notation::{
    BattleAsk, BlockWhen, Consent, DiscardOrder, Order, SacrificeOrder, StackAsk, Stop, StopPhase, Surprise,
};
use crate::magic::state::View;
use crate::magic::words::capital;
use crate::settings::{Setting, Settings};

impl View {
    /// The orders that the reader can give by choosing a sentence; none before the first turn, and after the end.
    pub(crate) fn settings(&self) -> Option<Settings> {
        self.you.filter(|you| self.table.is_in(*you) && self.table.turn().is_some())?;
        let orders = &self.own()?.orders;
        let consents = |order: fn(Consent) -> Order| Consent::ALL.iter().map(|answer| order(*answer)).collect();
        let pay = |answer| Order::Pay { answer, thing: None };
        let may = |answer| Order::May { answer, thing: None };
        let block = |when| Order::Block { when, creature: None };
        let battles = vec![BattleAsk::Any, BattleAsk::Involved, BattleAsk::None];
        let phases = StopPhase::ALL.iter().map(|phase| Order::Stop(Stop::At { phase: *phase, of: None }));
        let stops: Vec<Order> = [Order::Stop(Stop::None)].into_iter().chain(phases).collect();
        let stop = match orders.stops.as_slice() {
            [] => Some(Order::Stop(Stop::None)),
            [(phase, None)] => Some(Order::Stop(Stop::At { phase: *phase, of: None })),
            [..] => None,
        };
        let list = vec![
            setting(
                "Spells and abilities",
                StackAsk::ALL.iter().map(|ask| Order::Stack(*ask)).collect(),
                Some(Order::Stack(orders.stack)),
            ),
            setting(
                "Battles",
                battles.into_iter().map(Order::Battle).collect(),
                Some(Order::Battle(orders.battle.clone())),
            ),
            setting("Blocking", BlockWhen::ALL.iter().map(|when| block(*when)).collect(), Some(block(orders.block))),
            setting(
                "Moves of yours that meet a response",
                Surprise::ALL.iter().map(|it| Order::Surprise(*it)).collect(),
                Some(Order::Surprise(orders.surprise)),
            ),
            setting(
                "Discarding",
                DiscardOrder::ALL.iter().map(|it| Order::Discard(*it)).collect(),
                Some(Order::Discard(orders.discard)),
            ),
            setting(
                "Sacrifices",
                SacrificeOrder::ALL.iter().map(|it| Order::Sacrifice(*it)).collect(),
                Some(Order::Sacrifice(orders.sacrifice)),
            ),
            setting("Payments that a card allows", consents(pay), Some(pay(orders.pay))),
            setting("What a card says that you may do", consents(may), orders.may.map(may)),
            setting("Phases of your turn", stops, stop),
        ];
        Some(Settings { word: "orders", list })
    }
}

/// An order as text. One that stops in a phase stands in the place of all others of its kind.
fn text(order: &Order) -> String {
    if matches!(order, Order::Stop(Stop::At { .. })) {
        format!("{}; {order}", Order::Stop(Stop::None))
    } else {
        order.to_string()
    }
}

/// A setting with these orders, of which this one stands; none of them does if an order by text says more.
fn setting(title: &'static str, orders: Vec<Order>, now: Option<Order>) -> Setting {
    let way = |order: Order| (text(&order), capital(&order.meaning().unwrap_or_default()) + ".");
    Setting { title, ways: orders.into_iter().map(way).collect(), now: now.map(|order| text(&order)) }
}
