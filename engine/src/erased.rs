//! The bridge from a game's own types to text and JSON: any [`Game`] as [`Rules`].

mod parsed;

use std::marker::PhantomData;

use serde_json::Value;

use self::parsed::Parsed;
use crate::chair::{Chair, Names};
use crate::choice::{Begun, Most, Steps, WholeMoves};
use crate::dice::{Dice, Seed};
use crate::explore::{Explored, Plan, Unexplored, explore};
use crate::game::{BadOption, Cause, Choice, Clock, Entry, Eye, Game, Illegal, Info, Leaving, Request, Step};
use crate::hint::{self, Shown};
use crate::journey::{
    ABANDONED, Journey, RESIGN, choices, no_clock, no_such_seat, over, page_of, playout, status_of, stored,
};
use crate::library::{Library, ReadCard, ReadDeck};
use crate::moment::Moment;
use crate::notation::{Reader, Unreadable, bare, clean};
use crate::players::{self, Budget, Pick};
use crate::rules::{
    Act, Advance, Fault, Frame, LAPSES_TO_FORFEIT, LapsePolicy, Line, MAX_MOVE_BYTES, Page, Playout, Preview, Rules,
    Setup, Status, Told,
};
use crate::seat::{MAX_SEATS, Seat, Seats};
use crate::settings::Settings;

/// A game as [`Rules`].
#[derive(Debug)]
pub struct Erased<G>(PhantomData<fn() -> G>);

impl<G> Erased<G> {
    /// The rules of the game.
    pub const NEW: Erased<G> = Erased(PhantomData);
}

const MAX_EXAMPLES: usize = 8;

impl<G: Game> Erased<G> {
    fn load(frame: &Frame) -> Result<G, Fault> {
        let damaged = |why: String| Fault::Stored { what: "position", why };
        let position: G = serde_json::from_str(&frame.state).map_err(|why| damaged(why.to_string()))?;
        if !G::INFO.seats.contains(&frame.seats) {
            return Err(damaged(format!("{} seats", frame.seats)));
        }
        position.check(frame.seats).map_err(damaged)?;
        Ok(position)
    }

    fn options(options: &Value) -> Result<G::Options, BadOption> {
        if !options.is_object() {
            let why = "expected an object with a value for each option that is not to be left at its default";
            return Err(BadOption { name: "options".to_owned(), why: why.to_owned() });
        }
        serde_path_to_error::deserialize(options).map_err(|error| BadOption {
            name: clean(&error.path().to_string(), 40),
            why: clean(&error.inner().to_string(), 400),
        })
    }

    fn check_seats(seats: u8) -> Result<(), Fault> {
        if G::INFO.seats.contains(&seats) {
            return Ok(());
        }
        let (least, max) = (*G::INFO.seats.start(), *G::INFO.seats.end());
        Err(Fault::Seats { game: G::INFO.name, least, max, asked: seats })
    }

    fn first(seats: u8, options: &Value, dice: &mut Dice) -> Result<Step<G>, Fault> {
        Self::check_seats(seats)?;
        Ok(G::start(seats, &Self::options(options)?, dice)?)
    }

    fn setup_of(position: &G, seats: u8) -> Result<Setup, Fault> {
        let options = position.options();
        let (chairs, has_timer) = (G::chairs(seats, &options), G::has_timer(&options));
        let rating = G::rating_class(seats, &options);
        Ok(Setup { chairs, has_timer, rating, options: stored("options", serde_json::to_value(&options))? })
    }

    fn parse(text: &str) -> Result<Parsed<G::Move>, Unreadable> {
        if text.len() > MAX_MOVE_BYTES {
            let expected = format!("a move of at most {MAX_MOVE_BYTES} bytes");
            return Err(Unreadable { at: MAX_MOVE_BYTES + 1, found: String::new(), expected });
        }
        let (before, bare) = bare(text);
        let mut reader = Reader::new(bare);
        if reader.eat_word(RESIGN) && reader.peek().is_none() {
            return Ok(Parsed::Resign);
        }
        // The refusal names a place in the text as it was sent.
        bare.parse().map(Parsed::Move).map_err(|why: Unreadable| Unreadable { at: why.at + before, ..why })
    }

