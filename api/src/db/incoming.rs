//! Messages that came by email.

use chrono::{DateTime, Utc};
use diesel::{OptionalExtension, QueryableByName, sql_types as sql};
use diesel_async::RunQueryDsl;
use engine::{Seat, Seats};

use super::about::About;
use super::auto_reply_counts::AutoReplyLimit;
use super::schema::{incoming, moves, seats};
use super::types::{Bytes, Count, SeatNumber, Small, Word};
use super::words::{CountedAs, EmailKind, IncomingResult};
use super::{Connection, CountRow, FoundRow, Layout, Result, statement};
use crate::ids::{EmailId, Home, IncomingId, MatchId, UserId};

/// The bytes of the key that a message came to. They mean nothing to statements, which only compare them.
pub type KeyBytes = [u8; 22];

/// A message to store.
#[derive(Clone, Copy, Debug)]
pub struct NewMessage<'a> {
    pub home: Home,
    pub id: IncomingId,
    pub reply_key: KeyBytes,
    /// The seat that answers, if it answers for one.
    pub seat: Option<Seat>,
    pub received_at: DateTime<Utc>,
    pub digest: [u8; 32],
    pub raw: &'a [u8],
    /// The reader of the email that it replies to.
    pub user_id: Option<UserId>,
}

statement! {
    StoreMessage<'a> {
        home: Home => sql::Uuid, id: IncomingId => sql::Uuid, reply_key: KeyBytes => Bytes,
        seat: Option<Seat> => sql::Nullable<SeatNumber>, received_at: DateTime<Utc> => sql::Timestamptz, digest: [u8; 32] => Bytes,
        raw: &'a [u8] => sql::Binary, user_id: Option<UserId> => sql::Nullable<sql::Uuid>,
    } = "INSERT INTO incoming (home, id, reply_key, seat, received_at, digest, raw, due_at, user_id)
         VALUES ($home, $id, $reply_key, $seat, $received_at, $digest, $raw, $received_at, $user_id)
         ON CONFLICT (home, digest) DO NOTHING"
}

/// Stores a message. Returns false, with nothing stored, if it was stored before.
pub async fn store(connection: &mut Connection, new: &NewMessage<'_>) -> Result<bool> {
    let NewMessage { home, id, reply_key, seat, received_at, digest, raw, user_id } = *new;
    let statement = StoreMessage { home, id, reply_key, seat, received_at, digest, raw, user_id };
    Ok(statement.execute(connection).await? == 1)
}

/// The player of a seat.
#[derive(QueryableByName)]
#[diesel(table_name = seats)]
struct PlayerRow {
    user_id: UserId,
}

statement! {
    FindPlayer { match_id: MatchId => sql::Uuid, seat: Seat => SeatNumber, holder: u8 => Small } =
    "SELECT user_id FROM seats WHERE match_id = $match_id AND seat = $seat AND holder = $holder"
}

/// Returns the player of a seat, if it is still the one before whom so many held it.
pub async fn player(
    connection: &mut Connection,
    match_id: MatchId,
    (seat, holder): (Seat, u8),
) -> Result<Option<UserId>> {
    let found: Option<PlayerRow> = FindPlayer { match_id, seat, holder }.get_result(connection).await.optional()?;
    Ok(found.map(|row| row.user_id))
}

/// A message that is to be read.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = incoming)]
pub struct MessageRow {
    pub home: Home,
    pub id: IncomingId,
    pub reply_key: KeyBytes,
    pub received_at: DateTime<Utc>,
    pub raw: Option<Vec<u8>>,
    pub attempts: i16,
}

/// Messages that can be read, to this home. Messages of one seat are read in the order in which they came; one that could not be dealt with
/// several times is not waited for.
macro_rules! due_messages {
    ($home:literal) => {
        concat!(
            "FROM incoming i WHERE due_at <= $now AND NOT EXISTS (SELECT FROM incoming e WHERE e.home = ",
            $home,
            " AND e.seat = i.seat
            AND e.due_at IS NOT NULL AND e.attempts < 3 AND (e.received_at, e.id) < (i.received_at, i.id)) "
        )
    };
}

/// Messages that can be read, to this home, as a reader needs them.
macro_rules! claimed_messages {
    ($home:literal) => {
        concat!("SELECT home, id, reply_key, received_at, raw, attempts ", due_messages!($home))
    };
}

statement! {
    ClaimMessage { now: DateTime<Utc> => sql::Timestamptz } =
    concat!(claimed_messages!("i.home"), "ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED")
}

