//! The secrets that sign tokens, codes and links. Each purpose has a key of its own, so that a token made for one purpose is
//! never valid for another.

use data_encoding::{BASE32_NOPAD, HEXLOWER, HEXLOWER_PERMISSIVE};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The purpose of a derived key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Access tokens (JWT).
    AccessToken,
    /// The cookies of browsers (JWT).
    BrowserCookie,
    /// The link of a sign-in email.
    SignInLink,
    /// The code of a sign-in email.
    SignInCode,
    /// The link that confirms an address.
    AddressLink,
    /// The link that stops a kind of emails.
    Unsubscribe,
    /// The address of the calendar of a person.
    Calendar,
    /// The link of an invitation.
    Invitation,
    /// The link by which the person who opens it first takes a seat.
    JoinLink,
    /// The refresh token that follows another.
    RefreshToken,
    /// The access token that is issued with a refresh token of an app.
    AppAccess,
    /// The refresh token of an app that follows another.
    AppRefresh,
    /// The form in which a person answers what an app asks for.
    AppForm,
    /// The link to move in one turn.
    TurnLink,
    /// The link for spectators of a match.
    SpectatorLink,
    /// The link of a proposal.
    ProposalLink,
    /// The address for replies to an email.
    ReplyAddress,
    /// The address to which an email that cannot be delivered returns.
    BounceAddress,
    /// The calls of a webhook.
    Hook,
    /// The messages to browsers (Web Push).
    Push,
    /// The networks from which people sign in.
    Network,
    /// The sessions that ask for a code.
    AskingSession,
    /// The address of the page of kept emails.
    Mailbox,
    /// The addresses of deleted accounts whose handles are kept.
    FormerHandle,
}

impl Purpose {
    fn label(self) -> &'static [u8] {
        match self {
            Purpose::AccessToken => b"access token",
            Purpose::BrowserCookie => b"browser cookie",
            Purpose::SignInLink => b"sign-in link",
            Purpose::SignInCode => b"sign-in code",
            Purpose::AddressLink => b"address link",
            Purpose::Unsubscribe => b"unsubscribe",
            Purpose::Calendar => b"calendar",
            Purpose::Invitation => b"invitation",
            Purpose::JoinLink => b"join-link",
            Purpose::RefreshToken => b"refresh token",
            Purpose::AppAccess => b"access token of an app",
            Purpose::AppRefresh => b"refresh token of an app",
            Purpose::AppForm => b"form of an app",
            Purpose::TurnLink => b"turn link",
            Purpose::SpectatorLink => b"spectator link",
            Purpose::ProposalLink => b"proposal link",
            Purpose::ReplyAddress => b"reply address",
            Purpose::BounceAddress => b"bounce address",
            Purpose::Hook => b"webhook",
            Purpose::Push => b"web push",
            Purpose::Network => b"network",
            Purpose::AskingSession => b"asking session",
            Purpose::Mailbox => b"mailbox",
            Purpose::FormerHandle => b"former handle",
        }
    }
}

/// One secret with its name.
#[derive(Clone)]
struct Master {
    id: String,
    bytes: Vec<u8>,
}

/// The secrets of a server: the first signs, all verify, so that a secret can be replaced while tokens of the old one are in use.
#[derive(Clone)]
pub struct Secrets(Vec<Master>);

/// The minimum length of a secret, in characters.
const LEAST: usize = 32;

impl Secrets {
    /// Reads `id:text` or several with commas between.
    pub fn parse(text: &str) -> Result<Secrets, String> {
        let secrets: Vec<Master> = text
            .split(',')
            .map(|part| {
                let (id, secret) = part.trim().split_once(':').ok_or("expected id:text, more after commas")?;
                if id.is_empty() || !id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
                    return Err("expected an id of letters, digits and hyphens before the colon".to_owned());
                }
                if secret.len() < LEAST {
                    return Err(format!("the secret {id} is too short: at least {LEAST} characters"));
                }
                Ok(Master { id: id.to_owned(), bytes: secret.as_bytes().to_vec() })
            })
            .collect::<Result<_, String>>()?;
        let mut ids: Vec<&str> = secrets.iter().map(|secret| secret.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.len() < secrets.len() { Err("two secrets have the same id".to_owned()) } else { Ok(Secrets(secrets)) }
    }

