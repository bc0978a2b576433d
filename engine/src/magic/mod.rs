//! Magic: the Board Game, for two to six players. RULES.md beside this file is the specification; clauses such as (R21) are its.
//!
//! The public part of a match is a `Table`; what lies beside it is `Hidden`. A position is a table and all that is hidden, a
//! [`View`] is a table and what one eye knows of the rest. One `World` plays on both: a text is tried on the sender's view, and
//! carried out on the position (P23).

mod battle;
pub mod cards;
mod casting;
pub mod chairs;
mod choices;
mod computer;
mod effects;
mod movement;
pub mod notation;
mod setup;
mod shown;
mod stack;
pub mod state;
mod stored;
pub mod table_text;
#[cfg(test)]
mod tests;
mod told;
mod turns;
mod values;
mod windows;
mod words;
mod zones;

use serde::{Deserialize, Serialize};

pub use self::notation::Text;
pub use self::state::{Event, Options, View};

use self::notation::Last;
use self::state::{Bring, Edition, Fate, Hidden, Layout, Stage, Table, World, refuse};
use self::stored::Stored;
use self::turns::awaited::awaited;
use crate::chair::{Chair, Names};
use crate::dice::Dice;
use crate::game::{
    BadOption, Choice, Clock, EndCondition, Entry, Eye, Game, Illegal, Info, Leaving, Limits, Outcome, Request, Step,
    Waiting, Wake,
};
use crate::library::{Library, ReadCard, ReadDeck};
use crate::moment::Moment;
use crate::rating::{NotRatable, RatingClass};
use crate::scene::Scene;
use crate::seat::{MAX_SEATS, Seat, Seats};
use crate::settings::Settings;

/// A position of Magic: the Board Game, in this edition of the rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub struct Magic<const EDITION: u16 = { Edition::NEWEST }> {
    /// The public part.
    table: Table,
    /// What lies beside it.
    hidden: Hidden,
}

impl<const EDITION: u16> Magic<EDITION> {
    /// The position after what happened in this world. What only one player may know is no act for the others (P19).
    fn after(mut world: World<'_>, moved_on: bool) -> Step<Self> {
        world.count_hands();
        let World { mut table, hidden, events, .. } = world;
        let told: Vec<Event> = events.iter().filter_map(Event::public).collect();
        if !told.is_empty() {
            table.last = told;
        }
        Step { position: Magic { table, hidden }, events: events.into(), moved_on }
    }
}

impl World<'_> {
    /// Carries out a text, or tries it on a view.
    fn take_text(&mut self, by: Seat, text: &Text) -> Result<(), Illegal> {
        if !self.table.is_in(by) {
            return refuse("not-awaited", "You are out of the match.");
        }
        if !matches!(text, Text::Orders(_)) {
            if let Some(question) = self.table.question.clone() {
                return self.send_choice(by, &question, text);
            }
            if self.table.window.is_some() {
                return self.send_answer(by, text);
            }
        }
        match text {
            Text::Orders(orders) => self.send_orders(by, orders),
            Text::Deck(deck) => self.send_deck(by, deck),
            Text::Lay(kinds) => self.send_types(by, kinds),
            Text::Take(lands) => self.send_lands(by, lands),
            Text::Answer(_) => refuse("not-awaited", "No window is open."),
            Text::Script(script) => self.take_script(by, script),
        }
    }
}

impl View {
    /// Tries a text of the reader's, as if no player responded or blocked (P23).
    pub(super) fn check(&self, text: &Text) -> Result<(), Illegal> {
        let Some(you) = self.you else { return refuse("not-awaited", "You have no seat in this match.") };
        World::of_view(self).take_text(you, text)
    }

    /// The world after a legal text of the reader's, up to the next Untap (P5).
    fn world_after(&self, text: &Text) -> Option<World<'static>> {
        let you = self.you?;
        let mut world = World::of_view(self);
        world.take_text(you, text).ok()?;
        if let Text::Script(script) = text
            && self.table.window.is_none()
        {
            world.foresee(you, script);
        }
        Some(world)
    }

    /// The view after a legal text of the reader's, up to the next Untap (P5).
    fn after(&self, text: &Text) -> Option<View> {
        let Step { position: Magic { table, hidden }, .. } = <Magic>::after(self.world_after(text)?, true);
        Some(View { awaited: awaited(&table, &hidden), table, hidden, ..self.clone() })
    }
}