statement! {
    ListDueMessages { now: DateTime<Utc> => sql::Timestamptz } =
    concat!("SELECT home, id ", due_messages!("i.home"), "ORDER BY due_at LIMIT 16")
}

statement! {
    ClaimThisMessage { home: Home => sql::Uuid, id: IncomingId => sql::Uuid, now: DateTime<Utc> => sql::Timestamptz } =
    concat!(claimed_messages!("$home"), "AND home = $home AND id = $id FOR UPDATE SKIP LOCKED")
}

/// The key of a message.
#[derive(QueryableByName)]
#[diesel(table_name = incoming)]
struct KeyRow {
    home: Home,
    id: IncomingId,
}

/// Returns the message that has been due longest, if any, and locks it until the transaction ends. Where the rows are distributed, a lock
/// needs the node of the message: the messages are listed first.
pub async fn claim(connection: &mut Connection, layout: Layout, now: DateTime<Utc>) -> Result<Option<MessageRow>> {
    match layout {
        Layout::Single => Ok(ClaimMessage { now }.get_result(connection).await.optional()?),
        Layout::Distributed => {
            let due: Vec<KeyRow> = ListDueMessages { now }.load(connection).await?;
            for KeyRow { home, id } in due {
                let claim = ClaimThisMessage { home, id, now };
                if let Some(row) = claim.get_result(connection).await.optional()? {
                    return Ok(Some(row));
                }
            }
            Ok(None)
        }
    }
}

statement! {
    PostponeMessage { home: Home => sql::Uuid, id: IncomingId => sql::Uuid, until: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE incoming SET attempts = attempts + 1, due_at = $until WHERE home = $home AND id = $id"
}

/// Puts off a message that cannot be dealt with now.
pub async fn postpone(connection: &mut Connection, row: &MessageRow, until: DateTime<Utc>) -> Result<()> {
    PostponeMessage { home: row.home, id: row.id, until }.execute(connection).await?;
    Ok(())
}

/// What became of a message.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'a> {
    pub result: IncomingResult,
    /// The account of its sender, if that is known.
    pub user: Option<UserId>,
    pub message_id: Option<&'a str>,
    /// The line that was not played, or was asked about.
    pub line: Option<&'a str>,
    /// The reason or the outcome.
    pub reason: Option<&'a str>,
    /// What its commands came to, as JSON.
    pub answers: Option<&'a str>,
    /// The place of the mistake in the line, in characters, counted from 1.
    pub place: Option<i32>,
    /// The count of its automatic reply, if that is counted.
    pub counted_as: Option<CountedAs>,
    /// The limit that its automatic reply reaches, if any.
    pub last: Option<AutoReplyLimit>,
}

statement! {
    FinishMessage<'a> {
        home: Home => sql::Uuid, id: IncomingId => sql::Uuid, result: IncomingResult => Word,
        user: Option<UserId> => sql::Nullable<sql::Uuid>, message_id: Option<&'a str> => sql::Nullable<sql::Text>, line: Option<&'a str> => sql::Nullable<sql::Text>,
        reason: Option<&'a str> => sql::Nullable<sql::Text>, answers: Option<&'a str> => sql::Nullable<sql::Text>, place: Option<i32> => sql::Nullable<sql::Integer>,
        counted_as: Option<CountedAs> => sql::Nullable<Word>, last_in_turn: Option<bool> => sql::Nullable<sql::Bool>,
        last_until: Option<DateTime<Utc>> => sql::Nullable<sql::Timestamptz>, now: DateTime<Utc> => sql::Timestamptz,
    } = "UPDATE incoming SET result = $result, message_id = $message_id, line = $line, reason = $reason, answers = $answers, place = $place,
            counted_as = $counted_as, last_in_turn = $last_in_turn, last_until = $last_until, due_at = NULL, done_at = $now, user_id = coalesce($user, user_id),
            raw = CASE WHEN $result IN ('played', 'repeated', 'accepted', 'declined', 'noted', 'proposed', 'booked', 'done', 'answered', 'automatic', 'bounced', 'complained', 'no-reader') THEN NULL ELSE raw END
         WHERE home = $home AND id = $id"
}

