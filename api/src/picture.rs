//! Boards as PNG pictures, for mail programs and other readers that show no SVG.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{ImageHrefResolver, Options, Tree};
use sha2::{Digest, Sha256};

/// The scale of a picture without a given width: sharp on the dense screens of phones.
const SCALE: f32 = 0.75;

/// The minimum and maximum width of such a picture, in pixels.
const FOR_EMAILS: RangeInclusive<f32> = 600.0..=780.0;

/// The number of colours of a PNG. Boards have few, and blends of them at edges; a byte a pixel makes an email light.
const COLORS: usize = 256;

/// The greatest width and height of a picture, in pixels: four bytes a pixel have to be held in memory.
const MAX: u32 = 2400;

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

/// The text is no SVG picture that can be drawn.
#[derive(Debug, thiserror::Error)]
#[error("no picture: {0}")]
pub struct NoPicture(String);

/// The maximum number of bytes of the pictures that are kept, and their number as far as it is known before.
const KEPT: (u64, usize) = (16 << 20, 1000);

#[derive(Clone)]
struct Size;

impl Weighter<[u8; 32], Arc<[u8]>> for Size {
    fn weight(&self, _: &[u8; 32], png: &Arc<[u8]>) -> u64 {
        png.len() as u64
    }
}

/// Pictures for emails and pages by the hash of their SVG text: readers who see the same get the same picture, and how long a picture
/// takes tells nothing of what its reader does not see.
static DRAWN: LazyLock<Cache<[u8; 32], Arc<[u8]>, Size>> = LazyLock::new(|| Cache::with_weighter(KEPT.1, KEPT.0, Size));

/// The width of a small picture for lists, in pixels: that of 64 on dense screens.
const SMALL: u32 = 160;

/// The same as [`png()`], fit for an email. The pictures that were drawn last are kept.
pub fn for_email(svg: &str) -> Result<Arc<[u8]>, NoPicture> {
    kept(svg, None)
}

/// The same, small enough for a list.
pub fn small(svg: &str) -> Result<Arc<[u8]>, NoPicture> {
    kept(svg, Some(SMALL))
}

fn kept(svg: &str, width: Option<u32>) -> Result<Arc<[u8]>, NoPicture> {
    let hash: [u8; 32] = Sha256::digest(format!("{width:?} {svg}")).into();
    DRAWN.get_or_insert_with(&hash, || png(svg, width).map(Arc::from))
}

