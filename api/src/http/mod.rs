//! HTTP: one file per noun of the API. Handlers are a few lines: read, ask `play`, answer.

#![allow(unused_qualifications, reason = "utoipa's attribute repeats the types of queries where they look qualified")]

pub mod address;
pub mod caller;
pub mod etag;
pub mod export;
pub mod extract;
pub mod games;
pub mod invitations;
pub mod letters;
pub mod lists;
pub mod match_view;
pub mod matches;
pub mod me;
pub mod moves;
pub mod operation;
pub mod paging;
pub mod personal_tokens;
pub mod problem;
pub mod sessions;
pub mod sign_in;

use actix_web::body::MessageBody;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};

use self::problem::{Kind, Problem};

/// What most handlers answer with: JSON, or a problem.
pub type Json<T> = Result<actix_web::web::Json<T>, Problem>;

/// The forms in which a board can be had.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Form {
    /// `text/plain`
    Text,
    /// `image/svg+xml`
    Svg,
    /// `image/png`
    Png,
}

const FORMS: [(Form, &str, &str); 3] = [
    (Form::Svg, "svg", "image/svg+xml"),
    (Form::Png, "png", "image/png"),
    (Form::Text, "txt", "text/plain; charset=utf-8"),
];

impl Form {
    /// Every form.
    pub const ALL: [Form; 3] = [Form::Text, Form::Svg, Form::Png];

    /// By the ending of the address, or else by the `Accept` header (RFC 9110, section 12.5.1): the best that we have.
    pub fn wanted(request: &HttpRequest, ending: Option<&str>) -> Result<Form, Problem> {
        if let Some(ending) = ending {
            return FORMS
                .iter()
                .find(|(_, name, _)| *name == ending)
                .map(|(form, ..)| *form)
                .ok_or_else(|| Problem::new(Kind::NOT_FOUND, "A board ends in .svg, .png or .txt."));
        }
        let accept = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("*/*");
        let mut wanted: Vec<(f32, &str)> = accept.split(',').filter_map(weighed).collect();
        wanted.sort_by(|a, b| b.0.total_cmp(&a.0));
        wanted
            .iter()
            .filter(|(weight, _)| *weight > 0.0)
            .find_map(|(_, range)| FORMS.iter().find(|(_, _, kind)| covers(range, kind)).map(|(form, ..)| *form))
            .ok_or_else(|| Problem::new(Kind::NOT_ACCEPTABLE, "A board is image/svg+xml, image/png or text/plain."))
    }

    /// The media type.
    pub fn kind(self) -> &'static str {
        FORMS.iter().find(|(form, ..)| *form == self).map_or("", |(_, _, kind)| kind)
    }

    /// The picture. A PNG takes long: not on the threads that answer requests.
    pub fn paint(self, scene: &engine::scene::Scene) -> Result<Vec<u8>, Problem> {
        Ok(match self {
            Form::Text => engine::text::paint(scene).into_bytes(),
            Form::Svg => engine::svg::paint(scene).into_bytes(),
            Form::Png => crate::picture::png(&engine::svg::paint(scene), None).map_err(Problem::internal)?,
        })
    }

    /// An answer with a picture in this form.
    pub fn answer(self, painted: impl MessageBody + 'static) -> HttpResponse {
        HttpResponse::Ok().content_type(self.kind()).insert_header((header::VARY, "Accept")).body(painted)
    }
}

/// A media range and its weight.
fn weighed(part: &str) -> Option<(f32, &str)> {
    let mut fields = part.split(';').map(str::trim);
    let range = fields.next()?;
    let weight = fields.find_map(|field| field.strip_prefix("q=")).map_or(Some(1.0), |weight| weight.parse().ok())?;
    Some((weight, range))
}

fn covers(range: &str, kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default();
    range == "*/*"
        || range.eq_ignore_ascii_case(kind)
        || range.strip_suffix('*').is_some_and(|top| kind.starts_with(top))
}
