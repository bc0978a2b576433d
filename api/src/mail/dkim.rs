//! Signing of emails (DKIM, RFC 6376), for hosts whose relay does not sign.

use std::fmt;
use std::sync::Arc;

use data_encoding::BASE64;
use lettre::message::dkim::{
    DkimCanonicalization, DkimCanonicalizationType, DkimConfig, DkimSigningAlgorithm, DkimSigningKey,
};
use lettre::message::header::HeaderName;
use rsa::RsaPrivateKey;
use rsa::pkcs1::{DecodeRsaPrivateKey, EncodeRsaPrivateKey, LineEnding};
use rsa::pkcs8::{DecodePrivateKey, EncodePublicKey};
use rsa::traits::PublicKeyParts;

use super::BadSetting;

/// The least number of bits of a key that receivers accept (RFC 8301, section 3.2).
const LEAST_BITS: usize = 1024;

/// The header fields that are signed, also those that an email does not have: none can be added on the way (RFC 6376, section 8.15).
/// lettre keeps Content-Type with the body, where its signer does not see it.
const SIGNED: &[&str] = &[
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "Reply-To",
    "In-Reply-To",
    "References",
    "MIME-Version",
    "Auto-Submitted",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
];

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
        message.sign(&self.config);
    }
}
