//! What has to be true after a soak.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use super::players::{Done, Move};
use super::world::{Kills, World};

/// Emails of which none goes out in this time go out no more.
const PATIENCE: Duration = Duration::from_secs(60);
/// So many examples of each fault are told.
const TOLD: usize = 5;

/// Compares what the players and the mail server noted with the database, and prints the table. Returns false if anything is wrong.
pub(super) async fn judge(world: &World, done: &Done, kills: &Kills, time: Duration) -> bool {
    let began = Instant::now();
    let waiting = drain(world).await;
    let drained = began.elapsed();
    let logged = logged(world).await;
    let emails = Emails::read(world).await;
    let (is_clean, replay) = world.replay().await;
    let count = |found: &Move| logged.get(found).copied().unwrap_or(0);
    let noted: HashSet<&Move> = done.accepted.iter().collect();
    let lost: Vec<_> = noted.iter().filter(|found| count(found) == 0).collect();
    // In the game that is played, a seat has one move a turn.
    let mut turns: HashMap<_, usize> = HashMap::new();
    logged.iter().for_each(|((id, turn, seat, _), count)| *turns.entry((id, turn, seat)).or_insert(0) += count);
    let doubled: Vec<_> = turns.iter().filter(|(_, count)| **count > 1).collect();
    let unsent: Vec<_> = logged.keys().filter(|found| !noted.contains(found) && !done.open.contains(found)).collect();
    let row = |name: &str, figure: &dyn std::fmt::Display| println!("{name:<38} {figure:>10}");
    row("moves accepted", &done.accepted.len());
    row("moves accepted a second", &format!("{:.1}", done.accepted.len() as f64 / time.as_secs_f64()));
    row("moves that came too late", &done.late);
    row("moves logged, their answer unread", &logged.keys().filter(|found| done.open.contains(found)).count());
    row("matches made", &done.matches);
    row("lapses", &emails.lapses);
    row("requests sent again", &done.retries);
    row("kills of the server", &kills.server);
    row("kills of Postgres", &kills.postgres);
    row("longest way back, ms", &kills.longest.as_millis());
    row("emails taken", &emails.taken);
    row("emails taken twice", &emails.repeated);
    row("emails refused for now", &world.mailbox.refused());
    row("emails recorded as sent", &emails.recorded);
    row("seconds until no email waited", &drained.as_secs());
    row("memory of the server, MB", &(world.memory() / 1_000_000));
    println!("{replay}");
    let mut is_well = is_clean;
    let mut none = |name: &str, wrong: Vec<String>| {
        row(name, &wrong.len());
        wrong.iter().take(TOLD).for_each(|wrong| println!("  {wrong}"));
        is_well &= wrong.is_empty();
    };
    let words = |found: &dyn std::fmt::Debug| format!("{found:?}");
    none("accepted moves lost", lost.iter().map(|found| words(found)).collect());
    none("moves doubled", doubled.iter().map(|found| words(found)).collect());
    none("moves logged that were not sent", unsent.iter().map(|found| words(found)).collect());
    none("emails recorded as sent, not taken", emails.untaken);
    none("emails given up", emails.failed);
    none("emails that still wait", waiting);
    none("answers that no client should get", done.wrong.clone());
    // A soak in which nothing happens proves nothing.
    let has_run = !done.accepted.is_empty() && emails.recorded > 0 && emails.lapses > 0 && world.mailbox.refused() > 0;
    if !has_run {
        println!("There was no accepted move, no email, no refused email or no lapse: let it run longer.");
    }
    is_well && has_run && kills.server > 0 && kills.postgres > 0
}

/// Waits until no email is due, or none goes out any more. Those that wait for another try are due at once. Returns those that still
/// wait.
async fn drain(world: &World) -> Vec<String> {
    let (mut least, mut since) = (usize::MAX, Instant::now());
    loop {
        world.query("UPDATE emails SET due_at = now() WHERE state = 'due' AND due_at > now()").await;
        let rows = world.query("SELECT kind, attempts FROM emails WHERE state = 'due'").await;
        if rows.len() < least {
            (least, since) = (rows.len(), Instant::now());
        }
        if rows.is_empty() || since.elapsed() > PATIENCE {
            return rows.iter().map(|row| format!("{row:?}")).collect();
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// The moves of players in the log, and how often each is there.
async fn logged(world: &World) -> HashMap<Move, usize> {
    let mut found = HashMap::new();
    for row in world.query("SELECT match_id, turn, seat, text FROM moves WHERE cause = 'chosen'").await {
        let mut row = row.into_iter().map(Option::unwrap_or_default);
        let mut next = || row.next().unwrap_or_default();
        let logged = (next(), next().parse().unwrap(), next().parse().unwrap(), next());
        *found.entry(logged).or_insert(0) += 1;
    }
    found
}

/// The emails of the database, compared with those of the mail server.
struct Emails {
    recorded: usize,
    taken: usize,
    /// Emails that came again with the same Message-ID: they were taken, and the server was killed before it recorded that.
    repeated: usize,
    untaken: Vec<String>,
    failed: Vec<String>,
    lapses: usize,
}

impl Emails {
    async fn read(world: &World) -> Emails {
        // First the record, then the mail server: what is taken meanwhile is no fault.
        let recorded = world.query("SELECT email_id FROM deliveries WHERE accepted").await;
        let failed = world.query("SELECT id, kind, attempts FROM emails WHERE state = 'failed'").await;
        let lapses = world.query("SELECT 1 FROM moves WHERE cause IN ('lapse', 'forfeit')").await.len();
        let all = world.mailbox.all();
        let id = |id: String| id.split('@').next().unwrap_or_default().trim_start_matches('<').replace('-', "");
        let taken: HashSet<String> = all.iter().filter_map(|email| email.header("Message-ID")).map(id).collect();
        let recorded: Vec<String> = recorded.into_iter().filter_map(|row| row[0].clone()).collect();
        Emails {
            recorded: recorded.len(),
            taken: taken.len(),
            repeated: all.len() - taken.len(),
            untaken: recorded.into_iter().filter(|email| !taken.contains(&email.replace('-', ""))).collect(),
            failed: failed.iter().map(|row| format!("{row:?}")).collect(),
            lapses,
        }
    }
}
