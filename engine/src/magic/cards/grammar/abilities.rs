//! The lines of a card: keywords, prices, triggers and rules.

use super::agree::{Agrees, All, AllSubjects, Also, AnyOf, ByNumber, LandTypes};
use super::foreach::IsRule;
use super::form::{And, Capital, EachAfter, Either, List};
use super::nouns::Number;
use super::out::{Mention, Out};
use super::scan::Scan;
use super::{Form, Syntax, grammar};
use crate::magic::cards::ability::{
    Ability, Activated, Being, Event, Happening, Limit, Moment, PhaseOf, PhaseWord, Static, Trigger, Triggered,
};
use crate::magic::cards::measure::Test;
use crate::magic::cards::noun::Subject;

grammar! {
    enum Ability {
        Keywords(keywords) = [(keywords: List(", "))];
        Enchant(noun) = [{Mention::Enchanted} "Enchant " (noun: Number::One)];
        Star(measure) = ["* is " measure "."];
        AdditionalCost(payments) = ["As an additional cost, " (payments: List(", ")) "."];
        Activated(activated) = [activated];
        Only(moment) = ["Only " moment "."];
        Triggered(triggered) = [triggered];
        Static(rule) = [rule];
        Spell(text) = [text];
    }
    enum Limit {
        Only(moment) = [{Capital} "only " moment "."];
        OnceEachTurn = [{Capital} "only once each turn."];
        AnyPlayer = [{Capital} "any player may use this."];
    }
    enum Moment {
        YourSummoning = ["in your Summoning"];
        YourUpkeep = ["in your upkeep"];
        YourTurn = ["in your turn"];
        Battle = ["in a battle"];
    }
    enum PhaseOf {
        Your = ["your"];
        Each = ["each"];
        ItsControllers = [{Mention::It} "its controller's"];
    }
    enum PhaseWord {
        Upkeep = ["upkeep"];
        Summoning = ["Summoning"];
        EndOfTurn = ["end of turn"];
    }
    enum Event {
        Of(subject, happening) = [subject " " happening];
        YouCast(article, noun) = [{Mention::Player} {Mention::Named} "you cast " article (noun: Number::One)];
        PlayerCasts(article, noun) = [{Mention::Player} {Mention::Named} "a player casts " article (noun: Number::One)];
        OpponentCasts(article, noun) = [
            {Mention::Player} {Mention::Named} "an opponent casts " article (noun: Number::One)
        ];
        YouDraw = [{Mention::Player} {Mention::Named} "you draw a card"];
        OpponentDraws = [{Mention::Player} {Mention::Named} "an opponent draws a card"];
        YouDiscard = [{Mention::Player} {Mention::Named} "you discard a card"];
        OpponentDiscards = [{Mention::Player} {Mention::Named} "an opponent discards a card"];
    }
    enum Happening {
        Enters = ["enters"];
        Dies = ["dies"];
        LeavesPlay = ["leaves play"];
        Attacks = ["attacks"];
        Defends = ["defends"];
        Blocks = ["blocks"];
        IsBlocked = ["is blocked"];
        IsTappedForMana = ["is tapped for mana"];
        IsTapped = ["is tapped"];
        IsDealtDamage = ["is dealt damage"];
        DealsDamageTo(article, noun) = ["deals damage to " article (noun: Number::One)];
        IsTargeted = ["is targeted"];
        Conquers = ["conquers a land"];
        IsConquered = ["is conquered"];
    }
    enum Static {
        YouControlEnchanted(host) = [{Mention::Enchanted} "you control enchanted " host "."];
        Is { subjects, beings, condition, x } = [
            ([subjects beings condition x]: IsRule) {Mention::EndOfClauses} "."
        ];
        Has(subjects, ability) = [
            (subjects: AllSubjects) {ByNumber(subjects.number(), " has \"", " have \"")} (ability: Quoted) "\"."
        ];
        MustBlock(subject) = ["each creature able to block " subject " does so."];
        Costs { noun, amount, less } = [
            (noun: All) {ByNumber(noun.number(), " costs ", " cost ")} amount " " (less: Either("less", "more")) "."
        ];
        EnteringCosts(subject, amount) = ["entering " subject " costs " amount " more movement."];
        HandLimit(amount) = ["your hand limit is " amount "."];
        NoHandLimit = ["your hand has no limit."];
        EntersTapped = ["this enters tapped."];
        EntersWith(counters) = ["this enters with " counters "."];
        Prevent { battle, toward, subjects } = [
            "prevent all " (battle: Either("battle ", "")) "damage " {Also("that would be dealt ", "")} toward (subjects: AllSubjects) "."
        ];
        ExileInstead(subjects) = ["if " (subjects: AnyOf) " would die, exile it instead."];
    }
    enum Being {
        Gets(power, toughness) = [{Agrees("gets ", "get ")} power "/" toughness];
        Movement(by) = [{Agrees("gets ", "get ")} by " movement"];
        Has(keywords) = [{Agrees("has ", "have ")} (keywords: And)];
        IsColour(colour) = [{Agrees("is ", "are ")} colour];
        IsType(article, land) = [{Agrees("is ", "are ")} ([article land]: LandTypes)];
        Cannot(verb) = ["cannot " verb];
        BlocksOnly(noun) = ["can block only " (noun: Number::Many)];
        DoesNotUntap = [{Agrees("does", "do")} " not untap"];
        MovesAsThough = ["can move and attack as though " {Agrees("it", "they")} " had no defender"];
    }
}

