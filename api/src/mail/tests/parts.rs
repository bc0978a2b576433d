//! The features that mail programs rely on: headers, threads, parts.

use mail_parser::{Message as Parsed, MessageParser, MimeHeaders, PartType};

use super::facts::is_answer;
use super::golden::size;
use super::sample::{self, PLAIN, emails, envelope, messages};
use crate::mail::{Board, Link, MARK, Thread, compose};

fn parse(raw: &[u8]) -> Parsed<'_> {
    MessageParser::default().parse(raw).unwrap()
}

fn header<'a>(parsed: &'a Parsed<'_>, name: &str) -> Option<&'a str> {
    parsed.header_raw(name.to_owned()).map(str::trim)
}

/// The kinds of the parts in order, `image` for an inline picture.
fn kinds(parsed: &Parsed<'_>) -> Vec<&'static str> {
    let kind = |part: &mail_parser::MessagePart<'_>| match &part.body {
        PartType::Text(_) => "text",
        PartType::Html(_) => "html",
        PartType::InlineBinary(_) | PartType::Binary(_) => "image",
        PartType::Multipart(_) => "multipart",
        _ => "other",
    };
    parsed.parts.iter().map(kind).collect()
}

#[test]
fn text_comes_first_and_the_picture_belongs_to_the_html() {
    for (name, message) in messages(PLAIN) {
        let raw = message.raw();
        assert!(raw.is_ascii(), "{name}");
        assert!(raw.split(|c| *c == b'\n').all(|line| line.len() <= 999 && line.last().is_none_or(|c| *c == b'\r')));
        let parsed = parse(&raw);
        let html = parsed.body_html(0).unwrap();
        if html.contains("<img") {
            // Files come last, around the rest.
            let pictures = html.matches("<img").count();
            let (kinds, files) = (kinds(&parsed), parsed.attachments().count() - pictures);
            let around = usize::from(files > 0);
            let right = ["multipart", "text", "multipart", "html", "image"];
            assert_eq!(
                kinds[around..kinds.len() - files],
                [&right[..], &vec!["image"; pictures - 1]].concat(),
                "{name}"
            );
            let related = parsed.parts[2 + around].content_type().unwrap();
            assert_eq!(related.attribute("type"), Some("text/html"), "RFC 2387, 3.1");
            for picture in parsed.attachments().take(pictures) {
                assert!(picture.is_content_type("image", "png"));
                assert!(picture.content_disposition().unwrap().is_inline());
                assert!(html.contains(&format!("<img src=\"cid:{}\"", picture.content_id().unwrap())), "{name}");
                assert!(size(picture.contents()).0 >= 600, "{name}");
            }
            assert!(pictures <= 4, "{name}: {pictures} pictures");
        } else {
            assert_eq!(kinds(&parsed), ["multipart", "text", "html"], "{name}");
        }
        // An email fetches nothing, so its opening is not reported to a server.
        assert!(!html.contains("src=\"http") && !html.contains("url("), "{name}");
    }
}

/// Checks that only the text board keeps its lines whole. Whether one column squeezes another can only be seen in a browser.
#[test]
fn a_phone_can_fold_every_line_of_the_html() {
    for (name, message) in messages(PLAIN) {
        let raw = message.raw();
        let html = parse(&raw).body_html(0).unwrap().into_owned();
        assert!(!html.contains("nowrap") && !html.contains("<table"), "{name}");
        assert_eq!(html.matches("<pre").count(), html.matches("overflow-x:auto").count(), "{name}");
    }
}

#[test]
fn the_board_arrives_as_it_was_painted() {
    let (turn, over) = (sample::your_turn(PLAIN), sample::over(PLAIN));
    for (message, board) in
        [(compose(&envelope(PLAIN), &turn), &turn.board), (compose(&envelope(PLAIN), &over), &over.board)]
    {
        let raw = message.raw();
        let text = parse(&raw).body_text(0).unwrap().replace("\r\n", "\n");
        assert!(text.contains(&board.text), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 76), "{text}");
    }
}

