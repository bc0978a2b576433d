//! The files of `api/web/`, served as they are. Their address holds a hash of all of them, so browsers keep them for good.

use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::{HttpResponse, web};

use super::Result;
use crate::http::problem::Problem;
use crate::secrets::{hash, hex};

/// A file.
struct File {
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

macro_rules! files {
    ($($name:literal $kind:literal),* $(,)?) => {
        const FILES: &[File] =
            &[$(File { name: $name, kind: $kind, text: include_str!(concat!("../../web/", $name)) }),*];
    };
}

files! {
    "style.css" "text/css; charset=utf-8",
    "icon.svg" "image/svg+xml",
    "app.webmanifest" "application/manifest+json",
    "board.js" "text/javascript; charset=utf-8",
    "feed.js" "text/javascript; charset=utf-8",
    "home.js" "text/javascript; charset=utf-8",
    "match.js" "text/javascript; charset=utf-8",
    "page.js" "text/javascript; charset=utf-8",
    "zone.js" "text/javascript; charset=utf-8",
}

/// The hash of all files.
static HASH: LazyLock<String> = LazyLock::new(|| {
    let all: String = FILES.iter().map(|file| file.text).collect();
    hex(&hash(&all)[..8])
});

/// The path of a file, for pages.
pub(super) fn path(name: &str) -> String {
    format!("/assets/{}/{name}", *HASH)
}

/// Shows a file. Another hash is refused: the file would be kept under it for good.
pub async fn show(path: web::Path<(String, String)>) -> Result<HttpResponse> {
    let (hash, name) = path.into_inner();
    let file = FILES.iter().find(|file| file.name == name && hash == *HASH);
    let file = file.ok_or_else(|| Problem::not_found("file"))?;
    Ok(HttpResponse::Ok()
        .content_type(file.kind)
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(file.text))
}
