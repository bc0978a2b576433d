//! What the types of problems mean: the pages to which they resolve (RFC 9457, section 3.1.1).

use actix_web::{HttpResponse, web};
use askama::Template;

use super::html;
use crate::http::problem::{Answer, Kind, Problem};

#[derive(Template)]
#[template(path = "pages/problems.html")]
struct ProblemsPage {
    kinds: Vec<Kind>,
}

/// All kinds of problems.
pub(super) async fn list() -> Answer<HttpResponse> {
    html(&ProblemsPage { kinds: Kind::ALL.to_vec() })
}

/// One kind.
pub(super) async fn show(slug: web::Path<String>) -> Answer<HttpResponse> {
    let kind = Kind::ALL.iter().find(|kind| kind.slug == *slug).ok_or_else(|| Problem::not_found("kind of problem"))?;
    html(&ProblemsPage { kinds: vec![*kind] })
}
