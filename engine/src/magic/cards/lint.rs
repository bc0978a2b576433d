//! The checks of cards that could be read: refusals (C16) and warnings (C18).

use std::collections::BTreeSet;

use super::ability::{Ability, Static};
use super::card::{Card, CardKind};
use super::cost::{Part, Payment};
use super::effect::Side;
use super::fault::{Faults, Line, Refused, Warning};
use super::grammar::{self, Mention, Out};
use super::noun::{Host, Kind, Subjects};
use super::read::{Sheet, sheets};

/// The most cards of the option `cards` (C16).
const MAX_CARDS: usize = 64;

/// The most faults of one kind in a line that are told.
const MAX_IN_LINE: usize = 10;

/// What the text may hold, and what it may use.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin<'a> {
    /// The set itself.
    Set,
    /// The option `cards`, beside this set.
    Option(&'a [Card]),
}

/// The cards of a text, or its faults.
pub(super) fn cards(text: &str, origin: Origin<'_>) -> Result<Vec<Card>, Faults> {
    let (sheets, faults) = checked(text, origin);
    match Faults::new(text, faults) {
        Some(faults) => Err(faults),
        None => Ok(sheets.into_iter().map(|sheet| sheet.card).collect()),
    }
}

/// The faults of a text of cards, in no order.
pub(super) fn faults(text: &str, origin: Origin<'_>) -> Vec<Refused> {
    checked(text, origin).1
}

/// The cards of a text that could be read, and all faults.
fn checked<'t>(text: &'t str, origin: Origin<'_>) -> (Vec<Sheet<'t>>, Vec<Refused>) {
    let max = match origin {
        Origin::Set => usize::MAX,
        Origin::Option(_) => MAX_CARDS,
    };
    let (sheets, faults) = sheets(text, max);
    let faults = faults_of(&sheets, faults, origin);
    (sheets, faults)
}

