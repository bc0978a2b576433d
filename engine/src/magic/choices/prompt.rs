//! What to do next, in a sentence for the page.

use crate::game::{Choice, ChoiceKind};
use crate::magic::state::{Stage, View};

impl View {
    /// What to do next.
    pub(in crate::magic) fn prompt(&self, so_far: &str, choices: &[Choice]) -> &'static str {
        let piece = so_far.rsplit(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let at = |word: &str| choices.iter().any(|choice| choice.text == word);
        let awaited = self.you.is_some_and(|you| self.awaited.contains(you));
        let asked = match piece.split(' ').next().unwrap_or_default() {
            "" if at("deck") => Some("Tap a deck to read about it, and choose one."),
            "" if at("lay") => Some("Choose the lands that you lay."),
            "" if at("take") => Some("Choose the lands that you want, best first."),
            "" if awaited && self.table.window.is_some() => Some("Respond with a card or an ability, or pass."),
            "" if awaited && self.table.question.is_some() => Some("Make the choice that is asked of you."),
            "" if awaited && matches!(self.table.stage, Stage::Play(_)) => Some(match (at("cast"), at("move")) {
                (true, true) => "Tap a card to cast it or a creature to move it, or end the turn.",
                (true, false) => "Tap a card to cast it, or end the turn.",
                (false, true) => "Tap a creature to move it, or end the turn.",
                (false, false) => "Choose one of the buttons, or end the turn.",
            }),
            "" => Some("Choose one of the buttons."),
            // A whole step, behind which the turn can end.
            verb if choices.iter().any(|choice| choice.text.ends_with("; end")) => Some(match verb {
                "move" => "Send this part, tap the next land of the way, or choose what comes next.",
                _ => "Send this part, or choose what comes next.",
            }),
            "orders" => Some("Choose how your orders change."),
            "deck" => Some("Choose a deck, or the number of a card."),
            "lay" => Some("Choose the type of the next land."),
            "take" => Some("Tap the land that you want next."),
            "cast" if piece == "cast" => Some("Tap the card to cast."),
            "use" if piece == "use" => Some("Tap the permanent to use."),
            "move" if piece == "move" => Some("Tap the creature to move."),
            "move" => Some("Tap the land that it goes to."),
            "discard" => Some("Tap the card that goes first."),
            _ => None,
        };
        asked.unwrap_or_else(|| continued(choices))
    }
}

/// Where the next part of a text is chosen.
fn continued(choices: &[Choice]) -> &'static str {
    let parts = || choices.iter().filter(|choice| choice.kind == ChoiceKind::Move);
    let on_board = parts().filter(|choice| choice.cell.is_some());
    let has_buttons = parts().any(|choice| choice.cell.is_none());
    let creatures: Vec<bool> = on_board.map(|choice| names_creature(&choice.text)).collect();
    match (creatures.contains(&true), creatures.contains(&false), has_buttons) {
        (true, false, true) => "Tap a marked creature, or choose one of the buttons.",
        (true, false, false) => "Tap a marked creature.",
        (false, true, true) => "Tap a marked land, or choose one of the buttons.",
        (false, true, false) => "Tap a marked land.",
        (true, true, true) => "Tap what is marked, or choose one of the buttons.",
        (true, true, false) => "Tap what is marked.",
        (false, false, _) if parts().any(|choice| choice.on.is_some()) => "Tap a marked card.",
        (false, false, _) => "Choose one of the buttons.",
    }
}

/// True if a text ends with the name of a creature, as `cast h2 on c1,c3` does.
fn names_creature(text: &str) -> bool {
    let last = text.rsplit([' ', ',', '+']).next().and_then(|name| name.strip_prefix('c'));
    last.is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}
