//! The reader of a file of cards (C1-C5).

use super::ability::Ability;
use super::card::{Card, CardId, CardKind};
use super::cost::Cost;
use super::effect::Size;
use super::fault::{Line, Refused};
use super::grammar::{self, Scan};
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
    let (mut sheets, mut faults) = (Vec::new(), Vec::new());
    for block in lines.split(|line| line.text.is_empty()) {
        match block {
            [] => {}
            [name, ..] if sheets.len() + faults.len() == max => {
                faults.push(Refused::new("too-many-cards", *name, 0, format!("the end of the text after {max} cards")));
                break;
            }
            [name, rest @ ..] => match sheet(*name, rest) {
                Ok(sheet) => sheets.push(sheet),
                Err(fault) => faults.push(fault),
            },
        }
    }
    (sheets, faults)
}

fn sheet<'a>(name: Line<'a>, rest: &[Line<'a>]) -> Result<Sheet<'a>, Refused> {
    let (name_text, cost) = head(name)?;
    let Some((&types, rest)) = rest.split_first() else {
        let end = name.text.len();
        return Err(Refused::new("card-text", name, end, "a second line with the card's types"));
    };
    let (kind, subtypes, size) = types_and_size(types)?;
    let (rest, flavour) = match rest.split_last() {
        Some((last, before)) if last.text.starts_with("~ ") => (before, Some(*last)),
        Some(_) | None => (rest, None),
    };
    let abilities = rest.iter().map(|line| ability(*line, kind)).collect::<Result<_, _>>()?;
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
        let expected = "a name: words of letters, the first with a capital, with a blank or a hyphen between them";
        return Err(Refused::new("bad-name", line, at, expected));
    }
    if name.len() > LONGEST_NAME {
        return Err(Refused::new("bad-name", line, LONGEST_NAME, "a name of at most 24 characters"));
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
    if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return Some(0);
    }
    let mut between = true;
    for (at, letter) in name.char_indices() {
        let is_sign = matches!(letter, ' ' | '-');
        if !(letter.is_ascii_alphabetic() || (is_sign && !between)) {
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

/// The ability in a line of a card of this kind.
fn ability(line: Line<'_>, kind: CardKind) -> Result<Ability, Refused> {
    let all = grammar::readings(&Scan::new(line.text));
    let mut fitting = all.iter().filter(|ability| fits(ability, kind));
    let Some(ability) = fitting.next() else {
        let (at, expected) = match all.first() {
            // It can be read, but not on a card of this kind (C4).
            Some(Ability::Spell(_)) => {
                (0, "a price, a trigger or a rule: a bare text is for an instant or sorcery".into())
            }
            Some(_) => (0, "a text that does something: a rule is for a permanent".into()),
            None => grammar::stopped(line.text),
        };
        return Err(Refused::new("card-text", line, at, expected));
    };
    if fitting.next().is_some() {
        return Err(Refused::new("card-text", line, 0, "a sentence with one meaning; this one has two"));
    }
    let printed = grammar::printed(ability);
    if !printed.text().eq_ignore_ascii_case(line.text) {
        let same = printed.text().bytes().zip(line.text.bytes()).take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
        return Err(Refused::new("card-text", line, same, format!("`{}`", printed.text())));
    }
    Ok(ability.clone())
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
