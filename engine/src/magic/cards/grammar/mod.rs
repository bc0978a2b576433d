//! The grammar of card texts (C5), once: each rule is read and printed by the same line.
//!
//! Reading gives every reading that there is, so that a sentence with two meanings is found instead of guessed (C4, C19).

mod abilities;
mod agree;
mod costs;
mod counts;
mod effects;
pub(super) mod examples;
mod foreach;
mod form;
mod header;
mod nouns;
mod out;
pub(super) mod page;
mod scan;
pub(super) mod words;

pub(super) use self::header::{size_of, types_of};
pub(super) use self::out::{Mention, Out};
pub(super) use self::scan::Scan;

use super::ability::Ability;
use super::noun::Noun;

/// A value that is read and printed in one way.
pub(super) trait Syntax: Sized {
    /// The readings that begin at this byte, with the byte behind each. A shorter one may be missing where a longer one is.
    fn read(scan: &Scan<'_>, at: usize) -> Vec<(Self, usize)>;

    /// Prints it.
    fn write(&self, out: &mut Out);
}

/// A way to read and print values of a type, where its place decides how.
pub(super) trait Form<T> {
    /// The readings that begin at this byte, with the byte behind each. A shorter one may be missing where a longer one is.
    fn read(&self, scan: &Scan<'_>, at: usize) -> Vec<(T, usize)>;

    /// Prints the value.
    fn write(&self, value: &T, out: &mut Out);
}

/// Makes types readable and printable: one line for each rule.
///
/// An item of a rule is a literal; a field, which is read by its own syntax; `(field: form)`; `([field field]: form)` for fields that
/// depend on each other; or `{form}` for words that depend on fields before them and hold no value. Behind `|` stand other spellings that
/// are read.
macro_rules! grammar {
    ($(enum $type:ident {
        $( $variant:ident $(($($tuple:ident),+))? $({$($field:ident),+})? = [$($item:tt)+] $(| [$($other:tt)+])*; )+
    })+) => { $(
        #[cfg(test)]
        impl $type {
            /// The names of its rules, by which a test sees that the page of the grammar has an example of each.
            pub(in crate::magic::cards) const RULES: &'static [&'static str] =
                &[$(concat!(stringify!($type), "::", stringify!($variant))),+];
        }

        impl $crate::magic::cards::grammar::Syntax for $type {
            fn read(scan: &$crate::magic::cards::grammar::Scan<'_>, at: usize) -> Vec<($type, usize)> {
                let mut readings = Vec::new();
                $( grammar!(@either scan, at, readings,
                    [$type::$variant $(($($tuple),+))? $({$($field),+})?] [$($item)+] $([$($other)+])*); )+
                $crate::magic::cards::grammar::form::furthest(readings)
            }

            // A form may borrow a field, which is a value where it is read and a reference already where it is printed.
            #[allow(clippy::needless_borrow)]
            fn write(&self, out: &mut $crate::magic::cards::grammar::Out) {
                match self {
                    $( $type::$variant $(($($tuple),+))? $({$($field),+})? => {
                        #[cfg(test)]
                        out.rule(concat!(stringify!($type), "::", stringify!($variant)));
                        grammar!(@write out, $($item)+);
                    } )+
                }
            }
        }
    )+ };
    ($(struct $type:ident {$($field:ident),+} = [$($item:tt)+];)+) => { $(
        impl $crate::magic::cards::grammar::Syntax for $type {
            fn read(scan: &$crate::magic::cards::grammar::Scan<'_>, at: usize) -> Vec<($type, usize)> {
                let mut readings = Vec::new();
                grammar!(@read scan, at, readings, [$type {$($field),+}] [] $($item)+);
                $crate::magic::cards::grammar::form::furthest(readings)
            }

            // A form may borrow a field, which is a value where it is read and a reference already where it is printed.
            #[allow(clippy::needless_borrow)]
            fn write(&self, out: &mut $crate::magic::cards::grammar::Out) {
                let $type {$($field),+} = self;
                grammar!(@write out, $($item)+);
            }
        }
    )+ };

    (@either $scan:ident, $at:expr, $readings:ident, $made:tt $([$($item:tt)+])+) => {
        $( grammar!(@read $scan, $at, $readings, $made [] $($item)+); )+
    };

