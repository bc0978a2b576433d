//! The reader of a file of cards (C1-C5).

use super::ability::Ability;
use super::card::{Card, CardId, CardKind, plain};
use super::cost::Cost;
use super::effect::Size;
use super::fault::{Line, Refused};
use super::grammar::{self, Scan};
use super::keyword::Keyword;
use super::noun::Subtype;

/// The most characters of a name (C16).
const LONGEST_NAME: usize = 24;

/// A card, and the lines that it was read from.
#[derive(Debug)]
pub(super) struct Sheet<'a> {
    /// The card.
    pub(super) card: Card,
    /// The line of its name.
    pub(super) name: Line<'a>,
    /// The line of its types.
    pub(super) types: Line<'a>,
    /// One line for each ability.
    pub(super) lines: Vec<Line<'a>>,
    /// The line of its flavour.
    pub(super) flavour: Option<Line<'a>>,
}

/// The cards of a text, and the faults of those that could not be read, in the order of the text. A text with more cards than this has a fault
/// at the first one that is too many, which is not read.
pub(super) fn sheets(text: &str, max: usize) -> (Vec<Sheet<'_>>, Vec<Refused>) {
    let lines = text.lines().enumerate().map(|(number, text)| Line { number: number + 1, text });
    let lines: Vec<Line<'_>> = lines.filter(|line| !line.text.starts_with('#')).collect();
    let (mut sheets, mut faults, mut read) = (Vec::new(), Vec::new(), 0);
    for block in lines.split(|line| line.text.is_empty()) {
        match block {
            [] => {}
            [name, ..] if read == max => {
                faults.push(Refused::new("too-many-cards", *name, 0, format!("the end of the text after {max} cards")));
                break;
            }
            [name, rest @ ..] => {
                read += 1;
                match sheet(*name, rest) {
                    Ok(sheet) => sheets.push(sheet),
                    Err(of_card) => faults.extend(of_card),
                }
            }
        }
    }
    (sheets, faults)
}

