//! The calls that are owed beside emails: of webhooks, and messages to browsers.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::pg::Pg;
use diesel::row::NamedRow;
use diesel::{OptionalExtension, QueryableByName, deserialize, sql_types as sql};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

use super::email_kinds::with_occasion;
use super::emails::held_until;
use super::schema::calls;
use super::types::Word;
use super::words::{EmailKind, ReceiverKind};
use super::{Connection, Result, statement};
use crate::ids::{EmailId, HookId, MatchId, PushId, UserId};

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Receiver {
    Hook(HookId),
    Push(PushId),
}

impl Receiver {
    fn id(self) -> Uuid {
        match self {
            Receiver::Hook(HookId(id)) | Receiver::Push(PushId(id)) => id,
        }
    }
}

/// A call to make.
#[derive(Clone, Debug)]
pub struct Call {
    pub receiver: Receiver,
    /// The person to whom the receiver belongs.
    pub user_id: UserId,
    /// The name of the server's secret for the receiver.
    pub key_id: String,
    pub email_id: EmailId,
    /// The kind of the email and its match. None for a test.
    pub about: Option<(EmailKind, MatchId)>,
    pub created_at: DateTime<Utc>,
    pub attempts: i16,
}

#[derive(QueryableByName)]
#[diesel(table_name = calls)]
struct CallRow {
    receiver_id: Uuid,
    email_id: EmailId,
    kind: Option<EmailKind>,
    match_id: Option<MatchId>,
    created_at: DateTime<Utc>,
    attempts: i16,
    #[diesel(sql_type = Word)]
    receiver_kind: ReceiverKind,
    #[diesel(sql_type = sql::Uuid)]
    user_id: UserId,
    #[diesel(sql_type = sql::Text)]
    key_id: String,
}

impl QueryableByName<Pg> for Call {
    fn build<'a>(row: &impl NamedRow<'a, Pg>) -> deserialize::Result<Call> {
        let row = CallRow::build(row)?;
        let CallRow { receiver_id, email_id, kind, match_id, created_at, attempts, receiver_kind, user_id, key_id } =
            row;
        let receiver = match receiver_kind {
            ReceiverKind::Hook => Receiver::Hook(HookId(receiver_id)),
            ReceiverKind::Push => Receiver::Push(PushId(receiver_id)),
        };
        Ok(Call { receiver, user_id, key_id, email_id, about: kind.zip(match_id), created_at, attempts })
    }
}

statement! {
    /// The emails were owed in the same transactions as what they are about, so no call is forgotten. An email that waits because its reader
    /// may have a page open lets the message to a browser wait, too. One whose delivery has failed does not.
    OweCalls {
        from: EmailId => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz, now: DateTime<Utc> => sql::Timestamptz,
        kinds: Vec<&'static str> => sql::Array<sql::Text>,
    } = "WITH owed AS (
            INSERT INTO calls (receiver_id, email_id, kind, match_id, created_at, due_at)
            SELECT r.id, l.id, l.kind, l.match_id, l.created_at,
                CASE WHEN r.kind = 'push' AND l.kind = 'your-turn' AND l.state = 'due' AND l.attempts = 0 THEN greatest(l.due_at, $now)
                    ELSE $now END
            FROM receivers r JOIN emails l ON l.user_id = r.user_id
                JOIN users u ON u.id = r.user_id AND u.blocked_at IS NULL
            WHERE r.off_at IS NULL AND l.id >= $from AND l.created_at >= $since AND l.created_at >= r.created_at AND l.match_id IS NOT NULL
                AND l.kind = ANY($kinds)
            ON CONFLICT DO NOTHING RETURNING email_id
         )
         SELECT email_id FROM owed"
}

/// Owes calls for the emails that were owed since a time to people with receivers; gives how many are new.
pub async fn owe(connection: &mut Connection, since: DateTime<Utc>, now: DateTime<Utc>) -> Result<usize> {
    Ok(OweCalls { from: EmailId::earliest(since), since, now, kinds: with_occasion() }.execute(connection).await?)
}

