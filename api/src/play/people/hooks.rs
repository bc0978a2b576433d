//! Webhooks: addresses of a person's own programs and chat rooms, called when an email is owed to the person.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Serialize, Serializer};
use url::{Host, Url};
use utoipa::ToSchema;

use super::account;
use super::caller::Caller;
use crate::app::App;
use crate::db::hooks::{self, Hook};
use crate::db::{self, Connection, people};
use crate::events::Event;
use crate::ids::{HookId, MatchId};
use crate::network;
use crate::play::{HookForm, Refusal, Result};

/// The maximum number of hooks of a person.
pub const MAX: i64 = 5;
/// The maximum number of characters of an address.
const LONGEST: usize = 500;

/// The body of a call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HookCall, example = json!({"type": "your-turn", "timestamp": "2026-11-27T10:00:00.000Z",
    "data": {"match_id": "0198c0de-7a11-7000-8000-00c0ffee0006", "name": "Tuesday club", "game": "magma", "turn": 12,
        "url": "https://turnpost.example/matches/0198c0de-7a11-7000-8000-00c0ffee0006"}}))]
pub struct Call {
    /// The type, called like the kind of event.
    pub r#type: CallKind,
    /// The time of what happened.
    #[serde(serialize_with = "milliseconds")]
    pub timestamp: DateTime<Utc>,
    /// The match, as it is now.
    pub data: CallData,
}

/// The match of a call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HookCallData)]
pub struct CallData {
    /// The id.
    pub match_id: MatchId,
    /// The name.
    pub name: String,
    /// The id of the game.
    #[schema(example = "magma")]
    pub game: String,
    /// The turn.
    pub turn: u32,
    /// The page of the match.
    pub url: String,
}

/// The body of a test call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HookTest, example = json!({"type": "test", "timestamp": "2026-11-27T10:00:00.000Z", "data": {}}))]
pub struct TestCall {
    /// Always `test`.
    pub r#type: CallKind,
    /// The time of the test.
    #[serde(serialize_with = "milliseconds")]
    pub timestamp: DateTime<Utc>,
    /// Empty.
    pub data: NoData,
}

/// No data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = HookTestData, example = json!({}))]
pub struct NoData {}

/// The type of a call of a webhook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = HookCallType)]
pub enum CallKind {
    /// Your turn begins.
    YourTurn,
    /// A match starts.
    MatchStarted,
    /// A match is over.
    MatchOver,
    /// You are invited to a match.
    Invitation,
    /// You test the webhook.
    Test,
}

impl CallKind {
    /// Every type.
    pub const ALL: [CallKind; 5] =
        [CallKind::YourTurn, CallKind::MatchStarted, CallKind::MatchOver, CallKind::Invitation, CallKind::Test];

    /// What happens, in a few words.
    pub fn summary(self) -> &'static str {
        match self {
            CallKind::YourTurn => "Your turn begins.",
            CallKind::MatchStarted => "A match starts.",
            CallKind::MatchOver => "A match is over.",
            CallKind::Invitation => "You are invited to a match.",
            CallKind::Test => "You test the webhook.",
        }
    }
}

fn milliseconds<S: Serializer>(at: &DateTime<Utc>, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(&at.to_rfc3339_opts(SecondsFormat::Millis, true))
}

/// A hook that was made.
pub struct Made {
    /// The id.
    pub id: HookId,
    /// The address as it is called.
    pub url: String,
    /// The secret that signs the calls. It cannot be read again.
    pub secret: [u8; 32],
}

