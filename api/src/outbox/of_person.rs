//! Draws the emails about a person and all of their matches.

use engine::Seat;

use super::drawn::{Drawn, link, to_person};
use crate::app::App;
use crate::category::Category;
use crate::db::about::About;
use crate::db::due_emails::EmailRow;
use crate::db::incoming::AnsweredRow;
use crate::db::notices::Notice;
use crate::db::people::{self, Person};
use crate::db::words::{IncomingResult, NoticeKind};
use crate::db::{self, Connection};
use crate::ids::UserId;
use crate::mail::{AccountNotice, EmailsOff, HookOff, Noticed, WaitingMatch, WhyListed, YourMatches};
use crate::play::people::{account, handles};
use crate::play::telling::links;
use crate::play::telling::reply::Key;
use crate::play::telling::{brief, look};
use crate::play::{self, EmailKind, Match};

/// At most this many matches are listed in an email.
const MAX_MATCHES: usize = 25;

pub(super) async fn emails_off(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let (Some(user), About::Category(category)) = (row.user_id, row.about) else { return Ok(None) };
    let Some(person) = people::person(connection, user).await?.filter(|person| !account::wants(person, category))
    else {
        return Ok(None);
    };
    let Some(address) = person.address.clone() else { return Ok(None) };
    let matches = db::deletion::held_up(connection, user).await?.len();
    let link = link(app, &links::unsubscribe_path(&app.secrets, user, category))?;
    let email = EmailsOff { reader: person.name.clone(), category, matches, link };
    let key = Key::Person(user, category);
    Ok(Some(to_person(app, person, address, row.kind.facts().category, email, Some(key))))
}

