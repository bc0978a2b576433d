//! Events as sentences.

use crate::chair::Names;
use crate::magic::notation::{LandNumber, Leg, Source, Target, Walk};
use crate::magic::state::{End, Entry, Event, How, Mention, Piece, Why};
use crate::magic::words::list;
use crate::seat::Seat;

impl Event {
    /// The event in a sentence.
    pub(crate) fn sentence(&self, names: &Names) -> String {
        let name = |seat: &Seat| &names[*seat];
        match self {
            Event::Sent { seat, done: true } => format!("{} has chosen.", name(seat)),
            Event::Sent { seat, done: false } => {
                format!("{} has sent a part of the choice; more is wanted.", name(seat))
            }
            Event::Ordered { seat } => format!("{} gave orders.", name(seat)),
            Event::Laid { seat, land, kind } => format!("{} laid land {land}: {}.", name(seat), kind.word()),
            Event::Selected { seat, land } => format!("{} selected land {land}.", name(seat)),
            Event::DeckShown { seat, cards } => format!("{} plays {}.", name(seat), list(cards)),
            Event::Dealt => "The decks were shuffled.".to_owned(),
            Event::Answered { seat } => format!("{} answered.", name(seat)),
            Event::Withdrawn { seat } => {
                format!("What {} sent was withdrawn, as the state has changed.", name(seat))
            }
            Event::Passed => "No player responded.".to_owned(),
            Event::Asked { seat, what } => format!("{} is to choose {what}.", name(seat)),
            Event::Chose { seat, what } => format!("{} chose {what}.", name(seat)),
            Event::Lapsed { seat } => format!("{}'s time ran out.", name(seat)),
            // Unlike one that begins with a card.
            Event::Turn { seat, round } => format!("{} begins.", turn(*round, name(seat))),
            Event::Drew { seat, number, cards } => format!("{} drew {}.", name(seat), drawn(*number, cards)),
            Event::Cast { seat, card, site, x, on, paid, .. } => {
                format!("{} {}{}{}{}.", name(seat), cast(card, *site), with_x(*x), targets(on), tapped(paid))
            }
            Event::Used { seat, source, x, on, paid, .. } => {
                format!("{} used {}{}{}{}.", name(seat), called(source), with_x(*x), targets(on), tapped(paid))
            }
            Event::Triggered { source, on, .. } => format!("{} triggered{}.", called(source), targets(on)),
            Event::Mana { seat, mana } => format!("{} added {mana}.", name(seat)),
            Event::Affected { what, how } => format!("{} {}.", mentioned(what, names), happened(how, names)),
            Event::Hurt { by, to, amount } => format!("{by} dealt {amount} damage to {}.", called(to)),
            Event::Peace => "No battle damage is dealt this turn.".to_owned(),
            Event::Milled { seat, cards } => {
                format!("{} went from the top of {}'s library to the graveyard.", list(cards), name(seat))
            }
            Event::Lost { card, .. } => format!("{card} had no effect."),
            Event::Entered { piece, seat, land } => {
                format!("{} came into play{}, as {}'s.", called(piece), on_land(*land), name(seat))
            }
            Event::Moved { seat, group, from, legs } => {
                format!("{}'s {} went {from}{}.", name(seat), pieces(group), legs.iter().map(leg).collect::<String>())
            }
            Event::Blocked { group, land, by } => format!("On {land} {} blocked {}.", pieces(by), pieces(group)),
            Event::Battle { land, attackers, defenders } => {
                format!("Battle on {land}: {} against {}.", pieces(attackers), pieces(defenders))
            }
            Event::Damage { from, to, amount } => format!("{} dealt {amount} damage to {}.", called(from), called(to)),
            Event::Regenerated { piece } => format!("{} was regenerated.", called(piece)),
            Event::Died { piece } => format!("{} went to the graveyard.", called(piece)),
            Event::Retreated { piece, from, to } => format!("{} retreated from {from} to {to}.", called(piece)),
            Event::NoRefuge { piece } => format!("{} had no land to retreat to.", called(piece)),
            Event::Ended { seat } => format!("{} ended the turn.", name(seat)),
            Event::Conquered { seat, land } => format!("{} conquered land {land}.", name(seat)),
            Event::Discarded { seat, card } => format!("{} discarded {card}.", name(seat)),
            Event::Searched { seat, card } => searched(name(seat), card.as_deref()),
            Event::NoSite { card } => format!("There was no land for {card}."),
            Event::Looked { seat, number, taken, cards } => {
                format!("{} looked at {number} cards and took {}.", name(seat), of_looked(*taken, cards))
            }
            Event::Out { seat, why } => format!("{} {}.", name(seat), why.words()),
            Event::Skipped { seat, step } => {
                format!("{}'s step \"{step}\" was not possible any more and was skipped.", name(seat))
            }
            Event::Won { seat, lands } => {
                format!("{} controls {lands} lands, more than half, and has won.", name(seat))
            }
            Event::Alone { seat } => format!("{} alone is left and has won.", name(seat)),
            Event::Together { seats } => format!("{} went out at once: the match is drawn.", names.list(*seats)),
            Event::Rounds => "The last round was played.".to_owned(),
        }
    }
}

