//! HTTP: one file per noun of the API. Handlers are a few lines: read, ask `play`, respond.

#![allow(unused_qualifications, reason = "utoipa's attribute repeats the types of queries where they look qualified")]

pub mod address;
pub mod analysis;
pub mod bots;
pub mod caller;
pub mod clients;
pub mod computers;
pub mod conditional;
pub mod cookie;
pub mod decks;
pub mod emails;
pub mod etag;
pub mod events;
pub mod explore;
pub mod export;
pub mod extract;
pub mod games;
pub mod grants;
pub mod hints;
pub mod hooks;
pub mod idempotency;
pub mod imports;
pub mod inbox;
pub mod invitations;
pub mod lessons;
pub mod lists;
pub mod match_view;
pub mod matches;
pub mod me;
pub mod moves;
pub mod new_match;
pub mod notes;
pub mod oauth;
pub mod operation;
pub mod paging;
mod painted;
pub mod parts;
pub mod people;
pub mod personal_tokens;
pub mod prefer;
pub mod private_notes;
pub mod problem;
pub mod proposals;
pub mod pushes;
pub mod ratings;
pub mod reports;
pub mod responses;
pub mod seen;
mod sent;
pub mod sessions;
pub mod sign_in;
pub mod summaries;
pub mod tournament_entries;
pub mod tournament_page;
pub mod tournaments;
pub mod vacations;
pub mod watches;

use std::sync::Arc;

use actix_web::http::header::{self, Accept, ETag, EntityTag, Header, Quality, QualityItem};
use actix_web::mime::{self, Mime};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};

use engine::svg::Style;
use utoipa::ToSchema;

use self::etag::Known;
use self::problem::{Kind, Problem};
use crate::picture;

/// The beginning of the paths of the API.
pub const API: &str = "/v1/";

/// The result of a handler.
pub type Result<T, E = Problem> = std::result::Result<T, E>;

/// The format of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, ToSchema)]
pub enum Form {
    /// `text/plain`
    #[schema(rename = "txt")]
    Text,
    /// `image/svg+xml`
    #[schema(rename = "svg")]
    Svg,
    /// `image/png`
    #[schema(rename = "png")]
    Png,
}

const FORMS: [(Form, &str, &str); 3] = [
    (Form::Svg, "svg", "image/svg+xml"),
    (Form::Png, "png", "image/png"),
    (Form::Text, "txt", "text/plain; charset=utf-8"),
];

impl Form {
    /// Every format.
    pub const ALL: [Form; 3] = [Form::Text, Form::Svg, Form::Png];

    /// The format that the ending of the path names; without an ending, the best match of the `Accept` header (RFC 9110, section
    /// 12.5.1).
    pub fn wanted(request: &HttpRequest, ending: Option<&str>) -> Result<Form> {
        if let Some(ending) = ending {
            return FORMS
                .iter()
                .find(|(_, name, _)| *name == ending)
                .map(|(form, ..)| *form)
                .ok_or_else(|| Problem::new(Kind::NOT_FOUND, "The path of a board ends in .svg, .png or .txt."));
        }
        let ranges = accepted(request)?;
        if ranges.is_empty() {
            return Ok(Form::Svg);
        }
        best(ranges, FORMS.map(|(form, _, kind)| (form, kind))).ok_or_else(|| {
            Problem::new(Kind::NOT_ACCEPTABLE, "A board is available as image/svg+xml, image/png or text/plain.")
        })
    }

