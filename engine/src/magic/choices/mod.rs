//! The possible continuations of a text (N8): made from the reader's view, so that they never depend on what it does not show.
//!
//! A continuation is offered only if some legal text begins with it.

pub(super) mod acting;
mod answering;
mod choosing;
mod giving;
mod moving;
mod presets;
mod prompt;
mod setup;
mod tricks;
mod ways;
mod why_not;

pub(super) use self::ways::MAX_SHOWN;
use super::notation::{HandName, LandNumber, Last, Script, Step, Text};
use super::state::Stage;
use super::state::View;
use super::state::World;
use crate::game::{Choice, ChoiceKind};
use crate::seat::Seat;

/// A continuation of a part of a text.
pub(super) struct Next {
    /// The part with this continuation.
    pub(super) text: String,
    /// What it does.
    kind: ChoiceKind,
    /// The land at which it points.
    pub(super) cell: Option<LandNumber>,
    /// Its meaning.
    pub(super) words: String,
    /// True if the part is complete and legal.
    pub(super) complete: bool,
}

impl Next {
    fn new(text: impl Into<String>, words: impl Into<String>, complete: bool) -> Next {
        Next { text: text.into(), kind: ChoiceKind::Move, cell: None, words: words.into(), complete }
    }

    fn passing(self) -> Next {
        Next { kind: ChoiceKind::Pass, ..self }
    }

    fn at(self, cell: Option<LandNumber>) -> Next {
        Next { cell, ..self }
    }

    /// As a choice of the whole text, of which `head` stands before.
    pub(super) fn after(self, head: &str) -> Choice {
        // A text that goes on with a card of the hand points at that card.
        let last = self.text.rsplit(' ').next().unwrap_or_default();
        let card = last.parse::<HandName>().ok().filter(|_| self.cell.is_none());
        let choice = Choice::new(format!("{head}{}", self.text), self.words, self.complete).with_kind(self.kind);
        choice.at(self.cell).on_item(card)
    }
}

/// The state of a turn after some steps of the reader's, as the reader foresees it.
pub(super) struct Foreseen {
    pub(super) you: Seat,
    pub(super) world: World<'static>,
}

impl Foreseen {
    /// The state as the reader sees it, before any step.
    pub(super) fn new(view: &View, you: Seat) -> Foreseen {
        Foreseen::after(World::of_view(view), you)
    }

    /// The same of a match in motion. Steps of a stopped script are not taken along.
    pub(super) fn after(mut world: World<'static>, you: Seat) -> Foreseen {
        if let Some(own) = world.own_mut(you) {
            own.rest.clear();
        }
        Foreseen { you, world }
    }
}

impl View {
    /// The continuations of a text of the reader's.
    pub(super) fn choices(&self, so_far: &str) -> Vec<Choice> {
        let Some(you) = self.you.filter(|you| self.table.is_in(*you)) else { return Vec::new() };
        let so_far = match so_far.parse::<Text>() {
            Ok(text) => text.to_string(),
            Err(_) => so_far.trim().to_owned(),
        };
        if so_far.is_empty() {
            return self.verbs(you);
        }
        let is_order = so_far.split(' ').next().is_some_and(|word| word.eq_ignore_ascii_case("orders"));
        if self.table.window.is_some() && !is_order {
            return match so_far.as_str() {
                "pass" => self.answer_verbs(you).into_iter().filter(|choice| choice.text == "pass final").collect(),
                _ => self.answer_choices(you, &so_far),
            };
        }
        if self.table.question.is_some() && !is_order {
            return self.step_choices(you, &so_far);
        }
        match so_far.split(' ').next().map(str::to_ascii_lowercase).as_deref() {
            Some("deck") => self.deck_choices(you, &so_far),
            Some("lay") => self.lay_choices(&so_far),
            Some("take") => self.take_choices(&so_far),
            Some("orders") => self.order_choices(you, &so_far),
            Some(_) | None => self.step_choices(you, &so_far),
        }
    }

    /// The first words: in the order of the grammar.
    fn verbs(&self, you: Seat) -> Vec<Choice> {
        let mut verbs: Vec<Choice> = Vec::new();
        for (word, words) in [
            ("deck", "Choose the deck that you play with."),
            ("lay", "Say which types of lands you lay, first to last."),
            ("take", "Say which lands you would like to have, best first."),
        ] {
            if !self.choices(word).is_empty() {
                verbs.push(Next::new(word, words, false).after(""));
            }
        }
        if self.table.window.is_some() {
            verbs.extend(self.answer_verbs(you));
        } else if self.may_step(you) {
            let foreseen = Foreseen::new(self, you);
            verbs.extend(foreseen.verbs().into_iter().map(|next| next.after("")));
            let continued = Script { steps: Vec::new(), last: Some(Last::Continue) };
            if self.check(&Text::Script(continued)).is_ok() {
                let words = "Carry out the rest of your script.";
                verbs.push(Next::new(Last::Continue.word(), words, true).after(""));
            }
        }
        if !self.order_choices(you, "orders").is_empty() {
            verbs.push(Next::new("orders", "Change your standing orders.", false).after(""));
        }
        verbs
    }

