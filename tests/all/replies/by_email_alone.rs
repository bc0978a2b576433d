//! People who have an email program and open no page: from nothing to the end of a match, by each way in.

use reqwest::Client;
use tests::mailbox::Received;
use tests::postfix::Postfix;
use tests::sender::{MailClient, message, new_message, reply_to};
use tests::{Server, eventually};

use super::postfix::{server_behind, settings};

const PLAY: &str = "play@turnpost.example";
const ADA: &str = "ada@one.example";
const BO: &str = "bo@two.example";

/// The bearer token of `POST /v1/inbox`.
const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A way by which messages come in.
enum Way {
    /// LMTP, or SMTP by a real Postfix.
    Mail(MailClient),
    /// A request for each message.
    Post(Client),
}

/// Two people and a server.
struct Story {
    server: Server,
    way: Way,
}

impl Story {
    async fn send(&mut self, from: &str, to: &str, raw: &str) {
        match &mut self.way {
            Way::Mail(client) => {
                let reply = client.send(from, to, raw).await;
                assert!(reply.starts_with("250"), "{reply}");
            }
            Way::Post(client) => {
                let request = client.post(format!("{}/v1/inbox", self.server.url)).query(&[("to", to), ("from", from)]);
                let request = request.bearer_auth(TOKEN).header("Content-Type", "message/rfc822");
                assert_eq!(request.body(raw.to_owned()).send().await.unwrap().status(), 204);
            }
        }
    }

    async fn writes(&mut self, from: &str, text: &str) {
        self.send(from, PLAY, &new_message(from, PLAY, "Hello", text)).await;
    }

    async fn answers(&mut self, from: &str, email: &Received, text: &str) {
        self.send(from, &reply_to(email), &message(from, email, text)).await;
    }

    /// The first email to this address whose text has these words.
    async fn told(&self, address: &str, words: &str) -> Received {
        self.server.mailbox.wait_for(address, |email| email.flowing().contains(words)).await
    }

    /// The email about a turn of one of the two, or about the end, that has not been answered; with its reader.
    async fn next(&self, answered: &[Vec<u8>]) -> (&'static str, Received) {
        let is_next = |email: &Received| {
            let (subject, text) = (email.subject(), email.flowing());
            let is_turn = (subject.starts_with("Your turn") || subject.starts_with("Match started"))
                && (text.contains("It is your turn") || text.contains("it is your turn"));
            (is_turn || subject.starts_with("Match over: Magnapoco")) && !answered.contains(&email.raw)
        };
        eventually("the next email about a turn", async || {
            [ADA, BO].into_iter().find_map(|reader| {
                let email = self.server.mailbox.emails_to(reader).into_iter().find(is_next)?;
                Some((reader, email))
            })
        })
        .await
    }

    /// Plays by the examples of the emails until the end.
    async fn play_to_the_end(&mut self) {
        let mut answered = Vec::new();
        loop {
            let (reader, email) = self.next(&answered).await;
            if email.subject().starts_with("Match over") {
                break;
            }
            answered.push(email.raw.clone());
            let text = email.text();
            let example = text
                .lines()
                .find_map(|line| line.trim().strip_prefix("For example:"))
                .unwrap_or_else(|| panic!("{text}"));
            self.answers(reader, &email, example.split("   or   ").next().unwrap().trim()).await;
            assert!(answered.len() < 20);
        }
        assert!(answered.len() >= 2);
    }

    /// Both people come in, and play two matches.
    async fn run(&mut self) {
        self.writes(ADA, "rules magnapoco\ngames").await;
        let asked = self.told(ADA, "Reply with yes on the first line").await;
        self.answers(ADA, &asked, "Yes\nAda").await;
        let welcome = self.told(ADA, "Welcome to Turnpost, Ada.").await;
        assert!(welcome.flowing().contains("You put one or two stones each turn"), "{}", welcome.text());

        // An invitation to another stranger; the key of the email proves who writes, so nothing is asked again.
        self.answers(ADA, &welcome, "new magnapoco board square3 with bo@two.example").await;
        let created = self.told(ADA, "The invitation is on its way.").await;
        assert!(created.flowing().contains("it is match 1 of your list"), "{}", created.text());
        let invited = self.server.mailbox.wait_for(BO, |email| email.subject().contains("invites you")).await;
        self.answers(BO, &invited, "yes\nBo").await;
        let started = self.told(BO, "has begun").await;

        // While the other is to move, or not.
        self.answers(BO, &started, "list").await;
        let list = self.told(BO, "Your matches").await;
        self.answers(BO, &list, "history 1\nboard 1\nvacation 2026-08-01 to 2026-08-02").await;
        let shown = self.told(BO, "The last moves of Magnapoco").await;
        assert!(shown.flowing().contains("Your vacation is booked"), "{}", shown.text());
        self.answers(BO, &shown, "stop").await;
        let off = self.told(BO, "You unsubscribed from emails about your turns").await;
        self.answers(BO, &off, "start").await;
        self.told(BO, "You get emails about your turns again.").await;
        self.play_to_the_end().await;

        // A second match, which the other finds.
        self.answers(ADA, &created, "new magnet days 5").await;
        self.told(ADA, "One more player can join it").await;
        self.writes(BO, "open").await;
        let open = self.told(BO, "Open matches").await;
        let text = open.flowing();
        let number = text.split(". Magnet: Ada, one free seat").next().unwrap().rsplit(' ').next().unwrap();
        self.answers(BO, &open, &format!("join {number}")).await;
        self.told(BO, "You play in Magnet").await;
        // The one who is not to move leaves a conditional move.
        let (mover, turn) = self
            .next(
                &self
                    .server
                    .mailbox
                    .all()
                    .into_iter()
                    .filter(|email| !email.subject().contains("Magnet"))
                    .map(|email| email.raw)
                    .collect::<Vec<_>>(),
            )
            .await;
        let other = if mover == ADA { BO } else { ADA };
        let started =
            self.server.mailbox.wait_for(other, |email| email.subject().starts_with("Match started: Magnet")).await;
        let text = turn.text();
        let example =
            text.lines().find_map(|line| line.trim().strip_prefix("For example:")).unwrap_or_else(|| panic!("{text}"));
        let example = example.split("   or   ").next().unwrap().trim();
        self.answers(other, &started, &format!("if they play {example} then {example}")).await;
        self.server
            .mailbox
            .wait_for(other, |email| {
                email.flowing().contains("Your conditional move is stored")
                    || email.flowing().contains("This line could not be played")
            })
            .await;
        for path in ["SELECT 1 FROM sessions", "SELECT 1 FROM refresh_tokens"] {
            assert!(self.server.rows(path).await.is_empty(), "no page was opened: {path}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_strangers_play_by_lmtp() {
    let server = Server::answerable(|_| {}).await;
    let way = Way::Mail(server.lmtp().await);
    Story { server, way }.run().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_strangers_play_by_post() {
    let server = Server::answerable(|table| drop(table.insert("inbox_token".to_owned(), TOKEN.into()))).await;
    Story { server, way: Way::Post(Client::new()) }.run().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_strangers_play_by_a_real_postfix() {
    let Some(postfix) = Postfix::new() else { return };
    let server = server_behind(&postfix).await;
    postfix.start(&settings(&server), "", &server.mailbox.url());
    let way = Way::Mail(postfix.client().await);
    Story { server, way }.run().await;
}
