//! Subjects and verbs: `this gets`, `creatures you control get`.

use super::form::{List, furthest};
use super::nouns::Number;
use super::out::Out;
use super::scan::Scan;
use super::{Form, Syntax};
use crate::magic::cards::ability::Being;
use crate::magic::cards::colour::LandType;
use crate::magic::cards::cost::Amount;
use crate::magic::cards::effect::{Change, Verb};
use crate::magic::cards::noun::{Article, Kind, Noun, Subjects, Thing};

/// A verb: the first words behind one subject, the second behind several.
pub(super) struct Agrees(pub(super) &'static str, pub(super) &'static str);

impl Agrees {
    const fn words(&self, many: bool) -> &'static str {
        if many { self.1 } else { self.0 }
    }
}

impl Form<()> for Agrees {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<((), usize)> {
        scan.literal(at, self.words(scan.is_of_many())).map(|at| ((), at)).into_iter().collect()
    }

    fn write(&self, (): &(), out: &mut Out) {
        out.push(self.words(out.is_of_many()));
    }
}

/// Words that are printed in the first spelling, and read in both.
pub(super) struct Also(pub(super) &'static str, pub(super) &'static str);

impl Form<()> for Also {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<((), usize)> {
        [self.0, self.1].into_iter().filter_map(|words| Some(((), scan.literal(at, words)?))).collect()
    }

    fn write(&self, (): &(), out: &mut Out) {
        out.push(self.0);
    }
}

/// Words that are read in both spellings, and printed in the first for one object, in the second for several.
pub(super) struct ByNumber(pub(super) Number, pub(super) &'static str, pub(super) &'static str);

impl Form<()> for ByNumber {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<((), usize)> {
        Also(self.1, self.2).read(scan, at)
    }

    fn write(&self, (): &(), out: &mut Out) {
        out.push(match self.0 {
            Number::One => self.1,
            Number::Many => self.2,
        });
    }
}

impl Thing {
    /// Whether several objects are named, as in `up to two target creatures`.
    pub(super) const fn number(&self) -> Number {
        match self {
            Thing::UpTo(Amount::Number(1), _)
            | Thing::This
            | Thing::It
            | Thing::Enchanted(_)
            | Thing::Target(_)
            | Thing::Each(_) => Number::One,
            Thing::UpTo(..) => Number::Many,
        }
    }
}

impl Subjects {
    /// Whether they are printed in the plural.
    pub(super) fn number(&self) -> Number {
        match self {
            Subjects::This | Subjects::Enchanted(_) => Number::One,
            Subjects::Each(noun) => noun.number(),
        }
    }
}

impl Noun {
    /// Plural, where `each creature` can be printed as `creatures`; singular for subtypes such as `Ox`, whose plural has more than an `s`,
    /// and for several kinds: behind a comma, `artifacts or creatures` would go on with a list of nouns before it.
    pub(super) fn number(&self) -> Number {
        let is_plain = |kind: &Kind| match kind {
            Kind::Subtype(subtype) => {
                let word = subtype.word();
                !["s", "x", "z", "ch", "sh", "f", "y", "o", "man", "fe"].iter().any(|end| word.ends_with(end))
            }
            Kind::Creature
            | Kind::Artifact
            | Kind::Enchantment
            | Kind::Aura
            | Kind::Land
            | Kind::Type(_)
            | Kind::Permanent
            | Kind::Token
            | Kind::Spell
            | Kind::Card
            | Kind::Sorcery => true,
            Kind::OneOf(_) => false,
        };
        if is_plain(&self.kind) { Number::Many } else { Number::One }
    }
}

/// All of a noun: `creatures you control`, or `each Ox`; `all creatures` is read too.
pub(super) struct All;

impl All {
    /// The nouns in the plural that begin here, with or without `all `.
    fn many(scan: &Scan<'_>, at: usize) -> Vec<(Noun, usize)> {
        Number::Many.read(scan, scan.literal(at, "all ").unwrap_or(at))
    }
}

