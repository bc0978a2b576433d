//! Lists in pages: opaque cursors, and the `Link` header (RFC 8288).

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use uuid::Uuid;

use crate::problem::{Answer, Problem};

/// Most entries of a page.
const MOST: u32 = 100;
/// How many if nothing is said.
const USUAL: u32 = 20;

/// Which page.
#[derive(Clone, Copy, Debug)]
pub struct Paging {
    /// Only entries that come after this one.
    pub after: Option<Uuid>,
    most: u32,
}

impl Paging {
    /// Reads the query.
    pub fn read(cursor: Option<&str>, limit: Option<u32>) -> Answer<Paging> {
        let most = limit.unwrap_or(USUAL);
        if !(1..=MOST).contains(&most) {
            return Err(Problem::field("limit", format!("Expected a number from 1 to {MOST}.")));
        }
        let read = |cursor: &str| {
            let bytes = URL_SAFE_NO_PAD.decode(cursor).ok().and_then(|bytes| Uuid::from_slice(&bytes).ok());
            bytes.ok_or_else(|| Problem::field("cursor", "Expected the `next` of an earlier page, unchanged."))
        };
        Ok(Paging { after: cursor.map(read).transpose()?, most })
    }

    /// One entry more than the page has, to see whether there is a next one.
    pub fn most_and_one(self) -> i64 {
        i64::from(self.most) + 1
    }

    /// The entries of the page, and the cursor of the next one.
    pub fn cut<T>(self, mut rows: Vec<T>, id: impl Fn(&T) -> Uuid) -> (Vec<T>, Option<String>) {
        let more = rows.len() > self.most as usize;
        rows.truncate(self.most as usize);
        let next = rows.last().filter(|_| more).map(|row| URL_SAFE_NO_PAD.encode(id(row).as_bytes()));
        (rows, next)
    }
}

/// A page as JSON, with a link to the next one.
pub fn answer(request: &HttpRequest, body: &impl Serialize, next: Option<&str>) -> HttpResponse {
    let mut answer = HttpResponse::Ok();
    if let Some(next) = next {
        let kept = request.query_string().split('&').filter(|part| !part.is_empty() && !part.starts_with("cursor="));
        let query: Vec<String> = kept.map(str::to_owned).chain([format!("cursor={next}")]).collect();
        // A query string as it was sent has no `>` that could end the address early.
        let link = format!("<{}?{}>; rel=\"next\"", request.path(), query.join("&").replace('>', "%3E"));
        answer.insert_header((header::LINK, link));
    }
    answer.json(body)
}