    /// Reads a text of the seat. If it begins like no move, the refusal gives examples of moves that are possible now.
    fn parse_now(frame: &Frame, by: Seat, text: &str) -> Result<Parsed<G::Move>, Unreadable> {
        Self::parse(text).map_err(|refusal| {
            let (before, bare) = bare(text);
            let at_first_word = refusal.at == before + Reader::new(bare).refuse("").at;
            let playing = !frame.over && !frame.left.contains(by) && by.0 < frame.seats;
            let view = Self::load(frame).ok().filter(|_| at_first_word && playing);
            let view = view.map(|position| position.view(Eye::Seat(by)));
            let examples = view.map(|view| {
                let choices = |so_far: &str| choices::<G>(&view, so_far);
                hint::examples(choices, |text| Self::ends_turn(&view, text), Shown::Step, MAX_EXAMPLES)
            });
            match examples.and_then(|examples| hint::listed(&examples)) {
                Some(examples) => Unreadable { expected: format!("a move such as {examples}"), ..refusal },
                None => refusal,
            }
        })
    }

    /// The continuations of each text for a seat; none where it has no turn to come.
    fn choices_in(frame: &Frame, seat: Seat) -> Result<impl Fn(&str) -> Vec<Choice>, Fault> {
        let view = Self::seen(frame, seat)?;
        Ok(move |so_far: &str| view.as_ref().map_or_else(Vec::new, |view| choices::<G>(view, so_far)))
    }

    /// True if this text, a complete choice, leaves no part of the turn to be sent.
    fn ends_turn(view: &G::View, text: &str) -> bool {
        Self::parse(text).is_ok_and(|parsed| parsed.game_move().is_none_or(|mv| !G::is_partial(view, mv)))
    }

    /// The view of a seat that plays on; `None` for another one.
    fn seen(frame: &Frame, seat: Seat) -> Result<Option<G::View>, Fault> {
        if frame.over || frame.left.contains(seat) || seat.0 >= frame.seats {
            return Ok(None);
        }
        Ok(Some(Self::load(frame)?.view(Eye::Seat(seat))))
    }

    /// After the end everything is open.
    fn opened(frame: &Frame, eye: Eye) -> Eye {
        if frame.over { Eye::Open } else { eye }
    }
}

impl<G: Game> Rules for Erased<G> {
    fn info(&self) -> &Info {
        const { &G::INFO }
    }

    fn quick_options(&self) -> Value {
        G::quick_options()
    }

    fn long_options(&self) -> Value {
        G::long_options()
    }

