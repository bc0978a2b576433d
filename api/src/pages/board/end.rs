//! The result of a match on its page.

use engine::Page;

use crate::app::App;
use crate::brief::Table;
use crate::http::Result;
use crate::ids::UserId;
use crate::play::Match;
use crate::play::game::ratings::Verdict;

/// The result.
pub(super) struct End {
    /// What the reader achieved, or that the match is over.
    pub(super) title: String,
    /// How the match ended.
    pub(super) reason: String,
    /// What the result has done to ratings, if the match is rated.
    pub(super) rating: Option<String>,
}

impl End {
    pub(super) fn new(m: &Match, table: &Table, page: &Page) -> Option<End> {
        let reason = page.outcome.as_ref()?.reason.clone();
        let has_left = page.you.is_some_and(|you| m.left().contains(you));
        let reason = if has_left { "You have left the match.".to_owned() } else { reason };
        let mut title = table.place(page).unwrap_or_else(|| "the match is over".to_owned());
        title.replace_range(..1, &title[..1].to_uppercase());
        Some(End { title: title + ".", reason, rating: None })
    }

    /// The same with what the result has done to ratings, for this reader.
    pub(super) async fn rated(app: &App, m: &Match, user: Option<UserId>, end: Option<End>) -> Result<Option<End>> {
        let Some(end) = end else { return Ok(None) };
        let verdict = Verdict::read(&mut *app.db.get().await?, m, user).await?;
        Ok(Some(End { rating: verdict.map(|verdict| verdict.in_words(user)), ..end }))
    }
}
