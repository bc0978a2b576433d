//! The files of `api/web/`, served as they are but for comments of scripts, and icons drawn from one of them. Their address holds a hash of all of them, so browsers keep
//! them for good.

mod light;

use std::io::Write;
use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use flate2::Compression;
use flate2::write::GzEncoder;

use self::light::light;
use super::Result;
use crate::http::problem::Problem;
use crate::picture;
use crate::secrets::{hash, hex};

/// The content security policy of the service worker: it loads nothing but the icon of notifications.
const WORKER_POLICY: &str = "default-src 'none'; img-src 'self'; connect-src 'self'";

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
    "first.js" "text/javascript; charset=utf-8",
    "form.js" "text/javascript; charset=utf-8",
    "history.js" "text/javascript; charset=utf-8",
    "live.js" "text/javascript; charset=utf-8",
    "match.js" "text/javascript; charset=utf-8",
    "push.js" "text/javascript; charset=utf-8",
    "server.js" "text/javascript; charset=utf-8",
}

/// A file as it is sent.
struct Sent {
    plain: Bytes,
    /// Compressed (gzip), as well as it can be.
    zipped: Bytes,
}

impl Sent {
    fn new(file: &File) -> Sent {
        let text = if file.name.ends_with(".js") { light(file.text) } else { file.text.to_owned() };
        let mut zip = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory does not fail.
        let zipped = zip.write_all(text.as_bytes()).and_then(|()| zip.finish()).unwrap_or_default();
        Sent { plain: text.into(), zipped: zipped.into() }
    }

    /// The file in the form that the browser takes.
    fn answer(&self, request: &HttpRequest, answer: &mut HttpResponseBuilder) -> HttpResponse {
        answer.insert_header((header::VARY, "Accept-Encoding"));
        let accepted = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        if accepted.is_some_and(|accepted| accepted.contains("gzip")) {
            return answer.insert_header((header::CONTENT_ENCODING, "gzip")).body(self.zipped.clone());
        }
        answer.body(self.plain.clone())
    }
}

/// The files as they are sent, in the order of [`FILES`].
static SENT: LazyLock<Vec<Sent>> = LazyLock::new(|| FILES.iter().map(Sent::new).collect());

/// The service worker as it is sent.
static SENT_WORKER: LazyLock<Sent> = LazyLock::new(|| Sent::new(&WORKER));

/// The script that shows notifications. It is beside the others, but its URL must be `/sw.js`, so that it is for all pages.
const WORKER: File =
    File { name: "sw.js", kind: "text/javascript; charset=utf-8", text: include_str!("../../web/sw.js") };

/// The icon as SVG.
const ICON: &str = include_str!("../../web/icon.svg");

/// The typeface of titles, in its one weight: Fraunces, under the SIL Open Font Licence beside it. Latin letters only; others have those of
/// the device.
const FONT: (&str, &[u8]) = ("fraunces.woff2", include_bytes!("../../web/fraunces.woff2"));

/// An icon as PNG, for systems that take no SVG.
struct Icon {
    name: &'static str,
    /// Width and height, in pixels.
    size: u32,
    /// True if the system cuts a shape out of it: then it is filled, and what it shows is in the middle (W3C, Web App Manifest: maskable).
    is_maskable: bool,
}

const ICONS: [Icon; 3] = [
    Icon { name: "icon-192.png", size: 192, is_maskable: false },
    Icon { name: "icon-512.png", size: 512, is_maskable: false },
    Icon { name: "icon-maskable-512.png", size: 512, is_maskable: true },
];

/// The icons, drawn at the first request; a few milliseconds each.
static DRAWN: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    ICONS
        .iter()
        .map(|icon| icon.png().inspect_err(|why| tracing::error!(%why, "cannot draw an icon")).unwrap_or_default())
        .collect()
});

impl Icon {
    fn png(&self) -> Result<Vec<u8>, picture::NoPicture> {
        if !self.is_maskable {
            return picture::png(ICON, Some(self.size));
        }
        // The ground reaches beyond the edges; the envelope is within a circle of 80 % of the width.
        let inner = ICON.replacen("<svg ", "<svg x=\"-8\" y=\"-11\" width=\"80\" height=\"80\" ", 1);
        let filled = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\"><path d=\"M0 0h64v64H0z\" fill=\"#8a2d12\"/>{inner}</svg>"
        );
        picture::png(&filled, Some(self.size))
    }
}

/// The hash of all files as they are sent.
static HASH: LazyLock<String> = LazyLock::new(|| {
    let icons = ICONS.iter().map(|icon| format!("{}{}{ICON}", icon.name, icon.size));
    let all: String = SENT.iter().map(|sent| hex(&sent.plain)).chain([hex(FONT.1)]).chain(icons).collect();
    hex(&hash(&all)[..8])
});

/// The path of a file, for pages.
pub(super) fn path(name: &str) -> String {
    format!("/assets/{}/{name}", *HASH)
}

/// Shows a file. Another hash is refused: the file would be kept under it for good.
pub async fn show(request: HttpRequest, path: web::Path<(String, String)>) -> Result<HttpResponse> {
    let (hash, name) = path.into_inner();
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"));
    if hash != *HASH {
        return Err(Problem::not_found("file").into());
    }
    if let Some((file, sent)) = FILES.iter().zip(&*SENT).find(|(file, _)| file.name == name) {
        return Ok(sent.answer(&request, answer.content_type(file.kind)));
    }
    if name == FONT.0 {
        return Ok(answer.content_type("font/woff2").body(FONT.1));
    }
    let place = ICONS.iter().position(|icon| icon.name == name);
    let icon = place.and_then(|place| DRAWN.get(place)).ok_or_else(|| Problem::not_found("file"))?;
    Ok(answer.content_type("image/png").body(icon.as_slice()))
}

/// Shows the service worker. It is not kept, so that browsers find a newer one at the next visit.
pub async fn show_worker(request: HttpRequest) -> HttpResponse {
    let mut answer = HttpResponse::Ok();
    answer.content_type(WORKER.kind);
    answer.insert_header((header::CACHE_CONTROL, "no-cache"));
    answer.insert_header((header::CONTENT_SECURITY_POLICY, WORKER_POLICY));
    SENT_WORKER.answer(&request, &mut answer)
}

/// Shows the icon of notifications, at an address that does not change.
pub async fn show_icon() -> Result<HttpResponse> {
    let icon = DRAWN.first().ok_or_else(|| Problem::not_found("file"))?;
    Ok(HttpResponse::Ok()
        .content_type("image/png")
        .insert_header((header::CACHE_CONTROL, "public, max-age=86400"))
        .body(icon.as_slice()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_are_drawn_in_their_sizes() {
        for (icon, png) in ICONS.iter().zip(DRAWN.iter()) {
            let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut pixels).unwrap();
            assert_eq!((info.width, info.height), (icon.size, icon.size), "{}", icon.name);
            let transparent = reader.info().trns.as_ref().is_some_and(|alpha| alpha.contains(&0));
            assert_ne!(transparent, icon.is_maskable, "{}: a mask cuts the corners off", icon.name);
        }
        let manifest = FILES.iter().find(|file| file.name == "app.webmanifest").unwrap().text;
        for icon in &ICONS {
            let size = format!("\"{}\", \"sizes\": \"{1}x{1}\"", icon.name, icon.size);
            assert!(manifest.contains(&size), "{size}");
        }
    }
}
