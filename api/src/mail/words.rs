//! What the letters say. The first sentence says what to do: it is what a phone shows before the letter is opened.

use chrono::{DateTime, TimeDelta, Utc};
use engine::{Page, Seats};

use super::clean::{line, name};
use super::compose::Envelope;
use super::letter::{Board, ConfirmAddress, Deadline, Invitation, Lapse, Letter, SignIn, Story, Table, ToMove};
use super::sheet::Block;
use super::standing;

/// So many beginnings of a move are listed; a large board has more than anybody reads.
const BEGINNINGS: usize = 40;

/// The subject without its `Re:`. It is the same for every letter of a match.
///
/// The sign-in code is not in it: subjects, unlike bodies, are written to the logs of every server on the way. It is the first
/// thing in the body instead, so that a phone shows it all the same.
pub(super) fn subject(letter: &Letter) -> String {
    let of = |table: &Table| called(&table.game, &table.title);
    match letter {
        Letter::SignIn(_) => "Your Turnpost code is in this letter".to_owned(),
        Letter::ConfirmAddress(ConfirmAddress { at_new: true, .. }) => "Is this your address?".to_owned(),
        Letter::ConfirmAddress(_) => "Your Turnpost account is to move to another address".to_owned(),
        Letter::Invitation(letter) => {
            format!("{} invites you to play {}", name(&letter.from_name), name(&letter.game))
        }
        Letter::MatchStarted(letter) => of(&letter.table),
        Letter::YourTurn(letter) => of(&letter.table),
        Letter::MatchOver(letter) => of(&letter.table),
    }
}

/// The body.
pub(super) fn blocks<'a>(letter: &'a Letter, envelope: &Envelope) -> Vec<Block<'a>> {
    match letter {
        Letter::SignIn(letter) => sign_in(letter),
        Letter::ConfirmAddress(letter) => confirm_address(letter),
        Letter::Invitation(letter) => invitation(letter),
        Letter::MatchStarted(letter) => {
            let table = &letter.table;
            let called = called(&table.game, &table.title);
            let turn = if letter.to_move.is_some() { ", and it is your turn" } else { "" };
            let mut blocks = vec![Block::Lead(format!("{called} has begun{turn}, {}.", name(&table.reader)))];
            open_table(&mut blocks, table, &letter.board, letter.to_move.as_ref(), envelope);
            blocks.extend([Block::Heading("Who plays"), Block::List(standing::players(table, &letter.board.page))]);
            if !letter.settings.is_empty() {
                blocks.push(Block::Heading("What is played"));
                blocks.push(Block::List(letter.settings.iter().map(|words| line(words)).collect()));
            }
            board(&mut blocks, None, &letter.board);
            how_to_move(&mut blocks, letter.to_move.as_ref(), envelope);
            blocks
        }
        Letter::YourTurn(letter) => {
            let (table, turn) = (&letter.table, letter.board.page.turn);
            let called = called(&table.game, &table.title);
            let words = format!("It is your turn, {}, in {called} (turn {turn}).", name(&table.reader));
            let mut blocks = vec![Block::Lead(words)];
            open_table(&mut blocks, table, &letter.board, Some(&letter.to_move), envelope);
            story(&mut blocks, &letter.story);
            board(&mut blocks, Some(table), &letter.board);
            how_to_move(&mut blocks, Some(&letter.to_move), envelope);
            blocks
        }
        Letter::MatchOver(letter) => {
            let (table, page) = (&letter.table, &letter.board.page);
            let mut blocks = vec![Block::Lead(standing::verdict(table, page))];
            if let Some(outcome) = &page.outcome {
                blocks.push(Block::Words(line(&outcome.reason)));
                blocks.push(Block::List(standing::ranking(table, page, outcome)));
            }
            blocks.push(Block::Button("The whole match", table.link.as_str()));
            story(&mut blocks, &letter.story);
            board(&mut blocks, Some(table), &letter.board);
            blocks
        }
    }
}

