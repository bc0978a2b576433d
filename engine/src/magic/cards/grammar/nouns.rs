//! Nouns, subjects, targets and players.

use super::counts::Count;
use super::form::{EachAfter, EachBefore, Either};
use super::out::{Mention, Out};
use super::scan::Scan;
use super::{Form, Syntax, counts, grammar, words};
use crate::magic::cards::colour::{Colour, LandType};
use crate::magic::cards::cost::Amount;
use crate::magic::cards::keyword::Keyword;
use crate::magic::cards::noun::{
    Adjective, Article, Bound, Feature, Figure, Hit, Host, Kind, Noun, Property, Qualifier, Source, Subject, Subjects,
    Subtype, Thing, Whose,
};

/// Whether a noun stands in the singular or in the plural.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    One,
    Many,
}

impl Number {
    /// What this amount asks for (C5).
    pub(super) fn for_amount(amount: &Amount) -> Number {
        if *amount == Amount::Number(1) { Number::One } else { Number::Many }
    }
}

/// Every kind that is a word of the grammar, with its plural.
pub(super) const KINDS: [(Kind, &str, &str); 15] = [
    (Kind::Creature, "creature", "creatures"),
    (Kind::Artifact, "artifact", "artifacts"),
    (Kind::Enchantment, "enchantment", "enchantments"),
    (Kind::Aura, "aura", "auras"),
    (Kind::Land, "land", "lands"),
    (Kind::Type(LandType::Plains), "plains", "plains"),
    (Kind::Type(LandType::Island), "island", "islands"),
    (Kind::Type(LandType::Swamp), "swamp", "swamps"),
    (Kind::Type(LandType::Mountain), "mountain", "mountains"),
    (Kind::Type(LandType::Forest), "forest", "forests"),
    (Kind::Permanent, "permanent", "permanents"),
    (Kind::Token, "token", "tokens"),
    (Kind::Spell, "spell", "spells"),
    (Kind::Card, "card", "cards"),
    (Kind::Sorcery, "sorcery", "sorceries"),
];

impl Form<Kind> for Number {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Kind, usize)> {
        let word = |(kind, one, many): &(Kind, &'static str, &'static str)| {
            let word = match self {
                Number::One => one,
                Number::Many => many,
            };
            Some((kind.clone(), words::word(scan, at, word)?))
        };
        let mut readings: Vec<_> = KINDS.iter().filter_map(word).collect();
        let capital = scan.run(at, |byte| byte.is_ascii_alphabetic());
        let one = match self {
            Number::One => Some(capital),
            // `Plains` and `Sorceries` at the beginning of a sentence are no subtypes.
            Number::Many => capital.strip_suffix('s').filter(|_| !words::is_reserved(capital)),
        };
        match one.and_then(words::subtype) {
            Some(subtype) => readings.push((Kind::Subtype(subtype), at + capital.len())),
            None => scan.missed(at, "an object, such as `creature`, `artifact`, `land`, `spell`, `card` or a subtype"),
        }
        readings
    }

    fn write(&self, kind: &Kind, out: &mut Out) {
        if let Kind::Subtype(subtype) = kind {
            out.mention(if *self == Number::Many { Mention::Subtypes } else { Mention::Subtype });
            out.push(subtype.word());
            out.push(if *self == Number::Many { "s" } else { "" });
            return;
        }
        if let Kind::OneOf(kinds) = kind {
            for (number, kind) in kinds.iter().enumerate() {
                out.push(match number {
                    0 => "",
                    last if last + 1 == kinds.len() => " or ",
                    _ => ", ",
                });
                Form::<Kind>::write(self, kind, out);
            }
            return;
        }
        let (one, many) = KINDS.iter().find(|(known, ..)| known == kind).map_or(("", ""), |(_, one, many)| (one, many));
        out.push(match self {
            Number::One => one,
            Number::Many => many,
        });
    }
}

