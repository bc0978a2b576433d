//! Words of orders and steps, each one of few.

/// An enum of which each value is one word, in texts, views and stored positions.
macro_rules! words {
    ($(#[$about:meta])* $vis:vis $name:ident { $($(#[$one:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        $vis enum $name {
            $($(#[$one])* #[serde(rename = $word)] $value,)+
        }

        impl $name {
            /// All values, in the order of the grammar.
            $vis const ALL: &[$name] = &[$($name::$value,)+];

            /// The word.
            $vis const fn word(self) -> &'static str {
                match self {
                    $($name::$value => $word,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}
pub(in crate::magic) use words;

words!(
    /// The last word of a script (P2, P3).
    pub Last {
        /// Everything up to the end of the turn.
        End = "end",
        /// The rest of a stopped script.
        Continue = "continue",
    }
);

words!(
    /// The condition of a trick (P4).
    pub TrickWhen {
        /// At once.
        Always = "always",
        /// A creature of the owner would die there, or the land would not be the owner's.
        Losing = "losing",
        /// The opposite of `losing`.
        Winning = "winning",
        /// The creature there or the land is the target of another player's object.
        Attacked = "attacked",
    }
);

words!(
    /// The objects on the stack about which a player is asked (P7).
    pub StackAsk {
        /// All that the player can respond to.
        Any = "any",
        /// Those that concern the player.
        Targeted = "targeted",
        /// Those that the player can counter, besides.
        Counters = "counters",
        /// None.
        None = "none",
    }
);

words!(
    /// The condition on which a creature blocks (P13).
    pub BlockWhen {
        /// Whenever it can.
        Always = "always",
        /// If it would live or kill.
        Worth = "worth",
        /// If it would live.
        Survives = "survives",
        /// Never.
        Never = "never",
        /// Its owner is asked.
        Ask = "ask",
    }
);

words!(
    /// The cards that go first when a hand is too large (R58).
    pub DiscardOrder {
        /// The highest mana value; of equals the latest drawn.
        Costly = "costly",
        /// The lowest mana value; of equals the latest drawn.
        Cheap = "cheap",
        /// The latest drawn.
        Newest = "newest",
        /// The owner is asked.
        Ask = "ask",
    }
);

words!(
    /// The permanents that go first when some are to be sacrificed (C11).
    pub SacrificeOrder {
        /// The least mana value; of equals the lowest number.
        Cheap = "cheap",
        /// The greatest mana value.
        Costly = "costly",
        /// The owner is asked.
        Ask = "ask",
    }
);

words!(
    /// An answer given in advance (C11, P27).
    pub Consent {
        /// Yes.
        Yes = "yes",
        /// No.
        No = "no",
        /// The owner is asked.
        Ask = "ask",
    }
);

words!(
    /// What becomes of a script after a surprise (P3).
    pub Surprise {
        /// It stops, and its owner is awaited.
        Ask = "ask",
        /// The possible steps are executed.
        Continue = "continue",
        /// It goes to `end` at once.
        End = "end",
    }
);

words!(
    /// The phases in which a turn can be stopped (P17).
    pub StopPhase {
        /// Upkeep.
        Upkeep = "upkeep",
        /// Draw.
        Draw = "draw",
        /// End of turn.
        End = "end",
    }
);

words!(
    /// The kinds of cards that a conditional response can name (P16).
    pub CastKind {
        /// Creatures.
        Creature = "creature",
        /// Artifacts.
        Artifact = "artifact",
        /// Enchantments.
        Enchantment = "enchantment",
        /// Auras.
        Aura = "aura",
        /// Instants.
        Instant = "instant",
        /// Sorceries.
        Sorcery = "sorcery",
    }
);
