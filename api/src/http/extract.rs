//! Readers of requests: JSON bodies with a limit, queries, and a problem document for each request that cannot be read.
//!
//! Refusals never repeat what was sent beyond the start of a name, and never name a Rust type.

use std::future::{Ready, ready};
use std::pin::Pin;

use actix_web::dev::{Payload, UrlEncoded};
use actix_web::error::{PayloadError, UrlencodedError};
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use engine::records::MAX_RECORD_BYTES;
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde::de::value::StrDeserializer;
use serde::{Deserialize, Deserializer};

use super::problem::{Kind, Problem};
use super::sent::Sent;
use super::{API, Result};

/// The greatest number of bytes of a body.
pub const BODY_LIMIT: usize = 64 * 1024;

/// The maximum number of bytes of a body that holds a record: JSON may write a character of it by two.
pub const RECORD_LIMIT: usize = 2 * MAX_RECORD_BYTES + 64 * 1024;

/// The maximum number of bytes of a form that holds a record: a form may write a byte of it by three.
pub const RECORD_FORM_LIMIT: usize = 3 * MAX_RECORD_BYTES + 64 * 1024;

/// Reads words that are separated by commas.
pub(super) fn comma_list<'de, D: Deserializer<'de>, T: DeserializeOwned>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| T::deserialize(StrDeserializer::new(word))).collect()
}

/// Makes the errors of actix's own extractors of addresses and forms problem documents.
pub fn configure(config: &mut web::ServiceConfig) {
    config.app_data(web::PathConfig::default().error_handler(|_, request| {
        if !request.path().starts_with(API) {
            return Problem::not_found("page").into();
        }
        let detail = "A part of the path is malformed. Ids are UUIDs, such as 0198c0de-7a11-7000-8000-00c0ffee0001; lessons and steps \
                      have numbers.";
        Problem::new(Kind::BAD_REQUEST, detail).into()
    }));
    // Every character may take nine bytes: three of UTF-8, each with a percent sign and two digits.
    config.app_data(
        web::FormConfig::default().limit(BODY_LIMIT).error_handler(|error, _| unreadable_form(&error).into()),
    );
}

fn unreadable_form(error: &UrlencodedError) -> Problem {
    match error {
        UrlencodedError::Overflow { limit, .. } => too_large(*limit),
        UrlencodedError::ContentType => Problem::new(
            Kind::UNSUPPORTED_TYPE,
            "Send the fields of the form with `Content-Type: application/x-www-form-urlencoded`.",
        ),
        UrlencodedError::Payload(why) => interrupted(why),
        UrlencodedError::Chunked
        | UrlencodedError::UnknownLength
        | UrlencodedError::Parse(_)
        | UrlencodedError::Encoding
        | UrlencodedError::Serialize(_)
        | _ => Problem::new(Kind::BAD_REQUEST, "The form is malformed: expected UTF-8, with each field at most once."),
    }
}

/// The fields of a form of at most `MAX` bytes, where more than [`BODY_LIMIT`] are needed.
#[derive(Debug)]
pub struct LongForm<T, const MAX: usize>(pub T);

impl<T: DeserializeOwned + 'static, const MAX: usize> FromRequest for LongForm<T, MAX> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<LongForm<T, MAX>>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let fields = UrlEncoded::new(request, payload).limit(MAX);
        Box::pin(async move { fields.await.map(LongForm).map_err(|error| unreadable_form(&error)) })
    }
}

/// The JSON body of a request, of at most `MAX` bytes. Unlike actix's, its refusals name the field.
#[derive(Debug)]
pub struct Body<T, const MAX: usize = BODY_LIMIT>(pub T);

impl<T: DeserializeOwned + 'static, const MAX: usize> FromRequest for Body<T, MAX> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Body<T, MAX>>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            check_type(&request)?;
            read(&collect(&request, payload, MAX).await?).map(Body)
        })
    }
}

/// The query of a request. Unlike actix's, its refusals name the field.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Problem;
    type Future = Ready<Result<Query<T>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let pairs = url::form_urlencoded::parse(request.query_string().as_bytes());
        let fields = pairs.map(|(name, value)| (name.into_owned(), Sent::Word(value.into_owned())));
        ready(Sent::Object(fields.collect()).read().map(Query))
    }
}

fn check_type(request: &HttpRequest) -> Result<()> {
    let kind = request.content_type().to_ascii_lowercase();
    if kind != "application/json" && !(kind.starts_with("application/") && kind.ends_with("+json")) {
        return Err(not_json());
    }
    match request.headers().get(header::CONTENT_ENCODING) {
        Some(encoding) if encoding != "identity" => {
            Err(Problem::new(Kind::UNSUPPORTED_TYPE, "Send the body without a `Content-Encoding`."))
        }
        _ => Ok(()),
    }
}

/// The body of a request, of at most this many bytes.
pub(super) async fn collect(request: &HttpRequest, mut payload: Payload, max: usize) -> Result<web::BytesMut> {
    let told = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if told.is_some_and(|length: usize| length > max) {
        return Err(too_large(max));
    }
    let mut body = web::BytesMut::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|why| interrupted(&why))?;
        if body.len() + chunk.len() > max {
            return Err(too_large(max));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    // These messages repeat nothing of the body.
    let malformed = |why: serde_json::Error| {
        Problem::new(Kind::BAD_REQUEST, format!("The body is not valid JSON: {why}."))
            .with("line", why.line())
            .with("column", why.column())
    };
    serde_json::from_slice::<Sent>(body).map_err(malformed)?.read()
}

fn too_large(max: usize) -> Problem {
    Problem::new(Kind::TOO_LARGE, format!("A body can have at most {max} bytes."))
}

