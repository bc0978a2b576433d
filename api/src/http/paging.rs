//! Pages of lists: `?after=&limit=`, with the next page in a `Link` header (RFC 8288) and as `next`.

use std::cmp::Reverse;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;
use uuid::Uuid;

use super::Result;
use super::problem::Problem;

/// The number of entries of a page by default.
const USUAL: usize = 20;
/// The greatest number of entries of a page.
const MAX: usize = 100;

/// The query parameters of a page.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PagingParameters {
    /// The value of `next` from the previous page. Default: the first page.
    #[param(required = false)]
    pub after: Option<String>,
    /// The maximum number of entries, 1 to 100.
    #[param(required = false, minimum = 1, maximum = 100, default = 20)]
    pub limit: Option<usize>,
}

/// A part of a list that is sorted by id, the newest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paging {
    /// Only entries with smaller ids belong to the page.
    pub before: Uuid,
    limit: usize,
}

impl Paging {
    /// The number of rows to ask the database for: one more than the page has, to learn whether another page follows.
    pub fn rows(&self) -> i64 {
        i64::try_from(self.limit).map_or(i64::MAX, |limit| limit.saturating_add(1))
    }

    /// Cuts the rows down to the page, and gives the `after` of the next one, if there is more.
    pub fn cut<T>(&self, rows: &mut Vec<T>, id: impl Fn(&T) -> Uuid) -> Option<String> {
        let more = rows.len() > self.limit;
        rows.truncate(self.limit);
        rows.last().filter(|_| more).map(|last| BASE64URL_NOPAD.encode(id(last).as_bytes()))
    }

    /// Cuts the page out of a whole list, newest first; returns it with the `after` of the next one, if there is more.
    pub fn page<T>(&self, mut list: Vec<T>, id: impl Fn(&T) -> Uuid) -> (Vec<T>, Option<String>) {
        list.retain(|entry| id(entry) < self.before);
        list.sort_unstable_by_key(|entry| Reverse(id(entry)));
        let next = self.cut(&mut list, id);
        (list, next)
    }

    /// Responds with a page and the link to the next.
    pub fn answer(request: &HttpRequest, next: Option<&str>, page: impl Serialize) -> HttpResponse {
        let mut answer = HttpResponse::Ok();
        if let Some(next) = next {
            answer.insert_header((header::LINK, link(request, next)));
        }
        answer.json(page)
    }

    fn read(query: &str) -> Result<Paging> {
        let pairs = web::Query::<Vec<(String, String)>>::from_query(query).map(web::Query::into_inner);
        let pairs = pairs.unwrap_or_default();
        let get = |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        let before = match get("after") {
            None => Uuid::max(),
            Some(text) => BASE64URL_NOPAD
                .decode(text.as_bytes())
                .ok()
                .and_then(|bytes| Uuid::from_slice(&bytes).ok())
                .ok_or_else(|| Problem::field("after", "Expected the `next` of the previous page."))?,
        };
        let limit = match get("limit") {
            None => USUAL,
            Some(text) => text
                .parse()
                .ok()
                .filter(|limit| (1..=MAX).contains(limit))
                .ok_or_else(|| Problem::field("limit", format!("Expected a whole number from 1 to {MAX}.")))?,
        };
        Ok(Paging { before, limit })
    }
}

/// The link to the next page. Other parameters of the query are kept.
fn link(request: &HttpRequest, next: &str) -> String {
    let others = request.query_string().split('&').filter(|part| !part.is_empty() && !part.starts_with("after="));
    let query: Vec<&str> = others.collect();
    let query: String = query.iter().map(|part| format!("{part}&")).collect();
    format!("<{}?{query}after={next}>; rel=\"next\"", request.path())
}

impl FromRequest for Paging {
    type Error = Problem;
    type Future = Ready<Result<Paging>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Paging::read(request.query_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    #[test]
    fn after_leads_to_the_entries_that_follow() {
        let paging = Paging::read("limit=2&game=magma").unwrap();
        assert_eq!((paging.before, paging.rows()), (Uuid::max(), 3));
        let mut rows: Vec<Uuid> = (1..=3).rev().map(Uuid::from_u128).collect();
        let next = paging.cut(&mut rows, |id| *id).unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(Paging::read(&format!("after={next}")).unwrap().before, Uuid::from_u128(2));
        assert_eq!(paging.cut(&mut rows, |id| *id), None);
        let request = TestRequest::with_uri("/v1/matches?game=magma&after=old&limit=2").to_http_request();
        assert_eq!(link(&request, "new"), "</v1/matches?game=magma&limit=2&after=new>; rel=\"next\"");
    }

    #[test]
    fn a_malformed_parameter_is_refused_by_name() {
        for (query, field) in [
            ("after=", "after"),
            ("after=x&limit=1", "after"),
            ("after=%00%ff", "after"),
            ("limit=0", "limit"),
            ("limit=101", "limit"),
            ("limit=-1", "limit"),
            ("limit=", "limit"),
            ("limit=1e9", "limit"),
        ] {
            let told = Paging::read(query).unwrap_err().to_string();
            assert!(told.starts_with("bad-field"), "{query}: {told} {field}");
        }
        assert_eq!(Paging::read("").unwrap().rows(), 21);
    }
}