    /// Continuations of a turn.
    fn step_choices(&self, you: Seat, so_far: &str) -> Vec<Choice> {
        if !self.may_step(you) || !matches!(self.table.stage, Stage::Play(_)) {
            return Vec::new();
        }
        let own_turn = self.table.active() == Some(you);
        let (head, piece) = so_far.rsplit_once(';').map_or(("", so_far), |(head, piece)| (head, piece.trim()));
        let Some(mut foreseen) = self.foreseen(you, head) else { return Vec::new() };
        let head = if head.is_empty() { String::new() } else { format!("{head}; ") };
        let piece = piece.to_ascii_lowercase();
        if piece.is_empty() {
            return foreseen.verbs().into_iter().map(|next| next.after(&head)).collect();
        }
        let mut choices: Vec<Choice> =
            foreseen.continuations(&piece).into_iter().map(|next| next.after(&head)).collect();
        // A complete step can be followed by another one.
        if let Ok(step) = piece.parse::<Step>()
            && foreseen.world.step(you, &step).is_ok()
            && !foreseen.world.is_over()
            && own_turn
        {
            let head = format!("{head}{step}; ");
            choices.extend(foreseen.verbs().into_iter().map(|next| next.after(&head)));
            let continued = format!("{head}{}", Last::Continue);
            if matches!(step, Step::Choose(_)) && self.is_legal(&continued) {
                choices.push(Next::new(continued, "Carry out the rest of your script.", true).after(""));
            }
        }
        // The cheapest sources pay by themselves, so to name them comes last.
        choices.sort_by_key(|choice| choice.text.ends_with(" pay"));
        // Presets alone are refused if they stand already.
        for choice in choices.iter_mut().filter(|choice| choice.complete) {
            choice.complete = self.is_legal(&choice.text);
        }
        choices
    }

    fn is_legal(&self, text: &str) -> bool {
        text.parse().is_ok_and(|text| self.check(&text).is_ok())
    }

    /// True if the reader can send steps: it is his turn, or his choice is awaited.
    fn may_step(&self, you: Seat) -> bool {
        let chooser = self.table.question.as_ref().map(|question| question.seat);
        chooser.or(self.table.active()) == Some(you)
    }

    /// The state after these steps; `None` if they are no legal steps.
    fn foreseen(&self, you: Seat, steps: &str) -> Option<Foreseen> {
        let mut foreseen = Foreseen::new(self, you);
        if !steps.trim().is_empty() {
            let Ok(Text::Script(script)) = steps.parse() else { return None };
            if script.last.is_some() {
                return None;
            }
            foreseen.world.try_steps(you, &script.steps).ok()?;
        }
        (!foreseen.world.is_over()).then_some(foreseen)
    }
}

impl Foreseen {
    /// Would this step be legal?
    pub(super) fn allows(&self, step: &Step) -> bool {
        self.world.fork().step(self.you, step).is_ok()
    }

    /// The first words of steps.
    fn verbs(&self) -> Vec<Next> {
        if self.world.table.question.is_some() {
            return vec![Next::new("choose", "Make the choice that is open.", false)];
        }
        let mut verbs = Vec::new();
        for (word, words) in [
            ("cast", "Cast a card of your hand."),
            ("use", "Use an ability of a permanent."),
            ("move", "Move a creature, or a band."),
            ("divide", "Divide damage: preset how a creature does."),
            ("retreat", "Retreat: preset where a creature goes."),
            ("trick", "Battle trick: preset what you cast or use."),
            ("discard", "Discard: preset which cards go first if your hand is too large."),
        ] {
            if !self.continuations(word).is_empty() {
                verbs.push(Next::new(word, words, false));
            }
        }
        verbs.push(Next::new(Last::End.word(), "End the turn: battles, conquest, discard.", true));
        verbs
    }

    /// The continuations of a step.
    fn continuations(&self, piece: &str) -> Vec<Next> {
        match piece.split(' ').next() {
            Some("cast" | "use") => self.acts(piece),
            Some("move") => self.moves(piece),
            Some("divide") => self.divides(piece),
            Some("retreat") => self.retreats(piece),
            Some("discard") => self.discards(piece),
            Some("choose") => self.chooses(piece),
            Some("trick") => self.tricks(piece),
            Some(_) | None => Vec::new(),
        }
    }
}
