//! The picture of a match, as data (L2).

use crate::game::{EndCondition, EndKind};
use crate::magic::cards::LandType;
use crate::magic::chairs::{chair_of, names};
use crate::magic::notation::{CreatureName, LandNumber, Order, When};
use crate::magic::state::{Ending, Event, Fate, Mention, Phase, Stage, View};
use crate::scene::{Emblem, Flag, Ground, GroundKind, Layout, Mark, Material, Paint, Panel, Scene, Shape, Spot, Token};
use crate::seat::Seat;

/// The most sentences about the last act beside the board.
const MAX_NOTES: usize = 6;

/// A library of at most this many cards may soon be empty, and is named.
const SMALL_LIBRARY: usize = 10;

const TEXT_KEY: &str = "MB' 5: mountain, Birch's, tapped, land 5. P plains, I island, S swamp, M mountain, F forest. - neutral, \
                        ## a hole, . not laid yet. B8 2/1': Birch's creature c8, power 2, toughness 1, tapped.";
const PICTURE_KEY: &str = "Dunes are plains, waves an island, a skull a swamp, peaks a mountain, a tree a forest; the number names \
                           the land. Edge and sign show who controls it. A tapped land is dark, its drawing on its side. A card \
                           is a creature: B8 is Birch's c8; slanted, it is tapped. At its edge: an arrow if it attacks, a cross \
                           if it has damage, a Z if it came this turn.";

impl View {
    /// The picture.
    pub(crate) fn scene(&self) -> Scene {
        let spots = self.table.board().lands().map(|land| self.spot(land)).collect();
        let seats = Seat::all(self.table.seat_count()).map(|seat| self.panel(seat));
        let mut notes = self.window_notes();
        notes.extend(self.own_notes());
        // A player reads of the last act in the story of emails and pages, and so do all after the end.
        let has_story = self.you.is_some() || matches!(self.table.stage, Stage::Over(_));
        let told = if has_story { Vec::new() } else { self.last_told() };
        notes.extend(told.into_iter().rev().take(MAX_NOTES).rev());
        let scene = Scene {
            title: self.title(),
            layout: Layout::Columns,
            material: Material::Table,
            phases: self.phases(),
            drawn: None,
            arrows: self.arrows(),
            ways: Vec::new(),
            spots,
            panels: self.counts().into_iter().chain(seats).chain(self.hand_panel()).collect(),
            notes,
            text_key: self.with_usual_orders(TEXT_KEY),
            picture_key: self.with_usual_orders(PICTURE_KEY),
        };
        scene.decided_by(self.decided())
    }

    /// The lands that decided the match, and whose they are.
    fn decided(&self) -> Option<(Vec<String>, String)> {
        let Stage::Over(Ending::Majority(winner)) = self.table.stage else { return None };
        let is_own = |land: &LandNumber| self.table.land(*land).is_some_and(|land| land.seat == Some(winner));
        let names = self.table.board().lands().filter(is_own).map(|land| land.to_string());
        let words =
            format!("Green edges mark the lands of {}, which are more than half of all.", chair_of(winner).name);
        Some((names.collect(), words))
    }

    fn title(&self) -> String {
        let awaited = names().list(self.awaited);
        match &self.table.stage {
            Stage::Decks { .. } => format!("Set-up: {awaited} to choose"),
            Stage::Layout => format!("Layout: {awaited} to lay a land"),
            Stage::Selection { .. } => format!("Selection: {awaited} to select lands"),
            Stage::Play(turn) => {
                let max = self.table.options.max_rounds.map(|max| format!(" of {max}")).unwrap_or_default();
                if let Some(question) = &self.table.question {
                    return self.question_title(question, turn, &max);
                }
                if let Some(window) = self.table.window {
                    return self.window_title(window, turn, &max);
                }
                let phase = match turn.phase {
                    Phase::Movement => "Movement",
                    Phase::Untap
                    | Phase::Upkeep
                    | Phase::Draw
                    | Phase::Summoning
                    | Phase::Combat
                    | Phase::Control
                    | Phase::End
                    | Phase::Discard => "Summoning",
                };
                format!("{} to move: {phase}, round {}{max}", chair_of(turn.seat).name, turn.round)
            }
            Stage::Over(_) => self.table.outcome().map_or_else(|| "The match is over".to_owned(), |it| it.reason),
        }
    }

