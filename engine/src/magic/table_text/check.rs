//! Checks the items of a table text against the seats, the cards and each other (T4), and gathers them.

use super::read::{Item, Numbers, Piece, PieceName, Placed, State, Zone};
use super::{Body, CreatureText, Host, MAX_NAMES, PermanentText, SeatText, TableText};
use crate::magic::cards::keyword::Keyword;
use crate::magic::cards::token::{Cant, Token};
use crate::magic::cards::{CardId, CardKind, Cards, LandType};
use crate::magic::chairs::chair_of;
use crate::magic::notation::{LandNumber, Thing, Word};
use crate::magic::state::{Board, lands_of};
use crate::notation::Unreadable;
use crate::seat::Seat;

type Checked<T> = Result<T, Unreadable>;

/// What the items are checked against.
pub(super) struct Checks<'c> {
    seats: u8,
    board: &'static Board,
    cards: &'c Cards,
}

/// Which items the text has had, so that nothing is said twice.
#[derive(Default)]
struct Said {
    once: Vec<String>,
    tapped: Vec<LandNumber>,
    held: Vec<LandNumber>,
}

/// The words and states after a permanent.
#[derive(Default)]
struct States {
    land: Option<LandNumber>,
    on: Option<Host>,
    tapped: bool,
    fresh: bool,
    shielded: bool,
    animated: bool,
    damage: Option<u16>,
}

impl<'c> Checks<'c> {
    pub(super) fn new(seats: u8, cards: &'c Cards) -> Checks<'c> {
        Checks { seats, board: Board::for_seats(seats), cards }
    }

    /// The position of these items.
    pub(super) fn table(&self, items: &[Placed<'_, Item<'_>>]) -> Checked<TableText> {
        let mut table = TableText {
            lands: Vec::new(),
            holes: Vec::new(),
            tapped: Vec::new(),
            turn: Seat(0),
            phase: super::FirstPhase::default(),
            round: 1,
            seats: vec![SeatText::default(); self.seats.into()],
            creatures: Vec::new(),
            permanents: Vec::new(),
        };
        let mut said = Said::default();
        // Holes first: nothing else may be said of them, wherever they stand in the text.
        for item in items {
            if let Item::Holes(lands) = &item.is {
                let lands = self.lands(lands, &mut Vec::new(), &[])?;
                table.holes = lands;
            }
        }
        let last = items.last().map(|item| item.at.clone());
        let mut hosts = Vec::new();
        for item in items {
            self.item(item, &mut table, &mut said, &mut hosts)?;
        }
        if table.lands.is_empty() {
            let missing = last.map(|mut at| at.refuse("an item with the lands, such as lands PFISM PFISM PFISM PFISM"));
            return missing.map_or(Ok(table), Err);
        }
        for host in hosts {
            Self::host_is_there(&host, &table)?;
        }
        self.undecided(items, &table)?;
        Ok(table)
    }

    fn item<'a>(
        &self,
        item: &Placed<'a, Item<'a>>,
        table: &mut TableText,
        said: &mut Said,
        hosts: &mut Vec<Placed<'a, Thing>>,
    ) -> Checked<()> {
        if let Some(subject) = subject(&item.is) {
            if said.once.contains(&subject) {
                return item.refuse(&format!("nothing more about {subject}: that was said before"));
            }
            said.once.push(subject);
        }
        match &item.is {
            Item::Lands(types) => table.lands = self.types(item, types)?,
            Item::Tapped(lands) => table.tapped = self.lands(lands, &mut said.tapped, &table.holes)?,
            Item::Holes(_) => {}
            Item::Turn(seat) => table.turn = *seat,
            Item::Phase(phase) => table.phase = *phase,
            Item::Round(round) => table.round = *round,
            Item::Holds(seat, lands) => {
                let lands = self.lands(lands, &mut said.held, &table.holes)?;
                change(table, *seat, |said| said.holds = lands);
            }
            Item::Mana(seat, mana) => change(table, *seat, |said| said.mana = *mana),
            Item::Orders(seat, orders) => change(table, *seat, |said| said.orders.clone_from(orders)),
            Item::Has(seat, piece) => self.piece(*seat, item, piece, table, hosts)?,
            Item::Cards(_, Zone::Hand, cards) if cards.len() > MAX_NAMES => {
                return item.refuse(&format!("at most {MAX_NAMES} cards in a hand"));
            }
            Item::Cards(seat, zone, cards) => {
                let cards = cards.iter().map(|card| self.card(card)).collect::<Checked<Vec<CardId>>>()?;
                change(table, *seat, |said| match zone {
                    Zone::Hand => said.hand = cards,
                    Zone::Library => said.library = Some(cards),
                    Zone::Grave => said.grave = cards,
                    Zone::Exile => said.exile = cards,
                });
            }
        }
        Ok(())
    }