#[test]
fn the_first_line_says_what_to_do() {
    for (name, message) in messages(PLAIN) {
        let raw = message.raw();
        let parsed = parse(&raw);
        let (text, html) = (parsed.body_text(0).unwrap().into_owned(), parsed.body_html(0).unwrap().into_owned());
        let first = match name {
            "sign-in" => "Your Turnpost code: WDJB-MJHT",
            "confirm-old" => "Please confirm the new email address of your Turnpost account:",
            "confirm-new" => "Please confirm that you want emails from Turnpost at this address.",
            "commands-asked"
            | "welcome"
            | "invitation"
            | "invitation-stranger"
            | "invitation-unclear"
            | "proposal"
            | "proposal-unclear" => "Reply above this line with yes or no.",
            "proposal-of-time" => "Benoît proposes 36 hours of extra time in Magma: spring cup, for every clock",
            "proposal-agreed" => "All players agreed: the clocks of Magma: spring cup are paused until",
            "proposal-of-time-agreed" => "All players agreed: the running clocks of Magma: spring cup have 36 hours of",
            "proposal-declined" => "Cleo declined a pause of 7 days in Magma: spring cup. The clocks keep",
            "proposal-withdrawn" => "Benoît withdrew the proposal for a pause of 7 days in Magma: spring cup. The",
            "proposal-expired" => "Not all players agreed to 36 hours of extra time in Magma: spring cup within",
            "your-matches-answered" => "Nothing was played: a reply to a list does not say which match it is for.",
            "your-matches-held" => "Someone replied to a list of your matches from another address. Nothing was",
            "your-matches" | "turn-list" | "digest" => {
                "3 matches are waiting for you, Anna. The others are waiting for other"
            }
            "notice-new-network" => "Someone signed in to your Turnpost account from a new network, Anna.",
            "notice-new-token" => "Your Turnpost account has a new token for programs, Anna: spring cup.",
            "notice-token-reuse" => "The server ended a session of your Turnpost account, Anna. Its refresh token",
            "notice-new-app" => "A new app has access to your Turnpost account, Anna: spring cup.",
            "notice-app-reuse" => "An app lost access to your Turnpost account, Anna: spring cup. Its one-time",
            "notice-deleted" => "Your Turnpost account anna was deleted.",
            "hook-off" => "Your webhook at club.example was disabled, Anna: every delivery failed for",
            "lapsed" => "Your time ran out in Magma: spring cup, so your turn passed. If it also runs",
            "lapsed-out" => "Your time ran out in Magma: spring cup, so you are out of the match.",
            "seat-offered" => "Benoît's time ran out in Magma: spring cup, so their seat is offered to",
            "seat-offered-own" => "Move now to keep your seat in Magma: spring cup. Your time ran out, so the",
            "seat-taken" => "Cleo replaces Benoît in Magma: spring cup.",
            "seat-taken-own" => "Cleo took your seat in Magma: spring cup. You are no longer in the match.",
            "seat-idle" => "Benoît hasn't moved in Magma: spring cup since their time ran out 7 days",
            "still-playing" => "No one has moved in Magma: spring cup for 30 days. If no one moves by",
            "emails-bounce" => "Benoît gets no more emails about Magma: spring cup until they sign in,",
            "emails-bounce-once" => "Benoît may not know that it is their turn in Magma: spring cup, because an",
            "invitation-accepted" => "You have a seat in Magma: spring cup. It begins when one more player has",
            "match-started" | "match-started-responses" => "Magma: spring cup has begun, Anna.",
            "account-blocked" | "account-blocked-no-address" => {
                "You cannot sign in: the host of this server blocked your account."
            }
            "registration-closed" | "registration-closed-no-address" => {
                "You need an invitation to join this server: this address has no account"
            }
            "match-over" | "match-over-by-mail" => "Reply above this line with a command, such as rematch.",
            "match-over-by-host" => "Magma: spring cup is over, Anna: you won.",
            "emails-off" => "Reply above this line with start to get these emails again.",
            "commands-answered"
            | "commands-help"
            | "commands-rules"
            | "commands-tournaments"
            | "move-played"
            | "message-help-others" => "Reply above this line with a command, such as help.",
            "reply-held" => "Someone replied to your email about Magma: spring cup from another address.",
            "your-turn-without-picture" => "It is your turn, Anna, in Magma: spring cup (turn 3).",
            // The reader writes above the mark.
            other => first_line_of_news(other).unwrap_or(MARK),
        };
        assert_eq!(text.lines().next(), Some(first), "{name}");
        let body = html.split("<body").nth(1).unwrap();
        let words = if name == "sign-in" { "Your Turnpost code: " } else { first };
        assert!(body.split("<p ").nth(1).unwrap().contains(&words.replace('\'', "&#39;")), "{name}");
    }
}

fn first_line_of_news(name: &str) -> Option<&'static str> {
    match name {
        "report-person" => Some("@anna reports @bob."),
        "report-match" => Some("@anna reports the match spring cup."),
        "report-note" => Some("@anna reports @bob in the match spring cup."),
        "tournament-begins" => Some("spring cup begins, Anna: Magnapoco, 23 players."),
        "tournament-over" => Some("spring cup is over, Anna: you are first of 3, with 1½ points."),
        "tournament-challenged" => Some("Benoît challenges you, Anna, in spring cup."),
        "tournament-called-off" => Some("spring cup was called off, Anna, before it started."),
        _ => None,
    }
}

