//! Tokens: creatures without a card, which look like a card to the rules (R26, T3).

use std::fmt;
use std::str::FromStr;

use super::ability::{Ability, Being, Static};
use super::card::{Card, CardId, CardKind};
use super::colour::{Colour, Colours};
use super::effect::{Creation, Side, Size, Verb};
use super::keyword::{Keyword, Keywords};
use super::noun::{Subjects, Subtype};

/// What a token is: the body of a table text and the words after it (T3, T4), or what `create` makes.
///
/// Its text is its body and its words: `wg2/2 flying cant-block value-3 guard`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Token {
    /// None for a colourless artifact creature.
    pub colours: Colours,
    /// Power, 0 to 999.
    pub power: u16,
    /// Toughness, 0 to 999.
    pub toughness: u16,
    /// Its keywords.
    pub keywords: Keywords,
    /// What it cannot do.
    pub cannot: Vec<Cant>,
    /// Its mana value.
    pub value: u16,
    /// Its subtype, if it has one.
    pub subtype: Option<Subtype>,
    /// True for a colourless token that is no artifact; `create` can make one, a table cannot.
    pub plain: bool,
}

/// What a creature of a table text cannot do (T4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cant {
    /// `cant-block`
    Block,
    /// `cant-attack`
    Attack,
    /// `cant-be-blocked`
    BeBlocked,
}

impl Cant {
    /// All of them, in the order of the grammar.
    pub const ALL: [Cant; 3] = [Cant::Block, Cant::Attack, Cant::BeBlocked];

    /// The word in table texts.
    pub const fn word(self) -> &'static str {
        match self {
            Cant::Block => "cant-block",
            Cant::Attack => "cant-attack",
            Cant::BeBlocked => "cant-be-blocked",
        }
    }

    const fn verb(self) -> Verb {
        match self {
            Cant::Block => Verb::Block,
            Cant::Attack => Verb::Attack,
            Cant::BeBlocked => Verb::BeBlocked,
        }
    }
}

impl Token {
    /// The token with the body of a table text, such as `wg2/2` or `a0/4`; `None` if it is not spelled like one.
    pub fn body(text: &str) -> Option<Token> {
        let text = text.to_ascii_lowercase();
        let digits = text.find(|c: char| c.is_ascii_digit())?;
        let (letters, size) = text.split_at(digits);
        let (power, toughness) = size.split_once('/')?;
        let number = |text: &str| {
            let is_number = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text.parse().ok()).flatten()
        };
        let mut colours = Colours::NONE;
        if letters != "a" {
            for letter in letters.chars() {
                colours = colours.with(Colour::from_letter(letter)?);
            }
            if colours.is_empty() {
                return None;
            }
        }
        Some(Token { colours, power: number(power)?, toughness: number(toughness)?, ..Token::default() })
    }

    /// The token that a clause `create` makes; a `*` counts 0.
    pub fn created(creation: &Creation) -> Token {
        let side = |side: Side| match side {
            Side::Number(number) => number,
            Side::Star => 0,
        };
        let colours: Colours = creation.colours.iter().copied().collect();
        Token {
            colours,
            power: side(creation.size.power),
            toughness: side(creation.size.toughness),
            keywords: creation.keywords.iter().copied().collect(),
            cannot: Vec::new(),
            value: 0,
            subtype: Some(creation.subtype.clone()),
            plain: colours.is_empty(),
        }
    }

    /// The token as a card. Its id is its text; no card of a set has such an id.
    pub fn card(&self) -> Card {
        let mut abilities = Vec::new();
        if !self.keywords.is_empty() {
            abilities.push(Ability::Keywords(self.keywords.iter().collect()));
        }
        for cannot in &self.cannot {
            abilities.push(Ability::Static(Static::Is {
                subjects: Subjects::This,
                beings: vec![Being::Cannot(cannot.verb())],
                condition: None,
                x: None,
            }));
        }
        Card {
            name: self.subtype.as_ref().map_or("Token", Subtype::word).to_owned(),
            id: CardId::new(&self.to_string()),
            cost: None,
            colours: self.colours,
            value: self.value,
            kind: CardKind::Creature { artifact: self.is_artifact() },
            subtypes: self.subtype.iter().cloned().collect(),
            size: Some(Size { power: Side::Number(self.power), toughness: Side::Number(self.toughness) }),
            abilities,
            flavour: None,
        }
    }

    fn is_artifact(&self) -> bool {
        self.colours.is_empty() && !self.plain
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colours = if self.colours.is_empty() { "a".to_owned() } else { self.colours.to_string().to_lowercase() };
        write!(f, "{colours}{}/{}", self.power, self.toughness)?;
        self.keywords.iter().try_for_each(|keyword| write!(f, " {}", keyword.table_word()))?;
        self.cannot.iter().try_for_each(|cannot| write!(f, " {}", cannot.word()))?;
        if self.value > 0 {
            write!(f, " value-{}", self.value)?;
        }
        if self.plain {
            f.write_str(" plain")?;
        }
        self.subtype.iter().try_for_each(|subtype| write!(f, " is-{}", subtype.word().to_lowercase()))
    }
}

/// A text that is no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("not the text of a token")]
pub struct NoToken;

impl FromStr for Token {
    type Err = NoToken;

    fn from_str(text: &str) -> Result<Token, NoToken> {
        let mut words = text.split(' ');
        let mut token = words.next().and_then(Token::body).ok_or(NoToken)?;
        for word in words {
            let cannot = Cant::ALL.into_iter().find(|cannot| cannot.word() == word);
            if let Some(keyword) = Keyword::from_table_word(word) {
                token.keywords = token.keywords.with(keyword);
            } else if let Some(cannot) = cannot {
                token.cannot.push(cannot);
            } else if let Some(value) = word.strip_prefix("value-") {
                token.value = value.parse().map_err(|_| NoToken)?;
            } else if let Some(subtype) = word.strip_prefix("is-") {
                token.subtype = Some(Subtype::capital(subtype).ok_or(NoToken)?);
            } else if word == "plain" {
                token.plain = true;
            } else {
                return Err(NoToken);
            }
        }
        Ok(token)
    }
}