    /// A new secret, in the form that `parse` reads.
    pub fn generate() -> String {
        format!("k{}:{}", hex(&random_bytes::<3>()), hex(&random_bytes::<32>()))
    }

    /// Returns whether each of the others is one of these.
    pub fn include(&self, others: &Secrets) -> bool {
        others.0.iter().all(|other| self.0.iter().any(|own| own.id == other.id && same(&own.bytes, &other.bytes)))
    }

    /// The id of the secret that signs.
    pub fn signing_id(&self) -> &str {
        &self.0[0].id
    }

    /// The ids of all secrets.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|secret| secret.id.as_str())
    }

    /// The key of a secret for a purpose: HMAC-SHA-256 (RFC 2104) of the purpose's name.
    pub fn key(&self, id: &str, purpose: Purpose) -> Option<[u8; 32]> {
        let master = self.0.iter().find(|secret| secret.id == id)?;
        Some(mac(&master.bytes, &[purpose.label()]))
    }

    /// What is stored in place of a subject that must not be read from the database: its HMAC by the first secret.
    pub fn digest(&self, purpose: Purpose, subject: &str) -> [u8; 32] {
        mac(&mac(&self.0[0].bytes, &[purpose.label()]), &[subject.as_bytes()])
    }

    /// A token for a link: the subject, and a proof that this server made it for this purpose.
    pub fn link(&self, purpose: Purpose, subject: &[u8]) -> String {
        hex(&self.with_proof::<16>(purpose, subject))
    }

    /// A token for an email address, as [`Secrets::link`] is for a link: base32 in small letters without padding (RFC 4648, section 6),
    /// with a proof of 12 bytes, because the part before the @ has at most 64 characters (RFC 5321, section 4.5.3.1.1) and its
    /// case may be lost on the way.
    pub fn address_token(&self, purpose: Purpose, subject: &[u8]) -> String {
        BASE32_NOPAD.encode(&self.with_proof::<12>(purpose, subject)).to_ascii_lowercase()
    }

    /// The subject of a token of an email address, in any case, if this server made it for this purpose.
    pub fn open_address_token(&self, purpose: Purpose, token: &str) -> Option<Vec<u8>> {
        if token.len() > 64 {
            return None;
        }
        self.proved::<12>(purpose, &BASE32_NOPAD.decode(token.to_ascii_uppercase().as_bytes()).ok()?)
    }

    /// The subject, and the first bytes of its HMAC by the first secret.
    fn with_proof<const N: usize>(&self, purpose: Purpose, subject: &[u8]) -> Vec<u8> {
        let key = mac(&self.0[0].bytes, &[purpose.label()]);
        let mut bytes = subject.to_vec();
        bytes.extend(&mac(&key, &[subject])[..N]);
        bytes
    }

    /// The subject, if the bytes after it are its proof by any of the secrets.
    fn proved<const N: usize>(&self, purpose: Purpose, bytes: &[u8]) -> Option<Vec<u8>> {
        let (subject, proof) = bytes.split_at_checked(bytes.len().checked_sub(N)?)?;
        let genuine = self.0.iter().any(|master| {
            let key = mac(&master.bytes, &[purpose.label()]);
            same(&mac(&key, &[subject])[..N], proof)
        });
        genuine.then(|| subject.to_vec())
    }

    /// The subject of a link token, if this server made it for this purpose.
    pub fn open_link(&self, purpose: Purpose, token: &str) -> Option<Vec<u8>> {
        self.proved::<16>(purpose, &unhex(token)?)
    }

    /// The bytes that follow a token: always the same for a token, and unpredictable without the secret.
    pub fn successor(&self, token: &str) -> [u8; 32] {
        mac(&mac(&self.0[0].bytes, &[Purpose::RefreshToken.label()]), &[token.as_bytes()])
    }

    /// The secret that signs the calls of a webhook, by the secret of the server with this id; none if that is not known any more.
    pub fn hook(&self, id: &str, hook: Uuid) -> Option<[u8; 32]> {
        Some(mac(&self.key(id, Purpose::Hook)?, &[hook.as_bytes()]))
    }

    /// Bytes for the key that signs messages to browsers, by the secret of the server with this id; none if that is not known any more. Each
    /// number gives others.
    pub fn push_key(&self, id: &str, number: u8) -> Option<[u8; 32]> {
        Some(mac(&self.key(id, Purpose::Push)?, &[&[number]]))
    }

    /// The code of a sign-in, by the first secret.
    pub fn code(&self, sign_in: Uuid) -> Code {
        code_by(&self.0[0], sign_in)
    }

    /// Returns whether this is the code of this sign-in by any of the secrets.
    pub fn is_code(&self, sign_in: Uuid, code: Code) -> bool {
        // `|`, not `||`: the time must not tell which secret came closest.
        self.0.iter().fold(false, |right, master| right | same(&code_by(master, sign_in).0, &code.0))
    }
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.ids()).finish()
    }
}

