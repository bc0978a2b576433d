//! Signing in by letter, and keeping a session going.

use chrono::{DateTime, Duration, Utc};

use super::address::Address;
use super::{links, names};
use crate::app::App;
use crate::db::sign_ins::{NewSession, Newcomer, SignedIn};
use crate::db::{self, Trouble};
use crate::events::Event;
use crate::http::problem::{Answer, Kind, Problem};
use crate::ids::{SessionId, SignInId, UserId};
use crate::limits::Asker;
use crate::secrets::hash;
use crate::token::{self, Bearer};

/// How long a sign-in letter is good.
pub const LETTER_MINUTES: i64 = 15;
/// How long a session lasts after its last use.
pub const SESSION_DAYS: i64 = 90;

/// A sign-in that was asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Its id.
    pub id: SignInId,
    /// When the letter is of no more use.
    pub expires_at: DateTime<Utc>,
}

/// What somebody gets who has signed in.
#[derive(Clone, Debug)]
pub struct Granted {
    /// Who, and which session.
    pub by: SignedIn,
    /// The access token.
    pub access: String,
    /// When it expires.
    pub access_expires_at: DateTime<Utc>,
    /// The refresh token.
    pub refresh: String,
}

impl Granted {
    fn new(app: &App, by: SignedIn, refresh: String, now: DateTime<Utc>) -> Answer<Granted> {
        let bearer = Bearer { user: by.user_id, session: by.session };
        let (access, access_expires_at) = token::access(&app.secrets, bearer, now)
            .ok_or_else(|| Problem::internal("the access token cannot be signed"))?;
        Ok(Granted { by, access, access_expires_at, refresh })
    }
}

/// Asks for a sign-in letter. Nothing in the answer tells whether the address has an account.
pub async fn ask(app: &App, address: &str, from: Asker) -> Answer<Asked> {
    let address = Address::read(address)?;
    app.limits.sign_in(&address.mailbox(), from).map_err(Problem::rate_limited)?;
    let now = app.clock.now();
    let asked = Asked { id: SignInId::new(), expires_at: now + Duration::minutes(LETTER_MINUTES) };
    let mut connection = app.db.get().await?;
    db::sign_ins::ask(&mut connection, asked.id, address.as_str(), now, asked.expires_at).await?;
    app.hub.publish(Event::LetterOwed);
    Ok(asked)
}

/// Signs in with the code of the letter, which may be written with blanks or hyphens.
pub async fn by_code(app: &App, sign_in: SignInId, code: &str, client: &str, from: Asker) -> Answer<Granted> {
    app.limits.guess(from).map_err(Problem::rate_limited)?;
    let digits: String = code.chars().filter(|c| !matches!(c, ' ' | '-')).take(7).collect();
    if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(Problem::field("code", "Expected the six digits of the letter."));
    }
    if app.secrets.is_code(sign_in.0, &digits) {
        return begin(app, sign_in, true, client).await;
    }
    let mut connection = app.db.get().await?;
    db::sign_ins::count_wrong_code(&mut connection, sign_in, app.clock.now()).await?;
    Err(links::bad_code())
}

/// Signs in with the token of the letter's link.
pub async fn by_link(app: &App, token: &str, client: &str) -> Answer<Granted> {
    begin(app, links::open_sign_in(&app.secrets, token)?, false, client).await
}

async fn begin(app: &App, sign_in: SignInId, by_code: bool, client: &str) -> Answer<Granted> {
    let now = app.clock.now();
    let refresh = token::opaque(token::REFRESH_PREFIX);
    let session = NewSession {
        id: SessionId::new(),
        client,
        hash: &hash(&refresh),
        now,
        expires_at: now + Duration::days(SESSION_DAYS),
    };
    let mut connection = app.db.get().await?;
    loop {
        let (handle, name) = names::newcomer();
        let newcomer = Newcomer { id: UserId::new(), handle: &handle, name: &name };
        return match db::sign_ins::use_up(&mut connection, sign_in, by_code, newcomer, session).await {
            // One in a thousand million; nothing was done, and the next is as good.
            Err(Trouble::Taken(constraint)) if constraint == "users_handle_key" => continue,
            Ok(Some(by)) => Granted::new(app, by, refresh, now),
            Ok(None) => Err(links::bad_code()),
            Err(trouble) => Err(trouble.into()),
        };
    }
}

/// The account of an address whose owner has shown that they read its mail; made now if there is none.
pub(super) async fn account_at(connection: &mut db::Connection, address: &str, now: DateTime<Utc>) -> Answer<UserId> {
    loop {
        let (handle, name) = names::newcomer();
        let newcomer = Newcomer { id: UserId::new(), handle: &handle, name: &name };
        return match db::people::account_at(connection, newcomer, address, now).await {
            Err(Trouble::Taken(constraint)) if constraint == "users_handle_key" => continue,
            found => Ok(found?),
        };
    }
}

/// Takes a refresh token for fresh tokens.
pub async fn refresh(app: &App, shown: &str) -> Answer<Granted> {
    let now = app.clock.now();
    // Whoever shows the same token again gets the same one, not another that lives beside it: two who have it both show that one
    // next, and the later of them is found out.
    let fresh = token::following(&app.secrets, shown);
    let mut connection = app.db.get().await?;
    let expires_at = now + Duration::days(SESSION_DAYS);
    match db::sessions::refresh(&mut connection, &hash(shown), &hash(&fresh), now, expires_at).await? {
        Some(by) => Granted::new(app, by, fresh, now),
        None => {
            let detail = "The refresh token is unknown, expired, ended, or was used before. Sign in again.";
            Err(Problem::new(Kind::BAD_REFRESH_TOKEN, detail))
        }
    }
}
