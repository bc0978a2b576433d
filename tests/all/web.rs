//! The scripts and the style sheet of the pages: their types, and their size.

use std::path::Path;

use crate::packages::{npm, run};

/// The folder of the scripts.
const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../api/web");

#[tokio::test(flavor = "multi_thread")]
async fn the_types_of_the_scripts_are_sound() {
    let Some(tools) = npm().await else { return };
    run(tools.command("tsc").arg("--project").arg(Path::new(WEB).join("jsconfig.json"))).await;
}
