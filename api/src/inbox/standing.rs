//! Messages to the standing address, which anyone can write in the name of anyone, and the answer to the email that asks about one.

use chrono::TimeDelta;

use super::answer_commands::{self, Left, Proof, Sender};
use super::commands::{self, Command};
use super::grammar::{self, Answer as YesOrNo};
use super::handled::Handled;
use super::receive;
use crate::address::Address;
use crate::app::App;
use crate::brief::clean;
use crate::db::incoming::{self, MessageRow, RequestRow};
use crate::db::people::{self, Person};
use crate::db::words::IncomingResult;
use crate::db::{self, Connection};
use crate::ids::Home;
use crate::mail::read::{self, Received};
use crate::play::people::account::Wishes;
use crate::play::people::sign_in;
use crate::play::telling::answers::Answer;
use crate::play::telling::reply::Key;
use crate::play::{self, Refusal};
use crate::secrets::hash;

/// At most so many emails a day ask a mailbox whether to make an account.
const MAX_WELCOMES: i64 = 3;

/// Answers a message to the standing address: to the account at the address of its sender, or with the question whether to make one.
pub(super) async fn answer(
    app: &App,
    connection: &mut Connection,
    row: &MessageRow,
    received: &Received,
) -> play::Result<Handled> {
    let Some(from) = author(received) else { return Ok(Handled::from_result(IncomingResult::NoReader)) };
    if receive::recipient(app, from.as_str()).is_ok() {
        return Ok(Handled::from_result(IncomingResult::Automatic));
    }
    let Some(person) = person(connection, &from).await? else { return ask(app, connection, row.home, &from).await };
    if person.blocked || person.deleted {
        return Ok(Handled::from_result(IncomingResult::NoReader));
    }
    let lines = lines_of(received);
    let sender = Sender { person: &person, message: row.id, proof: Proof::None };
    let mut answers = answer_commands::answer(app, sender, &lines).await?;
    let has_commands = lines.iter().any(|(_, command)| command.is_some());
    if !has_commands {
        answers.push(Answer::Help);
    }
    Ok(Handled { user: Some(person.id), ..Handled::answered(&answers, has_commands)? })
}

/// The address of the sender, if it is one to which emails can be sent.
fn author(received: &Received) -> Option<Address> {
    Address::read(received.from.as_deref()?).ok()
}

/// The account at an address, or at that of the same mailbox without a tag.
async fn person(connection: &mut Connection, address: &Address) -> play::Result<Option<Person>> {
    match people::at(connection, address.as_str()).await? {
        Some(person) => Ok(Some(person)),
        None => Ok(people::at(connection, &address.mailbox()).await?),
    }
}

/// The commands of a message, or that of its subject, if nothing is written below. A message that was forwarded has none.
fn lines_of(received: &Received) -> Vec<(String, Option<Command>)> {
    if received.forwarded {
        return Vec::new();
    }
    let lines = commands::read(&received.text);
    if !lines.is_empty() {
        return lines;
    }
    let subject = commands::read(&received.subject);
    if subject.iter().all(|(_, command)| command.is_some()) { subject } else { Vec::new() }
}

/// Asks a person without an account whether to make one, unless that was asked too often.
async fn ask(app: &App, connection: &mut Connection, home: Home, from: &Address) -> play::Result<Handled> {
    let since = app.clock.now() - TimeDelta::days(1);
    let is_over = incoming::welcomes(connection, home, since).await? >= MAX_WELCOMES
        || db::invitations::refuses_all(connection, &hash(&from.mailbox())).await?
        || !(app.limits.welcome() && sign_in::has_room(app, from, false));
    Ok(Handled::from_result(if is_over { IncomingResult::NoReader } else { IncomingResult::Asked }))
}