/// Makes a hook with a secret of its own. The secret is derived from a secret of the server, and stored nowhere.
pub async fn create(app: &App, caller: &Caller, url: &str, form: HookForm) -> Result<Made> {
    caller.needs_session()?;
    let url = read(url, app.config.private_hooks).map_err(|why| Refusal::Field("url", why.to_owned()))?;
    let (mut connection, person) = account::present(app, caller).await?;
    let (id, now) = (HookId::new(), app.clock.now());
    let key_id = app.secrets.signing_id();
    let secret = app.secrets.hook(key_id, id.0).ok_or_else(|| Refusal::Broken("no secret".to_owned()))?;
    let work = async |connection: &mut Connection| {
        people::lock(connection, person.id).await?;
        Ok::<_, Refusal>(hooks::create(connection, (id, person.id), (url.as_str(), form), key_id, now, MAX).await?)
    };
    if db::transaction(&mut connection, work).await? {
        Ok(Made { id, url: url.into(), secret })
    } else {
        Err(Refusal::Conflict(format!("You already have {MAX} webhooks, the maximum. Delete one first.")))
    }
}

/// Reads the address of a hook.
fn read(text: &str, is_private: bool) -> Result<Url, &'static str> {
    let expected = "Expected a URL that begins with https://, without user name, password or fragment, of at most 500 \
                    characters.";
    let url = Url::parse(text).map_err(|_| expected)?;
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    let is_web = url.scheme() == "https" || (is_private && url.scheme() == "http");
    if !is_plain || !is_web || url.as_str().len() > LONGEST || text.chars().any(char::is_control) {
        return Err(expected);
    }
    let is_public = match url.host() {
        None => false,
        Some(Host::Domain(name)) => !name.is_empty(),
        Some(Host::Ipv4(four)) => network::is_public(four.into()),
        Some(Host::Ipv6(six)) => network::is_public(six.into()),
    };
    if is_public || is_private { Ok(url) } else { Err("Expected a URL on the public internet.") }
}

/// The hooks of the caller, the newest first.
pub async fn list(app: &App, caller: &Caller) -> Result<Vec<Hook>> {
    caller.needs_session()?;
    let (mut connection, person) = account::present(app, caller).await?;
    Ok(hooks::list(&mut connection, person.id).await?)
}

/// Removes a hook of the caller.
pub async fn delete(app: &App, caller: &Caller, id: HookId) -> Result<()> {
    caller.needs_session()?;
    let (mut connection, person) = account::present(app, caller).await?;
    if hooks::delete(&mut connection, id, person.id).await? { Ok(()) } else { Err(Refusal::NotFound("webhook")) }
}

/// Owes a hook of the caller a test call.
pub async fn test(app: &App, caller: &Caller, id: HookId) -> Result<()> {
    let found = list(app, caller).await?.into_iter().find(|hook| hook.id == id).ok_or(Refusal::NotFound("webhook"))?;
    if found.off_at.is_some() {
        return Err(Refusal::Conflict(
            "The webhook was disabled. To re-enable it, delete it and create a new one.".to_owned(),
        ));
    }
    app.limits.guess(crate::limits::Asker::Account(caller.user)).map_err(Refusal::TooOften)?;
    db::calls::owe_test(&mut *app.db.get().await?, id, app.clock.now()).await?;
    app.hub.publish(Event::CallOwed);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_hook_is_on_the_public_internet() {
        for text in ["https://club.example/turnpost?a=b", "https://8.8.8.8:8443/", "https://[2606:4700::1111]/x"] {
            assert!(read(text, false).is_ok(), "{text}");
        }
        let long = format!("https://club.example/{}", "a".repeat(500));
        for text in [
            "",
            "x",
            "http://club.example/",
            "ftp://club.example/",
            "https://",
            "https://a:b@club.example/",
            "https://a@club.example/",
            "https://club.example/#x",
            "https://127.0.0.1/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://[::1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://169.254.169.254/latest",
            "https://10.1/",
            "https://a\nb.example/",
            "javascript:1",
            &long,
        ] {
            assert!(read(text, false).is_err(), "{text}");
        }
        assert!(read("http://127.0.0.1:9/", true).is_ok() && read("ftp://127.0.0.1/", true).is_err());
    }
}
