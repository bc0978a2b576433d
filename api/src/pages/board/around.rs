//! The parts of the page for signed-in readers: rematch, a seat that is offered, watch list, private note, conditional moves, and when the
//! players were last here.

use super::super::how_to_play::{self, Figure};
use super::{Reader, Way};
use crate::app::App;
use crate::db::{Connection, past, private_notes, watches};
use crate::http::Result;
use crate::ids::UserId;
use crate::play::game::conditional::{self, LineOfPlay};
use crate::play::game::{decks, hints};
use crate::play::lobby::rematch;
use crate::play::people::profiles;
use crate::play::telling::{brief, links};
use crate::play::{Match, Phase, Visibility};

/// The parts of the page for a signed-in reader; empty for others.
#[derive(Default)]
pub(super) struct Around {
    /// The rematch of a match that is over, for its players.
    pub(super) again: Option<Again>,
    /// What the reader can do with a seat that is offered.
    pub(super) offered: Option<Offered>,
    /// Whether the match is on the reader's watch list, if it can be.
    pub(super) watched: Option<bool>,
    /// The private note of a player; empty if there is none.
    pub(super) private_note: Option<String>,
    /// The conditional moves of a player who can leave some now; empty if there are none.
    pub(super) conditional: Option<String>,
    /// Each line of them: what it means, and its text.
    pub(super) planned: Vec<(String, String)>,
    /// The decks of a player who can choose one now, each with what it is.
    pub(super) decks: Vec<(String, String)>,
    /// The hint for the reader's move; none where there can be none.
    pub(super) hint: Hint,
    /// Who had hints, in sentences.
    pub(super) hinted: Vec<String>,
    /// When the players were last here, in words.
    pub(super) seen: Vec<(UserId, String)>,
}

/// The hint for the reader's move.
#[derive(Default, PartialEq, Eq)]
pub(super) enum Hint {
    /// There can be none.
    #[default]
    Never,
    /// The reader can ask for it.
    Possible,
    /// The reader has had it.
    Given(String),
}

impl Hint {
    async fn read(connection: &mut Connection, m: &Match, user: UserId) -> Result<Hint> {
        let is_awaited = m.seat_of(user).is_some_and(|seat| m.awaited().contains(seat));
        if !is_awaited || !hints::are_possible(m, user) {
            return Ok(Hint::Never);
        }
        Ok(hints::given(connection, m, user).await?.map_or(Hint::Possible, Hint::Given))
    }
}

/// The way to a rematch.
pub(super) enum Again {
    /// By the button with these words.
    Button(&'static str),
    /// At this path.
    Path(String),
}

/// The use of a seat that is offered in a running match.
pub(super) enum Offered {
    /// The reader can take it.
    Join,
    /// The reader has a seat or made the match, and can give it to a computer player.
    ToComputer,
}

impl Around {
    pub(super) async fn read(app: &App, m: &Match, user: UserId) -> Result<Around> {
        let mut connection = app.db.get().await?;
        let (is_player, id) = (m.has_player(user), m.id());
        let mut around = Around::of_computers(&mut connection, m, user).await?;
        if m.phase() == Phase::Running && !m.offered().is_empty() {
            around.offered = Some(if is_player || m.creator() == user { Offered::ToComputer } else { Offered::Join });
        }
        if m.phase() == Phase::Running {
            around.decks = decks::of_player(&mut connection, m, user).await?;
            around.seen = profiles::last_seen_in(&mut connection, m, app.clock.now()).await?;
        }
        if is_player {
            let row = private_notes::find(&mut connection, user, id).await?;
            around.private_note = Some(row.map(|row| row.text).unwrap_or_default());
            around.plan(m, user, conditional::draft(&mut connection, m, user).await?)?;
        } else if m.visibility() != Visibility::Private {
            around.watched = Some(watches::has(&mut connection, user, id).await?);
        }
        if is_player {
            around.again = again(&mut connection, m, user).await?;
        }
        Ok(around)
    }

    /// Shows the conditional moves of a player.
    fn plan(&mut self, m: &Match, user: UserId, lines: Option<Vec<LineOfPlay>>) -> Result<()> {
        let (Some(lines), Some(seat)) = (lines, m.seat_of(user)) else { return Ok(()) };
        let names = brief::table(m, "")?.names().0;
        let text = |line: &LineOfPlay| conditional::text_of(line.iter().map(|ply| ply.text.as_str()));
        self.planned = lines.iter().map(|line| (conditional::words(line, seat, &names), text(line))).collect();
        self.conditional = Some(lines.iter().map(text).collect::<Vec<_>>().join("\n"));
        Ok(())
    }

    /// The parts for a guest: the rematch and hints.
    pub(super) async fn of_guest(app: &App, m: &Match, user: UserId) -> Result<Around> {
        let mut connection = app.db.get().await?;
        let again = again(&mut connection, m, user).await?;
        Ok(Around { again, ..Around::of_computers(&mut connection, m, user).await? })
    }

    /// The parts that have to do with computer players: hints.
    async fn of_computers(connection: &mut Connection, m: &Match, user: UserId) -> Result<Around> {
        let hint = Hint::read(connection, m, user).await?;
        Ok(Around { hint, hinted: hints::told(connection, m).await?, ..Around::default() })
    }

    /// When a player was last here, in words; empty if the reader may not know.
    pub(super) fn seen(&self, player: UserId) -> String {
        self.seen.iter().find(|(id, _)| *id == player).map(|(_, words)| words.clone()).unwrap_or_default()
    }
}

/// The pictures that show how to play, for a player who has not played the game to its end before, and for guests; none for others.
pub(super) async fn pictures(app: &App, reader: &Reader, way: &Way) -> Result<&'static [Figure]> {
    let Reader::Player(link) = reader else { return Ok(&[]) };
    // A link of an email that is over shows no more than spectators may see.
    let is_theirs = way.is_own() || (matches!(way, Way::Email) && link.standing()?.lasts());
    if !is_theirs || link.m.phase() != Phase::Running {
        return Ok(&[]);
    }
    if !matches!(way, Way::Guest) {
        let mut connection = app.db.get().await?;
        if past::has_of_game(&mut connection, link.person.id, link.m.game()).await? {
            return Ok(&[]);
        }
    }
    how_to_play::pictures(link.m.game()).await
}

/// The way to a rematch, for a player.
async fn again(connection: &mut Connection, m: &Match, user: UserId) -> Result<Option<Again>> {
    if m.phase() != Phase::Over {
        return Ok(None);
    }
    Ok(match rematch::find(connection, m, user).await? {
        None => Some(Again::Button("Rematch")),
        // A private one whose invitation the reader has declined, or that was withdrawn.
        Some(next) if !next.is_visible_to(Some(user)) => None,
        Some(next) if rematch::is_open_to(&next, user) => Some(Again::Button("Join the rematch")),
        Some(next) => Some(Again::Path(links::match_path(next.id()))),
    })
}