/// A code of eight letters that a person types: one of 25,600,000,000. `Display` writes it as `WDJB-MJHT`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code([u8; 8]);

impl Code {
    /// The letters of codes (RFC 8628, section 6.1): none looks like a digit or like another one, and without vowels they make no words.
    const LETTERS: &[u8; 20] = b"BCDFGHJKLMNPQRSTVWXZ";

    /// Reads a code in small or capital letters, with any blanks and hyphens.
    pub fn read(text: &str) -> Option<Code> {
        let letters =
            text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}'));
        let letters: Vec<u8> =
            letters.take(9).map(|c| u8::try_from(c.to_ascii_uppercase()).unwrap_or_default()).collect();
        let code = <[u8; 8]>::try_from(letters).ok()?;
        code.iter().all(|letter| Code::LETTERS.contains(letter)).then_some(Code(code))
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text: String = self.0.iter().copied().map(char::from).collect();
        write!(f, "{}-{}", &text[..4], &text[4..])
    }
}

fn code_by(master: &Master, sign_in: Uuid) -> Code {
    let key = mac(&master.bytes, &[Purpose::SignInCode.label()]);
    let digest = mac(&key, &[sign_in.as_bytes()]);
    let mut number = u128::from_be_bytes(std::array::from_fn(|at| digest[at]));
    Code(std::array::from_fn(|_| {
        let letter = Code::LETTERS[(number % 20) as usize];
        number /= 20;
        letter
    }))
}

/// Checks a setting as [`Secrets::parse`] reads it.
pub fn check(text: &str) -> Result<(), String> {
    Secrets::parse(text).map(drop)
}

fn mac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return [0; 32] };
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}

/// The HMAC-SHA-256 (RFC 2104) of a text.
pub fn signature(key: &[u8], text: &[u8]) -> [u8; 32] {
    mac(key, &[text])
}

fn same(a: &[u8], b: &[u8]) -> bool {
    subtle::ConstantTimeEq::ct_eq(a, b).into()
}

