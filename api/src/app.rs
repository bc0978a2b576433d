//! What every request and every worker shares.

use std::sync::Arc;

use tokio::sync::Notify;

use crate::clock::Clock;
use crate::config::Config;
use crate::db::Pool;
use crate::limits::Limits;
use crate::mail::Post;
use crate::secrets::Secrets;

/// The server's shared parts. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// The settings.
    pub config: Arc<Config>,
    /// The time of day.
    pub clock: Clock,
    /// What signs tokens and links.
    pub secrets: Arc<Secrets>,
    /// The database.
    pub db: Pool,
    /// Rung when letters may be due, so that the senders need not wait for their next look.
    pub letters: Arc<Notify>,
    /// The mail server; without one, letters are kept.
    pub post: Option<Post>,
    /// Who has asked how often.
    pub limits: Arc<Limits>,
}

impl App {
    /// The full address of a path of this server.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.config.public_url)
    }
}