    /// The ending of its path.
    pub fn name(self) -> &'static str {
        FORMS.iter().find(|(form, ..)| *form == self).map_or("", |(_, name, _)| name)
    }

    /// The media type.
    pub fn kind(self) -> &'static str {
        FORMS.iter().find(|(form, ..)| *form == self).map_or("", |(_, _, kind)| kind)
    }

    /// The picture as text; of a PNG what it is drawn from.
    fn text(self, scene: &engine::scene::Scene) -> String {
        match self {
            Form::Text => engine::text::paint(scene),
            Form::Svg => engine::svg::paint(scene, Style::Full),
            Form::Png => engine::svg::paint(scene, Style::Flat),
        }
    }

    /// The picture for a response. It is not drawn if the client has it already. A PNG takes long: not on the threads that handle requests.
    pub fn paint_unless(self, known: &Known, scene: &engine::scene::Scene) -> Result<Painted> {
        let text = self.text(scene);
        let tag = etag::of_picture(self.name(), &text);
        let body = match self {
            _ if known.has(&tag) => None,
            Form::Png => Some(picture::for_email(&text).map_err(Problem::internal)?),
            Form::Text | Form::Svg => Some(text.into_bytes().into()),
        };
        Ok(Painted { form: self, tag, body })
    }
}

/// A picture for a client that may have it already.
#[derive(Clone)]
pub struct Painted {
    form: Form,
    tag: EntityTag,
    /// None if the client has it.
    body: Option<Arc<[u8]>>,
}

impl Painted {
    /// The board of a scene as a small picture. It is not drawn if the client has it already.
    pub fn small(known: &Known, scene: &engine::scene::Scene) -> Result<Painted> {
        let text = engine::svg::paint(&scene.alone(), Style::Full);
        let tag = etag::of_picture("small", &text);
        let body = if known.has(&tag) { None } else { Some(picture::small(&text).map_err(Problem::internal)?) };
        Ok(Painted { form: Form::Png, tag, body })
    }

    /// The same for a client that has these already.
    pub fn unless(&self, known: &Known) -> Painted {
        Painted { body: self.body.clone().filter(|_| !known.has(&self.tag)), ..self.clone() }
    }

    /// The response, which is the client's alone and is asked for again each time (RFC 9110, section 8.8.3).
    pub fn answer(self) -> HttpResponse {
        let mut answer = match self.body {
            Some(_) => HttpResponse::Ok(),
            None => HttpResponse::NotModified(),
        };
        answer.insert_header(ETag(self.tag)).insert_header((header::CACHE_CONTROL, "private, no-cache"));
        answer.insert_header((header::VARY, "Accept, Authorization, Cookie"));
        match self.body {
            Some(body) => answer.content_type(self.form.kind()).body(Bytes::from_owner(body)),
            None => answer.finish(),
        }
    }
}

/// The media types that a request takes; none if it does not say, or if it only names the one of problems: generated clients ask for the
/// JSON of an operation, even if only its refusals are JSON.
pub fn accepted(request: &HttpRequest) -> Result<Vec<QualityItem<Mime>>> {
    match Accept::parse(request) {
        Ok(Accept(mut ranges)) => {
            ranges.retain(|range| range.item.essence_str() != "application/problem+json");
            Ok(ranges)
        }
        Err(_) => Err(Problem::new(Kind::BAD_REQUEST, "The `Accept` header is malformed.")),
    }
}

/// Returns whether a client takes a media type, or any if none is named.
pub fn takes(ranges: &[QualityItem<Mime>], kind: Option<&str>) -> bool {
    let covered = |range: &Mime| match kind {
        Some(kind) => covers(range, kind),
        None => range.type_() == mime::STAR,
    };
    ranges.is_empty() || ranges.iter().any(|range| range.quality > Quality::ZERO && covered(&range.item))
}

/// The offer with the preferred media type (RFC 9110, section 12.5.1); of equal ones the first.
fn best<T: Copy, const N: usize>(mut ranges: Vec<QualityItem<Mime>>, offers: [(T, &str); N]) -> Option<T> {
    ranges.retain(|range| range.quality > Quality::ZERO);
    let wanted = Accept(ranges).ranked();
    let found = wanted.iter().find_map(|range| offers.iter().find(|(_, kind)| covers(range, kind)));
    found.map(|(offer, _)| *offer)
}

fn covers(range: &Mime, kind: &str) -> bool {
    let ours = kind.split(';').next().unwrap_or_default();
    let top = ours.split('/').next().unwrap_or_default();
    range.type_() == mime::STAR
        || range.essence_str() == ours
        || (range.subtype() == mime::STAR && range.type_() == top)
}