impl Form<Noun> for All {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Noun, usize)> {
        let one = scan.literal(at, "each ").map_or_else(Vec::new, |at| Number::One.read(scan, at));
        if one.is_empty() { All::many(scan, at) } else { one }
    }

    fn write(&self, noun: &Noun, out: &mut Out) {
        if noun.number() == Number::One {
            out.push("each ");
        }
        noun.number().write(noun, out);
    }
}

/// Subjects, and of a noun all of it: `this`, `creatures you control`.
pub(super) struct AllSubjects;

impl Form<Subjects> for AllSubjects {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Subjects, usize)> {
        let mut readings = Subjects::read(scan, at);
        if readings.is_empty() {
            readings = All::many(scan, at).into_iter().map(|(noun, at)| (Subjects::Each(noun), at)).collect();
        }
        readings
    }

    fn write(&self, subjects: &Subjects, out: &mut Out) {
        match subjects {
            Subjects::Each(noun) => All.write(noun, out),
            Subjects::This | Subjects::Enchanted(_) => subjects.write(out),
        }
    }
}

/// Subjects of which one would do something: `a creature you control`; `each creature you control` is read too.
pub(super) struct AnyOf;

impl Form<Subjects> for AnyOf {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Subjects, usize)> {
        let mut readings = Subjects::read(scan, at);
        if readings.is_empty() {
            let behind = super::counts::article(scan, at);
            let nouns: Vec<(Noun, usize)> = behind.map_or_else(Vec::new, |at| Number::One.read(scan, at));
            readings = nouns.into_iter().map(|(noun, at)| (Subjects::Each(noun), at)).collect();
        }
        readings
    }

    fn write(&self, subjects: &Subjects, out: &mut Out) {
        match subjects {
            Subjects::Each(noun) => {
                out.article();
                Number::One.write(noun, out);
            }
            Subjects::This | Subjects::Enchanted(_) => subjects.write(out),
        }
    }
}

/// Subjects and what they are, whose verbs agree with them.
pub(super) struct Beings;

impl Form<(Subjects, Vec<Being>)> for Beings {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<((Subjects, Vec<Being>), usize)> {
        let mut readings = behind(scan, Subjects::read(scan, at));
        let many = All::many(scan, at).into_iter().map(|(noun, at)| (Subjects::Each(noun), at)).collect();
        readings.extend(scan.of_many(|| behind(scan, many)));
        furthest(readings)
    }

    fn write(&self, (subjects, beings): &(Subjects, Vec<Being>), out: &mut Out) {
        AllSubjects.write(subjects, out);
        out.push(" ");
        out.of_many(subjects.number() == Number::Many, |out| Verbs.write(beings, out));
    }
}

/// What is changed and how, where verbs agree with it.
pub(super) struct Changes;

impl Form<(Thing, Vec<Change>)> for Changes {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<((Thing, Vec<Change>), usize)> {
        let things = Thing::read(scan, at);
        let mut many: Vec<_> = All::many(scan, at).into_iter().map(|(noun, at)| (Thing::Each(noun), at)).collect();
        many.extend(things.iter().filter(|(thing, _)| thing.number() == Number::Many).cloned());
        // Behind several targets the singular is read too, as it was once printed.
        let mut readings = behind(scan, things);
        for reading in scan.of_many(|| behind(scan, many)) {
            // `cannot` is the same in the singular and the plural.
            if !readings.contains(&reading) {
                readings.push(reading);
            }
        }
        furthest(readings)
    }

    fn write(&self, (thing, changes): &(Thing, Vec<Change>), out: &mut Out) {
        let number = if let Thing::Each(noun) = thing {
            All.write(noun, out);
            noun.number()
        } else {
            thing.write(out);
            thing.number()
        };
        out.push(" ");
        out.of_many(number == Number::Many, |out| Verbs.write(changes, out));
    }
}

/// The verbs behind each of these subjects.
fn behind<S: Clone, V: Forbids>(scan: &Scan<'_>, subjects: Vec<(S, usize)>) -> Vec<((S, Vec<V>), usize)> {
    let mut readings = Vec::new();
    for (subject, at) in subjects {
        let Some(at) = scan.literal(at, " ") else { continue };
        readings.extend(Verbs.read(scan, at).into_iter().map(|(verbs, at)| ((subject.clone(), verbs), at)));
    }
    readings
}

