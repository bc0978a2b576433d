//! Messages in an envelope of cryptography, or of one mail program: S/MIME (RFC 8551, RFC 5652), PGP (RFC 3156), `winmail.dat`.

use super::der::{self, FIRST, IDENTIFIER, SEQUENCE};
use super::mime::{Mail, Part};
use super::{body, decode};

/// Object identifiers of CMS (RFC 5652, 4): the contents of a message that is signed, and of those that are encrypted.
const SIGNED: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02];
const ENVELOPED: [&[u8]; 2] = [
    &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x03],
    // With authentication (RFC 5083).
    &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x01, 0x17],
];

/// The reason why nothing can be read of a message in which something was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sealed {
    /// It is encrypted.
    Encrypted,
    /// It is signed, and its text is in the signature in a form that cannot be read.
    Signed,
    /// It is a file that only Outlook reads.
    Winmail,
}

impl Sealed {
    /// What the message is, in brackets.
    pub fn name(self) -> &'static str {
        match self {
            Sealed::Encrypted => "(an encrypted email)",
            Sealed::Signed => "(a signed email)",
            Sealed::Winmail => "(the file winmail.dat)",
        }
    }

    /// What the message is, and how to send one that can be read.
    pub fn words(self) -> &'static str {
        match self {
            Sealed::Encrypted => {
                "The server cannot read your email, because it is encrypted. Send your move without encryption."
            }
            Sealed::Signed => {
                "The server cannot read your email, because its text is inside a signature. Send your move without a signature, or \
                 with a signature beside the text."
            }
            Sealed::Winmail => {
                "The server cannot read your email, because Outlook sent it as a file, winmail.dat. Send your move as plain text."
            }
        }
    }
}

/// The message inside a signature that holds it, with its header (RFC 8551, 3.5.2): it stands where the text of the message would.
pub(super) fn signed(mail: &Mail<'_>) -> Option<Vec<u8>> {
    let part = body::leading(mail).filter(|part| is_smime(part))?;
    let bytes = decode::bytes(part);
    let mut content = der::values(der::values(&bytes).tagged(SEQUENCE)?);
    if content.tagged(IDENTIFIER)? != SIGNED {
        return None;
    }
    let mut signed = der::values(der::values(content.tagged(FIRST)?).tagged(SEQUENCE)?);
    // The version, and the algorithms of the digests.
    signed.nth(1)?;
    let mut inside = der::values(signed.tagged(SEQUENCE)?);
    inside.tagged(IDENTIFIER)?;
    der::values(inside.tagged(FIRST)?).next()?.bytes()
}

/// The envelope of a message in which no text was found, if it has one.
pub(super) fn sealed(mail: &Mail<'_>) -> Option<Sealed> {
    let is_pgp = |part: &Part<'_>| part.media == "application/pgp-encrypted";
    if mail.media.as_deref() == Some("multipart/encrypted") || mail.parts.iter().any(is_pgp) {
        return Some(Sealed::Encrypted);
    }
    if let Some(part) = mail.parts.iter().find(|part| is_smime(part)) {
        return Some(if is_enveloped(part) { Sealed::Encrypted } else { Sealed::Signed });
    }
    let is_winmail = |part: &Part<'_>| {
        matches!(part.media.as_str(), "application/ms-tnef" | "application/vnd.ms-tnef") || named(part, "winmail.dat")
    };
    if mail.parts.iter().any(is_winmail) {
        return Some(Sealed::Winmail);
    }
    let armoured = |text: &str| text.lines().take(100).any(|line| line.starts_with("-----BEGIN PGP MESSAGE-----"));
    armoured(&body::shown(mail)).then_some(Sealed::Encrypted)
}

/// Signed or encrypted. A signature alone, beside the text, has another type.
fn is_smime(part: &Part<'_>) -> bool {
    matches!(part.media.as_str(), "application/pkcs7-mime" | "application/x-pkcs7-mime")
        || (part.media == "application/octet-stream" && named(part, "smime.p7m"))
}

fn named(part: &Part<'_>, name: &str) -> bool {
    let content = part.head.content_type();
    let disposition = part.head.disposition();
    let named = |value: Option<&str>| value.is_some_and(|value| value.eq_ignore_ascii_case(name));
    named(content.as_ref().and_then(|content| content.attribute("name")))
        || named(disposition.as_ref().and_then(|disposition| disposition.attribute("filename")))
}

/// By what it is or, if that is broken, by what the header says.
fn is_enveloped(part: &Part<'_>) -> bool {
    let bytes = decode::bytes(part);
    let content = der::values(&bytes).tagged(SEQUENCE);
    match content.and_then(|content| der::values(content).tagged(IDENTIFIER)) {
        Some(identifier) => ENVELOPED.contains(&identifier),
        None => {
            let content = part.head.content_type();
            let kind = content.as_ref().and_then(|content| content.attribute("smime-type"));
            kind.is_some_and(|kind| kind.to_ascii_lowercase().contains("enveloped"))
        }
    }
}
