//! A line that is printed.

/// What a line mentions, for the checks of C16.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Mention {
    /// An object that `it` may speak of from here on (C7).
    Named,
    /// A player that `that player` may speak of from here on (C7).
    Player,
    /// `it`, `its ..`.
    It,
    /// `that player`.
    ThatPlayer,
    /// X as a number.
    X,
    /// `where X is`.
    DefinesX,
    /// The end of clauses, which `where X is` stands for.
    EndOfClauses,
    /// The end of a price.
    EndOfPrice,
    /// `enchanted ..`.
    Enchanted,
    /// A subtype that has to be known.
    Subtype,
    /// A subtype in the plural, with an `s` behind it.
    Subtypes,
    /// The subtype of a token that is made.
    TokenSubtype,
    /// `*` in the size of a token or a change.
    Star,
    /// What does nothing here (R13, C18).
    Inert,
}

/// A text that is being printed.
#[derive(Debug, Default)]
pub(in super::super) struct Out {
    text: String,
    mentions: Vec<(usize, Mention)>,
    /// The number of mentions before an article that is not yet printed.
    article: Option<usize>,
    capital: bool,
    of_many: bool,
    other_acts: bool,
    #[cfg(test)]
    rules: Vec<&'static str>,
}

impl Out {
    /// Appends words.
    pub(super) fn push(&mut self, words: &str) {
        // The blank behind an article is its own.
        let words = if self.article.is_some() { words.trim_start() } else { words };
        let Some(first) = words.chars().next() else { return };
        if let Some(before) = self.article.take() {
            self.push(if takes_an(words) { "an " } else { "a " });
            // What was mentioned between article and word is the word.
            let here = self.text.len();
            self.mentions.iter_mut().skip(before).for_each(|(at, _)| *at = here);
        }
        if std::mem::take(&mut self.capital) {
            self.text.push(first.to_ascii_uppercase());
            self.text.push_str(words.get(first.len_utf8()..).unwrap_or_default());
        } else {
            self.text.push_str(words);
        }
    }

    /// Prints `a` or `an`, as the next word asks for (C5).
    pub(super) fn article(&mut self) {
        self.article = Some(self.mentions.len());
    }

    /// Prints the next letter as a capital (C2).
    pub(super) fn capital(&mut self) {
        self.capital = true;
    }

    /// Prints verbs behind several subjects, if it is so.
    pub(super) fn of_many(&mut self, many: bool, write: impl FnOnce(&mut Out)) {
        self.of_many = many;
        write(self);
        self.of_many = false;
    }

    /// True for verbs behind several subjects.
    pub(super) const fn is_of_many(&self) -> bool {
        self.of_many
    }

    /// Notes if another player than the controller of the text did something in these clauses.
    pub(super) const fn other_acts(&mut self, other: bool) {
        self.other_acts = other;
    }

    /// True if the controller has to be named, because another player did something before.
    pub(super) const fn names_you(&self) -> bool {
        self.other_acts
    }

    /// Notes what stands here.
    pub(super) fn mention(&mut self, mention: Mention) {
        self.mentions.push((self.text.len(), mention));
    }

    /// Notes by which rule this is printed.
    #[cfg(test)]
    pub(super) fn rule(&mut self, rule: &'static str) {
        self.rules.push(rule);
    }

    /// The rules by which this was printed.
    #[cfg(test)]
    pub(in super::super) fn rules(&self) -> &[&'static str] {
        &self.rules
    }

    /// What was printed.
    pub(in super::super) fn text(&self) -> &str {
        &self.text
    }

    /// What was mentioned, with its byte.
    pub(in super::super) fn mentions(&self) -> &[(usize, Mention)] {
        &self.mentions
    }
}

/// True for words that `an` stands before: those with a vowel, and numbers such as 8 and 11.
pub(super) fn takes_an(words: &str) -> bool {
    let digits = words.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    let vowel = words.starts_with(|c: char| matches!(c.to_ascii_lowercase(), 'a' | 'e' | 'i' | 'o' | 'u'));
    vowel || digits.starts_with('8') || matches!(digits, "11" | "18")
}