impl Form<Noun> for Number {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Noun, usize)> {
        let (mut adjectives, mut found, mut at) = (Vec::new(), None, at);
        loop {
            let kinds = Form::<Kind>::read(self, scan, at);
            if !kinds.is_empty() {
                found = Some((adjectives.len(), kinds));
            }
            let Some((adjective, behind)) = EachBefore(" ").next::<Adjective>(scan, at) else { break };
            adjectives.push(adjective);
            at = behind;
        }
        // The object is the last word that can be one. It may have been taken for an adjective, as an aura can.
        let Some((count, kinds)) = found else { return Vec::new() };
        adjectives.truncate(count);
        let mut readings = Vec::new();
        for (kind, at) in kinds {
            let (kind, at) = self.with_others(kind, scan, at);
            for (qualifiers, at) in Form::<Vec<Qualifier>>::read(&EachAfter(" "), scan, at) {
                let (adjectives, kind) = (adjectives.clone(), kind.clone());
                readings.push((Noun { adjectives, kind, qualifiers }, at));
            }
        }
        readings
    }

    fn write(&self, noun: &Noun, out: &mut Out) {
        EachBefore(" ").write(&noun.adjectives, out);
        Form::<Kind>::write(self, &noun.kind, out);
        EachAfter(" ").write(&noun.qualifiers, out);
    }
}

impl Number {
    /// A kind with further ones, the last behind `or`, in the plural also behind `and`; the kind alone if these do not follow.
    fn with_others(self, kind: Kind, scan: &Scan<'_>, at: usize) -> (Kind, usize) {
        let next = |at: usize, words| Form::<Kind>::read(&self, scan, scan.literal(at, words)?).pop();
        let (mut kinds, mut end) = (vec![kind.clone()], at);
        loop {
            let and = || next(end, " and ").filter(|_| self == Number::Many);
            if let Some((last, at)) = next(end, " or ").or_else(and) {
                kinds.push(last);
                return (Kind::OneOf(kinds.into()), at);
            }
            let Some((kind, at)) = next(end, ", ") else { return (kind, at) };
            kinds.push(kind);
            end = at;
        }
    }
}

/// The noun behind `up to n target`; one was once printed in the plural.
struct Targets(Number);

impl Targets {
    fn for_amount(amount: &Amount) -> Targets {
        Targets(Number::for_amount(amount))
    }
}

impl Form<Noun> for Targets {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Noun, usize)> {
        let readings: Vec<(Noun, usize)> = self.0.read(scan, at);
        if readings.is_empty() && self.0 == Number::One { Number::Many.read(scan, at) } else { readings }
    }

    fn write(&self, noun: &Noun, out: &mut Out) {
        self.0.write(noun, out);
    }
}

/// ` and each player`, or nothing.
struct AndPlayers;

impl Form<bool> for AndPlayers {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(bool, usize)> {
        Either(" and each player", "").read(scan, at)
    }

    fn write(&self, value: &bool, out: &mut Out) {
        if *value {
            out.mention(Mention::Inert);
        }
        Either(" and each player", "").write(value, out);
    }
}

impl Syntax for Article {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Article, usize)> {
        let another = scan.literal(at, "another ").map(|at| (Article::Another, at));
        another.or_else(|| Some((Article::A, counts::article(scan, at)?))).into_iter().collect()
    }

    fn write(&self, out: &mut Out) {
        match self {
            Article::A => out.article(),
            Article::Another => out.push("another "),
        }
    }
}

impl Syntax for Subtype {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Subtype, usize)> {
        let word = scan.run(at, |byte| byte.is_ascii_alphabetic());
        let subtype = words::subtype(word);
        if subtype.is_none() {
            scan.missed(at, "a subtype");
        }
        subtype.map(|subtype| (subtype, at + word.len())).into_iter().collect()
    }

    fn write(&self, out: &mut Out) {
        out.push(self.word());
    }
}

impl Syntax for Keyword {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Keyword, usize)> {
        let word = |keyword: Keyword| Some((keyword, words::word(scan, at, keyword.words())?));
        Keyword::ALL.into_iter().filter_map(word).collect()
    }

    fn write(&self, out: &mut Out) {
        out.push(self.words());
    }
}

impl Syntax for Colour {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Colour, usize)> {
        let word = |colour: Colour| Some((colour, words::word(scan, at, colour.word())?));
        Colour::ALL.into_iter().filter_map(word).collect()
    }

    fn write(&self, out: &mut Out) {
        out.push(self.word());
    }
}

