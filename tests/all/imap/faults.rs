//! Servers with faults, and servers that can do little.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use super::script::Reply::{End, Flood, Say, Silence};
use super::script::{Answer, Script};
use super::{Handing, message};
use turnpost::mail::imap::{Batch, Fetched, Taken, run};

/// The error of a look at a server with these answers.
async fn fault(answers: &[Answer]) -> String {
    let script = Script::start(answers).await;
    script.mailbox().look(&async |_| Taken::Stored).await.unwrap_err().to_string()
}

#[tokio::test]
async fn a_server_without_move_copies_and_expunges() {
    let copy = ["UID COPY 7 \"Turnpost\"", "UID STORE 7 +FLAGS.SILENT (\\Deleted)"];
    for (capabilities, moved) in [
        ("IMAP4rev1", [copy.as_slice(), &["EXPUNGE"]].concat()),
        ("IMAP4rev1 UIDPLUS", [copy.as_slice(), &["UID EXPUNGE 7"]].concat()),
        ("IMAP4rev1 MOVE UIDPLUS", vec!["UID MOVE 7 \"Turnpost\""]),
    ] {
        let script =
            Script::start(&[("CAPABILITY", Say(format!("* CAPABILITY {capabilities}\r\n% OK done\r\n")))]).await;
        let handing = Handing::default();
        let batch = script.mailbox().look(&async |handed| handing.take(handed)).await.unwrap();
        assert_eq!(batch, Batch { stored: 1, ..Batch::default() });
        assert_eq!(handing.all().first().map(|handed| handed.raw.clone()), Some(message("e5-e7").into_bytes()));
        let before = [
            "LOGIN \"anna\" \"topsecret\"",
            "CAPABILITY",
            "SELECT \"INBOX\"",
            "FETCH 1:1 (UID RFC822.SIZE)",
            "UID FETCH 7 (BODY.PEEK[])",
        ];
        assert_eq!(script.commands(), [before.as_slice(), &moved, &["LOGOUT"]].concat());
    }
}

#[tokio::test]
async fn a_step_that_is_refused_names_itself_and_the_reason() {
    let refuse = |why: &str| Say(format!("% NO {why}\r\n"));
    let long = format!("[X] anna topsecret <anna@example.org> \u{7}{}", "y".repeat(300));
    let shown = format!("[X] ... ... ... {}", "y".repeat(300 - 116));
    assert_eq!(fault(&[("LOGIN", refuse(&long))]).await, format!("login: the server refused: {shown}"));
    for (command, answer, error) in [
        ("GREETING", "* BYE too busy\r\n", "connect: the server ended the connection: too busy"),
        ("GREETING", "HTTP/1.1 400 Bad\r\n\r\n", "connect: the response is malformed"),
        ("SELECT", "% NO no such folder\r\n", "folder: the server refused: no such folder"),
        ("SELECT", "% OK [READ-ONLY] done\r\n", "folder: the folder is read-only"),
        ("FETCH", "% BAD what\r\n", "fetch: the server refused: what"),
        ("UID FETCH", "% NO [EXPUNGED] gone\r\n", "fetch: the server refused: [EXPUNGED] gone"),
        ("UID COPY", "% NO [OVERQUOTA] full\r\n", "move: the server refused: [OVERQUOTA] full"),
        ("UID STORE", "% NO may not\r\n", "move: the server refused: may not"),
        ("EXPUNGE", "% NO may not\r\n", "move: the server refused: may not"),
        ("EXPUNGE", "* nonsense\r\n% OK done\r\n", "move: the response is malformed"),
    ] {
        let refused = ("CREATE", refuse("there is one"));
        assert_eq!(fault(&[refused, (command, Say(answer.to_owned()))]).await, error, "{command} {answer}");
    }
}

#[tokio::test]
async fn a_server_that_leaves_is_an_error() {
    for (command, step) in [
        ("GREETING", "connect"),
        ("LOGIN", "login"),
        ("CAPABILITY", "login"),
        ("SELECT", "folder"),
        ("FETCH", "fetch"),
        ("UID FETCH", "fetch"),
        ("UID COPY", "move"),
        ("UID STORE", "move"),
        ("EXPUNGE", "move"),
    ] {
        for text in ["", "* 1 FETCH (UID 7 BODY[] {9000}\r\nabc"] {
            let error = fault(&[(command, End(text))]).await;
            assert_eq!(error, format!("{step}: the server ended the connection: (no reason)"), "{command} {text}");
        }
        let error = fault(&[(command, End("* BYE maintenance\r\n"))]).await;
        assert_eq!(error, format!("{step}: the server ended the connection: maintenance"), "{command}");
    }
}