impl<const EDITION: u16> Game for Magic<EDITION> {
    const INFO: Info = Info {
        id: "magic",
        name: "Magic: the Board Game",
        summary: "Summon creatures on lands of your own and conquer more than half of the board.",
        seats: 2..=6,
        edition: EDITION,
        secret: true,
        windows: true,
        how_to_play: include_str!("HOW_TO_PLAY.md"),
        rules: include_str!("RULES.md"),
        lessons: &[
            include_str!("lessons/01-lands-mana-and-summoning.txt"),
            include_str!("lessons/02-movement-and-its-costs.txt"),
            include_str!("lessons/03-passing-and-blocking.txt"),
            include_str!("lessons/04-battle-and-retreat.txt"),
            include_str!("lessons/05-on-defence.txt"),
            include_str!("lessons/06-responses.txt"),
            include_str!("lessons/07-artifacts-and-enchantments.txt"),
            include_str!("lessons/08-conquest-and-the-win.txt"),
        ],
        notation: notation::EXAMPLES,
        levels: Limits::of_levels([(9, 200), (30, 250), (80, 290), (500, 2_000), (2_500, 8_000)]),
    };
    type Options = Options;
    type Move = Text;
    type Event = Event;
    type View = View;

    fn start(seats: u8, options: &Options, dice: &mut Dice) -> Result<Step<Self>, BadOption> {
        let mut world = setup::start::begin(Edition::numbered(EDITION), seats, options, dice)?;
        world.progress();
        Ok(Self::after(world, false))
    }

    fn check(&self, seats: u8) -> Result<(), String> {
        self.check_stored(seats)
    }

    fn options(&self) -> Options {
        self.table.options.clone()
    }

    fn chairs(seats: u8, _: &Options) -> Vec<Chair> {
        chairs::for_seats(seats)
    }

    fn has_timer(_: &Options) -> bool {
        false
    }

    fn rating_class(seats: u8, options: &Options) -> Result<RatingClass, NotRatable> {
        if options.table.is_some() {
            return Err("It begins with a position of its own.");
        }
        if options.cards.is_some() || options.bring == Bring::Players {
            return Err("It has cards of its own.");
        }
        Ok(RatingClass::by_seats(seats))
    }

