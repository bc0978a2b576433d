//! A match of Magic with four seats, played by the links of emails alone.

use chrono::Duration;
use engine::{Act, Advance, Clock, Dice, Line, Moment, Rules, Seat, Seats, Seed};
use serde_json::{Value, json};
use tests::{Person, Server};
use turnpost::play::matches::history;

use super::all_sent;

/// The most moves of the match.
const MAX: usize = 90;

/// A step of the match: the move of a seat, and the seats that get an email about a turn then.
struct Step {
    seat: Seat,
    text: String,
    emails: Seats,
}

/// A match that the engine has played by suggestions.
struct Plan {
    seed: Seed,
    steps: Vec<Step>,
    log: Vec<Line>,
    /// The number of emails that ask for an answer.
    asked: usize,
}

/// Cards that are enough to answer in a battle.
const CARDS: &str = "Test Bolt   R
Instant
Destroy target attacking creature.

Test Growth   G
Instant
Target creature gets +3/+3 until end of turn.
";

/// Four armies side by side; all hold instants and want to be asked.
pub(super) fn options() -> Value {
    let chairs = ["ash", "birch", "cedar", "dogwood"];
    let each = chairs.map(|chair| {
        format!("; {chair} hand test-bolt, test-growth, test-growth; {chair} orders stack any, battle any")
    });
    let table = "lands PFISM PFISM PFISM PFISM PFISM PFISM; ash holds 1 5 7; birch holds 2 10 3; cedar holds 12 20 11; \
                 dogwood holds 6 15 22; ash has g3/3 @7; ash has r2/2 @5; birch has g2/2 @2; birch has r2/2 @3; \
                 cedar has g2/2 @12; cedar has r3/3 @11; dogwood has g3/3 @6; dogwood has r1/1 @15";
    json!({"cards": CARDS, "table": format!("{table}{}", each.concat()), "max_rounds": 2})
}

/// The seats whose turn begins with this step, or which are asked: one email each.
fn newly_awaited(rules: &dyn Rules, (before, was): (&Advance, Seat), now: &Advance) -> Seats {
    let turn_over = now.frame.turn != before.frame.turn;
    let begins = |seat: &Seat| {
        let acted = *seat == was && turn_over && now.status.midway != Some(*seat);
        !before.status.awaited.contains(*seat) || acted
    };
    assert_eq!(rules.status(&now.frame).unwrap(), now.status);
    now.status.awaited.iter().filter(begins).collect()
}

/// The match of a seed, if it ends soon and has windows with answers.
fn plan(number: u8) -> Option<Plan> {
    let rules = engine::game("magic").unwrap();
    let seed = Seed::new([number; 32]);
    let mut dice = Dice::at(&seed, 1_000_000);
    let mut now = rules.start(4, &options(), &seed).unwrap();
    let (mut steps, mut log, mut asked) = (Vec::new(), now.lines.clone(), 0);
    while !now.frame.over {
        let seats: Vec<Seat> = now.status.awaited.iter().collect();
        let seat = seats[steps.len() % seats.len()];
        let text = rules.suggest(&now.frame, seat, &mut dice).unwrap()?;
        let next = rules.advance(&now.frame, Act::Chosen { by: seat, text: &text }, Moment(0)).unwrap();
        log.extend(next.lines.clone());
        let emails = newly_awaited(rules, (&now, seat), &next);
        let in_window = |seat: &Seat| matches!(next.status.clock(*seat), Clock::AlwaysLapses { within: Some(_) });
        asked += emails.iter().filter(in_window).count();
        steps.push(Step { seat, text, emails });
        now = next;
        if steps.len() > MAX {
            return None;
        }
    }
    (asked >= 6).then_some(Plan { seed, steps, log, asked })
}

/// The numbers of emails about turns, or about answers, that each person has got.
fn counts(server: &Server, people: &[Person; 4], words: &str) -> [usize; 4] {
    let of = |person: &Person| {
        server.mailbox.emails_to(&person.address).iter().filter(|it| it.text().contains(words)).count()
    };
    people.each_ref().map(of)
}

/// The path of the latest link to a turn.
fn latest_link(server: &Server, person: &Person) -> String {
    let emails = server.mailbox.emails_to(&person.address);
    let link =
        |email: &tests::mailbox::Received| email.text().lines().find(|line| line.contains("/move/")).map(str::to_owned);
    let link = emails.iter().rev().find_map(link).unwrap();
    link.strip_prefix("https://turnpost.example").unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn four_players_play_a_match_with_windows_by_emails_alone() {
    let Plan { seed, steps, log, asked } = (1..=200).find_map(plan).expect("a short match with windows");
    let server = Server::start().await;
    let people = server.people(["Anna", "Ben", "Cleo", "Dan"]).await;
    let new = json!({"game": "magic", "seats": 4, "seating": "joined", "name": "Four lands", "clock": {"kind": "per-move", "time": "P3D"},
        "options": options()});
    let id = people[0].creates(new).await;
    server.query(&format!("UPDATE matches SET seed = '\\x{}' WHERE id = '{id}'", seed.to_hex())).await;
    for person in &people[1..] {
        person.joins(&id).await;
    }
    all_sent(&server).await;
    let mut expected = counts(&server, &people, "/move/");
    for Step { seat, text, emails } in &steps {
        server.later(Duration::seconds(1));
        let path = latest_link(&server, &people[seat.index()]);
        let sent = server.fill(&path, &[("move", text)]).await.page(200);
        assert!(sent.contains("Sent: "), "{seat:?}: {text}: {sent}");
        emails.iter().for_each(|seat| expected[seat.index()] += 1);
        all_sent(&server).await;
        assert_eq!(counts(&server, &people, "/move/"), expected, "{seat:?}: {text}");
    }
    assert_eq!(counts(&server, &people, "Your answer is needed, ").iter().sum::<usize>(), asked);
    assert_eq!(counts(&server, &people, " is over, "), [1; 4]);
    let stored = server.rows(&format!("SELECT cause, text FROM moves WHERE match_id = '{id}' ORDER BY ply")).await;
    let texts: Vec<&str> = stored.iter().map(|row| row[1].as_str()).collect();
    assert_eq!(texts, log.iter().map(|line| line.text.as_str()).collect::<Vec<_>>());
    assert_eq!(history::verify_all(&server.app).await.unwrap(), (1, Vec::<String>::new()));
}
