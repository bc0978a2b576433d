//! Reads standing orders (N5).

use std::str::FromStr;

use super::names::{Word, read_by};
use super::orders::{BattleAsk, Order, RetreatTo, Stop, When, WhenEvent};
use super::read::Parser;
use super::words::{BlockWhen, CastKind, Consent, DiscardOrder, SacrificeOrder, StackAsk, StopPhase, Surprise};
use super::{Act, Answer, Choose, MAX_STEPS, Source, Step, Target};
use crate::as_text::{as_text, text_schema};
use crate::notation::Unreadable;

type Read<T> = Result<T, Unreadable>;

read_by!(Order, order);
as_text!(Order, Act, Answer, Choose, Step, Target, Source);
text_schema!(Step, Target);

impl Parser<'_> {
    pub(super) fn orders(&mut self) -> Read<Vec<Order>> {
        let mut orders = Vec::new();
        loop {
            if orders.len() == MAX_STEPS {
                return Err(self.reader.refuse(&format!("at most {MAX_STEPS} orders")));
            }
            orders.push(self.order()?);
            if !self.reader.eat(';') {
                break;
            }
        }
        self.reader.end("`;` and another order, or the end of the text")?;
        Ok(orders)
    }

    pub(in crate::magic) fn order(&mut self) -> Read<Order> {
        let word = [
            "stack",
            "battle",
            "block",
            "retreat",
            "discard",
            "sacrifice",
            "pay",
            "may",
            "surprise",
            "divide",
            "stop",
            "when",
            "drop",
        ]
        .into_iter()
        .find(|word| self.reader.eat_word(word));
        Ok(match word {
            Some("stack") => Order::Stack(self.one_of(StackAsk::ALL)?),
            Some("battle") => Order::Battle(self.battle()?),
            Some("block") => {
                Order::Block { when: self.one_of(BlockWhen::ALL)?, creature: self.if_next(Parser::creature) }
            }
            Some("retreat") if self.reader.eat_word("home") => Order::Retreat(RetreatTo::Home),
            Some("retreat") => Order::Retreat(RetreatTo::Lands(self.list(Parser::land)?)),
            Some("discard") => Order::Discard(self.one_of(DiscardOrder::ALL)?),
            Some("sacrifice") => Order::Sacrifice(self.one_of(SacrificeOrder::ALL)?),
            Some("pay") => Order::Pay { answer: self.one_of(Consent::ALL)?, thing: self.if_next(Parser::thing) },
            Some("may") => Order::May { answer: self.one_of(Consent::ALL)?, thing: self.if_next(Parser::thing) },
            Some("surprise") => Order::Surprise(self.one_of(Surprise::ALL)?),
            Some("divide") => Order::Divide(self.divide()?),
            Some("stop") => Order::Stop(self.stop()?),
            Some("when") => Order::When(Box::new(self.when()?)),
            Some("drop") => Order::Drop(self.number()?),
            Some(_) | None => {
                let expected = "an order: stack, battle, block, retreat, discard, sacrifice, pay, may, surprise, divide, stop, \
                                when or drop";
                return Err(self.reader.refuse(expected));
            }
        })
    }

    fn battle(&mut self) -> Read<BattleAsk> {
        if self.reader.eat_word("watch") {
            return self.list(Parser::land).map(BattleAsk::Watch);
        }
        let words = [("any", BattleAsk::Any), ("involved", BattleAsk::Involved), ("none", BattleAsk::None)];
        let found = words.into_iter().find(|(word, _)| self.reader.eat_word(word));
        found.map(|(_, ask)| ask).ok_or_else(|| self.reader.refuse("any, involved, none, watch"))
    }

    fn stop(&mut self) -> Read<Stop> {
        if self.reader.eat_word("none") {
            return Ok(Stop::None);
        }
        let phase = self.one_of(StopPhase::ALL)?;
        let named = self.reader.peek().is_some_and(|c| c.is_ascii_alphabetic());
        Ok(Stop::At { phase, of: if named { Some(self.chair()?) } else { None } })
    }

    /// A word that should be a chair or `any`; whether it is one is for the match to say (N9, `no-such-seat`).
    fn chair(&mut self) -> Read<Word> {
        self.word().map_err(|refusal| Unreadable { expected: "a chair such as ash, or any".to_owned(), ..refusal })
    }

    fn when(&mut self) -> Read<When> {
        let who = self.chair()?;
        let event = if self.reader.eat_word("casts") {
            let kind = self.if_next(|parser| parser.one_of(CastKind::ALL));
            let least = if self.reader.peek().is_some_and(|c| c.is_ascii_digit()) {
                let least = self.number()?;
                if !self.reader.eat('+') {
                    return Err(self.reader.refuse("`+`, as in 4+"));
                }
                Some(least)
            } else {
                None
            };
            WhenEvent::Casts { kind, least }
        } else if self.reader.eat_word("attacks") {
            WhenEvent::Attacks { creature: self.if_next(Parser::creature) }
        } else {
            return Err(self.reader.refuse("casts or attacks"));
        };
        if !self.reader.eat_word("do") {
            return Err(self.reader.refuse("do and a response, as in do cast h2"));
        }
        let act = self.act()?;
        Ok(When { who, event, act, always: self.reader.eat_word("always") })
    }
}
