//! Colours, and the signs that double them: a mark for each colour of a player, a drawing for each emblem.

use crate::scene::{Emblem, Paint};

/// The four shades of a piece.
pub(super) struct Shades {
    /// Its upper face.
    pub(super) top: &'static str,
    /// The light on it.
    pub(super) light: &'static str,
    /// Its side, in the shadow.
    pub(super) side: &'static str,
    /// Letters and signs on it.
    pub(super) ink: &'static str,
}

/// The shades of a colour. Those of players differ in lightness as far as so many colours allow, and a mark doubles each.
pub(super) fn shades(paint: Paint) -> Shades {
    let [top, light, side, ink] = match paint {
        Paint::Plain => ["#8b8f98", "#c4c7cd", "#4c5058", "#fff"],
        Paint::Red => ["#d93a34", "#f2766b", "#8c1a19", "#fff"],
        Paint::Blue => ["#1f6fd0", "#6aa9f2", "#0f4489", "#fff"],
        Paint::Yellow => ["#f4c534", "#ffe795", "#ae7f08", "#2b2100"],
        Paint::Green => ["#15936b", "#57c9a2", "#095a40", "#fff"],
        Paint::Orange => ["#f28a1e", "#ffbe78", "#a85608", "#2b1700"],
        Paint::Purple => ["#8f55b8", "#bf92df", "#57307a", "#fff"],
        Paint::White => ["#f6f3ec", "#fff", "#4d4330", "#1b1b1b"],
        Paint::Black => ["#2c2d31", "#63656d", "#08090a", "#fff"],
        Paint::Pink => ["#d9579b", "#f3a3cb", "#86265a", "#fff"],
        Paint::Teal => ["#0e8c8c", "#5cc6c4", "#06514f", "#fff"],
        Paint::Brown => ["#7a4a2a", "#b98a66", "#43240f", "#fff"],
    };
    Shades { top, light, side, ink }
}

/// The text colour of a paint on light ground: at least 4.5 to 1 on white.
pub(super) fn text_on_light(paint: Paint) -> &'static str {
    match paint {
        Paint::Yellow => "#8a6400",
        Paint::Green => "#0f7d5a",
        Paint::Orange => "#a85608",
        Paint::White | Paint::Plain => "#4c5058",
        Paint::Red | Paint::Blue | Paint::Purple | Paint::Black | Paint::Pink | Paint::Teal | Paint::Brown => {
            shades(paint).side
        }
    }
}

/// The mark that doubles a colour, about 13 units wide: triangle, disc, square, diamond, cross, star, heart, crescent, hourglass.
pub(super) fn mark(paint: Paint) -> &'static str {
    match paint {
        Paint::Plain | Paint::White | Paint::Black => "",
        Paint::Red => "M0-6.5L6.2 4.6H-6.2z",
        Paint::Blue => "M0-6a6 6 0 1 1-.01 0z",
        Paint::Yellow => "M-5-5h10v10h-10z",
        Paint::Green => "M0-7L7 0 0 7-7 0z",
        Paint::Orange => "M-2.2-6.5h4.4v4.3h4.3v4.4h-4.3v4.3h-4.4v-4.3h-4.3v-4.4h4.3z",
        Paint::Purple => "M0-7L1.8-2.2 6.7-2.2 2.8.9 4.2 5.7 0 2.9-4.2 5.7-2.8.9-6.7-2.2-1.8-2.2z",
        Paint::Pink => "M0 6.5C-8 .5-7-6-3.4-6-1.4-6-.4-4.7 0-3.6.4-4.7 1.4-6 3.4-6 7-6 8 .5 0 6.5z",
        Paint::Teal => "M2.5-6.4A6.6 6.6 0 1 0 2.5 6.4 5.6 5.6 0 0 1 2.5-6.4z",
        Paint::Brown => "M-5.5-6.5h11L1.2 0l4.3 6.5h-11L-1.2 0z",
    }
}

/// The outline of a drawing, about 22 units wide; holes by the rule "evenodd".
pub(super) fn drawing(emblem: Emblem) -> &'static str {
    match emblem {
        Emblem::Dunes => "M-12 8Q-8-4-4 0 0-9 5-4 10-2 12 8z",
        Emblem::Waves => "M-12 8V1C-8-6-4-5-1-2S7 2 12-5V8z",
        Emblem::Skull => {
            "M0-10a8.5 8.5 0 0 0-8.5 8.5c0 3.5 2 5.5 4 6.5V9h9V5c2-1 4-3 4-6.5A8.5 8.5 0 0 0 0-10zM-3.5-3a2.2 2.2 0 1 0 \
             .01 0zM3.5-3a2.2 2.2 0 1 0 .01 0z"
        }
        Emblem::Peaks => "M-12 8L-4-8 0 0 4-5 12 8z",
        Emblem::Tree => "M0-11L7-2H4L9 5H2V10H-2V5H-9L-4-2H-7z",
        Emblem::Wings => {
            "M0 5C-3-4-8-6-13-6-11 0-7 2-4.5 2.5-6 4-6 5-5.5 6.5-2 7-1 6 0 5 1 6 2 7 5.5 6.5 6 5 6 4 4.5 2.5 7 2 11 0 \
             13-6 8-6 3-4 0 5z"
        }
        Emblem::Wall => "M-10-7h9v6h-9zM1-7h9v6H1zM-10 1h5v6h-5zM-3.5 1h7v6h-7zM5 1h5v6H5z",
        Emblem::Shield => "M0-10C4-8 7-7.5 9-7.5 9 2 6 7 0 10-6 7-9 2-9-7.5-7-7.5-4-8 0-10z",
        Emblem::Eye => "M-11 0Q0-12 11 0 0 12-11 0zM0-4a4 4 0 1 0 .01 0z",
        Emblem::Flame => "M0-11C2-6 7-3 7 3A7 7 0 0 1-7 3C-7-1-4-2-3-6-1-4 0-4 0-11z",
        Emblem::Paw => {
            "M0-1C4-1 7 3 7 6S3 9 0 8-7 9-7 6-4-1 0-1zM-8.5-4.5a2.5 2.5 0 1 0 .01 0zM8.5-4.5a2.5 2.5 0 1 0 .01 \
             0zM-3.2-9.5a2.7 2.7 0 1 0 .01 0zM3.2-9.5a2.7 2.7 0 1 0 .01 0z"
        }
        Emblem::Gear => {
            "M-1.6 -6.8L-1.5 -10.4L1.5 -10.4L1.6 -6.8L3.7 -5.9L6.3 -8.4L8.4 -6.3L5.9 -3.7L6.8 -1.6L10.4 -1.5L10.4\
              1.5L6.8 1.6L5.9 3.7L8.4 6.3L6.3 8.4L3.7 5.9L1.6 6.8L1.5 10.4L-1.5 10.4L-1.6 6.8L-3.7 5.9L-6.3 8.4L-\
             8.4 6.3L-5.9 3.7L-6.8 1.6L-10.4 1.5L-10.4 -1.5L-6.8 -1.6L-5.9 -3.7L-8.4 -6.3L-6.3 -8.4L-3.7 -5.9zM0-\
             3.5a3.5 3.5 0 1 0 .01 0z"
        }
        Emblem::Bolt => "M3-11L-6 2H-1L-3 11 6-3H1z",
        Emblem::Scroll => "M-7-9H6a3 3 0 0 1 3 3v2H4V7a3 3 0 0 1-3 3H-7a3 3 0 0 1-3-3V5h3z",
        Emblem::Halo => "M0-10a10 10 0 1 0 .01 0zM0-5.5a5.5 5.5 0 1 0 .01 0z",
    }
}