/// Why the letter came, and how to have no more of them.
pub(super) fn footer<'a>(letter: &Letter, envelope: &'a Envelope) -> Vec<Block<'a>> {
    let why = match letter {
        Letter::SignIn(_) => "Somebody asked to sign in to Turnpost with this address.",
        Letter::ConfirmAddress(_) => "Somebody asked to move a Turnpost account to another address.",
        Letter::Invitation(_) => "Turnpost carries board games by mail. You get letters of a match only if you accept.",
        Letter::MatchStarted(_) | Letter::YourTurn(_) | Letter::MatchOver(_) => "You play in this match on Turnpost.",
    };
    let mut blocks = vec![Block::Words(why.to_owned())];
    if let (true, Some(link)) = (letter.can_be_stopped(), &envelope.unsubscribe) {
        blocks.push(Block::Link("No more such letters", link.as_str()));
    }
    blocks
}

fn sign_in(letter: &SignIn) -> Vec<Block<'_>> {
    let valid = span(letter.valid_for);
    vec![
        Block::Code("Your Turnpost code:", line(&letter.code)),
        Block::Words(format!("Type it where you asked to sign in. It works once, for {valid}.")),
        Block::Button("Or sign in on this page", letter.link.as_str()),
        Block::Words(
            "Not you? Then somebody has typed your address, most likely by mistake. Do nothing: without this letter nobody gets \
             in. Tell the code to nobody; we never ask for it."
                .to_owned(),
        ),
    ]
}

fn confirm_address(letter: &ConfirmAddress) -> Vec<Block<'_>> {
    let valid = span(letter.valid_for);
    let (lead, not_you) = if letter.at_new {
        (
            "Please confirm that letters from Turnpost may go to this address.".to_owned(),
            "Not you? Then somebody has typed your address, most likely by mistake. Do nothing: nothing more will be sent here.",
        )
    } else {
        // Not tamed like a name: the owner has to see exactly which address it is.
        (
            format!("Please confirm that your Turnpost account moves to {}.", line(&letter.new)),
            "Not you? Do not confirm, and the account stays here. But somebody is signed in as you: end the sessions you do not know \
             (GET and DELETE /v1/me/sessions).",
        )
    };
    vec![
        Block::Lead(lead),
        Block::Button("Confirm", letter.link.as_str()),
        Block::Words(format!(
            "The page works for {valid}. The account moves once both addresses, old and new, have confirmed."
        )),
        Block::Words(not_you.to_owned()),
    ]
}

fn invitation(letter: &Invitation) -> Vec<Block<'_>> {
    let hello = letter.reader.as_ref().map_or_else(String::new, |reader| format!("{}, ", name(reader)));
    let (from, called) = (name(&letter.from_name), called(&letter.game, &letter.title));
    let account = if letter.account { "" } else { " You need no account: accepting makes one for this address." };
    vec![
        Block::Lead(format!("{hello}{from} invites you to a match of {called}.")),
        Block::Words(format!(
            "{} You move when you like; a letter tells you when it is your turn.",
            line(&letter.summary)
        )),
        Block::List(letter.settings.iter().map(|words| line(words)).collect()),
        Block::Button("See the match and accept", letter.link.as_str()),
        Block::Words(format!("No answer is needed if you do not want to play.{account}")),
    ]
}

/// `Magma: spring cup`, or the game alone for a match that has no name of its own.
pub(super) fn called(game: &str, title: &str) -> String {
    if game == title { name(game) } else { format!("{}: {}", name(game), name(title)) }
}

/// Until when, whom the match waits for, and the way there.
fn open_table<'a>(
    blocks: &mut Vec<Block<'a>>,
    table: &'a Table,
    board: &Board,
    to_move: Option<&'a ToMove>,
    envelope: &Envelope,
) {
    if let Some(deadline) = to_move.and_then(|to_move| to_move.deadline) {
        blocks.push(Block::Words(until(deadline, envelope.date)));
    }
    let waiting = waiting(table, &board.page);
    if !waiting.is_empty() {
        blocks.push(Block::Words(waiting));
    }
    blocks.push(match to_move {
        Some(to_move) => Block::Button("Move here", to_move.link.as_str()),
        None => Block::Button("Look on here", table.link.as_str()),
    });
}

