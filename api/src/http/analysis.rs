//! The analysis of a match that is over.

use actix_web::web;
use serde::Serialize;
use utoipa::ToSchema;

use super::Result;
use super::caller::Visitor;
use super::responses::{AccessToken, Conflict, NotFound, PathParameter, Problems};
use crate::app::App;
use crate::ids::MatchId;
use crate::play::game::analysis::{self, Analysis, Point};
use crate::play::telling::look;
use crate::play::{Phase, Refusal};

/// The state of an analysis.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(example = "made")]
pub enum AnalysisState {
    /// There is no analysis.
    None,
    /// The server will make it.
    Waiting,
    /// It is made, and does not change any more.
    Made,
}

/// The analysis of a match.
#[derive(Serialize, ToSchema)]
pub struct MatchAnalysis {
    /// The state.
    state: AnalysisState,
    /// The lines that were looked at, in order, at most 201. The last one is the end of the match.
    points: Vec<AnalysisPoint>,
}

/// How the match stood after a line.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"line": 12, "shares": [0.62, 0.38], "seat": 0, "move": "+b2", "was_played": false}))]
pub struct AnalysisPoint {
    /// The number of the line in the log.
    line: u32,
    /// For each seat, the share of the win that its side could expect, from 0 to 1. Those of all sides are 1 together.
    shares: Vec<f32>,
    /// The seat for which a computer player looked at the position, knowing what the seat knew. Null at the end of the match.
    seat: Option<u8>,
    /// The move that a computer player of level 4 would have chosen. Null at the end of the match.
    r#move: Option<String>,
    /// True if the seat chose the same move.
    was_played: bool,
}

impl From<Point> for AnalysisPoint {
    fn from(point: Point) -> AnalysisPoint {
        let was_played = point.choice.as_ref().is_some_and(|choice| choice.was_played);
        let (seat, r#move) = point.choice.map(|choice| (choice.seat.0, choice.text)).unzip();
        AnalysisPoint { line: point.line, shares: point.shares, seat, r#move, was_played }
    }
}

/// Show the analysis of a match.
///
/// Available once the match is over. The server makes it in the background, once, after one of its players has asked for it here or opened
/// the page of the match; a `match` event tells that it is made. Positions with only one move are left out.
#[utoipa::path(get, path = "/v1/matches/{match_id}/analysis", tag = "matches", security((), ("bearer" = ["matches:read"])),
    params(("match_id" = Uuid, Path, description = "The match")),
    responses((status = 200, body = MatchAnalysis), Problems<(AccessToken, PathParameter, NotFound, Conflict)>))]
pub async fn show_analysis(
    app: web::Data<App>,
    visitor: Visitor,
    match_id: web::Path<MatchId>,
) -> Result<web::Json<MatchAnalysis>> {
    let user = visitor.reader()?;
    let m = look::find(&app, *match_id, user).await?;
    if m.phase() != Phase::Over {
        return Err(Refusal::Conflict("The match is not over.".to_owned()).into());
    }
    let (state, points) = match analysis::read(&app, &m, user).await? {
        Analysis::None => (AnalysisState::None, Vec::new()),
        Analysis::Waiting => (AnalysisState::Waiting, Vec::new()),
        Analysis::Made(points) => (AnalysisState::Made, points),
    };
    Ok(web::Json(MatchAnalysis { state, points: points.into_iter().map(AnalysisPoint::from).collect() }))
}
