//! Draws the emails about commands.

use engine::Rules;

use super::drawn::{Drawn, link, to_person};
use super::of_person::waiting_match;
use super::{of_lessons, of_tournament};
use crate::app::App;
use crate::brief::clean::{line, tame};
use crate::brief::{called, how_to_play};
use crate::category::Category;
use crate::db::due_emails::EmailRow;
use crate::db::incoming::{self, AnsweredRow};
use crate::db::people::{self, Person};
use crate::db::{Connection, moves};
use crate::ids::UserId;
use crate::mail::{
    Attached, Board, CommandsAnswered, Email, HowToPlay, Listed, Part, RegistrationClosed, Welcome, read,
};
use crate::play::game::private_notes;
use crate::play::matches::{history, lines, settings};
use crate::play::people::sign_in;
use crate::play::telling::answers::{self, Answer, Numbered};
use crate::play::telling::reply::Key;
use crate::play::telling::{brief, look};
use crate::play::{self, Match, Phase, Refusal};

pub(super) async fn answer(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
    message: Option<&AnsweredRow>,
) -> play::Result<Option<Drawn>> {
    let (Some(user), Some(message), Some(id)) = (row.user_id, message, row.replies_to) else { return Ok(None) };
    let Some(stored) = &message.answers else { return Ok(None) };
    let Some(person) = people::person(connection, user).await? else { return Ok(None) };
    let Some(address) = person.address.clone() else { return Ok(None) };
    let answers = answers::from_text(stored)?;
    let shown = match of_lessons::key(user, &answers, app.clock.now())? {
        None => turn_of(connection, user, &answers).await?,
        key => key,
    };
    let mut parts = Vec::new();
    for answer in answers {
        parts.push(match part(app, connection, &person, &answer).await {
            Ok(part) => part,
            Err(refusal @ (Refusal::Database(_) | Refusal::Broken(_))) => return Err(refusal),
            // It was there when the message was read.
            Err(refusal) => Part::Done(refusal.to_string()),
        });
    }
    let asks = parts.iter().any(|part| matches!(part, Part::Asks(_)));
    let key = if asks { Key::Request(row.home, id.end()) } else { shown.unwrap_or(Key::Person(user, Category::Turns)) };
    Ok(Some(to_person(app, person, address, None, CommandsAnswered { parts }, Some(key))))
}

/// The turn of the only match whose board is shown to one of its players: the reply may be a move.
async fn turn_of(connection: &mut Connection, user: UserId, answers: &[Answer]) -> play::Result<Option<Key>> {
    let boards = answers.iter().filter_map(|answer| if let Answer::Board(id) = answer { Some(*id) } else { None });
    let Ok([id]) = <[_; 1]>::try_from(boards.collect::<Vec<_>>()) else { return Ok(None) };
    let m = Match::find(connection, id, Some(user)).await?;
    Ok(m.and_then(|m| m.seat_of(user).map(|seat| Key::Turn(m.turn_of(seat)))))
}

