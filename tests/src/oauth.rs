//! An app of another author, which is given access by OAuth as a browser and an app do it.

use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value, json};
use turnpost::secrets::hash;

use crate::pages::hidden_fields;
use crate::{Person, Reply, Server};

/// The address to which browsers return, unless a test says another.
pub const REDIRECT: &str = "https://tram.example/signed-in";
/// A verifier with all kinds of characters that one may have.
pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk.~";
/// The header of a form that a page of the server sends.
const OWN: (&str, &str) = ("sec-fetch-site", "same-origin");

/// The `code_challenge` of a verifier.
pub fn challenge(verifier: &str) -> String {
    BASE64URL_NOPAD.encode(&hash(verifier))
}

/// An app that is registered at a server.
pub struct OauthApp<'a> {
    server: &'a Server,
    /// Its `client_id`.
    pub id: String,
    /// The address to which browsers return.
    pub redirect: String,
}

/// The parameters of a request, of which a test changes some.
pub type Parameters = Vec<(&'static str, String)>;

/// The parameters with another value of one of them, or without it.
pub fn with(parameters: &Parameters, name: &'static str, value: Option<&str>) -> Parameters {
    let others = parameters.iter().filter(|(other, _)| *other != name).cloned();
    others.chain(value.map(|value| (name, value.to_owned()))).collect()
}

fn pairs(parameters: &Parameters) -> Vec<(&str, &str)> {
    parameters.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

/// A parameter of the address to which an answer sends the browser.
pub fn of_location(reply: &Reply, name: &str) -> Option<String> {
    let url = reqwest::Url::parse(reply.header("location")).ok()?;
    url.query_pairs().find(|(found, _)| found == name).map(|(_, value)| value.into_owned())
}

impl<'a> OauthApp<'a> {
    /// Registers an app with one address.
    pub async fn register(server: &'a Server, author: &Person, name: &str, redirect: &str) -> OauthApp<'a> {
        let wish = json!({"name": name, "redirect_uris": [redirect]});
        let made = author.post("/v1/clients", &wish).await.expect(201);
        let id = made["client_id"].as_str().unwrap().to_owned();
        OauthApp { server, id, redirect: redirect.to_owned() }
    }

    /// What it asks for with these scopes.
    pub fn wish(&self, scopes: &str) -> Parameters {
        let wish = [
            ("response_type", "code"),
            ("client_id", &self.id),
            ("redirect_uri", &self.redirect),
            ("scope", scopes),
            ("state", "S t&te"),
            ("code_challenge", &challenge(VERIFIER)),
            ("code_challenge_method", "S256"),
        ];
        wish.map(|(name, value)| (name, value.to_owned())).to_vec()
    }

    /// The path to which it sends a browser.
    pub fn path(parameters: &Parameters) -> String {
        let query = reqwest::Url::parse_with_params("https://x.example", parameters).unwrap();
        format!("/oauth/authorize?{}", query.query().unwrap_or_default())
    }

    /// The answer to the browser of a person who is sent there.
    pub async fn asks(&self, person: &Person, parameters: &Parameters) -> Reply {
        let request = self.server.request("GET", &OauthApp::path(parameters)).header("cookie", person.cookie());
        Reply::send(request).await
    }

    /// The answer to the form of the page.
    pub async fn answered(&self, person: &Person, page: &Reply, answer: &str) -> Reply {
        assert_eq!(page.status, 200, "{}", page.text());
        let mut fields = hidden_fields(&page.text());
        fields.push(("answer".to_owned(), answer.to_owned()));
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.server.fill_with("/oauth/authorize", &[OWN, ("cookie", &person.cookie())], &fields).await
    }

    /// Lets a person give access; returns the code.
    pub async fn code(&self, person: &Person, parameters: &Parameters) -> String {
        let page = self.asks(person, parameters).await;
        let given = self.answered(person, &page, "allow").await;
        assert_eq!(given.status, 303, "{}", given.text());
        of_location(&given, "code").unwrap_or_else(|| panic!("{}", given.header("location")))
    }

    /// The form that exchanges a code.
    pub fn exchange(&self, code: &str) -> Parameters {
        let form = [
            ("grant_type", "authorization_code"),
            ("client_id", &self.id),
            ("code", code),
            ("redirect_uri", &self.redirect),
            ("code_verifier", VERIFIER),
        ];
        form.map(|(name, value)| (name, value.to_owned())).to_vec()
    }

    /// The form that exchanges a refresh token.
    pub fn renewal(&self, refresh: &str) -> Parameters {
        let form = [("grant_type", "refresh_token"), ("client_id", &self.id), ("refresh_token", refresh)];
        form.map(|(name, value)| (name, value.to_owned())).to_vec()
    }

    /// Asks for tokens.
    pub async fn tokens(&self, form: &Parameters) -> Reply {
        self.server.fill("/oauth/token", &pairs(form)).await
    }

    /// Revokes a token.
    pub async fn revokes(&self, token: &str) -> Reply {
        self.server.fill("/oauth/revoke", &[("client_id", &self.id), ("token", token)]).await
    }

    /// The tokens that a person gives it with these scopes.
    pub async fn gets(&self, person: &Person, scopes: &str) -> Value {
        let code = self.code(person, &self.wish(scopes)).await;
        self.tokens(&self.exchange(&code)).await.expect(200)
    }
}

/// Fails if an answer is not this error of OAuth; returns its words.
#[track_caller]
pub fn expect_error(reply: &Reply, error: &str) -> String {
    let status = if error == "invalid_client" { 401 } else { 400 };
    assert_eq!((reply.status, reply.header("content-type")), (status, "application/json"), "{}", reply.text());
    assert_eq!(reply.header("cache-control"), "no-store");
    let document = reply.json();
    assert_eq!(document["error"], error, "{document}");
    let words = document["error_description"].as_str().unwrap().to_owned();
    let is_plain = |c: char| matches!(c, ' '..='~') && !['"', '\\'].contains(&c);
    assert!(words.len() > 10 && words.chars().all(is_plain), "{document}");
    words
}
