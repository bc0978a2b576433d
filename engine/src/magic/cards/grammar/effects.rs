//! Texts, sentences, clauses, changes, measures and tests.

use super::form::{Does, Either, List, ListAfter, Maybe, Plural};
use super::nouns::Number;
use super::out::{Mention, Out};
use super::scan::Scan;
use super::{Form, Syntax, costs, grammar};
use crate::magic::cards::colour::Colour;
use crate::magic::cards::cost::Amount;
use crate::magic::cards::effect::{
    Change, Clause, Clauses, Creation, Duration, Found, LibraryEnd, Mana, Manas, Sentence, Text, Toward, Verb,
};
use crate::magic::cards::measure::{Measure, Test, Tested};

/// `n cards`.
struct Cards;

impl Form<Amount> for Cards {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Amount, usize)> {
        let behind = |(amount, at): (Amount, usize)| {
            let words = Plural(" card", " cards").for_amount(&amount);
            Some((amount, words.read(scan, at).pop()?.1))
        };
        Amount::read(scan, at).into_iter().filter_map(behind).collect()
    }

    fn write(&self, amount: &Amount, out: &mut Out) {
        amount.write(out);
        Plural(" card", " cards").for_amount(amount).write(&(), out);
    }
}

/// Sentences with a blank between them; all but the first begin with a capital in any place (C2).
struct Sentences;

impl Form<Vec<Sentence>> for Sentences {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Vec<Sentence>, usize)> {
        List(" ").read(scan, at)
    }

    fn write(&self, value: &Vec<Sentence>, out: &mut Out) {
        for (number, sentence) in value.iter().enumerate() {
            if number > 0 {
                out.push(" ");
                out.capital();
            }
            sentence.write(out);
        }
    }
}

/// `W, U or B`.
struct Or;

impl Form<Vec<Manas>> for Or {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Vec<Manas>, usize)> {
        let mut readings = Vec::new();
        for (mut items, at) in Form::<Vec<Manas>>::read(&List(", "), scan, at) {
            let last = scan.literal(at, " or ").and_then(|at| Manas::read(scan, at).pop());
            if let Some((last, at)) = last {
                items.push(last);
                readings.push((items, at));
            } else if items.len() == 1 {
                // A list without `or` has one item.
                readings.push((items, at));
            }
        }
        readings
    }

    fn write(&self, value: &Vec<Manas>, out: &mut Out) {
        for (number, manas) in value.iter().enumerate() {
            match number {
                0 => {}
                last if last + 1 == value.len() => out.push(" or "),
                _ => out.push(", "),
            }
            manas.write(out);
        }
    }
}

impl Syntax for Mana {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Mana, usize)> {
        Or.read(scan, at).into_iter().map(|(options, at)| (Mana(options), at)).collect()
    }

    fn write(&self, out: &mut Out) {
        Or.write(&self.0, out);
    }
}

impl Syntax for Manas {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Manas, usize)> {
        if let Some((number, at)) = costs::number(scan, at) {
            return vec![(Manas::Colourless(number), at)];
        }
        let letters = scan.run(at, |byte| byte.is_ascii_alphabetic());
        let behind = at + letters.len();
        if letters.eq_ignore_ascii_case("X") {
            return vec![(Manas::X, behind)];
        }
        let colours: Option<Vec<Colour>> = letters.chars().map(Colour::from_letter).collect();
        match colours.filter(|colours| !colours.is_empty()) {
            Some(colours) => vec![(Manas::Coloured(colours), behind)],
            None => {
                scan.missed(at, "mana, such as WW");
                Vec::new()
            }
        }
    }

    fn write(&self, out: &mut Out) {
        match self {
            Manas::Colourless(number) => out.push(&number.to_string()),
            Manas::X => {
                out.mention(Mention::X);
                out.push("X");
            }
            Manas::Coloured(colours) => out.push(&colours.iter().map(|colour| colour.letter()).collect::<String>()),
        }
    }
}

/// ` until end of turn` and the like, or nothing. The words of the first depend on what is changed (C4).
struct Lasting {
    this_turn: &'static str,
}

