//! What the picture says of an open window, an open choice and the stack (P18, P24).

use super::card_line::rules_text;
use crate::magic::chairs::{chair_of, names};
use crate::magic::notation::Target;
use crate::magic::state::{Object, Phase, Question, Turn, View, Window};
use crate::scene::Phases;

impl View {
    /// `Responses are awaited: battle, Ash's turn, round 3`; only the reader learns that his answer is awaited.
    pub(crate) fn window_title(&self, window: Window, turn: &Turn, max: &str) -> String {
        let asked = if self.open {
            format!("{} to answer", names().list(self.awaited))
        } else if self.you.is_some_and(|you| self.awaited.contains(you)) {
            "Your answer is awaited".to_owned()
        } else {
            "Responses are awaited".to_owned()
        };
        let whose = chair_of(turn.seat).name;
        format!("{asked}: {}, {whose}'s turn, round {}{max}", window.kind.word(), turn.round)
    }

    /// `Birch to choose, Ash's turn, round 3`
    pub(crate) fn question_title(&self, question: &Question, turn: &Turn, max: &str) -> String {
        let chooser = chair_of(question.seat).name;
        let asked = if self.you == Some(question.seat) {
            "Your choice is awaited".to_owned()
        } else {
            format!("{chooser} to choose")
        };
        let what = self.table.question_words(question);
        let what = what.split([':', ',']).next().unwrap_or_default();
        format!("{asked}: {what}, {}'s turn, round {}{max}", chair_of(turn.seat).name, turn.round)
    }

    /// The phases of the turn. While no player is asked for an answer or a choice, a turn is in its Summoning or its Movement.
    pub(crate) fn phases(&self) -> Option<Phases> {
        let turn = self.table.turn()?;
        let is_asked = self.table.window.is_some() || self.table.question.is_some();
        let now = if is_asked || turn.phase == Phase::Movement { turn.phase } else { Phase::Summoning };
        let name = |phase: &Phase| {
            let word = phase.word();
            word[..1].to_uppercase() + &word[1..]
        };
        Some(Phases {
            names: Phase::ALL.iter().map(name).collect(),
            now: Phase::ALL.iter().position(|phase| *phase == now)?,
        })
    }

    /// The open choice of another player, the objects on the stack, and the reader's sealed answer. What is asked of the reader
    /// stands in the request to him, and so do the texts on the stack while he may answer.
    pub(crate) fn window_notes(&self) -> Vec<String> {
        let chooses = |question: &Question| {
            let chooser = chair_of(question.seat).name;
            (self.you != Some(question.seat))
                .then(|| format!("{chooser} chooses {}.", self.table.question_words(question)))
        };
        let mut notes: Vec<String> = self.table.question.iter().filter_map(chooses).collect();
        let may_answer = self.you.is_some() && self.table.window.is_some();
        let objects = self.table.stack.iter().rev().map(|object| self.object_line(object, !may_answer));
        let objects: Vec<String> = objects.collect();
        if !objects.is_empty() {
            notes
                .push(format!("On the stack, the first resolves first: {}.", objects.join("; ").trim_end_matches('.')));
        }
        if let Some(answer) = self.own().and_then(super::json::answer_of) {
            notes.push(format!("Your sealed answer: {answer}."));
        }
        notes
    }

    /// `s1 Late Rent, Cedar's, on c2`, and its text.
    fn object_line(&self, object: &Object, with_text: bool) -> String {
        let called = self.table.name_of(&object.card);
        let what = match &object.ability {
            Some(origin) => format!("{} ability of {} {called}", object.name, origin.source),
            None => format!("{} {called}", object.name),
        };
        let x = object.x.map(|x| format!(", X is {x}")).unwrap_or_default();
        let site = object.site.map(|site| format!(", for {site}")).unwrap_or_default();
        let on: Vec<String> = object.on.iter().map(Target::to_string).collect();
        let on = if on.is_empty() { String::new() } else { format!(", on {}", on.join(" and ")) };
        let card = self.table.cards.get(object.card.as_str()).filter(|_| with_text);
        let text = card.map(|card| format!(": {}", rules_text(object, &card))).unwrap_or_default();
        format!("{what}, {}'s{x}{site}{on}{text}", chair_of(object.seat).name)
    }
}
