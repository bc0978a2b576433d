//! The usual words of another card game, and ours for them.

/// Other spellings of what means the same here. They are replaced in this order, where they stand as words.
pub(super) const SAME: &[(&str, &str)] = &[
    // Signs.
    ("can't", "cannot"),
    ("doesn't", "does not"),
    ("don't untap", "do not untap"),
    ("you don't control", "an opponent controls"),
    ("isn't", "is not"),
    // Places.
    ("enters the battlefield", "enters"),
    ("enter the battlefield", "enters"),
    ("leaves the battlefield", "leaves play"),
    ("is put into a graveyard from the battlefield", "dies"),
    ("is put into your graveyard from the battlefield", "dies"),
    ("onto the battlefield under your control", "into play"),
    ("onto the battlefield", "into play"),
    ("on the battlefield", ""),
    ("under your control", ""),
    ("from your graveyard to your hand", "in your graveyard to its owner's hand"),
    ("from your graveyard to play", "in your graveyard into play"),
    ("from a graveyard into play", "in a graveyard into play"),
    ("from your graveyard into play", "in your graveyard into play"),
    ("to your hand", "to its owner's hand"),
    ("to their owner's hand", "to their owners' hands"),
    ("nonland permanent", "permanent"),
    ("nonland permanents", "permanents"),
    // Battles.
    ("combat damage", "battle damage"),
    ("attacking or blocking", "attacking or defending"),
    ("becomes blocked", "is blocked"),
    ("becomes tapped", "is tapped"),
    ("becomes the target of a spell or ability", "is targeted"),
    ("becomes the target of a spell", "is targeted"),
    ("becomes the target of an ability", "is targeted"),
    // Numbers and colours.
    ("or greater", "or more"),
    ("or fewer", "or less"),
    ("converted mana cost", "mana value"),
    ("nonblack", "non-black"),
    ("nonwhite", "non-white"),
    ("nonblue", "non-blue"),
    ("nonred", "non-red"),
    ("nongreen", "non-green"),
    ("nonartifact", "non-artifact"),
    ("noncreature", "non-creature"),
    ("colorless", ""),
    ("artifact creature token", "creature token"),
    ("artifact creature tokens", "creature tokens"),
    ("target card from", "target card in"),
    ("card from your graveyard", "card in your graveyard"),
    ("card from a graveyard", "card in a graveyard"),
    // Whose.
    ("creatures your opponents control", "creatures an opponent controls"),
    ("permanents your opponents control", "permanents an opponent controls"),
    ("your opponents control", "an opponent controls"),
    ("your opponents cast", "an opponent casts"),
    // When.
    ("at the beginning of your end step", "at the beginning of your end of turn"),
    ("at the beginning of the end step", "at the beginning of each end of turn"),
    ("at the beginning of each end step", "at the beginning of each end of turn"),
    ("at the beginning of each player's upkeep", "at the beginning of each upkeep"),
    ("during its controller's untap step", ""),
    ("during its controller's next untap step", "until your next turn"),
    ("during your untap step", ""),
    ("activate this ability only", "activate only"),
    ("activate only as a sorcery", "only in your Summoning"),
    ("activate only any time you could cast a sorcery", "only in your Summoning"),
    ("activate only once each turn", "only once each turn"),
    ("activate only during your turn", "only in your turn"),
    ("activate only during your upkeep", "only in your upkeep"),
    ("activate only during combat", "only in a battle"),
    ("any player may activate this ability", "any player may use this"),
    ("cast this spell only during your turn", "only in your turn"),
    ("cast this spell only during combat", "only in a battle"),
    ("as an additional cost to cast this spell,", "as an additional cost,"),
    // Costs.
    ("less to cast", "less"),
    ("more to cast", "more"),
    // Libraries.
    (", reveal it, put it into your hand, then shuffle", " and put it into your hand"),
    (", reveal it, and put it into your hand. then shuffle", " and put it into your hand"),
    (", reveal that card, put it into your hand, then shuffle", " and put it into your hand"),
    (", put it into your hand, then shuffle", " and put it into your hand"),
    (", put it into play, then shuffle", " and put it into play"),
    (", put that card into play, then shuffle", " and put it into play"),
    (
        "your library. put one of them into your hand and the rest on the bottom of your library in any order",
        "your library, take one",
    ),
    (
        "your library. put one of them into your hand and the rest on the bottom of your library in a random order",
        "your library, take one",
    ),
    (
        "your library. put two of them into your hand and the rest on the bottom of your library in any order",
        "your library, take two",
    ),
    (
        "your library. put one of those cards into your hand and the rest on the bottom of your library",
        "your library, take one",
    ),
    // What was in two sentences.
    (". it cannot be regenerated", " without regeneration"),
    (". they cannot be regenerated", " without regeneration"),
    ("divided as you choose among one or two target", "divided as you choose among any number of target"),
    ("divided as you choose among one, two, or three target", "divided as you choose among any number of target"),
    ("divided as you choose among up to two target", "divided as you choose among any number of target"),
    ("divided as you choose among up to three target", "divided as you choose among any number of target"),
    ("power and toughness are each equal to", "* is"),
    ("all other creatures", "other creatures"),
];