impl Lasting {
    /// The form behind these changes.
    fn from_changes(changes: &[Change]) -> Lasting {
        let forbids = |change: &Change| match change {
            Change::Cannot(_) | Change::DoesNotUntap => true,
            Change::Gets(..)
            | Change::Movement(_)
            | Change::Gains(_)
            | Change::Loses(_)
            | Change::LosesAll
            | Change::BecomesColour(_)
            | Change::BecomesType(..)
            | Change::BecomesSize(_) => false,
        };
        let only_forbids = !changes.is_empty() && changes.iter().all(forbids);
        Lasting { this_turn: if only_forbids { " this turn" } else { " until end of turn" } }
    }

    const fn words(&self, duration: Option<Duration>) -> &'static str {
        match duration {
            None => "",
            Some(Duration::ThisTurn) => self.this_turn,
            Some(Duration::UntilYourNextTurn) => " until your next turn",
            Some(Duration::WhileYouControlThis) => " for as long as you control this",
        }
    }
}

impl Form<Option<Duration>> for Lasting {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Option<Duration>, usize)> {
        let all = [Duration::ThisTurn, Duration::UntilYourNextTurn, Duration::WhileYouControlThis].map(Some);
        let read = |duration| Some((duration, scan.literal(at, self.words(duration))?));
        all.into_iter().chain([None]).filter_map(read).collect()
    }

    fn write(&self, duration: &Option<Duration>, out: &mut Out) {
        out.push(self.words(*duration));
    }
}

grammar! {
    enum Text {
        ChooseOne(modes) = ["choose one: " (modes: List("; or ")) "."];
        Sentences(sentences) = [(sentences: Sentences)];
    }
    enum Sentence {
        Do(effects) = [effects "."];
        May(effects) = ["you may " effects "."];
        MayPay(bill, effects) = ["you may " bill ". If you do, " effects "."];
        Unless(bill, effects) = ["unless you " bill ", " effects "."];
        If(test, effects) = ["if " test ", " effects "."];
    }
    enum Clause {
        Deals { source, amount, hit } = [source " deals " amount " damage to " hit];
        DealsEqual { source, hit, measure } = [source " deals damage to " hit " equal to " measure];
        Destroy { thing, regenerates } = ["destroy " thing (regenerates: Either("", " without regeneration"))];
        Regenerate(thing) = ["regenerate " thing];
        Exile(thing) = ["exile " thing];
        Tap(thing) = ["tap " thing];
        Untap(thing) = ["untap " thing];
        Modify { thing, changes, duration } = [thing " " (changes: List(" and ")) (duration: Lasting::from_changes(&changes))];
        Animate(thing) = [thing " can move and attack this turn as though it had no defender"];
        GainControl { thing, duration } = ["gain control of " thing (duration: Lasting::from_changes(&[]))];
        Counter { thing, unless } = ["counter " thing (unless: Maybe(" unless its controller pays "))];
        Return(thing) = ["return " thing " to its owner's hand"];
        PutOnLibrary { thing, end } = ["put " thing " on " end " of its owner's library"];
        PutIntoPlay(thing) = ["put " thing " into play"];
        PreventNext { amount, thing } = ["prevent the next " amount " damage to " thing " this turn"];
        PreventAllBattle = ["prevent all battle damage this turn"];
        PreventBattle { toward, thing } = ["prevent all battle damage " toward thing " this turn"];
        PutCounters(counters, thing) = ["put " counters " on " thing];
        RemoveCounters(counters, thing) = ["remove " counters " from " thing];
        Create(creation) = ["create " creation];
        Add { who, mana } = [(who: Does("add ", " adds ")) mana];
        Draw { who, amount } = [(who: Does("draw ", " draws ")) (amount: Cards)];
        Discard { who, amount, at_random } = [
            (who: Does("discard ", " discards ")) (amount: Cards) (at_random: Either(" at random", ""))
        ];
        SacrificeThis = ["sacrifice this"];
        Sacrifice { who, article, noun } = [(who: Does("sacrifice ", " sacrifices ")) article (noun: Number::One)];
        Look { top, take } = ["look at the top " top " cards of your library, take " take];
        Search { article, noun, into } = [
            "search your library for " article (noun: Number::One) " and put it into " into
        ];
        Mill { amount, whose } = ["put the top " (amount: Cards) " of " whose " library into the graveyard"];
        Shuffle = ["shuffle your library"];
        GainLife { who, amount } = [{Mention::Inert} (who: Does("you gain ", " gains ")) amount " life"];
        LoseLife { who, amount } = [{Mention::Inert} (who: Does("you lose ", " loses ")) amount " life"];
    }
    enum LibraryEnd {
        Top = ["top"];
        Bottom = ["the bottom"];
    }
    enum Found {
        Hand = ["your hand"];
        Play = ["play"];
    }
    enum Toward {
        To = ["to "];
        By = ["by "];
    }
    enum Change {
        Gets(power, toughness) = ["gets " power "/" toughness];
        Movement(by) = ["gets " by " movement"];
        Gains(keywords) = ["gains " (keywords: List(", "))];
        Loses(keyword) = ["loses " keyword];
        LosesAll = ["loses all abilities"];
        BecomesColour(colour) = ["becomes " colour];
        BecomesType(article, land) = ["becomes " article land];
        BecomesSize(size) = ["becomes " size];
        Cannot(verb) = ["cannot " verb];
        DoesNotUntap = ["does not untap"];
    }
    enum Verb {
        Attack = ["attack"];
        Block = ["block"];
        BeBlockedExceptBy(noun) = ["be blocked except by " (noun: Number::Many)];
        BeBlockedBy(noun) = ["be blocked by " (noun: Number::Many)];
        BeBlocked = ["be blocked"];
        BeRegenerated = ["be regenerated"];
        Move = ["move"];
        BeTargetedByOpponents = ["be targeted by opponents"];
    }
    enum Measure {
        Count(noun) = ["the number of " (noun: Number::Many)];
        CardsInHand(whose) = ["the number of cards in " whose " hand"];
        CountersOnThis(mark) = ["the number of " mark " counters on this"];
        Its(figure) = [{Mention::It} "its " figure];
        This(figure) = ["this creature's " figure];
    }
    enum Test {
        YouControlNo(noun) = ["you control no " (noun: Number::Many)];
        YouControlMany(amount, noun) = ["you control " amount " or more " (noun: Number::Many)];
        YouControl(article, noun) = ["you control " article (noun: Number::One)];
        OpponentControls(article, noun) = ["an opponent controls " article (noun: Number::One)];
        IsAdjective(tested, adjective) = [tested " is " adjective];
        IsNoun(tested, article, noun) = [tested " is " article (noun: Number::One)];
        YourTurn = ["it is your turn"];
        HandAtLeast(amount) = ["you have " amount " or more cards in hand"];
        HandAtMost(amount) = ["you have " amount " or fewer cards in hand"];
        CountersOnThis(amount, mark) = ["this has " amount " or more " mark " counters"];
    }
    enum Tested {
        This = ["this"];
        It = [{Mention::It} "it"];
        Enchanted(host) = [{Mention::Enchanted} {Mention::Named} "enchanted " host];
    }
}

