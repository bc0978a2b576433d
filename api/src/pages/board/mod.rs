//! The page of a match that has started: for its players, signed in or by the link of an email, and for spectators.

mod around;
mod bar;
mod curve;
mod drawn;
mod end;
mod history;
mod lesson;
mod news;
mod sheet;
mod side;
mod tries;
mod way;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use askama::Template;
use chrono::{DateTime, Utc};
use engine::players::Level;
use engine::scene::Panel;
use engine::svg::Style;
use engine::{Choice, Page, Setting};

use self::around::{Again, Around, Hint, Offered};
use self::bar::Bar;
use self::drawn::Drawn;
use self::end::End;
use self::history::{History, Past};
pub(super) use self::history::{sentences, show_line};
use self::lesson::Task;
pub(super) use self::lesson::show_lesson;
pub(super) use self::news::{Drafts, News};
use self::sheet::Sheet;
use self::side::Seated;
use self::tries::Tries;
pub(super) use self::tries::{of_address, show_tries};
pub(super) use self::way::{Reader, Way};
use super::how_to_play::Figure;
use super::{LEVEL, board_of, own, unstored};
use crate::app::App;
use crate::brief::{Passage, Table, moment};
use crate::http::Result;
use crate::ids::{MatchId, UserId};
use crate::play::game::turn_link::{LinkState, TurnLink};
use crate::play::telling::{brief, links, look};
use crate::play::{Match, Phase, Visibility};

#[derive(Template, Default)]
#[template(path = "pages/board.html")]
struct BoardPage<'a> {
    /// The name of the match with its game.
    called: String,
    /// The name of the match, or its players.
    name: String,
    /// The name of the match, or its game: the bars of the players are beside it.
    heading: String,
    game: &'static str,
    game_id: &'a str,
    /// The address of the server, for previews of links to the match; `None` on pages that are not for everyone.
    url: Option<&'a str>,
    /// The path to which forms are sent; also the beginning of that of the choices.
    base: &'a str,
    /// The reader, if the match is one of theirs: their browser keeps the page for when there is no connection.
    me: Option<UserId>,
    /// What readers share: the path of a page that others may see, or an empty one for this page.
    share: Option<String>,
    /// For the events of the match, where the reader may have them.
    id: Option<MatchId>,
    /// The path of the feed of those events.
    feed: String,
    /// The time of the page, in milliseconds, as its feed counts it.
    since: i64,
    turn: u32,
    way: Way,
    /// True if it is the reader's turn.
    is_yours: bool,
    /// True if the link of an email goes on to the next turn of its reader.
    may_continue: bool,
    /// Notices about the reader's text, beside the bar.
    alerts: Vec<String>,
    /// The result, once the match is over.
    end: Option<End>,
    /// What to do next, or who is awaited; empty once the match is over.
    lead: String,
    /// The state of the match, below the bar.
    lines: Vec<String>,
    /// What a checked text leads to, what is asked of the reader, and the story.
    story: Vec<Passage>,
    /// The picture of what is to be laid, if anything is.
    drawn: Option<String>,
    /// The parts of the turn, each with whether it is that.
    phases: Vec<(String, bool)>,
    /// Made by our own renderer, which escapes every name.
    svg: String,
    /// Sentences about the move that is not sent; the board may show the position after it.
    caption: Vec<String>,
    /// The panel with the cards of the reader's hand.
    hand: Option<Panel>,
    /// The beginning of the query of the link of a card.
    query: String,
    /// The sheet of a card, if its link was followed.
    sheet: Option<Sheet>,
    bar: Option<Bar>,
    /// The words that end or leave the match, for a signed-in player where there is no bar.
    menu: Vec<(&'static str, Choice)>,
    /// The reader's text where there is no bar.
    unsent: String,
    /// What the reader can order for later.
    settings: Vec<Setting>,
    /// The proposal that waits for consent: its words, and the path of its page.
    proposal: Option<(String, String)>,
    /// True if the reader can propose a pause, or more time.
    may_propose: bool,
    /// The days that a proposal has in its form.
    days: String,
    /// The draft of a note, if notes can be written here.
    note: Option<String>,
    around: Around,
    players: Vec<Seated>,
    /// What proves that nothing is changed later.
    fair: Vec<Passage>,
    /// Examples and the notation.
    how: Vec<Passage>,
    /// The texts beside the board.
    below: Vec<Passage>,
    text: String,
    /// The lines of the match, where the reader can look at earlier positions.
    history: Option<History>,
    /// The line after which the position is shown, if it is an earlier one.
    past: Option<Past>,
    /// The moves that are tried, if any may be here.
    tries: Option<Tries>,
    /// The path of the page on which moves can be tried from the shown position.
    try_path: Option<String>,
    /// The step of a lesson, on its page.
    task: Option<Task>,
    /// The pictures that show how to play, for a player who has not played the game before.
    pictures: &'static [Figure],
    /// The path and the name of the tournament that the match belongs to, if any.
    tournament: Option<(String, String)>,
}

