//! The pages to which the types of problems resolve (RFC 9457, section 3.1.1).

use actix_web::{HttpResponse, web};
use askama::Template;

use super::{Result, html};
use crate::http::problem::{Kind, Problem};

#[derive(Template)]
#[template(path = "pages/problems.html")]
struct ProblemsPage {
    kinds: Vec<Kind>,
}

/// Shows all kinds of problems.
pub async fn list() -> Result<HttpResponse> {
    html(&ProblemsPage { kinds: Kind::ALL.to_vec() })
}

/// Shows one kind.
pub async fn show(slug: web::Path<String>) -> Result<HttpResponse> {
    let kind = Kind::ALL.iter().find(|kind| kind.slug == *slug).ok_or_else(|| Problem::not_found("kind of problem"))?;
    html(&ProblemsPage { kinds: vec![*kind] })
}