async fn part(app: &App, connection: &mut Connection, person: &Person, answer: &Answer) -> play::Result<Part> {
    let user = person.id;
    Ok(match answer {
        Answer::Done(told) => Part::Done(told.clone()),
        Answer::Refused { line, reason } => Part::Refused { line: line.clone(), reason: reason.clone() },
        Answer::Asks(line) => Part::Asks(line.clone()),
        Answer::Help => {
            let at = app.addresses.as_ref().map(|addresses| addresses.standing.clone());
            Part::Help(at.unwrap_or_default())
        }
        // No such message has an email.
        Answer::Deleted => return Err(Refusal::SignedOut),
        Answer::Games => Part::Games(games()),
        Answer::Rules(game) => Part::Rules(Box::new(rules(app, game)?)),
        Answer::Open(numbered) => Part::Open(listed(app, connection, person, numbered).await?),
        Answer::List(numbered) => Part::List(listed(app, connection, person, numbered).await?),
        Answer::Board(id) => {
            let m = Match::visible(connection, *id, Some(user)).await?;
            let page = look::page(&m, Some(user))?.ok_or_else(not_started)?;
            let table = brief::table(&m, &person.name)?;
            let waiting = match &page.outcome {
                Some(_) => Some(table.verdict(&page)),
                None => table.waiting(&page),
            };
            Part::Board(Box::new((table, Board::new(page), waiting)))
        }
        Answer::History(id, number) => {
            let m = Match::visible(connection, *id, Some(user)).await?;
            let table = brief::table(&m, &person.name)?;
            let told = lines::latest(connection, &m, Some(user), &table.names(), *number as usize).await?;
            let told = told.ok_or(Refusal::Busy)?.into_iter().flat_map(|told| {
                let text = told.entry.map(|entry| entry.text).into_iter().collect();
                let story = if told.story.is_empty() { text } else { told.story };
                let first =
                    |(at, words): (usize, String)| if at == 0 { format!("{}: {words}", told.line) } else { words };
                story.into_iter().enumerate().map(first).collect::<Vec<_>>()
            });
            Part::History(table.called(), told.collect())
        }
        Answer::Record(id) => {
            let m = Match::visible(connection, *id, Some(user)).await?;
            let text = history::record(&m, &moves::log(connection, *id).await?)?;
            let file = Attached { name: format!("{}-{id}.txt", m.game()), text };
            Part::Record { called: brief::table(&m, "")?.called(), file }
        }
        Answer::Tournaments(ids) => of_tournament::listed(app, connection, person, ids).await?,
        Answer::Table(id) => of_tournament::table(app, connection, *id).await?,
        Answer::Lesson { game, lesson, step, sent } => of_lessons::part(game, *lesson, *step, sent.as_deref())?,
        Answer::Note(id) => {
            let m = Match::visible(connection, *id, Some(user)).await?;
            let note = private_notes::read(app, *id, user).await?;
            Part::Note(brief::table(&m, "")?.called(), note.map(|note| note.text))
        }
    })
}

fn not_started() -> Refusal {
    Refusal::Conflict("The match has not started yet.".to_owned())
}

fn games() -> Vec<(String, String)> {
    let game = |rules: &'static dyn Rules| {
        let (info, least, max) = (rules.info(), rules.info().seats.start(), rules.info().seats.end());
        let players = if least == max { format!("{least} players") } else { format!("{least} to {max} players") };
        (format!("rules {}", info.id), format!("{}, {players}. {}", info.name, info.summary))
    };
    engine::newest().map(game).collect()
}

/// How to play a game, with pictures, and its rules as a file.
pub(super) fn rules(app: &App, game: &str) -> play::Result<HowToPlay> {
    let rules = engine::game(game).ok_or(Refusal::NotFound("game"))?;
    let info = rules.info();
    let notation = info.notation.iter().map(|(text, words)| ((*text).to_owned(), words.replace('`', "")));
    Ok(HowToPlay {
        name: info.name,
        parts: how_to_play(info),
        notation: notation.collect(),
        link: link(app, &format!("/games/{game}"))?,
        file: Attached { name: format!("rules-{game}.txt"), text: info.rules.to_owned() },
        begin: format!("new {game} against computer easy"),
    })
}

/// The matches of a list that are still to be seen.
async fn listed(
    app: &App,
    connection: &mut Connection,
    person: &Person,
    numbered: &[Numbered],
) -> play::Result<Vec<Listed>> {
    let mut listed = Vec::new();
    for (number, id) in numbered {
        match Match::visible(connection, *id, Some(person.id)).await {
            Ok(m) => listed.push(one(app, &m, person, *number)?),
            Err(refusal @ Refusal::Database(_)) => return Err(refusal),
            // A match that cannot be read is no reason to keep the others back.
            Err(_) => {}
        }
    }
    // Those that wait for the reader first.
    listed.sort_by_key(|one| (one.reply.is_none(), one.number));
    Ok(listed)
}

