//! Decks as people paste them (N10).

use proptest::prelude::*;

use super::*;
use crate::magic::setup::deck_list::{Advice, DeckCard, read_deck};

const CARD: &str = "Quarry Ox   1R\nCreature - Ox   2/2\n";

/// The cards of a deck in the spelling of a move, or the faults.
fn read(text: &str) -> Result<String, Vec<String>> {
    let deck = read_deck(text, None).map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    Ok(deck.text.strip_prefix("deck ").unwrap().to_owned())
}

fn advice(text: &str) -> Vec<String> {
    read_deck(text, None).unwrap().advice.iter().map(ToString::to_string).collect()
}

/// A deck that a match accepts: two of each card of the list below, one a line, in this form.
fn forty(form: impl Fn(&str) -> String) -> String {
    let names = "Kiln Sprite/Late Rent/Ebb Skater/Weir Tender/Chalk Finch/Kerb Sentry/Osier Reeve/Hedge Weasel/Drove Bull/\
                 Spark Piper/Hot Clinker/Slag Runner/Scree Goat/Soot Kite/Peat Clerk/Culvert Rat/Mooring Tern/Toll Breaker/\
                 Lead Mule/Tin Porter";
    names.split('/').map(|name| form(name) + "\n").collect()
}

#[test]
fn n10_every_spelling_is_the_same_deck() {
    let want = Ok("4 kiln-sprite; 3 late-rent".to_owned());
    for text in [
        "4 kiln-sprite; 3 late-rent",
        "deck 4 kiln-sprite; 3 late-rent",
        "4 Kiln Sprite\n3 Late Rent",
        "4 Kiln Sprite\r\n3 Late Rent\r\n",
        "4x Kiln Sprite\n3X LATE RENT",
        "4 x Kiln Sprite\n3 \u{d7} Late Rent",
        "Kiln Sprite x4\nLate Rent (x3)",
        "Kiln Sprite (4)\nLate Rent 3",
        "x4 kiln-sprite\nx3 late_rent",
        "Kiln Sprite x4, Late Rent x3",
        "4 Kiln Sprite (SET) 12\n3 Late Rent [ABC] 7a *F*",
        "4 Kiln Sprite (SET) 12 3 Late Rent (SET) 13",
        "4 Kiln Sprite (SET) 3 Late Rent",
        "4 Kiln Sprite 3 Late Rent",
        "Deck\n4 Kiln Sprite\n3 Late Rent",
        "Mainboard (7):\n4 Kiln Sprite\n3 Late Rent\n\nSideboard (2)\n2 Ebb Skater",
        "About\nName 4 Kilns\n\nDeck\n4 Kiln Sprite\n3 Late Rent",
        "Creatures (4)\n4 Kiln Sprite\n\nInstants: 3\n3 Late Rent",
        "# my deck\n4 Kiln Sprite // the best, 2 of them\n3 Late Rent # cheap",
        "- 4 Kiln Sprite\n* 3 Late Rent",
        "\u{2022} 4 Kiln Sprite\n\u{2022} 3 Late Rent",
        "2 Kiln Sprite\n3 Late Rent\n2 kiln sprite",
        "KilnSprite x4\nlaterent x3",
        "4 Kiln\u{2010}Sprite\n3 late \u{2013} rent",
        "4 Kiln Sprite\nSB: 2 Ebb Skater\n3 Late Rent",
        "4 kiln-sprite; 3\nlate-rent",
        "4 kiln-\nsprite; 3 late-rent;",
        "Kiln Sprite\nKiln Sprite\nKiln Sprite\nKiln Sprite\n3 Late Rent",
        ";;4 Kiln Sprite,,\n\n,3 Late Rent;",
    ] {
        assert_eq!(read(text), want, "{text:?}");
        // A match reads the same, but for names that are written as one word or in another hand.
        if !text.contains("KilnSprite") {
            let mv = if text.starts_with("deck") { text.to_owned() } else { format!("deck {text}") };
            assert_eq!(mv.parse::<Text>().unwrap().to_string(), "deck 4 kiln-sprite; 3 late-rent", "{mv:?}");
        }
    }
    for text in ["tollgate", "deck Tollgate", " Tollgate\n"] {
        assert_eq!(read(text).as_deref(), Ok("tollgate"));
    }
    assert_eq!(read("Kiln Sprite").as_deref(), Ok("1 kiln-sprite"), "a card, as it is no starter deck");
}

