//! Calls and replies as JSON.

use engine::{Act, Eye, Fault, Moment, Seat, Seats};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::position::{Chance, Position, rules};

/// A call of a function of `index.js`, which has the same name.
#[derive(Deserialize)]
#[serde(tag = "call", rename_all = "lowercase")]
enum Call {
    Games,
    Start { game: String, edition: Option<u16>, seats: u8, options: Value, chance: Chance },
    Advance { position: Position, seat: Seat, r#move: String, at: Option<Moment> },
    Expire { position: Position, word: Word, seats: Seats, at: Option<Moment> },
    Choices { position: Position, seat: Seat, text: String },
    Page { position: Position, seat: Option<Seat> },
    Svg { position: Position, seat: Option<Seat> },
    Outcome { position: Position },
    Setup { position: Position },
}

/// What a clock writes into a record.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Word {
    Lapse,
    Forfeit,
    TimerOut,
    Abandoned,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Reply {
    Value(Value),
    /// The rules refuse the move.
    Illegal {
        code: &'static str,
        message: String,
    },
    /// The call itself is wrong.
    Error(String),
}

/// The reply to a call.
pub(crate) fn answer(call: &[u8]) -> String {
    let reply = match serde_json::from_slice(call).map_err(|why| Reply::Error(why.to_string())).and_then(play) {
        Ok(value) => Reply::Value(value),
        Err(refusal) => refusal,
    };
    json!(reply).to_string()
}

fn play(call: Call) -> Result<Value, Reply> {
    Ok(match call {
        Call::Games => {
            engine::newest().map(|rules| json!({"info": rules.info(), "options": rules.option_schema()})).collect()
        }
        Call::Start { game, edition, seats, options, chance } => {
            let rules = rules(&game, edition)?;
            Position::new(rules, rules.start(seats, &options, &chance.seed()?)?, Moment(0)).write()?.into()
        }
        Call::Advance { position, seat, r#move, at } => {
            let by = position.seat(seat)?;
            advance(&position, Act::Chosen { by, text: &r#move }, at)?
        }
        Call::Expire { position, word, seats, at } => {
            let act = match word {
                Word::Lapse => Act::Lapse(seats),
                Word::Forfeit => Act::Forfeit(seats),
                Word::TimerOut => Act::TimerOut,
                Word::Abandoned => Act::Abandoned,
            };
            advance(&position, act, at)?
        }
        Call::Choices { position, seat, text } => {
            json!(position.rules.choices(&position.frame, position.seat(seat)?, &text)?)
        }
        Call::Page { position, seat } => {
            let page = position.rules.page(&position.frame, eye(seat))?;
            let text = page.text();
            let mut page = json!(page);
            page["text"] = text.into();
            page
        }
        Call::Svg { position, seat } => position.rules.page(&position.frame, eye(seat))?.svg().into(),
        Call::Outcome { position } => json!(position.rules.status(&position.frame)?.outcome),
        Call::Setup { position } => json!(position.rules.created_with(&position.frame)?),
    })
}

fn advance(position: &Position, act: Act<'_>, at: Option<Moment>) -> Result<Value, Reply> {
    let at = position.next(at)?;
    let advance = position.rules.advance(&position.frame, act, at)?;
    Ok(Position::new(position.rules, advance, at).write()?.into())
}

fn eye(seat: Option<Seat>) -> Eye {
    seat.map_or(Eye::Public, Eye::Seat)
}

impl From<String> for Reply {
    fn from(why: String) -> Reply {
        Reply::Error(why)
    }
}

impl From<Fault> for Reply {
    fn from(fault: Fault) -> Reply {
        let message = fault.to_string();
        match fault {
            Fault::Illegal(illegal) => Reply::Illegal { code: illegal.code, message },
            Fault::Unreadable(_) => Reply::Illegal { code: "unreadable", message },
            Fault::Option(_) | Fault::Seats { .. } | Fault::Stored { .. } => Reply::Error(message),
        }
    }
}