/// `white and blue `, or nothing.
struct TokenColours;

impl Form<Vec<Colour>> for TokenColours {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Vec<Colour>, usize)> {
        let mut readings = vec![(Vec::new(), at)];
        let lists = Form::<Vec<Colour>>::read(&List(" and "), scan, at).into_iter();
        readings.extend(lists.filter_map(|(colours, at)| Some((colours, scan.literal(at, " ")?))));
        readings
    }

    fn write(&self, colours: &Vec<Colour>, out: &mut Out) {
        List(" and ").write(colours, out);
        out.push(if colours.is_empty() { "" } else { " " });
    }
}

grammar! {
    struct Creation { amount, size, colours, subtype, keywords } = [
        amount " " size " " (colours: TokenColours) {Mention::TokenSubtype} subtype
        {Plural(" creature token", " creature tokens").for_amount(&amount)} (keywords: ListAfter(" with ", ", "))
    ];
    struct Clauses { clauses, x } = [
        (clauses: List(", then ")) (x: Defined) {Mention::EndOfClauses}
    ];
}

/// `, where X is ..`, or nothing.
pub(super) struct Defined;

impl Form<Option<Measure>> for Defined {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Option<Measure>, usize)> {
        Maybe(", where X is ").read(scan, at)
    }

    fn write(&self, value: &Option<Measure>, out: &mut Out) {
        if value.is_some() {
            out.mention(Mention::DefinesX);
        }
        Maybe(", where X is ").write(value, out);
    }
}
