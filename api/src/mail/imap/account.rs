//! The account of a mailbox, from a URL.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use percent_encoding::percent_decode_str;
use rustls::pki_types::ServerName;
use url::Url;

/// The port of IMAP with TLS from the first byte (RFC 8314).
const PORT: u16 = 993;
/// The port of IMAP in the clear (RFC 3501).
const CLEAR_PORT: u16 = 143;

/// A mailbox to poll: a server, an account there, and three of its folders. `Debug` does not show user and password.
///
/// It is read from `imaps://USER:PASSWORD@HOST:PORT/FOLDER?done=FOLDER&refused=FOLDER`. The port is 993 and the folder is `INBOX`
/// if they are not named; messages that were stored are moved to `done` ("Turnpost"), those that cannot be to `refused`
/// ("Turnpost-refused"). A `/` in the name of a folder stands for the separator of the server. `imap://` is for this machine only.
#[derive(Clone, PartialEq, Eq)]
pub struct Account {
    pub(super) host: String,
    pub(super) port: u16,
    /// The name in the server's certificate; `None` if the connection is in the clear.
    pub(super) certified: Option<ServerName<'static>>,
    pub(super) user: String,
    pub(super) password: String,
    pub(super) folder: String,
    pub(super) done: String,
    pub(super) refused: String,
}

/// The reason why a URL names no mailbox. It does not show the URL.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadAccount {
    /// The text is no URL of IMAP.
    #[error("expected imaps://USER:PASSWORD@HOST/FOLDER, with %40 for @ in USER or PASSWORD, %2F for / and so on")]
    Url,
    /// The text has a `#`, so that what follows it would be lost.
    #[error("write # in the password or in a folder as %23")]
    Fragment,
    /// The password would go over the network in the clear.
    #[error("imap:// sends the password in plain text, so it works only on this machine; use imaps://")]
    Clear,
    /// There is no user or no password.
    #[error("expected a user and a password, as in imaps://USER:PASSWORD@HOST")]
    NoPassword,
    /// The command LOGIN cannot carry the user or the password.
    #[error("the user and the password must be printable ASCII")]
    Emails,
    /// The name of a folder has characters that IMAP gives a meaning to, or that it encodes.
    #[error("the name of a folder must be printable ASCII without & % * \" \\")]
    Folder,
    /// A message would stay in the folder that is polled.
    #[error("done and refused must not be the folder that is polled")]
    SameFolder,
    /// A parameter has another name.
    #[error("after ? come only done and refused, each at most once")]
    Parameter,
    /// The certificates to trust cannot be read.
    #[error("expected certificates to trust, as a PEM file")]
    Certificate,
}

impl FromStr for Account {
    type Err = BadAccount;

    fn from_str(text: &str) -> Result<Account, BadAccount> {
        let url = Url::parse(text).map_err(|_| BadAccount::Url)?;
        let is_clear = match url.scheme() {
            "imaps" => false,
            "imap" => true,
            _ => return Err(BadAccount::Url),
        };
        if url.fragment().is_some() {
            return Err(BadAccount::Fragment);
        }
        let host = url.host_str().unwrap_or_default();
        let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host).to_owned();
        let name = ServerName::try_from(host.clone()).map_err(|_| BadAccount::Url)?;
        if is_clear && !is_of_this_machine(&host) {
            return Err(BadAccount::Clear);
        }
        let user = login(url.username())?;
        let password = login(url.password().unwrap_or_default())?;
        let folder = match url.path().trim_matches('/') {
            "" => "INBOX".to_owned(),
            path => folder(&decoded(path)?)?,
        };
        let (mut done, mut refused) = (None, None);
        for (name, value) in url.query_pairs() {
            let found = match name.as_ref() {
                "done" => &mut done,
                "refused" => &mut refused,
                _ => return Err(BadAccount::Parameter),
            };
            if found.replace(self::folder(&value)?).is_some() {
                return Err(BadAccount::Parameter);
            }
        }
        let done = done.unwrap_or_else(|| "Turnpost".to_owned());
        let refused = refused.unwrap_or_else(|| "Turnpost-refused".to_owned());
        if [&done, &refused].iter().any(|other| other.eq_ignore_ascii_case(&folder)) {
            return Err(BadAccount::SameFolder);
        }
        let port = url.port().unwrap_or(if is_clear { CLEAR_PORT } else { PORT });
        Ok(Account { host, port, certified: (!is_clear).then_some(name), user, password, folder, done, refused })
    }
}

impl fmt::Debug for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Account { host, port, folder, done, refused, .. } = self;
        f.debug_struct("Account")
            .field("host", host)
            .field("port", port)
            .field("folder", folder)
            .field("done", done)
            .field("refused", refused)
            .finish_non_exhaustive()
    }
}

fn is_of_this_machine(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost") || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn decoded(text: &str) -> Result<String, BadAccount> {
    percent_decode_str(text).decode_utf8().map(String::from).map_err(|_| BadAccount::Url)
}

/// A user or a password.
fn login(text: &str) -> Result<String, BadAccount> {
    let text = decoded(text)?;
    match text.is_empty() {
        true => Err(BadAccount::NoPassword),
        false if text.bytes().all(is_printable) => Ok(text),
        false => Err(BadAccount::Emails),
    }
}

/// The name of a folder. Others than these are encoded in a way of their own (RFC 3501, section 5.1.3).
fn folder(name: &str) -> Result<String, BadAccount> {
    let is_plain = |byte| is_printable(byte) && !b"&%*\"\\".contains(&byte);
    let is_good = !name.is_empty() && name.len() <= 200 && name.bytes().all(is_plain);
    is_good.then(|| name.to_owned()).ok_or(BadAccount::Folder)
}

fn is_printable(byte: u8) -> bool {
    (b' '..=b'~').contains(&byte)
}
