//! Moves, options and records of every game.

use engine::{Act, Dice, Eye, Fault, Frame, MAX_MOVE_BYTES, Moment, Names, Rules, Seat, Seed, records};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{fuzz, near, texts, time_costly};

/// What moves of the games are made of.
const WORDS: &[&str] = &[
    " ",
    "  ",
    ",",
    ";",
    ":",
    "-",
    "–",
    "+",
    "x",
    "@",
    "#",
    "!",
    "a1",
    "b2",
    "c1",
    "e5",
    "e7",
    "k12",
    "h1",
    "0",
    "1",
    "99999",
    "pass",
    "pass final",
    "resign",
    "agree",
    "disagree",
    "declare",
    "setup",
    "start",
    "move",
    "cast",
    "on",
    "end",
    "orders",
    "block",
    "never",
    "choose",
    "commit",
    "final",
    "stack any",
    "retreat 5",
    "K",
    "T2",
    "T3",
    "2 3 4",
    "\u{a0}",
    "\u{202e}",
    "\n",
];

/// Positions of a game: at the start, and after moves that a program chose; with texts that were legal there.
struct Table {
    rules: &'static dyn Rules,
    frames: Vec<Frame>,
    legal: Vec<String>,
}

impl Table {
    fn new(rules: &'static dyn Rules) -> Table {
        let seats = *rules.info().seats.start();
        let begun = rules.start(seats, &json!({}), &Seed::numbered(7)).unwrap();
        let (mut frame, mut frames, mut legal) = (begun.frame, Vec::new(), Vec::new());
        for step in 0..30 {
            if step % 6 == 0 {
                frames.push(frame.clone());
            }
            let status = rules.status(&frame).unwrap();
            let Some(seat) = (0..seats).map(Seat).find(|seat| status.awaited.contains(*seat)) else { break };
            legal.extend(rules.choices(&frame, seat, "").unwrap().into_iter().take(20).map(|choice| choice.text));
            let mut dice = Dice::at(&Seed::numbered(step), 1);
            let Some(text) = rules.suggest(&frame, seat, &mut dice).unwrap() else { break };
            let act = Act::Chosen { by: seat, text: &text };
            frame = rules.advance(&frame, act, Moment(step)).unwrap().frame;
            legal.push(text);
        }
        Table { rules, frames, legal }
    }

    /// Gives a text to all that reads it.
    fn read(&self, at: usize, seat: u8, text: &str) {
        let frame = &self.frames[at % self.frames.len()];
        let seat = Seat(seat % frame.seats);
        if let Ok(spelled) = self.rules.read(text) {
            assert_eq!(self.rules.read(&spelled).as_ref(), Ok(&spelled), "the canonical spelling reads as itself");
        }
        let names = Names::new(&self.rules.chairs(frame.seats, &json!({})).unwrap());
        let is_fault = |fault: Option<Fault>| assert!(!matches!(fault, Some(Fault::Stored { .. })), "{fault:?}");
        is_fault(self.rules.choices(frame, seat, text).err());
        is_fault(self.rules.foretell(frame, seat, text, &names).err());
        let now = self.rules.read_now(frame, seat, text);
        let preview = self.rules.preview(frame, seat, text, Moment(1000));
        is_fault(preview.as_ref().err().cloned());
        match self.rules.advance(frame, Act::Chosen { by: seat, text }, Moment(1000)) {
            Ok(next) => {
                // What is accepted is readable, can be looked at before, and its spelling in the log does the same.
                now.unwrap();
                preview.unwrap();
                let again = Act::Chosen { by: seat, text: &next.lines[0].text };
                assert_eq!(self.rules.advance(frame, again, Moment(1000)).unwrap().frame, next.frame);
            }
            Err(fault) => is_fault(Some(fault)),
        }
    }
}

#[test]
fn moves_of_every_game() {
    let tables: Vec<Table> = engine::newest().map(Table::new).collect();
    let samples: Vec<String> = tables.iter().flat_map(|table| table.legal.clone()).collect();
    let own: Vec<_> = tables.iter().map(|table| texts(table.legal.clone(), WORDS)).collect();
    // A text near a move of one game is given to another one as well.
    let of_game = (0..tables.len()).prop_flat_map(move |game| {
        (Just(game), prop_oneof![9 => own[game].clone(), 1 => near(samples.clone(), WORDS)])
    });
    let inputs = (of_game, any::<usize>(), any::<u8>());
    fuzz("moves", &inputs, |((game, text), at, seat)| tables[game].read(at, seat, &text));
    for table in &tables {
        let name = table.rules.info().id;
        let units =
            ["e5-e7, ", "pass ", "a1 ", "((", ",", ";", "\u{a0}", "move c1: 2; ", "cast h1 on c1; ", "setup 2 ", "+1"];
        time_costly(name, &units, [MAX_MOVE_BYTES / 4, MAX_MOVE_BYTES], |text| table.read(0, 0, text));
        time_costly(name, &units[..2], [1 << 18, 1 << 20], |text| table.read(0, 0, text));
    }
}