/// The SHA-256 of a token, which is stored in its place.
pub fn hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Unpredictable bytes from the operating system.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    rand::random()
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let text = Some(text).filter(|text| text.len() <= 512)?;
    HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn secrets(ids: &[&str]) -> Secrets {
        let parts: Vec<String> = ids.iter().map(|id| format!("{id}:{}", id.repeat(40))).collect();
        Secrets::parse(&parts.join(",")).unwrap()
    }

    #[test]
    fn a_link_is_valid_for_its_purpose_while_its_secret_is_known() {
        let old = secrets(&["a"]);
        let link = old.link(Purpose::SignInLink, b"subject");
        assert_eq!(secrets(&["b", "a"]).open_link(Purpose::SignInLink, &link).as_deref(), Some(&b"subject"[..]));
        assert_eq!(old.open_link(Purpose::AddressLink, &link), None);
        assert_eq!(secrets(&["b"]).open_link(Purpose::SignInLink, &link), None);
        for forged in ["", "é", "00", &link[2..], &format!("{link}00"), &link.replace(&link[..2], "00")] {
            assert_eq!(old.open_link(Purpose::SignInLink, forged), None, "{forged}");
        }
    }

    #[test]
    fn a_token_of_an_address_fits_it_and_is_read_in_any_case() {
        let secrets = secrets(&["a"]);
        for (length, characters) in [(22, 55), (16, 45)] {
            let subject: Vec<u8> = (0..length).collect();
            let token = secrets.address_token(Purpose::ReplyAddress, &subject);
            assert_eq!(token.len(), characters);
            assert_eq!(secrets.open_address_token(Purpose::ReplyAddress, &token), Some(subject.clone()));
            assert_eq!(secrets.open_address_token(Purpose::ReplyAddress, &token.to_ascii_uppercase()), Some(subject));
            assert_eq!(secrets.open_address_token(Purpose::BounceAddress, &token), None);
            // The last character has bits that say nothing; a token has one spelling.
            let (start, last) = token.split_at(token.len() - 1);
            let others = "abcdefghijklmnopqrstuvwxyz234567".chars().filter(|other| !last.starts_with(*other));
            for other in others {
                assert_eq!(secrets.open_address_token(Purpose::ReplyAddress, &format!("{start}{other}")), None);
            }
        }
        for forged in ["", "é", "aa", &"a".repeat(64), &"a".repeat(10_000)] {
            assert_eq!(secrets.open_address_token(Purpose::ReplyAddress, forged), None, "{forged}");
        }
    }

    #[test]
    fn a_code_has_eight_emails_and_stays_valid_with_a_new_secret() {
        let id = Uuid::from_u128(7);
        let code = secrets(&["a"]).code(id);
        let text = code.to_string();
        assert!(text.len() == 9 && text.as_bytes()[4] == b'-', "{text}");
        assert!(secrets(&["b", "a"]).is_code(id, code));
        assert!(!secrets(&["a"]).is_code(Uuid::from_u128(8), code));
        let seen: BTreeSet<char> = (0..100)
            .flat_map(|id| secrets(&["a"]).code(Uuid::from_u128(id)).to_string().chars().collect::<Vec<_>>())
            .collect();
        assert_eq!(seen.into_iter().collect::<String>(), "-BCDFGHJKLMNPQRSTVWXZ");
    }

    #[test]
    fn a_code_may_be_written_in_small_emails_with_blanks_and_hyphens() {
        let code = Code(*b"WDJBMJHT");
        for text in ["WDJB-MJHT", "wdjbmjht", " wdjb mjht\n", "w-d-j-b\u{2013}M J\u{a0}H T"] {
            assert_eq!(Code::read(text), Some(code), "{text}");
        }
        for text in
            ["", "WDJB-MJH", "WDJB-MJHTT", "WDJB-MJH1", "WDJA-MJHT", "WDJ\u{c4}-MJHT", "12345678", &"W".repeat(5000)]
        {
            assert_eq!(Code::read(text), None, "{text}");
        }
    }

    #[test]
    fn secrets_that_are_short_or_named_twice_are_refused() {
        for text in ["", "a", "a:short", ":xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"] {
            assert!(Secrets::parse(text).is_err(), "{text}");
        }
        assert!(Secrets::parse(&Secrets::generate()).is_ok());
        let long = "x".repeat(40);
        assert!(Secrets::parse(&format!("a:{long},a:{long}")).is_err());
    }
}
