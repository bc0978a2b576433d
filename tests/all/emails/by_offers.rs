//! Matches of Magic by people who send nothing but what emails and pages offer: examples as they stand, and texts that the page
//! completes part by part.

use chrono::Duration;
use engine::{Dice, Seed};
use serde_json::{Value, json};
use tests::mailbox::Received;
use tests::{Person, Server};
use turnpost::play::matches::history;

use super::all_sent;

/// The most emails of a match.
const MAX: usize = 400;

/// The most lines of an email (section 13 of the page of the game).
const MAX_LINES: usize = 200;

/// The most characters in a line of an email that is no link.
const WIDTH: usize = 76;

/// A match with its readers.
struct Table<'s> {
    server: &'s Server,
    people: Vec<Person>,
    /// The number of emails that each has read.
    read: Vec<usize>,
    dice: Dice,
    /// The number of examples and of completed texts that were sent.
    sent: [usize; 2],
    /// The number of emails that asked for an answer.
    asked: usize,
}

/// The texts between `<code ...>` and `</code>` in the first paragraph that begins with one of these words.
fn offered(html: &str, words: &[&str]) -> Vec<String> {
    let paragraphs = html.split("<p").filter_map(|part| part.split_once('>').map(|(_, rest)| rest));
    let is_it = |paragraph: &&str| words.iter().any(|words| paragraph.starts_with(words));
    let Some(paragraph) = paragraphs.filter_map(|rest| rest.split("</p>").next()).find(is_it) else {
        return Vec::new();
    };
    let codes = paragraph.split("<code").skip(1).filter_map(|code| code.split_once('>'));
    codes.filter_map(|(_, rest)| rest.split("</code>").next()).map(|text| text.replace("&#39;", "'")).collect()
}

impl Table<'_> {
    /// A number below this, at random.
    fn below(&mut self, max: usize) -> usize {
        self.dice.below(max as u32) as usize
    }

    /// A text that the page says can be played, found among what it offers; `None` where the ways lead nowhere, or on and on.
    async fn completed(&mut self, path: &str) -> Option<String> {
        let mut page = self.server.get(path).await.text();
        for _ in 0..24 {
            let mut ways = tests::pages::ways(&page);
            ways.retain(|way| !way.starts_with("resign") && !way.starts_with("agree") && !way.starts_with("disagree"));
            if ways.is_empty() {
                return None;
            }
            let text = ways.swap_remove(self.below(ways.len()));
            page = self.server.fill(path, &[("move", &text), ("preview", "1")]).await.text();
            if page.contains("is legal, but") && self.below(2) == 0
                || page.contains("type=\"hidden\" name=\"move\"") && !page.contains("is legal, but")
            {
                return Some(text);
            }
        }
        None
    }

    /// Answers an email: sends the whole turn, choice or answer that it asks for.
    async fn answer(&mut self, email: &Received) {
        let text = email.text();
        assert!(text.lines().count() <= MAX_LINES, "{text}");
        let long = text.lines().find(|line| line.chars().count() > WIDTH && !line.starts_with("https://"));
        assert_eq!(long, None, "{text}");
        let Some(link) = text.lines().find_map(|line| line.strip_prefix("https://turnpost.example")) else { return };
        if !link.starts_with("/move/") {
            return;
        }
        self.asked += usize::from(text.starts_with("Your answer is needed"));
        let mut examples = offered(&email.html(), &["For example:", "Answer:", "Choose:"]);
        assert!(!examples.is_empty(), "{text}");
        for _ in 0..40 {
            let example = (self.below(2) == 0 && !examples.is_empty()).then(|| self.below(examples.len()));
            let (kind, sent) = match example {
                Some(at) => (0, examples.swap_remove(at)),
                None => match self.completed(link).await {
                    Some(text) => (1, text),
                    None => continue,
                },
            };
            let page = self.server.fill(link, &[("move", &sent)]).await.page(200);
            assert!(page.contains("Sent: "), "{sent}: {page}\n{text}");
            self.sent[kind] += 1;
            if !page.contains("name=\"move\"") || page.contains("You have nothing to do") {
                return;
            }
            examples = offered(&page, &["For example:", "Answer:", "Choose:"]);
        }
        panic!("a turn without end: {text}");
    }

    /// Plays until there are no emails to answer.
    async fn play(&mut self) {
        for _ in 0..MAX {
            all_sent(self.server).await;
            let unread = |at: &usize| {
                let emails = self.server.mailbox.emails_to(&self.people[*at].address);
                emails.len() > self.read[*at]
            };
            let waiting: Vec<usize> = (0..self.people.len()).filter(unread).collect();
            if waiting.is_empty() {
                return;
            }
            let at = waiting[self.below(waiting.len())];
            let emails = self.server.mailbox.emails_to(&self.people[at].address);
            self.read[at] = emails.len();
            self.server.later(Duration::seconds(1));
            if let Some(email) = emails.last() {
                self.answer(email).await;
            }
        }
        panic!("more than {MAX} emails");
    }
}

/// Plays a match to its end; returns the number of emails that asked for an answer.
async fn played(names: &[&str], options: Value, number: u64) -> usize {
    let server = Server::start().await;
    let mut people = Vec::new();
    for name in names {
        people.push(server.person(name).await);
    }
    let new = json!({"game": "magic", "seats": names.len(), "seating": "joined", "name": "Offers", "clock": {"kind": "per-move", "time": "P3D"},
        "options": options});
    let read = people.iter().map(|person| server.mailbox.emails_to(&person.address).len()).collect();
    let id = people[0].creates(new).await;
    let seed = Seed::numbered(number);
    server.query(&format!("UPDATE matches SET seed = '\\x{}' WHERE id = '{id}'", seed.to_hex())).await;
    for person in &people[1..] {
        person.joins(&id).await;
    }
    let mut table = Table { server: &server, people, read, dice: Dice::at(&seed, u32::MAX), sent: [0; 2], asked: 0 };
    table.play().await;
    let [examples, completed] = table.sent;
    assert!(examples >= 10 && completed >= 4, "{examples} examples, {completed} completed texts");
    for person in &table.people {
        let emails = server.mailbox.emails_to(&person.address);
        assert!(emails.last().is_some_and(|email| email.text().contains(" is over, ")), "{}", person.address);
    }
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (1, Vec::<String>::new()));
    table.asked
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_match_from_the_set_up_by_what_emails_and_pages_offer() {
    played(&["Anna", "Ben"], json!({"max_rounds": 12}), 5).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_a_match_with_windows_by_what_emails_and_pages_offer() {
    let asked = played(&["Anna", "Ben", "Cleo", "Dan"], super::four_seats::options(), 1).await;
    assert!(asked > 4, "{asked} answers were wanted");
}