impl BoardPage<'_> {
    /// The number of matches that wait for a signed-in reader.
    fn waiting(&self) -> usize {
        match &self.way {
            Way::SignedIn { next, .. } => next.as_ref().map_or(0, |(_, count)| *count) + usize::from(self.is_yours),
            Way::Guest | Way::Email | Way::Watch | Way::Visitor => 0,
        }
    }

    /// True where nothing is sent: its forms only ask for this page again.
    fn is_trial(&self) -> bool {
        self.tries.is_some() || self.task.is_some()
    }

    /// The sign before more of the query of its path.
    fn and(&self) -> &'static str {
        if self.base.contains('?') { "&" } else { "?" }
    }

    /// The bars of players: those above the board, and below it that of the reader, or of the first seat for a spectator.
    fn bars(&self) -> (Vec<&Seated>, Vec<&Seated>) {
        let seats = self.players.iter().filter(|one| one.is_seat);
        let below = seats.clone().position(|one| one.yours).unwrap_or(0);
        let (under, over): (Vec<_>, Vec<_>) = seats.enumerate().partition(|(at, _)| *at == below);
        let bars = |list: Vec<(usize, _)>| list.into_iter().map(|(_, one)| one).collect();
        (bars(over), bars(under))
    }

    /// Adds to the sheet of a card what its reader can do, or says that there is no such card.
    fn complete_sheet(&mut self, card: &str, reader: Option<&Reader>) -> Result<()> {
        let draft = self.bar.as_ref().map_or("", |bar| &bar.draft);
        self.query = sheet::query(draft, self.past.as_ref().map(|past| past.line));
        self.sheet = match (self.sheet.take(), reader, &self.bar) {
            (Some(sheet), Some(Reader::Player(link)), Some(bar)) => Some(sheet.with_ways(link, bar)?),
            (sheet, ..) => sheet,
        };
        if !card.is_empty() && self.sheet.is_none() {
            self.alerts.push("You do not see such a card here now.".to_owned());
        }
        Ok(())
    }
}

/// Shows the page, with the reader's drafts and what became of them.
pub(super) async fn show(
    app: &App,
    (reader, way, base): (&Reader, Way, &str),
    drafts: Drafts<'_>,
    news: &News,
    noted: Option<String>,
) -> Result<HttpResponse> {
    let by_email = matches!(way, Way::Email | Way::Watch);
    let (m, user) = match reader {
        Reader::Player(link) => (&link.m, way.is_own().then_some(link.person.id)),
        Reader::Spectator(m, person) => (m, person.as_ref().map(|person| person.id)),
    };
    let mut around = match user {
        Some(user) if matches!(way, Way::Guest) => Around::of_guest(app, m, user).await?,
        Some(user) => Around::read(app, m, user).await?,
        None => Around::default(),
    };
    if let Some(draft) = drafts.private_note {
        around.private_note = Some(draft.to_owned());
    }
    if let Some(draft) = drafts.conditional {
        around.conditional = Some(draft.to_owned());
    }
    let pictures = around::pictures(app, reader, &way).await?;
    let mut page = match reader {
        Reader::Player(link) => of_player(app, link, around, (way, base), drafts, news, noted).await?,
        Reader::Spectator(m, person) => {
            let zone = person.as_ref().map_or("UTC", |person| &person.time_zone);
            of_spectator(app, m, around, (way, base, drafts.card), noted, zone).await?
        }
    };
    page.pictures = pictures;
    page.tournament = side::tournament(app, m).await?;
    page.end = End::rated(app, m, user, page.end).await?;
    page.complete_sheet(drafts.card, Some(reader))?;
    if !by_email {
        page.history = History::read(app, m, user, base, None).await?;
        let last = page.history.as_ref().filter(|_| m.phase() == Phase::Running);
        page.try_path = last.map(|history| tries::path(m.id(), history.last));
        page.me = user.filter(|_| matches!(reader, Reader::Player(_)));
    }
    let status = match news {
        News::Refused(problem) => problem.status_code(),
        News::None | News::Sent(_) | News::Thought(_) | News::Unclear(_) => StatusCode::OK,
    };
    Ok(if by_email { unstored(&page, status) } else { own(&page, status) })
}

