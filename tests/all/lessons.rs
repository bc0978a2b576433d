//! Lessons: on their pages, by the API and by email.

use engine::lessons;
use serde_json::{Value, json};
use tests::Server;
use tests::client::{Reply, encoded};
use tests::needs::long_form;
use tests::sender::MailClient;

/// The words of a text as a page shows them.
fn shown(words: &str) -> String {
    words.replace('&', "&#38;").replace('\'', "&#39;").replace('"', "&#34;").replace('<', "&#60;").replace('>', "&#62;")
}

/// A page that a browser with this cookie gets.
async fn page(server: &Server, path: &str, cookie: &str, status: u16) -> Reply {
    let request = server.request("GET", path).header("cookie", cookie).header("accept", "text/html");
    let reply = Reply::send(request).await;
    assert_eq!(reply.status, status, "{path}: {}", reply.text());
    reply
}

fn answered(game: &str, lesson: usize, step: usize, text: &str) -> String {
    format!("/learn/{game}/{lesson}?{}", encoded(&[("step", &step.to_string()), ("answer", text)]))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_lesson_of_each_game_is_solved_on_its_pages_and_the_browser_remembers_it() {
    let server = Server::start().await;
    for rules in engine::newest() {
        let game = rules.info().id;
        let [lesson, ..] = lessons::of(game) else { panic!("{game} has no lessons") };
        // The requests of a minute are limited.
        server.later(chrono::TimeDelta::minutes(2));
        let mut cookie = String::new();
        for (number, step) in (1..).zip(&lesson.steps) {
            let asked = page(&server, &format!("/learn/{game}/1?step={number}"), "", 200).await.text();
            for line in step.text.lines() {
                assert!(asked.contains(&shown(line)), "{game} {number}: {line} is not in {asked}");
            }
            assert!(asked.contains("<svg") && !asked.contains("<strong>Right.</strong>"), "{game} {number}");
            let wrong = page(&server, &answered(game, 1, number, "xyzzy"), "", 200).await.text();
            assert!(wrong.contains("class=\"alert\"") && !wrong.contains("<strong>Right.</strong>"), "{game} {number}");
            let solved = page(&server, &answered(game, 1, number, step.solution()), "", 200).await;
            let text = solved.text();
            assert!(text.contains("<strong>Right.</strong>"), "{game} {number}: {}", step.solution());
            assert!(text.contains(&shown(&step.done)), "{game} {number}: {}", step.done);
            let is_last = number == lesson.steps.len();
            assert_eq!(text.contains(&format!("/learn/{game}/2?step=1")), is_last, "{game} {number}");
            cookie = solved.headers.get("set-cookie").map_or(String::new(), |value| value.to_str().unwrap().to_owned());
            assert_eq!(cookie.starts_with("turnpost-solved="), is_last, "{game} {number}: {cookie}");
        }
        let list = page(&server, &format!("/learn/{game}"), cookie.split(';').next().unwrap(), 200).await.text();
        assert_eq!(list.matches(", solved").count(), 1, "{list}");
        assert!(list.contains(&format!("<a class=\"button\" href=\"/learn/{game}/2\">Go on</a>")), "{list}");
        let fresh = page(&server, &format!("/learn/{game}"), "turnpost-solved=%00<script>.x.magma99", 200).await;
        assert!(!fresh.text().contains(", solved") && fresh.text().contains(">Begin<"));
    }
    for path in ["/learn/chess", "/learn/magma/0", "/learn/magma/99", "/learn/magma/1?step=0", "/learn/magma/1?step=99"]
    {
        page(&server, path, "", 404).await;
    }
    // A query that cannot be read shows the first step.
    page(&server, "/learn/magma/1?step=x", "", 200).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_api_shows_a_step_its_choices_and_the_answer_to_a_move() {
    let server = Server::start().await;
    let get = async |path: &str| server.request("GET", path).send().await.unwrap().json::<Value>().await.unwrap();
    let list = get("/v1/games/magnapoco/lessons").await;
    assert_eq!(list["lessons"].as_array().unwrap().len(), lessons::of("magnapoco").len());
    let lesson = get("/v1/games/magnapoco/lessons/1").await;
    assert_eq!(lesson["tasks"].as_array().unwrap().len(), lesson["step_count"].as_u64().unwrap() as usize);
    let path = "/v1/games/magnapoco/lessons/1/steps/1";
    let step = get(path).await;
    assert_eq!((&step["answer"], &step["text"]), (&Value::Null, &lesson["tasks"][0]["text"]));
    let choices = step["choices"].as_array().unwrap();
    assert!(
        choices.iter().any(|choice| choice["cell"] == "c3") && choices.iter().all(|choice| choice["kind"] != "resign")
    );
    assert!(step["board"].as_str().unwrap().contains("W") && step["scene"]["spots"].is_array());
    let send = async |text: &str| {
        let reply = Reply::send(server.request("POST", path).json(&json!({"move": text}))).await;
        reply.expect(200)
    };
    let solution = lessons::of("magnapoco")[0].steps[0].solution();
    let solved = send(&solution.to_uppercase()).await;
    assert_eq!((&solved["answer"]["result"], &solved["so_far"]), (&json!("solved"), &json!(solution)));
    assert_eq!(solved["choices"], json!([]));
    assert_ne!(solved["scene"], step["scene"]);
    let unreadable = Reply::send(server.request("POST", path).json(&json!({"move": "hello"}))).await;
    unreadable.problem("unreadable-move");
    let refused = send("b2").await;
    assert_eq!(refused["answer"]["result"], "refused");
    assert_eq!(refused["scene"], step["scene"], "the board goes back");
    let missing = Reply::send(server.request("GET", "/v1/games/magnapoco/lessons/99")).await;
    assert_eq!(missing.status, 404);
}

/// Solves lessons of a game by replies alone.
async fn by_email(server: &Server, lmtp: &mut MailClient, game: &str, max: usize) {
    let person = server.person(game).await;
    let told = async |words: &str| {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        server.mailbox.wait_for(&person.address, |email| email.flowing().contains(&words)).await
    };
    lmtp.write(&person.address, "play@turnpost.example", &format!("learn {game}")).await;
    let all = lessons::of(game);
    for (lesson, number) in all.iter().zip(1..=max) {
        for (at, step) in (1..).zip(&lesson.steps) {
            let title = format!("Lesson {number}: {} (step {at} of {})", lesson.title, lesson.steps.len());
            let asked = told(&title).await;
            if (number, at) == (1, 1) {
                assert_eq!(asked.text().lines().next(), Some("Reply above this line with your move."));
                lmtp.answer(&person.address, &asked, "Hint, please").await;
                let refused = told("That does not solve it.").await;
                assert!(refused.flowing().contains(&title), "{}", refused.text());
                lmtp.answer(&person.address, &asked, "hint").await;
                told("Hint: ").await;
            }
            lmtp.answer(&person.address, &asked, step.solution()).await;
        }
    }
    if max >= all.len() {
        told("That was the last lesson.").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn lessons_are_solved_by_email() {
    let server = Server::answerable(|_| {}).await;
    let mut lmtp = server.lmtp().await;
    for rules in engine::newest() {
        by_email(&server, &mut lmtp, rules.info().id, if long_form() { usize::MAX } else { 1 }).await;
    }
    assert_eq!(server.count("SELECT count(*) FROM matches").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exercise_that_is_old_is_named_and_others_cannot_answer_it() {
    let server = Server::answerable(|_| {}).await;
    let mut lmtp = server.lmtp().await;
    let person = server.person("Zoe").await;
    // Beside another answer it is still the exercise that is answered.
    lmtp.write(&person.address, "play@turnpost.example", "games\nlearn magnapoco 2").await;
    let asked = server.mailbox.wait_for(&person.address, |email| email.flowing().contains("Lesson 2: ")).await;
    lmtp.answer("eve@far.example", &asked, "c3").await;
    lmtp.answer(&person.address, &asked, "z99").await;
    server.mailbox.wait_for(&person.address, |email| email.flowing().contains("That does not solve it.")).await;
    server.later(chrono::TimeDelta::days(15));
    lmtp.answer(&person.address, &asked, "c3").await;
    server.mailbox.wait_for(&person.address, |email| email.flowing().contains("older than 14 days")).await;
    let emails = server.mailbox.emails_to(&person.address);
    assert!(emails.iter().all(|email| !email.flowing().contains("Right.")));
}
