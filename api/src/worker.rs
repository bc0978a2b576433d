//! The worker: settles clocks that have expired, plays conditional moves, owes digests and sends emails that are due. Several servers may
//! run it at once.

mod analyses;
mod presence;
mod tidying;
mod turns;

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use self::turns::Turns;
use crate::app::App;
use crate::db;
use crate::db::words::{Lane, ReceiverKind};
use crate::events::{Ended, Event, Item, Relay};
use crate::inbox::poll;
use crate::inbox::processing::{self, Looked};
use crate::outbox::calls;
use crate::outbox::sending::{self, Sent};
use crate::play::game::{clock, computers, conditional, ratings};
use crate::play::telling::digest;
use crate::play::tournaments::conduct;
use crate::play::{self, caught};
use crate::token::ACCESS_MINUTES;

/// The pause between two looks at the clocks, and at conditional moves: well below the second by which a timer of the rules may be late.
const CLOCKS: Duration = Duration::from_millis(250);
/// The pause between two looks for due emails. An event ends it early.
const EMAILS: Duration = Duration::from_secs(1);
/// The number of messages that are read at once.
const READERS: usize = 2;
/// The number of receivers of each kind, webhooks and browsers, that are called at a time. Each gets one call at a time.
const CALLS: usize = 16;
/// The pause between two looks at all matches with computer players, at least this many times as long as a look takes.
const BETWEEN_LOOKS: u32 = 50;
/// The pause between two looks at who gets a digest.
const DIGESTS: Duration = Duration::from_secs(60);
/// The pause between two bundles of events for other servers.
const BUNDLE: Duration = Duration::from_millis(50);
/// The pause between two removals of old rows and old entries of the limits.
const TIDYING: Duration = Duration::from_secs(600);

/// Runs until `stop`; work in progress is finished first. Each part gives its name at its end.
pub fn start(app: &App, stop: &CancellationToken) -> JoinSet<&'static str> {
    let mut tasks = JoinSet::new();
    tasks.spawn(named("the clock task", clocks(app.clone(), stop.clone())));
    tasks.spawn(named("the computer player task", move_for_computers(app.clone(), stop.clone())));
    tasks.spawn(named("the rating task", rate(app.clone(), stop.clone())));
    tasks.spawn(named("the tournament task", tournaments(app.clone(), stop.clone())));
    tasks.spawn(named("the analysis task", analyses::run(app.clone(), stop.clone())));
    tasks.spawn(named("the conditional move task", conditional_moves(app.clone(), stop.clone())));
    tasks.spawn(named("the digest task", digests(app.clone(), stop.clone())));
    tasks.spawn(named("the cleanup task", tidying::run(app.clone(), stop.clone())));
    for _ in 0..READERS {
        tasks.spawn(named("an inbound email task", messages(app.clone(), stop.clone())));
    }
    // The settings were checked at the start; a file that is gone by now is told in the log.
    match app.config.mailbox() {
        Ok(Some(mailbox)) => {
            tasks.spawn(named("the mailbox poller", poll::run(app.clone(), mailbox, stop.clone())));
        }
        Ok(None) => {}
        Err(why) => tracing::error!(%why, "cannot poll the mailbox"),
    }
    for _ in 0..app.config.sign_in_senders {
        tasks.spawn(named("a sign-in email task", access_emails(app.clone(), stop.clone())));
    }
    for _ in 0..app.config.mail_senders {
        tasks.spawn(named("an email task", emails(app.clone(), stop.clone())));
    }
    tasks.spawn(named("the notification task", owe_calls(app.clone(), stop.clone())));
    tasks.spawn(named("the webhook task", make_calls(app.clone(), ReceiverKind::Hook, stop.clone())));
    tasks.spawn(named("the push message task", make_calls(app.clone(), ReceiverKind::Push, stop.clone())));
    tell_servers(app, stop, &mut tasks);
    tasks
}

/// Tells other servers on the same database of events, and hears theirs, if there are any. Commands of the host are heard in any case. Notes that
/// this server is alive.
pub fn tell_servers(app: &App, stop: &CancellationToken, tasks: &mut JoinSet<&'static str>) {
    if let Some(relay) = &app.hub.relay {
        tasks.spawn(named("the task that notifies other servers", tell(app.clone(), relay.clone(), stop.clone())));
    }
    tasks.spawn(named("the presence task", presence::be_alive(app.clone(), stop.clone())));
    tasks.spawn(named("the task that listens to other servers", hear(app.clone(), stop.clone())));
}

/// Remembers the sessions that ended within the lifetime of an access token: before the start, or while notices of other servers were lost.
pub async fn remember_ended(app: &App) -> Result<(), db::Trouble> {
    let now = app.clock.now();
    let since = now - Duration::from_secs(60 * ACCESS_MINUTES.unsigned_abs());
    for (user, session) in db::sessions::ended_since(&mut *app.db.get().await?, since, now).await? {
        app.hub.end_here(Ended::Session(user, session), now);
    }
    Ok(())
}

