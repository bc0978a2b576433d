//! What a server writes to standard output and standard error, and that it goes on where neither can be written.

use std::fs::File;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;
use tests::{database, eventually};

use super::{free_port, output, turnpost};

/// A server on a database of its own, ended with its test.
struct Started {
    server: Option<Child>,
    listen: String,
}

impl Started {
    async fn with(further: &[(&str, &str)], stdout: Stdio, stderr: Stdio) -> Started {
        let access = database::access(&database::fresh().await);
        let (listen, secrets) = (format!("127.0.0.1:{}", free_port()), format!("a:{}", "s".repeat(40)));
        let mut settings = vec![
            ("TURNPOST_DATABASE_URL", &*access.server),
            ("TURNPOST_DATABASE_ADMIN_URL", &access.admin),
            ("TURNPOST_SECRETS", &secrets),
            ("TURNPOST_LISTEN", &listen),
        ];
        settings.extend(further);
        let server = turnpost(&["serve"], &settings).stdout(stdout).stderr(stderr).spawn().unwrap();
        let mut started = Started { server: Some(server), listen };
        started.wait().await;
        started
    }

    /// Waits until it answers; fails if it ends.
    async fn wait(&mut self) {
        let Started { server, listen } = self;
        eventually("the server", async || {
            let ended = server.as_mut().unwrap().try_wait().unwrap();
            assert!(ended.is_none(), "the server has ended: {ended:?}");
            TcpStream::connect(&*listen).ok()
        })
        .await;
    }

    /// The status of the answer to these bytes.
    fn answers(&self, request: &[u8]) -> String {
        let mut client = TcpStream::connect(&self.listen).unwrap();
        client.write_all(request).unwrap();
        let mut answer = String::new();
        client.read_to_string(&mut answer).unwrap();
        answer.lines().next().unwrap_or_default().to_owned()
    }

    /// Tells it to stop; returns what it has written and how it has ended.
    fn end(mut self) -> Output {
        let server = self.server.take().unwrap();
        assert!(Command::new("kill").arg(server.id().to_string()).status().unwrap().success());
        server.wait_with_output().unwrap()
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            let _ = server.kill();
            let _ = server.wait();
        }
    }
}

/// A file that has no room, as one on a full disk.
fn full() -> Stdio {
    File::options().write(true).open("/dev/full").unwrap().into()
}

const LOOK: &[u8] = b"GET /healthz HTTP/1.0\r\n\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_cannot_be_written_does_not_end_the_server() {
    for stdout in [Stdio::null(), full()] {
        let verbose = [("TURNPOST_LOG_FILTER", "info,turnpost=debug")];
        let mut server = Started::with(&verbose, stdout, full()).await;
        for _ in 0..3 {
            assert!(server.answers(LOOK).contains(" 200 "));
            server.wait().await;
        }
        let output = server.end();
        assert!(output.status.success(), "{:?}", output.status);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_malformed_request_is_no_error_of_the_server() {
    let server = Started::with(&[], Stdio::piped(), Stdio::piped()).await;
    assert!(server.answers(b"GET / HTTP/1.1\r\nno header\r\n\r\n").contains(" 400 "));
    let log = String::from_utf8(server.end().stderr).unwrap();
    assert!(!log.contains("ERROR") && !log.contains("runtime found"), "{log}");
}

/// The messages of an output in which each line is an object.
fn messages(output: &[u8]) -> Vec<String> {
    let text = std::str::from_utf8(output).unwrap();
    let message = |line: &str| {
        let object: Value = serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"));
        assert!(object["timestamp"].is_string() && object["level"].is_string(), "{object}");
        object["message"].as_str().unwrap_or_else(|| panic!("no message: {object}")).to_owned()
    };
    text.lines().map(message).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn all_output_of_a_server_with_a_log_in_json_is_json() {
    let further = [("TURNPOST_LOG", "json"), ("TURNPOST_LOG_FILTER", "info,turnpost=debug")];
    let server = Started::with(&further, Stdio::piped(), Stdio::piped()).await;
    assert!(server.answers(LOOK).contains(" 200 "));
    assert!(server.answers(b"GET / HTTP/1.1\r\nno header\r\n\r\n").contains(" 400 "));
    let output = server.end();
    assert!(output.status.success());
    let said = messages(&output.stdout);
    assert!(said.iter().any(|line| line.starts_with("Turnpost listens at http://127.0.0.1:")), "{said:?}");
    assert!(said.iter().any(|line| line.starts_with("Stopping")), "{said:?}");
    assert!(messages(&output.stderr).iter().any(|line| line == "answered"));
}

#[test]
fn what_is_wrong_with_settings_for_json_is_told_in_json() {
    let place = super::Place::new();
    let file = place.folder("turnpost.toml");
    std::fs::write(&file, "log = 'json'\nlisten = 'here'").unwrap();
    for settings in [vec![("TURNPOST_CONFIG", &*file)], vec![("TURNPOST_LOG", "json"), ("TURNPOST_LISTEN", "here")]] {
        let output = output(&["serve"], &settings);
        assert!(!output.status.success() && output.stdout.is_empty());
        let said = messages(&output.stderr);
        assert!(said.len() == 1 && said[0].contains("listen: \"here\""), "{said:?}");
    }
}
