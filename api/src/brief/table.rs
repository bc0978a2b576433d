//! The players, the awaited players and the result of a match, in words.

use engine::{Chair, Names, Outcome, Page, Seat, Seats, Wanted};

use super::RecordSoFar;
use super::clean::name;

/// A match and its players, as its reader knows them.
pub struct Table {
    /// The game's name.
    pub game: String,
    /// The title of the match. The subject of emails is made of both: programs that thread by it need them never to change. The title of a
    /// match without a name, its players, changes if one of them is replaced or renamed; such a program then begins another thread.
    pub title: String,
    /// The name of the reader.
    pub reader: String,
    /// The players, in the order of seats.
    pub players: Vec<Player>,
    /// The commitment of the seed, as 64 hexadecimal digits.
    pub commitment: String,
    /// The record so far; none before the first move, and in a match that began before heads were stored.
    pub record: Option<RecordSoFar>,
}

/// A player and their chair.
pub struct Player {
    /// The person.
    pub name: String,
    /// The place at the table.
    pub chair: Chair,
    /// True if a program plays for the account.
    pub is_bot: bool,
}

impl Table {
    /// `Magma: spring cup`, or the game alone for a match that has no name of its own.
    pub fn called(&self) -> String {
        called(&self.game, &self.title)
    }

    /// The subject of an email: the news, and the match: `Your turn: Magma, spring cup`.
    pub fn subject(&self, news: &str) -> String {
        if self.game == self.title {
            format!("{news}: {}", name(&self.game))
        } else {
            format!("{news}: {}, {}", name(&self.game), name(&self.title))
        }
    }

    /// A name for each seat, such as `Anna (Red)`, by which a story can be followed on the board.
    pub fn names(&self) -> Names {
        Names(self.players.iter().map(|player| format!("{} ({})", name(&player.name), player.chair.name)).collect())
    }

    /// A line for each player.
    pub fn players(&self, page: &Page) -> Vec<String> {
        let you = page.you.map(Seat::index);
        let line = |((seat, name), player): ((usize, String), &Player)| match (Some(seat) == you, player.is_bot) {
            (true, _) => format!("{name}, you"),
            (false, true) => format!("{name}, a bot"),
            (false, false) => name,
        };
        self.names().0.into_iter().enumerate().zip(&self.players).map(line).collect()
    }

    /// The chair of each player: the board shows chairs, the story names people.
    pub fn who_is_who(&self, page: &Page) -> String {
        let you = page.you.map(Seat::index);
        let each = self.players.iter().enumerate().map(|(seat, player)| {
            if Some(seat) == you {
                format!("you are {}", player.chair.name)
            } else {
                format!("{} is {}", name(&player.name), player.chair.name)
            }
        });
        let mut words = each.collect::<Vec<_>>().join(", ");
        if words.starts_with("you") {
            words.replace_range(..1, "Y");
        }
        format!("{words}.")
    }

    /// `It is your turn, Anna, in Magma: spring cup (turn 3).`, or what is needed of the reader: an answer, or a choice.
    pub fn wanted(&self, page: &Page, wanted: Option<Wanted>) -> String {
        let (called, turn) = (self.called(), page.turn);
        let reader = name(&self.reader);
        let what = match wanted {
            None => return format!("It is your turn, {reader}, in {called} (turn {turn})."),
            Some(Wanted::Answer) => "answer",
            Some(Wanted::Choice) => "choice",
        };
        let player = page.you.and_then(|you| self.players.get(you.index()));
        let chair = player.map(|player| format!(" ({})", player.chair.name)).unwrap_or_default();
        format!("Your {what} is needed, {reader}{chair}, in {called} (turn {turn}).")
    }

