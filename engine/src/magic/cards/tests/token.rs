//! Tokens as cards (T3, R26).

use super::super::card::CardKind;
use super::super::colour::Colour;
use super::super::effect::{Clause, Side};
use super::super::keyword::{Keyword, Keywords};
use super::super::lint::{self, Origin};
use super::super::token::{Cant, Token};
use super::super::{Card, Cards};

#[test]
fn a_body_is_colours_or_an_a_and_a_size() {
    let body = Token::body("wG2/11").unwrap();
    assert_eq!((body.power, body.toughness), (2, 11));
    assert!(body.colours.has(Colour::White) && body.colours.has(Colour::Green) && body.colours.len() == 2);
    assert_eq!(body.card().kind, CardKind::Creature { artifact: false });
    let wall = Token::body("a0/4").unwrap().card();
    assert_eq!(wall.kind, CardKind::Creature { artifact: true });
    assert!(wall.colours().is_empty());
    for text in ["", "2/2", "g", "g2", "g2/", "g/2", "x2/2", "ag2/2", "g2/2/2", "g1000/1", "g2 /2", "g-2/2", "aa1/1"] {
        assert_eq!(Token::body(text), None, "{text}");
    }
}

#[test]
fn the_text_of_a_token_is_read_back() {
    let mut token = Token::body("b3/1").unwrap();
    token.keywords = Keyword::ALL.into_iter().collect();
    token.cannot = Cant::ALL.to_vec();
    token.value = 7;
    for token in [token, Token::default(), Token::body("wubrg1/1").unwrap()] {
        let text = token.to_string();
        assert_eq!(text.parse::<Token>(), Ok(token.clone()), "{text}");
        assert_eq!(Cards::set().get(&text).unwrap().into_owned(), token.card());
        assert_eq!(token.card().id.as_str(), text);
    }
    for text in ["g2/2 ", "g2/2  flying", "g2/2 walking", "g2/2 value-x", "g2/2 is-", "g2/2 is-2", "flying"] {
        assert!(text.parse::<Token>().is_err(), "{text}");
        assert_eq!(Cards::set().get(text), None, "{text}");
    }
}

#[test]
fn a_token_looks_like_a_card() {
    let card = Cards::set().get("wg2/2 flying cant-block value-3").unwrap().into_owned();
    assert_eq!((card.name.as_str(), card.mana_value(), card.cost), ("Token", 3, None));
    assert_eq!(card.keywords(), Keywords::NONE.with(Keyword::Flying));
    assert_eq!(card.abilities.iter().map(ToString::to_string).collect::<Vec<_>>(), ["Flying", "This cannot block."]);
}

#[test]
fn a_created_token_has_what_its_clause_says() {
    let text =
        "Ford Edict   1G\nSorcery\nCreate 2 1/3 white and green Ferryman creature tokens with flying, first strike.\n";
    let cards: Vec<Card> = lint::cards(text, Origin::Set).unwrap();
    let clauses = cards[0].spells().next().unwrap().clauses();
    let [Clause::Create(creation)] = clauses.as_slice() else { panic!("{clauses:?}") };
    let token = Token::created(creation);
    assert_eq!(token.to_string(), "wg1/3 flying first-strike is-ferryman");
    assert_eq!(token.to_string().parse::<Token>(), Ok(token.clone()));
    let card = token.card();
    assert_eq!((card.name.as_str(), card.size.unwrap().toughness), ("Ferryman", Side::Number(3)));
    let plain = "Ford Edict   1G\nSorcery\nCreate 1 1/1 Ferryman creature token.\n";
    let cards = lint::cards(plain, Origin::Set).unwrap();
    let clauses = cards[0].spells().next().unwrap().clauses();
    let [Clause::Create(creation)] = clauses.as_slice() else { panic!("{clauses:?}") };
    assert_eq!(Token::created(creation).card().kind, CardKind::Creature { artifact: false }, "colourless, no artifact");
    assert_eq!(Token::created(creation).to_string().parse::<Token>(), Ok(Token::created(creation)));
}
