//! Signing of emails (DKIM, RFC 6376), for hosts whose relay does not sign.

use std::fmt;
use std::sync::Arc;

use data_encoding::BASE64;
use lettre::message::dkim::{
    DkimCanonicalization, DkimCanonicalizationType, DkimConfig, DkimSigningAlgorithm, DkimSigningKey,
};
use lettre::message::header::{HeaderName, HeaderValue};
use rsa::RsaPrivateKey;
use rsa::pkcs1::{DecodeRsaPrivateKey, EncodeRsaPrivateKey, LineEnding};
use rsa::pkcs8::{DecodePrivateKey, EncodePublicKey};
use rsa::traits::PublicKeyParts;

use super::BadSetting;

/// The least number of bits of a key that receivers accept (RFC 8301, section 3.2).
const LEAST_BITS: usize = 1024;

/// The header fields that are signed, also those that an email does not have: none can be added on the way (RFC 6376, section 8.15).
/// From and Subject are named once more than an email has them, so a second one that is put above the first, which some programs would
/// show, breaks the signature (section 5.4.2).
const SIGNED: &[&str] = &[
    "From",
    "From",
    "To",
    "Subject",
    "Subject",
    "Date",
    "Message-ID",
    "Reply-To",
    "In-Reply-To",
    "References",
    "MIME-Version",
    CONTENT_TYPE,
    "Auto-Submitted",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "Feedback-ID",
];

const CONTENT_TYPE: &str = "Content-Type";

/// Signs emails for a domain. `Debug` shows the name of the key.
#[derive(Clone)]
pub struct Signer {
    config: Arc<DkimConfig>,
    name: String,
    record: String,
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Signer").field(&self.name).finish()
    }
}

impl Signer {
    /// A signer for this domain with a selector (RFC 6376, section 3.1) and an RSA key in PEM, as PKCS #8 or PKCS #1.
    pub fn new(domain: &str, selector: &str, pem: &str) -> Result<Signer, BadSetting> {
        let label = |part: &str| {
            (1..=63).contains(&part.len()) && part.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-' || c == b'_')
        };
        if !selector.split('.').all(label) {
            return Err(BadSetting::Selector);
        }
        let key = RsaPrivateKey::from_pkcs8_pem(pem).ok().or_else(|| RsaPrivateKey::from_pkcs1_pem(pem).ok());
        let key = key.filter(|key| key.n().bits() >= LEAST_BITS).ok_or(BadSetting::SigningKey)?;
        let public = key.to_public_key().to_public_key_der().map_err(|_| BadSetting::SigningKey)?;
        let pem = key.to_pkcs1_pem(LineEnding::LF).map_err(|_| BadSetting::SigningKey)?;
        let signing = DkimSigningKey::new(&pem, DkimSigningAlgorithm::Rsa).map_err(|_| BadSetting::SigningKey)?;
        let relaxed = DkimCanonicalizationType::Relaxed;
        let config = DkimConfig::new(
            selector.to_owned(),
            domain.to_owned(),
            signing,
            SIGNED.iter().map(|name| HeaderName::new_from_ascii_str(name)).collect(),
            DkimCanonicalization { header: relaxed, body: relaxed },
        );
        Ok(Signer {
            config: Arc::new(config),
            name: format!("{selector}._domainkey.{domain}"),
            record: format!("v=DKIM1; k=rsa; p={}", BASE64.encode(public.as_bytes())),
        })
    }

    /// The name of the TXT record that has to be in the DNS.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text of that record (RFC 6376, section 3.6.1).
    pub fn record(&self) -> &str {
        &self.record
    }

    /// The same as zone files have it: quoted pieces of at most 255 bytes (RFC 1035, section 3.3.14).
    pub fn quoted_record(&self) -> String {
        let pieces = self.record.as_bytes().chunks(255).map(|piece| format!("\"{}\"", String::from_utf8_lossy(piece)));
        pieces.collect::<Vec<_>>().join(" ")
    }

    /// Adds the signature, which holds the time of the machine's clock.
    pub(super) fn sign(&self, message: &mut lettre::Message) {
        // lettre keeps Content-Type with the body, where its signer does not see it.
        if let Some(value) = content_type(&message.formatted()) {
            let name = HeaderName::new_from_ascii_str(CONTENT_TYPE);
            message.headers_mut().insert_raw(HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value));
        }
        message.sign(&self.config);
        message.headers_mut().remove_raw(CONTENT_TYPE);
    }
}

/// The Content-Type of a message as it is sent, with its folds.
fn content_type(raw: &[u8]) -> Option<String> {
    let head = &raw[..raw.windows(4).position(|four| four == b"\r\n\r\n")?];
    let head = std::str::from_utf8(head).ok()?;
    let at = head.find("\r\nContent-Type: ")?;
    let value = head[at..].split_once(": ")?.1;
    let end = value.match_indices("\r\n").map(|(end, _)| end).find(|end| !value[end + 2..].starts_with([' ', '\t']));
    Some(value[..end.unwrap_or(value.len())].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_of_a_message_is_read_with_its_folds() {
        let folded = b"From: a@b.example\r\nContent-Type: multipart/mixed;\r\n boundary=\"x\"\r\nSubject: y\r\n\r\nz";
        assert_eq!(content_type(folded).as_deref(), Some("multipart/mixed;\r\n boundary=\"x\""));
        let last = b"From: a@b.example\r\nContent-Type: text/plain\r\n\r\nContent-Type: text/html\r\n";
        assert_eq!(content_type(last).as_deref(), Some("text/plain"));
        assert_eq!(content_type(b"From: a@b.example\r\n\r\n\r\nContent-Type: text/html"), None);
    }
}