async fn of_player<'a>(
    app: &App,
    link: &'a TurnLink,
    around: Around,
    (way, base): (Way, &'a str),
    drafts: Drafts<'_>,
    news: &News,
    noted: Option<String>,
) -> Result<BoardPage<'a>> {
    let m = &link.m;
    let standing = link.standing()?;
    let is_awaited = matches!(standing, LinkState::YourTurn | LinkState::Midway);
    // Emails are forwarded and quoted: once its turn is over, the link shows no more than spectators may see.
    let lasts = standing.lasts() || matches!(news, News::Sent(_)) || way.is_own();
    let drawn = Drawn::now(m, lasts.then_some(link.person.id))?;
    let page = &drawn.page;
    // While others may be asked, an answer can be changed.
    let may_move = is_awaited || (standing == LinkState::OthersMove && page.waiting.undisclosed);
    let table = brief::table(m, &link.person.name)?;
    let (now, zone) = (app.clock.now(), &link.person.time_zone);
    let turn = if may_move { Some(brief::turn(m, link.seat(), page, zone)?) } else { None };
    let wanted = turn.as_ref().and_then(|turn| turn.wanted(page));
    let thought = news.legal();
    let alerts = noted.into_iter().chain(news.sentence().filter(|_| thought.is_none())).collect();
    let mut lines: Vec<String> = news::state(link, standing, news, page).into_iter().collect();
    let deadline = turn.as_ref().and_then(|turn| turn.deadline);
    lines.extend(deadline.map(|deadline| deadline.words(now)));
    lines.extend(side::common_lines(m, &table, page, zone, now));
    lines.extend(brief::unreachable(&link.person, now));
    let may_continue = !is_awaited && (standing.lasts() || matches!(news, News::Sent(_)));
    if may_continue && matches!(way, Way::Email) {
        lines.push(format!("As of {}.", moment(now, brief::zone(zone), now)));
    }
    let asked = news.foretold().into_iter().chain(turn.as_ref().map(crate::brief::Turn::asked).unwrap_or_default());
    let story = if lasts { link.story(app, &table.names()).await?.passages() } else { Vec::new() };
    let story = asked.chain(story).collect();
    let text = if matches!(news, News::Sent(_)) { "" } else { drafts.text };
    let settings = if lasts && standing.plays() { look::settings(m, link.person.id)? } else { None };
    let bar = match &turn {
        Some(turn) => Some(Bar::new((link, settings.as_ref()), bar::label(standing, wanted), turn, text, thought)?),
        None => None,
    };
    let is_signed_in = matches!(way, Way::SignedIn { .. });
    let is_away = bar.is_none() && way.is_own() && m.phase() == Phase::Running && standing != LinkState::Left;
    let seen = thought.and_then(|thought| thought.scene.as_ref());
    let svg = seen.map(|after| side::preview(&page.scene, after));
    let shown = of_page(m, (&table, &drawn), svg, around, (way, base, drafts.card), now);
    let lead = match &bar {
        Some(bar) => bar.lead.clone(),
        None if standing == LinkState::Left => "You have left this match.".to_owned(),
        None => shown.lead.clone(),
    };
    Ok(BoardPage {
        feed: if is_signed_in { links::OWN_EVENTS.to_owned() } else { shown.feed.clone() },
        is_yours: is_awaited,
        may_continue,
        alerts,
        lines: lines.into_iter().filter(|line| *line != lead).collect(),
        lead,
        story,
        caption: thought
            .map(|thought| news.sentence().into_iter().chain(side::ends_after(page, thought)).collect())
            .unwrap_or_else(|| page.scene.notes.clone()),
        bar,
        menu: if is_away { bar::menu(link)? } else { Vec::new() },
        unsent: text.to_owned(),
        settings: settings.map(|settings| settings.list).unwrap_or_default(),
        // The page of a proposal is answered by its address alone, so it is for players only.
        proposal: m.proposal(now).filter(|_| lasts).map(|row| side::proposal(app, link, row)),
        may_propose: is_signed_in
            && m.phase() == Phase::Running
            && m.terms.pace.is_some()
            && standing != LinkState::Left
            && m.proposal(now).is_none(),
        days: drafts.days.unwrap_or("7").to_owned(),
        note: (lasts && m.takes_notes()).then(|| drafts.note.to_owned()),
        how: turn.into_iter().flat_map(|turn| side::how(turn, page)).collect(),
        ..shown
    })
}

