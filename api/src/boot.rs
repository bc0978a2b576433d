//! Start and stop of a server: its database, its shared parts, its tasks.

mod database;
mod restarts;
pub mod secrets_file;

use std::net::SocketAddr;
use std::sync::Arc;

use actix_web::dev::{Server, ServerHandle};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::kept::KeptMatches;
use crate::db::writer::Writer;
use crate::db::{self, Access, Pool};
use crate::events::Hub;
use crate::inbox::listen::Listener;
use crate::inbox::socketmap::Socketmap;
use crate::limits::{Limits, Numbers};
use crate::mail::{BadSetting, Post};
use crate::play::game::alive;
use crate::secrets::{hex, random_bytes};
use crate::work_pool::{self, WorkPool};
use crate::{failpoint, inbox, metrics, server, worker};
pub use database::Database;

/// The reason why the server does not start or has stopped, for the person who runs it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoStart(String);

fn no_start(why: impl std::fmt::Display) -> NoStart {
    NoStart(why.to_string())
}

/// Asks the kernel for pages of 4 KiB. The allocator takes pages of 2 MiB where it may, and then a third of the memory of idle connections
/// is room that was never written. Large pages stay large, so this has to come before anything else. A kernel that refuses costs memory
/// only.
pub fn use_small_pages() {
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

/// The shared parts of a server on this database, with its schema up to date.
pub async fn app(config: Config, clock: Clock, access: &Access) -> Result<App, NoStart> {
    db::migrate(access).await.map_err(no_start)?;
    if let Some(restore) = db::dump::broken_off(&access.admin).await.map_err(no_start)? {
        let file = restore.file;
        tracing::warn!(
            %file,
            began_at = %restore.began_at,
            "an interrupted restore left no people and matches of the backup here; restore into another data folder or database"
        );
    }
    secrets_file::make(&config).map_err(no_start)?;
    let app = parts(config, clock, access)?;
    alive::begin(&app).await.map_err(no_start)?;
    worker::remember_ended(&app).await.map_err(no_start)?;
    Ok(app)
}

/// The same for a command that decides something: servers that run hear of it once [`crate::play::telling::relay::send`] is called.
pub fn parts_beside_servers(config: Config, access: &Access) -> Result<App, NoStart> {
    let app = parts(config, Clock::system(), access)?;
    Ok(App { hub: Hub::among_servers(hex(&random_bytes::<8>())), ..app })
}

/// The shared parts of a server on this database. The schema may be an old one, and the secrets have to be there.
pub fn parts(config: Config, clock: Clock, access: &Access) -> Result<App, NoStart> {
    let roots = config.smtp_roots().map_err(no_start)?;
    let signer = config.signer().map_err(no_start)?;
    let post = config.smtp_url.as_ref().map(|url| {
        let post = Post::from_url(url.reveal(), roots.as_deref())?;
        Ok::<Post, BadSetting>(match signer {
            Some(signer) => post.signed_by(signer),
            None => post,
        })
    });
    // For every sender, the clocks, the tidying and webhooks; for every reader of messages, one that holds the message and one to move.
    let db = Pool::new(&access.server, config.mail_senders + config.sign_in_senders + 8).map_err(no_start)?;
    Ok(App {
        secrets: Arc::new(secrets_file::secrets(&config).map_err(no_start)?),
        verified: Arc::default(),
        writer: Writer::new(&db).map_err(no_start)?,
        db,
        kept: KeptMatches::default(),
        alive: Arc::default(),
        hub: if config.servers > 1 { Hub::among_servers(hex(&random_bytes::<8>())) } else { Hub::default() },
        post: post.transpose().map_err(|why| no_start(format!("smtp_url: {why}")))?,
        work_pool: WorkPool::new(work_pool::FOR_A_REQUEST * config.requests_per_minute.div_ceil(config.servers)),
        thinkers: WorkPool::thinkers(),
        call_tls: config.call_tls().map_err(no_start)?,
        addresses: config.addresses(),
        limits: Arc::new(Limits::new(Numbers {
            requests_per_minute: config.requests_per_minute.div_ceil(config.servers),
            sign_ins_per_hour: config.sign_ins_per_hour,
            guests_per_hour: config.guests_per_hour.div_ceil(config.servers),
            codes_per_hour: config.codes_per_hour.div_ceil(config.servers),
            matches_per_hour: config.matches_per_hour.div_ceil(config.servers),
            replies_per_email: config.replies_per_email,
            replies_per_person: config.replies_per_person,
            replies_per_hour: config.replies_per_hour,
        })),
        config: Arc::new(config),
        clock,
    })
}

/// A server that handles requests.
pub struct Running {
    /// The shared parts.
    pub app: App,
    /// The address that the server listens at.
    pub address: SocketAddr,
    /// The address at which it takes mail by LMTP, if it does.
    pub lmtp: Option<SocketAddr>,
    /// The address at which it answers whether recipients exist, if it does.
    pub socketmap: Option<SocketAddr>,
    /// The address at which it takes mail by SMTP, if it does.
    pub smtp: Option<SocketAddr>,
    /// The address at which it answers hosts, if it does.
    pub operator: Option<SocketAddr>,
    handles: Vec<ServerHandle>,
    parts: JoinSet<&'static str>,
    stop: CancellationToken,
}

impl Running {
    /// Starts handling requests, and settling clocks and sending emails if `with_worker`.
    pub fn start(app: App, with_worker: bool) -> Result<Running, NoStart> {
        metrics::install();
        if let Some(point) = &app.config.failpoint {
            failpoint::arm(point).map_err(no_start)?;
        }
        let stop = CancellationToken::new();
        let (server, address) =
            server::start(&app).map_err(|why| no_start(format!("cannot listen at {}: {why}", app.config.listen)))?;
        let hosts = server::start_for_hosts(&app).map_err(|why| no_start(format!("operator_address: {why}")))?;
        let mut handles = vec![server.handle()];
        let mut parts = if with_worker { worker::start(&app, &stop) } else { JoinSet::new() };
        if !with_worker {
            worker::tell_servers(&app, &stop, &mut parts);
        }
        parts.spawn(worker::named("the rate limit cleanup task", worker::forget_askers(app.clone(), stop.clone())));
        let lmtp = inbox::listen::lmtp(&app).map_err(|why| no_start(format!("lmtp_listen: {why}")))?;
        let smtp = inbox::listen::smtp(&app).map_err(|why| no_start(format!("smtp_listen: {why}")))?;
        let socketmap = Socketmap::open(&app).map_err(|why| no_start(format!("socketmap_listen: {why}")))?;
        let socketmap = socketmap.and_then(|socketmap| {
            let address = socketmap.address();
            parts.spawn(worker::named("the socketmap server", socketmap.serve(app.clone(), stop.clone())));
            address
        });
        let mut listen = |name, listener: Option<Listener>| {
            let listener = listener?;
            let address = listener.address();
            parts.spawn(worker::named(name, listener.serve(app.clone(), stop.clone())));
            address
        };
        let (lmtp, smtp) = (listen("the LMTP server", lmtp), listen("the SMTP server", smtp));
        let operator = hosts.map(|(server, address)| {
            handles.push(server.handle());
            parts.spawn(serve("the HTTP server for hosts", server));
            address
        });
        parts.spawn(serve("the HTTP server", server));
        Ok(Running { app, address, lmtp, socketmap, smtp, operator, handles, parts, stop })
    }

    /// Waits until a part of the server ends by itself. The process must end then: without requests or emails it would only
    /// seem to run.
    pub async fn ended(&mut self) -> NoStart {
        part_ended(&mut self.parts).await
    }

    /// Stops without waiting for anything.
    pub fn abort(&self) {
        self.stop.cancel();
        self.app.hub.feeds.close();
        // The command is on its way when `stop` returns; only its end would have to be awaited.
        self.handles.iter().for_each(|handle| drop(handle.stop(false)));
    }

    /// Finishes the requests and emails in hand, then stops.
    pub async fn stop(mut self) {
        self.stop.cancel();
        // They would hold up the end until the longest time for requests is over.
        self.app.hub.feeds.close();
        for handle in &self.handles {
            handle.stop(true).await;
        }
        while self.parts.join_next().await.is_some() {}
        alive::end(&self.app).await;
    }
}

/// Runs a server until it ends; returns its name.
async fn serve(name: &'static str, server: Server) -> &'static str {
    if let Err(why) = server.await {
        tracing::error!(%why, "{name} exited unexpectedly");
    }
    name
}

/// Waits for the first of the parts to end, and names it.
pub async fn part_ended(parts: &mut JoinSet<&'static str>) -> NoStart {
    match parts.join_next().await {
        Some(Ok(part)) => no_start(format!("{part} exited unexpectedly; see the log")),
        Some(Err(why)) => no_start(format!("a task exited unexpectedly: {why}")),
        None => no_start("all tasks have exited"),
    }
}
