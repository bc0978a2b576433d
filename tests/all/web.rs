//! The scripts and the style sheet of the pages: their types, and their size.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use tests::{Reply, Server, needs};

use crate::packages::{npm, run};

/// Reads a module without running it.
const READ: &str = "new (require('vm').SourceTextModule)(require('fs').readFileSync(0, 'utf8'))";

/// The folder of the scripts.
const WEB: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../api/web");

#[tokio::test(flavor = "multi_thread")]
async fn the_types_of_the_scripts_are_sound() {
    let Some(tools) = npm().await else { return };
    run(tools.command("tsc").arg("--project").arg(Path::new(WEB).join("jsconfig.json"))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_files_of_an_installed_app_are_served() {
    let server = Server::quiet(|_| {}).await;
    let worker: Reply = server.get("/sw.js").await;
    assert_eq!((worker.status, worker.header("content-type")), (200, "text/javascript; charset=utf-8"));
    // A worker that browsers keep for long could not be mended.
    assert_eq!(worker.header("cache-control"), "no-cache");
    assert!(worker.header("content-security-policy").starts_with("default-src 'none'"));
    assert!(worker.text().contains("preloadResponse"), "each page would wait for the worker");
    let page = server.get("/sign-in").await.text();
    let manifest = page.split("rel=\"manifest\" href=\"").nth(1).unwrap().split('"').next().unwrap();
    let folder = manifest.strip_suffix("app.webmanifest").unwrap();
    let told = server.get(manifest).await;
    assert_eq!(told.header("content-type"), "application/manifest+json");
    let manifest: Value = serde_json::from_slice(&told.bytes).unwrap();
    for icon in manifest["icons"].as_array().unwrap() {
        let (name, kind) = (icon["src"].as_str().unwrap(), icon["type"].as_str().unwrap());
        let reply = server.get(&format!("{folder}{name}")).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, kind), "{name}");
        assert!(reply.bytes.len() < 20_000, "{name}: {} bytes", reply.bytes.len());
    }
    assert_eq!(server.get("/icon.png").await.bytes, server.get(&format!("{folder}icon-192.png")).await.bytes);
    for path in [format!("{folder}icon-7.png"), "/assets/0000000000000000/icon-192.png".to_owned()] {
        assert_eq!(server.get(&path).await.status, 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_that_are_sent_can_be_read() {
    let Some(node) = needs::program("node", "apt-get install nodejs") else { return };
    let server = Server::quiet(|_| {}).await;
    let page = server.get("/sign-in").await.text();
    let folder = page.split('"').find_map(|part| part.strip_suffix("style.css")).unwrap().to_owned();
    for file in std::fs::read_dir(WEB).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        if !name.ends_with(".js") {
            continue;
        }
        let path = if name == "sw.js" { "/sw.js".to_owned() } else { format!("{folder}{name}") };
        let script = server.get(&path).await.text();
        let mut reader = Command::new(&node)
            .args(["--experimental-vm-modules", "-e", READ])
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        reader.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
        let read = reader.wait_with_output().unwrap();
        assert!(read.status.success(), "{name}: {}\n{script}", String::from_utf8_lossy(&read.stderr));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_and_style_are_light() {
    let server = Server::quiet(|_| {}).await;
    let page = server.get("/sign-in").await.text();
    let style = page.split('"').find(|part| part.ends_with("/style.css")).unwrap();
    let folder = style.strip_suffix("style.css").unwrap();
    let size = async |path: &str| {
        let reply = Reply::send(server.request("GET", path).header("accept-encoding", "gzip")).await;
        assert_eq!((reply.status, reply.header("content-encoding")), (200, "gzip"), "{path}");
        reply.bytes.len()
    };
    let mut scripts = size("/sw.js").await;
    for file in std::fs::read_dir(WEB).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".js") && name != "sw.js" {
            scripts += size(&format!("{folder}{name}")).await;
        }
    }
    let style = size(style).await;
    assert!(scripts <= 14 * 1024 && style <= 6 * 1024, "scripts {scripts} bytes, style sheet {style} bytes");
}