#[test]
fn the_html_has_all_sentences_of_the_text() {
    for (name, message) in messages(PLAIN) {
        let raw = message.raw();
        let parsed = parse(&raw);
        let html = parsed.body_html(0).unwrap().replace("&#39;", "'").replace("&#60;", "<").replace("&#62;", ">");
        let text = parsed.body_text(0).unwrap().replace("\r\n", "\n");
        // The board is a picture there, and the key to the signs of the text board is not needed.
        let start = text.find("The board\n").unwrap_or(text.len());
        let end = text[start..].find("How ").map_or(text.len(), |end| start + end);
        for word in text[..start].split_whitespace().chain(text[end..].split_whitespace()) {
            let is_rule = word.bytes().all(|c| b"-*".contains(&c));
            assert!(is_rule || html.contains(word.trim_end_matches(':')), "{name}: {word}");
        }
    }
}

/// Mail programs that show no pictures, and screen readers, show the HTML part alone.
#[test]
fn the_position_can_be_read_where_no_picture_is_shown() {
    let mut boards = 0;
    for (name, message) in messages(PLAIN) {
        let raw = message.raw();
        let parsed = parse(&raw);
        let html = parsed.body_html(0).unwrap().into_owned();
        // Gmail cuts a longer one (102 kB).
        assert!(html.len() < 60_000, "{name}: {}", html.len());
        let text = parsed.body_text(0).unwrap().replace("\r\n", "\n");
        let Some(start) = text.find("The board\n---------\n") else { continue };
        boards += 1;
        let board = text[start..].split("\n\n").nth(1).unwrap();
        let shown = html.replace("&#39;", "'").replace("&#34;", "\"").replace("&#60;", "<").replace("&#62;", ">");
        let shown = shown.replace("&#38;", "&");
        let lines: Vec<&str> = board.lines().filter(|line| line.trim().len() > 20).collect();
        assert!(!lines.is_empty(), "{name}: {board}");
        for line in lines {
            assert!(shown.contains(line.trim()), "{name}: {line}");
        }
    }
    assert!(boards > 10, "{boards}");
}

#[test]
fn emails_per_match_are_one_thread() {
    let email = |earlier, in_reply_to: Option<&str>| {
        let mut envelope = envelope(PLAIN);
        let in_reply_to = in_reply_to.map(str::to_owned);
        envelope.thread = Some(Thread { earlier, ..envelope.thread.unwrap() });
        envelope.in_reply_to = in_reply_to;
        compose(&envelope, &sample::your_turn(PLAIN)).raw()
    };
    let root = "<match.0197b2a0-0000-7000-8000-0000000000aa@turnpost.example>";
    let raw = email(None, None);
    let first = parse(&raw);
    assert_eq!(first.subject(), Some("Your turn: Magma, spring cup"));
    assert_eq!(header(&first, "Message-ID"), Some("<0197b2a0-0000-7000-8000-000000000001@turnpost.example>"));
    assert_eq!((header(&first, "In-Reply-To"), header(&first, "References")), (Some(root), Some(root)));

    let raw = email(Some(uuid::Uuid::from_u128(5)), None);
    let later = parse(&raw);
    let earlier = "<00000000-0000-0000-0000-000000000005@turnpost.example>";
    assert_eq!(later.subject(), Some("Your turn: Magma, spring cup"));
    assert_eq!(later.thread_name(), first.thread_name());
    assert_eq!(header(&later, "In-Reply-To"), Some(earlier));
    let references = header(&later, "References").unwrap();
    assert_eq!(references.split_whitespace().collect::<Vec<_>>(), [root, earlier]);

    // An email that answers a message follows it; an id that could add a header is left out.
    for (id, parent) in
        [("<7@example.org>", "<7@example.org>"), ("<7@example.org>\r\nBcc: <a@b>", earlier), ("7", earlier)]
    {
        let raw = email(Some(uuid::Uuid::from_u128(5)), Some(id));
        assert_eq!(header(&parse(&raw), "In-Reply-To"), Some(parent), "{id}");
    }
}

