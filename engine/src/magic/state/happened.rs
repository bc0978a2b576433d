//! What happens, as triggers see it.

use crate::magic::cards::ability::PhaseWord;
use crate::magic::notation::{CreatureName, LandNumber, Source, StackName, Thing};
use crate::seat::Seat;

/// Something that happens, as triggers see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Happened {
    /// A permanent came into play.
    Enters(Thing),
    /// A permanent leaves play; it is told while it is still there.
    Leaves {
        /// The permanent.
        name: Thing,
        /// True if it goes to the graveyard.
        dies: bool,
    },
    /// A creature of the active player is in a battle.
    Attacks(CreatureName),
    /// Another creature is in a battle.
    Defends(CreatureName),
    /// A creature blocks, in a passage or a battle.
    Blocks(CreatureName),
    /// A creature is blocked, in a passage or a battle.
    IsBlocked(CreatureName),
    /// A land or permanent was tapped for mana.
    TappedForMana(Source),
    /// A land or permanent was tapped.
    Tapped(Source),
    /// A creature was dealt damage.
    Hurt {
        /// The creature.
        name: CreatureName,
        /// The permanent that dealt it, if one did.
        by: Option<Thing>,
    },
    /// A permanent became the target of a spell or ability.
    Targeted(Thing),
    /// A land did.
    TargetedLand(LandNumber),
    /// A creature conquered a land (R50).
    Conquers(CreatureName),
    /// A land was conquered.
    Conquered(LandNumber),
    /// A card was cast, and is on the stack.
    Cast {
        /// The spell.
        object: StackName,
        /// Its controller.
        seat: Seat,
    },
    /// A player drew a card.
    Draws(Seat),
    /// A player discarded a card.
    Discards(Seat),
    /// A phase of the active player began.
    Begins(PhaseWord),
}