    fn types(&self, item: &Placed<'_, Item<'_>>, types: &[LandType]) -> Checked<Vec<LandType>> {
        let wanted = usize::from(lands_of(self.seats));
        if types.len() != wanted {
            return item.refuse(&format!("{wanted} lands for {} players, not {}", self.seats, types.len()));
        }
        Ok(types.to_vec())
    }

    /// Lands that are there, none of them a hole, none of them said before.
    fn lands(&self, lands: &Numbers<'_>, said: &mut Vec<LandNumber>, holes: &[LandNumber]) -> Checked<Vec<LandNumber>> {
        let mut found = Vec::new();
        for land in lands {
            self.land(land, land.is, holes)?;
            if said.contains(&land.is) {
                return land.refuse(&format!("each land once: {} was named before", land.is));
            }
            said.push(land.is);
            found.push(land.is);
        }
        found.sort_unstable();
        Ok(found)
    }

    fn land<T>(&self, place: &Placed<'_, T>, land: LandNumber, holes: &[LandNumber]) -> Checked<()> {
        if !self.board.has(land) {
            return place.refuse(&format!("a land from 1 to {}", self.board.lands().len()));
        }
        if holes.contains(&land) {
            return place.refuse(&format!("a land that is no hole, as {land} is one"));
        }
        Ok(())
    }

    fn card(&self, card: &Placed<'_, Word>) -> Checked<CardId> {
        match self.cards.get(card.is.as_str()) {
            Some(found) => Ok(found.id.clone()),
            None => card.refuse("the id of a card of the set or of the option cards"),
        }
    }

    fn piece<'a>(
        &self,
        seat: Seat,
        item: &Placed<'a, Item<'a>>,
        piece: &Piece<'a>,
        table: &mut TableText,
        hosts: &mut Vec<Placed<'a, Thing>>,
    ) -> Checked<()> {
        let (body, kind) = self.body(item, piece)?;
        let states = self.states(kind, piece, &table.holes, hosts)?;
        let full = |count: usize, what: &str| -> Checked<()> {
            if count == MAX_NAMES { item.refuse(&format!("at most {MAX_NAMES} {what}")) } else { Ok(()) }
        };
        match (kind, body, states.land, states.on) {
            (CardKind::Creature { .. }, body, Some(land), _) => {
                full(table.creatures.len(), "creatures")?;
                table.creatures.push(CreatureText {
                    seat,
                    body,
                    land,
                    tapped: states.tapped,
                    fresh: states.fresh,
                    shielded: states.shielded,
                    animated: states.animated,
                    damage: states.damage.unwrap_or(0),
                });
                Ok(())
            }
            (CardKind::Creature { .. }, _, None, _) => item.refuse("the land of the creature, as in @7"),
            (CardKind::Aura, _, _, None) => item.refuse("the host of the aura, as in on c1 or on 7"),
            (CardKind::Artifact | CardKind::Enchantment | CardKind::Aura, Body::Card(card), _, on) => {
                full(table.permanents.len(), "permanents that are no creatures")?;
                table.permanents.push(PermanentText { seat, card, on, tapped: states.tapped });
                Ok(())
            }
            (_, Body::Card(_), _, _) => item.refuse("a permanent: an instant or sorcery stays nowhere"),
            (_, Body::Token(_), _, _) => item.refuse("a creature"),
        }
    }

    fn body(&self, item: &Placed<'_, Item<'_>>, piece: &Piece<'_>) -> Checked<(Body, CardKind)> {
        match &piece.name {
            PieceName::Card(word) => {
                let found = self.cards.get(word.as_str());
                let found = found.map(|card| (Body::Card(card.id.clone()), card.kind));
                found.map_or_else(|| item.refuse("the id of a card of the set or of the option cards after has"), Ok)
            }
            PieceName::Body(body) => match Token::body(body) {
                Some(token) => {
                    let token = with_words(token, piece)?;
                    let kind = CardKind::Creature { artifact: token.colours.is_empty() };
                    Ok((Body::Token(token), kind))
                }
                None => item
                    .refuse("a body after has: letters of colours or a, then power/toughness, such as wg2/2 or a0/4"),
            },
        }
    }

    fn states<'a>(
        &self,
        kind: CardKind,
        piece: &Piece<'a>,
        holes: &[LandNumber],
        hosts: &mut Vec<Placed<'a, Thing>>,
    ) -> Checked<States> {
        let mut states = States::default();
        for state in &piece.states {
            let mut twice = false;
            match &state.is {
                State::At(land) if kind.is_creature() => {
                    self.land(state, *land, holes)?;
                    twice = states.land.replace(*land).is_some();
                }
                State::OnLand(land) if kind == CardKind::Aura => {
                    self.land(state, *land, holes)?;
                    twice = states.on.replace(Host::Land(*land)).is_some();
                }
                State::OnThing(thing) if kind == CardKind::Aura => {
                    hosts.push(Placed { is: *thing, at: state.at.clone() });
                    twice = states.on.replace(Host::Thing(*thing)).is_some();
                }
                State::At(_) | State::OnLand(_) | State::OnThing(_) => {
                    return state.refuse("@ after a creature, on after an aura, and neither after other permanents");
                }
                State::Damaged(damage) if kind.is_creature() => twice = states.damage.replace(*damage).is_some(),
                State::Damaged(_) => return state.refuse("damage on creatures only"),
                // Read with the token.
                State::Value(_) => twice = matches!(piece.name, PieceName::Card(_)),
                State::Word(word) => match (word.as_str(), kind.is_creature()) {
                    ("tapped", _) => twice = std::mem::replace(&mut states.tapped, true),
                    ("fresh", true) => twice = std::mem::replace(&mut states.fresh, true),
                    ("shielded", true) => twice = std::mem::replace(&mut states.shielded, true),
                    ("animated", true) => twice = std::mem::replace(&mut states.animated, true),
                    _ if is_word_of_body(word.as_str()) && matches!(piece.name, PieceName::Body(_)) => {}
                    _ => return state.refuse("a state; keywords stand after a body such as g2/2 only"),
                },
            }
            if twice {
                return state.refuse("each state once, and the value of a body only");
            }
        }
        Ok(states)
    }

    fn host_is_there(host: &Placed<'_, Thing>, table: &TableText) -> Checked<()> {
        let (number, count) = match host.is {
            Thing::Creature(name) => (name.0, table.creatures.len()),
            Thing::Permanent(name) => (name.0, table.permanents.len()),
        };
        if number == 0 || usize::from(number) > count {
            return host.refuse(&format!("a host that is there: {} is not", host.is));
        }
        Ok(())
    }

    /// No seat holds more than half of the lands (R18).
    fn undecided(&self, items: &[Placed<'_, Item<'_>>], table: &TableText) -> Checked<()> {
        let lands = self.board.lands().len() - table.holes.len();
        let wins = |item: &&Placed<'_, Item<'_>>| match &item.is {
            Item::Holds(_, held) => 2 * held.len() > lands,
            Item::Lands(_) => lands == 0,
            Item::Tapped(_)
            | Item::Holes(_)
            | Item::Turn(_)
            | Item::Phase(_)
            | Item::Round(_)
            | Item::Mana(..)
            | Item::Orders(..)
            | Item::Has(..)
            | Item::Cards(..) => false,
        };
        match items.iter().find(wins) {
            Some(item) => item.refuse(&format!("at most half of the {lands} lands for a player: more than half wins")),
            None => Ok(()),
        }
    }
}