fn one(app: &App, m: &Match, person: &Person, number: i32) -> play::Result<Listed> {
    let awaited = m.seat_of(person.id).filter(|seat| m.phase() == Phase::Running && m.awaited().contains(*seat));
    if let Some(seat) = awaited {
        let waiting = waiting_match(app, m, (person.id, seat), person)?;
        return Ok(Listed { number, words: waiting.wanted, deadline: waiting.deadline, reply: waiting.reply });
    }
    let table = brief::table(m, &person.name)?;
    let called = called(&table.game, &table.title);
    let words = match m.phase() {
        Phase::Open => {
            let free = usize::from(m.seats()).saturating_sub(m.players().len());
            let names: Vec<String> = m.players().iter().map(|player| crate::brief::clean::name(&player.name)).collect();
            let own = if m.has_player(person.id) { " You have a seat." } else { "" };
            let settings: Vec<String> = settings::sentences(m)?.iter().map(|words| tame(&line(words))).collect();
            let free = if free == 1 { "one free seat".to_owned() } else { format!("{free} free seats") };
            format!("{called}: {}, {free}.{own} {}.", names.join(", "), settings.join("; "))
        }
        Phase::Running | Phase::Over | Phase::Cancelled => match look::page(m, Some(person.id))? {
            Some(page) => format!("{called}. {}", table.waiting(&page).unwrap_or_default()),
            None => called,
        },
    };
    Ok(Listed { number, words, deadline: None, reply: None })
}

/// The question to a person without an account. One who may not make an account is told that.
pub(super) async fn welcome(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let Some(id) = row.replies_to else { return Ok(None) };
    let Some(message) = incoming::request(connection, row.home, id.end()).await? else { return Ok(None) };
    // What is neither yes nor no is asked about once more, and the request stays that of the first message.
    let first = match Key::stored(&message.reply_key)? {
        Key::Request(home, end) => Some(end).filter(|_| home == row.home),
        Key::Turn(_)
        | Key::Resign(_)
        | Key::Invitation(_)
        | Key::Proposal(_)
        | Key::Person(..)
        | Key::Lesson(..)
        | Key::Standing(..)
        | Key::Bounce(_) => None,
    };
    let end = first.unwrap_or(id.end());
    let Some(request) = incoming::request(connection, row.home, end).await? else { return Ok(None) };
    let Some(raw) = request.raw else { return Ok(None) };
    let received = read::read(&raw);
    let Some(address) = received.from.clone() else { return Ok(None) };
    if people::at(connection, &address.to_ascii_lowercase()).await?.is_some() {
        return Ok(None);
    }
    let email: Box<dyn Email> = if sign_in::may_come_in(app, connection, &address.to_ascii_lowercase()).await? {
        let games = engine::newest().map(|rules| rules.info().name).collect();
        let is_unclear = first.is_some();
        Box::new(Welcome { commands: words_of(&received.text), is_unclear, games })
    } else {
        let host = app.config.host_address.as_ref().map(ToString::to_string);
        Box::new(RegistrationClosed { host })
    };
    let key = Some(Key::Request(row.home, end));
    Ok(Some(Drawn { key, ..Drawn::to_address(address, email) }))
}

/// The first words of the commands of a text. Nothing else of it is shown: another person may have written it.
fn words_of(text: &str) -> Vec<&'static str> {
    let first = |line: &str| line.split_whitespace().next().map(str::to_lowercase);
    let known = |word: String| {
        let words = crate::brief::commands::COMMANDS.iter().map(|(text, _)| text.split(' ').next().unwrap_or_default());
        words.into_iter().find(|known| *known == word)
    };
    let mut found = Vec::new();
    for word in text.lines().map(str::trim).filter(|line| !line.is_empty()).map_while(|line| known(first(line)?)) {
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found
}
