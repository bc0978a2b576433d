//! The commands of a person that are not about one match, one a line. Pure.

use engine::Rules;
use engine::players::Level;

use super::clock_requests::{self, ClockRequest};
use crate::mail::read::trim;
use crate::play::{EmailLength, Stored};

/// The most commands of one message that are carried out.
pub(super) const MAX: usize = 10;

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// The commands are asked for.
    Help,
    /// The games are asked for.
    Games,
    /// How to play the game with this id.
    Rules(&'static str),
    /// The lesson with this number of the game with this id is asked for.
    Learn(&'static str, usize),
    /// Create a match.
    New(NewMatch),
    /// The matches that anyone can join are asked for.
    Open,
    /// Take a seat in the match with this number.
    Join(i32),
    /// The sender's matches are asked for.
    List,
    /// The board of a match is asked for.
    Board(i32),
    /// So many of the last lines of a match are asked for.
    History(i32, Option<u32>),
    /// The record of a match is asked for.
    Record(i32),
    /// The private note about a match is asked for, or a text takes its place.
    Note(i32, Option<String>),
    /// The tournaments that people can enter, and those of the sender, are asked for.
    Tournaments,
    /// Enter the tournament with this number.
    Enter(i32),
    /// Leave the tournament with this number, or withdraw from it.
    Leave(i32),
    /// Challenge the player with this handle in the ladder with this number.
    Challenge(i32, String),
    /// The table of the tournament with this number is asked for.
    Table(i32),
    /// Book a vacation, or end one.
    Vacation(ClockRequest),
    /// Which emails the sender gets.
    Emails(Emails),
    /// Another name.
    Name(String),
    /// Another time zone.
    Zone(String),
    /// Delete the account.
    DeleteAccount,
    /// The line begins like a command, and cannot be read. This is one that can be.
    Unclear(&'static str),
}

/// The emails that a person gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Emails {
    /// All that a new account gets.
    On,
    /// None that can be stopped.
    Off,
    /// A list each morning in place of an email for each turn.
    Digest,
    /// Emails about turns of this length.
    Length(EmailLength),
}

/// A match to create.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NewMatch {
    /// The id of the game.
    pub(super) game: &'static str,
    /// The names and values of options.
    pub(super) options: Vec<(String, String)>,
    pub(super) opponents: Opponents,
}

/// The other players of a match to create.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Opponents {
    /// Those who join.
    Anyone,
    /// These people, by address or handle.
    People(Vec<String>),
    /// Computer players.
    Computer(Level),
}

/// The level of computer players, if a message names none.
const LEVEL: Level = Level::Two;

/// Begins a match, as emails show it where a line cannot be read.
pub(super) const NEW: &str = "new magnapoco board square5 against computer easy";

impl Command {
    /// True if it changes something, so that a message in another person's name must not do it.
    pub(super) fn changes(&self) -> bool {
        match self {
            Command::New(_)
            | Command::Join(_)
            | Command::Note(_, Some(_))
            | Command::Enter(_)
            | Command::Leave(_)
            | Command::Challenge(..)
            | Command::Vacation(_)
            | Command::Emails(_)
            | Command::Name(_)
            | Command::Zone(_)
            | Command::DeleteAccount => true,
            Command::Help
            | Command::Games
            | Command::Rules(_)
            | Command::Learn(..)
            | Command::Open
            | Command::List
            | Command::Board(_)
            | Command::History(..)
            | Command::Record(_)
            | Command::Note(_, None)
            | Command::Tournaments
            | Command::Table(_)
            | Command::Unclear(_) => false,
        }
    }
}

/// Reads the lines of a text: the commands, each with its line, up to a line that is none. That one ends them without a word below a blank
/// line, where greetings stand; else it is there without a command.
pub(super) fn read(text: &str) -> Vec<(String, Option<Command>)> {
    let (mut found, mut is_below_blank) = (Vec::new(), false);
    for line in text.lines().map(plain) {
        if found.len() == MAX {
            break;
        }
        if line.is_empty() {
            is_below_blank = !found.is_empty();
            continue;
        }
        let command = one(line);
        let ends = command.is_none();
        if !(ends && is_below_blank) {
            found.push((line.to_owned(), command));
        }
        if ends {
            break;
        }
        is_below_blank = false;
    }
    found
}