/// Changes what is said of a seat.
fn change(table: &mut TableText, seat: Seat, change: impl FnOnce(&mut SeatText)) {
    if let Some(said) = table.seats.get_mut(seat.index()) {
        change(said);
    }
}

/// What an item says may be said once; `None` where it may be said of several.
fn subject(item: &Item<'_>) -> Option<String> {
    let of = |seat: &Seat, what: &str| Some(format!("{what} of {}", chair_of(*seat).id));
    match item {
        Item::Lands(_) => Some("the lands".to_owned()),
        Item::Tapped(_) => Some("the tapped lands".to_owned()),
        Item::Holes(_) => Some("the holes".to_owned()),
        Item::Turn(_) => Some("the turn".to_owned()),
        Item::Phase(_) => Some("the phase".to_owned()),
        Item::Round(_) => Some("the round".to_owned()),
        Item::Holds(seat, _) => of(seat, "the lands"),
        Item::Mana(seat, _) => of(seat, "the mana"),
        Item::Orders(seat, _) => of(seat, "the orders"),
        Item::Has(..) => None,
        Item::Cards(seat, zone, _) => of(seat, &format!("the {}", zone.word())),
    }
}

/// The token with the keywords and the mana value after its body.
fn with_words(mut token: Token, piece: &Piece<'_>) -> Checked<Token> {
    let mut values = 0;
    for state in &piece.states {
        match &state.is {
            State::Value(value) => {
                token.value = *value;
                values += 1;
                if values > 1 {
                    return state.refuse("each state once");
                }
            }
            State::Word(word) => {
                let cannot = Cant::ALL.into_iter().find(|cannot| cannot.word() == word.as_str());
                let keyword = Keyword::from_table_word(word.as_str());
                if cannot.is_some_and(|cannot| token.cannot.contains(&cannot))
                    || keyword.is_some_and(|keyword| token.keywords.has(keyword))
                {
                    return state.refuse("each keyword once");
                }
                token.cannot.extend(cannot);
                token.keywords = keyword.map_or(token.keywords, |keyword| token.keywords.with(keyword));
            }
            State::At(_) | State::OnThing(_) | State::OnLand(_) | State::Damaged(_) => {}
        }
    }
    token.cannot.sort_unstable();
    Ok(token)
}

/// True for a keyword of a body (T3).
fn is_word_of_body(word: &str) -> bool {
    Keyword::from_table_word(word).is_some() || Cant::ALL.into_iter().any(|cannot| cannot.word() == word)
}
