//! The lists of open matches: no account can fill them.

use serde_json::json;
use tests::{Person, Server};

/// The names in the list of open matches, over all of its pages.
async fn listed(server: &Server, query: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut after = String::new();
    loop {
        let list = server.get(&format!("/v1/matches?limit=4{query}{after}")).await.expect(200);
        let page = list["matches"].as_array().unwrap();
        names.extend(page.iter().map(|one| one["name"].as_str().unwrap().to_owned()));
        let Some(next) = list["next"].as_str() else { return names };
        after = format!("&after={next}");
    }
}

async fn creates_many(person: &Person, game: &str, names: impl Iterator<Item = String>) -> Vec<String> {
    let mut ids = Vec::new();
    for name in names {
        ids.push(person.creates(json!({"game": game, "name": name})).await);
    }
    ids
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_open_matches_shows_the_newest_few_of_each_creator() {
    let setting = |table: &mut toml::Table| drop(table.insert("listed_matches_per_account".to_owned(), "5".into()));
    let server = Server::quiet(setting).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let first = bob.creates(json!({"game": "magma", "name": "Bob 1"})).await;
    let many = creates_many(&anna, "magma", (1..=12).map(|number| format!("Anna {number}"))).await;
    creates_many(&bob, "ice", ["Bob 2".to_owned()].into_iter()).await;
    let newest = ["Anna 12", "Anna 11", "Anna 10", "Anna 9", "Anna 8"];
    assert_eq!(listed(&server, "").await, [&["Bob 2"], &newest[..], &["Bob 1"]].concat());
    assert_eq!(listed(&server, "&game=magma").await, [&newest[..], &["Bob 1"]].concat());
    let lobby = server.get("/lobby").await.text();
    assert!(lobby.contains("Anna 8") && !lobby.contains("Anna 7") && lobby.contains("Bob 1"), "{lobby}");
    // What is not listed is there, and takes the place of one that is no longer open.
    anna.delete(&format!("/v1/matches/{}", many[11])).await.expect(204);
    bob.joins(&many[10]).await;
    let now = ["Bob 2", "Anna 10", "Anna 9", "Anna 8", "Anna 7", "Anna 6", "Bob 1"];
    assert_eq!(listed(&server, "").await, now);
    assert_eq!(bob.sees(&many[0]).await["phase"], "open");
    let mine = anna.get("/v1/matches?filter=mine&limit=100").await.expect(200);
    assert_eq!(mine["matches"].as_array().unwrap().len(), 11);
    // Only open and public ones count.
    creates_many(&bob, "magma", (3..=5).map(|number| format!("Bob {number}"))).await;
    for _ in 0..9 {
        bob.creates(json!({"game": "magma", "visibility": "unlisted"})).await;
    }
    assert!(listed(&server, "").await.contains(&"Bob 1".to_owned()));
    assert_eq!(server.get(&format!("/v1/matches/{first}")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_passes_over_thousands_of_matches_that_few_accounts_made() {
    let setting = |table: &mut toml::Table| drop(table.insert("listed_matches_per_account".to_owned(), "5".into()));
    let server = Server::quiet(setting).await;
    let anna = server.person_by_secret("Anna").await;
    let old = anna.creates(json!({"game": "magma", "name": "The oldest"})).await;
    // Ten accounts, each with as many matches as one may have.
    let sql = format!(
        "INSERT INTO users (id, handle, name, address, time_zone, created_at)
            SELECT gen_random_uuid(), 'flood-' || n, 'Flood', 'flood' || n || '@example.org', 'UTC', now() FROM generate_series(1, 10) n;
         INSERT INTO matches (id, game, edition, name, options, seats, seating, visibility, clock, on_lapse, creator, created_at, seed)
            SELECT overlay(gen_random_uuid()::text placing 'ffffffff' from 1)::uuid, m.game, m.edition, 'Flood', m.options, m.seats,
                m.seating, m.visibility, m.clock, m.on_lapse, u.id, m.created_at, m.seed
            FROM matches m, users u, generate_series(1, 500) WHERE m.id = '{old}' AND u.handle LIKE 'flood-%';
         ANALYZE matches"
    );
    tests::database::execute(&server.database, &sql).await;
    let names = listed(&server, "").await;
    assert_eq!((names.len(), names.last().map(String::as_str)), (51, Some("The oldest")));
    let passed =
        "SELECT count(*) FROM matches m WHERE m.phase = 'open' AND m.visibility = 'public' AND m.id >= coalesce((
            SELECT o.id FROM matches o WHERE o.creator = m.creator AND o.phase = 'open' AND o.visibility = 'public'
            ORDER BY o.id DESC OFFSET 4 LIMIT 1), m.id)";
    let plan = server.rows(&format!("EXPLAIN (ANALYZE, BUFFERS) {passed}")).await.concat().join("\n");
    // Each match that is passed over costs a few entries of the index, however many its creator has.
    let is_read = |line: &&str| line.contains("Index Only Scan") && line.contains("matches_listed_by_creator");
    let read = plan.lines().find(is_read).unwrap_or_else(|| panic!("{plan}"));
    assert!(read.contains("rows=5") && read.contains("loops=5001"), "{plan}");
}