    fn library(&self) -> Option<&'static Library> {
        G::library()
    }

    fn read_deck(&self, list: &str, cards: &str) -> Option<ReadDeck> {
        G::read_deck(list, cards)
    }

    fn read_cards(&self, text: &str) -> Option<Result<Vec<ReadCard>, String>> {
        G::read_cards(text)
    }

    fn card_language(&self) -> Option<&'static str> {
        G::card_language()
    }

    fn with_brought(&self, options: &Value, texts: &[&str]) -> Option<Result<Value, BadOption>> {
        G::with_brought(&Self::options(options).ok()?, texts)
    }

    fn option_schema(&self) -> Value {
        schemars::schema_for!(G::Options).to_value()
    }

    fn view_schema(&self) -> Value {
        crate::schema::view_schema::<G::View>()
    }

    fn setup(&self, seats: u8, options: &Value) -> Result<Setup, Fault> {
        let any = Seed::new([0; 32]);
        Self::setup_of(&Self::first(seats, options, &mut Dice::at(&any, 0))?.position, seats)
    }

    fn chairs(&self, seats: u8, options: &Value) -> Result<Vec<Chair>, Fault> {
        Self::check_seats(seats)?;
        Ok(G::chairs(seats, &Self::options(options)?))
    }

    fn start(&self, seats: u8, options: &Value, seed: &Seed) -> Result<Advance, Fault> {
        let step = Self::first(seats, options, &mut Dice::at(seed, 0))?;
        let frame = Frame {
            seats,
            seed: seed.clone(),
            ply: 0,
            turn: 0,
            left: Seats::NONE,
            lapses: [0; MAX_SEATS as usize],
            over: false,
            state: String::new(),
        };
        Journey::start(frame, step)?.arrive(Moment(0))
    }

    fn created_with(&self, frame: &Frame) -> Result<Setup, Fault> {
        Self::setup_of(&Self::load(frame)?, frame.seats)
    }

    fn as_written_now(&self, frame: &Frame) -> Result<Frame, Fault> {
        Ok(Frame { state: stored("position", serde_json::to_string(&Self::load(frame)?))?, ..frame.clone() })
    }

    fn status(&self, frame: &Frame) -> Result<Status, Fault> {
        Ok(status_of(frame, &Self::load(frame)?))
    }

    fn read(&self, text: &str) -> Result<String, Unreadable> {
        Ok(Self::parse(text)?.spelling())
    }

    fn read_now(&self, frame: &Frame, by: Seat, text: &str) -> Result<String, Unreadable> {
        Ok(Self::parse_now(frame, by, text)?.spelling())
    }

    fn advance(&self, frame: &Frame, act: Act<'_>, at: Moment) -> Result<Advance, Fault> {
        // Spelling comes first: its refusal reveals no more than the choices do.
        let parsed = match act {
            Act::Chosen { by, text } => Some(Self::parse_now(frame, by, text)?),
            Act::Lapse(_) | Act::Forfeit(_) | Act::TimerOut | Act::Abandoned => None,
        };
        if frame.over {
            return Err(over());
        }
        let position = Self::load(frame)?;
        if act != Act::TimerOut && position.wake().is_some_and(|wake| wake.at <= at) {
            return Err(Illegal::new("too-late", "The time for this had run out when it arrived.").into());
        }
        let mut journey = Journey::from(frame, position);
        match act {
            Act::Chosen { by, .. } => journey.chosen(by, parsed.as_ref().and_then(Parsed::game_move), at)?,
            Act::Lapse(seats) => journey.run_out(Leaving::Lapsed, seats, at)?,
            Act::Forfeit(seats) => journey.run_out(Leaving::Forfeited, seats, at)?,
            Act::TimerOut => journey.timer_out(at)?,
            Act::Abandoned => journey.abandoned(at)?,
        }
        journey.arrive(at)
    }

    fn on_lapse(&self, frame: &Frame, seats: Seats, policy: LapsePolicy) -> Result<Act<'static>, Fault> {
        let status = status_of(frame, &Self::load(frame)?);
        if seats.is_empty() || seats.iter().any(|seat| status.clock(seat) == Clock::Stopped) {
            return Err(no_clock());
        }
        let may_go_on = |seat: Seat| {
            policy == LapsePolicy::Pass
                && frame.lapses.get(seat.index()).is_some_and(|lapses| *lapses < LAPSES_TO_FORFEIT - 1)
        };
        let is_out = |seat: &Seat| match status.clock(*seat) {
            Clock::Forfeits => true,
            Clock::CanLapse => !may_go_on(*seat),
            Clock::AlwaysLapses { .. } | Clock::Stopped => false,
        };
        let out: Seats = seats.iter().filter(is_out).collect();
        Ok(if out.is_empty() { Act::Lapse(seats) } else { Act::Forfeit(out) })
    }

    fn preview(&self, frame: &Frame, by: Seat, text: &str, at: Moment) -> Result<Preview, Fault> {
        let advance = self.advance(frame, Act::Chosen { by, text }, at)?;
        // The real advance gives only the spelling; the picture is made from the player's view.
        let text = advance.lines.into_iter().next().map(|line| line.text).unwrap_or_default();
        let (view, partial) = match Self::parse(&text)? {
            Parsed::Resign => (None, false),
            Parsed::Move(mv) => {
                let view = Self::load(frame)?.view(Eye::Seat(by));
                (G::preview(&view, &mv, at), G::is_partial(&view, &mv))
            }
        };
        Ok(match view {
            None => Preview { text, scene: None, ends: Vec::new(), partial },
            Some(view) => Preview { text, scene: Some(G::scene(&view)), ends: G::ends(&view), partial },
        })
    }

    fn foretell(&self, frame: &Frame, by: Seat, text: &str, names: &Names) -> Result<Vec<String>, Fault> {
        Ok(match Self::parse(text)? {
            Parsed::Resign => Vec::new(),
            Parsed::Move(mv) => G::foretell(&Self::load(frame)?.view(Eye::Seat(by)), &mv, names),
        })
    }

    fn page(&self, frame: &Frame, eye: Eye) -> Result<Page, Fault> {
        let position = Self::load(frame)?;
        if eye.seat().is_some_and(|seat| seat.0 >= frame.seats) {
            return Err(no_such_seat(frame));
        }
        let view = position.view(Self::opened(frame, eye));
        page_of(frame, &position, &view, eye.seat())
    }

    fn request(&self, frame: &Frame, seat: Seat, names: &Names) -> Result<Option<Request>, Fault> {
        Ok(Self::seen(frame, seat)?.and_then(|view| G::request(&view, names)))
    }

    fn settings(&self, frame: &Frame, seat: Seat) -> Result<Option<Settings>, Fault> {
        Ok(Self::seen(frame, seat)?.and_then(|view| G::settings(&view)))
    }

    fn choices(&self, frame: &Frame, seat: Seat, so_far: &str) -> Result<Vec<Choice>, Fault> {
        Ok(Self::choices_in(frame, seat)?(so_far))
    }

    fn prompt(&self, frame: &Frame, seat: Seat, so_far: &str, choices: &[Choice]) -> Result<String, Fault> {
        if !choices.iter().any(|choice| choice.kind.plays_on()) {
            return Ok(String::new());
        }
        Ok(Self::seen(frame, seat)?.map_or_else(String::new, |view| G::prompt(&view, so_far, choices)))
    }

    fn whole_moves(&self, frame: &Frame, seat: Seat, begun: Begun<'_>, max: &Most<'_>) -> Result<WholeMoves, Fault> {
        let texts = max.choices.saturating_mul(WholeMoves::TEXTS);
        let choices = Self::choices_in(frame, seat)?;
        Ok(WholeMoves::follow(|so_far| begun.of_kinds(choices(so_far)), begun.so_far, max, texts))
    }

    fn steps(&self, frame: &Frame, seat: Seat, begun: Begun<'_>, depth: usize, max: &Most<'_>) -> Result<Steps, Fault> {
        let choices = Self::choices_in(frame, seat)?;
        Ok(Steps::follow(|so_far| begun.of_kinds(choices(so_far)), begun.so_far, depth, max))
    }

    fn examples(&self, frame: &Frame, seat: Seat, max: usize) -> Result<Vec<String>, Fault> {
        let Some(view) = Self::seen(frame, seat)? else { return Ok(Vec::new()) };
        Ok(hint::examples(|so_far| G::choices(&view, so_far), |text| Self::ends_turn(&view, text), Shown::Turn, max))
    }

    fn tell(&self, line: &Line, eye: Eye, names: &Names) -> Result<Told, Fault> {
        let events: Vec<G::Event> = stored("events", serde_json::from_str(&line.events))?;
        let entry = Entry { by: line.seat, cause: line.cause, text: line.text.clone() };
        let mv = match line.cause {
            Cause::Chosen | Cause::Forced => {
                Some(Self::parse(&line.text).map_err(|why| Fault::Stored { what: "move", why: why.to_string() })?)
            }
            Cause::Abandoned => return Ok(Told { entry: Some(entry), story: vec![ABANDONED.to_owned()] }),
            Cause::Start | Cause::Lapse | Cause::Forfeit | Cause::TimerOut => None,
        };
        let entry = match (line.cause, &mv) {
            (Cause::Start | Cause::Forfeit, _) | (_, Some(Parsed::Resign)) => Some(entry),
            (_, Some(Parsed::Move(mv))) => G::written(entry, Some(mv), &events, eye),
            (_, None) => G::written(entry, None, &events, eye),
        };
        Ok(Told { entry, story: G::tell(&events, eye, names) })
    }

    fn suggest(&self, frame: &Frame, seat: Seat, dice: &mut Dice) -> Result<Option<String>, Fault> {
        if frame.over || frame.left.contains(seat) || seat.0 >= frame.seats {
            return Ok(None);
        }
        Ok(Self::load(frame)?.suggest(seat, dice).map(|mv| mv.to_string()))
    }

    fn pick(
        &self,
        frame: &Frame,
        seat: Seat,
        at: Moment,
        budget: &Budget<'_>,
        dice: &mut Dice,
    ) -> Result<Option<Pick>, Fault> {
        if frame.over {
            return Ok(None);
        }
        let position = Self::load(frame)?;
        let is_awaited = position.awaited().contains(seat);
        Ok(if is_awaited { players::pick(&position, frame.seats, seat, at, budget, dice) } else { None })
    }

    fn explore(&self, frame: &Frame, plan: &Plan<'_>, dice: &mut Dice) -> Result<Explored, Unexplored> {
        let refused = |fault| Unexplored::Refused { number: 0, fault };
        if frame.over {
            return Err(refused(over()));
        }
        if plan.eye.seat().is_some_and(|seat| seat.0 >= frame.seats) {
            return Err(refused(no_such_seat(frame)));
        }
        let parse = |text: &str| Self::parse(text).map(|parsed| (parsed.spelling(), parsed.into_game_move()));
        explore(frame, &Self::load(frame).map_err(refused)?, plan, parse, dice)
    }

    fn playout(&self, seats: u8, options: &Value, seed: &Seed, max: u32) -> Result<Playout, Fault> {
        playout(Self::first(seats, options, &mut Dice::at(seed, 0))?.position, seed, max)
    }

    fn imagine(&self, frame: &Frame, eye: Eye, dice: &mut Dice) -> Result<Frame, Fault> {
        let imagined = Self::load(frame)?.imagine(Self::opened(frame, eye), dice);
        Ok(Frame { state: stored("position", serde_json::to_string(&imagined))?, ..frame.clone() })
    }
}
