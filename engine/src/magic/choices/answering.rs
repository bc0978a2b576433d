//! Continuations of an answer in a window (P10).

use super::{Foreseen, Next};
use crate::game::Choice;
use crate::magic::notation::{Answer, CreatureName, Response, Step, Text};
use crate::magic::state::{Permanent, View, World};
use crate::seat::Seat;

impl View {
    /// The first words of an answer: `pass` for a player who is asked, acts for all.
    pub(in crate::magic) fn answer_verbs(&self, you: Seat) -> Vec<Choice> {
        let mut verbs = Vec::new();
        for finally in [false, true] {
            let text = Text::Answer(Answer::Pass { finally });
            if self.check(&text).is_ok() {
                let words = if finally { "Do nothing, and be asked no more in this window." } else { "Do nothing." };
                verbs.push(Next::new(text.to_string(), words, true).passing());
            }
        }
        let foreseen = Foreseen::new(self, you);
        verbs.extend(foreseen.act_verbs());
        if !foreseen.blocks().is_empty() {
            verbs.push(Next::new("block", "Block the group that passes.", false));
        }
        verbs.into_iter().map(|next| next.after("")).collect()
    }

    /// Continuations of acts, which may end with `commit`.
    pub(super) fn answer_choices(&self, you: Seat, so_far: &str) -> Vec<Choice> {
        let (head, piece) = so_far.rsplit_once(';').map_or(("", so_far), |(head, piece)| (head, piece.trim()));
        let mut world = World::of_view(self);
        if !head.trim().is_empty() {
            let acts = head.parse::<Text>().ok().and_then(|text| text.as_answer());
            let Some(Answer::Acts { acts, commit: false }) = acts else { return Vec::new() };
            for act in &acts {
                let done = match act {
                    Response::Act(act) => world.act(you, act),
                    Response::Block(one, other) => {
                        world.block(you, &std::iter::once(*one).chain(*other).collect::<Vec<_>>())
                    }
                };
                if done.is_err() {
                    return Vec::new();
                }
            }
        }
        let mut foreseen = Foreseen::after(world, you);
        let head = if head.is_empty() { String::new() } else { format!("{head}; ") };
        let piece = piece.to_ascii_lowercase();
        if piece.starts_with("block") {
            let blocks =
                foreseen.blocks().into_iter().filter(|next| next.text.starts_with(&piece) && next.text != piece);
            return blocks.map(|next| next.after(&head)).collect();
        }
        let mut choices: Vec<Choice> = foreseen.acts(&piece).into_iter().map(|next| next.after(&head)).collect();
        if let Ok(Step::Act(act)) = piece.parse::<Step>()
            && foreseen.world.act(you, &act).is_ok()
        {
            let head = format!("{head}{act}");
            let words = "Do this also if another player acts before.";
            choices.push(Next::new(format!("{head} commit"), words, true).after(""));
            choices.extend(foreseen.act_verbs().into_iter().map(|next| next.after(&format!("{head}; "))));
        }
        for choice in choices.iter_mut().filter(|choice| choice.complete) {
            choice.complete = self.is_legal(&choice.text);
        }
        choices
    }
}

impl Foreseen {
    /// The creatures of the reader's that can block in the open passage, alone or two together.
    pub(in crate::magic) fn blocks(&self) -> Vec<Next> {
        let own: Vec<CreatureName> = self.own_creatures().collect();
        let pairs =
            own.iter().enumerate().flat_map(|(at, one)| own.iter().skip(at + 1).map(|other| vec![*one, *other]));
        let all = own.iter().map(|name| vec![*name]).chain(pairs);
        let can = |group: &Vec<CreatureName>| self.world.fork().block(self.you, group).is_ok();
        let next = |group: Vec<CreatureName>| {
            let names: Vec<String> = group.iter().map(ToString::to_string).collect();
            let cell = group.first().and_then(|name| self.world.table.creatures.get(name)).and_then(Permanent::land);
            Next::new(format!("block {}", names.join("+")), format!("Block with {}.", names.join(" and ")), true)
                .at(cell)
        };
        if self.world.table.passing.is_none() { Vec::new() } else { all.filter(can).map(next).collect() }
    }

    /// `cast` and `use`, where something can follow.
    pub(super) fn act_verbs(&self) -> Vec<Next> {
        let verbs = [("cast", "Cast a card of your hand."), ("use", "Use an ability of a permanent.")];
        let possible = verbs.into_iter().filter(|(word, _)| !self.acts(word).is_empty());
        possible.map(|(word, words)| Next::new(word, words, false)).collect()
    }
}
