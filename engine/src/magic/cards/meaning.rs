//! What keywords mean on this board.

use super::colour::LandType;
use super::keyword::{Keyword, Quality};

impl Keyword {
    /// What a creature with this keyword does, in sentences for players.
    pub fn meaning(self) -> String {
        let words = match self {
            Keyword::Flying => "It enters every land for 1 point. Only creatures with flying or reach can block it.",
            Keyword::Reach => "It can block creatures with flying.",
            Keyword::FirstStrike => "It deals its damage before creatures without first strike do.",
            Keyword::Vigilance => "It is not tapped when it attacks.",
            Keyword::Haste => "It can move, and use abilities that tap it, in the turn in which it comes into play.",
            Keyword::Defender => "It is a wall: it does not move or attack.",
            Keyword::Banding => {
                "It can share a land with other creatures of yours and move with them as one group. You divide the damage \
                     that is dealt to them."
            }
            Keyword::Fear => "Only black creatures and artifact creatures can block it.",
            Keyword::Menace => "One creature alone cannot block it; two together can.",
            Keyword::Shroud => "No spell or ability can target it, not even your own.",
            Keyword::Flash => "You can cast it whenever you could cast an instant, on a free land of yours.",
            Keyword::Walk(land) => {
                let land = one(land);
                return format!(
                    "Once a turn it enters {land} for 0 points, or enters {land} and cannot be blocked there."
                );
            }
            Keyword::Protection(quality) => {
                let what = match quality {
                    Quality::Colour(colour) => format!("Nothing {}", colour.word()),
                    Quality::Artifacts => "No artifact".to_owned(),
                };
                return format!("{what} can target it, damage it, enchant it or block it.");
            }
        };
        words.to_owned()
    }
}

/// `a forest`, `plains`
fn one(land: LandType) -> &'static str {
    match land {
        LandType::Plains => "plains",
        LandType::Island => "an island",
        LandType::Swamp => "a swamp",
        LandType::Mountain => "a mountain",
        LandType::Forest => "a forest",
    }
}
