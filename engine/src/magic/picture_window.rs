//! What the picture says of an open window, an open choice and the stack (P18, P24).

use super::chairs::chair_of;
use super::notation::Target;
use super::question::{About, Question};
use super::table::Object;
use super::turn::Turn;
use super::view::View;
use super::window::Window;

impl View {
    /// `Responses are awaited: battle, Ash's turn, round 3`; only the reader learns that his answer is awaited.
    pub(super) fn window_title(&self, window: Window, turn: &Turn, most: &str) -> String {
        let asked = if self.open {
            format!("{} to answer", super::chairs::names().list(self.awaited))
        } else if self.you.is_some_and(|you| self.awaited.contains(you)) {
            "Your answer is awaited".to_owned()
        } else {
            "Responses are awaited".to_owned()
        };
        let whose = chair_of(turn.seat).name;
        format!("{asked}: {}, {whose}'s turn, round {}{most}", window.kind.word(), turn.round)
    }

    /// `Birch to choose, Ash's turn, round 3`
    pub(super) fn question_title(&self, question: &Question, turn: &Turn, most: &str) -> String {
        let chooser = chair_of(question.seat).name;
        let asked = if self.you == Some(question.seat) {
            "Your choice is awaited".to_owned()
        } else {
            format!("{chooser} to choose")
        };
        format!("{asked}: {}'s turn, round {}{most}", chair_of(turn.seat).name, turn.round)
    }

    /// The open choice, and how the reader makes it if it is his.
    fn question_note(&self, question: &Question) -> String {
        let what = self.table.question_words(question);
        if self.you != Some(question.seat) {
            return format!("{} chooses {what}.", chair_of(question.seat).name);
        }
        let how = match &question.about {
            About::May | About::Pay => "`choose yes` or `choose no`".to_owned(),
            About::Discard(1) => "such as `choose h1`".to_owned(),
            About::Discard(number) => format!("{number} of your cards, such as `choose h1,h2`"),
            About::Looked { .. } | About::Search => {
                let looked = self.own().map(|own| self.looked(own)).unwrap_or_default();
                let named = (1..).zip(looked).map(|(place, card)| format!("l{place} {}", self.table.name_of(&card)));
                let named: Vec<String> = named.collect();
                let or = if question.about == About::Search { " or `choose none`" } else { "" };
                match named.as_slice() {
                    [] => "there is none, so that you send `choose none`".to_owned(),
                    [_, ..] => format!("{}; such as `choose l1`{or}", super::story::list(&named)),
                }
            }
            About::Targets(mode) => {
                let first = self.table.with_placed(*mode, |aim| self.table.ways_to_aim(aim, 2)).unwrap_or_default();
                let first = first.into_iter().rfind(|on| !on.is_empty()).unwrap_or_default();
                let or = if self.table.with_placed(*mode, |aim| self.table.aimed(aim, &[]).is_ok()) == Some(true) {
                    " or `choose none`"
                } else {
                    ""
                };
                let first: Vec<String> = first.iter().map(ToString::to_string).collect();
                format!("such as `choose {}`{or}", first.join(","))
            }
            About::Mode(modes) => format!("`choose` with one of {}", super::story::list(modes)),
            About::Sacrifice(things) => {
                let first = things.first().map(ToString::to_string).unwrap_or_default();
                format!("such as `choose {first}`")
            }
        };
        format!("You choose {what}: {how}.")
    }

    /// The open choice, the objects on the stack, and the reader's sealed answer.
    pub(super) fn window_notes(&self) -> Vec<String> {
        let mut notes: Vec<String> = self.table.question.iter().map(|question| self.question_note(question)).collect();
        let objects: Vec<String> = self.table.stack.iter().rev().map(|object| self.object_line(object)).collect();
        if !objects.is_empty() {
            notes.push(format!("On the stack, the first resolves first: {}.", objects.join("; ")));
        }
        if let Some(answer) = self.own().and_then(super::json::answer_of) {
            notes.push(format!("Your sealed answer: {answer}."));
        }
        notes
    }

    /// `s1 Late Rent, Cedar's, on c2`
    fn object_line(&self, object: &Object) -> String {
        let called = self.table.name_of(&object.card);
        let what = match &object.ability {
            Some(origin) => format!("{} ability of {} {called}", object.name, origin.source),
            None => format!("{} {called}", object.name),
        };
        let x = object.x.map(|x| format!(", X is {x}")).unwrap_or_default();
        let site = object.site.map(|site| format!(", for {site}")).unwrap_or_default();
        let on: Vec<String> = object.on.iter().map(Target::to_string).collect();
        let on = if on.is_empty() { String::new() } else { format!(", on {}", on.join(" and ")) };
        format!("{what}, {}'s{x}{site}{on}", chair_of(object.seat).name)
    }
}