/// Records what became of a message. The message itself is deleted unless it may be asked about.
pub async fn finish(
    connection: &mut Connection,
    row: &MessageRow,
    finished: &Finished<'_>,
    now: DateTime<Utc>,
) -> Result<()> {
    let Finished { result, user, message_id, line, reason, answers, place, counted_as, last } = *finished;
    let (home, id) = (row.home, row.id);
    let (last_in_turn, last_until) = (last.map(|last| last.in_turn), last.and_then(|last| last.until));
    let statement = FinishMessage {
        home,
        id,
        result,
        user,
        message_id,
        line,
        reason,
        answers,
        place,
        counted_as,
        last_in_turn,
        last_until,
        now,
    };
    statement.execute(connection).await?;
    Ok(())
}

statement! {
    OweAutoReply {
        home: Home => sql::Uuid, id: EmailId => sql::Uuid, kind: EmailKind => Word,
        user: Option<UserId> => sql::Nullable<sql::Uuid>, match_id: Option<MatchId> => sql::Nullable<sql::Uuid>,
        seat: Option<Seat> => sql::Nullable<SeatNumber>, replies_to: IncomingId => sql::Uuid, proposal: Option<u32> => sql::Nullable<Count>,
        now: DateTime<Utc> => sql::Timestamptz, due: DateTime<Utc> => sql::Timestamptz,
    } = "INSERT INTO emails (home, id, kind, user_id, match_id, about, seat, replies_to, proposal, created_at, due_at)
         SELECT $home, $id, $kind, $user, $match_id, CASE WHEN $match_id IS NULL THEN $home END, $seat, $replies_to, $proposal, $now, $due
         WHERE NOT EXISTS (SELECT FROM emails WHERE home = $home AND replies_to = $replies_to)"
}

/// Owes the automatic reply to a message, unless a move of the message has brought its sender an email already. Without a person it
/// goes to the address of the invitation. It is sent from the second of the times on.
pub async fn owe_auto_reply(
    connection: &mut Connection,
    row: &MessageRow,
    kind: EmailKind,
    (user, match_id, about): (Option<UserId>, Option<MatchId>, About),
    (now, due): (DateTime<Utc>, DateTime<Utc>),
) -> Result<()> {
    let MessageRow { home, id: replies_to, .. } = *row;
    let seat = if let About::Category(category) = about { Some(Seat(category.number())) } else { None };
    let proposal = if let About::Proposal(number) = about { Some(number) } else { None };
    OweAutoReply { home, id: EmailId::new(), kind, user, match_id, seat, replies_to, proposal, now, due }
        .execute(connection)
        .await?;
    Ok(())
}

/// A message that was dealt with.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = incoming)]
pub struct AnsweredRow {
    pub reply_key: KeyBytes,
    pub result: Option<IncomingResult>,
    pub message_id: Option<String>,
    pub line: Option<String>,
    pub reason: Option<String>,
    pub answers: Option<String>,
    pub place: Option<i32>,
    pub counted_as: Option<CountedAs>,
    pub last_in_turn: Option<bool>,
    pub last_until: Option<DateTime<Utc>>,
}

statement! {
    FindAnswered { home: Home => sql::Uuid, id: IncomingId => sql::Uuid } =
    "SELECT reply_key, result, message_id, line, reason, answers, place, counted_as, last_in_turn, last_until FROM incoming WHERE home = $home AND id = $id"
}

/// A message that an email replies to, if it is still known.
pub async fn answered(connection: &mut Connection, home: Home, id: IncomingId) -> Result<Option<AnsweredRow>> {
    Ok(FindAnswered { home, id }.get_result(connection).await.optional()?)
}

/// A message that asked for something, about which its sender is asked.
#[derive(QueryableByName, Clone, Debug)]
#[diesel(table_name = incoming)]
pub struct RequestRow {
    pub home: Home,
    pub id: IncomingId,
    pub reply_key: KeyBytes,
    /// The message, as long as its text is kept.
    pub raw: Option<Vec<u8>>,
    pub result: Option<IncomingResult>,
}

statement! {
    FindRequest<'a> { home: Home => sql::Uuid, end: &'a str => sql::Text } =
    "SELECT home, id, reply_key, raw, result FROM incoming WHERE home = $home AND right(id::text, 8) = $end ORDER BY id LIMIT 1"
}

/// The message to this home whose id ends with this number, if it is still known.
pub async fn request(connection: &mut Connection, home: Home, end: u32) -> Result<Option<RequestRow>> {
    let end = format!("{end:08x}");
    Ok(FindRequest { home, end: &end }.get_result(connection).await.optional()?)
}

statement! {
    CountWelcomes { home: Home => sql::Uuid, since: DateTime<Utc> => sql::Timestamptz } =
    "SELECT count(*) AS count FROM emails WHERE home = $home AND kind = 'welcome' AND created_at > $since"
}

