//! The first position of a match with the options of a form, as a picture.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use engine::{Eye, Rules, Seed};

use super::fields::{self, Field, Kind};
use super::{Pairs, get};
use crate::http::games;
use crate::http::problem::Problem;
use crate::pages::{KEPT, Result, board_of};
use crate::play;

/// Shows the board on which a match with these options begins. Of the fields of the form for a new match, those with few values count:
/// so there are not many pictures.
pub async fn show_start(game: web::Path<String>, query: web::Query<Pairs>) -> Result<HttpResponse> {
    let rules = games::find(&game)?;
    let svg = web::block(move || board(rules, &query)).await.map_err(Problem::internal)??;
    Ok(HttpResponse::Ok().content_type("image/svg+xml").insert_header((header::CACHE_CONTROL, KEPT)).body(svg))
}

fn board(rules: &dyn Rules, filled: &Pairs) -> play::Result<String> {
    let fields = fields::list(rules, None);
    let counts = |name: &str| fields.iter().any(|field| field.name == name && has_few_values(field));
    let pairs: Pairs = filled.iter().filter(|(name, _)| counts(name)).cloned().collect();
    let options = fields::read(rules, &pairs)?;
    let seats = get(filled, "seats").and_then(|text| text.parse().ok());
    let seats = seats.filter(|seats| rules.info().seats.contains(seats)).unwrap_or(*rules.info().seats.start());
    let start = rules.start(seats, &options, &Seed::new([7; 32]))?;
    Ok(board_of(&rules.page(&start.frame, Eye::Public)?.scene))
}

fn has_few_values(field: &Field) -> bool {
    match field.kind {
        Kind::Choice(_) | Kind::Check => true,
        Kind::Number(..) | Kind::Text(..) | Kind::Time => false,
    }
}

/// The options whose values have boards of different spaces: their game and their name.
static OF_BOARDS: LazyLock<BTreeSet<(&str, String)>> = LazyLock::new(|| {
    let of_game = |rules: &'static dyn Rules| {
        let fields = fields::list(rules, None).into_iter();
        fields.filter(|field| changes_spaces(rules, field)).map(|field| (rules.info().id, field.name))
    };
    engine::newest().flat_map(of_game).collect()
});

/// True if an option is one whose values have boards of different spaces.
pub(super) fn is_of_board(rules: &dyn Rules, name: &str) -> bool {
    OF_BOARDS.iter().any(|(game, option)| *game == rules.info().id && option == name)
}

fn changes_spaces(rules: &dyn Rules, field: &Field) -> bool {
    let Kind::Choice(values) = &field.kind else { return false };
    let spaces = |value: &str| {
        let options = fields::read(rules, &[(field.name.clone(), value.to_owned())]).ok()?;
        let start = rules.start(*rules.info().seats.start(), &options, &Seed::new([7; 32])).ok()?;
        let scene = rules.page(&start.frame, Eye::Public).ok()?.scene;
        Some(scene.spots.into_iter().map(|spot| (spot.name, spot.at)).collect::<Vec<_>>())
    };
    let mut boards = values.iter().filter_map(|(value, _)| spaces(value));
    let first = boards.next();
    boards.any(|board| Some(&board) != first.as_ref())
}