/// A webhook was disabled. The email is moot if its owner has deleted the webhook.
pub(super) async fn hook_off(app: &App, connection: &mut Connection, row: &EmailRow) -> play::Result<Option<Drawn>> {
    let (Some(user), About::Hook(hook)) = (row.user_id, row.about) else { return Ok(None) };
    let Some(hook) = db::hooks::find(connection, hook).await? else { return Ok(None) };
    let wanted = |person: &Person| person.unreachable_since.is_none() && account::wants(person, Category::Matches);
    let Some(person) = people::person(connection, user).await?.filter(wanted) else { return Ok(None) };
    let Some(address) = person.address.clone() else { return Ok(None) };
    let host = url::Url::parse(&hook.url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
    let email = HookOff { reader: person.name.clone(), host, link: link(app, "/docs")? };
    Ok(Some(to_person(app, person, address, row.kind.facts().category, email, None)))
}

/// Activity in an account. The owner cannot unsubscribe.
pub(super) async fn account_notice(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
) -> play::Result<Option<Drawn>> {
    let About::Notice(id) = row.about else { return Ok(None) };
    let Some(notice) = db::notices::find(connection, id).await? else { return Ok(None) };
    let (what, path) = match notice.kind {
        NoticeKind::NewNetwork => (Noticed::NewNetwork, "/account#sessions"),
        NoticeKind::NewToken => (Noticed::NewToken(notice.name), "/account#tokens"),
        NoticeKind::TokenReuse => (Noticed::TokenReuse, "/account#sessions"),
        NoticeKind::NewApp => (Noticed::NewApp(notice.name), "/account#apps"),
        NoticeKind::AppReuse => (Noticed::AppReuse(notice.name), "/account#apps"),
        NoticeKind::Deleted => {
            let kept_days = handles::kept_days(&notice.name);
            (Noticed::Deleted { handle: notice.name, kept_days }, "/sign-in")
        }
    };
    let Notice { at, network, client, .. } = notice;
    let (zone, link) = (chrono_tz::UTC, link(app, path)?);
    let email = AccountNotice { reader: String::new(), what, at, zone, network, client, link };
    if let Some(address) = notice.address {
        let email = Box::new(email);
        return Ok(Some(Drawn::to_address(address, email)));
    }
    let Some(person) = people::person(connection, notice.user_id).await? else { return Ok(None) };
    let Some(address) = person.address.clone() else { return Ok(None) };
    let email = AccountNotice { reader: person.name.clone(), zone: brief::zone(&person.time_zone), ..email };
    Ok(Some(to_person(app, person, address, row.kind.facts().category, email, None)))
}

/// The list of the matches that wait. A list that was not asked for is moot if none waits.
pub(super) async fn your_matches(
    app: &App,
    connection: &mut Connection,
    row: &EmailRow,
    message: Option<&AnsweredRow>,
) -> play::Result<Option<Drawn>> {
    let Some(user) = row.user_id else { return Ok(None) };
    let Some(person) = people::person(connection, user).await? else { return Ok(None) };
    let Some(address) = person.address.clone() else { return Ok(None) };
    let why = why_listed(row, message);
    let category = row.kind.facts().category;
    let is_wanted = |category| person.unreachable_since.is_none() && account::wants(&person, category);
    if category.is_some_and(|category| !is_wanted(category)) {
        return Ok(None);
    }
    let ids = db::deletion::held_up(connection, user).await?;
    let (mut waiting, mut others) = (Vec::new(), 0);
    for id in ids {
        let Some(found) = db::matches::find(connection, id, Some(user)).await? else { continue };
        // A match that cannot be read is no reason to keep the others back.
        let Ok(m) =
            Match::new(found).inspect_err(|why| tracing::error!(match_id = %id, %why, "omitted a match from a list"))
        else {
            continue;
        };
        match m.seat_of(user).filter(|seat| m.awaited().contains(*seat)) {
            Some(seat) => waiting.push((m.deadline(seat), m, seat)),
            None => others += 1,
        }
    }
    // Those without a deadline last.
    waiting.sort_by_key(|(deadline, m, _)| (deadline.is_none(), *deadline, m.id()));
    let more = waiting.len().saturating_sub(MAX_MATCHES);
    let listed = waiting.into_iter().take(MAX_MATCHES);
    let listed = listed.filter_map(|(_, m, seat)| {
        let listed = waiting_match(app, &m, (user, seat), &person);
        listed.inspect_err(|why| tracing::error!(match_id = %m.id(), %why, "omitted a match from a list")).ok()
    });
    let again = link(app, "/emails/again")?;
    let email = YourMatches { why, reader: person.name.clone(), waiting: listed.collect(), more, others, again };
    if email.waiting.is_empty() && category.is_some() {
        return Ok(None);
    }
    // That of the list that was answered, if any.
    let answered = if let About::Category(answered) = row.about { Some(answered) } else { None };
    let key = Key::Person(user, category.or(answered).unwrap_or(Category::Turns));
    Ok(Some(to_person(app, person, address, row.kind.facts().category, email, Some(key))))
}

fn why_listed(row: &EmailRow, message: Option<&AnsweredRow>) -> WhyListed {
    if row.kind == EmailKind::TurnList {
        WhyListed::ManyTurns
    } else if row.kind == EmailKind::Digest {
        WhyListed::Daily
    } else if message.is_some_and(|message| message.result == Some(IncomingResult::Held)) {
        WhyListed::Held
    } else if row.replies_to.is_some() {
        WhyListed::Answered
    } else {
        WhyListed::Asked
    }
}

pub(super) fn waiting_match(
    app: &App,
    m: &Match,
    (user, seat): (UserId, Seat),
    person: &Person,
) -> play::Result<WaitingMatch> {
    let table = brief::table(m, &person.name)?;
    let page = look::page(m, Some(user))?.ok_or_else(|| play::Refusal::Broken(format!("match {}: no page", m.id())))?;
    let turn = brief::turn(m, seat, &page, &person.time_zone)?;
    let turn_now = m.turn_of(seat);
    let path = links::move_path(&app.secrets, &turn_now);
    let to = app.addresses.as_ref().map(|addresses| Key::Turn(turn_now).address(addresses, &app.secrets));
    Ok(WaitingMatch {
        reply: to.map(|to| (format!("Re: {}", table.subject("Your turn")), to)),
        wanted: table.wanted(&page, turn.wanted(&page)),
        deadline: turn.deadline,
        link: link(app, &path)?,
    })
}