/// Reads the answer to the question whether to do what an earlier message asks for, which was written to the standing address, or with a
/// key of its sender.
pub(super) async fn confirm(
    app: &App,
    connection: &mut Connection,
    request: Option<&RequestRow>,
    received: &Received,
) -> play::Result<Handled> {
    let no_reader = || Ok(Handled::from_result(IncomingResult::NoReader));
    let Some(from) = author(received) else { return no_reader() };
    let known = person(connection, &from).await?;
    let Some((request, raw)) = request.and_then(|row| Some((row, row.raw.as_deref()?))) else {
        // Its text is kept for some days only.
        let Some(person) = known.filter(|person| !person.blocked) else { return no_reader() };
        let reason = "This email is older than seven days. Write your command again.".to_owned();
        let answers = [Answer::Refused { line: received.line().to_owned(), reason }];
        return Ok(Handled { user: Some(person.id), ..Handled::answered(&answers, false)? });
    };
    let asked = read::read(raw);
    let is_own = asked.from.as_deref().is_some_and(|asked| grammar::is_from(received, asked));
    if !is_own || known.as_ref().is_some_and(|person| person.blocked) {
        return no_reader();
    }
    match (grammar::answer(received, &[]), known) {
        (Some(YesOrNo::Yes), known) => accept(app, connection, (request, &asked), (known, &from), received).await,
        (Some(YesOrNo::No), None) => {
            db::invitations::refuse_all(connection, &hash(&from.mailbox()), app.clock.now()).await?;
            Ok(Handled::from_result(IncomingResult::NoReader))
        }
        (Some(YesOrNo::No), Some(person)) => {
            let answers = [Answer::Done("Nothing was done.".to_owned())];
            Ok(Handled { user: Some(person.id), ..Handled::answered(&answers, true)? })
        }
        (None, None) => ask(app, connection, request.home, &from).await,
        (None, Some(person)) => {
            let reason = "Reply with yes or no to the email before this one.".to_owned();
            let answers = [Answer::Refused { line: received.line().to_owned(), reason }];
            Ok(Handled { user: Some(person.id), ..Handled::answered(&answers, false)? })
        }
    }
}

/// Makes the account, if there is none, and carries out the commands: of a person with an account those that were not carried out.
async fn accept(
    app: &App,
    connection: &mut Connection,
    (request, asked): (&RequestRow, &Received),
    (known, from): (Option<Person>, &Address),
    received: &Received,
) -> play::Result<Handled> {
    let is_new = known.is_none();
    let mut answers = Vec::new();
    let person = match known {
        Some(person) => person,
        None if !sign_in::may_come_in(app, connection, from.as_str()).await? => {
            return Ok(Handled::from_result(IncomingResult::NoReader));
        }
        None => {
            let mut own = app.db.get().await?;
            let user = sign_in::account_at(&mut own, from.as_str(), app.clock.now()).await?;
            people::person(&mut own, user).await?.ok_or(Refusal::SignedOut)?
        }
    };
    if is_new {
        answers.extend(welcome(app, &person, received).await?);
    }
    let lines = lines_of(asked);
    let left = match Key::stored(&request.reply_key)? {
        _ if is_new => Left::All,
        Key::Standing(..) => Left::Changes,
        Key::Turn(_)
        | Key::Resign(_)
        | Key::Invitation(_)
        | Key::Proposal(_)
        | Key::Person(..)
        | Key::Lesson(..)
        | Key::Request(..)
        | Key::Bounce(_) => Left::Deletion,
    };
    let sender = Sender { person: &person, message: request.id, proof: Proof::Yes(left) };
    answers.extend(answer_commands::answer(app, sender, &lines).await?);
    if lines.is_empty() && is_new {
        answers.push(Answer::Help);
    } else if answers.is_empty() {
        answers.push(Answer::Done("You said yes to this before.".to_owned()));
    }
    Ok(Handled { user: Some(person.id), ..Handled::answered(&answers, true)? })
}

/// Greets a new person by the name that stands on the line below the yes, if there is one.
async fn welcome(app: &App, person: &Person, received: &Received) -> play::Result<Vec<Answer>> {
    let name = grammar::name_below(received);
    let named = match name {
        Some(name) => {
            answer_commands::change(app, person.id, Wishes { name: Some(name.to_owned()), ..Wishes::default() }).await
        }
        None => Ok(person.clone()),
    };
    let greeting =
        |name: &str| Answer::Done(format!("Welcome to Turnpost, {}. You have an account now.", clean::name(name)));
    match (named, name) {
        (Ok(person), Some(_)) => Ok(vec![greeting(&person.name)]),
        (Ok(person), None) => {
            let told = "Others see this name; to choose one, write for example: name Ada".to_owned();
            Ok(vec![greeting(&person.name), Answer::Done(told)])
        }
        (Err(Refusal::Field(_, reason)), Some(name)) => {
            let reason = format!("{reason} To choose another name, write: name Ada");
            Ok(vec![greeting(&person.name), Answer::Refused { line: name.to_owned(), reason }])
        }
        (Err(refusal), _) => Err(refusal),
    }
}