    /// The awaited players, as far as the page shows them; `None` if there are none, or if the reader may not know of any
    /// ([`super::Responses`]).
    pub fn waiting(&self, page: &Page) -> Option<String> {
        let mut names = self.names();
        let others = Seats::from_iter(page.waiting.seats.iter().filter(|seat| Some(*seat) != page.you));
        if let Some(you) = page.you.filter(|you| page.waiting.seats.contains(*you)) {
            if let Some(name) = names.0.get_mut(you.index()) {
                "you".clone_into(name);
            }
            if others.is_empty() && !page.waiting.undisclosed {
                return Some("The match is waiting for you alone.".to_owned());
            }
        } else if others.is_empty() {
            return None;
        }
        let perhaps = if page.waiting.undisclosed { ", and perhaps for others" } else { "" };
        Some(format!("The match is waiting for {}{perhaps}.", names.list(page.waiting.seats)))
    }

    /// The result, from the reader's side.
    pub fn verdict(&self, page: &Page) -> String {
        let over = format!("{} is over, {}", self.called(), name(&self.reader));
        match self.place(page) {
            Some(place) => format!("{over}: {place}."),
            None => format!("{over}."),
        }
    }

    /// What the reader achieved, such as `you won`; `None` for a spectator, or before the end.
    pub fn place(&self, page: &Page) -> Option<String> {
        let (outcome, you) = (page.outcome.as_ref()?, page.you?);
        let (&rank, you) = outcome.ranks.get(you.index()).zip(self.players.get(you.index()))?;
        let mut sides: Vec<u8> = self.players.iter().map(|player| player.chair.side).collect();
        sides.sort_unstable();
        sides.dedup();
        let beside = outcome.ranks.iter().zip(&self.players).filter(|(other, _)| **other == rank);
        let shared = beside.clone().any(|(_, player)| player.chair.side != you.chair.side);
        let team = self.players.iter().filter(|player| player.chair.side == you.chair.side).count() > 1;
        Some(match (rank, shared) {
            (1, false) if team => "your side won".to_owned(),
            (1, false) => "you won".to_owned(),
            (1, true) if outcome.ranks.iter().all(|rank| *rank == 1) => "it is a draw".to_owned(),
            (1, true) => "you share first place".to_owned(),
            (2, false) if sides.len() == 2 && team => "your side lost".to_owned(),
            (2, false) if sides.len() == 2 => "you lost".to_owned(),
            (rank, true) => format!("you share place {rank} of {}", sides.len()),
            (rank, false) => format!("you finished in place {rank} of {}", sides.len()),
        })
    }

    /// What the commitment of the seed is for.
    pub fn promise(&self) -> String {
        let commitment = &self.commitment;
        format!(
            "All chance comes from a secret seed. Its commitment is {commitment}. After the match, the server shows the seed, so you \
             can check that it was not changed."
        )
    }

    /// The players by rank, with their scores if the game has scores.
    pub fn ranking(&self, page: &Page, outcome: &Outcome) -> Vec<String> {
        let names = self.players(page);
        let mut rows: Vec<(u8, usize)> =
            outcome.ranks.iter().copied().enumerate().map(|(seat, rank)| (rank, seat)).collect();
        rows.sort_unstable();
        rows.into_iter()
            .filter_map(|(rank, seat)| {
                let score = outcome.scores.as_ref().and_then(|scores| scores.get(seat));
                let points = score.map_or_else(String::new, |score| format!(", score {score}"));
                Some(format!("Place {rank}: {}{points}", names.get(seat)?))
            })
            .collect()
    }
}

/// True if the match is waiting for responses, the reader's among them.
pub fn asks(page: &Page) -> bool {
    page.waiting.undisclosed && page.you.is_some_and(|you| page.waiting.seats.contains(you))
}

/// `Magma: spring cup`, or the game alone for a match that has no name of its own.
pub fn called(game: &str, title: &str) -> String {
    // Not two colons in a row.
    let sign = if game.contains(':') { "," } else { ":" };
    if game == title { name(game) } else { format!("{}{sign} {}", name(game), name(title)) }
}
