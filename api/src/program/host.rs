//! The commands of the host about people and matches. They can be used while servers run, which hear of each act at once.

use std::error::Error;

use chrono::{DateTime, Utc};
use clap::Subcommand;

use super::say::say;
use super::tournaments::{self, Tournaments};
use crate::app::App;
use crate::boot::{self, Database};
use crate::brief::clean::{line, visible};
use crate::config::Config;
use crate::db;
use crate::db::host::{self as rows, AuditRow, MatchLine, PersonRow};
use crate::db::reports::ReportRow;
use crate::ids::{MatchId, ReportId};
use crate::play::game::alive;
use crate::play::people::host::{self, Reason};
use crate::play::telling::relay;
use crate::play::{self, Refusal};

/// The maximum number of lines of a list.
const MAX: i64 = 200;

/// A command of the host.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// List, block or unblock people with an account. You can run this while a server runs.
    People {
        #[command(subcommand)]
        what: People,
    },
    /// List, hide, show or end matches. You can run this while a server runs.
    Matches {
        #[command(subcommand)]
        what: Matches,
    },
    /// List, feature or end tournaments. You can run this while a server runs.
    Tournaments {
        #[command(subcommand)]
        what: Tournaments,
    },
    /// List the latest 200 reports to the host, or mark a report as done.
    #[command(args_conflicts_with_subcommands = true)]
    Reports {
        /// Include reports that are done.
        #[arg(long)]
        all: bool,
        #[command(subcommand)]
        what: Option<Reports>,
    },
    /// Accept the clock of the machine after it has jumped. You can run this while a server runs.
    Clock {
        #[command(subcommand)]
        what: Clock,
    },
    /// List the latest 200 reports and actions of the host, with their reasons.
    Audit,
}

/// Actions on the clock.
#[derive(Subcommand)]
pub(crate) enum Clock {
    /// Confirm that the clock is correct. Match clocks, which have been paused since it jumped by more than ten minutes, continue without
    /// losing the time of the jump.
    Accept,
}

/// Actions on people.
#[derive(Subcommand)]
pub(crate) enum People {
    /// List the newest 200 people with an account.
    List {
        /// A part of the handle, name or email address; * matches any characters.
        pattern: Option<String>,
    },
    /// Block an account: its sessions and tokens end immediately, and it receives no more emails. Its matches and their clocks continue.
    Block {
        /// The handle.
        handle: String,
        /// The reason, for the audit log. Only the host sees it.
        #[arg(long)]
        reason: String,
    },
    /// Unblock an account, so that its owner can sign in again.
    Unblock {
        /// The handle.
        handle: String,
        /// The reason, for the audit log. Only the host sees it.
        #[arg(long)]
        reason: String,
    },
}

/// Actions on matches.
#[derive(Subcommand)]
pub(crate) enum Matches {
    /// List the newest 200 matches.
    List {
        /// A part of the name, the game, or the handle of the creator or a player; * matches any characters.
        pattern: Option<String>,
    },
    /// Hide a match from everyone but its players, its creator and invited people.
    Hide {
        /// The id.
        #[arg(value_parser = match_id)]
        id: MatchId,
        /// The reason, for the audit log. Only the host sees it.
        #[arg(long)]
        reason: String,
    },
    /// Show a hidden match as before.
    Show {
        /// The id.
        #[arg(value_parser = match_id)]
        id: MatchId,
        /// The reason, for the audit log. Only the host sees it.
        #[arg(long)]
        reason: String,
    },
    /// End a match: a running match ends as a draw, one that has not started is cancelled.
    End {
        /// The id.
        #[arg(value_parser = match_id)]
        id: MatchId,
        /// The reason, for the audit log and for the readers of the match.
        #[arg(long)]
        reason: String,
    },
}

/// Actions on reports.
#[derive(Subcommand)]
pub(crate) enum Reports {
    /// Mark a report as done, which removes it from the list. The reporter is not notified.
    Done {
        /// The id.
        #[arg(value_parser = report_id)]
        id: ReportId,
        /// The reason, for the audit log. Only the host sees it.
        #[arg(long)]
        reason: String,
    },
}

/// Reads the id of a match. The error says what is right.
fn match_id(text: &str) -> Result<MatchId, String> {
    text.parse().map_err(|_| format!("expected the id of a match, {AS_LISTED} by `turnpost matches list`"))
}

/// Reads the id of a report. The error says what is right.
fn report_id(text: &str) -> Result<ReportId, String> {
    text.parse().map_err(|_| format!("expected the id of a report, {AS_LISTED} by `turnpost reports`"))
}

/// The form of an id.
const AS_LISTED: &str = "such as 0198c0de-7a11-7000-8000-00c0ffee0001, as listed";

