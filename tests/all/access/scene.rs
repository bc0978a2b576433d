//! The people and the things that the requests of the table are about, made anew once they are used up.

use std::collections::HashMap;

use engine::Seat;
use serde_json::{Value, json};
use tests::oauth::{OauthApp, REDIRECT};
use tests::{Asked, Person, Server};
use turnpost::category::Category;
use turnpost::ids::AddressChangeId;
use turnpost::play::telling::links::{self, Side, Turn, Vote};

use super::table::Thing;

/// The people of the matches, and the proofs of who they are.
struct People {
    /// The creator of all matches of the table. The scopes, the ended session and the cookies are hers.
    anna: Person,
    /// A session of hers that has ended.
    ended: Person,
    /// Personal access tokens of hers, one for each scope.
    tokens: Vec<String>,
    /// The access token of an app to which she has given one of the scopes.
    app: String,
    /// The player beside her.
    bob: Person,
    /// Invited to the open match.
    cleo: Person,
    /// A player of another match.
    dan: Person,
    /// In no match.
    eve: Person,
    /// A person whose account is deleted.
    fay: Person,
}

/// Who sends a request: the proof, and the handle of the account.
#[derive(Clone)]
pub(super) struct Sender {
    pub(super) proof: Proof,
    pub(super) handle: String,
}

