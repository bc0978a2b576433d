//! Texts, sentences, clauses, changes, measures and tests.

use super::agree::{Agrees, Also, ByNumber, Changes, LandTypes};
use super::counts::{Cards, Count, TopCards};
use super::form::{And, Does, Either, List, Maybe, Plural, With, write_list};
use super::nouns::Number;
use super::out::{Mention, Out};
use super::scan::Scan;
use super::{Form, Syntax, costs, grammar};
use crate::magic::cards::colour::Colour;
use crate::magic::cards::cost::Amount;
use crate::magic::cards::effect::{
    Change, Clause, Creation, Duration, Found, LibraryEnd, Mana, Manas, Sentence, Text, Toward, Verb,
};
use crate::magic::cards::measure::{Measure, Test, Tested};
use crate::magic::cards::noun::Thing;

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
        write_list(value, " or ", out);
    }
}

/// The same as `W, U, B, R or G`.
const ANY_COLOUR: &str = "one mana of any colour";

impl Mana {
    fn of_any_colour() -> Mana {
        Mana(Colour::ALL.into_iter().map(|colour| Manas::Coloured(vec![colour])).collect())
    }
}

impl Syntax for Mana {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Mana, usize)> {
        let any = [ANY_COLOUR, "one mana of any color"].into_iter().find_map(|words| scan.literal(at, words));
        let any = any.map(|at| (Mana::of_any_colour(), at));
        any.into_iter().chain(Or.read(scan, at).into_iter().map(|(options, at)| (Mana(options), at))).collect()
    }

    fn write(&self, out: &mut Out) {
        if *self == Mana::of_any_colour() {
            out.push(ANY_COLOUR);
        } else {
            Or.write(&self.0, out);
        }
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

/// Damage that is prevented; the words may be left out.
const WOULD_BE_DEALT: &str = "that would be dealt ";

/// The same number once more.
struct Same(Amount);

impl Form<()> for Same {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<((), usize)> {
        Amount::read(scan, at).into_iter().filter(|(amount, _)| *amount == self.0).map(|(_, at)| ((), at)).collect()
    }

    fn write(&self, (): &(), out: &mut Out) {
        Count::One.write(&self.0, out);
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
        Divides { source, amount, noun } = [
            source " deals " amount " damage divided as you choose among any number of " {Mention::Named} "target "
            (noun: Number::Many)
        ] | [
            source " deals " amount " damage divided as you choose among up to " {Same(amount)} " target " (noun: Number::Many)
        ];
        Carry { thing, to } = ["move " thing " to target " (to: Number::One)];
        Destroy { thing, regenerates } = ["destroy " thing (regenerates: Either("", " without regeneration"))];
        Regenerate(thing) = ["regenerate " thing];
        Exile(thing) = ["exile " thing];
        Tap(thing) = ["tap " thing];
        Untap(thing) = ["untap " thing];
        Modify { thing, changes, duration } = [([thing changes]: Changes) (duration: Lasting::from_changes(&changes))];
        Animate(thing) = [
            thing " can move and attack this turn as though " {ByNumber(Thing::number(&thing), "it", "they")} " had no defender"
        ];
        GainControl { thing, duration } = ["gain control of " thing (duration: Lasting::from_changes(&[]))];
        Counter { thing, unless } = ["counter " thing (unless: Maybe(" unless its controller pays "))];
        Return(thing) = ["return " thing {ByNumber(Thing::number(&thing), " to its owner's hand", " to their owners' hands")}];
        PutOnLibrary { thing, end } = [
            "put " thing " on " end {ByNumber(Thing::number(&thing), " of its owner's library", " of their owners' libraries")}
        ];
        PutIntoPlay(thing) = ["put " thing " into play"];
        PreventNext { amount, thing } = [
            "prevent the next " amount " damage " {Also(WOULD_BE_DEALT, "")} "to " thing " this turn"
        ];
        PreventAllBattle = ["prevent all battle damage " {Also(WOULD_BE_DEALT, "")} "this turn"];
        PreventBattle { toward, thing } = [
            "prevent all battle damage " {Also(WOULD_BE_DEALT, "")} toward thing " this turn"
        ];
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
        Look { top, take } = [
            "look at the top" (top: TopCards) " of your library, take " (take: Count::One)
        ];
        Search { article, noun, into } = [
            "search your library for " article (noun: Number::One) " and put it into " into
        ];
        Mill { amount, whose } = ["put the top" (amount: TopCards) " of " whose " library into the graveyard"];
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
        Gets(power, toughness) = [{Agrees("gets ", "get ")} power "/" toughness];
        Movement(by) = [{Agrees("gets ", "get ")} by " movement"];
        Gains(keywords) = [{Agrees("gains ", "gain ")} (keywords: And)];
        Loses(keyword) = [{Agrees("loses ", "lose ")} keyword];
        LosesAll = [{Agrees("loses ", "lose ")} "all abilities"];
        BecomesColour(colour) = [{Agrees("becomes ", "become ")} colour];
        BecomesType(article, land) = [{Agrees("becomes ", "become ")} ([article land]: LandTypes)];
        BecomesSize(size) = [{Agrees("becomes ", "become ")} size];
        Cannot(verb) = ["cannot " verb];
        DoesNotUntap = [{Agrees("does", "do")} " not untap"];
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
        YouControlMany(amount, noun) = ["you control " (amount: Count::One) " or more " (noun: Number::Many)];
        YouControl(article, noun) = ["you control " article (noun: Number::One)];
        OpponentControls(article, noun) = ["an opponent controls " article (noun: Number::One)];
        IsAdjective(tested, adjective) = [tested " is " adjective];
        IsNoun(tested, article, noun) = [tested " is " article (noun: Number::One)];
        YourTurn = ["it is your turn"];
        HandAtLeast(amount) = ["you have " (amount: Count::One) " or more cards in hand"];
        HandAtMost(amount) = ["you have " (amount: Count::One) " or fewer cards in hand"];
        CountersOnThis(amount, mark) = ["this has " (amount: Count::One) " or more " mark " counters"];
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
        (amount: Count::Article) " " size " " (colours: TokenColours) {Mention::TokenSubtype} subtype
        {Plural(" creature token", " creature tokens").for_amount(&amount)} (keywords: With)
    ];
}