/// A program that keeps the subject sends it back with the words of others in it.
#[test]
fn the_names_in_a_subject_make_no_machine_of_a_person() {
    let hostile = sample::Taste { names: ["Out of office"; 3], title: "Automatic reply", words: "" };
    for (name, message) in messages(hostile) {
        let raw = message.raw();
        let subject = parse(&raw).subject().unwrap().to_owned();
        for prefix in ["", "Antwort: ", "Re: "] {
            let reply = format!("From: Anna <anna@example.org>\nSubject: {prefix}{subject}\n\ne5-e7\n");
            assert_eq!(
                crate::mail::read::read(reply.as_bytes()).kind,
                crate::mail::read::Kind::Reply,
                "{name}: {subject}"
            );
        }
    }
}

#[test]
fn emails_can_be_stopped_unless_the_reader_asked_for_them() {
    for (name, message) in messages(PLAIN) {
        let raw = message.raw();
        let parsed = parse(&raw);
        let submitted = if is_answer(name) { "auto-replied" } else { "auto-generated" };
        assert_eq!(header(&parsed, "Auto-Submitted"), Some(submitted), "{name}");
        let asked =
            ["account-blocked", "commands-", "welcome", "report-", "registration-closed", "your-matches", "notice-"]
                .iter()
                .any(|kind| name.starts_with(kind))
                || matches!(name, "sign-in" | "confirm-old" | "confirm-new" | "emails-off");
        let stop = header(&parsed, "List-Unsubscribe");
        assert_eq!(stop.is_some_and(|stop| stop.starts_with("<https://turnpost.example/")), !asked, "{name}");
        let by_email = stop
            .is_some_and(|stop| stop.ends_with(", <mailto:play+stop@turnpost.example?subject=unsubscribe&body=stop>"));
        assert_eq!(by_email, !asked && name != "invitation-stranger", "{name}");
        let feedback = if asked { "account:turnpost.example:turnpost" } else { "turns:turnpost.example:turnpost" };
        assert_eq!(header(&parsed, "Feedback-ID"), Some(feedback), "{name}");
        let post = (!asked).then_some("List-Unsubscribe=One-Click");
        assert_eq!(header(&parsed, "List-Unsubscribe-Post"), post, "{name}");
        let of_no_match = asked
            || name.starts_with("invitation")
            || matches!(name, "turn-list" | "digest" | "seat-idle" | "hook-off");
        let threaded = !of_no_match || is_answer(name);
        assert_eq!(header(&parsed, "References").is_some(), threaded, "{name}");
    }
    // RFC 8058, 3.1: one click needs https.
    let mut local = envelope(PLAIN);
    local.unsubscribe = Some(Link::new("http://localhost:8080/stop").unwrap());
    local.unsubscribe_at = None;
    let raw = compose(&local, &sample::your_turn(PLAIN)).raw();
    assert_eq!(header(&parse(&raw), "List-Unsubscribe"), Some("<http://localhost:8080/stop>"));
    assert_eq!(header(&parse(&raw), "List-Unsubscribe-Post"), None);
}

#[test]
fn the_code_is_not_in_headers_that_servers_log() {
    let (_, message) = &messages(PLAIN)[0];
    let raw = message.raw();
    let head = String::from_utf8_lossy(&raw).split("\r\n\r\n").next().unwrap().to_owned();
    assert!(!head.contains("WDJB-MJHT") && !head.contains("secret"));
}

#[test]
fn debug_prints_nothing_private() {
    for ((name, email), (_, message)) in emails(PLAIN).iter().zip(messages(PLAIN)) {
        let printed = format!("{email:?} {message:?} {:?}", envelope(PLAIN));
        for private in ["WDJB-MJHT", "secret", "anna", "Anna", "example.org"] {
            assert!(!printed.contains(private), "{name}: {printed}");
        }
    }
}

#[test]
fn deadlines_are_told_in_the_readers_time() {
    for (name, words) in [
        (
            "your-turn",
            "Move by Tuesday 24 November 2026, 14:53 (Europe/Berlin), in 2 days and 23 hours. After that your turn passes.",
        ),
        (
            "your-turn-without-picture",
            "Move by Saturday 21 November 2026, 20:15 (Asia/Kolkata), in 45 minutes. After that you are out of the match.",
        ),
    ] {
        let (_, message) = messages(PLAIN).into_iter().find(|(found, _)| *found == name).unwrap();
        let raw = message.raw();
        let text = parse(&raw).body_text(0).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(words), "{name}: {text}");
    }
}

/// An email is made from the page of its reader and holds no fact that is not on the page.
#[test]
fn a_board_knows_its_page_alone() {
    let rules = engine::game("magma").unwrap();
    let frame = rules.start(3, &serde_json::json!({}), &engine::Seed::new([1; 32])).unwrap().frame;
    let page = rules.page(&frame, engine::Eye::Public).unwrap();
    let board = Board::new(page.clone());
    assert_eq!(board.text, page.text());
    assert_eq!(board.page, page);
}
