//! Subscriptions of browsers (Web Push): where a notification is shown when an email is owed to a person.

use data_encoding::{BASE64URL, BASE64URL_NOPAD};
use p256::PublicKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use url::Url;

use super::account;
use super::caller::Caller;
use crate::app::App;
use crate::db::pushes::{self, NewPush, Push};
use crate::db::{self, Connection, people};
use crate::ids::PushId;
use crate::play::{Refusal, Result};
use crate::vapid;

/// The maximum number of subscriptions of a person.
pub const MAX: i64 = 10;
/// The maximum number of characters of an endpoint.
const LONGEST: usize = 1000;

/// The hosts of the push services of browsers' vendors. A name that begins with a dot matches all names below it.
const SERVICES: [&str; 4] =
    ["fcm.googleapis.com", ".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com"];

/// A subscription as a browser gives it (W3C Push API).
#[derive(Clone, Debug)]
pub struct Subscription {
    /// The address at the push service.
    pub endpoint: String,
    /// The public key, in base64url.
    pub p256dh: String,
    /// The authentication secret, in base64url.
    pub auth: String,
}

/// The public key with which browsers subscribe: the applicationServerKey of the W3C Push API.
pub fn public_key(app: &App) -> Result<String> {
    let key = vapid::public_key(&app.secrets, app.secrets.signing_id());
    key.ok_or_else(|| Refusal::Broken("no key for push services".to_owned()))
}

/// Stores the subscription of the caller's browser, in the place of the one that its session had. With more than [`MAX`] subscriptions, the
/// one that was renewed longest ago is removed.
pub async fn subscribe(app: &App, caller: &Caller, subscription: &Subscription) -> Result<Push> {
    let session = caller.needs_session()?;
    let endpoint = endpoint(&subscription.endpoint, app.config.private_hooks)?;
    let p256dh = public(&subscription.p256dh)?;
    let auth = read(&subscription.auth).filter(|bytes| bytes.len() == 16);
    let auth = auth.ok_or_else(|| Refusal::Field("keys.auth", "Expected 16 bytes in base64url.".to_owned()))?;
    let (mut connection, person) = account::present(app, caller).await?;
    let new = NewPush {
        id: PushId::new(),
        user: person.id,
        session,
        endpoint: endpoint.as_str(),
        p256dh: &p256dh,
        auth: &auth,
        key_id: app.secrets.signing_id(),
    };
    let now = app.clock.now();
    let work = async |connection: &mut Connection| {
        people::lock(connection, person.id).await?;
        Ok::<_, Refusal>(pushes::store(connection, new, now, MAX).await?)
    };
    db::transaction(&mut connection, work).await
}

/// The subscriptions of the caller, the newest first.
pub async fn list(app: &App, caller: &Caller) -> Result<Vec<Push>> {
    caller.needs_session()?;
    let (mut connection, person) = account::present(app, caller).await?;
    Ok(pushes::list(&mut connection, person.id).await?)
}

/// Removes a subscription of the caller.
pub async fn delete(app: &App, caller: &Caller, id: PushId) -> Result<()> {
    caller.needs_session()?;
    let (mut connection, person) = account::present(app, caller).await?;
    if pushes::delete(&mut connection, id, person.id).await? { Ok(()) } else { Err(Refusal::NotFound("subscription")) }
}

/// Reads an endpoint: https at the push service of a vendor, or anywhere if it may be private.
fn endpoint(text: &str, is_private: bool) -> Result<Url> {
    let expected = || {
        let services = SERVICES.map(|name| if name.starts_with('.') { format!("*{name}") } else { name.to_owned() });
        let services = services.join(", ");
        Refusal::Field(
            "endpoint",
            format!(
                "Expected the https address of a browser's push service, at most {LONGEST} characters: {services}."
            ),
        )
    };
    let url = Url::parse(text).map_err(|_| expected())?;
    let host = url.host_str().unwrap_or_default();
    let is_service = |name: &&str| if name.starts_with('.') { host.ends_with(*name) } else { host == *name };
    let is_known = url.scheme() == "https" && url.port().is_none() && SERVICES.iter().any(is_service);
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    let is_web = matches!(url.scheme(), "http" | "https");
    let is_short = url.as_str().len() <= LONGEST && !text.chars().any(char::is_control);
    if is_plain && is_short && (is_known || (is_private && is_web)) { Ok(url) } else { Err(expected()) }
}

/// Reads the public key of a browser: an uncompressed point of the curve P-256 (RFC 8291, section 2.1).
fn public(text: &str) -> Result<Box<[u8]>> {
    let point = read(text).filter(|bytes| bytes.len() == 65).and_then(|bytes| PublicKey::from_sec1_bytes(&bytes).ok());
    let expected = "Expected an uncompressed point of the curve P-256, 65 bytes, in base64url.";
    point
        .map(|point| point.to_encoded_point(false).to_bytes())
        .ok_or_else(|| Refusal::Field("keys.p256dh", expected.to_owned()))
}

/// The bytes of base64url (RFC 4648, section 5), with or without padding.
fn read(text: &str) -> Option<Vec<u8>> {
    if text.len() > 100 {
        return None;
    }
    BASE64URL_NOPAD.decode(text.as_bytes()).or_else(|_| BASE64URL.decode(text.as_bytes())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_push_services_of_vendors_are_called() {
        for text in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://wns2-db5p.notify.windows.com/w/?token=abc",
            "https://web.push.apple.com/abc",
        ] {
            assert_eq!(endpoint(text, false).unwrap().as_str(), text);
        }
        let long = format!("https://fcm.googleapis.com/{}", "a".repeat(1000));
        for text in [
            "",
            "x",
            "http://fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com:8443/fcm/send/abc",
            "https://a@fcm.googleapis.com/fcm/send/abc",
            "https://fcm.googleapis.com/#abc",
            "https://fcm.googleapis.com.club.example/abc",
            "https://evilfcm.googleapis.com/abc",
            "https://push.apple.com.example/abc",
            "https://notpush.apple.com/abc",
            "https://127.0.0.1/abc",
            "https://club.example/abc",
            "https://fcm.googleapis.com/a\nb",
            &long,
        ] {
            assert!(endpoint(text, false).is_err(), "{text}");
        }
        assert!(endpoint("http://127.0.0.1:9/abc", true).is_ok() && endpoint("ftp://127.0.0.1/abc", true).is_err());
    }

    #[test]
    fn keys_that_are_no_keys_are_refused() {
        // RFC 8291, appendix A.
        let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        assert_eq!(public(key).unwrap().len(), 65);
        assert!(public(&format!("{key}=")).is_ok());
        let off_the_curve = key.replace("iw4", "iw8");
        for text in ["", "x", "é", &key[..80], &off_the_curve, &"A".repeat(87), &"B".repeat(10_000)] {
            assert!(public(text).is_err(), "{text}");
        }
    }
}