    fn spot(&self, number: LandNumber) -> Spot {
        let place = self.table.board().place(number).unwrap_or(crate::scene::Place { x: 0, y: 0 });
        let mut spot = Spot {
            ground: Ground::new(GroundKind::Vacant, Paint::Plain, ""),
            glyph: ". ".to_owned(),
            mark: self.mark(number),
            words: "no land yet".to_owned(),
            ..Spot::bare(number.to_string(), place)
        };
        let Some(land) = self.table.land(number) else { return spot };
        if land.hole {
            spot.ground = Ground::new(GroundKind::Hole, Paint::Plain, "##");
            spot.glyph = "##".to_owned();
            spot.words = "a hole".to_owned();
            return spot;
        }
        let kind = self.table.kind_of(number).unwrap_or(land.kind);
        let letter = kind.letter();
        spot.ground = Ground {
            yours: land.seat.is_some() && land.seat == self.you,
            emblem: Some(emblem_of(kind)),
            owner: land.seat.map(|seat| chair_of(seat).paint),
            used: land.tapped,
            ..Ground::new(GroundKind::Land, paint_of(kind), letter)
        };
        let tapped = if land.tapped { "'" } else { "" };
        let owner = land.seat.map_or('-', |seat| chair_of(seat).letter);
        spot.glyph = format!("{letter}{owner}{tapped} ");
        spot.words = super::things_in_words::land(kind, land);
        for name in self.table.creatures_on(number) {
            let token = self.token(name);
            let tapped = if token.lying { "'" } else { "" };
            spot.glyph += &format!("\n{} {}{tapped}", token.label, token.detail);
            spot.tokens.push(token);
            spot.words += &format!("; {}", self.creature_words(name));
        }
        spot
    }

    /// A creature: `B8` above `2/1`.
    fn token(&self, name: CreatureName) -> Token {
        let creature = self.table.creatures.get(&name);
        let chair = chair_of(creature.map_or(Seat(0), |creature| creature.seat));
        let traits = self.table.traits(name);
        let flags = creature.map(|creature| {
            let attacks = self.table.battles.iter().any(|battle| battle.attackers.contains(&name));
            let all = [(Flag::Attacks, attacks), (Flag::Fresh, creature.fresh), (Flag::Hurt, creature.damage > 0)];
            all.into_iter().filter(|(_, is)| *is).map(|(flag, _)| flag).collect()
        });
        Token {
            emblem: Some(self.drawing_of(name)),
            flags: flags.unwrap_or_default(),
            detail: traits.map_or_else(|| "?".to_owned(), |it| format!("{}/{}", it.power, it.toughness)),
            lying: creature.is_some_and(|creature| creature.tapped),
            ..Token::new(Shape::Card, chair.paint, format!("{}{}", chair.letter, name.0))
        }
    }

