//! Carries out the commands of a message.

use super::clock_requests::{self, ClockRequest};
use super::commands::{Command, Emails};
use super::{new_match, tournament};
use crate::app::App;
use crate::brief::clean::{name, sentence};
use crate::db::people::Person;
use crate::db::{self, Connection, invitations, lists, match_numbers};
use crate::ids::{IncomingId, InvitationId, MatchId, UserId};
use crate::play::game::private_notes;
use crate::play::lobby::open_matches;
use crate::play::people::account::{self, Wishes};
use crate::play::people::caller::Caller;
use crate::play::people::leaving;
use crate::play::telling::answers::{Answer, Numbered};
use crate::play::telling::brief;
use crate::play::telling::lessons::find as find_step;
use crate::play::{self, EmailLength, Match, Phase, Refusal};

/// The most matches of a list.
const MAX_LISTED: i64 = 25;

/// The open matches of one person in a list.
const MAX_OF_ONE: u32 = 3;

/// The lines of a history, if a message names no number, and the most of them.
const LINES: u32 = 20;
const MAX_LINES: u32 = 200;

/// What proves that the message is from the person who is named in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// Nothing: anyone can write a sender into a message.
    None,
    /// It came to an address that only an email to the person had.
    Key,
    /// The same, and it says yes to what this proof left to be done.
    Yes(Left),
}

/// What was left to be done until its sender said yes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Left {
    /// Everything: the sender had no account.
    All,
    /// What changes something: the message proved nothing.
    Changes,
    /// What cannot be undone: the end of the account, and the withdrawal from a tournament.
    Deletion,
}

impl Left {
    fn has(self, command: &Command) -> bool {
        match self {
            Left::All => true,
            Left::Changes => command.changes(),
            Left::Deletion => matches!(command, Command::DeleteAccount | Command::Leave(_)),
        }
    }
}

/// The sender of commands.
#[derive(Clone, Copy)]
pub(super) struct Sender<'a> {
    pub(super) person: &'a Person,
    /// The message with the commands.
    pub(super) message: IncomingId,
    pub(super) proof: Proof,
}

impl Sender<'_> {
    /// Returns whether a command has to wait for a yes.
    fn is_asked(self, command: &Command) -> bool {
        match self.proof {
            Proof::None => Left::Changes.has(command),
            Proof::Key => Left::Deletion.has(command),
            Proof::Yes(_) => false,
        }
    }

    /// Returns whether a command was carried out before, so that only others wait for the yes.
    fn is_done(self, command: Option<&Command>) -> bool {
        match self.proof {
            Proof::None | Proof::Key => false,
            Proof::Yes(left) => !command.is_some_and(|command| left.has(command)),
        }
    }
}

/// Carries out the commands of these lines, in order, and returns what each came to. A message that is read again, in a process that was
/// killed, finds done what it has done.
pub(super) async fn answer(
    app: &App,
    sender: Sender<'_>,
    lines: &[(String, Option<Command>)],
) -> play::Result<Vec<Answer>> {
    let mut answers = Vec::new();
    for (at, (line, command)) in (0..).zip(lines) {
        if sender.is_done(command.as_ref()) {
            continue;
        }
        let refused = |reason: String| Answer::Refused { line: line.clone(), reason };
        let answer = match command {
            None => refused("The server does not know this command. Write help to get all commands.".to_owned()),
            Some(Command::Unclear(example)) => refused(format!("For example, write: {example}")),
            Some(command) if sender.is_asked(command) => match is_there(app, sender.person.id, command).await {
                Ok(()) => Answer::Asks(line.clone()),
                Err(refusal @ (Refusal::Database(_) | Refusal::Broken(_) | Refusal::Busy)) => return Err(refusal),
                Err(refusal) => refused(sentence(&refusal.to_string())),
            },
            Some(command) => match Box::pin(carry_out(app, sender, at, command)).await {
                Ok(answer) => answer,
                Err(refusal @ (Refusal::Database(_) | Refusal::Broken(_) | Refusal::Busy)) => return Err(refusal),
                Err(refusal) => refused(sentence(&refusal.to_string())),
            },
        };
        // What was missed meanwhile.
        let is_on = *command == Some(Command::Emails(Emails::On)) && matches!(answer, Answer::Done(_));
        answers.push(answer);
        if is_on {
            answers.push(Answer::List(own(app, sender.person.id).await?));
        }
        if answers.last() == Some(&Answer::Deleted) {
            break;
        }
    }
    Ok(answers)
}