/// Returns whether the first line of a text is a command.
pub(super) fn begins(text: &str) -> bool {
    text.lines().map(plain).find(|line| !line.is_empty()).is_some_and(|line| one(line).is_some())
}

/// A line without what mail programs and people put around a command.
fn plain(line: &str) -> &str {
    trim(trim(line).trim_matches(['"', '\'', '`', '“', '”', '*']))
}

/// Reads a line; `None` if it does not begin like a command.
fn one(line: &str) -> Option<Command> {
    let line = line.trim_end_matches(['.', '!']).trim_end();
    let words: Vec<&str> = line.split_whitespace().collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    Some(match &lower[..] {
        ["help" | "?" | "info"] => Command::Help,
        ["games"] => Command::Games,
        ["rules", game @ ..] => with_game(game).map_or(Command::Unclear("rules magnapoco"), Command::Rules),
        ["learn", rest @ ..] => learn(rest).unwrap_or(Command::Unclear("learn magnapoco")),
        ["new", rest @ ..] => new_match(rest).map_or(Command::Unclear(NEW), Command::New),
        ["open"] => Command::Open,
        ["join", of] => number(of).map_or(Command::Unclear("join 3"), Command::Join),
        ["list" | "status" | "matches"] => Command::List,
        ["board" | "show", of] => number(of).map_or(Command::Unclear("board 3"), Command::Board),
        ["history", of] => number(of).map_or(Command::Unclear("history 3"), |of| Command::History(of, None)),
        ["history", of, lines] => match (number(of), lines.parse()) {
            (Some(of), Ok(lines)) => Command::History(of, Some(lines)),
            (None, _) | (_, Err(_)) => Command::Unclear("history 3 20"),
        },
        ["record", of] => number(of).map_or(Command::Unclear("record 3"), Command::Record),
        ["note", of, ..] => {
            let text = words[2..].join(" ");
            let text = (!text.is_empty()).then_some(text);
            number(of).map_or(Command::Unclear("note 3 Watch the left side"), |of| Command::Note(of, text))
        }
        ["tournaments"] => Command::Tournaments,
        ["enter", of] => number(of).map_or(Command::Unclear("enter 3"), Command::Enter),
        ["leave" | "withdraw", of] => number(of).map_or(Command::Unclear("leave 3"), Command::Leave),
        ["challenge", of, who] => {
            let who = who.trim_start_matches('@').to_owned();
            number(of).map_or(Command::Unclear("challenge 3 anna"), |of| Command::Challenge(of, who))
        }
        ["challenge", ..] => Command::Unclear("challenge 3 anna"),
        ["table", of] => number(of).map_or(Command::Unclear("table 3"), Command::Table),
        ["vacation", ..] => match clock_requests::read(line)? {
            ClockRequest::Unclear(example) => Command::Unclear(example),
            request @ (ClockRequest::Proposal(..) | ClockRequest::Vacation(..) | ClockRequest::VacationEnd(_)) => {
                Command::Vacation(request)
            }
        },
        ["emails", "on"] | ["start"] => Command::Emails(Emails::On),
        ["emails", "off"] | ["stop" | "unsubscribe"] => Command::Emails(Emails::Off),
        ["emails", "digest"] => Command::Emails(Emails::Digest),
        ["emails", length] if EmailLength::named(length).is_some() => {
            Command::Emails(Emails::Length(EmailLength::named(length)?))
        }
        ["emails"] => Command::Unclear("emails short"),
        ["name", _, ..] => Command::Name(words[1..].join(" ")),
        ["zone", zone] => Command::Zone(zone_named(zone, words[1])),
        ["delete", "account"] => Command::DeleteAccount,
        ["join"] => Command::Unclear("join 3"),
        ["board"] => Command::Unclear("board 3"),
        ["history"] => Command::Unclear("history 3"),
        ["record"] => Command::Unclear("record 3"),
        ["note"] => Command::Unclear("note 3"),
        ["enter"] => Command::Unclear("enter 3"),
        ["leave" | "withdraw"] => Command::Unclear("leave 3"),
        ["table"] => Command::Unclear("table 3"),
        ["name"] => Command::Unclear("name Ada"),
        ["zone"] => Command::Unclear("zone Europe/Berlin"),
        _ => return None,
    })
}

