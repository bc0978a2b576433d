//! Fresh proof that the reader of a session reads the mail of the account: what cannot be taken back needs a code from a new email, so that
//! a session that was left open, or a token that was copied, is not enough.

use chrono::TimeDelta;

use super::caller::Caller;
use super::{account, sign_in};
use crate::app::App;
use crate::db::sign_ins::{AskedSignIn, Proof};
use crate::db::{self, Connection};
use crate::ids::{SessionId, SignInId};
use crate::limits::Asker;
use crate::play::refusal::PROOF_MINUTES;
use crate::play::{Refusal, Result};
use crate::secrets::Purpose;

/// Refuses a caller whose session has no fresh proof.
pub(in crate::play) async fn needed(app: &App, connection: &mut Connection, caller: &Caller) -> Result<()> {
    let session = caller.needs_session()?;
    let since = app.clock.now() - TimeDelta::minutes(PROOF_MINUTES);
    match db::sessions::is_proved(connection, session, caller.user, since).await? {
        Some(true) => Ok(()),
        Some(false) => Err(Refusal::CodeNeeded),
        // It ended while the request was under way.
        None => Err(Refusal::SignedOut),
    }
}

/// Returns whether the session of the caller has fresh proof.
pub async fn is_fresh(app: &App, caller: &Caller) -> Result<bool> {
    let (mut connection, _) = account::present(app, caller).await?;
    match needed(app, &mut connection, caller).await {
        Ok(()) => Ok(true),
        Err(Refusal::CodeNeeded) => Ok(false),
        Err(refusal) => Err(refusal),
    }
}

/// Asks for an email to the caller's address; its code is fresh proof.
pub async fn ask(app: &App, caller: &Caller, from: Asker) -> Result<AskedSignIn> {
    let session = caller.needs_session()?;
    let (connection, person) = account::present(app, caller).await?;
    drop(connection);
    sign_in::ask(app, &person.address.ok_or(Refusal::SignedOut)?, &asked_by(app, session), from).await
}

/// The id of a session among the clients that ask for codes.
fn asked_by(app: &App, session: SessionId) -> [u8; 32] {
    app.secrets.digest(Purpose::AskingSession, &session.to_string())
}

/// Takes the code of an email to the caller's address, for which the caller's session asked, as proof for this session.
pub async fn give(app: &App, caller: &Caller, sign_in: SignInId, code: &str, from: Asker) -> Result<()> {
    let session = caller.needs_session()?;
    sign_in::with_code(app, (sign_in, asked_by(app, session)), code, from, async |proof: Proof| {
        let mut connection = app.db.get().await?;
        let proved = db::sign_ins::prove(&mut connection, sign_in, proof, (caller.user, session), app.clock.now());
        if proved.await? { Ok(()) } else { Err(Refusal::BadCode) }
    })
    .await
}
