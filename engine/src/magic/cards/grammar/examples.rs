//! Examples of everything that the language of cards says, and what it does not say. A test reads them, and sees that no rule of the
//! grammar is without one.

use crate::magic::cards::card::CardKind;

/// Examples of one kind of line.
pub(in super::super) struct Section {
    /// Its heading.
    pub(in super::super) title: &'static str,
    /// What to know before the examples, in Markdown.
    pub(in super::super) text: &'static str,
    /// The kind of card on which the examples stand.
    pub(in super::super) on: CardKind,
    /// Lines of such a card, each with what there is to know about it.
    pub(in super::super) examples: &'static [(&'static str, &'static str)],
}

pub(super) const CREATURE: CardKind = CardKind::Creature { artifact: false };

/// Whole cards.
pub(in super::super) const CARDS: &str = "\
Quarry's Ox   1R
Creature - Ox   2/2

Tallow Lantern   2
Artifact
Tap: Add R or G.

Bramble Cloak   G
Aura
Enchant creature
Enchanted creature gets +2/+2 and has fear.
";

/// Every kind of line.
pub(in super::super) const SECTIONS: &[Section] = &[
    Section {
        title: "What a spell does",
        text: "An instant or a sorcery has a sentence, or several; `, then` joins what belongs together. Write `target` for what the \
               player chooses when casting, `each` for all that there are when it happens, and `this` for the card itself.",
        on: CardKind::Sorcery,
        examples: &[
            ("This deals 3 damage to target creature or player.", "players have no life: on them it does nothing"),
            ("This deals 2 damage to each creature without flying and each player.", ""),
            (
                "Target creature you control deals damage to target creature an opponent controls equal to its power.",
                "",
            ),
            (
                "This deals 3 damage divided as you choose among any number of target creatures.",
                "name a creature once for each damage: `on c1,c1,c2`",
            ),
            ("Move target creature to target land.", "if it may stand there, and no enemy is there"),
            ("Destroy target artifact or enchantment.", ""),
            ("Destroy target creature without regeneration.", ""),
            ("Exile target land.", "a hole in the board"),
            ("Tap up to two target creatures, then draw a card.", "none, one or two"),
            ("Untap each creature you control.", ""),
            ("Regenerate target creature.", ""),
            ("Target creature gets +3/+3 and gains flying until end of turn.", ""),
            ("Up to two target creatures get +1/+1 and gain haste until end of turn.", ""),
            ("Creatures you control get +1/+1 until end of turn for each forest you control.", ""),
            ("Target Wall can move and attack this turn as though it had no defender.", ""),
            ("Gain control of target artifact.", ""),
            ("Counter target spell unless its controller pays X, where X is the number of islands you control.", ""),
            ("Counter target instant or sorcery spell.", ""),
            ("Return target permanent to its owner's hand.", ""),
            ("Put target creature card in your graveyard on top of its owner's library.", "or `on the bottom of`"),
            ("Put target creature card in a graveyard into play.", "on a land of yours where it is native"),
            ("Prevent the next 2 damage that would be dealt to target creature this turn.", ""),
            ("Prevent all battle damage that would be dealt this turn.", ""),
            ("Prevent all battle damage that would be dealt by target creature this turn.", ""),
            ("Put a +1/+1 counter on target creature.", ""),
            ("Remove two oil counters from target artifact.", "any word can stand on a counter"),
            ("Create two 1/1 white and blue Guard creature tokens with flying.", "each needs a land"),
            ("Add one mana of any colour.", ""),
            ("Draw two cards.", ""),
            ("Target player discards a card at random.", ""),
            ("Each opponent sacrifices a creature.", ""),
            ("Look at the top three cards of your library, take one.", "the others go to the bottom"),
            ("Search your library for an aura card and put it into your hand.", "or `into play`"),
            ("Put the top two cards of target player's library into the graveyard.", ""),
            ("Shuffle your library.", ""),
            ("Destroy target creature. Its controller draws a card.", "also `its owner` and `that player`"),
            ("Choose one: destroy target land; or draw a card.", ""),
            ("You may sacrifice a creature. If you do, draw two cards.", "or `pay 2W`"),
            ("Unless you tap two untapped Guards, return each creature you control to its owner's hand.", ""),
            ("You may discard a card. If you do, put target artifact on the bottom of its owner's library.", ""),
            ("You may draw a card.", ""),
            ("If you control three or more forests, draw a card.", ""),
        ],
    },
    Section {
        title: "What changes",
        text: "A change ends as it says: `until end of turn`, `until your next turn`, `for as long as you control this`. Without such words \
               it lasts. Behind `cannot` write `this turn`.",
        on: CardKind::Instant,
        examples: &[
            ("Target creature gets +1 movement until end of turn.", "points of movement"),
            ("Target creature loses flying until end of turn.", "or `loses all abilities`"),
            ("Target creature loses all abilities until your next turn.", ""),
            ("Target creature becomes red.", ""),
            ("Target land becomes a swamp.", ""),
            ("Target creature becomes 0/2 until end of turn.", ""),
            ("Target creature cannot attack or block this turn.", "also `be blocked`, `be regenerated`, `move`"),
            ("Target creature cannot be blocked except by Walls this turn.", ""),
            ("Target creature cannot be blocked by black creatures this turn.", ""),
            ("Target creature cannot be blocked or be regenerated this turn.", ""),
            ("Target creature cannot move or be targeted by opponents this turn.", ""),
            ("Target creature does not untap until your next turn.", ""),
        ],
    },
    Section {
        title: "Abilities with a price",
        text: "A price, a colon, and what it buys. The parts of a price have commas between them: mana, `tap`, and the others below.",
        on: CREATURE,
        examples: &[
            ("Tap: Add G.", ""),
            ("2W, tap, sacrifice this: Destroy target creature with power 4 or more.", ""),
            ("Sacrifice another creature: Regenerate this.", ""),
            ("Discard a card, return this to its owner's hand: Draw two cards.", ""),
            ("Remove a +1/+1 counter from this: Target creature gets +1/+1 until end of turn.", ""),
            ("Tap two untapped creatures you control: Draw a card.", ""),
            (
                "1: This gets +1/+0 until end of turn. Only in your turn. Only once each turn.",
                "limits stand at the end",
            ),
            ("1: Regenerate this. Only in a battle. Any player may use this.", ""),
            ("Tap: This deals 1 damage to target creature on an adjacent land.", ""),
            ("1: Untap this. Only in your upkeep.", ""),
            ("1: Untap target land. Only in your Summoning.", ""),
        ],
    },
    Section {
        title: "What happens by itself",
        text: "`When` this enters, dies or leaves play; `whenever` anything else happens; `at the beginning of` a phase. `It` is the object \
               that was named last.",
        on: CREATURE,
        examples: &[
            ("When this enters, draw a card.", ""),
            ("When this dies, return it to its owner's hand.", ""),
            ("When this leaves play, it deals 2 damage to target creature.", ""),
            ("Whenever this attacks, untap target land.", ""),
            ("Whenever this defends, regenerate it.", ""),
            ("Whenever this blocks, tap target creature in battle with this.", "on the way of another, or in a battle"),
            ("Whenever this is blocked, draw a card.", ""),
            ("Whenever this is tapped, add R.", ""),
            ("Whenever a forest you control is tapped for mana, its controller adds G.", "adds mana at once"),
            ("Whenever this is dealt damage, put a -1/-1 counter on it.", ""),
            ("Whenever this deals damage to a creature, draw a card.", ""),
            ("Whenever this is targeted, sacrifice this.", ""),
            (
                "Whenever this conquers a land, put a +1/+1 counter on this.",
                "a land becomes yours because this stands there",
            ),
            ("Whenever a land you own is conquered, draw a card.", ""),
            ("Whenever another Ox enters, you may pay 1. If you do, draw a card.", ""),
            ("Whenever you cast an aura spell, draw a card.", ""),
            ("Whenever a player casts a spell, that player discards a card.", ""),
            ("Whenever an opponent casts a red spell, this deals 1 damage to each red creature.", ""),
            ("Whenever you draw a card, tap target creature.", "or `you discard a card`"),
            ("Whenever an opponent draws a card, untap this.", "or `an opponent discards a card`"),
            ("Whenever you discard a card, draw a card.", ""),
            ("Whenever an opponent discards a card, draw a card.", ""),
            ("At the beginning of your upkeep, unless you pay G, sacrifice this.", ""),
            ("At the beginning of each Summoning, if you control no Guards, draw a card.", "checked twice"),
            ("At the beginning of your end of turn, if it is your turn, untap this.", ""),
        ],
    },
    Section {
        title: "What holds while it is in play",
        text: "Rules of creatures, artifacts, enchantments and auras.",
        on: CREATURE,
        examples: &[
            ("This gets +2/+2 as long as you control a Guard.", ""),
            ("This gets +1/+1 for each other Ox you control.", ""),
            ("This gets +X/+0, where X is the number of cards in your hand.", ""),
            ("Other creatures you control get +1/+1 and have banding.", "of an Ox: `Each Ox you control gets +1/+1.`"),
            ("Attacking creatures get +1 movement.", ""),
            ("Forests are swamps.", ""),
            ("Creatures you control are white as long as an opponent controls a black creature.", ""),
            ("This cannot block or be blocked.", ""),
            ("This can block only creatures with flying.", ""),
            ("Artifacts do not untap.", ""),
            ("Walls can move and attack as though they had no defender.", ""),
            ("Guards have \"Tap: Add W.\".", "an ability between quotation marks"),
            ("Each creature able to block this does so.", ""),
            ("Creature spells you cast cost 1 less.", ""),
            ("Entering a swamp costs 1 more movement.", ""),
            ("Your hand limit is 7.", ""),
            ("Your hand has no limit.", ""),
            ("This enters tapped.", ""),
            ("This enters with three oil counters.", ""),
            ("Prevent all battle damage that would be dealt to creatures you control.", ""),
            ("If a creature would die, exile it instead.", ""),
        ],
    },
    Section {
        title: "Auras",
        text: "An aura says what it may be on; `enchanted creature`, `enchanted artifact` and `enchanted land` are what it is on.",
        on: CardKind::Aura,
        examples: &[
            ("Enchant creature with power 3 or less", "also `Enchant artifact`, `Enchant land`"),
            ("Enchanted creature gets -2/-0 and does not untap.", ""),
            ("Enchanted land is an island.", ""),
            ("You control enchanted creature.", ""),
            ("2: Untap enchanted creature.", ""),
            ("Whenever it attacks, draw a card.", "`it` is what the aura is on"),
            ("Enchanted artifact has \"1, tap: Draw a card.\".", ""),
            ("Creatures you control on enchanted land get +0/+2.", ""),
            (
                "At the beginning of its controller's upkeep, enchanted creature deals 1 damage to each creature on the same land.",
                "",
            ),
            ("Whenever enchanted creature is dealt damage, if enchanted creature is untapped, tap it.", ""),
        ],
    },
    Section {
        title: "Objects",
        text: "Words before and behind a noun narrow it down. Put `or` between nouns: `artifact, creature or land`.",
        on: CardKind::Sorcery,
        examples: &[
            ("Destroy target tapped non-black creature.", ""),
            ("Destroy target attacking or defending creature.", ""),
            ("Destroy target attacking creature.", ""),
            ("Destroy target defending artifact creature.", ""),
            ("Untap target neutral land.", "a land that no player controls"),
            ("Destroy target untapped non-creature artifact.", ""),
            ("Destroy target creature with toughness 2 or less.", ""),
            ("Destroy target creature with mana value 3.", ""),
            ("Destroy target creature with a +1/+1 counter.", ""),
            ("Destroy target creature with flying on a swamp.", "or `on another swamp`"),
            ("Destroy target creature dealt damage this turn.", ""),
            ("Return up to two target permanents you own to their owners' hands.", ""),
            ("Counter target enchantment spell an opponent casts.", "or `you cast`"),
            ("Counter target spell you cast.", ""),
            ("Search your library for an instant card and put it into your hand.", "also sorcery, enchantment, aura"),
            ("Search your library for a sorcery card and put it into play.", ""),
            ("Counter target aura spell.", ""),
        ],
    },
    Section {
        title: "Numbers",
        text: "`a`, `two` or `2`; `X` is what is paid for an X in the cost or in the price, or what `where X is` says; `for each` counts.",
        on: CREATURE,
        examples: &[
            ("* is the number of forests you control.", "for a size `*/*`"),
            ("X, tap: Draw X cards.", ""),
            ("2: This gets +X/+0 until end of turn, where X is the number of oil counters on this.", ""),
            (
                "Tap: Draw X cards, where X is the number of cards in each player's hand.",
                "or `target player's`, `each opponent's`",
            ),
            ("Tap: Add X, where X is this creature's toughness.", ""),
            ("Whenever a creature dies, draw X cards, where X is its power.", "or `toughness`, `mana value`"),
            ("Tap: If this has three or more oil counters, draw a card.", ""),
            ("Tap: If you have three or more cards in hand, discard a card.", ""),
            ("Tap: If you have one or fewer cards in hand, draw a card.", ""),
            ("When this dies, if it is an Ox, draw a card.", ""),
            ("When this dies, if this is tapped, put the top card of its controller's library into the graveyard.", ""),
            ("Tap: Put the top card of each player's library into the graveyard.", ""),
            ("Tap: Put the top card of each opponent's library into the graveyard.", ""),
        ],
    },
    Section {
        title: "When and what else to cast",
        text: "These lines limit the casting, or add to the cost.",
        on: CardKind::Instant,
        examples: &[
            ("Only in a battle.", "or `in your turn`"),
            ("Only in your turn.", ""),
            ("As an additional cost, sacrifice a creature.", ""),
        ],
    },
];

