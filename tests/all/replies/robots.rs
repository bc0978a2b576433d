//! Programs that answer every email and do not say that they are programs.

use chrono::Duration;
use tests::Server;
use tests::mailbox::Received;

use super::{all_read, magma};

const PLAY: &str = "play@turnpost.example";

/// What such programs write: a vacation, a ticket system, a challenge, one that quotes commands, and one that says yes to everything else.
const ROBOTS: [&str; 5] = [
    "Thank you for your message. I am on vacation until Monday.",
    "Your request has been received and is ticket #4711.\n\nPlease reply above this line.",
    "To deliver your message, confirm that you are a person.",
    "Dear sender,\nwe could not read your message: list open new magma",
    "Yes, we have received your email and will answer within two days.",
];

#[tokio::test(flavor = "multi_thread")]
async fn five_robots_that_answer_everything_come_to_an_end() {
    let server = Server::answerable(|_| {}).await;
    let (_, people, _) = magma(&server).await;
    let mut lmtp = server.lmtp().await;
    // Two are players, three are strangers in whose name someone wrote once.
    let mut robots: Vec<String> = people.iter().map(|person| person.address.clone()).collect();
    robots.extend((0..3).map(|number| format!("robot{number}@far.example")));
    for robot in &robots[2..] {
        lmtp.write(robot, PLAY, "help").await;
    }
    let mut written = 3;
    let mut answered = vec![0; robots.len()];
    // An hour of the clock, in steps; at each the robots answer all that has come.
    for _ in 0..12 {
        all_read(&server, written).await;
        for ((robot, text), answered) in robots.iter().zip(ROBOTS).zip(&mut answered) {
            let emails: Vec<Received> = server.mailbox.emails_to(robot);
            for email in emails.iter().skip(*answered).filter(|email| email.header("Reply-To").is_some()) {
                if lmtp.answer(robot, email, text).await.starts_with("250") {
                    written += 1;
                }
            }
            *answered = emails.len();
        }
        server.later(Duration::minutes(5));
    }
    all_read(&server, written).await;
    for robot in &robots {
        let number = server.mailbox.emails_to(robot).len();
        eprintln!("{robot}: {number} emails");
        // A sign-in and the start, three refusals in the turn, six about other emails.
        assert!(number <= 12, "{robot}: {number} emails");
    }
    assert_eq!(server.count("SELECT count(*) FROM moves WHERE cause = 'chosen'").await, 0);
    assert_eq!(server.count("SELECT count(*) FROM users WHERE address LIKE 'robot%'").await, 0);
    assert_eq!(server.count("SELECT count(*) FROM matches").await, 1);
}