    /// The effect of the last act on a land: an arrival before a death, a death before a departure.
    fn mark(&self, land: LandNumber) -> Option<Mark> {
        let mut mark = None;
        for event in &self.table.last {
            let (from, to) = match event {
                Event::Moved { from, legs, .. } => (Some(*from), legs.last().map(|leg| leg.land)),
                Event::Retreated { from, to, .. } => (Some(*from), Some(*to)),
                Event::Entered { land, .. } => (None, *land),
                Event::Conquered { land, .. }
                | Event::Selected { land, .. }
                | Event::Affected { what: Mention::Land(land), .. } => (None, Some(*land)),
                // Of lands laid at once, the last one: all of them are new.
                Event::Laid { land, .. } => {
                    (None, Some(*land).filter(|land| usize::from(land.0) == self.table.lands.len()))
                }
                Event::Sent { .. }
                | Event::Ordered { .. }
                | Event::DeckShown { .. }
                | Event::Dealt
                | Event::Answered { .. }
                | Event::Withdrawn { .. }
                | Event::Passed
                | Event::Asked { .. }
                | Event::NoSite { .. }
                | Event::Searched { .. }
                | Event::Looked { .. }
                | Event::Chose { .. }
                | Event::Affected { .. }
                | Event::Hurt { .. }
                | Event::Peace
                | Event::Milled { .. }
                | Event::Lapsed { .. }
                | Event::Turn { .. }
                | Event::Drew { .. }
                | Event::Cast { .. }
                | Event::Used { .. }
                | Event::Triggered { .. }
                | Event::Mana { .. }
                | Event::Lost { .. }
                | Event::Blocked { .. }
                | Event::Ended { .. }
                | Event::Battle { .. }
                | Event::Damage { .. }
                | Event::Regenerated { .. }
                | Event::Died { .. }
                | Event::Discarded { .. }
                | Event::Out { .. }
                | Event::Skipped { .. }
                | Event::Won { .. }
                | Event::Alone { .. }
                | Event::Together { .. }
                | Event::NoRefuge { .. }
                | Event::Rounds => (None, None),
            };
            if to == Some(land) {
                return Some(Mark::To);
            }
            if from == Some(land) {
                mark = Some(Mark::From);
            }
        }
        mark
    }

    /// The lands and the hands of all in a line each (L1).
    fn counts(&self) -> Vec<Panel> {
        let table = &self.table;
        if table.turn().is_none() {
            return Vec::new();
        }
        let line = |title: &str, words: Vec<String>| Panel {
            title: title.to_owned(),
            paint: Paint::Plain,
            yours: false,
            awaited: false,
            score: String::new(),
            lines: vec![words.join(", ")],
            listed: false,
            items: Vec::new(),
        };
        let called = |seat: Seat| {
            let name = chair_of(seat).name;
            if self.you == Some(seat) { format!("you ({name})") } else { name.to_owned() }
        };
        let lands = Seat::all(table.seat_count()).map(|seat| format!("{} {}", called(seat), table.lands_held(seat)));
        let free = table.standing_lands().filter(|(_, land)| land.seat.is_none()).count();
        let left = table.lands_left();
        let free = format!("free {free}; {} of {left} win", left / 2 + 1);
        let hands = table.seats_in().iter().filter_map(|seat| {
            let own = self.hidden.own(seat)?;
            Some(format!("{} {}", called(seat), own.hand.len()))
        });
        vec![line("Lands", lands.chain([free]).collect()), line("Hands", hands.collect())]
    }

    fn panel(&self, seat: Seat) -> Panel {
        let chair = chair_of(seat);
        let (own, side) = (self.hidden.own(seat), self.table.side(seat));
        let tapped = self.table.standing_lands().filter(|(_, land)| land.seat == Some(seat) && land.tapped).count();
        let mut facts = Vec::new();
        if self.table.turn().is_none() {
            facts.push(plural(self.table.lands_held(seat).into(), "land"));
        }
        if tapped > 0 {
            facts.push(format!("{} tapped", plural(tapped as u32, "land")));
        }
        let library = own.filter(|_| self.table.turn().is_some() || self.open).map(|own| own.library.len());
        if let Some(cards) =
            library.filter(|cards| *cards <= SMALL_LIBRARY && side.is_some_and(|side| side.fate == Fate::In))
        {
            facts.push(format!("library {cards}"));
        }
        if let Some(side) = side {
            let zones = [("graveyard", &side.grave), ("exile", &side.exile)];
            let zones = zones.into_iter().filter(|(_, cards)| !cards.is_empty());
            facts.extend(zones.map(|(word, cards)| format!("{word} {}", cards.len())));
            if !side.pool.is_empty() {
                facts.push(format!("mana {}", side.pool));
            }
            match side.fate {
                Fate::In => {}
                Fate::Out(_) => facts.push("out".to_owned()),
                Fate::Left => facts.push("has left".to_owned()),
            }
        }
        let things = self.table.things_of(seat);
        let facts = std::iter::once(facts.join(", ")).chain(self.open_deck_line(seat));
        let lines = facts.chain(things.map(|(name, _)| self.thing_line(name, true)));
        Panel {
            title: chair.name.to_owned(),
            paint: chair.paint,
            yours: self.you == Some(seat),
            awaited: self.awaited.contains(seat),
            score: plural(self.table.lands_held(seat).into(), "land"),
            lines: lines.filter(|line| !line.is_empty()).collect(),
            listed: false,
            items: self.things_in_play(seat),
        }
    }

