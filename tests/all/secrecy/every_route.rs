//! Every route, as requests of one reader about a match. A route that is not in these lists fails the test: a new one says here what
//! it may tell of a match.

use std::collections::HashSet;

use serde_json::{Value, json};
use tests::client::encoded;
use tests::{Person, Reply, Server, operations};
use turnpost::ids::{InvitationId, MatchId};
use turnpost::play::telling::links::{self, Turn, Vote};

use super::known_paths::{NO_MATCH, READ_ALONE, READS_NO_MATCH, SENT_ALONE};

/// A match, its reader, and texts that the reader may think of. All but `refused` are tried out only; `refused` can never be played.
pub(super) struct Eye<'a> {
    pub(super) server: &'a Server,
    pub(super) person: Option<&'a Person>,
    pub(super) id: MatchId,
    pub(super) invitation: InvitationId,
    /// The invitation of a link that was not used.
    pub(super) link: InvitationId,
    pub(super) handles: Vec<&'a str>,
    pub(super) texts: &'a [&'a str],
    pub(super) refused: &'a [&'a str],
}

/// The body of a request.
enum Sent {
    Nothing,
    Json(Value),
    Form(Vec<(&'static str, String)>),
}

/// A request that this reader sends.
struct Try {
    path: String,
    sent: Sent,
}

fn read(path: impl Into<String>) -> Try {
    Try { path: path.into(), sent: Sent::Nothing }
}

/// Lines of the log that are read one by one.
const LINES: u32 = 8;

/// The address at which more moves are tried than are allowed.
fn too_many(path: &str, text: &str) -> String {
    format!("{path}?moves={}", query(&vec![text; 41].join(">")))
}

fn query(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

impl Eye<'_> {
    /// All that the server tells this reader, each answer with its request.
    pub(super) async fn sees(&self) -> Vec<(String, Reply)> {
        let mut found = Vec::new();
        let page = self.ask("GET", &read(format!("/v1/matches/{}", self.id))).await;
        let page = serde_json::from_slice::<Value>(&page.bytes).unwrap_or_default()["page"].clone();
        let mut routes = operations::routes();
        // What only reads comes first: the others write notes and proposals.
        routes.sort_by_key(|(method, path)| (method != "GET", path.clone()));
        let known: HashSet<&(String, String)> = routes.iter().collect();
        assert_eq!(known.len(), routes.len());
        for (method, path) in &routes {
            let tries = if method == "GET" { self.reads(path, &page) } else { self.acts(method, path, &page) };
            for one in tries {
                let reply = self.ask(method, &one).await;
                assert!(reply.status < 500, "{method} {}: {}", one.path, reply.text());
                if method != "GET" && path.contains("propos") && reply.status < 400 {
                    // An email about a proposal is dropped if it is answered before: both worlds send it.
                    self.server.emails_are_out().await;
                }
                let body = match &one.sent {
                    Sent::Nothing => String::new(),
                    Sent::Json(json) => json.to_string(),
                    Sent::Form(fields) => format!("{fields:?}"),
                };
                found.push((format!("{method} {} {body}", one.path), reply));
            }
        }
        found
    }

    async fn ask(&self, method: &str, one: &Try) -> Reply {
        let is_page = !one.path.starts_with("/v1/");
        let mut request = self.server.request(method, &one.path);
        match self.person {
            Some(person) if is_page => {
                request = request.header("cookie", person.cookie()).header("sec-fetch-site", "same-origin");
            }
            Some(person) => request = request.bearer_auth(person.access()),
            None => {}
        }
        if one.path.contains("/events") {
            request = request.header("accept", "application/json");
        }
        Reply::send(match &one.sent {
            Sent::Nothing => request,
            Sent::Json(json) => request.json(json),
            Sent::Form(fields) => {
                let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (*name, text.as_str())).collect();
                request.header("content-type", "application/x-www-form-urlencoded").body(encoded(&fields))
            }
        })
        .await
    }

    /// The path of the link to the turn of this reader, if the reader plays.
    fn move_link(&self, page: &Value) -> Option<String> {
        let seat = engine::Seat(page["your_seat"].as_u64()? as u8);
        let turn = Turn { match_id: self.id, seat, holder: 0, turn: page["turn"].as_u64()? as u32 };
        Some(links::move_path(&self.server.app.secrets, &turn))
    }

    fn proposal_link(&self, page: &Value) -> Option<String> {
        let seat = engine::Seat(page["your_seat"].as_u64()? as u8);
        let vote = Vote { match_id: self.id, seat, holder: 0, number: 1 };
        Some(links::proposal_path(&self.server.app.secrets, vote))
    }

    /// The requests to read a route.
    fn reads(&self, path: &str, page: &Value) -> Vec<Try> {
        let own = path.replace("{match_id}", &self.id.to_string());
        let with = |ends: &[&str]| ends.iter().map(|end| read(format!("{own}{end}"))).collect::<Vec<_>>();
        let lines = |from: &str| (0..LINES).map(|line| read(format!("{from}?line={line}"))).collect::<Vec<_>>();
        let shown = |line: u32| read(format!("{own}?line={line}&include=view,scene,text,choices"));
        let texts = |from: &str, name: &str| {
            let of = |text: &&str| read(format!("{from}?{name}={}", query(text)));
            self.texts.iter().chain(self.refused).map(of).collect::<Vec<_>>()
        };
        match path {
            "/v1/matches/{match_id}" => {
                let now = with(&["", "?include=view,scene,text,choices", "?include=choices"]);
                now.into_iter().chain((0..LINES).map(shown)).collect()
            }
            "/v1/matches/{match_id}/events" => with(&["", "?include=line,choices"]),
            "/v1/matches/{match_id}/board" => with(&["", "?line=0"]),
            "/v1/matches/{match_id}/board.{ending}" => {
                let boards = ["txt", "svg", "png"].map(|ending| own.replace("{ending}", ending));
                [boards.iter().map(read).collect(), lines(&boards[0]), lines(&boards[1])].concat_all()
            }
            "/v1/matches/{match_id}/choices" => {
                [with(&["", "?include=move,agree,disagree,resign"]), texts(&own, "include=move&so_far")].concat_all()
            }
            "/v1/matches/{match_id}/log" => with(&["", "?limit=2", "?after=1", "?after=2&limit=1", "?after=99"]),
            path if READ_ALONE.contains(&path) => with(&[""]),
            "/v1/matches" => with(&[
                "",
                "?filter=open",
                "?filter=running",
                "?filter=offered",
                "?filter=finished",
                "?filter=mine",
                "?filter=mine&phase=running",
                "?filter=mine&player=anna",
                "?filter=waiting",
                "?filter=waiting&sort=deadline",
                "?filter=watched",
            ]),
            "/matches/{match_id}" => [with(&[""]), lines(&own), texts(&own, "move")].concat_all(),
            "/matches/{match_id}/log" => with(&["", "?before=2"]),
            // What can be tried depends on dice of its own, as for moves that are explored. Here too many are refused before.
            "/matches/{match_id}/try" => self.refused.iter().map(|text| read(too_many(&own, text))).collect(),
            "/v1/people/{handle}"
            | "/v1/people/{handle}/matches"
            | "/v1/people/{handle}/ratings"
            | "/people/{handle}"
            | "/people/{handle}/report" => {
                self.handles.iter().map(|handle| read(path.replace("{handle}", handle))).collect()
            }
            "/watch/{token}" => {
                let link = |seat| links::watch_path(&self.server.app.secrets, self.id, engine::Seat(seat));
                (0..3).map(|seat| read(link(seat))).collect()
            }
            "/move/{token}" => {
                self.move_link(page).map_or(Vec::new(), |link| [vec![read(&link)], texts(&link, "move")].concat_all())
            }
            "/move/{token}/choices" => {
                self.move_link(page).map_or(Vec::new(), |link| texts(&format!("{link}/choices"), "so_far"))
            }
            "/proposals/{token}" => self.proposal_link(page).into_iter().map(read).collect(),
            "/calendar/{token}.ics" => {
                let of = |person: &Person| read(links::calendar_path(&self.server.app.secrets, person.id(), 0));
                self.person.map(of).into_iter().collect()
            }
            "/invitations/{token}" => vec![read(links::invitation_path(&self.server.app.secrets, self.invitation))],
            "/invitations/{token}/stop" => {
                vec![read(links::refuse_invitations_path(&self.server.app.secrets, self.invitation))]
            }
            "/join/{token}" => vec![read(links::join_path(&self.server.app.secrets, self.link))],
            path if READS_NO_MATCH.contains(&path) => Vec::new(),
            other => panic!("GET {other} is new: what does it tell of a match?"),
        }
    }

    /// Forms of conditional moves that begin with moves that may be refused.
    fn planned(&self, path: &str, turn: &Value) -> Vec<Try> {
        let fields = |text: &str| vec![("turn", turn.to_string()), ("lines", format!("{text} > pass"))];
        let one = |text: &&str| Try { path: path.to_owned(), sent: Sent::Form(fields(text)) };
        self.refused.iter().map(one).collect()
    }

    /// The requests to a route that may change something: those that a match that is running refuses, and those that change the same in
    /// both worlds.
    fn acts(&self, method: &str, path: &str, page: &Value) -> Vec<Try> {
        let own = path.replace("{match_id}", &self.id.to_string()).replace("{number}", "1");
        let own = own.replace("{invitation_id}", &self.invitation.to_string());
        let json = |json: Value| vec![Try { path: own.clone(), sent: Sent::Json(json) }];
        let form = |path: &str, fields: &[(&'static str, &str)]| {
            let fields = fields.iter().map(|(name, text)| (*name, (*text).to_owned())).collect();
            Try { path: path.to_owned(), sent: Sent::Form(fields) }
        };
        let turn = &page["turn"];
        match (method, path) {
            ("POST", "/v1/matches/{match_id}/preview") => {
                let texts = self.texts.iter().chain(self.refused);
                texts.flat_map(|text| json(json!({"move": text}))).collect()
            }
            // What is explored depends on dice of its own: a law of the games compares it, with the same dice. Here it is refused before.
            ("POST", "/v1/matches/{match_id}/explore") => {
                self.refused.iter().flat_map(|text| json(json!({"moves": vec![json!({"move": text}); 41]}))).collect()
            }
            ("POST", "/v1/matches/{match_id}/moves") => {
                self.refused.iter().flat_map(|text| json(json!({"move": text, "turn": turn}))).collect()
            }
            ("POST", "/v1/matches/{match_id}/agree") => json(json!({"agree": true, "turn": 9999})),
            ("POST", "/v1/matches/{match_id}/invitations") => json(json!({"handle": "eve"})),
            ("POST", "/v1/matches/{match_id}/notes") => json(json!({"text": "Hello!"})),
            ("PUT", "/v1/matches/{match_id}/conditional-moves") => {
                self.refused.iter().flat_map(|text| json(json!({"turn": turn, "lines": [[text, "pass"]]}))).collect()
            }
            ("PUT", "/v1/matches/{match_id}/private-note") => json(json!({"text": "Next: e5."})),
            ("POST", "/v1/matches/{match_id}/proposals") => json(json!({"kind": "extension", "length": "P1D"})),
            ("POST", "/v1/reports") => json(json!({"match_id": self.id, "text": "It is rude."})),
            ("POST", "/matches/{match_id}/report") => vec![form(&own, &[("about", "match"), ("text", "It is slow.")])],
            ("POST", "/people/{handle}/report") => {
                let of = |handle: &&str| form(&path.replace("{handle}", handle), &[("text", "It is rude.")]);
                self.handles.iter().map(of).collect()
            }
            ("POST", "/v1/me/seen") => json(json!({"match_id": self.id, "turn": turn})),
            (_, path) if SENT_ALONE.contains(&path) && path.starts_with("/v1/") => vec![read(own)],
            (_, path) if SENT_ALONE.contains(&path) => vec![form(&own, &[])],
            ("POST", "/v1/matches/{match_id}/computers") => json(json!({"level": 2})),
            ("POST", "/matches/{match_id}/computer") => vec![form(&own, &[("level", "2")])],
            ("POST", "/join/{token}") => vec![form(&links::join_path(&self.server.app.secrets, self.link), &[])],
            ("POST", "/matches/{match_id}/invite") => vec![form(&own, &[("whom", "eve")])],
            ("POST", "/matches/{match_id}/conditional-moves") => self.planned(&own, turn),
            ("POST", "/matches/{match_id}/private-note") => vec![form(&own, &[("text", "Next: e5.")])],
            ("POST", "/matches/{match_id}/propose") => vec![form(&own, &[("kind", "extension"), ("days", "1")])],
            ("POST", "/matches/{match_id}") => {
                let turn = turn.to_string();
                self.refused.iter().map(|text| form(&own, &[("move", text), ("turn", &turn)])).collect()
            }
            ("POST", "/move/{token}") => {
                let link = self.move_link(page);
                link.iter().flat_map(|link| self.refused.iter().map(|text| form(link, &[("move", text)]))).collect()
            }
            ("POST", "/proposals/{token}/agree" | "/proposals/{token}/decline") => {
                let end = path.rsplit('/').next().unwrap();
                self.proposal_link(page).iter().map(|link| form(&format!("{link}/{end}"), &[])).collect()
            }
            ("POST", "/invitations/{token}/accept" | "/invitations/{token}/decline" | "/invitations/{token}/stop") => {
                let end = path.rsplit('/').next().unwrap();
                vec![form(&format!("{}/{end}", links::invitation_path(&self.server.app.secrets, self.invitation)), &[])]
            }
            // For a player they end the match or the part in it, and everything is open afterwards.
            ("POST", "/v1/matches/{match_id}/resign") => {
                if page["your_seat"].is_null() {
                    vec![read(own)]
                } else {
                    Vec::new()
                }
            }
            ("DELETE", "/v1/me") | ("POST", "/account/delete") => Vec::new(),
            // They know of no match.
            (_, path) if NO_MATCH.contains(&path) => Vec::new(),
            other => panic!("{other:?} is new: what does it tell of a match?"),
        }
    }
}

/// Joins lists of requests.
trait Concat {
    fn concat_all(self) -> Vec<Try>;
}

impl<const N: usize> Concat for [Vec<Try>; N] {
    fn concat_all(self) -> Vec<Try> {
        self.into_iter().flatten().collect()
    }
}
