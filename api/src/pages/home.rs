//! The first page: the reader's matches, or for visitors the way to sign in.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use engine::players::Level;

use super::first_move::{FIRST_MOVE, FirstMove};
use super::nav::Nav;
use super::new_match::Choice;
use super::signed_in::{PageReader, SignedIn};
use super::summary::{self, Summary, game_name, sort_by_deadline};
use super::{Result, mailbox, own, see_other};
use crate::app::App;
use crate::db::invitations::{self, InvitationRow};
use crate::db::lists::{self, Own, Part};
use crate::db::tournaments::{self, TournamentRow};
use crate::http::cookie;
use crate::ids::{InvitationId, MatchId, TournamentId, UserId};
use crate::play::lobby::{invite, watches};
use crate::play::people::caller::Caller;
use crate::play::people::{account, guests, pushes};
use crate::play::telling::links;
use crate::play::tournaments::tournament::Tournament;
use crate::play::{Phase, Refusal};

/// The greatest number of matches in the lists of open and running ones.
const MAX: i64 = 200;
/// The greatest number of tournaments.
const TOURNAMENTS: i64 = 20;
/// The number of ended matches.
const ENDED: i64 = 5;

#[derive(Template)]
#[template(path = "pages/welcome.html")]
struct WelcomePage {
    /// The board for a first move at once, for visitors without a match.
    first: Option<&'static FirstMove>,
    /// The guest, and their matches.
    reader: Option<UserId>,
    yours: Vec<Summary>,
    games: Vec<(&'static str, &'static str, &'static str)>,
    /// The id of the form that begins a match as a guest; `None` if guests are not welcome.
    form: Option<MatchId>,
    choice: Choice,
    /// The address of the server, for previews of links to it.
    url: String,
    /// The address at which people without a browser begin; none if messages are not read, or on this machine only.
    standing: Option<String>,
    /// True if emails are kept here, and this reader seems to be on this machine.
    kept: bool,
}

#[derive(Template)]
#[template(path = "pages/home.html")]
struct HomePage {
    nav: Option<Nav>,
    /// The sections: a heading and its matches. The first is that of matches in which it is the reader's turn.
    sections: Vec<(&'static str, Vec<Summary>)>,
    invitations: Vec<Invited>,
    /// The tournaments of the reader that are not over: the path, the name, and what each waits for.
    tournaments: Vec<(String, String, String)>,
    /// True if emails to the reader come back.
    unreachable: bool,
    /// The games, and the id of the forms that begin a match against the computer.
    games: Vec<(&'static str, &'static str)>,
    form: MatchId,
    choice: Choice,
    /// The id of the reader, and the key with which a browser subscribes to notifications.
    reader: UserId,
    push_key: String,
    /// The time of the page, in milliseconds, as its feed counts it.
    since: i64,
}

/// An invitation without an answer.
struct Invited {
    id: InvitationId,
    match_path: String,
    match_name: String,
    game: String,
    inviter: String,
}

impl HomePage {
    fn waiting(&self) -> usize {
        self.sections.first().map_or(0, |(_, matches)| matches.len())
    }

    fn headline(&self) -> String {
        match self.waiting() {
            0 => "My matches".to_owned(),
            1 => "One match is waiting for you".to_owned(),
            more => format!("{more} matches are waiting for you"),
        }
    }

