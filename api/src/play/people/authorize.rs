//! What a client asks a person for, and the answer of the person: the authorization endpoint of OAuth 2.1 (RFC 6749, section 4.1, with PKCE,
//! RFC 7636, and with what RFC 9700 forbids left out).

use chrono::TimeDelta;
use data_encoding::BASE64URL_NOPAD;

use super::caller::Caller;
use super::oauth::{ErrorCode, OauthError, Parameters};
use super::{account, clients, proof, redirects};
use crate::app::App;
use crate::db::clients::Client;
use crate::db::grants::{self, NewGrant};
use crate::db::{self, Connection, people};
use crate::events::Event;
use crate::ids::SessionId;
use crate::play::telling::notices::{self, Done, Origin};
use crate::play::{Refusal, Result};
use crate::secrets::{Purpose, hash};
use crate::token::{self, Scope};

/// The seconds for which a code is good.
const CODE_SECONDS: i64 = 60;
/// The minutes for which the form of the page is good.
const FORM_MINUTES: i64 = 60;
/// The maximum number of characters of a state.
const LONGEST_STATE: usize = 500;
/// The maximum number of current grants of a person, and the maximum number that a person makes in an hour.
const MAX: (i64, i64) = (100, 30);

/// A request of a client that is known, with an address that it has registered.
#[derive(Debug)]
pub struct Asked {
    /// The client.
    pub client: Client,
    /// The address to which the browser returns.
    pub redirect: String,
    /// What the client knows its request by.
    state: Option<String>,
    /// What it asks for, or what is wrong with that.
    pub wish: Result<Wish, OauthError>,
}

/// What a client asks for.
#[derive(Clone, Debug)]
pub struct Wish {
    /// The scopes.
    pub scopes: Vec<Scope>,
    /// The SHA-256 of the verifier that the client will show.
    challenge: [u8; 32],
}

/// Reads a request. One whose client or address is not known is refused: nothing may be sent to that address.
pub async fn read(app: &App, parameters: &Parameters) -> Result<Asked> {
    let field = |name| move |OauthError(_, words)| Refusal::Field(name, words);
    let client = clients::named(app, parameters.required("client_id").map_err(field("client_id"))?).await?;
    let client = client.ok_or_else(|| Refusal::Field("client_id", "There is no app with this id.".to_owned()))?;
    let redirect = parameters.required("redirect_uri").map_err(field("redirect_uri"))?.to_owned();
    if !redirects::is_registered(&client.redirects, &redirect) {
        let why = "The app has not registered this redirect URI.";
        return Err(Refusal::Field("redirect_uri", why.to_owned()));
    }
    let state = state(parameters);
    let wish = state.as_ref().map_err(OauthError::clone).and_then(|_| wish(parameters));
    Ok(Asked { client, redirect, state: state.unwrap_or_default(), wish })
}

fn state(parameters: &Parameters) -> Result<Option<String>, OauthError> {
    let state = parameters.optional("state")?;
    if state.is_some_and(|text| text.len() > LONGEST_STATE || !text.bytes().all(|byte| matches!(byte, b' '..=b'~'))) {
        let words = format!("The parameter state must be at most {LONGEST_STATE} printable ASCII characters.");
        return Err(OauthError::new(ErrorCode::InvalidRequest, words));
    }
    Ok(state.map(str::to_owned))
}

fn wish(parameters: &Parameters) -> Result<Wish, OauthError> {
    if parameters.required("response_type")? != "code" {
        return Err(OauthError::new(ErrorCode::UnsupportedResponseType, "The parameter response_type must be code."));
    }
    if parameters.optional("response_mode")?.is_some_and(|mode| mode != "query") {
        return Err(OauthError::new(ErrorCode::InvalidRequest, "The parameter response_mode must be query."));
    }
    let challenge = parameters.required("code_challenge")?;
    // Left out it would mean plain (RFC 7636, section 4.3).
    if parameters.optional("code_challenge_method")? != Some("S256") {
        return Err(OauthError::new(ErrorCode::InvalidRequest, "The parameter code_challenge_method must be S256."));
    }
    let challenge = BASE64URL_NOPAD.decode(challenge.as_bytes()).ok().and_then(|bytes| bytes.try_into().ok());
    let challenge = challenge.ok_or_else(|| {
        OauthError::new(ErrorCode::InvalidRequest, "The parameter code_challenge must be a SHA-256 hash in base64url.")
    })?;
    let scopes = scopes(parameters)?.ok_or_else(|| unknown_scope("The parameter scope is missing."))?;
    Ok(Wish { scopes, challenge })
}

fn unknown_scope(before: &str) -> OauthError {
    OauthError::new(
        ErrorCode::InvalidScope,
        format!("{before} The scopes are {}.", Scope::ALL.map(Scope::name).join(", ")),
    )
}

