//! A match against the computer by one press, with an account or as a guest.

use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::json;

use super::{Pairs, level, match_of_form};
use crate::app::App;
use crate::http::caller::ClientOrigin;
use crate::http::{cookie, games};
use crate::pages::signed_in::{PageReader, person};
use crate::pages::{Result, see_other};
use crate::play::lobby::open_matches::{self, Wish};
use crate::play::people::guests;
use crate::play::telling::links;
use crate::play::{ComputerPace, OnLapse, Refusal, Seating, Visibility};

/// Creates a match against computer players: the minimum number of seats, the usual options, no clock. A visitor becomes a guest, if
/// guests are welcome.
pub async fn against_computer(
    app: web::Data<App>,
    PageReader(caller): PageReader,
    ClientOrigin(origin): ClientOrigin,
    request: HttpRequest,
    game: web::Path<String>,
    pairs: web::Form<Pairs>,
) -> Result<HttpResponse> {
    let info = games::find(&game)?.info();
    let level = level(&pairs)?;
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
        options: json!({}),
        seats: Some(seats),
        seating: Seating::default(),
        visibility: Visibility::Unlisted,
        pace: None,
        hours: None,
        vacation: None,
        on_lapse: OnLapse::default(),
        notes: false,
        join: true,
        computers: vec![level; usize::from(seats) - 1],
        computer_pace: ComputerPace::default(),
        past: None,
    };
    let (m, _) = open_matches::create_once(&app, user, match_of_form(&pairs, user, &game), wish).await?;
    Ok(see_other(&links::match_path(m.id())))
}