    (@read $scan:ident, $at:expr, $readings:ident, [$($made:tt)+] [$($name:ident)*]) => {{
        $( let $name = Clone::clone(&$name); )*
        $readings.push(($($made)+, $at));
    }};
    (@read $scan:ident, $at:expr, $readings:ident, $made:tt $names:tt $word:literal $($rest:tt)*) => {
        if let Some(at) = $scan.literal($at, $word) {
            grammar!(@read $scan, at, $readings, $made $names $($rest)*);
        }
    };
    (@read $scan:ident, $at:expr, $readings:ident, $made:tt [$($name:ident)*] $field:ident $($rest:tt)*) => {
        for ($field, at) in $crate::magic::cards::grammar::Syntax::read($scan, $at) {
            grammar!(@read $scan, at, $readings, $made [$($name)* $field] $($rest)*);
        }
    };
    (@read $scan:ident, $at:expr, $readings:ident, $made:tt [$($name:ident)*] ($field:ident : $form:expr) $($rest:tt)*) => {
        for ($field, at) in $crate::magic::cards::grammar::Form::read(&$form, $scan, $at) {
            grammar!(@read $scan, at, $readings, $made [$($name)* $field] $($rest)*);
        }
    };
    (@read $scan:ident, $at:expr, $readings:ident, $made:tt [$($name:ident)*] ([$($part:ident)+] : $form:expr) $($rest:tt)*) => {
        for (($($part),+), at) in $crate::magic::cards::grammar::Form::read(&$form, $scan, $at) {
            grammar!(@read $scan, at, $readings, $made [$($name)* $($part)+] $($rest)*);
        }
    };
    (@read $scan:ident, $at:expr, $readings:ident, $made:tt $names:tt {$form:expr} $($rest:tt)*) => {
        for ((), at) in $crate::magic::cards::grammar::Form::read(&$form, $scan, $at) {
            grammar!(@read $scan, at, $readings, $made $names $($rest)*);
        }
    };

    (@write $out:ident,) => {};
    (@write $out:ident, $word:literal $($rest:tt)*) => {
        $out.push($word);
        grammar!(@write $out, $($rest)*);
    };
    (@write $out:ident, $field:ident $($rest:tt)*) => {
        $crate::magic::cards::grammar::Syntax::write($field, $out);
        grammar!(@write $out, $($rest)*);
    };
    (@write $out:ident, ($field:ident : $form:expr) $($rest:tt)*) => {
        $crate::magic::cards::grammar::Form::write(&$form, $field, $out);
        grammar!(@write $out, $($rest)*);
    };
    (@write $out:ident, ([$($part:ident)+] : $form:expr) $($rest:tt)*) => {
        $crate::magic::cards::grammar::Form::write(&$form, &($(Clone::clone($part)),+), $out);
        grammar!(@write $out, $($rest)*);
    };
    (@write $out:ident, {$form:expr} $($rest:tt)*) => {
        $crate::magic::cards::grammar::Form::write(&$form, &(), $out);
        grammar!(@write $out, $($rest)*);
    };
}

pub(in crate::magic::cards::grammar) use grammar;

/// Every reading of a line to its last character.
pub(super) fn readings(scan: &Scan<'_>) -> Vec<Ability> {
    let whole = Ability::read(scan, 0).into_iter().filter(|(_, at)| scan.is_end(*at));
    whole.map(|(ability, _)| ability).collect()
}

/// The furthest byte that the reading of a line reaches, and what would be right there.
pub(super) fn stopped(line: &str) -> (usize, String) {
    let scan = Scan::noting(line);
    readings(&scan);
    scan.stopped()
}

/// The words that would be right at the furthest byte that the reading of a line reaches.
pub(super) fn words_at_stop(line: &str) -> Vec<&'static str> {
    let scan = Scan::noting(line);
    readings(&scan);
    scan.expected_words()
}

/// A line as it is printed, with what it mentions.
pub(super) fn printed(ability: &Ability) -> Out {
    let mut out = Out::default();
    out.capital();
    ability.write(&mut out);
    out
}

/// A noun in the singular.
pub(super) fn singular(noun: &Noun) -> String {
    let mut out = Out::default();
    Form::<Noun>::write(&nouns::Number::One, noun, &mut out);
    out.text().to_owned()
}
