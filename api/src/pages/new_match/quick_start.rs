//! A match against the computer by one press, with an account or as a guest.

use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse, web};
use engine::players::Level;

use super::wish::level;
use super::{Pairs, fields, get, match_of_form};
use crate::app::App;
use crate::http::caller::ClientOrigin;
use crate::http::{cookie, games};
use crate::pages::LEVEL;
use crate::pages::signed_in::{PageReader, person};
use crate::pages::{Result, see_other};
use crate::play::game::submit::{self, NewMove};
use crate::play::lobby::open_matches::{self, Wish};
use crate::play::people::guests;
use crate::play::telling::links;
use crate::play::{ComputerPace, OnLapse, Refusal, Seating, Visibility};

/// How one plays the computer.
#[derive(Clone, Copy)]
pub struct Choice {
    /// The level of the computer players.
    pub level: Level,
    /// True for the small boards of the games that have one.
    pub is_small: bool,
}

impl Choice {
    /// The choice of the last match in this browser, or the usual one: up to this level, and for guests the lowest.
    pub fn of_browser(request: &HttpRequest, is_guest: bool) -> Choice {
        let (usual, max) = if is_guest { (Level::One, guests::MAX_LEVEL) } else { (LEVEL, Level::Five) };
        let kept = cookie::choice(request).unwrap_or_default();
        let (level, board) = kept.split_once('-').unwrap_or((&kept, ""));
        Choice { level: level.parse().unwrap_or(usual).min(max), is_small: board == SMALL }
    }

    fn remember(self, request: &HttpRequest, app: &App) {
        let board = if self.is_small { SMALL } else { "" };
        cookie::remember_choice(request, app, format!("{}-{board}", self.level));
    }
}

/// The word for small boards, in the form and in the cookie.
const SMALL: &str = "small";

/// The games that have a small board: their names. To find them takes the schemas of the options of all games.
pub static GAMES_WITH_SMALL_BOARD: LazyLock<String> = LazyLock::new(|| {
    let games = engine::newest().filter(|rules| fields::small(*rules).is_some());
    games.map(|rules| rules.info().name).collect::<Vec<_>>().join(", ")
});

/// Creates a match against computer players: the minimum number of seats, the options of a quick match, no clock. A visitor becomes a guest, if
/// guests are welcome.
pub async fn against_computer(
    app: web::Data<App>,
    PageReader(caller): PageReader,
    ClientOrigin(origin): ClientOrigin,
    request: HttpRequest,
    game: web::Path<String>,
    pairs: web::Form<Pairs>,
) -> Result<HttpResponse> {
    let rules = games::find(&game)?;
    let info = rules.info();
    let choice = Choice { level: level(&pairs, "level")?, is_small: get(&pairs, "board") == Some(SMALL) };
    let level = choice.level;
    // The first move, from the board of the first page.
    let text = get(&pairs, "move").filter(|text| !text.is_empty());
    let known = person(&app, caller.as_ref()).await?;
    let is_guest = known.is_none() || caller.is_some_and(|caller| caller.is_guest);
    if is_guest && level > guests::MAX_LEVEL {
        let max = guests::MAX_LEVEL;
        let why = format!("Guests play against levels 1 to {max}. Sign in to play against the others.");
        return Err(Refusal::Field("level", why).into());
    }
    let user = match known {
        Some(person) => person.id,
        None if guests::are_welcome(&app) => {
            cookie::from_own_page(&request, &app)?;
            let guest = guests::make(&app, &origin.client, origin.from).await?;
            cookie::sign_in(&request, &app, guest)?;
            guest.user
        }
        None => return Ok(see_other("/sign-in")),
    };
    let seats = *info.seats.start();
    let wish = Wish {
        game: info.id.to_owned(),
        name: None,
        options: fields::small(rules).filter(|_| choice.is_small).unwrap_or_else(|| rules.quick_options()),
        seats: Some(seats),
        seating: if text.is_some() { Seating::Joined } else { Seating::default() },
        visibility: Visibility::Unlisted,
        pace: None,
        hours: None,
        vacation: None,
        on_lapse: OnLapse::default(),
        notes: false,
        join: true,
        computers: vec![level; usize::from(seats) - 1],
        computer_pace: ComputerPace::default(),
        rated: None,
        past: None,
    };
    let (m, is_new) = open_matches::create_once(&app, user, match_of_form(&pairs, user, &game), wish).await?;
    choice.remember(&request, &app);
    let to_match = see_other(&links::match_path(m.id()));
    let Some(text) = text.filter(|_| is_new) else { return Ok(to_match) };
    let (turn, received_at) = (Some(m.turn()), app.clock.now());
    match submit::submit(&app, NewMove { id: m.id(), user, text, turn, received_at, via: None }).await {
        Ok(_) => Ok(to_match),
        // The page of the match says what is wrong with it.
        Err(Refusal::Rules(_)) => Ok(see_other(&links::chosen_path(m.id(), text))),
        Err(refusal) => Err(refusal.into()),
    }
}
