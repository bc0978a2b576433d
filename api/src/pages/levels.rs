//! The levels of computer players in forms.

use engine::players::Level;

/// The level of computer players if no other is chosen.
pub(super) const LEVEL: Level = Level::Three;

/// The levels of computer players and their words.
pub(super) const LEVELS: [(Level, &str); 5] = [
    (Level::One, "Beginner"),
    (Level::Two, "Easy"),
    (Level::Three, "Medium"),
    (Level::Four, "Strong"),
    (Level::Five, "Expert"),
];
