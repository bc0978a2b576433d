//! Examples of the moves that are possible now: for emails, and for the refusal of a text that begins like no move.

use crate::game::Choice;

/// The most continuations from a beginning to an example.
const LONGEST_WALK: usize = 20;

/// How much of a turn an example shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    /// A step that can be sent, where the turn could go on after it.
    Step,
    /// The step and the end of the turn, if that is one continuation.
    Turn,
}

/// A move of each kind that the choices offer, in their order, at most so many: one that ends the turn, if the first continuations
/// lead to one. Where whole turns are shown and there are any, nothing else is.
pub(crate) fn examples(
    choices: impl Fn(&str) -> Vec<Choice>,
    ends_turn: impl Fn(&str) -> bool,
    shown: Shown,
    max: usize,
) -> Vec<String> {
    let is_whole = |text: &String| shown == Shown::Step || ends_turn(text);
    let mut kinds = Vec::new();
    let mut moves: Vec<String> = Vec::new();
    for choice in choices("") {
        let kind = kind_of(&choice.text);
        if kinds.contains(&kind) || moves.iter().filter(|text| is_whole(text)).count() >= max {
            continue;
        }
        kinds.push(kind);
        moves.extend(completed(choice, &choices, &ends_turn, shown));
    }
    if moves.iter().any(is_whole) {
        moves.retain(is_whole);
    }
    moves.truncate(max);
    moves
}

/// Moves as in `a1-b2, +b2, pass or resign`; `None` if there are none.
pub(crate) fn listed(moves: &[String]) -> Option<String> {
    let (last, others) = moves.split_last()?;
    Some(if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) })
}

/// The text with each name of a cell replaced by `#`: the same for all moves of one kind.
fn kind_of(text: &str) -> String {
    let is_name = |word: &str| {
        let mut characters = word.chars();
        let letter = characters.next().is_some_and(|c| c.is_ascii_alphabetic());
        letter && word.len() > 1 && characters.all(|c| c.is_ascii_digit())
    };
    let words = text.split_inclusive(|c: char| !c.is_alphanumeric());
    let kind = words.map(|word| {
        let name = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        if is_name(name) { word.replacen(name, "#", 1) } else { word.to_owned() }
    });
    kind.collect()
}

/// The first move on the way of the first continuations that ends the turn, by itself or, where a whole turn is
/// shown, by one continuation of any kind. Where they go on and on without an end, it is the first move that can be sent at all.
fn completed(
    mut choice: Choice,
    choices: impl Fn(&str) -> Vec<Choice>,
    ends_turn: impl Fn(&str) -> bool,
    shown: Shown,
) -> Option<String> {
    let mut first = None;
    for _ in 0..LONGEST_WALK {
        if choice.complete && ends_turn(&choice.text) {
            return Some(choice.text);
        }
        let next = choices(&choice.text);
        if choice.complete {
            let mut ends = next.iter().filter(|next| shown == Shown::Turn && next.complete && ends_turn(&next.text));
            if let Some(whole) = ends.next() {
                return Some(whole.text.clone());
            }
            first.get_or_insert(choice.text);
        }
        match next.into_iter().next() {
            Some(next) => choice = next,
            None => return first,
        }
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(text: &str, complete: bool) -> Choice {
        Choice::new(text, "x", complete)
    }

    #[test]
    fn each_kind_of_move_is_shown_once_and_whole() {
        let choices = |so_far: &str| match so_far {
            "" => vec![choice("e5-", false), choice("e6-", false), choice("+b2", true), choice("pass", true)],
            "e5-" => vec![choice("e5-e6", true), choice("e5-e7", true)],
            _ => Vec::new(),
        };
        assert_eq!(examples(choices, |_| true, Shown::Step, 8), ["e5-e6", "+b2", "pass"]);
        assert_eq!(examples(choices, |_| true, Shown::Step, 2), ["e5-e6", "+b2"]);
        assert_eq!(listed(&examples(choices, |_| true, Shown::Step, 8)).as_deref(), Some("e5-e6, +b2 or pass"));
        assert_eq!(listed(&examples(|_| Vec::new(), |_| true, Shown::Step, 8)), None);
        assert_eq!(kind_of("move b2-b3 s"), "move #-# s");
    }

    #[test]
    fn of_a_text_that_goes_on_and_on_the_first_whole_turn_is_shown() {
        let choices = |so_far: &str| match so_far {
            "" => vec![choice("cast", false)],
            "cast" => vec![choice("cast h1", true)],
            so_far => vec![choice(&format!("{so_far}; cast"), false), choice(&format!("{so_far}; end"), true)],
        };
        let ends = |text: &str| text.ends_with("end");
        assert_eq!(examples(choices, ends, Shown::Turn, 8), ["cast h1; end"]);
        assert_eq!(examples(choices, ends, Shown::Step, 8), ["cast h1"]);
    }

    #[test]
    fn what_ends_no_turn_is_no_example_of_a_whole_turn() {
        let choices = |so_far: &str| match so_far {
            "" => vec![choice("note", true), choice("move", true), choice("end", true)],
            "note" => vec![choice("note more", true)],
            "move" => vec![choice("move; end", true)],
            _ => Vec::new(),
        };
        let ends = |text: &str| text.ends_with("end");
        assert_eq!(examples(choices, ends, Shown::Turn, 2), ["move; end", "end"]);
        assert_eq!(examples(choices, |_| false, Shown::Turn, 2), ["note", "move"]);
    }

    #[test]
    fn a_move_is_shown_without_what_may_follow_it_unless_its_turn_goes_on() {
        let choices = |so_far: &str| match so_far {
            "" => vec![choice("pass", true), choice("f5", true)],
            "pass" => vec![choice("pass final", true)],
            "f5" => vec![choice("f5: j1", true)],
            _ => Vec::new(),
        };
        assert_eq!(examples(choices, |text| text != "f5", Shown::Turn, 8), ["pass", "f5: j1"]);
    }
}