fn not_json() -> Problem {
    Problem::new(Kind::UNSUPPORTED_TYPE, "Send JSON with `Content-Type: application/json`.")
}

fn interrupted(why: &PayloadError) -> Problem {
    if matches!(why, PayloadError::Io(why) if why.kind() == std::io::ErrorKind::TimedOut) {
        return Problem::new(Kind::TOO_SLOW, Kind::TOO_SLOW.help);
    }
    Problem::new(Kind::BAD_REQUEST, "The body ended early.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::ResponseError;
    use actix_web::body::MessageBody;
    use serde::Deserialize;
    use serde_json::{Value, json};

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Outer {
        number: u16,
        mail: Option<Inner>,
        scopes: Option<Vec<crate::token::Scope>>,
        clock: Option<crate::play::matches::deadline::Pace>,
        first: Option<crate::ids::MatchId>,
    }

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Inner {
        turns: bool,
    }

    fn refusal(body: &str) -> Value {
        document(&read::<Outer>(body.as_bytes()).unwrap_err())
    }

    fn document(problem: &Problem) -> Value {
        serde_json::from_slice(&problem.error_response().into_body().try_into_bytes().unwrap()).unwrap()
    }

    #[test]
    fn a_refusal_names_the_field_and_what_would_be_right() {
        for (body, field, words) in [
            ("{}", json!("number"), "Missing"),
            (r#"{"number":1,"numbr":2}"#, json!("numbr"), "`number`, `mail`, `scopes`, `clock`"),
            (r#"{"number":1,"number":2}"#, json!("number"), "Duplicate"),
            (r#"{"number":-1}"#, json!("number"), "from 0 to 65535"),
            (r#"{"number":1,"mail":{"turns":"yes"}}"#, json!("mail.turns"), "true or false"),
            (r#"{"number":1,"mail":{}}"#, json!("mail.turns"), "Missing"),
            (r#"{"number":1,"mail":{"turns":true,"x":1}}"#, json!("mail.x"), "`turns`"),
            (r#"{"number":1,"mail":5}"#, json!("mail"), "an object"),
            (r#"{"number":1,"scopes":["moves:write","all"]}"#, json!("scopes[1]"), "`matches:read`"),
            (r#"{"number":1,"scopes":[5]}"#, json!("scopes[0]"), "`matches:read`"),
            (r#"{"number":1,"scopes":"all"}"#, json!("scopes"), "an array"),
            (r#"{"number":1.0}"#, json!("number"), "from 0 to 65535"),
            (r#"{"number":"1"}"#, json!("number"), "from 0 to 65535"),
            (r#"{"number":1,"mail":[true]}"#, json!("mail"), "an object"),
            (r#"{"number":1,"mail":{"mail":1}}"#, json!("mail.mail"), "Unknown"),
            (r#"{"number":1,"clock":5}"#, json!("clock"), "Expected an object with a `kind`."),
            (r#"{"number":1,"clock":{"kind":0}}"#, json!("clock.kind"), "a string"),
            (r#"{"number":1,"clock":{"kind":"bank","time":"P1D"}}"#, json!("clock.reserve"), "Missing"),
            (r#"{"number":1,"clock":{"kind":"per-move","tim":"P1D"}}"#, json!("clock.tim"), "are `time`."),
            (
                r#"{"number":1,"clock":{"kind":"per-move","time":"3d"}}"#,
                json!("clock"),
                "Expected an ISO 8601 duration",
            ),
            (r#"{"number":1,"first":"x"}"#, json!("first"), "Expected a UUID, such as"),
            ("5", Value::Null, "an object"),
            ("[1]", Value::Null, "an object"),
        ] {
            let told = refusal(body);
            assert_eq!((&told["status"], &told["field"]), (&json!(422), &field), "{body} {told}");
            assert!(told["detail"].as_str().unwrap().contains(words), "{body} {told}");
        }
    }

    #[test]
    fn a_refusal_of_a_query_names_the_field_and_what_would_be_right() {
        for (query, field, words) in [
            ("number=x", "number", "from 0 to 65535"),
            ("number=", "number", "from 0 to 65535"),
            ("number=1&number=2", "number", "Duplicate"),
            ("number=1&mail=x", "mail", "an object"),
            ("x=1", "x", "Unknown"),
        ] {
            let request = actix_web::test::TestRequest::with_uri(&format!("/?{query}")).to_http_request();
            let problem = Query::<Outer>::extract(&request).into_inner().unwrap_err();
            let told = document(&problem);
            assert!(told["field"] == field && told["detail"].as_str().unwrap().contains(words), "{query} {told}");
        }
    }

    #[test]
    fn a_refusal_of_malformed_json_names_the_place() {
        for body in ["", "{", "{\"number\":1}x", "nonsense", "\u{0}", &"[".repeat(10_000), "{\"number\":1e999}"] {
            let told = refusal(body);
            assert!(told["status"] == 400 && told["line"].is_u64(), "{body} {told}");
        }
    }

    #[test]
    fn a_refusal_repeats_no_long_text_and_names_no_rust_type() {
        let long = "é`, expected `x".repeat(3000);
        for body in [
            format!("{{{}:1}}", json!(long)),
            json!({"number": long}).to_string(),
            json!({"number": 1, "mail": long}).to_string(),
            json!({"number": 1, "scopes": [long]}).to_string(),
            json!({"number": 1, "mail": {"turns": [long]}}).to_string(),
        ] {
            let told = refusal(&body).to_string();
            assert!(told.len() < 700 && !told.contains("Inner") && !told.contains("u16"), "{told}");
        }
    }
}