/// Reads the number of a match: `3` or `#3`.
fn number(word: &str) -> Option<i32> {
    word.trim_start_matches('#').parse().ok().filter(|number| *number > 0)
}

/// The game that these words name.
fn with_game(words: &[&str]) -> Option<&'static str> {
    let (game, used) = game(words)?;
    (used == words.len()).then(|| game.info().id)
}

/// Reads what follows `learn`: a game, and the number of a lesson, if it is not the first.
fn learn(words: &[&str]) -> Option<Command> {
    let (game, used) = game(words)?;
    match &words[used..] {
        [] => Some(Command::Learn(game.info().id, 1)),
        [lesson] => number(lesson)?.try_into().ok().map(|lesson| Command::Learn(game.info().id, lesson)),
        _ => None,
    }
}

/// The game with whose name or id these words begin, and the number of words of that.
fn game(words: &[&str]) -> Option<(&'static dyn Rules, usize)> {
    let said: Vec<&str> = words.iter().map(|word| word.trim_matches([':', ','])).collect();
    let used = |rules: &'static dyn Rules| {
        let name = rules.info().name.to_lowercase().replace(':', "");
        let begins = |name: &Vec<&str>| said.starts_with(name);
        let names = [name.split_whitespace().collect(), vec![rules.info().id]];
        names.into_iter().filter(begins).map(|name| name.len()).max().map(|used| (rules, used))
    };
    engine::newest().filter_map(used).max_by_key(|(_, used)| *used)
}

/// Reads what follows `new`.
fn new_match(words: &[&str]) -> Option<NewMatch> {
    let (rules, used) = game(words)?;
    let rest = &words[used..];
    let split = rest.iter().position(|word| ["with", "against", "vs", "vs."].contains(word));
    let (options, opponents) = rest.split_at(split.unwrap_or(rest.len()));
    let options: Vec<&str> =
        options.iter().map(|word| word.trim_matches(',')).filter(|word| !word.is_empty()).collect();
    let (pairs, left) = options.as_chunks::<2>();
    if !left.is_empty() {
        return None;
    }
    let opponents = match opponents {
        [] => Opponents::Anyone,
        [_, "the", "computer", level @ ..] | [_, "computer" | "computers", level @ ..] => {
            Opponents::Computer(level_named(level)?)
        }
        [_, people @ ..] => Opponents::People(people_named(people)?),
    };
    let options = pairs.iter().map(|[name, value]| ((*name).to_owned(), (*value).to_owned())).collect();
    Some(NewMatch { game: rules.info().id, options, opponents })
}

fn level_named(words: &[&str]) -> Option<Level> {
    match words {
        [] => Some(LEVEL),
        ["level", word] | [word] => {
            let named = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(word));
            named.or_else(|| word.parse().ok())
        }
        _ => None,
    }
}

fn people_named(words: &[&str]) -> Option<Vec<String>> {
    let people = words.iter().flat_map(|word| word.split([',', ';'])).filter(|word| !word.is_empty() && *word != "and");
    let people: Vec<String> = people.map(|word| word.trim_matches(['<', '>', '(', ')']).to_owned()).collect();
    (!people.is_empty()).then_some(people)
}

/// The IANA name of a time zone that was written in any case.
fn zone_named(lower: &str, written: &str) -> String {
    let named = chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name()).find(|name| name.eq_ignore_ascii_case(lower));
    named.unwrap_or(written).to_owned()
}

#[cfg(test)]
mod tests;
