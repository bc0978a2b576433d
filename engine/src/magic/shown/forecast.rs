//! The consequences for the board if no player acts, as the reader foresees them (P5).

use crate::chair::Names;
use crate::magic::notation::{Act, CreatureName, LandNumber, Text, Thing};
use crate::magic::state::{Event, How, Mention, Permanent, Table, View, WindowKind, World, creatures};
use crate::magic::told::reader::Reader;
use crate::magic::values::traits::creature;
use crate::magic::words::list;
use crate::seat::Seat;

/// A battle and the creatures that fight in it.
pub(crate) struct Fight<'a> {
    /// The land.
    pub(crate) land: LandNumber,
    /// The creatures of the active player.
    pub(crate) attackers: &'a [CreatureName],
    /// Those of others.
    pub(crate) defenders: &'a [CreatureName],
}

/// What has happened on the board after some events, compared with the board before them.
pub(crate) struct Forecast {
    /// The events, in order.
    pub(crate) events: Vec<Event>,
    /// The board afterwards.
    pub(crate) after: Table,
}

impl View {
    /// What happens if no player acts in the open window: the stack resolves, then the battles are fought. It is made from the
    /// view, so that presets and orders of others do not show.
    pub(crate) fn forecast(&self, kind: WindowKind) -> Forecast {
        self.forecast_after(kind, None)
    }

    /// The same after an act of the reader's.
    pub(crate) fn forecast_after(&self, kind: WindowKind, act: Option<&Act>) -> Forecast {
        let mut world = World::of_view(self);
        if let (Some(you), Some(act)) = (self.you, act) {
            // What is illegal changes nothing.
            drop(world.act(you, act));
        }
        world.resolve_all();
        if let Some(active) = world.table.active().filter(|_| kind == WindowKind::Battle && !world.is_over()) {
            world.fight(active);
            if !world.is_over() && world.table.is_in(active) {
                world.conquer(active);
            }
        }
        Forecast { events: world.events, after: world.table }
    }
}

impl View {
    /// The battles to which a script of the reader's leads with their outcomes, and the other lands that it conquers (P5).
    pub(crate) fn foretell(&self, text: &Text, names: &Names) -> Vec<String> {
        let (Some(you), Text::Script(_), None) = (self.you, text, self.table.window) else { return Vec::new() };
        let Some(world) = self.world_after(text) else { return Vec::new() };
        let forecast = Forecast { events: world.events, after: world.table };
        let reader = Reader { table: &self.table, you, names };
        let mut told = Vec::new();
        let mut fought = Vec::new();
        for event in &forecast.events {
            if let Event::Battle { land, attackers, defenders } = event {
                fought.push(*land);
                let (attackers, defenders) = (creatures(attackers), creatures(defenders));
                let fight = Fight { land: *land, attackers: &attackers, defenders: &defenders };
                let outcome = forecast.of_battle(&reader, &fight);
                let (ours, theirs) = (reader.creatures(&attackers), reader.creatures(&defenders));
                told.push(format!("Battle on {land}: {ours} against {theirs}; {outcome}."));
            } else if let Event::Conquered { land, .. } = event
                && !fought.contains(land)
            {
                told.push(format!("{land} becomes yours."));
            }
        }
        told.extend(forecast.winner().map(|seat| format!("{} the match.", reader.wins(seat))));
        told
    }
}

impl Forecast {
    /// The creatures that die.
    fn dead(&self) -> impl Iterator<Item = CreatureName> {
        let died = |event: &Event| if let Event::Died { piece } = event { Some(piece.name) } else { None };
        self.events.iter().filter_map(died).filter_map(creature)
    }

    /// The outcome of a battle, as in `both die and 4 stays yours`.
    pub(crate) fn of_battle(&self, reader: &Reader<'_>, fight: &Fight<'_>) -> String {
        let fighters: Vec<CreatureName> = fight.attackers.iter().chain(fight.defenders).copied().collect();
        let dead: Vec<CreatureName> = self.dead().filter(|name| fighters.contains(name)).collect();
        let mut parts = vec![match dead.as_slice() {
            [] => "no creature dies".to_owned(),
            all if all.len() == fighters.len() && all.len() == 2 => "both die".to_owned(),
            all if all.len() == fighters.len() => "all die".to_owned(),
            [one] => format!("{one} dies"),
            some => format!("{} die", list(some)),
        }];
        for event in &self.events {
            if let Event::Retreated { piece, to, .. } = event
                && fighters.iter().any(|name| Thing::Creature(*name) == piece.name)
            {
                parts.push(format!("{} retreats to {to}", piece.name));
            }
        }
        parts.extend(self.of_land(reader, fight.land));
        list(&parts)
    }

