//! Points at which a test may kill the process as `kill -9` does, to prove that nothing is lost between any two steps.
//!
//! A point does nothing unless the setting `fault` names it.

use std::sync::OnceLock;

/// All points, in the order in which a move that comes by email passes them.
pub const POINTS: &[&str] = &[
    "mail-stored",
    "move-judged",
    "move-committed",
    "mail-played",
    "mail-recorded",
    "email-claimed",
    "email-drawn",
    "email-accepted",
    "email-recorded",
];

/// The point of a restore: all is computed, and nothing is kept yet.
pub const RESTORED: &str = "restore-computed";

/// The points of the course of a tournament.
pub const OF_TOURNAMENTS: &[&str] = &["tournament-drawn", "tournament-matched", "tournament-committed"];

static ARMED: OnceLock<String> = OnceLock::new();

/// Arms a point for the life of the process.
pub fn arm(point: &str) -> Result<(), String> {
    if !is_known(point) {
        return Err(format!("fault: there is no point \"{point}\"; there is: {}", POINTS.join(", ")));
    }
    ARMED.set(point.to_owned()).map_err(|_| "fault: a point is armed already".to_owned())
}

fn is_known(point: &str) -> bool {
    POINTS.contains(&point) || OF_TOURNAMENTS.contains(&point) || point == RESTORED
}

/// Kills the process with SIGKILL if this point is armed.
pub fn point(name: &str) {
    debug_assert!(is_known(name));
    if ARMED.get().is_some_and(|armed| armed == name) {
        let _ = rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::KILL);
    }
}