/// Words that mean something else here, and what they become.
pub(super) const CHANGED: &[(&str, &str)] = &[
    ("target creature or planeswalker", "target creature"),
    ("target player or planeswalker", "target player"),
    ("creature, planeswalker, or player", "creature or player"),
    ("any other target", "another target creature"),
    ("any target", "target creature"),
    ("target opponent", "target player"),
    ("deals battle damage to a player", "conquers a land"),
    ("deals battle damage to an opponent", "conquers a land"),
    ("deals damage to a player", "conquers a land"),
    ("at the beginning of combat on your turn", "at the beginning of your Summoning"),
    ("at the beginning of your draw step", "at the beginning of your upkeep"),
    ("target blocking creature", "target defending creature"),
    ("blocking creature", "defending creature"),
    ("cannot be the target of spells or abilities your opponents control", "cannot be targeted by opponents"),
    ("planeswalker", "creature"),
];

/// Subtypes with other plurals.
pub(super) const PLURALS: &[(&str, &str)] = &[
    ("Elves", "Elfs"),
    ("Wolves", "Wolfs"),
    ("Dwarves", "Dwarfs"),
    ("Werewolves", "Werewolfs"),
    ("Mice", "Mouses"),
    ("Oxen", "Oxs"),
    ("Foxes", "Foxs"),
    ("Allies", "Allys"),
    ("Harpies", "Harpys"),
    ("Mercenaries", "Mercenarys"),
];

/// Keywords of that game: what stands for them, `None` if nothing does; and whether it means something else.
pub(super) const KEYWORDS: &[(&str, Option<&str>, bool)] = &[
    ("hexproof", Some("This cannot be targeted by opponents."), false),
    ("unblockable", Some("This cannot be blocked."), false),
    ("prowess", Some("Whenever you cast a non-creature spell, this gets +1/+1 until end of turn."), false),
    ("intimidate", Some("Fear"), true),
    ("double strike", Some("First strike"), true),
    ("skulk", Some("Menace"), true),
];

/// Keywords of that game that sentences give beside other things.
pub(super) const FOREIGN: &[&str] =
    &["trample", "deathtouch", "lifelink", "hexproof", "indestructible", "ward", "double strike", "prowess"];

/// Types of cards that there are not, and why.
pub(super) const NO_TYPES: &[(&str, &str)] = &[
    ("Equipment", "an artifact has no place on the board, so no creature can carry it"),
    ("Vehicle", "an artifact has no place on the board, so no player can drive it"),
    ("Planeswalker", "there are no planeswalkers"),
    ("Land", "the lands are the board"),
    ("Battle", "there are no cards of battles"),
    ("Saga", "there are no chapters"),
    ("Conspiracy", "there is no draft"),
];

/// Words by which it is known why a text cannot be said, and why.
pub(super) const REASONS: &[(&str, &str)] = &[
    ("life", "there is no life here"),
    ("copy", "there are no copies here"),
    ("copies", "there are no copies here"),
    ("extra turn", "there are no extra turns here"),
    ("coin", "there are no coins here"),
    ("poison", "there is no poison here"),
    ("equip", "nothing can be equipped here"),
    ("equipped", "nothing can be equipped here"),
    ("win the game", "only land wins here"),
    ("loses the game", "only land wins here"),
    ("scry", "cards are not looked at without taking one here"),
    ("surveil", "cards are not looked at without taking one here"),
    ("kicker", "a cost has no optional part here"),
    ("kicked", "a cost has no optional part here"),
    ("cycling", "cards in a hand have no abilities here"),
    ("flashback", "cards in a graveyard cannot be cast here"),
    ("attacks each", "a creature goes where its player moves it here"),
    ("attack each", "a creature goes where its player moves it here"),
    ("hand", "a hand stays secret here"),
    ("land card", "there are no cards of lands here"),
    ("land cards", "there are no cards of lands here"),
    ("trample", "damage never passes from a battle elsewhere here"),
    ("fights", "creatures fight in battles alone here"),
];