/// What can say `cannot`.
pub(super) trait Forbids: Syntax + Clone {
    /// The value that says it of this verb.
    fn cannot(verb: Verb) -> Self;

    /// The verb, if it says that.
    fn forbidden(&self) -> Option<&Verb>;
}

impl Forbids for Being {
    fn cannot(verb: Verb) -> Being {
        Being::Cannot(verb)
    }

    fn forbidden(&self) -> Option<&Verb> {
        if let Being::Cannot(verb) = self { Some(verb) } else { None }
    }
}

impl Forbids for Change {
    fn cannot(verb: Verb) -> Change {
        Change::Cannot(verb)
    }

    fn forbidden(&self) -> Option<&Verb> {
        if let Change::Cannot(verb) = self { Some(verb) } else { None }
    }
}

/// Values with `and` between them; those that say `cannot` one after the other are one: `cannot attack or block`.
struct Verbs;

/// One value, or several that begin with the same `cannot`.
#[derive(Clone)]
struct Group<V>(Vec<V>);

impl<V: Forbids> Syntax for Group<V> {
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Group<V>, usize)> {
        let group = |(first, mut at): (V, usize)| {
            let mut group = vec![first];
            while group.first().is_some_and(|first| first.forbidden().is_some())
                && let Some(behind) = scan.literal(at, " or ")
                && let Some((verb, behind)) = Verb::read(scan, behind).pop()
            {
                group.push(V::cannot(verb));
                at = behind;
            }
            (Group(group), at)
        };
        furthest(V::read(scan, at)).into_iter().map(group).collect()
    }

    fn write(&self, out: &mut Out) {
        let Some((first, rest)) = self.0.split_first() else { return };
        first.write(out);
        for verb in rest.iter().filter_map(V::forbidden) {
            out.push(" or ");
            verb.write(out);
        }
    }
}

impl<V: Forbids> Form<Vec<V>> for Verbs {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(Vec<V>, usize)> {
        let groups = Form::<Vec<Group<V>>>::read(&List(" and "), scan, at).into_iter();
        groups.map(|(groups, at)| (groups.into_iter().flat_map(|group| group.0).collect(), at)).collect()
    }

    fn write(&self, values: &Vec<V>, out: &mut Out) {
        let both_forbid = |a: &V, b: &V| a.forbidden().is_some() && b.forbidden().is_some();
        let groups = values.chunk_by(both_forbid).map(|group| Group(group.to_vec()));
        List(" and ").write(&groups.collect(), out);
    }
}

/// Behind `is` or `are`: `a swamp`, `swamps`.
pub(super) struct LandTypes;

impl Form<(Article, LandType)> for LandTypes {
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<((Article, LandType), usize)> {
        if scan.is_of_many() {
            let kinds = many_types(scan, at).into_iter().map(|(land, at)| ((Article::A, land), at));
            let another = scan.literal(at, "another ").map_or_else(Vec::new, |at| many_types(scan, at));
            return kinds.chain(another.into_iter().map(|(land, at)| ((Article::Another, land), at))).collect();
        }
        let mut readings = Vec::new();
        for (article, at) in Article::read(scan, at) {
            readings.extend(LandType::read(scan, at).into_iter().map(|(land, at)| ((article, land), at)));
        }
        readings
    }

    fn write(&self, (article, land): &(Article, LandType), out: &mut Out) {
        if !out.is_of_many() {
            article.write(out);
            return land.write(out);
        }
        if *article == Article::Another {
            out.push("another ");
        }
        Number::Many.write(&Kind::Type(*land), out);
    }
}

fn many_types(scan: &Scan<'_>, at: usize) -> Vec<(LandType, usize)> {
    let kinds: Vec<(Kind, usize)> = Number::Many.read(scan, at);
    let land = |(kind, at)| if let Kind::Type(land) = kind { Some((land, at)) } else { None };
    kinds.into_iter().filter_map(land).collect()
}