    fn is_empty(&self) -> bool {
        self.invitations.is_empty()
            && self.tournaments.is_empty()
            && self.sections.iter().all(|(_, matches)| matches.is_empty())
    }
}

/// Shows the first page.
pub async fn show(app: web::Data<App>, PageReader(caller): PageReader, request: HttpRequest) -> Result<HttpResponse> {
    let shown = match &caller {
        Some(caller) if caller.is_guest => {
            let yours = matches_of_guest(&app, caller).await;
            yours.map(|yours| {
                own(&WelcomePage { reader: Some(caller.user), ..welcome(&app, &request, yours) }, StatusCode::OK)
            })
        }
        Some(caller) => matches(&app, &request, caller).await.map(|page| own(&page, StatusCode::OK)),
        None => Err(Refusal::SignedOut.into()),
    };
    match shown {
        // The session may have ended since the cookie was made.
        Err(problem) if problem.is_signed_out() => {
            if caller.is_some() {
                cookie::sign_out(&request, &app);
            }
            Ok(own(&welcome(&app, &request, Vec::new()), StatusCode::OK))
        }
        shown => shown,
    }
}

fn welcome(app: &App, request: &HttpRequest, yours: Vec<Summary>) -> WelcomePage {
    let is_welcome = guests::are_welcome(app);
    WelcomePage {
        first: FIRST_MOVE.as_ref().filter(|_| is_welcome && yours.is_empty()),
        reader: None,
        yours,
        games: engine::newest().map(|rules| (rules.info().id, rules.info().name, rules.info().summary)).collect(),
        form: is_welcome.then(MatchId::new),
        choice: Choice::of_browser(request, true),
        url: app.config.public_url.clone(),
        standing: app.addresses.as_ref().filter(|_| app.post.is_some()).map(|addresses| addresses.standing.clone()),
        kept: mailbox::is_here(app, request),
    }
}

/// The matches of a guest, the newest first.
async fn matches_of_guest(app: &App, caller: &Caller) -> Result<Vec<Summary>> {
    let (mut connection, guest) = account::present(app, caller).await?;
    let part = Part { game: None, rated: None, before: MatchId::LAST, max: MAX };
    let rows = lists::of_user(&mut connection, guest.id, Own::All(None), None, &part).await?;
    summary::of_rows(&mut connection, rows, Some(guest.id), app.clock.now()).await
}

fn games() -> Vec<(&'static str, &'static str)> {
    engine::newest().map(|rules| (rules.info().id, rules.info().name)).collect()
}

async fn matches(app: &App, request: &HttpRequest, caller: &Caller) -> Result<HomePage> {
    let (mut connection, person) = account::present(app, caller).await?;
    let now = app.clock.now();
    let standing = lists::standing(&mut connection, person.id, MAX).await?;
    let ended = lists::ended(&mut connection, person.id, ENDED).await?;
    let invitations = invitations::of_user(&mut connection, person.id, invitations::Part::NEWEST).await?;
    let tournaments =
        tournaments::of_person(&mut connection, person.id, false, TournamentId::LAST, TOURNAMENTS).await?;
    let part = Part { game: None, rated: None, before: MatchId::LAST, max: watches::MAX };
    let watched = lists::watched(&mut connection, person.id, &part).await?;
    let (of_standing, of_both) = (standing.len(), standing.len() + ended.len());
    let rows = [standing, ended, watched].concat();
    let mut standing = summary::of_rows(&mut connection, rows, Some(person.id), now).await?;
    let watched = standing.split_off(of_both);
    let ended = standing.split_off(of_standing);
    let (open, running): (Vec<Summary>, Vec<Summary>) = standing.into_iter().partition(|one| one.phase == Phase::Open);
    let (mut yours, others): (Vec<Summary>, Vec<Summary>) = running.into_iter().partition(|one| one.awaited);
    sort_by_deadline(&mut yours);
    Ok(HomePage {
        nav: Some(Nav { name: person.name.clone(), waiting: yours.len() as i64 }),
        sections: vec![
            ("Your turn", yours),
            ("Their turn", others),
            ("Waiting for players", open),
            ("Watching", watched),
            ("Finished", ended),
        ],
        invitations: invitations.into_iter().map(invited).collect(),
        tournaments: tournaments.into_iter().map(entered).collect::<Result<_, Refusal>>()?,
        unreachable: person.unreachable_since.is_some(),
        games: games(),
        form: MatchId::new(),
        choice: Choice::of_browser(request, false),
        reader: person.id,
        push_key: pushes::public_key(app)?,
        since: app.clock.now().timestamp_millis(),
    })
}

fn entered(row: TournamentRow) -> Result<(String, String, String), Refusal> {
    let tournament = Tournament::new(row)?;
    let facts = format!("{} \u{b7} {}", tournament.rules.info().name, tournament.state());
    Ok((format!("/tournaments/{}", tournament.row.id), tournament.row.name, facts))
}

fn invited(row: InvitationRow) -> Invited {
    Invited {
        id: row.id,
        match_path: links::match_path(row.match_id),
        match_name: row.match_name,
        game: game_name(&row.game).to_owned(),
        inviter: row.inviter_name,
    }
}

/// Accepts an invitation.
pub async fn accept(app: web::Data<App>, id: web::Path<InvitationId>, reader: SignedIn) -> Result<HttpResponse> {
    let m = invite::accept(&app, *id, reader.0.user).await?;
    Ok(see_other(&links::match_path(m.id())))
}

/// Declines an invitation.
pub async fn decline(app: web::Data<App>, id: web::Path<InvitationId>, reader: SignedIn) -> Result<HttpResponse> {
    invite::decline(&app, *id, reader.0.user, None).await?;
    Ok(see_other("/"))
}

/// Redirects to the API page, which lies in a folder of its own.
pub async fn to_docs() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "/docs/")).finish()
}