fn until(Deadline { at, zone, lapse }: Deadline, now: DateTime<Utc>) -> String {
    let local = at.with_timezone(&zone).format("%A %-d %B %Y, %H:%M");
    let left = if at > now { format!(", in {}", span(at - now)) } else { String::new() };
    let then = match lapse {
        Lapse::TurnPasses => "your turn passes",
        Lapse::PlayerIsOut => "you are out of the match",
    };
    format!("Move by {local} ({zone}){left}. After that {then}.")
}

fn waiting(table: &Table, page: &Page) -> String {
    let mut names = standing::names(table);
    let others = Seats::from_iter(page.waiting.seats.iter().filter(|seat| Some(*seat) != page.you));
    if let Some(you) = page.you.filter(|you| page.waiting.seats.contains(*you)) {
        if let Some(name) = names.0.get_mut(you.index()) {
            "you".clone_into(name);
        }
        if others.is_empty() && !page.waiting.undisclosed {
            return "The match waits for you alone.".to_owned();
        }
    } else if others.is_empty() {
        return if page.waiting.undisclosed { "The match waits for responses.".to_owned() } else { String::new() };
    }
    let perhaps = if page.waiting.undisclosed { ", and perhaps for others" } else { "" };
    format!("The match waits for {}{perhaps}.", names.list(page.waiting.seats))
}

fn story(blocks: &mut Vec<Block<'_>>, story: &Story) {
    if !story.sentences.is_empty() {
        blocks.push(Block::Heading(if story.since_own { "Since your last move" } else { "What has happened" }));
        let earlier = (story.earlier > 0).then(|| format!("... and {} earlier", story.earlier));
        blocks.push(Block::List(story.sentences.iter().map(|sentence| line(sentence)).chain(earlier).collect()));
    }
}

fn board<'a>(blocks: &mut Vec<Block<'a>>, table: Option<&Table>, board: &'a Board) {
    blocks.push(Block::Heading("The board"));
    blocks.push(Block::Board(board));
    blocks.extend(table.map(|table| Block::Words(standing::who_is_who(table, &board.page))));
    if !board.page.ends.is_empty() && board.page.outcome.is_none() {
        blocks.push(Block::Heading("How it may end"));
        blocks.push(Block::List(board.page.ends.iter().map(|end| line(&end.words)).collect()));
    }
}

fn how_to_move<'a>(blocks: &mut Vec<Block<'a>>, to_move: Option<&'a ToMove>, envelope: &Envelope) {
    let Some(to_move) = to_move else { return };
    blocks.push(Block::Heading("How to write a move"));
    blocks.push(Block::Words(match envelope.reply_to {
        Some(_) => "Answer this letter with the move on the first line, or move on the page above.".to_owned(),
        None => "Write it on the page above. Answers to this letter are not read.".to_owned(),
    }));
    let beginnings: Vec<&str> = to_move.choices.iter().map(|choice| choice.text.as_str()).take(BEGINNINGS).collect();
    if !beginnings.is_empty() {
        let more = match to_move.choices.len().saturating_sub(BEGINNINGS) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        blocks.push(Block::Words(format!("Now it may begin with: {}{more}", beginnings.join(", "))));
    }
    if !to_move.notation.is_empty() {
        blocks.push(Block::Table(&to_move.notation));
    }
}

/// A span of time: to the nearest minute, so that the second that a letter takes to be sent costs none, and then rounded down.
fn span(length: TimeDelta) -> String {
    let minutes = (length + TimeDelta::seconds(30)).num_minutes();
    match (minutes, minutes / 60 % 24) {
        (..1, _) => "less than a minute".to_owned(),
        (1, _) => "a minute".to_owned(),
        (2..120, _) => format!("{minutes} minutes"),
        (120..2880, _) => format!("{} hours", minutes / 60),
        (2880..10_080, hours @ 2..) => format!("{} days and {hours} hours", minutes / 1440),
        _ => format!("{} days", minutes / 1440),
    }
}
