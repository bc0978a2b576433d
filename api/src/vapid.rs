//! The server's proof to push services that it sent a message (VAPID, RFC 8292).

use chrono::{DateTime, Duration, Utc};
use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::pkcs8::EncodePrivateKey;
use serde::Serialize;
use url::Url;

use crate::secrets::Secrets;

/// The lifetime of a proof; at most 24 hours (RFC 8292, section 2).
const VALID: Duration = Duration::hours(12);

/// The claims of a proof (RFC 8292, section 2).
#[derive(Serialize)]
struct Claims<'a> {
    aud: String,
    exp: i64,
    sub: &'a str,
}

/// The public key that browsers subscribe with, as base64url of the uncompressed point (RFC 8292, section 3.2), derived from the server's
/// secret of this id; `None` if that is not known.
pub fn public_key(secrets: &Secrets, id: &str) -> Option<String> {
    secret_key(secrets, id).map(|key| spelled(&key))
}

/// The value of the header `Authorization` of a message to an endpoint (RFC 8292, section 3), by the server's secret of this id. `contact` is
/// the address of the host: `mailto:` or `https:` (section 2.1). `None` if the secret is not known.
pub fn authorization(secrets: &Secrets, id: &str, endpoint: &Url, contact: &str, now: DateTime<Utc>) -> Option<String> {
    let key = secret_key(secrets, id)?;
    let claims = Claims { aud: endpoint.origin().ascii_serialization(), exp: (now + VALID).timestamp(), sub: contact };
    let signer = EncodingKey::from_ec_der(key.to_pkcs8_der().ok()?.as_bytes());
    let token = jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, &signer).ok()?;
    Some(format!("vapid t={token}, k={}", spelled(&key)))
}

/// The contact of RFC 8292, section 2.1: the public address if it is https, else the address of the sender of emails.
pub fn contact(public_url: &str, sender: &str) -> String {
    if public_url.starts_with("https://") { public_url.to_owned() } else { format!("mailto:{sender}") }
}

/// The key of the curve P-256. Nearly all 32 bytes are one; where they are not, the next ones are taken.
fn secret_key(secrets: &Secrets, id: &str) -> Option<SecretKey> {
    (0..=u8::MAX).find_map(|number| SecretKey::from_slice(&secrets.push_key(id, number)?).ok())
}

fn spelled(key: &SecretKey) -> String {
    BASE64URL_NOPAD.encode(key.public_key().to_encoded_point(false).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_stays_while_its_secret_is_known() {
        let secrets = |text: &str| Secrets::parse(text).unwrap();
        let (one, other) = (format!("a:{}", "a".repeat(40)), format!("b:{}", "b".repeat(40)));
        let key = public_key(&secrets(&one), "a").unwrap();
        // Browsers that have subscribed keep the key, so it must not change with the program.
        assert_eq!(key, "BGMY4Yevi3bh52ugaK2TrhrykI7uuOo0iE9KCmWGF_xR-MR5c52EtarJ6cIeuenx9ZgAItztluus3Q9Nz76yXEI");
        assert_eq!(public_key(&secrets(&format!("{other},{one}")), "a"), Some(key.clone()));
        assert_eq!(public_key(&secrets(&other), "a"), None);
        assert_ne!(public_key(&secrets(&other), "b"), Some(key));
    }

    #[test]
    fn the_contact_is_a_page_or_an_address_of_mail() {
        assert_eq!(contact("https://turnpost.example", "a@b.example"), "https://turnpost.example");
        assert_eq!(contact("http://127.0.0.1:8080", "a@b.example"), "mailto:a@b.example");
    }
}