    /// `4 stays yours`, `4 becomes Birch's`.
    fn of_land(&self, reader: &Reader<'_>, land: LandNumber) -> Option<String> {
        let (before, after) = (reader.table.land(land)?, self.after.land(land)?);
        if after.hole {
            return Some(format!("{land} becomes a hole"));
        }
        let verb = if before.seat == after.seat { "stays" } else { "becomes" };
        let holder = after.seat.map_or_else(|| "free".to_owned(), |seat| reader.possessor(seat));
        Some(format!("{land} {verb} {holder}"))
    }

    /// What changes as the stack resolves, as in `c3 becomes 5/5 and c4 dies`; empty if nothing does that the board shows.
    pub(crate) fn of_stack(&self, reader: &Reader<'_>) -> String {
        let mut parts: Vec<String> = self.events.iter().filter_map(told).collect();
        parts.extend(self.changes(reader));
        let lands = reader.table.standing_lands().filter(|(number, land)| {
            self.after.land(*number).is_none_or(|after| after.hole || after.seat != land.seat)
        });
        parts.extend(lands.filter_map(|(number, _)| self.of_land(reader, number)));
        list(&parts)
    }

    /// The creatures that stay and change their figures or their controller, or are tapped, and those that leave without dying.
    fn changes(&self, reader: &Reader<'_>) -> Vec<String> {
        let dead: Vec<CreatureName> = self.dead().collect();
        let mut parts = Vec::new();
        for (name, before) in &reader.table.creatures {
            let Some(after) = self.after.creatures.get(name) else {
                parts.extend((!dead.contains(name)).then(|| format!("{name} leaves play")));
                continue;
            };
            let figures = |table: &Table| table.traits(*name).map(|it| (it.power, it.toughness));
            if let Some((power, toughness)) = figures(&self.after).filter(|now| Some(*now) != figures(reader.table)) {
                parts.push(format!("{name} becomes {power}/{toughness}"));
            }
            if after.seat != before.seat {
                parts.push(format!("{name} becomes {}", reader.possessor(after.seat)));
            }
            if after.tapped != before.tapped {
                parts.push(format!("{name} is {}", if after.tapped { "tapped" } else { "untapped" }));
            }
        }
        parts
    }

    /// The worth of the board to a seat: the lands and figures that it controls, without those of others.
    pub(crate) fn value_for(&self, seat: Seat) -> i32 {
        let sign = |of: Seat| if of == seat { 1 } else { -1 };
        let lands = self.after.standing_lands().filter_map(|(_, land)| land.seat).map(|of| 3 * sign(of));
        let figures = |(name, creature): (&CreatureName, &Permanent)| {
            let figures = self.after.traits(*name).map_or(0, |it| it.power.min(9) + it.toughness.min(9));
            (2 + figures) * sign(creature.seat)
        };
        lands.chain(self.after.creatures.iter().map(figures)).sum()
    }

    /// The seat that wins by it, if any.
    pub(crate) fn winner(&self) -> Option<Seat> {
        self.events.iter().find_map(|event| {
            if let Event::Won { seat, .. } | Event::Alone { seat } = event { Some(*seat) } else { None }
        })
    }
}

/// What a resolution does, in the present tense, for the events that the board alone does not show.
fn told(event: &Event) -> Option<String> {
    if let Event::Died { piece } = event {
        return Some(format!("{} dies", piece.name));
    }
    if let Event::Entered { piece, land, .. } = event {
        let land = land.map(|land| format!(" on {land}")).unwrap_or_default();
        return Some(format!("{} {} comes into play{land}", piece.name, piece.called));
    }
    if let Event::Affected { what: Mention::Object { name, .. }, how: How::Countered } = event {
        return Some(format!("{name} is countered"));
    }
    if let Event::Lost { card, .. } = event { Some(format!("{card} has no effect")) } else { None }
}
