//! State shared by all requests and workers.

use std::sync::Arc;

use tokio_rustls::TlsConnector;

use crate::address::Addresses;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Pool;
use crate::db::alive::Alive;
use crate::db::kept::KeptMatches;
use crate::db::writer::Writer;
use crate::events::Hub;
use crate::limits::Limits;
use crate::mail::Post;
use crate::secrets::Secrets;
use crate::token::Verified;
use crate::work_pool::WorkPool;

/// The server's shared parts. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// The settings.
    pub config: Arc<Config>,
    /// The time of day.
    pub clock: Clock,
    /// The keys that sign tokens and links.
    pub secrets: Arc<Secrets>,
    /// The tokens that were verified lately.
    pub verified: Arc<Verified>,
    /// The database; of a request, the connections of its thread.
    pub db: Pool,
    /// Writes the moves of all threads.
    pub writer: Writer,
    /// The matches that this process has lately moved.
    pub kept: KeptMatches,
    /// When this process last noted that it is alive.
    pub alive: Arc<Alive>,
    /// The hub to which events are published after the commit, so that a due email is sent at once.
    pub hub: Hub,
    /// The mail server; without one, emails are kept.
    pub post: Option<Post>,
    /// The threads on which pictures are drawn and logs are replayed.
    pub work_pool: WorkPool,
    /// The threads on which computer players think.
    pub thinkers: WorkPool,
    /// TLS for calls of webhooks and push services.
    pub call_tls: TlsConnector,
    /// The addresses at which mail is taken; none if replies are not read.
    pub addresses: Option<Addresses>,
    /// The request rate limits.
    pub limits: Arc<Limits>,
}

impl App {
    /// The same with database connections that live on the calling thread's runtime: two threads that wake each other for
    /// every statement take longer than most statements.
    pub fn with_own_connections(&self) -> App {
        let mut own = self.clone();
        match self.db.another(self.config.connections.div_ceil(self.config.threads as u32)) {
            Ok(pool) => own.db = pool,
            Err(why) => {
                tracing::warn!(%why, "cannot open database connections for a thread; it shares those of the others");
            }
        }
        own
    }

    /// The full address of a path of this server.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.config.public_url)
    }
}
