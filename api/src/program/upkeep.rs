//! What a host does now and then with what is stored.

use clap::Subcommand;

use super::log;
use super::say::say;
use crate::boot::{self, Database};
use crate::clock::Clock;
use crate::config::Config;
use crate::play::game::ratings::{self, Recomputed};

#[derive(Subcommand)]
pub(super) enum Emails {
    /// Retry all emails that were given up.
    Retry,
}

#[derive(Subcommand)]
pub(super) enum Ratings {
    /// Compute all ratings again from the matches, in the order in which they were rated. Correct those that differ, and print their number.
    Recompute,
}

pub(super) async fn retry_emails(config: &Config) -> Result<(), Box<dyn std::error::Error>> {
    log::start(config);
    let database = Database::with_data(config).await?;
    let app = boot::parts(config.clone(), Clock::system(), &database.access)?;
    let again = crate::db::emails::retry(&mut *app.db.get().await?, app.clock.now()).await?;
    drop(app);
    database.close().await?;
    say!("{again} emails are due again; a running server sends them.");
    Ok(())
}

pub(super) async fn recompute_ratings(config: &Config) -> Result<(), Box<dyn std::error::Error>> {
    log::start(config);
    let database = Database::with_data(config).await?;
    let app = boot::parts(config.clone(), Clock::system(), &database.access)?;
    let Recomputed { matches, differences } = ratings::recompute(&app).await.map_err(|why| why.to_string())?;
    drop(app);
    database.close().await?;
    say!("Ratings recomputed from {matches} matches: {differences} differences.");
    Ok(())
}
