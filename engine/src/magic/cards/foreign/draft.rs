//! A card of another game on its way: its lines in our words, and then only those that are right beside the other cards.

use super::head::Head;
use super::{Change, ForeignCard, Notes, head, lines, text};
use crate::magic::cards::card::CardKind;
use crate::magic::cards::cost::Cost;
use crate::magic::cards::effect::{Side, Size};
use crate::magic::cards::lint::{self, Origin};
use crate::magic::cards::noun::Subtype;
use crate::magic::cards::set;

/// The most lines below the types of a card.
const MAX_LINES: usize = 12;
/// How often all cards are checked; each time lines that are wrong are left out.
const MAX_ROUNDS: usize = 8;
/// The rounds in which single lines are left out. Later whole cards are.
const ROUNDS_OF_LINES: usize = 4;

/// A card on its way.
pub(super) struct Draft {
    given: String,
    notes: Notes,
    /// `None` if nothing can be said of it.
    ours: Option<Ours>,
}

/// What is said of a card here.
struct Ours {
    head: Head,
    size: Option<Size>,
    lines: Vec<String>,
}

impl Draft {
    /// The lines of a card, said in our words.
    pub(super) fn new(block: &[&str]) -> Draft {
        let mut notes = Vec::new();
        let ours = Ours::read(block, &mut notes);
        Draft { given: block.join("\n"), notes, ours }
    }

    /// The card as it is shown.
    pub(super) fn card(self) -> ForeignCard {
        ForeignCard { given: self.given, ours: self.ours.as_ref().map(Ours::text), changes: self.notes }
    }

    /// Leaves out a line or the card, as its line of the text is wrong, or gives it another name.
    fn mend(&mut self, number: usize, (code, expected): (&str, &str), whole: bool) {
        let Some(ours) = &mut self.ours else { return };
        let line = number.checked_sub(2).filter(|index| *index < ours.lines.len() && !whole);
        match (number, line) {
            (0, _) if code == "name-taken" && !whole => {
                let other = head::our_name(&format!("Other {}", ours.head.name), &mut Vec::new());
                self.notes.push(Change::became(&ours.head.name, &other));
                ours.head.name = other;
            }
            (_, Some(index)) => {
                self.notes.push(Change::left_out(&ours.lines.remove(index), &format!("expected {expected}")));
            }
            (_, None) => {
                if self.notes.is_empty() || whole {
                    self.notes.push(Change::left_out(&ours.head.name, &format!("expected {expected}")));
                }
                self.ours = None;
            }
        }
    }
}

/// Leaves out what is wrong where all cards stand together, until nothing is.
pub(super) fn check(drafts: &mut [Draft]) {
    for round in 0..MAX_ROUNDS {
        let mut all = String::new();
        let mut places: Vec<(usize, usize)> = Vec::new();
        for (card, draft) in drafts.iter().enumerate() {
            let Some(ours) = &draft.ours else { continue };
            let text = ours.text();
            places.extend((0..=text.lines().count()).map(|line| (card, line)));
            all.push_str(&text);
            all.push('\n');
        }
        let mut faults = lint::faults(&all, Origin::Option(&set::newest().cards));
        // From the end, so that lines keep their numbers; of a line the first fault is told.
        faults.sort_by_key(|fault| std::cmp::Reverse((fault.line, fault.at)));
        faults.dedup_by_key(|fault| fault.line);
        if faults.is_empty() {
            return;
        }
        for fault in faults {
            let Some(&(card, line)) = fault.line.checked_sub(1).and_then(|index| places.get(index)) else { continue };
            let Some(draft) = drafts.get_mut(card) else { continue };
            draft.mend(line, (fault.code, &fault.expected), round >= ROUNDS_OF_LINES);
        }
    }
}