statement! {
    LockHome { home: Home => sql::Uuid } =
    "SELECT home, id FROM incoming WHERE home = $home ORDER BY received_at, id LIMIT 1 FOR UPDATE"
}

/// The number of emails since this time that asked the mailbox of this home whether to make an account. Until the transaction ends no other
/// reader of messages counts those of this mailbox.
pub async fn welcomes(connection: &mut Connection, home: Home, since: DateTime<Utc>) -> Result<i64> {
    let _: Option<KeyRow> = LockHome { home }.get_result(connection).await.optional()?;
    let row: CountRow = CountWelcomes { home, since }.get_result(connection).await?;
    Ok(row.count)
}

/// The text of a move.
#[derive(QueryableByName)]
#[diesel(table_name = moves)]
struct TextRow {
    text: String,
}

statement! {
    ListMovesOf { match_id: MatchId => sql::Uuid, via: IncomingId => sql::Uuid } =
    "SELECT text FROM moves WHERE match_id = $match_id AND via = $via AND cause = 'chosen' ORDER BY ply"
}

/// The moves that a message brought, in order.
pub async fn moves_of(connection: &mut Connection, match_id: MatchId, via: IncomingId) -> Result<Vec<String>> {
    let rows: Vec<TextRow> = ListMovesOf { match_id, via }.load(connection).await?;
    Ok(rows.into_iter().map(|row| row.text).collect())
}

statement! {
    FindUnread { home: MatchId => sql::Uuid, seats: Vec<Seat> => sql::Array<SeatNumber>, until: DateTime<Utc> => sql::Timestamptz } =
    "SELECT EXISTS (SELECT FROM incoming WHERE home = $home AND due_at IS NOT NULL AND attempts < 3
        AND seat = ANY($seats) AND received_at < $until) AS found"
}

/// Returns whether a message for one of these seats came before this time and has not been read: moves, or an answer that may give
/// it more time. A message that could not be dealt with several times does not count: its match must not wait for it.
pub async fn is_unread(connection: &mut Connection, home: MatchId, seats: Seats, until: DateTime<Utc>) -> Result<bool> {
    let row: FoundRow = FindUnread { home, seats: seats.iter().collect(), until }.get_result(connection).await?;
    Ok(row.found)
}

statement! {
    ForgetHome { home: Home => sql::Uuid } = "DELETE FROM incoming WHERE home = $home"
}

/// Deletes the messages about a thing. Returns whether there were any.
pub async fn forget_home(connection: &mut Connection, home: Home) -> Result<bool> {
    Ok(ForgetHome { home }.execute(connection).await? > 0)
}

statement! {
    EraseMessages { now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE incoming SET raw = NULL, line = NULL, reason = NULL, answers = NULL, message_id = NULL
     WHERE done_at < $now - interval '7 days' AND (raw IS NOT NULL OR line IS NOT NULL OR reason IS NOT NULL OR answers IS NOT NULL OR message_id IS NOT NULL)"
}

statement! {
    EraseMessagesOf { user: UserId => sql::Uuid } =
    "UPDATE incoming SET raw = NULL, line = NULL, reason = NULL, answers = NULL, message_id = NULL WHERE user_id = $user"
}

/// Erases the text of all messages of a person whose account is deleted. Not in the transaction that deletes it: a reader that has
/// locked a message may wait for the account.
pub async fn erase_of(connection: &mut Connection, user: UserId) -> Result<()> {
    EraseMessagesOf { user }.execute(connection).await?;
    Ok(())
}

statement! {
    ForgetMessages { now: DateTime<Utc> => sql::Timestamptz } =
    "DELETE FROM incoming WHERE done_at < $now - interval '30 days'"
}

statement! {
    EraseMessagesOfDeleted { now: DateTime<Utc> => sql::Timestamptz } =
    "UPDATE incoming SET raw = NULL, line = NULL, reason = NULL, answers = NULL, message_id = NULL WHERE (raw IS NOT NULL OR reason IS NOT NULL OR answers IS NOT NULL) AND done_at <= $now
        AND user_id IN (SELECT id FROM users WHERE deleted_at IS NOT NULL)"
}

/// Erases the text of messages after seven days, and forgets them after thirty: until then a message that comes again is known.
pub async fn forget_old(connection: &mut Connection, now: DateTime<Utc>) -> Result<()> {
    EraseMessages { now }.execute(connection).await?;
    EraseMessagesOfDeleted { now }.execute(connection).await?;
    ForgetMessages { now }.execute(connection).await?;
    Ok(())
}