/// Refuses a command about a match that is not there, before it is asked about.
async fn is_there(app: &App, user: UserId, command: &Command) -> play::Result<()> {
    if let Command::Join(number) | Command::Note(number, Some(_)) = command {
        find(app, user, *number).await?;
    }
    if let Command::Enter(number) = command {
        tournament::may_enter(app, *number).await?;
    }
    if let Command::Leave(number) | Command::Challenge(number, _) = command {
        tournament::find(app, *number).await?;
    }
    Ok(())
}

/// Carries out the command that stands at this place of the message.
async fn carry_out(app: &App, sender: Sender<'_>, at: u8, command: &Command) -> play::Result<Answer> {
    let user = sender.person.id;
    let numbered = async |number: i32| find(app, user, number).await;
    Ok(match command {
        Command::Help | Command::Unclear(_) => Answer::Help,
        Command::Games => Answer::Games,
        Command::Rules(game) => Answer::Rules((*game).to_owned()),
        Command::Learn(game, lesson) => {
            let none = || Refusal::Conflict(format!("{game} has no lesson {lesson}. Write: learn {game}"));
            find_step(game, *lesson, 1).map_err(|_| none())?;
            Answer::Lesson { game: (*game).to_owned(), lesson: *lesson, step: 1, sent: None }
        }
        Command::Open => Answer::Open(open(app, user).await?),
        Command::List => Answer::List(own(app, user).await?),
        Command::Board(number) => Answer::Board(numbered(*number).await?.id()),
        Command::History(number, lines) => {
            Answer::History(numbered(*number).await?.id(), lines.unwrap_or(LINES).clamp(1, MAX_LINES))
        }
        Command::Record(number) => {
            let m = numbered(*number).await?;
            if m.phase() != Phase::Over {
                let why = "The record has the secret seed in it, so it can be read once the match is over.";
                return Err(Refusal::Conflict(why.to_owned()));
            }
            Answer::Record(m.id())
        }
        Command::Note(number, None) => Answer::Note(numbered(*number).await?.id()),
        Command::Note(number, Some(text)) => {
            let m = numbered(*number).await?;
            private_notes::write(app, m.id(), user, text).await?;
            Answer::Done(format!("Your note about {} is stored. Only you can read it.", called(&m)?))
        }
        Command::Tournaments => Answer::Tournaments(tournament::list(app, user).await?),
        Command::Table(number) => Answer::Table(tournament::find(app, *number).await?),
        Command::Enter(number) => Answer::Done(tournament::enter(app, user, *number).await?),
        Command::Challenge(number, handle) => Answer::Done(tournament::challenge(app, user, *number, handle).await?),
        Command::Leave(number) => Answer::Done(tournament::leave(app, user, *number).await?),
        Command::New(new) => Answer::Done(new_match::create(app, user, id_of(sender.message, at), new).await?),
        Command::Join(number) => Answer::Done(join(app, user, numbered(*number).await?).await?),
        Command::Vacation(request) => Answer::Done(vacation(app, sender.person, *request).await?),
        Command::Emails(emails) => {
            let (wishes, told) = wanted(*emails);
            change(app, user, wishes).await?;
            Answer::Done(told.to_owned())
        }
        Command::Name(text) => {
            let person = change(app, user, Wishes { name: Some(text.clone()), ..Wishes::default() }).await?;
            Answer::Done(format!("Your name is {} now.", name(&person.name)))
        }
        Command::Zone(zone) => {
            let person = change(app, user, Wishes { time_zone: Some(zone.clone()), ..Wishes::default() }).await?;
            Answer::Done(format!("Your time zone is {} now. Emails give times in it.", person.time_zone))
        }
        Command::DeleteAccount => {
            leaving::delete_by_mail(app, user).await?;
            Answer::Deleted
        }
    })
}

/// Changes the account of a person.
pub(super) async fn change(app: &App, user: UserId, wishes: Wishes) -> play::Result<Person> {
    account::change(app, &Caller::by_mail(user), &wishes).await
}

/// The id of a match that is created by the command at this place of a message: always the same.
fn id_of(message: IncomingId, at: u8) -> MatchId {
    let mut bytes = message.0.into_bytes();
    // Not a part of the time, nor of the version.
    bytes[9] ^= at + 1;
    MatchId(uuid::Uuid::from_bytes(bytes))
}

fn called(m: &Match) -> play::Result<String> {
    Ok(brief::table(m, "")?.called())
}