    fn awaited(&self) -> Seats {
        awaited(&self.table, &self.hidden)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    fn eliminated(&self, seat: Seat) -> Option<u32> {
        match self.table.side(seat)?.fate {
            Fate::Out(turn) => Some(turn),
            Fate::In | Fate::Left => None,
        }
    }

    fn play(&self, by: Seat, text: &Text, _: Moment, dice: &mut Dice) -> Result<Step<Self>, Illegal> {
        // Whether a text is legal is found out on the sender's view, so that no refusal tells what is hidden (P23).
        self.view(Eye::Seat(by)).check(text)?;
        let mut world = World::real(&self.table, &self.hidden, dice);
        world.take_text(by, text)?;
        world.go_on();
        world.progress();
        if let Some(own) = world.own_mut(by) {
            own.missed = 0;
        }
        // One of several joint decisions changes nothing for the others, and neither do orders (P17, P22).
        let joint = |stage: &Stage| match stage {
            Stage::Decks { .. } => Some(0),
            Stage::Selection { .. } if self.table.options.layout != Layout::Draft => Some(1),
            Stage::Selection { .. } | Stage::Layout | Stage::Play(_) | Stage::Over(_) => None,
        };
        let before = joint(&self.table.stage);
        let is_joint = before.is_some() && before == joint(&world.table.stage);
        let moved_on = match text {
            Text::Orders(_) => false,
            Text::Deck(_) | Text::Lay(_) | Text::Take(_) => !is_joint,
            Text::Script(_) | Text::Answer(_) => world.events.iter().any(|event| event.public().is_some()),
        };
        Ok(Self::after(world, moved_on))
    }

    fn forced(&self) -> Option<(Seat, Text)> {
        // A forced line would tell what is hidden (P28).
        None
    }

    fn clock(&self, _: Seat) -> Clock {
        match self.table.stage {
            Stage::Play(_) if self.table.window.is_some() => {
                Clock::AlwaysLapses { within: Some(self.table.options.response_time) }
            }
            Stage::Play(turn) if self.table.question.as_ref().is_some_and(|question| question.seat != turn.seat) => {
                Clock::AlwaysLapses { within: Some(self.table.options.response_time) }
            }
            Stage::Play(_) => Clock::CanLapse,
            Stage::Decks { .. } | Stage::Layout | Stage::Selection { .. } | Stage::Over(_) => {
                Clock::AlwaysLapses { within: None }
            }
        }
    }

    fn midway(&self) -> Option<Seat> {
        self.table.turn().filter(|turn| turn.midway).map(|turn| turn.seat)
    }

    fn leave(&self, seats: Seats, why: Leaving, _: Moment, dice: &mut Dice) -> Step<Self> {
        let before = awaited(&self.table, &self.hidden);
        let mut world = World::real(&self.table, &self.hidden, dice);
        world.leave(seats, why);
        // A lapse in a joint decision that others have still to make changes nothing for them, and neither does a lapse in a round
        // that goes on.
        let changes_nothing = match self.table.turn() {
            None => awaited(&world.table, &world.hidden) == before.without(seats),
            Some(_) => world.events.iter().all(|event| event.public().is_none()),
        };
        let moved_on = why != Leaving::Lapsed || !changes_nothing || world.is_over();
        Self::after(world, moved_on)
    }

    fn wake(&self) -> Option<Wake> {
        None
    }

    fn woken(&self, _: Moment, _: &mut Dice) -> Step<Self> {
        Step { position: self.clone(), events: crate::game::Events::new(), moved_on: false }
    }

    fn view(&self, eye: Eye) -> View {
        View::new(&self.table, &self.hidden, eye)
    }

    fn waiting(view: &View) -> Waiting {
        let undisclosed = view.table.window.is_some() && !view.open;
        Waiting { seats: view.awaited, undisclosed, wake: None }
    }

    fn scene(view: &View) -> Scene {
        view.scene()
    }

    fn ends(view: &View) -> Vec<EndCondition> {
        view.ends()
    }

    fn request(view: &View, names: &Names) -> Option<Request> {
        view.request(names)
    }

    fn settings(view: &View) -> Option<Settings> {
        view.settings()
    }

    fn choices(view: &View, so_far: &str) -> Vec<Choice> {
        view.choices(so_far)
    }

    fn preview(view: &View, text: &Text, _: Moment) -> Option<View> {
        view.after(text)
    }

    fn prompt(view: &View, so_far: &str, choices: &[Choice]) -> String {
        view.prompt(so_far, choices).to_owned()
    }

    fn foretell(view: &View, text: &Text, names: &Names) -> Vec<String> {
        view.foretell(text, names)
    }

    fn is_partial(view: &View, text: &Text) -> bool {
        if view.table.window.is_some() {
            return false;
        }
        let own_turn = view.you.is_some() && view.table.active() == view.you;
        match text {
            Text::Script(script) => own_turn && script.last != Some(Last::End),
            Text::Orders(_) => own_turn,
            Text::Deck(_) | Text::Lay(_) => view.after(text).is_some_and(|after| {
                let is_joint = matches!(after.table.stage, Stage::Decks { .. });
                is_joint && view.you.is_some_and(|you| after.awaited.contains(you))
            }),
            Text::Take(_) | Text::Answer(_) => false,
        }
    }

    fn tell(events: &[Event], eye: Eye, names: &Names) -> Vec<String> {
        told::story::tell(events, eye, names)
    }

    fn written(entry: Entry, text: Option<&Text>, events: &[Event], eye: Eye) -> Option<Entry> {
        told::written::written(entry, text, events, eye)
    }

    fn quick_options() -> serde_json::Value {
        serde_json::json!({"layout": "dealt", "decks": "dealt"})
    }

    fn library() -> Option<&'static Library> {
        Some(shown::library::library())
    }

    fn read_deck(list: &str, cards: &str) -> Option<ReadDeck> {
        Some(setup::deck_list::pasted(list, cards))
    }

    fn read_cards(text: &str) -> Option<Result<Vec<ReadCard>, String>> {
        Some(shown::library::read_cards(text))
    }

    fn with_brought(options: &Options, texts: &[&str]) -> Option<Result<serde_json::Value, BadOption>> {
        (options.bring == Bring::Players).then(|| setup::pool::with_brought(options, texts))
    }

    fn card_language() -> Option<&'static str> {
        static PAGE: std::sync::LazyLock<String> = std::sync::LazyLock::new(cards::page);
        Some(&PAGE)
    }

    fn scores_so_far(&self) -> Option<[i32; MAX_SEATS as usize]> {
        Some(self.scores())
    }

    fn suggest(&self, by: Seat, dice: &mut Dice) -> Option<Text> {
        self.suggestion(by, dice)
    }

    fn imagine(&self, eye: Eye, dice: &mut Dice) -> Self {
        self.imagined(eye, dice)
    }

    fn redraw(&self, dice: &mut Dice) -> Self {
        self.redrawn(dice)
    }
}