/// What card games have and this one has not: the word, and why, and what to write instead.
pub(in super::super) const NOT_HERE: &[(&str, &str)] = &[
    (
        "trample",
        "damage never passes from a battle elsewhere: behind the defenders there is no player whom it could reach",
    ),
    ("deathtouch", "damage kills by its amount alone; give the creature more power"),
    ("lifelink", "there is no life"),
    ("hexproof", "write `This cannot be targeted by opponents.`, or the keyword shroud"),
    ("indestructible", "write an ability such as `1: Regenerate this.`"),
    ("ward", "write `This cannot be targeted by opponents.`"),
    ("double strike", "write `First strike` and a higher power"),
    ("prowess", "write `Whenever you cast an instant or sorcery spell, this gets +1/+1 until end of turn.`"),
    ("cycling", "hidden cards have no abilities"),
    ("kicker", "a cost has no optional part; write `You may pay 2. If you do, ..`"),
    (
        "equip",
        "an artifact has no place on the board; write an aura, or `2: Target creature you control gets +1/+0 until end of turn.`",
    ),
    ("equipment", "an artifact has no place on the board; write an aura"),
    ("scry", "write `Look at the top two cards of your library, take one.`"),
    ("fight", "write `This deals 3 damage to target creature.`"),
    (
        "look at target player's hand",
        "a hand is secret from all others; what was seen would have to be kept by pages, records and computer players",
    ),
    ("copy", "there are no copies"),
    ("poison", "there is no life, and no other way to defeat a player than by land"),
];