/// Draws an SVG picture (1.1) as PNG, of this width in pixels or, if none is named, fit for an email; the height follows.
///
/// The same text gives the same picture on every machine: fonts come from the binary, nothing is fetched. Takes some
/// milliseconds of computing, so keep it off the threads that handle requests where many are drawn. Fails on text that is not
/// well-formed SVG with a size, which the engine's pictures always are.
pub fn png(svg: &str, width: Option<u32>) -> Result<Vec<u8>, NoPicture> {
    let tree = Tree::from_str(svg, &OPTIONS).map_err(|why| NoPicture(why.to_string()))?;
    let size = tree.size();
    let max = MAX as f32;
    let usual = (size.width() * SCALE).clamp(*FOR_EMAILS.start(), *FOR_EMAILS.end());
    let wished = width.map_or(usual, |width| width.max(1) as f32) / size.width();
    let scale = wished.min(max / size.width()).min(max / size.height());
    let pixels = |length: f32| (length * scale).round().max(1.0) as u32;
    let mut canvas = Pixmap::new(pixels(size.width()), pixels(size.height()))
        .ok_or_else(|| NoPicture("it has no size".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut canvas.as_mut());
    encoded(canvas).map_err(|why| NoPicture(why.to_string()))
}

/// The pixels as PNG with a palette.
fn encoded(canvas: Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let (width, height) = (canvas.width(), canvas.height());
    let pixels = canvas.take_demultiplied();
    let (palette, indexes) = indexed(&pixels);
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_palette(palette.iter().flat_map(|color| color[..3].to_vec()).collect::<Vec<u8>>());
    encoder.set_trns(palette.iter().map(|color| color[3]).collect::<Vec<u8>>());
    encoder.write_header()?.write_image_data(&indexes)?;
    Ok(file)
}

/// A palette of at most [`COLORS`] colours, and the place in it of the colour that is nearest to each pixel.
///
/// Boards have few colours and many blends of two of them at edges. So the palette has the most frequent colours as they are, at
/// most one of those that differ by less than one sixteenth in each channel.
fn indexed(pixels: &[u8]) -> (Vec<[u8; 4]>, Vec<u8>) {
    // Colours that differ by less than a thirty-second in each channel count as one.
    let kind = |color: &[u8; 4]| u32::from_be_bytes(color.map(|part| part >> 3));
    let (pixels, _) = pixels.as_chunks::<4>();
    let mut kinds: HashMap<u32, ([u8; 4], u32)> = HashMap::new();
    for run in pixels.chunk_by(|one, next| one == next) {
        kinds.entry(kind(&run[0])).or_insert((run[0], 0)).1 += run.len() as u32;
    }
    let mut frequent: Vec<([u8; 4], u32)> = kinds.into_values().collect();
    // Equal counts in the order of the colours, so that the same picture always gives the same file.
    frequent.sort_unstable_by_key(|(color, count)| (std::cmp::Reverse(*count), *color));
    let mut taken = HashSet::new();
    let apart = frequent.iter().map(|(color, _)| *color).filter(|color| taken.insert(color.map(|part| part >> 4)));
    let palette: Vec<[u8; 4]> = apart.take(COLORS).collect();
    let nearest = |color: &[u8; 4]| {
        let distance = |other: &[u8; 4]| -> u32 {
            color.iter().zip(other).map(|(one, two)| u32::from(one.abs_diff(*two)).pow(2)).sum()
        };
        let place = (0..palette.len()).min_by_key(|place| distance(&palette[*place]));
        place.and_then(|place| u8::try_from(place).ok()).unwrap_or_default()
    };
    let places: HashMap<u32, u8> = frequent.iter().map(|(color, _)| (kind(color), nearest(color))).collect();
    // Filled run by run: an iterator that gives one pixel after the other takes three times as long.
    let mut indexes = Vec::with_capacity(pixels.len());
    for run in pixels.chunk_by(|one, next| one == next) {
        indexes.resize(indexes.len() + run.len(), places[&kind(&run[0])]);
    }
    (palette, indexes)
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
        assert_eq!(size(&png(&svg, None).unwrap()), (600, 300));
    }

    #[test]
    fn emails_are_drawn_in_the_fonts_of_the_binary() {
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
            let mut frame = start.frame;
            let mut dice = engine::Dice::at(&engine::Seed::new([7; 32]), 0);
            for _ in 0..60 {
                let Some(by) = rules.status(&frame).unwrap().awaited.iter().next() else { break };
                let Some(text) = rules.suggest(&frame, by, &mut dice).unwrap() else { break };
                let act = engine::Act::Chosen { by, text: &text };
                frame = rules.advance(&frame, act, engine::Moment(0)).unwrap().frame;
            }
            let scene = rules.page(&frame, engine::Eye::Open).unwrap().scene.alone();
            let picture = png(&engine::svg::paint(&scene, engine::svg::Style::Flat), None).unwrap();
            assert!((600..=780).contains(&size(&picture).0), "{}", rules.info().id);
            assert!(picture.len() < 100_000, "{}: {} bytes", rules.info().id, picture.len());
        }
    }

    #[test]
    fn a_picture_for_emails_is_drawn_once() {
        let one = for_email(&text("once", "")).unwrap();
        assert!(Arc::ptr_eq(&one, &for_email(&text("once", "")).unwrap()));
        assert_ne!(one, for_email(&text("twice", "")).unwrap());
        assert!(for_email("<svg").is_err() && for_email("<svg").is_err());
        assert!(DRAWN.weight() >= one.len() as u64 && DRAWN.capacity() == KEPT.0);
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
