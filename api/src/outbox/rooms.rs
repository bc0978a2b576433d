//! What webhooks say in chat rooms (Discord, Slack, Matrix) and as plain text: a sentence, the address of the match, and its picture.
//!
//! Everyone in a room reads it. So it says only what a spectator of the match may know, also if the owner of the webhook knows more, and no
//! name in it can mention the people of the room or lead elsewhere.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde_json::{Value, json};

use crate::app::App;
use crate::brief::clean::{name, sentence};
use crate::brief::{Table, moment};
use crate::db::calls::Call;
use crate::db::words::Occasion;
use crate::ids::UserId;
use crate::play::matches::deadline;
use crate::play::telling::{brief, links, look};
use crate::play::{self, Match, Visibility};

/// What is said in a room.
pub(super) struct Said {
    words: String,
    url: String,
    /// The address of the picture of the board, if everyone may see it.
    picture: Option<String>,
}

/// Draws what a call says in a room; nothing if it is moot, or if a spectator may not know of it.
pub(super) async fn said(app: &App, call: &Call) -> play::Result<Option<Said>> {
    let Some((kind, match_id)) = call.about else {
        let words = "This is a test of a Turnpost webhook.".to_owned();
        return Ok(Some(Said { words, url: app.url("/"), picture: None }));
    };
    let Some((occasion, m)) = Occasion::read(app, kind, match_id, call.user_id).await? else { return Ok(None) };
    let table = brief::table(&m, "")?;
    let Some(words) = words(occasion, (&m, &table), call.user_id, app.clock.now())? else { return Ok(None) };
    Ok(Some(Said { words, url: app.url(&links::match_path(m.id())), picture: picture(app, &m, &table) }))
}

fn words(
    occasion: Occasion,
    (m, table): (&Match, &Table),
    user: UserId,
    now: DateTime<Utc>,
) -> play::Result<Option<String>> {
    let page = look::page(m, None)?;
    let called = table.called();
    Ok(match (occasion, page) {
        (Occasion::Invitation, _) => Some(format!("There is an invitation to {called}.")),
        (Occasion::YourTurn | Occasion::Started | Occasion::Over, None) => None,
        (Occasion::Started, Some(page)) => {
            let waiting = table.waiting(&page).map(|words| format!(" {words}"));
            Some(format!("{called} has begun.{}", waiting.unwrap_or_default()))
        }
        (Occasion::Over, Some(page)) => {
            let reason = page.outcome.map(|outcome| format!(" {}", sentence(&name(&outcome.reason))));
            Some(format!("{called} is over.{}", reason.unwrap_or_default()))
        }
        // Whether a player is asked for an answer can be a secret: then the page of a spectator does not name the seat.
        (Occasion::YourTurn, Some(page)) => {
            let seat = m.seat_of(user).filter(|seat| page.waiting.seats.contains(*seat));
            let player = seat.and_then(|seat| table.players.get(seat.index()));
            player.map(|player| {
                let deadlines = deadline::on_page(m, &page.waiting);
                let own = deadlines.into_iter().find(|(one, _)| Some(*one) == seat);
                let until = own.map(|(_, at)| format!(" The deadline is {}.", moment(at, Tz::UTC, now)));
                let (player, turn) = (name(&player.name), page.turn);
                format!("It is {player}'s turn in {called} (turn {turn}).{}", until.unwrap_or_default())
            })
        }
    })
}

/// The picture of this position for visitors, at an address of its own, because services keep pictures.
fn picture(app: &App, m: &Match, table: &Table) -> Option<String> {
    if !m.phase().has_started() || m.visibility() != Visibility::Public {
        return None;
    }
    let line = table.record.as_ref().map(|record| format!("?line={}", record.lines));
    Some(app.url(&format!("/v1/matches/{}/board.png{}", m.id(), line.unwrap_or_default())))
}