/// The scopes of a request, each once, in their order; none if it names none.
pub(in crate::play) fn scopes(parameters: &Parameters) -> Result<Option<Vec<Scope>>, OauthError> {
    let Some(text) = parameters.optional("scope")? else { return Ok(None) };
    let read = |name| Scope::named(name).ok_or_else(|| unknown_scope("A scope is unknown."));
    let mut scopes = text.split(' ').filter(|name| !name.is_empty()).map(read).collect::<Result<Vec<_>, _>>()?;
    scopes.sort_unstable();
    scopes.dedup();
    Ok((!scopes.is_empty()).then_some(scopes))
}

/// The names of scopes as a parameter.
pub(in crate::play) fn joined(scopes: &[Scope]) -> String {
    scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>().join(" ")
}

impl Asked {
    /// The address to which the browser returns, with these parameters, the state of the client, and the issuer (RFC 9207).
    fn back(&self, app: &App, parameters: &[(&str, &str)]) -> String {
        let state = self.state.as_deref().map(|state| ("state", state));
        let all = parameters.iter().copied().chain(state).chain([("iss", app.config.public_url.as_str())]);
        redirects::with_parameters(&self.redirect, &all.collect::<Vec<_>>())
    }

    /// The address with an error.
    pub fn with_error(&self, app: &App, OauthError(code, words): &OauthError) -> String {
        self.back(app, &[("error", code.word()), ("error_description", words)])
    }

    /// The address to which a browser returns whose person refuses.
    pub fn refused(&self, app: &App) -> String {
        self.with_error(app, &OauthError::new(ErrorCode::AccessDenied, "The user denied access."))
    }

    /// The parameters of a request that asks for the same.
    pub fn parameters(&self, wish: &Wish) -> Vec<(&'static str, String)> {
        let fixed = [("response_type", "code"), ("code_challenge_method", "S256")];
        let mut all: Vec<_> = fixed.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        all.extend([
            ("client_id", self.client.id.to_string()),
            ("redirect_uri", self.redirect.clone()),
            ("scope", joined(&wish.scopes)),
            ("code_challenge", BASE64URL_NOPAD.encode(&wish.challenge)),
        ]);
        all.extend(self.state.clone().map(|state| ("state", state)));
        all
    }

    /// What the form is about, as a hash.
    fn digest(&self, wish: &Wish) -> [u8; 32] {
        let lines = self.parameters(wish).into_iter().map(|(name, value)| format!("{name}={value}\n"));
        hash(&lines.collect::<String>())
    }
}

/// The proof that the form was shown in this session: a form that was made elsewhere has none.
pub fn form_proof(app: &App, session: SessionId, asked: &Asked, wish: &Wish) -> String {
    let made = app.clock.now().timestamp().to_be_bytes();
    let subject = [&session.0.as_bytes()[..], &made, &asked.digest(wish)].concat();
    app.secrets.link(Purpose::AppForm, &subject)
}

/// Returns whether the proof of a form is that of this session and of this request, and not too old.
pub fn is_form_proof(app: &App, session: SessionId, asked: &Asked, wish: &Wish, proof: &str) -> bool {
    let Some(subject) = app.secrets.open_link(Purpose::AppForm, proof) else { return false };
    let Some((of, rest)) = subject.split_first_chunk::<16>() else { return false };
    let Some((made, digest)) = rest.split_first_chunk::<8>() else { return false };
    let age = app.clock.now().timestamp().saturating_sub(i64::from_be_bytes(*made));
    of == session.0.as_bytes() && digest == asked.digest(wish) && age <= FORM_MINUTES * 60
}

/// Gives a client what it asks for; returns the address with the code. Needs a code from a new email, as a token for a program does.
pub async fn allow(app: &App, caller: &Caller, origin: &Origin, asked: &Asked, wish: &Wish) -> Result<String> {
    caller.needs_session()?;
    let (mut connection, person) = account::present(app, caller).await?;
    proof::needed(app, &mut connection, caller).await?;
    let (now, code) = (app.clock.now(), token::app_code());
    let names: Vec<&str> = wish.scopes.iter().map(|scope| scope.name()).collect();
    let new = NewGrant {
        user: person.id,
        client: asked.client.id,
        scopes: &names,
        code: &hash(&code),
        redirect: &asked.redirect,
        challenge: &wish.challenge,
        now,
        expires_at: now + TimeDelta::seconds(CODE_SECONDS),
    };
    let work = async |connection: &mut Connection| {
        people::lock(connection, person.id).await?;
        let made = grants::create(connection, new, MAX).await?;
        if made {
            notices::owe(connection, person.id, Done::NewApp(&asked.client.name), origin, now).await?;
        }
        Ok::<_, Refusal>(made)
    };
    if !db::transaction(&mut connection, work).await? {
        let (max, in_an_hour) = MAX;
        return Err(Refusal::Conflict(format!(
            "You have reached the limit of {max} apps with access, or {in_an_hour} within an hour. Revoke some on your \
             account page, or try again later."
        )));
    }
    app.hub.publish(Event::EmailOwed);
    Ok(asked.back(app, &[("code", &code)]))
}
