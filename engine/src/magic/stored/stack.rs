//! The stack, the window and the battles as they are stored.

use serde::{Deserialize, Serialize};

use super::thing::{read_lasting, stored_lasting};
use super::words::{Read, read_number, read_words, words};
use crate::magic::cards::CardId;
use crate::magic::notation::{Act, Cast, CreatureName, HandName, LandNumber, StackName, Step, Tail, Thing};
use crate::magic::state::{Battle, Object, Occasion, Origin, Passing, Window, WindowKind};
use crate::seat::{Seat, Seats};

/// An object on the stack. Its site, X, mode and targets stand in `act`, in the notation of moves.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredObject {
    name: StackName,
    card: CardId,
    owner: Seat,
    seat: Seat,
    act: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<Thing>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    occasion: Option<Occasion>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    changes: Vec<String>,
}

/// A window.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredWindow {
    kind: String,
    round: u16,
    opener: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    again: Option<Seats>,
}

impl From<&Object> for StoredObject {
    fn from(object: &Object) -> StoredObject {
        let Object { name, card, ability, occasion, owner, seat, site, x, mode, on, changes } = object.clone();
        let tail = Tail { x, mode, on, ..Tail::default() };
        let act = Act::Cast(Cast { card: HandName(1), site, tail }).to_string();
        let (source, line) = ability.map(|origin| (origin.source, origin.line)).unzip();
        let changes = changes.iter().map(stored_lasting).collect();
        StoredObject { name, card, owner, seat, act, source, line, occasion, changes }
    }
}

impl StoredObject {
    pub(crate) fn read(self) -> Read<Object> {
        let StoredObject { name, card, owner, seat, act, source, line, occasion, changes } = self;
        let Ok(Step::Act(Act::Cast(Cast { site, tail, .. }))) = act.parse() else {
            return Err("no object of the stack".to_owned());
        };
        let ability = source.zip(line).map(|(source, line)| Origin { source, line });
        let Tail { x, mode, on, .. } = tail;
        let changes = changes.iter().map(|text| read_lasting(text)).collect::<Option<_>>();
        let changes = changes.ok_or("no change of a spell")?;
        Ok(Object { name, card, ability, occasion, owner, seat, site, x, mode, on, changes })
    }
}

impl From<Window> for StoredWindow {
    fn from(window: Window) -> StoredWindow {
        let Window { kind, round, opener, again } = window;
        let again = Some(again).filter(|seats| !seats.is_empty());
        StoredWindow { kind: kind.word().to_owned(), round, opener, again }
    }
}

impl StoredWindow {
    pub(crate) fn read(self) -> Read<Window> {
        let kind = WindowKind::ALL.into_iter().find(|kind| kind.word() == self.kind);
        let kind = kind.ok_or("no kind of window")?;
        Ok(Window { kind, round: self.round, opener: self.opener, again: self.again.unwrap_or(Seats::NONE) })
    }
}

pub(crate) fn passing(passing: &Passing) -> String {
    format!("{}|{}|{}", words(&passing.group), passing.land, words(&passing.blocks))
}

pub(crate) fn read_passing(text: &str) -> Read<Passing> {
    let parts: Vec<&str> = text.split('|').collect();
    let [group, land, blocks] = parts.as_slice() else { return Err("no passage".to_owned()) };
    let creatures = |text: &str| read_words(text, read_number::<CreatureName>);
    let land = LandNumber(read_number(land).ok_or("no land of a passage")?);
    Ok(Passing { group: creatures(group)?, land, blocks: creatures(blocks)? })
}

pub(crate) fn battle(battle: &Battle) -> String {
    let Battle { land, stragglers, attackers, defenders } = battle;
    format!("{land}|{}|{}|{}", words(stragglers), words(attackers), words(defenders))
}

pub(crate) fn read_battle(text: &str) -> Read<Battle> {
    let parts: Vec<&str> = text.split('|').collect();
    let [land, stragglers, attackers, defenders] = parts.as_slice() else { return Err("no battle".to_owned()) };
    let creatures = |text: &str| read_words(text, read_number::<CreatureName>);
    Ok(Battle {
        land: LandNumber(read_number(land).ok_or("no land of a battle")?),
        stragglers: creatures(stragglers)?,
        attackers: creatures(attackers)?,
        defenders: creatures(defenders)?,
    })
}