/// Any JSON, a few levels deep.
fn json() -> BoxedStrategy<Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0_i64..40).prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        "\\PC{0,12}".prop_map(Value::from),
        proptest::sample::select(
            &["PT0S", "PT1S", "P1D", "P365D", "draft", "random", "hexhex3", "hot", "calm", "all"][..]
        )
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            proptest::collection::vec(("[a-z_]{0,8}", inner), 0..6)
                .prop_map(|members| json!(members.into_iter().collect::<serde_json::Map<_, _>>())),
        ]
    })
    .boxed()
}

/// What cards and tables of Magic are made of.
const CARD_WORDS: &[&str] = &[
    "\n",
    "\n\n",
    " ",
    ",",
    ";",
    ":",
    ".",
    "/",
    "{",
    "}",
    "R",
    "G",
    "2",
    "99999999999",
    "+1/+1",
    "Instant",
    "Creature",
    "Destroy target",
    "attacking creature",
    "until end of turn",
    "Flying",
    "When ",
    "draw a card",
    "lands ",
    "PFISM ",
    "ash holds ",
    "birch hand ",
    "@7",
    "library ",
    "orders ",
    "g3/3",
    "\u{2212}",
    "Test Bolt",
];
const CARDS: &str = "Test Bolt   R\nInstant\nDestroy target attacking creature.\n\nTest Growth   G\nInstant\n\
                     Target creature gets +3/+3 until end of turn.\n";
const TABLE: &str = "lands PFISM PFISM PFISM PFISM PFISM; ash holds 7 10; birch holds 2 5; cedar holds 12 13; ash has slag-runner @7; \
                     ash hand late-rent; cedar orders battle any; ash library peat-clerk, kiln-song, harbour-light";

/// Starts a match with these options, if it can be started.
fn begin(rules: &dyn Rules, seats: u8, options: &Value) {
    let stored = |fault: &Fault| matches!(fault, Fault::Stored { .. });
    let setup = rules.setup(seats, options);
    let begun = rules.start(seats, options, &Seed::numbered(1));
    match (&setup, &begun) {
        (Ok(setup), Ok(begun)) => {
            assert_eq!(rules.setup(seats, &setup.options).as_ref(), Ok(setup), "the options of a set-up are its own");
            rules.page(&begun.frame, Eye::Public).unwrap();
        }
        (one, other) => {
            assert_eq!(one.is_ok(), other.is_ok(), "{one:?} {:?}", other.as_ref().err());
            assert!(!one.as_ref().err().is_some_and(stored), "{one:?}");
        }
    }
    rules.in_words(seats, options);
}

#[test]
fn options_of_every_game() {
    let games: Vec<&'static dyn Rules> = engine::newest().collect();
    let names = |schema: &Value| {
        let known = schema["properties"].as_object().map(|all| all.keys().cloned().collect::<Vec<_>>());
        known.filter(|names| !names.is_empty()).unwrap_or(vec!["none".to_owned()])
    };
    let known: Vec<Vec<String>> = games.iter().map(|rules| names(&rules.option_schema())).collect();
    let options = (0..games.len()).prop_flat_map(move |game| {
        let name = prop_oneof![9 => proptest::sample::select(known[game].clone()), 1 => "[a-z]{0,5}"];
        let members = proptest::collection::vec((name, json()), 0..4);
        let object = members.prop_map(|members| json!(members.into_iter().collect::<serde_json::Map<_, _>>()));
        (Just(game), prop_oneof![9 => object, 1 => json()])
    });
    fuzz("options", &(options, 0_u8..8), |((game, options), seats)| begin(games[game], seats, &options));
    let magic = engine::game("magic").unwrap();
    let cards = (near(vec![CARDS.to_owned()], CARD_WORDS), near(vec![TABLE.to_owned()], CARD_WORDS), 2_u8..7);
    fuzz("cards and tables", &cards, |(cards, table, seats)| {
        begin(magic, seats, &json!({"cards": cards}));
        begin(magic, seats, &json!({"cards": CARDS, "table": table}));
    });
    // The body of a request has at most 64 KiB.
    for field in ["cards", "table"] {
        let units =
            ["a", "\n", "Test Bolt   R\nInstant\nFlying.\n\n", "lands P; ", "{1}", "when ", "ash holds 1; ", ", "];
        time_costly(field, &units, [1 << 14, 1 << 16], |text| begin(magic, 3, &json!({field: text})));
    }
}

#[test]
fn records_of_every_game() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/src");
    let files =
        engine::newest().flat_map(|rules| std::fs::read_dir(format!("{root}/{}/records", rules.info().id)).unwrap());
    let mut samples: Vec<String> = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    samples.sort();
    // The beginnings: a whole record takes long to follow.
    let samples: Vec<String> =
        samples.iter().map(|text| text.lines().take(40).fold(String::new(), |all, line| all + line + "\n")).collect();
    fuzz("records", &texts(samples, WORDS), |text| {
        if let Ok(first) = records::run(&text) {
            assert_eq!(records::run(&first.text).unwrap().text, first.text, "what was written reads as itself");
        }
    });
    let start = "game magma   seats 2   options {}   seed 07\n";
    let sizes = [1 << 16, 1 << 18];
    let units = ["# a\n", "\n", "| a\n", "red: agree\nred: disagree\n", "~red: lapse\n~blue: lapse\n", "at P1D\n", "x"];
    time_costly("records", &units, sizes, |text| records::run(&format!("{start}{text}")).is_ok());
}