/// Sends what has gathered since the last time. While the database is away, items gather.
async fn tell(app: App, relay: Relay, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let sent = async {
            // A connection of its own: commits with NOTIFY wait for one another.
            let mut connection = app.db.another(1)?.get().await?;
            loop {
                relay.ready().await;
                let payloads = relay.payloads();
                if let Err(trouble) = db::relay::send(&mut connection, &payloads).await {
                    relay.push(Item::Resync);
                    return Err::<(), _>(trouble);
                }
                pause(BUNDLE, &stop).await;
            }
        };
        tokio::select! {
            Err(trouble) = sent => tracing::error!(%trouble, "cannot send events to other servers"),
            () = stop.cancelled() => {}
        }
        pause(EMAILS, &stop).await;
    }
}

/// Tells the streams of this server what other servers send. What was sent while the connection was lost is gone.
async fn hear(app: App, stop: CancellationToken) {
    let relay = app.hub.relay.clone().unwrap_or_else(|| Relay::new("alone".to_owned()));
    // Without other servers nothing is lost before the first connection: streams need not load again.
    let mut may_have_lost = app.hub.relay.is_some();
    while !stop.is_cancelled() {
        let heard = async {
            let mut listener = db::relay::Listener::open(&app.db).await?;
            remember_ended(&app).await?;
            if std::mem::replace(&mut may_have_lost, true) {
                app.hub.feeds.resync();
            }
            loop {
                let Some(payload) = listener.next().await? else { continue };
                let items = relay.read(&payload);
                if let Err(refusal) = caught(play::telling::relay::apply(&app, items)).await {
                    tracing::error!(%refusal, "cannot apply events from another server");
                    app.hub.feeds.resync();
                }
            }
        };
        let heard: Result<(), db::Trouble> = tokio::select! {
            heard = heard => heard,
            () = stop.cancelled() => Ok(()),
        };
        if let Err(trouble) = heard {
            tracing::error!(%trouble, "cannot receive events from other servers");
        }
        pause(EMAILS, &stop).await;
    }
}

/// Gives the name of a part at its end.
pub async fn named(name: &'static str, part: impl Future<Output = ()>) -> &'static str {
    part.await;
    name
}

/// Does what is due again and again. Pauses where nothing was, and where it fails.
async fn repeated(
    app: App,
    stop: CancellationToken,
    (idle, failed): (Duration, Duration),
    trouble: &'static str,
    work: impl AsyncFn(&App) -> play::Result<usize>,
) {
    while !stop.is_cancelled() {
        let began = app.clock.now();
        match caught(work(&app)).await {
            Ok(0) => rest(&app, began, idle, &stop).await,
            Ok(_) => {}
            Err(refusal) => {
                tracing::error!(%refusal, "{trouble}");
                pause(failed, &stop).await;
            }
        }
    }
}

async fn clocks(app: App, stop: CancellationToken) {
    repeated(app, stop, (CLOCKS, EMAILS), "cannot settle clocks", clock::settle).await;
}

async fn rate(app: App, stop: CancellationToken) {
    repeated(app, stop, (EMAILS, EMAILS), "cannot rate matches", ratings::catch_up).await;
}

async fn tournaments(app: App, stop: CancellationToken) {
    repeated(app, stop, (EMAILS, EMAILS), "cannot move tournaments on", conduct::run_due).await;
}

async fn conditional_moves(app: App, stop: CancellationToken) {
    repeated(app, stop, (CLOCKS, EMAILS), "cannot play conditional moves", conditional::play).await;
}

async fn digests(app: App, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let owed = caught(digest::owe(&app)).await;
        if let Err(refusal) = &owed {
            tracing::error!(%refusal, "cannot queue digests");
        }
        if !matches!(owed, Ok(1..)) {
            pause(DIGESTS, &stop).await;
        }
    }
}

async fn access_emails(app: App, stop: CancellationToken) {
    let one = async |app: &App| Ok(sending::send_one(app, Lane::Access).await? == Sent::One);
    one_by_one(app, stop, "cannot send sign-in emails", |event| event == Event::AccessEmailOwed, one).await;
}

async fn emails(app: App, stop: CancellationToken) {
    let one = async |app: &App| {
        // The email about the end of a rated match says what it has done to ratings.
        if let Err(refusal) = caught(ratings::catch_up(app)).await {
            tracing::error!(%refusal, "cannot rate matches");
        }
        Ok(sending::send_one(app, Lane::Other).await? == Sent::One)
    };
    let wakes = |event| match event {
        Event::MatchChanged(_) | Event::EmailOwed => true,
        Event::ComputerAwaited(_) | Event::AccessEmailOwed | Event::MessageStored | Event::CallOwed => false,
    };
    one_by_one(app, stop, "cannot send emails", wakes, one).await;
}

