//! What happens in a match. An event holds what its owner may know; `told/eyes.rs` says what each eye may.

use serde::{Deserialize, Serialize};

use crate::magic::cards::LandType;

use super::event_words::{Entry, How, Mention, Piece, Why};
use crate::magic::notation::{LandNumber, Source, StackName, Target};
use crate::seat::{Seat, Seats};

/// Something that happened. Fields that only some may read say so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A seat sent a part of a joint secret decision (P22).
    Sent {
        /// The seat.
        seat: Seat,
        /// Nothing more is wanted of it. If something is, only the seat itself may know of the event.
        done: bool,
    },
    /// A seat changed its orders or presets, which only it may know (P17).
    Ordered {
        /// The seat.
        seat: Seat,
    },
    /// A land was laid.
    Laid {
        /// By this seat.
        seat: Seat,
        /// Its number.
        land: LandNumber,
        /// Its type.
        kind: LandType,
    },
    /// A land was selected.
    Selected {
        /// By this seat.
        seat: Seat,
        /// The land.
        land: LandNumber,
    },
    /// The deck of a seat is shown to all, because deck lists are open (P26).
    DeckShown {
        /// Whose.
        seat: Seat,
        /// How many of each card, such as `2 Chalk Finch`.
        cards: Vec<String>,
    },
    /// The hands were dealt, and the first turn begins.
    Dealt,
    /// A seat answered, which only it may know (P19).
    Answered {
        /// The seat.
        seat: Seat,
    },
    /// A seat's actions were withdrawn, which only it may know (P10).
    Withdrawn {
        /// The seat.
        seat: Seat,
    },
    /// No player responded.
    Passed,
    /// A choice is open (P24).
    Asked {
        /// The seat that chooses.
        seat: Seat,
        /// What it chooses, in words such as `the card to discard`.
        what: String,
    },
    /// A seat made an open choice.
    Chose {
        /// The seat.
        seat: Seat,
        /// What it chose, as behind `choose`; of cards their number alone.
        what: String,
    },
    /// A seat's clock ran out in its turn (P21).
    Lapsed {
        /// The seat.
        seat: Seat,
    },
    /// A turn began, and what its player controls was untapped (R59).
    Turn {
        /// Whose.
        seat: Seat,
        /// The round.
        round: u16,
    },
    /// Cards were drawn.
    Drew {
        /// By this seat.
        seat: Seat,
        /// How many.
        number: u16,
        /// Their names, which only the seat may know.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cards: Vec<String>,
    },
    /// A card was cast.
    Cast {
        /// By this seat.
        seat: Seat,
        /// The name of the card.
        card: String,
        /// The name of the object on the stack.
        object: StackName,
        /// The site of a creature.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        site: Option<LandNumber>,
        /// X.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        x: Option<u16>,
        /// The mode.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mode: Option<u16>,
        /// The targets.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        on: Vec<Target>,
        /// What was tapped for it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        paid: Vec<Source>,
    },
    /// An ability was used.
    Used {
        /// By this seat.
        seat: Seat,
        /// The source.
        source: Piece,
        /// The number of the ability, from 1.
        ability: u16,
        /// X.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        x: Option<u16>,
        /// The mode.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mode: Option<u16>,
        /// The targets.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        on: Vec<Target>,
        /// What was tapped for it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        paid: Vec<Source>,
    },
    /// A triggered ability was put on the stack (R67).
    Triggered {
        /// Its controller.
        seat: Seat,
        /// The source.
        source: Piece,
        /// The name of the object on the stack.
        object: StackName,
        /// The targets.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        on: Vec<Target>,
    },
    /// Mana was added to a pool; in the spelling of the table text, such as `1G`.
    Mana {
        /// The seat.
        seat: Seat,
        /// The mana.
        mana: String,
    },
    /// A spell or ability did something to an object, a land or a card.
    Affected {
        /// What it is about.
        what: Mention,
        /// What it did.
        how: How,
    },
    /// A spell or ability dealt damage to a creature.
    Hurt {
        /// What the source is called.
        by: String,
        /// The creature.
        to: Piece,
        /// How much, at least 1.
        amount: u16,
    },
    /// No battle damage is dealt this turn.
    Peace,
    /// Cards went from the top of a library to the graveyard.
    Milled {
        /// Whose.
        seat: Seat,
        /// Their names.
        cards: Vec<String>,
    },
    /// A spell had no effect, and its card went to the graveyard.
    Lost {
        /// The owner of the card.
        seat: Seat,
        /// The name of the card.
        card: String,
    },
    /// A permanent came into play.
    Entered {
        /// The permanent.
        piece: Piece,
        /// Its controller.
        seat: Seat,
        /// The land of a creature.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        land: Option<LandNumber>,
    },
    /// A group moved.
    Moved {
        /// Its controller.
        seat: Seat,
        /// The group.
        group: Vec<Piece>,
        /// Where it stood.
        from: LandNumber,
        /// The lands that it entered.
        legs: Vec<Entry>,
    },
    /// A group was blocked (R37).
    Blocked {
        /// The group.
        group: Vec<Piece>,
        /// Where.
        land: LandNumber,
        /// By these.
        by: Vec<Piece>,
    },
    /// The active player ended the turn.
    Ended {
        /// The player.
        seat: Seat,
    },
    /// A battle began (R41).
    Battle {
        /// Where.
        land: LandNumber,
        /// The creatures of the active player.
        attackers: Vec<Piece>,
        /// Those of others.
        defenders: Vec<Piece>,
    },
    /// Damage was dealt.
    Damage {
        /// By this one.
        from: Piece,
        /// To this one.
        to: Piece,
        /// How much, at least 1.
        amount: u16,
    },
    /// A shield of regeneration was used (R69).
    Regenerated {
        /// The creature.
        piece: Piece,
    },
    /// A permanent went to the graveyard from play.
    Died {
        /// The permanent.
        piece: Piece,
    },
    /// A creature retreated (R49) or fled from a hole (R55).
    Retreated {
        /// The creature.
        piece: Piece,
        /// From here.
        from: LandNumber,
        /// To here.
        to: LandNumber,
    },
    /// A creature had no land to retreat to (R49, R55), so that it dies.
    NoRefuge {
        /// The creature.
        piece: Piece,
    },
    /// Nothing came into play, as there was no site for it (R26).
    NoSite {
        /// The name of the card, or of the kind of token.
        card: String,
    },
    /// A seat looked at cards from the top of its library (C12).
    Looked {
        /// The seat.
        seat: Seat,
        /// How many.
        number: u16,
        /// How many went to the hand; the others went to the bottom.
        taken: u16,
        /// The names of those in the hand, which only the seat may know.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cards: Vec<String>,
    },
    /// A seat searched its library (C12).
    Searched {
        /// The seat.
        seat: Seat,
        /// The name of the card that it found, which is shown; `None` if it took none.
        card: Option<String>,
    },
    /// A land became a seat's (R50).
    Conquered {
        /// The seat.
        seat: Seat,
        /// The land.
        land: LandNumber,
    },
    /// A card was discarded.
    Discarded {
        /// By this seat.
        seat: Seat,
        /// The name of the card.
        card: String,
    },
    /// A seat is out.
    Out {
        /// The seat.
        seat: Seat,
        /// Why.
        why: Why,
    },
    /// A step of the seat's own script was not possible any more, which only the seat may know.
    Skipped {
        /// The seat.
        seat: Seat,
        /// The step, in its canonical spelling.
        step: String,
    },
    /// A player controls more than half of the lands (R18).
    Won {
        /// The player.
        seat: Seat,
        /// The lands held.
        lands: u16,
    },
    /// Only one player is still in (R17).
    Alone {
        /// The player.
        seat: Seat,
    },
    /// All who were still in went out at once (R17).
    Together {
        /// These.
        seats: Seats,
    },
    /// The last round was played (R60).
    Rounds,
}