statement! {
    OweTestCall { id: HookId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    "INSERT INTO calls (receiver_id, email_id, created_at, due_at) VALUES ($id, $id, $now, $now)
     ON CONFLICT (receiver_id, email_id) DO UPDATE SET created_at = $now, due_at = $now, attempts = 0"
}

/// Owes a hook a test call, in place of an earlier one.
pub async fn owe_test(connection: &mut Connection, id: HookId, now: DateTime<Utc>) -> Result<()> {
    OweTestCall { id, now }.execute(connection).await?;
    Ok(())
}

statement! {
    HoldTurnCall { match_id: MatchId => sql::Uuid, user: UserId => sql::Uuid } =
    concat!("UPDATE calls c SET due_at = ", held_until!("c.created_at"), " FROM receivers r
     WHERE r.id = c.receiver_id AND r.kind = 'push' AND r.user_id = $user AND c.match_id = $match_id AND c.kind = 'your-turn'
        AND c.attempts = 0 AND c.due_at < ", held_until!("c.created_at"))
}

/// Lets messages about a turn that no one has tried to send go two minutes after they were owed, as [`super::emails::hold_turn`] does.
pub async fn hold_turn(connection: &mut Connection, match_id: MatchId, user: UserId) -> Result<()> {
    HoldTurnCall { match_id, user }.execute(connection).await?;
    Ok(())
}

statement! {
    /// A receiver gets one call at a time, so that one that is dead holds up no others.
    ClaimCall { kind: ReceiverKind => Word, now: DateTime<Utc> => sql::Timestamptz, lease: DateTime<Utc> => sql::Timestamptz } =
    "WITH next AS (
        SELECT c.receiver_id, c.email_id FROM calls c JOIN receivers r ON r.id = c.receiver_id
        WHERE c.due_at <= $now AND r.kind = $kind AND (r.busy_until IS NULL OR r.busy_until <= $now)
        ORDER BY c.due_at LIMIT 1 FOR UPDATE OF c, r SKIP LOCKED
     ), busy AS (
        UPDATE receivers r SET busy_until = $lease FROM next WHERE r.id = next.receiver_id RETURNING r.id, r.kind, r.user_id, r.key_id
     ), leased AS (
        UPDATE calls c SET due_at = $lease FROM next WHERE c.receiver_id = next.receiver_id AND c.email_id = next.email_id
        RETURNING c.receiver_id, c.email_id, c.kind, c.match_id, c.created_at, c.attempts
     )
     SELECT l.receiver_id, l.email_id, l.kind, l.match_id, l.created_at, l.attempts, b.kind AS receiver_kind, b.user_id, b.key_id
     FROM leased l JOIN busy b ON b.id = l.receiver_id"
}

/// Returns the call that has been due longest to a receiver of this kind without a call in hand, if any. It is due again at the end of the
/// lease, in case this process is killed.
pub async fn claim(
    connection: &mut Connection,
    kind: ReceiverKind,
    now: DateTime<Utc>,
    lease: TimeDelta,
) -> Result<Option<Call>> {
    let lease = now.checked_add_signed(lease).unwrap_or(now);
    Ok(ClaimCall { kind, now, lease }.get_result(connection).await.optional()?)
}

statement! {
    RecordCall {
        receiver: Uuid => sql::Uuid, email: EmailId => sql::Uuid, again: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>,
    } = "WITH tried AS (
            UPDATE calls SET attempts = attempts + 1, due_at = $again WHERE receiver_id = $receiver AND email_id = $email
         )
         UPDATE receivers SET busy_until = NULL WHERE id = $receiver"
}

/// Records a try: when the next one is due, if another is of use.
pub async fn record(connection: &mut Connection, call: &Call, again: Option<DateTime<Utc>>) -> Result<()> {
    RecordCall { receiver: call.receiver.id(), email: call.email_id, again }.execute(connection).await?;
    Ok(())
}

statement! {
    ForgetCalls { before: DateTime<Utc> => sql::Timestamptz } =
    "DELETE FROM calls WHERE due_at IS NULL AND created_at < $before"
}

/// Removes calls that are done with and were owed before a time. Calls for emails since then would be owed again.
pub async fn forget_old(connection: &mut Connection, before: DateTime<Utc>) -> Result<()> {
    ForgetCalls { before }.execute(connection).await?;
    Ok(())
}
