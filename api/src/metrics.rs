//! Metrics for Prometheus: one recorder for the whole process.

use std::fmt::Write as _;
use std::sync::LazyLock;

use ::metrics::{describe_counter, describe_gauge, describe_histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

use crate::machine::{self, Process};

/// The upper bounds of the histogram of request times, in seconds.
const SECONDS: &[f64] = &[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0];

/// The time from a move to the moment at which the mail server has taken the email about it.
pub const MOVE_TO_EMAIL: &str = "turnpost_move_to_email_seconds";

/// The upper bounds of its histogram: a page that shows the turn holds an email back for two minutes.
const TO_EMAIL: &[f64] = &[0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 150.0, 600.0, 3600.0];

static RECORDER: LazyLock<PrometheusHandle> = LazyLock::new(|| {
    let builder = PrometheusBuilder::new();
    let builder = builder.set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), SECONDS);
    let builder = builder.and_then(|one| one.set_buckets_for_metric(Matcher::Full(MOVE_TO_EMAIL.to_owned()), TO_EMAIL));
    let recorder = builder.unwrap_or_else(|_| PrometheusBuilder::new()).build_recorder();
    let handle = recorder.handle();
    // Refused only if the process has a recorder already; this one then stays empty.
    let _ = ::metrics::set_global_recorder(recorder);
    describe();
    ::metrics::gauge!("turnpost_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1.0);
    handle
});

/// The meanings of all metrics, apart from those of the process.
fn describe() {
    describe_gauge!("turnpost_build_info", "The version of the server; the value is 1.");
    describe_counter!("turnpost_requests_total", "Requests by method, route and status.");
    describe_histogram!("turnpost_request_seconds", "Time from the head of a request to that of its answer, by route.");
    describe_counter!("turnpost_connections_refused_total", "Connections of clients over a limit.");
    describe_gauge!("turnpost_streams", "Open streams of events.");
    describe_counter!(
        "turnpost_moves_total",
        "Moves by result: accepted, refused by the rules, or unavailable as the database did not take them."
    );
    describe_histogram!(
        MOVE_TO_EMAIL,
        "Time from a move until the mail server has taken the email to the player whose turn it brought."
    );
    describe_counter!("turnpost_emails_total", "Tries to send an email, by result: sent, refused, moot, or waits.");
    describe_gauge!("turnpost_emails_due", "Emails that are due now, or are to be tried again.");
    describe_gauge!("turnpost_emails_late", "Emails that have been due for ten minutes.");
    describe_gauge!("turnpost_emails_failed", "Emails that failed in the last day.");
    describe_gauge!("turnpost_sign_ins_late", "Sign-in and address emails that have been due for a minute.");
    describe_gauge!("turnpost_clocks_late", "Matches with a clock that ran out a minute ago and was not settled.");
    describe_gauge!(
        "turnpost_clock_jump_seconds",
        "Seconds by which the clock of the machine has jumped; 0 if it is right."
    );
    describe_counter!("turnpost_messages_total", "Messages received, and what became of them.");
    describe_counter!("turnpost_hook_calls_total", "Calls of webhooks, by result.");
    describe_counter!("turnpost_push_messages_total", "Messages to browsers, by result.");
    describe_counter!("turnpost_sign_in_emails_refused_total", "Sign-in emails that a limit forbade.");
    describe_counter!("turnpost_wrong_codes_total", "Wrong codes that were entered.");
    describe_gauge!("turnpost_data_free_bytes", "Free bytes of the file system of the data folder.");
    describe_gauge!("turnpost_backup_age_seconds", "Time since the last backup was made.");
    describe_gauge!("turnpost_database_connections", "Open connections to the database, by state: busy or idle.");
    describe_gauge!("turnpost_database_connections_max", "The maximum number of open connections to the database.");
    describe_gauge!("turnpost_database_connections_awaited", "Tasks that wait for a connection to the database.");
}

/// Installs the recorder. What was counted before is lost.
pub fn install() {
    machine::started();
    LazyLock::force(&RECORDER);
}

/// Returns all metrics in Prometheus' text format, with those of the process under their usual names.
pub fn text(process: &Process) -> String {
    RECORDER.run_upkeep();
    let mut text = RECORDER.render();
    let bytes = |bytes: Option<u64>| bytes.map(|bytes| bytes.to_string());
    for (name, kind, help, value) in [
        ("cpu_seconds_total", "counter", "Processor time used, in seconds.", Some(process.cpu_seconds.to_string())),
        ("start_time_seconds", "gauge", "Time of the start, in seconds since 1970.", Some(process.started.to_string())),
        ("open_fds", "gauge", "Files that are open.", bytes(process.files)),
        ("max_fds", "gauge", "The maximum number of open files.", bytes(process.max_files)),
        ("resident_memory_bytes", "gauge", "Memory in use, in bytes.", bytes(process.resident)),
        ("virtual_memory_bytes", "gauge", "Memory that could be used, in bytes.", bytes(process.reserved)),
    ] {
        let Some(value) = value else { continue };
        let _ = write!(text, "# HELP process_{name} {help}\n# TYPE process_{name} {kind}\nprocess_{name} {value}\n");
    }
    text
}