impl Why {
    fn words(self) -> &'static str {
        match self {
            Why::Decked => "had to draw from an empty library and is out",
            Why::Landless => "has neither a land nor a creature and is out",
            Why::Resigned => "resigned",
            Why::Forfeited => "ran out of time and is out",
        }
    }
}

/// `Round 3, Ben (Birch)'s turn`
pub(crate) fn turn(round: u16, name: &str) -> String {
    format!("Round {round}, {name}'s turn")
}

fn searched(name: &str, card: Option<&str>) -> String {
    format!("{name} searched the library and took {}.", card.unwrap_or("nothing"))
}

/// `c8 Bog Assessor`
pub(crate) fn called(piece: &Piece) -> String {
    format!("{} {}", piece.name, piece.called)
}

fn pieces(group: &[Piece]) -> String {
    list(&group.iter().map(called).collect::<Vec<_>>())
}

/// ` - 4`, with the way in which the land was entered.
fn leg(entry: &Entry) -> String {
    let how = match Leg::from(*entry).walk {
        Walk::Plain => "",
        Walk::Free => " (by landwalk)",
        Walk::Evade => " (not to be blocked)",
    };
    format!(" - {}{how}", entry.land)
}

/// The names of the cards that were drawn, or their number if the reader may not know them.
pub(crate) fn drawn(number: u16, cards: &[String]) -> String {
    match (number, cards) {
        (1, []) => "a card".to_owned(),
        (_, []) => format!("{number} cards"),
        (_, cards) => list(cards),
    }
}

/// `summoned Bog Assessor on 4`, `cast Late Rent`
fn cast(card: &str, site: Option<LandNumber>) -> String {
    let verb = if site.is_some() { "summoned" } else { "cast" };
    format!("{verb} {card}{}", on_land(site))
}

fn on_land(land: Option<LandNumber>) -> String {
    land.map(|land| format!(" on {land}")).unwrap_or_default()
}

/// The names of the cards that were taken, or their number if the reader may not know them.
fn of_looked(taken: u16, cards: &[String]) -> String {
    if cards.is_empty() { format!("{taken} of them") } else { list(cards) }
}

fn with_x(x: Option<u16>) -> String {
    x.map(|x| format!(" with X = {x}")).unwrap_or_default()
}

fn targets(on: &[Target]) -> String {
    if on.is_empty() { String::new() } else { format!(" on {}", list(on)) }
}

fn tapped(paid: &[Source]) -> String {
    if paid.is_empty() { String::new() } else { format!(" (tapped {})", list(paid)) }
}

fn mentioned(what: &Mention, names: &Names) -> String {
    match what {
        Mention::Piece(piece) => called(piece),
        Mention::Land(land) => format!("Land {land}"),
        Mention::Object { name, called } => format!("{name} {called}"),
        Mention::Player(seat) => names[*seat].to_owned(),
        Mention::Card(card) => card.clone(),
    }
}

fn happened(how: &How, names: &Names) -> String {
    match how {
        How::Tapped => "was tapped".to_owned(),
        How::Untapped => "was untapped".to_owned(),
        How::Exiled => "was exiled".to_owned(),
        How::Returned => "returned to its owner's hand".to_owned(),
        How::OnTop => "went on top of its owner's library".to_owned(),
        How::AtBottom => "went to the bottom of its owner's library".to_owned(),
        How::Ruined => "became a hole".to_owned(),
        How::Carried(land) => format!("was moved to {land}"),
        How::Countered => "was countered".to_owned(),
        How::Paid { seat } => format!("was not countered, as {} paid", &names[*seat]),
        How::Shielded => "will be regenerated once this turn".to_owned(),
        How::Animated => "can move and attack this turn".to_owned(),
        How::Prevented { amount } => format!("is not dealt the next {amount} damage this turn"),
        How::Unhurt => "is dealt no battle damage this turn".to_owned(),
        How::Harmless => "deals no battle damage this turn".to_owned(),
        How::Changed { words, end } => format!("{words}{}", until(end, names)),
        How::Controlled { seat } => format!("is controlled by {}", &names[*seat]),
        How::Counters { number, mark } => {
            format!("got {number} {mark} {}", if *number == 1 { "counter" } else { "counters" })
        }
    }
}

fn until(end: &End, names: &Names) -> String {
    match end {
        End::Turn => " until the turn ends".to_owned(),
        End::TurnOf(seat) => format!(" until {}'s next turn", &names[*seat]),
        End::While { seat, source } => format!(" while {} controls {}", &names[*seat], called(source)),
        End::Never => String::new(),
    }
}