/// A refusal in words for the host, from whom nothing is hidden.
fn in_words(why: &Refusal) -> String {
    if let Refusal::NotFound(what) = why {
        return format!(
            "There is no such {what}. `turnpost people list`, `matches list` and `reports --all` list what there is."
        );
    }
    why.to_string()
}

/// Does the work on the database of the server, and tells the servers that run of it.
pub(super) async fn beside<T>(
    config: &Config,
    work: impl AsyncFnOnce(&App) -> play::Result<T>,
) -> Result<T, Box<dyn Error>> {
    let database = Database::with_data(config).await?;
    let app = boot::parts_beside_servers(config.clone(), &database.access)?;
    let done = work(&app).await;
    // Also after a refusal: a clock may have been settled before it.
    let told = relay::send(&app).await;
    drop(app);
    database.close().await?;
    let done = done.map_err(|why| in_words(&why))?;
    told.map_err(|why| format!("done, but the running servers could not be notified: {why}"))?;
    Ok(done)
}

pub(crate) async fn run(config: &Config, command: Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::People { what } => people(config, what).await,
        Command::Matches { what } => matches(config, what).await,
        Command::Tournaments { what } => tournaments::run(config, what).await,
        Command::Reports { all, what } => reports(config, all, what).await,
        Command::Clock { what: Clock::Accept } => {
            beside(config, async |app: &App| alive::accept(app).await).await?;
            say!(
                "Servers whose clock has jumped accept it within a few seconds. Their /healthz shows whether they \
                 still wait."
            );
            Ok(())
        }
        Command::Audit => audit(config).await,
    }
}

async fn people(config: &Config, what: People) -> Result<(), Box<dyn Error>> {
    match what {
        People::List { pattern } => {
            let like = pattern.as_deref().map(like);
            let list = async |app: &App| Ok(rows::people(&mut *app.db.get().await?, like.as_deref(), MAX).await?);
            let found = beside(config, list).await?;
            found.iter().for_each(print_person);
            print_count(found.len(), ("person", "people"));
        }
        People::Block { handle, reason } => {
            let block = async |app: &App| host::block(app, &handle, &Reason::read(&reason)?).await;
            let person = beside(config, block).await?;
            say!("@{} is blocked. Sessions and tokens have ended.", person.handle);
        }
        People::Unblock { handle, reason } => {
            let unblock = async |app: &App| host::unblock(app, &handle, &Reason::read(&reason)?).await;
            let person = beside(config, unblock).await?;
            say!("@{} is no longer blocked and can sign in again.", person.handle);
        }
    }
    Ok(())
}

async fn matches(config: &Config, what: Matches) -> Result<(), Box<dyn Error>> {
    match what {
        Matches::List { pattern } => {
            let like = pattern.as_deref().map(like);
            let list = async |app: &App| Ok(rows::matches(&mut *app.db.get().await?, like.as_deref(), MAX).await?);
            let found = beside(config, list).await?;
            found.iter().for_each(print_match);
            print_count(found.len(), ("match", "matches"));
        }
        Matches::Hide { id, reason } => {
            let m = beside(config, async |app: &App| host::hide(app, id, &Reason::read(&reason)?).await).await?;
            say!("{} is hidden. Only its players, its creator and invited people can see it.", line(m.name()));
        }
        Matches::Show { id, reason } => {
            let m = beside(config, async |app: &App| host::show(app, id, &Reason::read(&reason)?).await).await?;
            say!("{} is {} again.", line(m.name()), m.visibility().name());
        }
        Matches::End { id, reason } => {
            let m = beside(config, async |app: &App| host::end(app, id, &Reason::read(&reason)?).await).await?;
            say!("{} is {}.", line(m.name()), m.phase().name());
        }
    }
    Ok(())
}

async fn reports(config: &Config, all: bool, what: Option<Reports>) -> Result<(), Box<dyn Error>> {
    if let Some(Reports::Done { id, reason }) = what {
        beside(config, async |app: &App| host::finish_report(app, id, &Reason::read(&reason)?).await).await?;
        say!("The report is done.");
        return Ok(());
    }
    let list = async |app: &App| Ok(db::reports::list(&mut *app.db.get().await?, all, MAX).await?);
    let found = beside(config, list).await?;
    for ReportRow { id, at, match_id, text, reporter_handle, handle, match_name, note, done_at } in &found {
        let about = about(handle.as_deref(), match_id.zip(match_name.as_deref()));
        let done = done_at.map_or_else(String::new, |at| format!(" (done {})", day(at)));
        say!("{id} {}{done} @{reporter_handle} reports {about}: {}", moment(*at), visible(text));
        if let Some(note) = note {
            say!("    the note: {}", visible(note));
        }
    }
    print_count(found.len(), ("report", "reports"));
    Ok(())
}

