//! How to play a game: our own text with pictures, which are painted once. The first picture is the sample board of the game.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use askama::Template;
use engine::how_to_play::Part;
use engine::records::Misread;
use engine::{Info, Rules};

use super::games::Game;
use super::markdown::of_markdown;
use super::{KEPT, Result, board_of, kept};
use crate::app::App;
use crate::http::problem::Problem;
use crate::http::{self, games};
use crate::picture;

#[derive(Template)]
#[template(path = "pages/how_to_play.html")]
struct HowToPlayPage {
    /// The address of the server, for previews of links to it.
    url: String,
    game: Game,
    parts: &'static [Shown],
}

/// A part of the text.
enum Shown {
    /// Made from our own text; markup in it is shown as text.
    Text(String),
    /// The places in the list of pictures of those that stand beside each other, from the first on and before the second.
    Figures(usize, usize),
}

/// A picture.
pub(super) struct Figure {
    /// Its number in the text, counted from 1.
    pub(super) number: usize,
    /// Made by our own renderer.
    pub(super) svg: String,
    /// What it shows.
    pub(super) caption: String,
}

/// The text of a game.
struct Text {
    parts: Vec<Shown>,
    figures: Vec<Figure>,
    /// The first picture, small.
    thumb: Vec<u8>,
}

/// The width of the small picture of a game, in pixels: that of 144 on dense screens.
const THUMB: u32 = 288;

impl Text {
    fn new(info: &Info) -> Result<Text, Misread> {
        let (mut parts, mut figures) = (Vec::new(), Vec::new());
        for part in engine::how_to_play::parts(info)? {
            match part {
                Part::Text(text) => {
                    let text = text.replace("](RULES.md", &format!("](/games/{}/rules", info.id));
                    parts.push(Shown::Text(of_markdown(&text).0));
                }
                Part::Picture(picture) => {
                    let (number, svg) = (figures.len() + 1, board_of(&picture.scene));
                    figures.push(Figure { number, svg, caption: picture.caption });
                    match parts.last_mut() {
                        Some(Shown::Figures(_, end)) => *end = number,
                        Some(Shown::Text(_)) | None => parts.push(Shown::Figures(number - 1, number)),
                    }
                }
            }
        }
        let thumb = figures.first().and_then(|figure| picture::png(&figure.svg, Some(THUMB)).ok()).unwrap_or_default();
        Ok(Text { parts, figures, thumb })
    }
}

/// The texts of all games.
static TEXTS: LazyLock<BTreeMap<&str, Text>> = LazyLock::new(|| {
    let text = |rules: &'static dyn Rules| Some((rules.info().id, Text::new(rules.info()).ok()?));
    engine::newest().filter_map(text).collect()
});

/// The pictures of a game; none if there is no such game.
pub(super) fn figures(id: &str) -> &'static [Figure] {
    TEXTS.get(id).map_or(&[], |text| &text.figures)
}

impl HowToPlayPage {
    fn figures(&self, from: &usize, end: &usize) -> &'static [Figure] {
        figures(self.game.id).get(*from..*end).unwrap_or_default()
    }
}

/// The same, painted in the worker pool.
pub(super) async fn pictures(id: &str) -> http::Result<&'static [Figure]> {
    Ok(&text(id).await?.figures)
}

/// The text of a game. The first request paints all pictures, which takes its time.
async fn text(id: &str) -> http::Result<&'static Text> {
    let id = games::find(id)?.info().id;
    let text = web::block(move || TEXTS.get(id)).await.map_err(Problem::internal)?;
    text.ok_or_else(|| Problem::internal("no text"))
}

/// Shows how to play a game.
pub async fn show(app: web::Data<App>, id: web::Path<String>) -> Result<HttpResponse> {
    let (rules, text) = (games::find(&id)?, text(&id).await?);
    kept(&HowToPlayPage { url: app.config.public_url.clone(), game: Game::new(rules), parts: &text.parts })
}

fn svg(figure: &'static Figure) -> HttpResponse {
    let kept = (header::CACHE_CONTROL, KEPT);
    HttpResponse::Ok().content_type("image/svg+xml").insert_header(kept).body(figure.svg.as_str())
}

/// Shows one of the pictures alone.
pub async fn show_picture(path: web::Path<(String, String)>) -> Result<HttpResponse> {
    let (id, number) = path.into_inner();
    let text = text(&id).await?;
    let figure = text.figures.iter().find(|figure| figure.number.to_string() == number);
    Ok(svg(figure.ok_or_else(|| Problem::not_found("picture"))?))
}

/// Shows the sample board of a game alone.
pub async fn show_board(id: web::Path<String>) -> Result<HttpResponse> {
    let figure = text(&id).await?.figures.first();
    Ok(svg(figure.ok_or_else(|| Problem::internal("no picture"))?))
}

/// Shows the small picture of a game.
pub async fn show_thumb(id: web::Path<String>) -> Result<HttpResponse> {
    let thumb = text(&id).await?.thumb.as_slice();
    Ok(HttpResponse::Ok().content_type("image/png").insert_header((header::CACHE_CONTROL, KEPT)).body(thumb))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_every_game_has_its_pictures() {
        assert_eq!(TEXTS.len(), engine::newest().count());
        for (id, text) in TEXTS.iter() {
            assert!(text.figures.len() >= 5 && !text.thumb.is_empty(), "{id}");
            let shown = |part: &Shown| if let Shown::Figures(from, end) = part { end - from } else { 0 };
            assert_eq!(text.parts.iter().map(shown).sum::<usize>(), text.figures.len(), "{id}");
            for part in &text.parts {
                let Shown::Text(html) = part else { continue };
                assert!(!html.contains("**") && !html.contains("```") && !html.contains("<h1"), "{id}: {html}");
                for target in html.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                    assert_eq!(target, format!("/games/{id}/rules"));
                }
            }
        }
    }
}