/// Moves for computer players that are awaited, several at a time, the matches of each person in turn. An event names the match in which one
/// is. All matches are looked at as well, for moves of other servers and for computer players that take their time. A seat for which a move
/// fails is looked at again after a minute.
async fn move_for_computers(app: App, stop: CancellationToken) {
    let mut events = app.hub.subscribe();
    let (mut begun, mut turns) = (JoinSet::new(), Turns::default());
    let (mut only, mut next_look) = (None, Instant::now());
    while !stop.is_cancelled() {
        let began = Instant::now();
        turns.forgive(began);
        only = only.filter(|_| began < next_look);
        let looked = caught(computers::list_awaited(&app, only)).await;
        if only.is_none() {
            next_look = Instant::now() + EMAILS.max(began.elapsed() * BETWEEN_LOOKS);
        }
        match looked {
            Ok(rows) => rows.into_iter().for_each(|row| turns.add(row)),
            Err(refusal) => tracing::error!(%refusal, "cannot look for computer players"),
        }
        while let Some(row) = turns.next() {
            let app = app.clone();
            begun.spawn(async move { (row, caught(computers::move_for(&app, row)).await) });
        }
        only = tokio::select! {
            Some(Ok((row, result))) = begun.join_next() => match result {
                Ok(()) => {
                    turns.done(row);
                    // It may be awaited again.
                    Some(row.match_id)
                }
                Err(refusal) => {
                    tracing::error!(match_id = %row.match_id, %refusal, "cannot move for a computer player");
                    turns.failed(row, Instant::now());
                    None
                }
            },
            // Missed events bring no look of their own: that at all matches finds what they named.
            Some(id) = events.next(Event::of_computer) => Some(id),
            () = pause(next_look.saturating_duration_since(Instant::now()), &stop) => None,
        };
    }
    begun.shutdown().await;
}

/// Owes calls beside emails, again and again.
async fn owe_calls(app: App, stop: CancellationToken) {
    let mut since = app.clock.now() - calls::FIRST_LOOK;
    while !stop.is_cancelled() {
        let began = app.clock.now();
        match caught(calls::owe(&app, since)).await {
            Ok(next) => since = next,
            Err(refusal) => tracing::error!(%refusal, "cannot queue webhook deliveries and push messages"),
        }
        rest(&app, began, EMAILS, &stop).await;
    }
}

/// Makes all calls of a kind that are due, at most [`CALLS`] at a time, so that one that takes long holds up no others.
async fn make_calls(app: App, kind: ReceiverKind, stop: CancellationToken) {
    let trouble = match kind {
        ReceiverKind::Hook => "cannot call webhooks",
        ReceiverKind::Push => "cannot send push messages",
    };
    let mut events = app.hub.subscribe();
    let mut begun = JoinSet::new();
    while !stop.is_cancelled() {
        let began = app.clock.now();
        if begun.len() < CALLS {
            match caught(calls::next(&app, kind)).await {
                Ok(Some(call)) => {
                    let app = app.clone();
                    begun.spawn(async move { caught(calls::make(&app, &call)).await });
                    continue;
                }
                Ok(None) => {}
                Err(why) => tracing::error!(%why, "{trouble}"),
            }
        }
        tokio::select! {
            // The receiver may have more that is due.
            Some(done) = begun.join_next() => {
                if let Ok(Err(why)) = done {
                    tracing::error!(%why, "{trouble}");
                }
            }
            () = events.any(|event| event == Event::CallOwed) => {}
            () = rest(&app, began, EMAILS, &stop) => {}
        }
    }
    while begun.join_next().await.is_some() {}
}

async fn messages(app: App, stop: CancellationToken) {
    let one = async |app: &App| Ok(processing::process_one(app).await? == Looked::One);
    one_by_one(app, stop, "cannot process inbound emails", |event| event == Event::MessageStored, one).await;
}

/// Deals with one thing after another as long as there is one, and looks again after a pause or an event that wakes it.
async fn one_by_one(
    app: App,
    stop: CancellationToken,
    trouble: &'static str,
    wakes: fn(Event) -> bool,
    one: impl AsyncFn(&App) -> play::Result<bool>,
) {
    // Subscribed before the first look, so that no event in between is missed.
    let mut events = app.hub.subscribe();
    while !stop.is_cancelled() {
        let began = app.clock.now();
        match caught(one(&app)).await {
            Ok(true) => continue,
            Ok(false) => {}
            Err(why) => tracing::error!(%why, "{trouble}"),
        }
        tokio::select! {
            () = events.any(wakes) => {}
            () = rest(&app, began, EMAILS, &stop) => {}
        }
    }
}

/// Forgets senders without recent requests, in every process that handles requests: each process has limits of its own.
pub async fn forget_askers(app: App, stop: CancellationToken) {
    while !stop.is_cancelled() {
        app.limits.forget();
        app.limits.failed_imports.forget(app.clock.now());
        app.hub.ended.forget(app.clock.now());
        pause(TIDYING, &stop).await;
    }
}

/// The pause after a look that began at this time. A test that moves its clock on ends it.
async fn rest(app: &App, began: DateTime<Utc>, time: Duration, stop: &CancellationToken) {
    tokio::select! {
        () = app.clock.moved_from(began) => {}
        () = pause(time, stop) => {}
    }
}

async fn pause(time: Duration, stop: &CancellationToken) {
    tokio::select! {
        () = tokio::time::sleep(time) => {}
        () = stop.cancelled() => {}
    }
}