async fn audit(config: &Config) -> Result<(), Box<dyn Error>> {
    let list = async |app: &App| Ok(rows::audit(&mut *app.db.get().await?, MAX).await?);
    let found = beside(config, list).await?;
    for AuditRow { at, act, reporter, handle, match_id, match_name, tournament_name, text } in &found {
        let about = match tournament_name {
            Some(name) => format!("tournament {}", line(name)),
            None => about(handle.as_deref(), match_id.zip(match_name.as_deref())),
        };
        let what = match (act, reporter) {
            (Some(act), _) => format!("host: {}", act.name()),
            (None, reporter) => format!("@{} reports", reporter.as_deref().unwrap_or("deleted")),
        };
        say!("{} {what} {about}: {}", moment(*at), visible(text));
    }
    print_count(found.len(), ("line", "lines"));
    Ok(())
}

/// A person, a match, or both, in words.
fn about(handle: Option<&str>, of_match: Option<(MatchId, &str)>) -> String {
    let of_match = of_match.map(|(id, name)| format!("match {id} ({})", line(name)));
    let person = handle.map(|handle| format!("@{handle}"));
    person.into_iter().chain(of_match).collect::<Vec<_>>().join(" in ")
}

fn moment(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M").to_string()
}

/// The pattern of LIKE for what a host writes.
fn like(pattern: &str) -> String {
    let escaped: String = pattern
        .chars()
        .filter(|c| *c != '\0')
        .flat_map(|c| match c {
            '*' => vec!['%'],
            '%' | '_' | '\\' => vec!['\\', c],
            c => vec![c],
        })
        .collect();
    let escaped = escaped.trim_start_matches('@');
    format!("%{escaped}%")
}

fn day(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d").to_string()
}

/// Names and titles are text of other people: a terminal must not obey what is in them.
fn print_person(row: &PersonRow) {
    let PersonRow { handle, name, address, created_at, seen_at, blocked_at } = row;
    let seen = seen_at.map_or_else(String::new, |at| format!(", last seen {}", day(at)));
    let blocked = blocked_at.map_or_else(String::new, |at| format!(", blocked since {}", day(at)));
    let address = address.as_deref().unwrap_or_default();
    say!("@{handle:<20} {:<24} {:<32} since {}{seen}{blocked}", line(name), line(address), day(*created_at));
}

fn print_match(row: &MatchLine) {
    let MatchLine { id, game, name, phase, visibility, hidden_from, created_at, creator, players, imported } = row;
    let hidden = hidden_from.map_or("", |_| ", hidden");
    let imported = if *imported { ", imported" } else { "" };
    say!(
        "{id} {} {:<10} {:<10} {}{hidden}{imported}, by @{creator}, players: {}",
        day(*created_at),
        phase.name(),
        game,
        format_args!("{} ({})", line(name), hidden_from.unwrap_or(*visibility).name()),
        if players.is_empty() { "none".to_owned() } else { players.join(", ") }
    );
}

fn print_count(count: usize, (one, many): (&str, &str)) {
    match count {
        1 => say!("1 {one}."),
        count if count as i64 == MAX => say!("The newest {count} {many}. Use a pattern to find others."),
        count => say!("{count} {many}."),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Arguments {
        #[command(subcommand)]
        _command: Command,
    }

    #[test]
    fn an_id_that_cannot_be_read_is_refused_with_what_would_be_right() {
        for (arguments, right) in [
            (
                ["matches", "hide"],
                "expected the id of a match, such as 0198c0de-7a11-7000-8000-00c0ffee0001, as listed by `turnpost matches list`",
            ),
            (["matches", "show"], "`turnpost matches list`"),
            (["matches", "end"], "`turnpost matches list`"),
            (
                ["reports", "done"],
                "expected the id of a report, such as 0198c0de-7a11-7000-8000-00c0ffee0001, as listed by `turnpost reports`",
            ),
        ] {
            let [noun, verb] = arguments;
            let refused = Arguments::try_parse_from(["turnpost", noun, verb, "nope", "--reason", "x"]).err().unwrap();
            let told = refused.to_string();
            assert!(told.contains("'nope'") && told.contains(right), "{told}");
        }
    }

    #[test]
    fn the_host_is_not_told_of_things_that_one_may_not_see() {
        for what in ["player", "match", "report"] {
            let told = in_words(&Refusal::NotFound(what));
            assert!(told.starts_with(&format!("There is no such {what}. ")), "{told}");
        }
        assert_eq!(
            in_words(&Refusal::Conflict("The match is hidden already.".to_owned())),
            "The match is hidden already."
        );
    }
}
