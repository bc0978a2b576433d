//! The lines of a card of another game, said in our words as far as that is possible.

use super::head::cost;
use super::text::{replace, says, tidied};
use super::words::{CHANGED, FOREIGN, KEYWORDS, PLURALS, REASONS, SAME};
use super::{Change, Notes};
use crate::magic::cards::ability::Ability;
use crate::magic::cards::card::CardKind;
use crate::magic::cards::grammar::{self, Scan, examples, words};
use crate::magic::cards::keyword::Keyword;
use crate::magic::cards::noun::Subtype;
use crate::magic::cards::read::fits;

/// The most characters of a line that is read.
const LONGEST_LINE: usize = 400;
/// The most sentences of a line that are read.
const MAX_SENTENCES: usize = 8;
/// The most times that `and` stands for `, then` in a sentence.
const MAX_ANDS: usize = 2;

/// Our lines for one of theirs.
pub(super) fn line(theirs: &str, kind: CardKind, notes: &mut Notes) -> Vec<String> {
    if theirs.chars().count() > LONGEST_LINE {
        notes.push(Change::left_out(theirs, "a line has at most 400 characters here"));
        return Vec::new();
    }
    if theirs.starts_with(['"', '_', '*']) && !theirs.starts_with("* is") {
        return Vec::new();
    }
    if let Some(keywords) = keywords(theirs, kind, notes) {
        return keywords;
    }
    sentence(&respelled(theirs, notes), kind, notes).into_iter().collect()
}

/// A list of keywords; `None` if the line is none.
fn keywords(theirs: &str, kind: CardKind, notes: &mut Notes) -> Option<Vec<String>> {
    let is_list = !theirs.ends_with('.') && !theirs.contains(':') && !theirs.contains('"') && !says(theirs, "enchant");
    if !is_list || theirs.split(',').any(|item| item.split_whitespace().count() > 6) {
        return None;
    }
    let mut spelled = theirs.to_owned();
    replace(&mut spelled, "and from", ", protection from");
    let (mut own, mut lines): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
    for item in spelled.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        let word = item.to_ascii_lowercase();
        let known = Keyword::ALL.into_iter().find(|keyword| keyword.words() == word);
        let other = KEYWORDS.iter().find(|(theirs, ..)| *theirs == word);
        match (known, other) {
            (Some(keyword), _) if kind.is_creature() => own.push(keyword.words()),
            (None, Some((theirs, Some(ours), changed))) if kind.is_creature() => {
                if *changed {
                    notes.push(Change::became(theirs, ours));
                }
                match Keyword::ALL.into_iter().find(|keyword| keyword.words().eq_ignore_ascii_case(ours)) {
                    Some(keyword) => own.push(keyword.words()),
                    None => lines.push((*ours).to_owned()),
                }
            }
            _ => notes.push(Change::left_out(item, &why_no_keyword(&word, kind))),
        }
    }
    own.dedup();
    if !own.is_empty() {
        lines.insert(0, own.join(", "));
    }
    Some(lines)
}

fn why_no_keyword(word: &str, kind: CardKind) -> String {
    if !kind.is_creature() && Keyword::ALL.into_iter().any(|keyword| keyword.words() == word) {
        return "only creatures have keywords here".to_owned();
    }
    let known = examples::NOT_HERE.iter().find(|(theirs, _)| word.starts_with(theirs));
    known.map_or_else(|| "there is no such keyword here".to_owned(), |(_, why)| (*why).to_owned())
}

/// The line with our words for theirs.
fn respelled(theirs: &str, notes: &mut Notes) -> String {
    let mut line = with_costs(theirs);
    for (from, to) in PLURALS {
        replace(&mut line, from, to);
    }
    line = of_subtypes(&tidied(&line));
    for (from, to) in SAME {
        replace(&mut line, from, to);
    }
    for (from, to) in CHANGED {
        if replace(&mut line, from, to) > 0 {
            notes.push(Change::became(from, to));
        }
    }
    line = without_keywords(&line, notes);
    line = milled(&tidied(&line));
    // `this enters with two counters on it` says `on it` for nothing.
    if says(&line, "enters with") {
        line = line.replace(" on it.", ".");
    }
    tidied(&equal_damage(&line))
}

/// The line without keywords that there are not, where a sentence gives them beside something else.
fn without_keywords(line_before: &str, notes: &mut Notes) -> String {
    let mut line = line_before.to_owned();
    let is_here = |word: &str| FOREIGN.contains(&word) && says(line_before, word);
    for (word, why) in examples::NOT_HERE.iter().filter(|(word, _)| is_here(word)) {
        for (before, behind, left) in [
            (" and gains ", "", ""),
            (" and gain ", "", ""),
            (" and has ", "", ""),
            (" and have ", "", ""),
            (" with ", "", ""),
            (", ", "", ""),
            (" and ", "", ""),
            (" gains ", " and ", " gains "),
            (" gain ", " and ", " gain "),
            (" has ", " and ", " has "),
            (" have ", " and ", " have "),
            (" with ", " and ", " with "),
        ] {
            if replace(&mut line, &format!("{before}{word}{behind}"), left) > 0 {
                notes.push(Change::left_out(word, why));
            }
        }
    }
    line
}

