//! What surrounds every request, whatever its address: limits, figures, headers.

use tests::{Reply, Server};

#[tokio::test(flavor = "multi_thread")]
async fn made_up_methods_make_no_series_of_their_own() {
    let server = Server::quiet(|_| {}).await;
    for method in ["BREW", "NONSENSE", "PROPFIND"] {
        Reply::of(server.request(method, "/v1/games")).await.problem("method-not-allowed");
    }
    let figures = server.get("/metrics").await.text();
    assert!(figures.contains("method=\"other\""), "{figures}");
    assert!(!figures.contains("BREW") && !figures.contains("PROPFIND"), "{figures}");
}
