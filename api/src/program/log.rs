//! The log on standard error, for people or as JSON for programs, and what else the program says in that form. A log that cannot be written, as
//! its disk is full or its reader is gone, ends nothing.

use std::fmt;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, SecondsFormat, Utc};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::FormatTime;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::clock::{self, Clock};
use crate::config::{Config, LogForm, log_form};

/// What libraries log of the faults of clients, and of their own start. The server logs the faults of clients itself, as no errors.
const QUIET: &str = "actix_http::h1::dispatcher=off,actix_server=warn";

static FORM: OnceLock<LogForm> = OnceLock::new();

/// The time of a line: that of the server, which does not follow a jump of the machine's clock. Corrections back by less than a jump repeat the
/// latest time, so that lines do not go back; only the host can set it back, by accepting a jump.
struct Steady;

impl Steady {
    fn now() -> String {
        static LATEST: AtomicI64 = AtomicI64::new(i64::MIN);
        let now = Steady::after(&LATEST, Clock::system().now().timestamp_millis());
        DateTime::<Utc>::from_timestamp_millis(now).unwrap_or_default().to_rfc3339_opts(SecondsFormat::Millis, true)
    }

    fn after(latest: &AtomicI64, now: i64) -> i64 {
        let before = latest.fetch_max(now, Ordering::Relaxed);
        if before.saturating_sub(now) > clock::JUMP.num_milliseconds() {
            latest.store(now, Ordering::Relaxed);
            return now;
        }
        now.max(before)
    }
}

impl FormatTime for Steady {
    fn format_time(&self, line: &mut Writer<'_>) -> fmt::Result {
        line.write_str(&Steady::now())
    }
}

/// Starts the log as the settings say.
pub(super) fn start(config: &Config) {
    // The check of the settings has read it before.
    let filter: Targets = format!("{QUIET},{}", config.log_filter).parse().unwrap_or_default();
    let builder = tracing_subscriber::fmt().with_max_level(LevelFilter::TRACE).with_writer(stderr).with_timer(Steady);
    // By default it would tell of a write that failed by another one that ends the process if it fails, too.
    let builder = builder.log_internal_errors(false);
    // A file or a pipe would keep the codes of colours as letters. A terminal has them, unless NO_COLOR is set.
    let builder = if stderr().is_terminal() { builder } else { builder.with_ansi(false) };
    match config.log {
        LogForm::Text => builder.compact().finish().with(filter).init(),
        LogForm::Json => {
            builder.json().flatten_event(true).finish().with(filter).init();
            std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
        }
    }
    let _ = FORM.set(config.log);
}

/// Returns the form of the log: that of the settings, also if these cannot be used.
fn form() -> LogForm {
    *FORM.get_or_init(log_form)
}

fn in_form(level: &str, text: &str) -> String {
    match form() {
        LogForm::Text => format!("{text}\n"),
        LogForm::Json => {
            let line = serde_json::json!({"timestamp": Steady::now(), "level": level, "message": text});
            format!("{line}\n")
        }
    }
}

/// Says on standard error why the program ends.
pub(super) fn complain(why: &dyn fmt::Display) {
    let _ = stderr().write_all(in_form("ERROR", &format!("turnpost: {why}")).as_bytes());
}

/// Says something on standard output, for the person who has started a server.
pub(super) fn announce(text: &str) {
    let mut out = stdout().lock();
    let _ = out.write_all(in_form("INFO", text).as_bytes()).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_back_in_time_only_by_a_jump_that_the_host_accepted() {
        let (latest, minute) = (AtomicI64::new(i64::MIN), 60_000);
        let times = [100 * minute, 95 * minute, 101 * minute, 50 * minute, 51 * minute];
        let lines = times.map(|now| Steady::after(&latest, now) / minute);
        assert_eq!(lines, [100, 100, 101, 50, 51]);
    }
}