/// The match with this number in the lists of a person, if it may be seen.
async fn find(app: &App, user: UserId, number: i32) -> play::Result<Match> {
    let unknown =
        || Refusal::Conflict(format!("You have no match {number}. The numbers are in the answers to list and open."));
    let mut known = match_numbers::find(&mut *app.db.get().await?, user, number).await?;
    if known.is_none() {
        // Who has one match calls it 1 without a look at the list.
        known = own(app, user).await?.into_iter().find(|(one, _)| *one == number).map(|(_, id)| id);
    }
    let (id, mut connection) = (known.ok_or_else(unknown)?, app.db.get().await?);
    match Match::visible(&mut connection, id, Some(user)).await {
        Err(Refusal::NotFound(_)) => Err(unknown()),
        found => found,
    }
}

/// The matches of a person that are not over, and those to which the person is invited.
async fn own(app: &App, user: UserId) -> play::Result<Vec<Numbered>> {
    let work = async |connection: &mut Connection| {
        let rows = lists::standing(connection, user, MAX_LISTED).await?;
        let mut ids: Vec<MatchId> = rows.iter().map(|row| row.id).collect();
        let part = invitations::Part { before: InvitationId::LAST, max: MAX_LISTED };
        let invited = invitations::of_user(connection, user, part).await?;
        for id in invited.into_iter().map(|invitation| invitation.match_id) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        match_numbers::assign(connection, user, &ids).await
    };
    Ok(db::transaction(&mut *app.db.get().await?, work).await?)
}

/// The matches that anyone can join, without those of the person.
async fn open(app: &App, user: UserId) -> play::Result<Vec<Numbered>> {
    let layout = app.db.layout();
    let work = async |connection: &mut Connection| {
        let part = lists::Part { game: None, rated: None, before: MatchId::LAST, max: MAX_LISTED };
        let rows = lists::public(connection, layout, Phase::Open, Some(user), &part, MAX_OF_ONE).await?;
        let offered = lists::offered(connection, Some(user), &part).await?;
        let free = rows.iter().chain(&offered).filter(|row| row.seat.is_none());
        let ids: Vec<MatchId> = free.map(|row| row.id).collect();
        match_numbers::assign(connection, user, &ids).await
    };
    Ok(db::transaction(&mut *app.db.get().await?, work).await?)
}

async fn join(app: &App, user: UserId, m: Match) -> play::Result<String> {
    let joined = open_matches::join(app, m.id(), user).await?;
    let called = called(&joined)?;
    Ok(match (joined.phase(), usize::from(joined.seats()).saturating_sub(joined.players().len())) {
        (Phase::Running | Phase::Over | Phase::Cancelled, _) => format!("You play in {called}, which has started."),
        (Phase::Open, 1) => format!("You have a seat in {called}. It starts when one more player joins."),
        (Phase::Open, free) => format!("You have a seat in {called}. It starts when {free} more players join."),
    })
}

async fn vacation(app: &App, person: &Person, request: ClockRequest) -> play::Result<String> {
    match request {
        ClockRequest::Vacation(first, last) => clock_requests::book(app, person, first, last).await,
        ClockRequest::VacationEnd(first) => clock_requests::end(app, person, first).await,
        ClockRequest::Proposal(..) => {
            let why = "Reply to an email of the match for which you propose it.";
            Err(Refusal::Conflict(why.to_owned()))
        }
        ClockRequest::Unclear(example) => Err(Refusal::Conflict(format!("For example, write: {example}"))),
    }
}

/// The changes of an account by which it gets these emails, and the sentence about them.
fn wanted(emails: Emails) -> (Wishes, &'static str) {
    let mail = |mail| Wishes { mail, ..Wishes::default() };
    match emails {
        Emails::On => (
            mail([Some(true), Some(true), Some(true), Some(false)]),
            "You get an email for each turn, match and invitation.",
        ),
        Emails::Off => (
            mail([Some(false); 4]),
            "You get no more emails about turns, matches and invitations. Your matches and their clocks go on. To undo this, \
             write: emails on",
        ),
        Emails::Digest => (
            mail([Some(false), None, None, Some(true)]),
            "You get one list of your turns each morning in place of an email for each turn. To undo this, write: emails on",
        ),
        Emails::Length(length) => (
            Wishes { email_length: Some(length), ..Wishes::default() },
            match length {
                EmailLength::Auto => "Emails about your turns are short after your third move in a match.",
                EmailLength::Full => "Emails about your turns are never shortened.",
                EmailLength::Short => "Emails about your turns are short. Reply help to one to get what it leaves out.",
            },
        ),
    }
}