#[tokio::test]
async fn an_answer_without_end_is_an_error_soon() {
    let begun = Instant::now();
    let x = "x".repeat(65_536);
    for (command, first, more) in [
        ("GREETING", "* OK ", x.as_str()),
        ("LOGIN", "* OK ", "x"),
        ("SELECT", "", "* 1 EXISTS\r\n"),
        ("FETCH", "", "* 1 FETCH (UID 7 RFC822.SIZE 10)\r\n"),
        ("UID FETCH", "* 1 FETCH (UID 7 BODY[] {500000000}\r\n", x.as_str()),
        ("UID FETCH", "* 1 FETCH (UID 7 BODY[] {99999999999999999999999}\r\n", x.as_str()),
        ("UID FETCH", "* 1 FETCH (UID 7 BODY[] \"", x.as_str()),
        ("UID FETCH", "* 1 FETCH (UID 7 BODY[] {9000}\r\n", x.as_str()),
        ("UID FETCH", "* OK text {100000}\r\n* 1 FETCH (UID 7 BODY[] {500000000}\r\n", x.as_str()),
        ("UID FETCH", "* OK [BADCHARSET ({500000000}\r\n", x.as_str()),
        // The parser calls itself for each bracket.
        ("UID FETCH", "* 1 FETCH (BODYSTRUCTURE ", "(((((((((((((((("),
        ("EXPUNGE", "", "* 1 EXPUNGE\r\n"),
    ] {
        let error = fault(&[(command, Flood(first.to_owned(), more.to_owned()))]).await;
        let is_bounded = error.ends_with("too long") || error.ends_with("malformed");
        assert!(is_bounded, "{command} {first}: {error}");
    }
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// No room is reserved for them.
#[tokio::test]
async fn a_literal_that_is_too_long_is_an_error_before_it_comes() {
    for announced in [
        "* 1 FETCH (UID 7 BODY[] {500000000}\r\n",
        "* 1 FETCH (UID 7 BODY[HEADER] {3}\r\nabc BODY[] {500000000}\r\n",
        "* OK text {100}\r\n* 1 FETCH (UID 7 BODY[] {500000000}\r\n",
        "* LIST () \"/\" {500000000}\r\n",
    ] {
        assert_eq!(
            fault(&[("UID FETCH", Say(announced.to_owned()))]).await,
            "fetch: the response is too long",
            "{announced}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_server_is_an_error_after_half_a_minute() {
    for (command, step) in [("GREETING", "connect"), ("LOGIN", "login"), ("FETCH", "fetch"), ("UID COPY", "move")] {
        let begun = tokio::time::Instant::now();
        assert_eq!(fault(&[(command, Silence)]).await, format!("{step}: no response in time"));
        assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_that_is_stored_for_ever_ends_the_look() {
    let script = Script::start(&[]).await;
    let begun = tokio::time::Instant::now();
    let error = script.mailbox().look(&async |_| std::future::pending().await).await.unwrap_err();
    assert_eq!(error.to_string(), "the whole look: no response in time");
    assert!(begun.elapsed() < Duration::from_secs(310), "{:?}", begun.elapsed());
}

/// A message that the parser or the server does not survive does not keep others from being met.
#[tokio::test]
async fn a_message_that_ends_the_connection_is_passed_over() {
    let listed = "* 3 EXISTS\r\n% OK done\r\n".to_owned();
    let sizes =
        |from: u32| (from..=3).map(|at| format!("* {at} FETCH (UID 1{at} RFC822.SIZE 9)\r\n")).collect::<String>();
    let script = Script::start(&[
        ("SELECT", Say(listed)),
        ("FETCH 1:3", Say(sizes(1) + "% OK done\r\n")),
        ("FETCH 2:3", Say(sizes(2) + "% OK done\r\n")),
        ("UID FETCH 11", End("* BYE a fault of mine\r\n")),
        ("UID FETCH 12", Say("* 2 FETCH (UID 12 BODY[] {9}\r\nA: b\r\n\r\nc)\r\n% OK done\r\n".to_owned())),
        ("UID FETCH 13", Say("* 3 FETCH (UID 13 BODY[] NIL)\r\n% OK done\r\n".to_owned())),
    ])
    .await;
    let (mut mailbox, handing) = (script.mailbox(), Handing::default());
    let store = async |handed: Fetched| handing.take(handed);
    let error = mailbox.look(&store).await.unwrap_err();
    assert_eq!(error.to_string(), "fetch: the server ended the connection: a fault of mine");
    assert_eq!(mailbox.look(&store).await, Ok(Batch { stored: 1, left: 1, ..Batch::default() }));
    assert_eq!(handing.texts(), ["c"]);
    // From the beginning again.
    assert!(mailbox.look(&store).await.is_err());
}

#[tokio::test]
async fn polling_is_a_task_of_its_own_and_ends_at_once() {
    let script = Script::start(&[("UID FETCH", Silence)]).await;
    let stop = CancellationToken::new();
    let handing = Arc::new(Handing::default());
    let store = async move |handed: Fetched| {
        tokio::task::yield_now().await;
        handing.take(handed)
    };
    let task = tokio::spawn(run(script.mailbox(), Duration::from_secs(60), stop.clone(), store));
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!task.is_finished());
    stop.cancel();
    tokio::time::timeout(Duration::from_secs(1), task).await.unwrap().unwrap();
    assert_eq!(script.commands().len(), 5);
}
