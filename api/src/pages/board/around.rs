//! What is around a match for a reader who is signed in: the rematch, the watch list, the private note, and who was here.

use crate::app::App;
use crate::db::{private_notes, watches};
use crate::http::Result;
use crate::ids::UserId;
use crate::play::rematch::{self, Rematch};
use crate::play::{Match, Phase, Visibility, links, people};

/// What is around a match; nothing for a reader who is not signed in.
#[derive(Default)]
pub(super) struct Around {
    /// The rematch of a match that is over, for its players.
    pub(super) again: Option<Again>,
    /// Whether the match is on the reader's watch list, if it can be.
    pub(super) watched: Option<bool>,
    /// The private note of a player; empty if there is none.
    pub(super) private_note: Option<String>,
    /// When the players were last here, in words, each with the handle.
    pub(super) seen: Vec<(String, String)>,
}

/// The way to a rematch.
pub(super) enum Again {
    /// By the button with these words.
    Button(&'static str),
    /// At this path.
    Path(String),
}

impl Around {
    pub(super) async fn of(app: &App, m: &Match, user: UserId) -> Result<Around> {
        let is_player = m.has_player(user);
        let seen = if m.phase() == Phase::Running { people::last_seen_in(app, m).await? } else { Vec::new() };
        let mut connection = app.db.get().await?;
        let again = if is_player && m.phase() == Phase::Over {
            Some(match rematch::find(&mut connection, m, user).await? {
                Rematch::None => Again::Button("Rematch"),
                Rematch::Open(_) => Again::Button("Join the rematch"),
                Rematch::Made(id) => Again::Path(links::match_path(id)),
            })
        } else {
            None
        };
        let watched = match m.visibility() {
            Visibility::Public | Visibility::Unlisted if !is_player => {
                Some(watches::has(&mut connection, user, m.id()).await?)
            }
            Visibility::Public | Visibility::Unlisted | Visibility::Private => None,
        };
        let private_note = if is_player {
            let row = private_notes::find(&mut connection, user, m.id()).await?;
            Some(row.map(|row| row.text).unwrap_or_default())
        } else {
            None
        };
        Ok(Around { again, watched, private_note, seen })
    }
}