impl Said {
    /// The form of Discord. The address in angle brackets gets no preview of its own beside the picture.
    pub(super) fn in_discord(&self) -> Value {
        let Said { words, url, picture } = self;
        let words: String = words.chars().flat_map(unmarked).collect();
        let embed =
            picture.as_ref().map(|picture| json!({"url": url, "title": "Open the match", "image": {"url": picture}}));
        let content = format!("{words}\n<{url}>");
        // Discord would notify everyone of an `@everyone`, if it found one.
        let no_mentions = json!({"parse": []});
        json!({"content": content, "embeds": Vec::from_iter(embed), "allowed_mentions": no_mentions})
    }

    /// The form of Slack. What calls people there begins with `<`.
    pub(super) fn in_slack(&self) -> Value {
        let Said { words, url, picture } = self;
        let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let text = format!("{words}\n<{url}>");
        match picture {
            None => json!({"text": text}),
            Some(picture) => {
                let section = json!({"type": "section", "text": {"type": "mrkdwn", "text": text}});
                let image = json!({"type": "image", "image_url": picture, "alt_text": "The board"});
                json!({"text": text, "blocks": [section, image]})
            }
        }
    }

    /// The form of generic webhooks of matrix-hookshot. Without `html` it would read the text as Markdown.
    pub(super) fn in_matrix(&self) -> Value {
        let Said { words, url, .. } = self;
        let safe =
            |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        let html = format!("{}<br><a href=\"{1}\">{1}</a>", safe(words), safe(url));
        json!({"text": format!("{words}\n{url}"), "html": html, "username": "Turnpost"})
    }

    /// Plain text, as ntfy and its like take it.
    pub(super) fn in_text(&self) -> String {
        format!("{}\n{}\n", self.words, self.url)
    }
}

/// A character that Discord shows as it is.
fn unmarked(c: char) -> impl Iterator<Item = char> {
    let is_mark = "\\*_~`|<>[]()#@:-".contains(c);
    is_mark.then_some('\\').into_iter().chain([c])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_marks_text_or_calls_people_in_a_room() {
        let words = format!("{} has begun.", name("<!channel> @everyone *b* [a](https://evil.example) &amp;"));
        let url = "https://turnpost.example/matches/1".to_owned();
        let said = Said { words, url, picture: None };
        let discord = said.in_discord();
        assert_eq!(discord["allowed_mentions"], json!({"parse": []}));
        let content = discord["content"].as_str().unwrap();
        assert!(content.contains("\\<!channel\\> \\@ everyone \\*b\\* \\[a\\]\\(https\\:"), "{content}");
        assert!(content.ends_with("\n<https://turnpost.example/matches/1>"), "{content}");
        let slack = said.in_slack()["text"].as_str().unwrap().to_owned();
        assert!(slack.starts_with("&lt;!channel&gt; @ everyone") && slack.contains("&amp;amp;"), "{slack}");
        assert_eq!(slack.matches('<').count(), 1, "the address alone: {slack}");
        let matrix = said.in_matrix();
        assert!(matrix["html"].as_str().unwrap().starts_with("&lt;!channel&gt; @ everyone"), "{matrix}");
        assert!(!said.in_text().contains("@everyone") && !said.in_text().contains("://evil"), "{}", said.in_text());
    }

    #[test]
    fn a_picture_is_shown_where_the_form_can() {
        let (words, url) = ("Magma has begun.".to_owned(), "https://turnpost.example/matches/1".to_owned());
        let said = Said { words, url, picture: Some("https://turnpost.example/v1/matches/1/board.png".to_owned()) };
        assert_eq!(said.in_discord()["embeds"][0]["image"]["url"], "https://turnpost.example/v1/matches/1/board.png");
        assert_eq!(said.in_slack()["blocks"][1]["image_url"], "https://turnpost.example/v1/matches/1/board.png");
        assert!(!said.in_matrix().to_string().contains("board.png") && !said.in_text().contains("board.png"));
    }
}
