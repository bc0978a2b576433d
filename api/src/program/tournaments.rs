//! The commands of the host about tournaments.

use std::error::Error;

use clap::Subcommand;

use super::host::beside;
use super::say::say;
use crate::app::App;
use crate::brief::clean::line;
use crate::config::Config;
use crate::db::tournaments;
use crate::ids::TournamentId;
use crate::play::TournamentPhase;
use crate::play::people::host::Reason;
use crate::play::tournaments::hosted;

/// The maximum number of lines for each phase.
const MAX: i64 = 200;

/// Actions on tournaments.
#[derive(Subcommand)]
pub(crate) enum Tournaments {
    /// List the tournaments that are not over, each with its number.
    List,
    /// Show a tournament before others.
    Feature {
        /// The number, as listed.
        number: i32,
        /// Stop showing it before others.
        #[arg(long)]
        off: bool,
        /// The reason, for the audit log. Only the host sees it.
        #[arg(long)]
        reason: String,
    },
    /// End a tournament: it is called off before its start. Matches that run go on, but do not count for it.
    End {
        /// The number, as listed.
        number: i32,
        /// The reason, for the audit log. Only the host sees it.
        #[arg(long)]
        reason: String,
    },
}

/// Carries out a command.
pub(super) async fn run(config: &Config, what: Tournaments) -> Result<(), Box<dyn Error>> {
    match what {
        Tournaments::List => {
            let list = async |app: &App| {
                let mut connection = app.db.get().await?;
                let mut found = Vec::new();
                for phase in [TournamentPhase::Entry, TournamentPhase::Running] {
                    found.extend(tournaments::list(&mut connection, phase, None, TournamentId::LAST, MAX).await?);
                }
                Ok(found)
            };
            let found = beside(config, list).await?;
            for row in &found {
                let featured = if row.featured { ", featured" } else { "" };
                let (phase, players) = (row.phase.name(), row.entry_count);
                say!(
                    "{:>5} {phase:<8} {:<10} {} by @{}, players: {players}{featured}",
                    row.number,
                    row.game,
                    line(&row.name),
                    row.creator_handle
                );
            }
            say!("{} in all", found.len());
        }
        Tournaments::Feature { number, off, reason } => {
            let feature = async |app: &App| hosted::feature(app, number, !off, &Reason::read(&reason)?).await;
            let tournament = beside(config, feature).await?;
            let shown = if off { "no longer shown" } else { "shown" };
            say!("{} is {shown} before others.", line(&tournament.row.name));
        }
        Tournaments::End { number, reason } => {
            let end = async |app: &App| hosted::end(app, number, &Reason::read(&reason)?).await;
            let tournament = beside(config, end).await?;
            say!("{} is {}.", line(&tournament.row.name), tournament.row.phase.name());
        }
    }
    Ok(())
}
