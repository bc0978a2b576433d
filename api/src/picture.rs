//! Boards as pictures: the board alone, and as PNG, for mail programs and other readers that show no SVG.

use std::sync::{Arc, LazyLock};

use engine::scene::Scene;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{ImageHrefResolver, Options, Tree};

/// The scale of a picture without a given width: sharp on the dense screens of phones, 650 to 900 pixels wide for the
/// existing boards.
const SCALE: f32 = 0.75;

/// The greatest width and height of a picture, in pixels: four bytes a pixel have to be held in memory.
const MOST: u32 = 2400;

/// The engine's pictures ask for DejaVu Sans first and are laid out for its widths. Servers have no fonts, and a picture
/// must not depend on the machine that drew it, so the two faces travel inside the binary and the system's are not read.
static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    for set in [Database::set_sans_serif_family, Database::set_serif_family, Database::set_monospace_family] {
        set(&mut fonts, "DejaVu Sans");
    }
    Options {
        font_family: "DejaVu Sans".to_owned(),
        fontdb: Arc::new(fonts),
        // Nothing outside the text itself is ever read: no files, no embedded pictures.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
});

/// The board without the texts beside it, which are too small to read on a phone. The caller shows these texts in words.
pub fn board_alone(scene: &Scene) -> Scene {
    let mut scene = scene.clone();
    scene.title.clear();
    scene.panels.clear();
    scene.notes.clear();
    scene.picture_key.clear();
    scene
}

/// The text is no SVG picture that can be drawn.
#[derive(Debug, thiserror::Error)]
#[error("no picture: {0}")]
pub struct NoPicture(String);

/// Draws an SVG picture (1.1) as PNG, of this width in pixels or, if none is named, fit for a letter; the height follows.
///
/// The same text gives the same picture on every machine: fonts come from the binary, nothing is fetched. Takes some
/// milliseconds of computing, so keep it off the threads that answer requests where many are drawn. Fails on text that is not
/// well-formed SVG with a size, which the engine's pictures always are.
pub fn png(svg: &str, width: Option<u32>) -> Result<Vec<u8>, NoPicture> {
    let tree = Tree::from_str(svg, &OPTIONS).map_err(|why| NoPicture(why.to_string()))?;
    let size = tree.size();
    let most = MOST as f32;
    let wished = width.map_or(SCALE, |width| width.max(1) as f32 / size.width());
    let scale = wished.min(most / size.width()).min(most / size.height());
    let pixels = |length: f32| (length * scale).round().max(1.0) as u32;
    let mut canvas = Pixmap::new(pixels(size.width()), pixels(size.height()))
        .ok_or_else(|| NoPicture("it has no size".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    canvas.encode_png().map_err(|why| NoPicture(why.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Width and height of a PNG (its IHDR chunk).
    fn size(png: &[u8]) -> (u32, u32) {
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    }

    fn text(words: &str, style: &str) -> String {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 100' width='200' height='100'>\
             <text x='10' y='50' font-size='40' {style}>{words}</text></svg>"
        )
    }

    #[test]
    fn a_picture_is_as_wide_as_asked_and_never_too_large() {
        let svg = text("e5", "");
        assert_eq!(size(&png(&svg, Some(640)).unwrap()), (640, 320));
        assert_eq!(size(&png(&svg, Some(u32::MAX)).unwrap()), (2400, 1200));
        assert_eq!(size(&png(&svg, Some(0)).unwrap()), (1, 1));
        assert_eq!(size(&png(&svg, None).unwrap()), (150, 75));
    }

    #[test]
    fn letters_are_drawn_in_the_fonts_of_the_binary() {
        let blank = png(&text("", ""), Some(200)).unwrap();
        let plain = png(&text("e5 \u{25b6}", ""), Some(200)).unwrap();
        assert_ne!(plain, blank);
        assert_ne!(plain, png(&text("e5 \u{25b6}", "font-weight='bold'"), Some(200)).unwrap());
        for family in ["DejaVu Sans,Verdana,Arial,sans-serif", "sans-serif", "Nobody Has This", "monospace"] {
            let style = format!("font-family='{family}'");
            assert_eq!(plain, png(&text("e5 \u{25b6}", &style), Some(200)).unwrap(), "{family}");
        }
    }

    #[test]
    fn every_sign_of_the_boards_has_a_glyph() {
        let missing = png(&text("\u{10fffd}", ""), Some(200)).unwrap();
        let signs = ('!'..='~').chain("\u{25b6}–—…·×ÄÖÜäöüßéèçñåøłčşğΩДЖя".chars());
        for sign in signs {
            let escaped = sign.to_string().replace('&', "&amp;").replace('<', "&lt;");
            assert_ne!(png(&text(&escaped, ""), Some(200)).unwrap(), missing, "{sign}");
        }
    }

    #[test]
    fn pictures_of_every_game_are_drawn() {
        for rules in engine::GAMES {
            let seats = *rules.info().seats.start();
            let start = rules.start(seats, &serde_json::json!({}), &engine::Seed::new([7; 32])).unwrap();
            let page = rules.page(&start.frame, engine::Eye::Public).unwrap();
            let picture = png(&page.svg(), None).unwrap();
            assert!((600..1000).contains(&size(&picture).0), "{}", rules.info().id);
            assert!(picture.len() < 200_000, "{}: {} bytes", rules.info().id, picture.len());
        }
    }

    #[test]
    fn nonsense_and_files_are_refused() {
        for nonsense in ["", "<svg", "<html/>", "<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>"] {
            assert!(png(nonsense, None).is_err(), "{nonsense}");
        }
        let reads = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'>\
                     <image href='/usr/share/pixmaps/debian-logo.png' width='20' height='20'/></svg>";
        let blank = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='20'/>";
        assert_eq!(png(reads, None).unwrap(), png(blank, None).unwrap());
    }
}