/// Mana in curly brackets as we write it; `{T}` is `tap`.
fn with_costs(line: &str) -> String {
    let (mut out, mut rest) = (String::new(), line);
    while let Some(start) = rest.find('{') {
        out.push_str(rest.get(..start).unwrap_or_default());
        let symbols = rest.get(start..).unwrap_or_default();
        let mut end = 0;
        while let Some(next) = symbols.get(end..).filter(|next| next.starts_with('{')).and_then(|next| next.find('}')) {
            end += next + 1;
        }
        let signs = symbols.get(..end.max(1)).unwrap_or_default();
        match signs.to_ascii_uppercase().as_str() {
            "{T}" => out.push_str("tap"),
            _ => out.push_str(&cost(signs, &mut Vec::new()).map_or_else(|| signs.to_owned(), |cost| cost.to_string())),
        }
        rest = symbols.get(end.max(1)..).unwrap_or_default();
    }
    out + rest
}

/// `Elf creatures you control` is `Elfs you control`.
fn of_subtypes(line: &str) -> String {
    let all: Vec<&str> = line.split(' ').collect();
    let (mut out, mut skip): (Vec<String>, bool) = (Vec::new(), false);
    for (at, word) in all.iter().enumerate() {
        if std::mem::take(&mut skip) {
            continue;
        }
        let next = all.get(at + 1).copied().unwrap_or_default();
        let after = all.get(at + 2).copied().unwrap_or_default();
        let bare = next.trim_end_matches(['.', ',']);
        let is_subtype = word.starts_with(|c: char| c.is_ascii_uppercase())
            && Subtype::capital(word).is_some_and(|it| it.word() == *word)
            && !words::is_reserved(word)
            && !["Other", "Those", "These", "Legendary", "Nontoken"].contains(word);
        let many = bare == "creatures";
        if is_subtype && (bare == "creature" || many) && !after.starts_with("token") {
            out.push(format!("{word}{}{}", if many { "s" } else { "" }, next.strip_prefix(bare).unwrap_or_default()));
            skip = true;
        } else {
            out.push((*word).to_owned());
        }
    }
    out.join(" ")
}

/// `target player mills two cards` is `put the top two cards of target player's library into the graveyard`.
fn milled(line: &str) -> String {
    let whose = [
        ("target player mills ", "target player's"),
        ("each player mills ", "each player's"),
        ("each opponent mills ", "each opponent's"),
        ("its controller mills ", "its controller's"),
        ("you mill ", "your"),
        ("mill ", "your"),
    ];
    let small = line.to_ascii_lowercase();
    for (theirs, whose) in whose {
        let Some(at) = small.find(theirs) else { continue };
        let rest = line.get(at + theirs.len()..).unwrap_or_default();
        let end = rest.find(['.', ',']).unwrap_or(rest.len());
        let number = rest.get(..end).unwrap_or_default().trim_start_matches("a ");
        let behind = rest.get(end..).unwrap_or_default();
        return format!(
            "{}put the top {number} of {whose} library into the graveyard{behind}",
            line.get(..at).unwrap_or_default()
        );
    }
    line.to_owned()
}

/// `deals damage equal to its power to target creature` has its parts in the other order.
fn equal_damage(line: &str) -> String {
    let words = "deals damage equal to ";
    let Some(at) = line.find(words) else { return line.to_owned() };
    let rest = line.get(at + words.len()..).unwrap_or_default();
    let Some((measure, behind)) = rest.split_once(" to ") else { return line.to_owned() };
    let end = behind.find(['.', ',']).unwrap_or(behind.len());
    let (hit, behind) = behind.split_at_checked(end).unwrap_or((behind, ""));
    format!("{}deals damage to {hit} equal to {measure}{behind}", line.get(..at).unwrap_or_default())
}

/// True if the line is read, on a card of this kind.
fn is_read(line: &str, kind: CardKind) -> bool {
    grammar::readings(&Scan::new(line)).iter().any(|ability| fits(ability, kind))
}

/// The line as it is printed here.
pub(super) fn printed(line: &str, kind: CardKind) -> Option<String> {
    grammar::readings(&Scan::new(line)).iter().find(|ability| fits(ability, kind)).map(Ability::to_string)
}