/// The card of these lines, or all faults of its lines.
fn sheet<'a>(name: Line<'a>, rest: &[Line<'a>]) -> Result<Sheet<'a>, Vec<Refused>> {
    let head = head(name);
    let Some((&types, rest)) = rest.split_first() else {
        let end = name.text.len();
        let missing = Refused::new("card-text", name, end, "a second line with the card's types");
        return Err(head.err().into_iter().chain([missing]).collect());
    };
    let read_types = types_and_size(types);
    // Of an unknown kind, a line has to be one of some card.
    let kind = read_types.as_ref().ok().map(|(kind, ..)| *kind);
    let (rest, flavour) = match rest.split_last() {
        Some((last, before)) if last.text.starts_with("~ ") => (before, Some(*last)),
        Some(_) | None => (rest, None),
    };
    let (mut abilities, mut faults) = (Vec::new(), Vec::new());
    for line in rest {
        match ability(*line, kind) {
            Ok(ability) => abilities.push(ability),
            Err(fault) => faults.push(fault),
        }
    }
    let (name_text, cost, kind, subtypes, size) = match (head, read_types) {
        (Ok((name, cost)), Ok((kind, subtypes, size))) if faults.is_empty() => (name, cost, kind, subtypes, size),
        (head, types) => return Err(head.err().into_iter().chain(types.err()).chain(faults).collect()),
    };
    let id = CardId::of_name(name_text);
    let (colours, value) = cost.map(|cost| (cost.colours(), cost.mana_value())).unwrap_or_default();
    let said = flavour.and_then(|line| line.text.get(2..)).map(str::to_owned);
    let name_text = name_text.to_owned();
    let card = Card { name: name_text, id, cost, colours, value, kind, subtypes, size, abilities, flavour: said };
    Ok(Sheet { card, name, types, lines: rest.to_vec(), flavour })
}

/// The name and the cost.
fn head(line: Line<'_>) -> Result<(&str, Option<Cost>), Refused> {
    let (name, cost) = match line.text.split_once("   ") {
        Some((name, cost)) => (name, Some(cost)),
        None => (line.text, None),
    };
    if let Some(at) = stray(name) {
        let expected =
            "a name: words of letters, the first with a capital, with a blank, a hyphen or an apostrophe between them";
        return Err(Refused::new("bad-name", line, at, expected));
    }
    if let Some((at, _)) = name.char_indices().nth(LONGEST_NAME) {
        return Err(Refused::new("bad-name", line, at, "a name of at most 24 characters"));
    }
    let Some(signs) = cost else { return Ok((name, None)) };
    let cost = Cost::from_signs(signs).ok_or_else(|| {
        let expected = "a cost: X, a number, then letters in the order W U B R G; `0` for nothing";
        Refused::new("bad-cost", line, name.len() + 3, expected)
    })?;
    Ok((name, Some(cost)))
}

/// The first byte that does not belong to a name, if any (C5).
fn stray(name: &str) -> Option<usize> {
    let is_capital = |letter: char| letter.is_uppercase() && plain(letter).is_some();
    if !name.starts_with(is_capital) {
        return Some(0);
    }
    let mut between = true;
    for (at, letter) in name.char_indices() {
        let is_sign = matches!(letter, ' ' | '-' | '\'');
        if !(plain(letter).is_some() || (is_sign && !between)) {
            return Some(at);
        }
        between = is_sign;
    }
    between.then_some(name.len())
}

fn types_and_size(line: Line<'_>) -> Result<(CardKind, Vec<Subtype>, Option<Size>), Refused> {
    let (types, size) = match line.text.split_once("   ") {
        Some((types, size)) => (types, Some(size)),
        None => (line.text, None),
    };
    let scan = Scan::noting(types);
    let Some((kind, subtypes)) = grammar::types_of(&scan) else {
        let (at, expected) = scan.stopped();
        return Err(Refused::new("card-text", line, at, expected));
    };
    let start = size.map_or(line.text.len(), |size| line.text.len() - size.len());
    if kind.is_creature() != size.is_some() {
        let expected = if kind.is_creature() { "three blanks and a size, such as 2/2" } else { "no size: no creature" };
        return Err(Refused::new("bad-size", line, start, expected));
    }
    let Some(size) = size else { return Ok((kind, subtypes, None)) };
    let read = grammar::size_of(&Scan::new(size));
    let read = read.ok_or_else(|| Refused::new("bad-size", line, start, "a size, such as 2/2 or */*"))?;
    Ok((kind, subtypes, Some(read)))
}

/// The ability in a line of a card of this kind, or of any kind.
fn ability(line: Line<'_>, kind: Option<CardKind>) -> Result<Ability, Refused> {
    let all = grammar::readings(&Scan::new(line.text));
    let mut fitting = all.iter().filter(|ability| kind.is_none_or(|kind| fits(ability, kind)));
    let Some(ability) = fitting.next() else {
        let (at, expected) = match all.first() {
            // It can be read, but not on a card of this kind (C4).
            Some(Ability::Spell(_)) => {
                (0, "a price, a trigger or a rule: a bare text is for an instant or sorcery".into())
            }
            Some(_) => (0, "a text that does something: a rule is for a permanent".into()),
            None => {
                let (stopped, expected) = grammar::stopped(line.text);
                match unknown_keyword(line.text).filter(|at| stopped <= *at) {
                    Some(at) => (at, format!("a keyword or a sentence; the keywords are {}", all_keywords())),
                    None => (stopped, expected),
                }
            }
        };
        return Err(Refused::new("card-text", line, at, expected));
    };
    if fitting.any(|other| other != ability) {
        return Err(Refused::new("card-text", line, 0, "a sentence with one meaning; this one has two"));
    }
    Ok(ability.clone())
}

/// The byte of the first item of a line that looks like a list of keywords, but has another item; `None` if it does not look so.
fn unknown_keyword(line: &str) -> Option<usize> {
    let is_list = line.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | ',' | '-'));
    let begins = |words: &str| line.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words));
    let is_keyword = |item: &str| Keyword::ALL.iter().any(|keyword| keyword.words().eq_ignore_ascii_case(item));
    let is_short = |item: &str| item.split(' ').count() <= 3;
    if !is_list || line.len() > 200 || begins("Enchant ") || !line.split(", ").all(is_short) {
        return None;
    }
    let mut at = 0;
    for item in line.split(", ") {
        if !is_keyword(item) {
            return Some(at);
        }
        at += item.len() + 2;
    }
    None
}

fn all_keywords() -> String {
    Keyword::ALL.map(Keyword::words).join(", ")
}

/// True if such a line may stand on a card of this kind: no bare text on a permanent, no rule on a spell (C4).
pub(super) const fn fits(ability: &Ability, kind: CardKind) -> bool {
    match ability {
        Ability::Spell(_) => !kind.is_permanent(),
        Ability::Static(_) => kind.is_permanent(),
        Ability::Keywords(_)
        | Ability::Enchant(_)
        | Ability::Star(_)
        | Ability::AdditionalCost(_)
        | Ability::Activated(_)
        | Ability::Only(_)
        | Ability::Triggered(_) => true,
    }
}
