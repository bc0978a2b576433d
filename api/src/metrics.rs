//! Metrics for Prometheus: one recorder for the whole process.

use std::sync::LazyLock;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// The upper bounds of the histogram of request times, in seconds.
const SECONDS: &[f64] = &[0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0];

static RECORDER: LazyLock<PrometheusHandle> = LazyLock::new(|| {
    let builder = PrometheusBuilder::new();
    let builder = builder.set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), SECONDS);
    let recorder = builder.unwrap_or_else(|_| PrometheusBuilder::new()).build_recorder();
    let handle = recorder.handle();
    // Refused only if the process has a recorder already; this one then stays empty.
    let _ = ::metrics::set_global_recorder(recorder);
    handle
});

/// Installs the recorder. What was counted before is lost.
pub fn install() {
    LazyLock::force(&RECORDER);
}

/// Returns all metrics in Prometheus' text format.
pub fn text() -> String {
    RECORDER.run_upkeep();
    RECORDER.render()
}