#[test]
fn n10_all_faults_are_told_with_their_lines() {
    let faults = |text: &str| read(text).unwrap_err();
    assert_eq!(
        faults(
            "4 Kiln Sprit\n3 Late Rent\n2 Zzzyzx\n1000 Ebb Skater\n4 5 Weir Tender\nEbb Skater x2 x3\n4 Kiln Sprite (A) foil"
        ),
        [
            "Line 1: \"Kiln Sprit\": There is no card of this name. Do you mean Kiln Sprite?",
            "Line 3: \"Zzzyzx\": There is no card of this name.",
            "Line 4: \"1000\": Expected a number up to 999.",
            "Line 5: \"5\": Expected the name of a card behind its number.",
            "Line 6: \"x3\": Expected one number for each card.",
            "Line 7: \"foil\": Expected `;` or a new line before the next card.",
        ]
    );
    assert_eq!(faults("3 Late Rent; 4"), ["Line 1: Expected the name of a card."]);
    assert_eq!(faults("4; 3 Late Rent"), ["Line 1: Expected the name of a card."]);
    let many = [
        "Line 2: \"late-rent\": More than 999 of this card.",
        "A deck has at most 4 of a name; this one has 1200 of Late Rent.",
    ];
    assert_eq!(faults("600 Late Rent\n600 late-rent"), many);
    let nothing = "There is no card in this text. Write one card a line, such as 4 Kiln Sprite.";
    for text in ["", "Deck", "# nothing", "Sideboard\n3 Late Rent"] {
        assert_eq!(faults(text), [nothing], "{text:?}");
    }
    assert_eq!(faults(&"4 Kiln Sprite\n".repeat(2000)), ["A deck has at most 16 kB of text."]);
    assert_eq!(
        read_deck("4 Kiln Sprite", Some("Quarry")).unwrap_err()[0].to_string(),
        "The further cards: card-text: line 1, character 7, the end of the line: expected a second line with the card's types"
    );
    let many = faults(&"a\n".repeat(300));
    assert_eq!((many.len(), many[99].contains("This text has 300 faults in all.")), (100, true));
    assert_eq!(faults("4 \u{202e}Kiln\u{7}")[0], "Line 1: \"\u{fffd}Kiln\u{fffd}\": There is no card of this name.");
}

#[test]
fn n10_advice_is_no_fault() {
    assert_eq!(
        advice("5 Kiln Sprite\n2 Recall from Arrears\nSideboard\n3 Late Rent"),
        [
            "A deck has 40 to 60 cards; this one has 7.",
            "A deck has at most 4 of a name; this one has 5 of Kiln Sprite.",
            "The 3 cards of the sideboard are left out; decks have none here.",
        ]
    );
    let deck = read_deck("2 Quarry Ox\nChalk Finch\nKiln Sprite\nEbb Skater", Some(CARD)).unwrap();
    assert_eq!(deck.text, "deck 1 chalk-finch; 1 ebb-skater; 1 kiln-sprite; 2 quarry-ox");
    assert_eq!(deck.cards[3], DeckCard { count: 2, id: cards::CardId::new("quarry-ox"), name: "Quarry Ox".to_owned() });
    let words: Vec<_> = deck.colours.iter().map(|(colour, number)| (colour.word(), *number)).collect();
    assert_eq!(words, [("white", 1), ("blue", 1), ("red", 3)]);
    let lands = deck.advice.last().unwrap();
    assert_eq!(
        lands.to_string(),
        "The deck is white, blue and red, but each player begins with 2 lands. The board has, of each type, two lands and one more for each player."
    );
    assert_eq!(deck.advice.iter().map(Advice::is_refused).collect::<Vec<_>>(), [true, false]);
    assert!(advice("tollgate").is_empty() && advice("estuary").is_empty(), "starter decks of two colours");
}

#[test]
fn n10_a_match_takes_a_pasted_deck_and_names_the_nearest_card() {
    let position = Magic::start(2, &Options::default(), &mut dice(0)).unwrap().position;
    let pasted = forty(|name| format!("2x {name} (SET) 7"));
    let taken = play_as(&position, 0, &format!("Deck\n{pasted}"));
    assert_eq!(taken.hidden.seats[0].deck.len(), 40);
    assert_eq!(taken, play_as(&position, 0, &read_deck(&pasted, None).unwrap().text));
    let refusal =
        |text: &str| position.play(Seat(0), &text.parse().unwrap(), Moment(0), &mut dice(0)).unwrap_err().to_string();
    assert_eq!(
        refusal("deck 4 Kiln Sprit; 3 late-rent"),
        "unknown-card: There is no card kiln-sprit in this match. Do you mean kiln-sprite?"
    );
    assert_eq!(refusal("deck 4 zzzyzx; 3 late-rent"), "unknown-card: There is no card zzzyzx in this match.");
}

proptest! {
    #[test]
    fn n10_reading_never_panics_and_its_move_reads_back(
        text in "(Deck\n|SB: |[0-9]{0,4}x? ?|[a-z]{1,3}|Kiln Sprite|kiln-sprite|late rent|[;,\n#/*() \\[\\]x\u{d7}-]|\\PC){0,24}"
    ) {
        match read_deck(&text, Some(CARD)) {
            Ok(deck) => {
                let total: u32 = deck.cards.iter().map(|card| u32::from(card.count)).sum();
                prop_assert!(deck.text.parse::<Text>().is_ok_and(|read| read.to_string() == deck.text), "{}", deck.text);
                prop_assert_eq!(read_deck(&deck.text, Some(CARD)).map(|deck| deck.text), Ok(deck.text));
                prop_assert!(total <= 999 * 40);
            }
            Err(faults) => {
                prop_assert!(!faults.is_empty() && faults.len() <= 100);
                prop_assert!(faults.is_sorted_by_key(|fault| fault.line.unwrap_or(usize::MAX)));
                let is_safe = faults.iter().all(|fault| !fault.to_string().contains(['\u{202e}', '\u{7}']));
                prop_assert!(is_safe);
            }
        }
        // What a match reads as a deck is what its canonical spelling says.
        if let Ok(read) = format!("deck {text}").parse::<Text>() {
            prop_assert_eq!(read.to_string().parse::<Text>(), Ok(read));
        }
    }
}