    /// A key to the signs, after the orders of the reader that matter most and are the usual ones.
    fn with_usual_orders(&self, key: &str) -> String {
        let Some(own) = self.own().filter(|_| self.table.ending().is_none()) else { return key.to_owned() };
        let (orders, listed) = (&own.orders, own.orders.listed());
        let usual = [
            Order::Block { when: orders.block, creature: None },
            Order::Stack(orders.stack),
            Order::Battle(orders.battle.clone()),
            Order::Surprise(orders.surprise),
        ];
        let usual: Vec<String> = usual.iter().filter(|order| !listed.contains(order)).map(Order::explained).collect();
        if usual.is_empty() { key.to_owned() } else { format!("Usual orders: {}. {key}", usual.join("; ")) }
    }

    /// The reader's own orders and lists, and the rest of a script.
    fn own_notes(&self) -> Vec<String> {
        let Some(own) = self.own() else { return Vec::new() };
        // Those that are not the usual ones.
        let orders: Vec<String> = own.orders.listed().iter().map(Order::explained).collect();
        let presets: Vec<String> = own.presets.iter().map(ToString::to_string).collect();
        let mut notes = Vec::new();
        if self.table.ending().is_none() && !orders.is_empty() {
            notes.push(format!("Your orders: {}.", orders.join("; ")));
        }
        if !own.orders.when.is_empty() {
            let line = |(number, when): (&u16, &When)| format!("{number} {}", Order::When(Box::new(when.clone())));
            let responses: Vec<String> = own.orders.when.iter().map(line).collect();
            notes.push(format!("Your responses: {}.", responses.join("; ")));
        }
        if !presets.is_empty() {
            notes.push(format!("Your presets: {}.", presets.join("; ")));
        }
        if let Some(rest) = super::json::rest_of(own).filter(|_| own.running.is_none()) {
            notes.push(format!("The rest of your script: {rest}. Send \"continue\" to carry it out."));
        }
        notes
    }

    /// The ways in which the match may end.
    pub(crate) fn ends(&self) -> Vec<EndCondition> {
        let table = &self.table;
        let Some(turn) = table.turn() else { return Vec::new() };
        let left = table.lands_left();
        let words = format!("A player who controls {} of the {left} lands wins.", left / 2 + 1);
        let scores = Seat::all(table.seat_count()).map(|seat| i32::from(table.lands_held(seat))).collect();
        let mut ends = vec![EndCondition { kind: EndKind::ScoreNow { scores }, words }];
        if let Some(limit) = table.options.max_rounds {
            let played = u32::from(turn.round.saturating_sub(1));
            let words = format!("The match ends after round {limit}; then lands decide. Rounds played: {played}.");
            ends.push(EndCondition { kind: EndKind::Rounds { played, limit }, words });
        }
        ends
    }
}

/// The drawing of a type of land.
fn emblem_of(kind: LandType) -> Emblem {
    match kind {
        LandType::Plains => Emblem::Dunes,
        LandType::Island => Emblem::Waves,
        LandType::Swamp => Emblem::Skull,
        LandType::Mountain => Emblem::Peaks,
        LandType::Forest => Emblem::Tree,
    }
}

/// The paint of a type of land: that of its mana.
fn paint_of(kind: LandType) -> Paint {
    match kind {
        LandType::Plains => Paint::White,
        LandType::Island => Paint::Blue,
        LandType::Swamp => Paint::Black,
        LandType::Mountain => Paint::Red,
        LandType::Forest => Paint::Green,
    }
}

/// `1 land`, `2 lands`
pub(crate) fn plural(number: u32, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}