/// How a request proves who sends it.
#[derive(Clone)]
pub(super) enum Proof {
    Nothing,
    Token(String),
    /// The cookie of a browser, and the value of `Sec-Fetch-Site` that the browser sends.
    Cookie(String, &'static str),
}

/// Ids and tokens, by their names in paths, and other values that bodies need.
pub(super) type Things = HashMap<&'static str, String>;

pub(super) struct Scene {
    pub(super) server: Server,
    people: People,
    /// The cookie of a guest, who plays the computer.
    guest: String,
    /// How often the people were made, which numbers their names.
    round: u32,
    things: HashMap<Thing, Things>,
}

async fn people(server: &Server, round: u32) -> People {
    let person = async |name: &str| server.person_by_secret(&format!("{name}{round}")).await;
    let (anna, ended) = (person("Anna").await, person("Anna").await);
    let fay = person("Fay").await;
    ended.act("/v1/sign-out").await.expect(204);
    fay.delete("/v1/me").await.expect(204);
    let mut tokens = Vec::new();
    for scope in turnpost::token::Scope::ALL {
        let wish = json!({"name": "bot", "scopes": [scope.name()]});
        tokens.push(text(&anna.post("/v1/me/tokens", &wish).await.expect(201)["token"]));
    }
    let (bob, cleo) = (person("Bob").await, person("Cleo").await);
    let (dan, eve) = (person("Dan").await, person("Eve").await);
    let other = dan.creates(json!({"game": "magma"})).await;
    bob.joins(&other).await;
    let app = OauthApp::register(server, &anna, "Tram", REDIRECT).await.gets(&anna, "matches:read").await;
    People { app: text(&app["access_token"]), anna, ended, tokens, bob, cleo, dan, eve, fay }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

/// The last part of a path.
fn token(path: &str) -> String {
    path.trim_end_matches("/stop").trim_end_matches(".ics").rsplit('/').next().unwrap().to_owned()
}

impl Scene {
    pub(super) async fn set() -> Scene {
        let server = Server::quiet(|table| {
            table.insert("reply_address".to_owned(), "play+%@turnpost.example".into());
            table.insert("inbox_token".to_owned(), "t".repeat(40).into());
        })
        .await;
        let people = people(&server, 1).await;
        let begun = server.fill_with("/new/magma/computer", &[("sec-fetch-site", "same-origin")], &[]).await;
        let guest = begun.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
        Scene { server, people, guest, round: 1, things: HashMap::new() }
    }

    /// The senders in the order of the columns of the table, an app of OAuth, and a guest.
    pub(super) fn senders(&self) -> Vec<(&'static str, Sender)> {
        let People { anna, ended, tokens, app, bob, cleo, dan, eve, fay } = &self.people;
        let by = |person: &Person, proof| Sender { proof, handle: person.handle.clone() };
        let signed_in = |person: &Person| by(person, Proof::Token(person.access()));
        let scoped = |at: usize| by(anna, Proof::Token(tokens[at].clone()));
        vec![
            ("nobody", by(eve, Proof::Nothing)),
            ("stranger", signed_in(eve)),
            ("elsewhere", signed_in(dan)),
            ("invited", signed_in(cleo)),
            ("player", signed_in(bob)),
            ("creator", signed_in(anna)),
            ("m:read", scoped(0)),
            ("moves", scoped(1)),
            ("a:read", scoped(2)),
            ("a:write", scoped(3)),
            ("ended", signed_in(ended)),
            ("deleted", signed_in(fay)),
            ("foreign", by(anna, Proof::Cookie(anna.cookie(), "cross-site"))),
            ("own page", by(anna, Proof::Cookie(anna.cookie(), "same-origin"))),
            ("app", by(anna, Proof::Token(app.clone()))),
            ("guest", by(eve, Proof::Cookie(self.guest.clone(), "same-origin"))),
        ]
    }

    /// The ids and tokens of a thing, by their names in paths, and other values that bodies need. It is made if it is used up.
    pub(super) async fn thing(&mut self, thing: Thing) -> Things {
        if !self.things.contains_key(&thing) {
            let made = self.make(thing).await;
            self.things.insert(thing, made);
        }
        self.things[&thing].clone()
    }

    /// Notes that a request has changed a thing: the next request about it finds another one.
    pub(super) async fn use_up(&mut self, thing: Thing) {
        match thing {
            Thing::Nothing => {}
            Thing::Account => {
                self.round += 1;
                self.people = people(&self.server, self.round).await;
                self.things.clear();
            }
            Thing::Public
            | Thing::Running
            | Thing::Open
            | Thing::Over
            | Thing::SignIn
            | Thing::Change
            | Thing::Tournament
            | Thing::Own => {
                self.things.remove(&thing);
            }
        }
    }

    async fn make(&self, thing: Thing) -> Things {
        match thing {
            Thing::Nothing | Thing::Account => self.assets().await,
            Thing::Public => self.running("public").await,
            Thing::Running => self.running("private").await,
            Thing::Open => self.open().await,
            Thing::Over => {
                let over = self.running("private").await;
                self.people.bob.act(&format!("/v1/matches/{}/resign", over["match_id"])).await.expect(200);
                over
            }
            Thing::SignIn => self.sign_in().await,
            Thing::Change => self.change().await,
            Thing::Tournament => self.tournament().await,
            Thing::Own => self.own().await,
        }
    }

    /// The address of a file of the pages, and a handle.
    async fn assets(&self) -> Things {
        let page = self.server.get("/games").await.text();
        let mut parts = page.split("/assets/").nth(1).unwrap().split(['/', '"']).map(str::to_owned);
        let (hash, name) = (parts.next().unwrap(), parts.next().unwrap());
        HashMap::from([("hash", hash), ("name", name), ("handle", self.people.anna.handle.clone())])
    }

    /// A match of Anna and Bob, with a proposal of Anna.
    async fn running(&self, visibility: &str) -> Things {
        let People { anna, bob, .. } = &self.people;
        let new = json!({"game": "magma", "seating": "joined", "visibility": visibility,
            "clock": {"kind": "per-move", "time": "P3D"}});
        let id = anna.creates(new).await;
        if visibility == "private" {
            anna.post(&format!("/v1/matches/{id}/invitations"), &json!({"handle": bob.handle})).await.expect(202);
        }
        bob.joins(&id).await;
        let wish = json!({"kind": "pause", "length": "P7D"});
        let made = anna.post(&format!("/v1/matches/{id}/proposals"), &wish).await;
        assert!(made.status < 300, "{}", made.text());
        let (secrets, match_id) = (&self.server.app.secrets, id.parse().unwrap());
        let turn = Turn { match_id, seat: Seat(0), holder: 0, turn: 0 };
        let vote = Vote { match_id, seat: Seat(1), holder: 0, number: 1 };
        HashMap::from([
            ("match_id", id.clone()),
            ("number", "1".to_owned()),
            ("/move/", token(&links::move_path(secrets, &turn))),
            ("/watch/", token(&links::watch_path(secrets, match_id, Seat(0)))),
            ("/proposals/", token(&links::proposal_path(secrets, vote))),
        ])
    }

    /// A match of Anna that waits for the third player, with Bob, to which Cleo is invited.
    async fn open(&self) -> Things {
        let People { anna, bob, cleo, .. } = &self.people;
        let id = anna.creates(json!({"game": "magma", "seats": 3, "visibility": "private"})).await;
        let path = format!("/v1/matches/{id}/invitations");
        anna.post(&path, &json!({"handle": bob.handle})).await.expect(202);
        bob.joins(&id).await;
        anna.post(&path, &json!({"handle": cleo.handle})).await.expect(202);
        let own = [("cookie", anna.cookie()), ("sec-fetch-site", "same-origin".to_owned())];
        let own = own.each_ref().map(|(name, value)| (*name, value.as_str()));
        assert_eq!(self.server.fill_with(&format!("/matches/{id}/link"), &own, &[]).await.status, 303);
        let sql = format!("SELECT id::text FROM invitations WHERE link AND match_id = '{id}'");
        let link = self.server.rows(&sql).await[0][0].parse().unwrap();
        let join = links::join_path(&self.server.app.secrets, link);
        let asked = cleo.get("/v1/me/invitations").await.expect(200);
        let list = asked["invitations"].as_array().unwrap();
        let one = list.iter().find(|one| one["match_id"] == *id);
        let invitation = text(&one.unwrap_or_else(|| panic!("{asked}"))["id"]);
        let link = links::invitation_path(&self.server.app.secrets, invitation.parse().unwrap());
        HashMap::from([
            ("match_id", id),
            ("invitation_id", invitation),
            ("/invitations/", token(&link)),
            ("/join/", token(&join)),
        ])
    }

    /// A sign-in of Eve that has just been asked for, and her refresh token.
    async fn sign_in(&self) -> Things {
        let People { eve, .. } = &self.people;
        // An email that is under way is not sent a second time.
        self.server.query("DELETE FROM sign_ins").await;
        let asked = self.server.post("/v1/sign-in", &json!({"address": eve.address})).await.expect(202);
        let asked = Asked::parse(&asked);
        HashMap::from([
            ("code", asked.code(&self.server)),
            ("secret", asked.secret.clone()),
            ("/sign-in/", token(&links::sign_in_path(&self.server.app.secrets, *asked))),
            ("refresh", eve.refresh.clone()),
            ("sign_in_id", asked.to_string()),
        ])
    }

    /// A change of the address of Bob, the link that stops emails to him, and that of his calendar.
    async fn change(&self) -> Things {
        let People { bob, .. } = &self.people;
        self.server.query("DELETE FROM address_changes").await;
        let wish = json!({"address": format!("new-{}", bob.address)});
        bob.post("/v1/me/address", &wish).await.expect(202);
        let id = self.server.rows("SELECT id::text FROM address_changes").await[0][0].clone();
        let (secrets, id) = (&self.server.app.secrets, AddressChangeId(id.parse().unwrap()));
        let stop = links::unsubscribe_path(secrets, bob.id(), Category::ALL[0]);
        HashMap::from([
            ("/confirm-address/", token(&links::confirm_address_path(secrets, id, Side::New))),
            ("/unsubscribe/", token(&stop)),
            ("/calendar/", token(&links::calendar_path(secrets, bob.id(), 0))),
        ])
    }

    /// A tournament of Anna, which four others have entered and she has not.
    async fn tournament(&self) -> Things {
        let People { anna, bob, cleo, dan, eve, .. } = &self.people;
        // Nobody can make or enter any number of them.
        self.server.query("UPDATE tournaments SET phase = 'called-off', due_at = NULL").await;
        let wish = json!({"game": "magnapoco", "name": "Cup", "entry_time": "P7D", "at_once": 1, "enter": false});
        let made = anna.post("/v1/tournaments", &wish).await.expect(201);
        let id = text(&made["id"]);
        for person in [bob, cleo, dan, eve] {
            person.put(&format!("/v1/tournaments/{id}/entry"), &json!({})).await.expect(204);
        }
        HashMap::from([("tournament_id", id)])
    }

    /// Things of Anna's account: another session, a token, a webhook, a subscription of a browser, a vacation, and an app with its access.
    async fn own(&self) -> Things {
        let People { anna, .. } = &self.people;
        let other = self.server.person_by_secret(&format!("Anna{}", self.round)).await;
        let sessions = other.get("/v1/me/sessions").await.expect(200);
        let present = sessions["sessions"].as_array().unwrap().iter().find(|one| one["current"] == true).cloned();
        let session = text(&present.unwrap_or_else(|| panic!("{sessions}"))["id"]);
        let made = async |path: &str, wish: Value| text(&anna.post(path, &wish).await.expect(201)["id"]);
        let push = json!({"endpoint": "https://fcm.googleapis.com/fcm/send/c1", "keys": {"auth": "BTBZMqHH6r4Tts7J_aSIgg",
            "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}});
        // Vacations that are left over from the last time would overlap.
        for first in ["2026-10-01", "2026-12-24"] {
            anna.delete(&format!("/v1/me/vacations/{first}")).await;
        }
        self.server.query("DELETE FROM receivers WHERE kind = 'hook'").await;
        self.server.query("DELETE FROM clients WHERE name <> 'Tram'").await;
        // They count for a day.
        self.server.query("UPDATE users SET owner = NULL WHERE owner IS NOT NULL").await;
        let handle = format!("own-bot-{}", &uuid::Uuid::new_v4().simple().to_string()[..12]);
        let bot = json!({"handle": handle, "name": "Own", "scopes": ["matches:read"]});
        let bot = anna.post("/v1/bots", &bot).await.expect(201);
        let app = OauthApp::register(&self.server, anna, "Own", REDIRECT).await;
        app.gets(anna, "account:read").await;
        let grants = anna.get("/v1/me/grants").await.expect(200);
        assert_eq!(grants["grants"][0]["client_id"], app.id, "{grants}");
        let vacation = json!({"first": "2026-12-24", "last": "2026-12-30"});
        anna.post("/v1/me/vacations", &vacation).await.expect(201);
        HashMap::from([
            ("session_id", session),
            ("bot_id", text(&bot["bot"]["id"])),
            ("client_id", app.id),
            ("grant_id", text(&grants["grants"][0]["id"])),
            ("token_id", made("/v1/me/tokens", json!({"name": "bot", "scopes": ["matches:read"]})).await),
            ("hook_id", made("/v1/me/hooks", json!({"url": "https://club.example/turnpost"})).await),
            ("push_id", made("/v1/me/pushes", push).await),
            ("first", "2026-12-24".to_owned()),
        ])
    }
}