impl Syntax for LandType {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(LandType, usize)> {
        let word = |land: LandType| Some((land, words::word(scan, at, land.word())?));
        LandType::ALL.into_iter().filter_map(word).collect()
    }

    fn write(&self, out: &mut Out) {
        out.push(self.word());
    }
}

grammar! {
    enum Adjective {
        Other = ["other"];
        Tapped = ["tapped"];
        Untapped = ["untapped"];
        Attacking = ["attacking"];
        Defending = ["defending"];
        Neutral = ["neutral"];
        Is { non, property } = [(non: Either("non-", "")) property];
        AttackingOrDefending = ["attacking or defending"];
        InstantOrSorcery = ["instant or sorcery"];
        Instant = ["instant"];
        Sorcery = ["sorcery"];
        Enchantment = ["enchantment"];
        Aura = ["aura"];
    }
    enum Property {
        Colour(colour) = [colour];
        Artifact = ["artifact"];
        Creature = ["creature"];
    }
    enum Qualifier {
        YouControl = ["you control"];
        YouOwn = ["you own"];
        YouCast = ["you cast"];
        OpponentControls = ["an opponent controls"];
        OpponentCasts = ["an opponent casts"];
        With(feature) = ["with " feature];
        Without(keyword) = ["without " keyword];
        SameLand = ["on the same land"];
        AdjacentLand = ["on an adjacent land"];
        OnType(article, land) = ["on " article land];
        OnEnchantedLand = ["on " {Mention::Enchanted} "enchanted land"];
        InBattleWithThis = ["in battle with this"];
        InYourGraveyard = ["in your graveyard"];
        InAGraveyard = ["in a graveyard"];
        DealtDamage = ["dealt damage this turn"];
    }
    enum Feature {
        Figure { figure, amount, bound } = [figure " " amount bound];
        Counter(article, mark) = [article mark " counter"];
        Keyword(keyword) = [keyword];
    }
    enum Figure {
        Power = ["power"];
        Toughness = ["toughness"];
        ManaValue = ["mana value"];
    }
    enum Bound {
        Exactly = [""];
        OrMore = [" or more"];
        OrLess = [" or less"];
    }
    enum Host {
        Creature = ["creature"];
        Artifact = ["artifact"];
        Land = ["land"];
    }
    enum Subject {
        This = [{Mention::Named} "this"];
        It = [{Mention::It} "it"];
        Enchanted(host) = [{Mention::Enchanted} {Mention::Named} "enchanted " host];
        Any(article, noun) = [{Mention::Named} article (noun: Number::One)];
    }
    enum Subjects {
        This = ["this"];
        Enchanted(host) = [{Mention::Enchanted} {Mention::Named} "enchanted " host];
        Each(noun) = ["each " (noun: Number::One)];
    }
    enum Source {
        This = ["this"];
        It = [{Mention::It} "it"];
        EnchantedCreature = [{Mention::Enchanted} {Mention::Named} "enchanted creature"];
        Target(noun) = [{Mention::Named} "target " (noun: Number::One)];
    }
    enum Thing {
        This = ["this"];
        It = [{Mention::It} "it"];
        Enchanted(host) = [{Mention::Enchanted} {Mention::Named} "enchanted " host];
        Target(noun) = [{Mention::Named} "target " (noun: Number::One)];
        UpTo(amount, noun) = [
            {Mention::Named} "up to " (amount: Count::One) " target " (noun: Targets::for_amount(&amount))
        ];
        Each(noun) = ["each " (noun: Number::One)] | ["all " (noun: Number::Many)];
    }
    enum Hit {
        CreatureOrPlayer = [{Mention::Named} "target creature or player"];
        Thing { thing, players } = [thing (players: AndPlayers)];
        TargetPlayer = [{Mention::Inert} "target player"];
        EachPlayer = [{Mention::Inert} "each player"];
        EachOpponent = [{Mention::Inert} "each opponent"];
    }
    enum Whose {
        Your = ["your"];
        ItsControllers = [{Mention::It} "its controller's"];
        TargetPlayers = ["target player's"];
        EachPlayers = ["each player's"];
        EachOpponents = ["each opponent's"];
    }
}
