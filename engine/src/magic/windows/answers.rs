//! Sealed answers: sent in secret, applied together when the round closes (P10).

use crate::game::Illegal;
use crate::magic::notation::{Answer, CreatureName, Response, Text};
use crate::magic::state::{Event, World, refuse};
use crate::seat::{Seat, Seats};

/// What came of the answers of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Acted {
    /// True if an object was put on the stack.
    pub(crate) is_done: bool,
    /// The seats whose actions were withdrawn, which are asked again.
    pub(crate) withdrawn: Seats,
}

impl World<'_> {
    /// A seat answers, or sends actions to a window that does not wait for it.
    pub(crate) fn send_answer(&mut self, by: Seat, text: &Text) -> Result<(), Illegal> {
        let (asked, standing) = match self.hidden.own(by) {
            Some(own) => (own.asked, own.answer.clone()),
            None => (false, None),
        };
        let Some(answer) = text.as_answer() else {
            let why = if asked {
                "Your answer is awaited: send `pass` or what you cast or use."
            } else {
                "Responses are awaited: until they have come, you can only cast or use in response, or send orders."
            };
            return refuse("not-awaited", why);
        };
        match &answer {
            Answer::Pass { .. } if !asked => return refuse("not-awaited", "Your answer is not awaited."),
            Answer::Pass { .. } => {}
            Answer::Choose(_) => return refuse("nothing-to-choose", "No choice is open."),
            Answer::Acts { acts, .. } => self.check_acts(by, acts)?,
        }
        if standing.as_ref() == Some(&answer) {
            return refuse("same-answer", "This is your answer already.");
        }
        if let Some(own) = self.own_mut(by) {
            own.answer = Some(answer);
        }
        self.note(Event::Answered { seat: by });
        Ok(())
    }

    /// Tries the actions one after the other, as if no other player acted (P23).
    fn check_acts(&self, by: Seat, acts: &[Response]) -> Result<(), Illegal> {
        let mut world = self.fork();
        for (part, act) in (1..).zip(acts) {
            let done = match act {
                Response::Act(act) => world.act(by, act),
                Response::Block(one, other) => world.block(by, &blockers(*one, *other)),
            };
            done.map_err(|why| Illegal { part: Some(part), ..why })?;
        }
        Ok(())
    }

    /// Applies the answers of the round in turn order after the active player. Actions without `commit` are withdrawn, unpaid, if
    /// another seat acted before; so are those that have become illegal.
    pub(crate) fn apply_answers(&mut self) -> Acted {
        let mut acted = Acted { is_done: false, withdrawn: Seats::NONE };
        let mut order = self.table.in_turn_order();
        let first = 1.min(order.len());
        order.rotate_left(first);
        for seat in order {
            let Some(own) = self.own_mut(seat) else { continue };
            own.asked = false;
            match own.answer.take() {
                None | Some(Answer::Choose(_)) => {}
                Some(Answer::Pass { finally }) => own.finally |= finally,
                Some(Answer::Acts { acts, commit }) => {
                    let early = acted.is_done && !commit;
                    let before = self.table.stack.len();
                    let done = if early { 0 } else { self.do_acts(seat, &acts) };
                    acted.is_done |= self.table.stack.len() > before;
                    if done < acts.len() {
                        acted.withdrawn.insert(seat);
                        self.note(Event::Withdrawn { seat });
                    }
                }
            }
            if self.is_over() {
                break;
            }
        }
        acted
    }

    /// Does one action after the other until one is illegal; returns how many were done.
    fn do_acts(&mut self, seat: Seat, acts: &[Response]) -> usize {
        for (done, act) in acts.iter().enumerate() {
            let legal = match act {
                Response::Act(act) => self.act(seat, act).is_ok(),
                Response::Block(one, other) => self.block(seat, &blockers(*one, *other)).is_ok(),
            };
            if !legal || self.is_over() {
                return if legal { done + 1 } else { done };
            }
        }
        acts.len()
    }

    /// The time for an answer ran out, which counts as a pass (P21).
    pub(crate) fn pass_by_lapse(&mut self, seat: Seat) {
        if let Some(own) = self.own_mut(seat) {
            own.answer = Some(Answer::Pass { finally: false });
        }
        self.note(Event::Answered { seat });
    }
}

/// The creatures of a `block`.
fn blockers(one: CreatureName, other: Option<CreatureName>) -> Vec<CreatureName> {
    std::iter::once(one).chain(other).collect()
}