impl Ours {
    fn read(block: &[&str], notes: &mut Notes) -> Option<Ours> {
        let (first, mut rest) = block.split_first()?;
        let (name, mut cost) = head::name_and_cost(first, notes);
        if cost.is_none()
            && let [line, others @ ..] = rest
            && let Some(read) = head::cost(line, notes)
        {
            (cost, rest) = (Some(read), others);
        }
        let Some((types, rest)) = rest.split_first() else {
            notes.push(Change::left_out(first, "a card needs a second line with its types"));
            return None;
        };
        let at_types = head::size(types);
        let types = at_types.map_or(*types, |(before, _)| before);
        let (kind, subtypes) = match head::types(types, notes) {
            Some(Ok(read)) => read,
            Some(Err(change)) => {
                notes.push(change);
                return None;
            }
            None => {
                notes.push(Change::left_out(types, "this is no line of types"));
                return None;
            }
        };
        let (size, lines) = body(rest, &name, kind, notes);
        let size = size.or(at_types.map(|(_, size)| size)).filter(|_| kind.is_creature());
        let head = Head { name: head::our_name(&name, notes), cost, kind, subtypes };
        let ours = Ours { head, size, lines };
        ours.is_possible(notes).then_some(ours)
    }

    /// Returns false, with a note, if there can be no such card here.
    fn is_possible(&self, notes: &mut Notes) -> bool {
        let begins = |words: &str| self.lines.iter().any(|line| line.starts_with(words));
        let has_star = self.size.is_some_and(|size| size.power == Side::Star || size.toughness == Side::Star);
        let why = if self.head.name.is_empty() {
            "a name has letters"
        } else if self.head.kind.is_creature() && self.size.is_none() {
            "a creature needs a size, such as 2/2"
        } else if has_star && !begins("* is") {
            "its size is not said"
        } else if self.head.kind == CardKind::Aura && !begins("Enchant ") {
            "an aura says what it may be on"
        } else {
            return true;
        };
        notes.push(Change::left_out(&self.head.name, why));
        false
    }

    fn text(&self) -> String {
        let Ours { head, size, lines } = self;
        let cost = head.cost.map(|cost: Cost| format!("   {cost}")).unwrap_or_default();
        let subtypes: Vec<&str> = head.subtypes.iter().map(Subtype::word).collect();
        let subtypes = if subtypes.is_empty() { String::new() } else { format!(" - {}", subtypes.join(" ")) };
        let size = size.map(|size| format!("   {size}")).unwrap_or_default();
        let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
        format!("{}{cost}\n{}{subtypes}{size}\n{lines}", head.name, head.kind.words())
    }
}

/// The lines below the types, in our words, and the size that stands among them.
fn body(rest: &[&str], name: &str, kind: CardKind, notes: &mut Notes) -> (Option<Size>, Vec<String>) {
    let (mut size, mut ours): (Option<Size>, Vec<String>) = (None, Vec::new());
    let lines = modes_joined(rest);
    if let Some(line) = lines.get(MAX_LINES) {
        notes.push(Change::left_out(line, "a card has at most 12 lines below its types here"));
    }
    for line in lines.into_iter().take(MAX_LINES) {
        let is_size = |before: &str| before.is_empty() || before.eq_ignore_ascii_case("P/T:");
        if let Some((_, read)) = head::size(&line).filter(|(before, _)| is_size(before)) {
            size = Some(read);
            continue;
        }
        let line = head::with_this(&text::without_brackets(&line), name);
        if !line.is_empty() {
            let said = lines::line(&line, kind, notes);
            ours.extend(said.iter().filter_map(|line| lines::printed(line, kind)));
        }
    }
    (size, ours)
}

/// The lines, with the modes of a choice in one: `Choose one -` and lines that begin with a dot.
fn modes_joined(lines: &[&str]) -> Vec<String> {
    let is_choice = |line: &str| {
        let small = line.to_ascii_lowercase();
        small.contains("choose one -") || small.ends_with("choose one:") || small.ends_with("choose one")
    };
    let bullet =
        |line: &str| line.strip_prefix(['\u{2022}', '*', '-']).map(|mode| mode.trim().trim_end_matches('.').to_owned());
    let mut joined: Vec<(String, Vec<String>)> = Vec::new();
    for line in lines {
        match (joined.last_mut(), bullet(line)) {
            (Some((choice, modes)), Some(mode)) if is_choice(choice) => modes.push(mode),
            (_, _) => joined.push(((*line).to_owned(), Vec::new())),
        }
    }
    let one = |(choice, modes): (String, Vec<String>)| {
        if modes.is_empty() {
            return choice.replace("hoose one - ", "hoose one: ");
        }
        let start = choice.trim_end_matches(['-', ':', ' ']);
        format!("{start}: {}.", modes.join("; or "))
    };
    joined.into_iter().map(one).collect()
}