grammar! {
    struct Activated { price, text, limits } = [
        (price: List(", ")) {Mention::EndOfPrice} ": " {Capital} text (limits: EachAfter(" "))
    ];
    struct Triggered { trigger, condition, text } = [trigger ", " (condition: Condition) text];
}

/// `if .., `, or nothing.
struct Condition;

impl Form<Option<Test>> for Condition {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Option<Test>, usize)> {
        // `if` behind a trigger is the trigger's (C4), so a text with `if` cannot begin here.
        let Some(behind) = scan.literal(at, "if ") else { return vec![(None, at)] };
        let tests = Test::read(scan, behind).into_iter();
        tests.filter_map(|(test, at)| Some((Some(test), scan.literal(at, ", ")?))).collect()
    }

    fn write(&self, value: &Option<Test>, out: &mut Out) {
        if let Some(test) = value {
            out.push("if ");
            test.write(out);
            out.push(", ");
        }
    }
}

/// An ability between quotation marks: a line of a permanent that holds no quotation and is no list of keywords (C4).
struct Quoted;

impl Form<Box<Ability>> for Quoted {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Box<Ability>, usize)> {
        if scan.is_quoting() {
            return Vec::new();
        }
        scan.quote(|| Ability::read(scan, at))
            .into_iter()
            .filter(|(ability, _)| ability.may_be_quoted())
            .map(|(ability, at)| (Box::new(ability), at))
            .collect()
    }

    fn write(&self, ability: &Box<Ability>, out: &mut Out) {
        out.capital();
        ability.write(out);
    }
}

impl Ability {
    const fn may_be_quoted(&self) -> bool {
        match self {
            Ability::Activated(_) | Ability::Triggered(_) => true,
            Ability::Static(rule) => !matches!(rule, Static::Has(..)),
            Ability::Keywords(_)
            | Ability::Enchant(_)
            | Ability::Star(_)
            | Ability::AdditionalCost(_)
            | Ability::Only(_)
            | Ability::Spell(_) => false,
        }
    }
}

impl Event {
    /// True for the events behind `when`; all others stand behind `whenever` (C4).
    const fn happens_once(&self) -> bool {
        matches!(self, Event::Of(Subject::This, Happening::Enters | Happening::Dies | Happening::LeavesPlay))
    }
}

impl Syntax for Trigger {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Trigger, usize)> {
        let mut readings = Vec::new();
        for (once, word, other) in [(true, "when ", "whenever"), (false, "whenever ", "when")] {
            let Some(behind) = scan.literal(at, word) else { continue };
            for (event, behind) in Event::read(scan, behind) {
                if event.happens_once() == once {
                    readings.push((Trigger::Event(event), behind));
                } else {
                    scan.missed_words(at, other);
                }
            }
        }
        if let Some(behind) = scan.literal(at, "at the beginning of ") {
            for (of, behind) in PhaseOf::read(scan, behind) {
                let Some(behind) = scan.literal(behind, " ") else { continue };
                let phases = PhaseWord::read(scan, behind).into_iter();
                readings.extend(phases.map(|(phase, at)| (Trigger::Phase(of, phase), at)));
            }
        }
        readings
    }

    fn write(&self, out: &mut Out) {
        match self {
            Trigger::Event(event) => {
                out.push(if event.happens_once() { "when " } else { "whenever " });
                event.write(out);
            }
            Trigger::Phase(of, phase) => {
                out.mention(Mention::Player);
                out.push("at the beginning of ");
                of.write(out);
                out.push(" ");
                phase.write(out);
            }
        }
    }
}