/// The faults of cards, with those of cards that could not be read.
fn faults_of(sheets: &[Sheet<'_>], mut faults: Vec<Refused>, origin: Origin<'_>) -> Vec<Refused> {
    let set = match origin {
        Origin::Set => &[][..],
        Origin::Option(set) => set,
    };
    // A card that could not be read may have any subtype.
    if faults.is_empty() {
        faults.extend(of_subtypes(sheets, set));
    }
    faults.extend(sheets.iter().flat_map(of_card));
    faults.extend(of_names(sheets, set));
    if let Origin::Option(_) = origin {
        faults.extend(sheets.iter().filter_map(flavoured));
    }
    faults
}

/// Names that are taken (N3).
fn of_names(sheets: &[Sheet<'_>], set: &[Card]) -> Vec<Refused> {
    let mut taken: BTreeSet<&str> = set.iter().map(|card| card.id.as_str()).collect();
    let mut faults = Vec::new();
    for sheet in sheets {
        if !taken.insert(sheet.card.id.as_str()) {
            faults.push(Refused::new("name-taken", sheet.name, 0, "a name that no other card has"));
        }
    }
    faults
}

/// Subtypes in a text that no card and no token of set and text has.
fn of_subtypes(sheets: &[Sheet<'_>], set: &[Card]) -> Vec<Refused> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    for card in set.iter().chain(sheets.iter().map(|sheet| &sheet.card)) {
        known.extend(card.subtypes.iter().map(|subtype| subtype.word().to_owned()));
        known.extend(card.abilities.iter().flat_map(|ability| subtypes_of(ability).made));
    }
    let mut faults = Vec::new();
    for sheet in sheets {
        for (line, ability) in sheet.lines.iter().zip(&sheet.card.abilities) {
            let Subtypes { printed, named, .. } = subtypes_of(ability);
            for (at, _) in named.into_iter().filter(|(_, word)| !known.contains(word)) {
                let place = (printed.text(), at);
                faults.push(Refused::in_print("unknown-subtype", *line, place, "a subtype of a card or token"));
            }
        }
    }
    faults
}

/// The subtypes in a line.
struct Subtypes {
    /// The line as it is printed.
    printed: Out,
    /// Those of tokens that it makes.
    made: Vec<String>,
    /// All others, in the singular, with their byte.
    named: Vec<(usize, String)>,
}

fn subtypes_of(ability: &Ability) -> Subtypes {
    let printed = grammar::printed(ability);
    let (mut made, mut named) = (Vec::new(), Vec::new());
    for &(at, mention) in printed.mentions() {
        let rest = printed.text().get(at..).unwrap_or_default();
        let word = rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        match mention {
            Mention::TokenSubtype => made.push(word.to_owned()),
            Mention::Subtype => named.push((at, word.to_owned())),
            Mention::Subtypes => named.push((at, word.strip_suffix('s').unwrap_or(word).to_owned())),
            Mention::Named
            | Mention::Player
            | Mention::It
            | Mention::ThatPlayer
            | Mention::X
            | Mention::DefinesX
            | Mention::EndOfClauses
            | Mention::EndOfPrice
            | Mention::Enchanted
            | Mention::Star
            | Mention::Inert => {}
        }
    }
    Subtypes { printed, made, named }
}

/// The option's text has no flavour (C17).
fn flavoured(sheet: &Sheet<'_>) -> Option<Refused> {
    let why = "an ability: cards of the option have no flavour";
    sheet.flavour.map(|line| Refused::new("card-text", line, 0, why))
}

/// The faults of one card by itself.
fn of_card(sheet: &Sheet<'_>) -> Vec<Refused> {
    let card = &sheet.card;
    let mut faults = Vec::new();
    let has_star = card.abilities.iter().any(|ability| matches!(ability, Ability::Star(_)));
    let is_star = card.size.is_some_and(|size| size.power == Side::Star || size.toughness == Side::Star);
    if is_star && !has_star {
        let at = sheet.types.text.find('*').unwrap_or_default();
        faults.push(Refused::new("bad-size", sheet.types, at, "a line `* is ..` for the `*`"));
    }
    if card.kind == CardKind::Aura && card.enchants().is_none() {
        faults.push(Refused::new("no-host", sheet.types, 0, "a line `Enchant ..` on an aura"));
    }
    let pays_x = card.cost.is_some_and(|cost| cost.x) || card.abilities.iter().any(asks_for_x);
    for (line, ability) in sheet.lines.iter().zip(&card.abilities) {
        faults.extend(of_line(*line, card, ability, pays_x));
    }
    if !card.kind.is_permanent() && card.spells().next().is_none() {
        faults.push(Refused::new("no-effect", sheet.types, 0, "a text that does something, on an instant or sorcery"));
    }
    faults
}

/// The faults of one line by itself. `pays_x` if an X is part of what the card costs.
fn of_line(line: Line<'_>, card: &Card, ability: &Ability, pays_x: bool) -> Vec<Refused> {
    let printed = grammar::printed(ability);
    let mut faults = unbound(line, card, &printed, pays_x);
    let is_other = matches!(ability, Ability::Activated(_) | Ability::Triggered(_));
    if !card.kind.is_permanent() && is_other {
        faults.push(Refused::new("no-effect", line, 0, "a text without a price or trigger, on an instant or sorcery"));
    }
    for (at, mention) in printed.mentions() {
        match mention {
            Mention::Enchanted if card.kind != CardKind::Aura => {
                let why = "no `enchanted` and no `Enchant`: this is no aura";
                faults.push(Refused::in_print("no-host", line, (printed.text(), *at), why));
            }
            Mention::Star => {
                let why = "a number: no `* is ..` is for this size";
                faults.push(Refused::in_print("bad-size", line, (printed.text(), *at), why));
            }
            Mention::Enchanted
            | Mention::Named
            | Mention::Player
            | Mention::It
            | Mention::ThatPlayer
            | Mention::X
            | Mention::DefinesX
            | Mention::EndOfClauses
            | Mention::EndOfPrice
            | Mention::Subtype
            | Mention::Subtypes
            | Mention::TokenSubtype
            | Mention::Inert => {}
        }
    }
    faults
}

/// `it` and X with nothing that they stand for.
fn unbound(line: Line<'_>, card: &Card, printed: &Out, pays_x: bool) -> Vec<Refused> {
    let mut faults = Vec::new();
    // An aura speaks of its host, unless it names something else.
    let (mut object, mut player) = (card.kind == CardKind::Aura, false);
    let text = printed.text();
    let (mut xs, mut is_defined, mut in_price) = (Vec::new(), pays_x, Vec::new());
    for (at, mention) in printed.mentions() {
        match mention {
            Mention::Named => object = true,
            Mention::Player => player = true,
            Mention::It if !object => {
                faults.push(Refused::in_print("it-unbound", line, (text, *at), "an object named before `it`"));
            }
            Mention::ThatPlayer if !player => {
                let why = "an event of a player before `that player`";
                faults.push(Refused::in_print("it-unbound", line, (text, *at), why));
            }
            Mention::X => xs.push(*at),
            Mention::EndOfPrice => {
                in_price.append(&mut xs);
                is_defined |= !in_price.is_empty();
            }
            Mention::EndOfClauses if !is_defined => {
                faults.extend(xs.drain(..).take(MAX_IN_LINE).map(|at| x_unbound(line, (text, at))));
            }
            Mention::DefinesX | Mention::EndOfClauses => xs.clear(),
            Mention::It
            | Mention::ThatPlayer
            | Mention::Enchanted
            | Mention::Subtype
            | Mention::Subtypes
            | Mention::TokenSubtype
            | Mention::Star
            | Mention::Inert => {}
        }
    }
    if !is_defined {
        faults.extend(xs.into_iter().take(MAX_IN_LINE).map(|at| x_unbound(line, (text, at))));
    }
    faults
}

fn x_unbound(line: Line<'_>, place: (&str, usize)) -> Refused {
    Refused::in_print("x-unbound", line, place, "a number: no X is in the cost or price, and no `where X is` says it")
}

/// True for an additional cost with X.
fn asks_for_x(ability: &Ability) -> bool {
    let mentions_x = |printed: &Out| printed.mentions().iter().any(|(_, mention)| *mention == Mention::X);
    matches!(ability, Ability::AdditionalCost(_)) && mentions_x(&grammar::printed(ability))
}

/// What is legal in a text of cards, but of no use (C18).
pub(super) fn warnings(text: &str) -> Vec<Warning> {
    let (sheets, _) = sheets(text, usize::MAX);
    let mut warnings = Vec::new();
    for sheet in &sheets {
        let card = &sheet.card;
        let mut warn = |line: Line<'_>, text| warnings.push(Warning { line: line.number, text });
        if card.kind == (CardKind::Creature { artifact: false }) && card.colours.is_empty() {
            warn(sheet.types, "a creature that is native nowhere, and no artifact");
        }
        if card.cost.is_none() {
            warn(sheet.name, "without a cost it can never be cast");
        }
        for (line, ability) in sheet.lines.iter().zip(&card.abilities) {
            let printed = grammar::printed(ability);
            if printed.mentions().iter().any(|(_, mention)| *mention == Mention::Inert) {
                warn(*line, "inert here: players have no life");
            }
            if speaks_of_another_host(card, printed.text()) {
                warn(*line, "it can never be used: the aura is never on such a host");
            }
            if let Some(why) = useless(card, ability) {
                warn(*line, why);
            }
        }
    }
    warnings
}

/// True if an aura on lands speaks of another host, or the other way round.
fn speaks_of_another_host(card: &Card, text: &str) -> bool {
    let Some(noun) = card.enchants() else { return false };
    let on_land = noun.kinds().iter().all(|kind| matches!(kind, Kind::Land | Kind::Type(_)));
    let text = text.to_ascii_lowercase();
    let land = text.contains("enchanted land");
    let thing = text.contains("enchanted creature") || text.contains("enchanted artifact");
    if on_land { thing } else { land }
}

/// Why this ability can never be used, if so.
fn useless(card: &Card, ability: &Ability) -> Option<&'static str> {
    let costs_life = |payment: &Payment| matches!(payment, Payment::Life(_));
    match ability {
        Ability::Keywords(_) if !card.kind.is_creature() => Some("only creatures use keywords"),
        Ability::Star(_) if !card.size.is_some_and(|size| size.power == Side::Star || size.toughness == Side::Star) => {
            Some("the size has no `*`")
        }
        Ability::AdditionalCost(payments) if payments.iter().any(costs_life) => Some("life cannot be paid"),
        Ability::Activated(activated) => {
            let is_life = |part: &Part| matches!(part, Part::Payment(payment) if costs_life(payment));
            activated.price.iter().any(is_life).then_some("life cannot be paid")
        }
        Ability::Static(Static::Has(Subjects::Enchanted(Host::Land), _)) => {
            Some("a land has no abilities that it could use")
        }
        Ability::Static(Static::Has(Subjects::Each(noun), _)) => match noun.kind {
            Kind::Land | Kind::Type(_) => Some("a land has no abilities that it could use"),
            Kind::Spell | Kind::Card | Kind::Sorcery => Some("abilities are used in play alone"),
            Kind::Creature
            | Kind::Artifact
            | Kind::Enchantment
            | Kind::Aura
            | Kind::Permanent
            | Kind::Token
            | Kind::Subtype(_)
            | Kind::OneOf(_) => None,
        },
        Ability::Keywords(_)
        | Ability::Enchant(_)
        | Ability::Star(_)
        | Ability::AdditionalCost(_)
        | Ability::Only(_)
        | Ability::Triggered(_)
        | Ability::Static(_)
        | Ability::Spell(_) => None,
    }
}