async fn of_spectator<'a>(
    app: &'a App,
    m: &'a Match,
    around: Around,
    (way, base, card): (Way, &'a str, &str),
    noted: Option<String>,
    zone: &str,
) -> Result<BoardPage<'a>> {
    let drawn = Drawn::now(m, None)?;
    let table = brief::table(m, "")?;
    let now = app.clock.now();
    let url = matches!(way, Way::Visitor).then_some(app.config.public_url.as_str());
    let shown = of_page(m, (&table, &drawn), None, around, (way, base, card), now);
    let lines = side::common_lines(m, &table, &drawn.page, zone, now).filter(|line| *line != shown.lead).collect();
    let story = brief::latest(&mut *app.db.get().await?, m, &table.names()).await?.passages();
    Ok(BoardPage { alerts: noted.into_iter().collect(), lines, story, url, ..shown })
}

/// The parts of the page that need no more than the view of its reader, and another board than the present one, if any.
fn of_page<'a>(
    m: &'a Match,
    (table, drawn): (&Table, &Drawn),
    svg: Option<String>,
    around: Around,
    (way, base, card): (Way, &'a str, &str),
    now: DateTime<Utc>,
) -> BoardPage<'a> {
    let page = &drawn.page;
    let is_named = way.is_own() || matches!(way, Way::Visitor);
    BoardPage {
        called: table.called(),
        name: m.title(),
        heading: m.name().to_owned(),
        game: m.rules.info().name,
        game_id: m.game(),
        url: None,
        base,
        me: None,
        share: match (&way, m.visibility()) {
            (Way::Watch, _) => Some(String::new()),
            (_, Visibility::Private) => None,
            (_, Visibility::Public | Visibility::Unlisted) => Some(links::match_path(m.id())),
        },
        id: is_named.then(|| m.id()),
        feed: links::match_events(m.id()),
        since: now.timestamp_millis(),
        turn: m.turn(),
        way,
        end: End::new(m, table, page),
        lead: match page.outcome {
            Some(_) => String::new(),
            None => table.waiting(page).unwrap_or_else(|| page.scene.title.clone()),
        },
        drawn: drawn_alone(page),
        phases: side::phases(page),
        svg: svg.unwrap_or_else(|| drawn.svg()),
        // What waits to be carried out, and what happened last.
        caption: page.scene.notes.clone(),
        hand: hand(page),
        sheet: Sheet::find(page, card),
        players: side::players(m, table, page, &around, now),
        fair: side::fair(table),
        around,
        below: side::beside(m, table, page),
        text: drawn.text.clone(),
        ..BoardPage::default()
    }
}

/// The picture of what is to be laid, if anything is.
fn drawn_alone(page: &Page) -> Option<String> {
    page.scene.drawn_alone().map(|drawn| engine::svg::paint(&drawn, Style::Full))
}

/// The panel with the cards of the reader's hand.
fn hand(page: &Page) -> Option<Panel> {
    page.scene.panels.iter().find(|panel| panel.is_hand()).cloned()
}
