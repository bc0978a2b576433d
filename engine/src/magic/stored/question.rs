//! An open choice, and the object that waits for it, as they are stored.

use serde::{Deserialize, Serialize};

use super::words::{Read, read_number, read_words, words};
use crate::magic::notation::{Choose, StackName, Step, Target, Thing};
use crate::magic::state::{About, Progress, Question, Resolving, Spot};
use crate::seat::{Seat, Seats};

/// An object that waits in the middle of its text.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredResolving {
    name: StackName,
    piece: u16,
    clause: Option<u16>,
    x: u16,
    it: Option<Target>,
    its: Option<(Seat, Seat)>,
    /// The targets that are left, one text for each `target`: `c1 c2`.
    aimed: Vec<String>,
    decked: Seats,
}

impl From<&Resolving> for StoredResolving {
    fn from(resolving: &Resolving) -> StoredResolving {
        let Resolving { name, spot, progress, decked } = resolving.clone();
        let Progress { x, it, its, aimed } = progress;
        StoredResolving {
            name,
            piece: spot.piece,
            clause: spot.clause,
            x,
            it,
            its,
            aimed: aimed.into_iter().map(words).collect(),
            decked,
        }
    }
}

impl StoredResolving {
    pub(crate) fn read(self) -> Read<Resolving> {
        let aimed = self.aimed.iter().map(|text| read_words(text, read_number::<Target>));
        Ok(Resolving {
            name: self.name,
            spot: Spot { piece: self.piece, clause: self.clause },
            progress: Progress { x: self.x, it: self.it, its: self.its, aimed: aimed.collect::<Read<_>>()? },
            decked: self.decked,
        })
    }
}

pub(crate) fn question(question: &Question) -> String {
    let seat = question.seat;
    match &question.about {
        About::May => format!("{seat} may"),
        About::Pay => format!("{seat} pay"),
        About::Discard(number) => format!("{seat} discard {number}"),
        About::Search => format!("{seat} search"),
        About::Looked { number, take } => format!("{seat} look {number} {take}"),
        About::Sacrifice(things) => format!("{seat} sacrifice {}", words(things)),
        About::Targets(mode) => format!("{seat} targets {}", words(mode)),
        About::Mode(modes) => format!("{seat} mode {}", words(modes)),
    }
}

pub(crate) fn read_question(text: &str) -> Read<Question> {
    let mut parts = text.splitn(3, ' ');
    let (seat, about, rest) = (parts.next(), parts.next(), parts.next().unwrap_or_default());
    let seat = Seat(seat.and_then(read_number).ok_or("no seat of a choice")?);
    let about = match about {
        Some("may") => About::May,
        Some("pay") => About::Pay,
        Some("discard") => About::Discard(read_number(rest).ok_or("no number of cards")?),
        Some("search") => About::Search,
        Some("look") => {
            let (number, take) = rest.split_once(' ').ok_or("no numbers of cards")?;
            let (number, take) = (read_number(number), read_number(take));
            let (number, take) = number.zip(take).ok_or("no numbers of cards")?;
            About::Looked { number, take }
        }
        Some("targets") => About::Targets(read_words(rest, read_number)?.first().copied()),
        Some("mode") => About::Mode(read_words(rest, read_number)?),
        Some("sacrifice") => About::Sacrifice(read_words(rest, read_number::<Thing>)?),
        Some(_) | None => return Err(format!("{text:?} is no choice")),
    };
    Ok(Question { seat, about })
}

pub(crate) fn read_choose(step: &Step) -> Read<Choose> {
    if let Step::Choose(choose) = step { Ok(choose.clone()) } else { Err(format!("{step} chooses nothing")) }
}
