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
use serde_json::error::Category;

use super::problem::{Kind, Problem};
use super::{API, Result};

/// The greatest number of bytes of a body.
pub const BODY_LIMIT: usize = 64 * 1024;

/// The maximum number of bytes of a body that holds a record: JSON may write a character of it by two.
pub const RECORD_LIMIT: usize = 2 * MAX_RECORD_BYTES + 64 * 1024;

/// The maximum number of bytes of a form that holds a record: a form may write a byte of it by three.
pub const RECORD_FORM_LIMIT: usize = 3 * MAX_RECORD_BYTES + 64 * 1024;

/// Makes the errors of actix's own extractors of addresses and forms problem documents.
pub fn configure(config: &mut web::ServiceConfig) {
    config.app_data(web::PathConfig::default().error_handler(|_, request| {
        if !request.path().starts_with(API) {
            return Problem::not_found("page").into();
        }
        let detail = "A part of the path is malformed. Ids are UUIDs, such as 0198c0de-7a11-7000-8000-00c0ffee0001.";
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
        let read = serde_path_to_error::deserialize(serde_urlencoded::Deserializer::new(pairs));
        ready(read.map(Query).map_err(|error| refuse(&error.path().to_string(), &error.inner().to_string())))
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

/// Reads an object from JSON.
fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    // serde would take an array for an object, its elements for fields in order.
    if body.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[') {
        return Err(Problem::new(Kind::BAD_FIELD, "The body is an array; expected an object."));
    }
    let mut json = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut json)
        .map_err(|error| unreadable(&error.path().to_string(), error.inner()))?;
    json.end().map_err(|error| unreadable("", &error))?;
    Ok(value)
}

fn unreadable(path: &str, error: &serde_json::Error) -> Problem {
    let words = error.to_string();
    match error.classify() {
        Category::Data => {
            let place = format!(" at line {} column {}", error.line(), error.column());
            refuse(path, words.strip_suffix(&place).unwrap_or(&words))
        }
        // These messages repeat nothing of the body.
        Category::Io | Category::Syntax | Category::Eof => {
            Problem::new(Kind::BAD_REQUEST, format!("The body is not valid JSON: {words}."))
                .with("line", error.line())
                .with("column", error.column())
        }
    }
}

/// The words of serde about a value of the wrong type, as a problem that names the field.
fn refuse(path: &str, words: &str) -> Problem {
    let path = if path == "." { "" } else { path };
    // The path of an unknown field ends in it already, or not, depending on the format.
    let inside = |name: &str| match path.rsplit_once('.').map_or(path, |(_, last)| last) {
        "" => name.to_owned(),
        last if last == name => path.to_owned(),
        _ => format!("{path}.{name}"),
    };
    let (field, detail) = if let Some(name) = quoted(words, "missing field `", "`") {
        (inside(name), "Missing field.".to_owned())
    } else if let Some(name) = quoted(words, "duplicate field `", "`") {
        (inside(name), "Duplicate field.".to_owned())
    } else if let Some(name) = quoted(words, "unknown field `", "`, ") {
        let there_is = words.rsplit_once("`, expected ").map_or("none", |(_, known)| known);
        (inside(name), format!("Unknown field. The known fields are {}.", there_is.trim_start_matches("one of ")))
    } else if let Some((_, expected)) = words.rsplit_once(", expected ") {
        (path.to_owned(), format!("Expected {}.", plain(expected)))
    } else {
        (path.to_owned(), format!("Invalid value: {}.", start_of(words, 120)))
    };
    let problem = Problem::new(Kind::BAD_FIELD, detail);
    if field.is_empty() { problem } else { problem.with("field", start_of(&field, 80)) }
}

fn quoted<'a>(words: &'a str, before: &str, after: &str) -> Option<&'a str> {
    words.strip_prefix(before)?.rsplit_once(after).map(|(name, _)| name.split('`').next().unwrap_or_default())
}

fn start_of(text: &str, max: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(max).collect()
}

/// The types that serde expects, in the words of JSON.
fn plain(expected: &str) -> String {
    match expected.split(' ').next().unwrap_or_default() {
        "struct" | "internally" | "adjacently" => "an object".to_owned(),
        "u8" => "a whole number from 0 to 255".to_owned(),
        "u16" => "a whole number from 0 to 65535".to_owned(),
        "u32" | "u64" | "usize" => "a whole number, 0 or more".to_owned(),
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "enum" => "one of the values in the document".to_owned(),
        _ => match expected {
            "a map" => "an object".to_owned(),
            "a sequence" => "an array".to_owned(),
            "a boolean" => "true or false".to_owned(),
            other => start_of(other, 200),
        },
    }
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
    }

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Inner {
        turns: bool,
    }

    fn refusal(body: &str) -> Value {
        let problem = read::<Outer>(body.as_bytes()).unwrap_err();
        serde_json::from_slice(&problem.error_response().into_body().try_into_bytes().unwrap()).unwrap()
    }

    #[test]
    fn a_refusal_names_the_field_and_what_would_be_right() {
        for (body, field, words) in [
            ("{}", json!("number"), "Missing"),
            (r#"{"number":1,"numbr":2}"#, json!("numbr"), "`number`, `mail`, `scopes`"),
            (r#"{"number":1,"number":2}"#, json!("number"), "Duplicate"),
            (r#"{"number":-1}"#, json!("number"), "from 0 to 65535"),
            (r#"{"number":1,"mail":{"turns":"yes"}}"#, json!("mail.turns"), "true or false"),
            (r#"{"number":1,"mail":{}}"#, json!("mail.turns"), "Missing"),
            (r#"{"number":1,"mail":{"turns":true,"x":1}}"#, json!("mail.x"), "`turns`"),
            (r#"{"number":1,"mail":5}"#, json!("mail"), "an object"),
            (r#"{"number":1,"scopes":["moves:write","all"]}"#, json!("scopes[1]"), "`matches:read`"),
            ("5", Value::Null, "an object"),
            ("[1]", Value::Null, "an object"),
        ] {
            let told = refusal(body);
            assert_eq!((&told["status"], &told["field"]), (&json!(422), &field), "{body} {told}");
            assert!(told["detail"].as_str().unwrap().contains(words), "{body} {told}");
        }
    }

    #[test]
    fn a_refusal_of_malformed_json_names_the_place() {
        for body in ["", "{", "{\"number\":1}x", "nonsense", "\u{0}", &"[".repeat(10_000), "{\"number\":1e999}"] {
            let told = refusal(body);
            assert!(told["status"] == 400 && told["line"].is_u64() || body.starts_with('['), "{body} {told}");
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
