//! Sign-in by email, and the refresh of sessions.

use chrono::{DateTime, Duration, Utc};

use super::names;
use crate::address::Address;
use crate::app::App;
use crate::db::sessions::Refreshed;
use crate::db::sign_ins::{AskedSignIn, NewSession, NewSignIn, Newcomer, Proof, SignedIn, UsedUp};
use crate::db::{self, Trouble};
use crate::events::{Ended, Event};
use crate::ids::{SessionId, SignInId, UserId};
use crate::limits::Asker;
use crate::play::telling::links;
use crate::play::telling::notices::{self, Done, Origin};
use crate::play::{Refusal, Result};
use crate::secrets::{Code, Purpose, hash};
use crate::token::{self, Bearer};

/// The lifetime of the code and link of a sign-in email, in minutes.
pub const EMAIL_MINUTES: i64 = 15;
/// The lifetime of a session after its last refresh, in days.
pub const SESSION_DAYS: i64 = 90;

/// The tokens of a session that has begun or was refreshed.
#[derive(Clone, Debug)]
pub struct Granted {
    /// The person and the session.
    pub by: SignedIn,
    /// The access token.
    pub access: String,
    /// The time at which it expires.
    pub access_expires_at: DateTime<Utc>,
    /// The refresh token.
    pub refresh: String,
}

impl Granted {
    fn new(app: &App, by: SignedIn, refresh: String, now: DateTime<Utc>) -> Result<Granted> {
        let bearer = Bearer { user: by.user_id, session: by.session, is_guest: false };
        let (access, access_expires_at) = token::access(&app.secrets, bearer, now)
            .ok_or_else(|| Refusal::Broken("the access token cannot be signed".to_owned()))?;
        Ok(Granted { by, access, access_expires_at, refresh })
    }
}

/// Asks for a sign-in email, whose code is valid only for the client with this hash. An email that is still valid is sent again to the
/// client that asked for it. The result does not reveal whether the address has an account, nor whether the limit of its mailbox is reached:
/// then no email is sent.
pub async fn ask(app: &App, address: &str, asked_by: &[u8; 32], from: Asker) -> Result<AskedSignIn> {
    let address = Address::read(address)?;
    app.limits.sign_in(&address.mailbox(), from).map_err(Refusal::TooOften)?;
    let now = app.clock.now();
    let mut connection = app.db.get().await?;
    let known = is_known(app, &mut connection, &address, from).await?;
    let with_email = has_room(app, &address, known);
    let new = NewSignIn {
        id: SignInId::new(),
        address: address.as_str(),
        network: &app.secrets.digest(Purpose::Network, &from.place()),
        asked_by,
        known,
        with_email,
        now,
        expires_at: now + Duration::minutes(EMAIL_MINUTES),
    };
    let asked = db::sign_ins::ask(&mut connection, new).await?;
    app.hub.publish(Event::AccessEmailOwed);
    Ok(asked)
}

/// Returns whether the owner of an address has signed in from this part of the network before. That must not be told.
pub(in crate::play) async fn is_known(
    app: &App,
    connection: &mut db::Connection,
    address: &Address,
    from: Asker,
) -> Result<bool> {
    Ok(db::networks::is_known(connection, address.as_str(), &neighbourhood(app, from)).await?)
}

/// Counts an email that a person without a session asked for, by a page or by mail. Returns whether the mailbox may get it, which must not be told.
pub fn has_room(app: &App, address: &Address, known: bool) -> bool {
    let has_room = app.limits.sign_in_email(&address.mailbox(), known);
    if !has_room {
        ::metrics::counter!("turnpost_sign_in_emails_refused_total").increment(1);
        tracing::warn!("sent no sign-in email: too many emails to this address");
    }
    has_room
}

fn neighbourhood(app: &App, from: Asker) -> [u8; 32] {
    app.secrets.digest(Purpose::Network, &from.neighbourhood())
}

/// Signs in with the code of the email, and the secret of the client that asked for it. The person gets the matches of this guest, which
/// the client was until then.
pub async fn by_code(
    app: &App,
    (sign_in, secret): (SignInId, &str),
    code: &str,
    origin: &Origin,
    guest: Option<UserId>,
) -> Result<Granted> {
    let accept = async |proof| begin(app, sign_in, proof, origin, guest).await;
    with_code(app, (sign_in, hash(secret)), code, origin.from, accept).await
}

/// Does this with a code that is right, of the client with this hash. One that is wrong is counted, if it is of the client that asked.
pub(in crate::play) async fn with_code<T>(
    app: &App,
    (sign_in, asked_by): (SignInId, [u8; 32]),
    code: &str,
    from: Asker,
    accept: impl AsyncFnOnce(Proof) -> Result<T>,
) -> Result<T> {
    app.limits.code(from).map_err(Refusal::TooOften)?;
    let code = Code::read(code).ok_or_else(|| {
        Refusal::Field(
            "code",
            "Expected the eight letters of the code, such as WDJB-MJHT; it contains no digits.".to_owned(),
        )
    })?;
    if app.secrets.is_code(sign_in.0, code) {
        return accept(Proof::Code(asked_by)).await;
    }
    ::metrics::counter!("turnpost_wrong_codes_total").increment(1);
    let mut connection = app.db.get().await?;
    db::sign_ins::count_wrong_code(&mut connection, sign_in, &asked_by, app.clock.now()).await?;
    Err(Refusal::BadCode)
}

/// The same with the token of the email's link.
pub async fn by_link(app: &App, token: &str, origin: &Origin, guest: Option<UserId>) -> Result<Granted> {
    begin(app, links::open_sign_in(&app.secrets, token)?, Proof::Link, origin, guest).await
}

