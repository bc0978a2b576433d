//! What is on the board in words, for one reader: `your c3 Osier Reeve 2/2`.

use crate::chair::Names;
use crate::magic::notation::{CreatureName, Target, Thing};
use crate::magic::state::Table;
use crate::magic::words::list;
use crate::seat::Seat;

/// A reader of sentences about a board.
pub(crate) struct Reader<'a> {
    /// The board.
    pub(crate) table: &'a Table,
    /// The reader.
    pub(crate) you: Seat,
    /// The names of the seats.
    pub(crate) names: &'a Names,
}

impl Reader<'_> {
    /// `your`, or `Birch's`.
    pub(crate) fn whose(&self, seat: Seat) -> String {
        if seat == self.you { "your".to_owned() } else { format!("{}'s", &self.names[seat]) }
    }

    /// `yours`, or `Birch's`.
    pub(crate) fn possessor(&self, seat: Seat) -> String {
        if seat == self.you { "yours".to_owned() } else { self.whose(seat) }
    }

    /// `You win`, or `Birch wins`.
    pub(crate) fn wins(&self, seat: Seat) -> String {
        if seat == self.you { "You win".to_owned() } else { format!("{} wins", &self.names[seat]) }
    }

    /// `c3 Osier Reeve 2/2`
    fn bare(&self, name: Thing) -> String {
        let Thing::Creature(creature) = name else { return format!("{name} {}", self.table.called(name)) };
        let card = self.table.thing(name).map(|thing| self.table.name_of(&thing.card)).unwrap_or_default();
        let figures = self.table.traits(creature).map(|it| format!(" {}/{}", it.power, it.toughness));
        format!("{name} {card}{}", figures.unwrap_or_default())
    }

    /// `your c3 Osier Reeve 2/2`
    pub(crate) fn thing(&self, name: Thing) -> String {
        let whose = self.table.controller(name).map(|seat| format!("{} ", self.whose(seat)));
        format!("{}{}", whose.unwrap_or_default(), self.bare(name))
    }

    /// `your c3 Osier Reeve 2/2 and c5 Slag Runner 2/1`: each controller is named once in a row.
    pub(crate) fn creatures(&self, names: &[CreatureName]) -> String {
        let mut said = None;
        let words = names.iter().map(|name| {
            let thing = Thing::Creature(*name);
            let seat = self.table.controller(thing);
            let again = std::mem::replace(&mut said, seat) == seat;
            if again { self.bare(thing) } else { self.thing(thing) }
        });
        list(&words.collect::<Vec<_>>())
    }

    /// A target: `your c3 Osier Reeve 2/2`, `land 7`.
    pub(crate) fn target(&self, target: &Target) -> String {
        match target {
            Target::Thing(name) => self.thing(*name),
            Target::Land(land) => format!("land {land}"),
            Target::Stack(name) => {
                let object = self.table.object(*name);
                object.map_or_else(|| name.to_string(), |it| format!("{name} {}", self.table.name_of(&it.card)))
            }
            Target::Player(seat) if *seat == self.you => "you".to_owned(),
            Target::Player(seat) => self.names[*seat].to_owned(),
            Target::Grave(..) => target.to_string(),
        }
    }
}