/// The line, without the sentences that cannot be said.
fn sentence(line: &str, kind: CardKind, notes: &mut Notes) -> Option<String> {
    let whole = Part { head: "", kept: String::new() };
    if !says(line, "life")
        && let Some(line) = whole.with(line, kind)
    {
        return Some(line);
    }
    let (head, body) = head(line);
    let mut part = Part { head, kept: String::new() };
    for (number, sentence) in sentences(body).into_iter().enumerate() {
        let said = if number < MAX_SENTENCES { without_life(&sentence, notes) } else { Some(sentence.clone()) };
        let Some(said) = said else { continue };
        match part.with(&said, kind) {
            Some(line) if number < MAX_SENTENCES => part.kept = line.get(head.len()..).unwrap_or_default().to_owned(),
            Some(_) | None => notes.push(Change::left_out(&format!("{head}{said}"), why(&said))),
        }
    }
    (!part.kept.is_empty()).then(|| format!("{head}{}", part.kept))
}

/// A line so far.
struct Part<'a> {
    /// The trigger or the price.
    head: &'a str,
    /// The sentences that are said.
    kept: String,
}

impl Part<'_> {
    /// The line with this sentence, said in one of a few ways, if it is read.
    fn with(&self, sentence: &str, kind: CardKind) -> Option<String> {
        let blank = if self.kept.is_empty() { "" } else { " " };
        let whole = |said: &str| format!("{}{}{blank}{said}", self.head, self.kept);
        ways(sentence).iter().map(|said| whole(said)).find(|line| is_read(line, kind))
    }
}

/// Ways to say a sentence: as it stands, and with `, then` for each `and`.
fn ways(sentence: &str) -> Vec<String> {
    let first = sentence.strip_prefix("Then ").unwrap_or(sentence);
    let ands: Vec<usize> = first.match_indices(" and ").map(|(at, _)| at).take(MAX_ANDS).collect();
    let mut ways = Vec::new();
    for chosen in 0..1_usize << ands.len() {
        let mut said = first.to_owned();
        for (number, at) in ands.iter().enumerate().rev() {
            if chosen & (1 << number) != 0 {
                said.replace_range(*at..at + " and ".len(), ", then ");
            }
        }
        ways.push(said);
    }
    // In an ability with a price nothing was named before, so `it` is the card itself.
    let this = first.strip_prefix("It ").or_else(|| first.strip_prefix("it ")).map(|rest| format!("this {rest}"));
    ways.extend(this);
    ways
}

/// The trigger or the price of a line, and what it does.
fn head(line: &str) -> (&str, &str) {
    let begins = |word: &str| line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let end = if ["when ", "whenever ", "at the beginning "].into_iter().any(begins) {
        line.find(", ").map(|at| at + 2)
    } else {
        line.find(": ").filter(|at| !line.get(..*at).unwrap_or_default().contains(['.', '"'])).map(|at| at + 2)
    };
    line.split_at_checked(end.unwrap_or(0)).unwrap_or(("", line))
}

/// The sentences of a text.
fn sentences(text: &str) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    for part in text.split_inclusive(". ") {
        let part = part.trim();
        // `If you do` belongs to the sentence before it.
        match sentences.last_mut().filter(|_| part.starts_with("If you do")) {
            Some(last) => *last = format!("{last} {part}"),
            None => sentences.push(part.to_owned()),
        }
    }
    sentences
}

/// A sentence without its clauses about life; `None` if it has no other.
fn without_life(sentence: &str, notes: &mut Notes) -> Option<String> {
    let mut said = sentence.to_owned();
    while let Some(end) = said.to_ascii_lowercase().find(" life").map(|at| at + " life".len()) {
        let before = said.get(..end).unwrap_or_default();
        let starts = [" and ", ", then ", ", "].map(|sign| before.rfind(sign).map(|at| (at, sign)));
        let start = starts.into_iter().flatten().max_by_key(|(at, sign)| at + sign.len());
        let clause = start.map_or(before, |(at, sign)| before.get(at + sign.len()..).unwrap_or_default());
        if !(says(clause, "gain") || says(clause, "gains") || says(clause, "lose") || says(clause, "loses")) {
            return Some(said);
        }
        notes.push(Change::left_out(clause, "there is no life here"));
        let mut left = start
            .map_or("", |(at, sign)| before.get(..at + if sign == ", " { 2 } else { 0 }).unwrap_or_default())
            .to_owned();
        let mut right = said.get(end..).unwrap_or_default();
        if left.is_empty() || left.ends_with(", ") {
            let joined = [" and ", ", then ", ", "].into_iter().find_map(|sign| right.strip_prefix(sign));
            right = joined.unwrap_or(right);
        }
        if left.ends_with(", ") && right.starts_with('.') {
            left.truncate(left.len() - 2);
        }
        said = tidied(&format!("{left}{right}"));
        if said.trim_matches(['.', ' ', ',']).is_empty() {
            return None;
        }
    }
    Some(said)
}

/// Why a sentence cannot be said.
fn why(sentence: &str) -> &'static str {
    let known = REASONS.iter().find(|(word, _)| says(sentence, word));
    known.map_or("it cannot be said here", |(_, why)| why)
}