/// Returns whether the owner of an address may sign in: with an account, or by making one. It must not be told to others.
pub async fn may_come_in(app: &App, connection: &mut db::Connection, address: &str) -> Result<bool> {
    Ok(app.config.registration.takes(address)
        || db::people::at(connection, address).await?.is_some()
        || db::invitations::is_invited(connection, address).await?)
}

/// Refuses a sign-in whose person has no account and may not make one. The setting, or the invitation, may be another one than when the
/// email was drawn.
async fn check_registration(app: &App, connection: &mut db::Connection, sign_in: SignInId) -> Result<()> {
    if app.config.registration.is_open() {
        return Ok(());
    }
    let Some(asked) = db::sign_ins::sign_in(connection, sign_in).await? else { return Ok(()) };
    if may_come_in(app, connection, &asked.address).await? { Ok(()) } else { Err(Refusal::RegistrationClosed) }
}

async fn begin(app: &App, sign_in: SignInId, proof: Proof, origin: &Origin, guest: Option<UserId>) -> Result<Granted> {
    let now = app.clock.now();
    let refresh = token::opaque(token::REFRESH_PREFIX);
    let session = NewSession {
        id: SessionId::new(),
        client: &origin.client,
        hash: &hash(&refresh),
        network: &neighbourhood(app, origin.from),
        now,
        expires_at: now + Duration::days(SESSION_DAYS),
    };
    let mut connection = app.db.get().await?;
    check_registration(app, &mut connection, sign_in).await?;
    loop {
        let (handle, name) = names::newcomer();
        let skeleton = names::skeleton(&handle);
        let newcomer = Newcomer { id: UserId::new(), handle: &handle, skeleton: &skeleton, name: &name };
        let work = async |connection: &mut db::Connection| {
            let used = db::sign_ins::use_up(connection, sign_in, proof, newcomer, session).await?;
            if let Some(used) =
                used.as_ref().filter(|used| !used.blocked && !used.by.new_account && !used.known_network)
            {
                notices::owe(connection, used.by.user_id, Done::NewNetwork, origin, now).await?;
            }
            // With the sign-in or not at all: the cookie of the guest is replaced.
            let given = match (guest, used.as_ref().filter(|used| !used.blocked)) {
                (Some(guest), Some(used)) => db::guests::give_matches(connection, guest, used.by.user_id).await?,
                _ => Vec::new(),
            };
            Ok::<_, Trouble>((used, given))
        };
        return match db::transaction(&mut connection, work).await {
            // One in a thousand million. Nothing was changed; try another random handle.
            Err(trouble) if trouble.is_handle_taken() => continue,
            Ok((Some(UsedUp { blocked: true, .. }), _)) => Err(crate::play::refusal::blocked(app)),
            Ok((Some(UsedUp { by, .. }), given)) => {
                given.into_iter().for_each(|id| app.kept.forget(id));
                app.hub.publish(Event::EmailOwed);
                // The email has come, so others will.
                if let Err(trouble) = db::bounces::forgive(&mut connection, by.user_id).await {
                    tracing::error!(%trouble, "cannot resume emails after bounces");
                }
                crate::play::here::note_seen(&mut connection, by.user_id, now).await;
                Granted::new(app, by, refresh, now)
            }
            Ok((None, _)) => Err(Refusal::BadCode),
            Err(trouble) => Err(trouble.into()),
        };
    }
}

/// The account of an address whose owner has proved to read its mail; made now if there is none.
pub async fn account_at(connection: &mut db::Connection, address: &str, now: DateTime<Utc>) -> Result<UserId> {
    loop {
        let (handle, name) = names::newcomer();
        let skeleton = names::skeleton(&handle);
        let newcomer = Newcomer { id: UserId::new(), handle: &handle, skeleton: &skeleton, name: &name };
        return match db::people::account_at(connection, newcomer, address, now).await {
            Err(trouble) if trouble.is_handle_taken() => continue,
            found => Ok(found?),
        };
    }
}

/// Exchanges a refresh token for new tokens.
pub async fn refresh(app: &App, shown: &str, origin: &Origin) -> Result<Granted> {
    let now = app.clock.now();
    // The same token always leads to the same next one, not to a second one beside it: if two clients hold it, both send that one
    // next, and the later of them is found out.
    let fresh = token::following(&app.secrets, shown);
    let mut connection = app.db.get().await?;
    let expires_at = now + Duration::days(SESSION_DAYS);
    match db::sessions::refresh(&mut connection, &hash(shown), &hash(&fresh), now, expires_at).await? {
        Some(Refreshed { by, stolen: true }) => {
            tracing::warn!(user = %by.user_id.0, "a refresh token was reused; ended its session");
            app.hub.end(Ended::Session(by.user_id, by.session), now);
            // In a transaction of its own: a deletion locks the person before its sessions, the statement above the other way round.
            let work = async |connection: &mut db::Connection| {
                db::people::lock(connection, by.user_id).await?;
                notices::owe(connection, by.user_id, Done::TokenReuse, origin, now).await
            };
            db::transaction(&mut connection, work).await?;
            app.hub.publish(Event::EmailOwed);
            Err(Refusal::BadRefreshToken)
        }
        Some(Refreshed { by, stolen: false }) => {
            crate::play::here::note_seen(&mut connection, by.user_id, now).await;
            Granted::new(app, by, fresh, now)
        }
        None => Err(Refusal::BadRefreshToken),
    }
}
