//! What is refused, with code, line, character and what would be right (C16, C17), and what is warned of (C18).

use super::super::fault::Refused;
use super::super::lint::{self, Origin};
use super::super::{Card, CardId, Cards};

/// The first fault of a text that may use the whole grammar.
fn fault(text: &str) -> Refused {
    let set = Cards::set();
    let set: Vec<Card> = set.all().cloned().collect();
    *lint::cards(text, Origin::Option(&set)).unwrap_err().first
}

/// Its code, line and character.
fn place(text: &str) -> (&'static str, usize, usize) {
    let fault = fault(text);
    assert!(!fault.expected.is_empty());
    (fault.code, fault.line, fault.at)
}

fn is_read(text: &str) {
    let set: Vec<Card> = Cards::set().all().cloned().collect();
    lint::cards(text, Origin::Option(&set)).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
}

/// A creature with this line.
fn creature(line: &str) -> String {
    format!("Ford Reeve   1G\nCreature - Reeve   2/2\n{line}\n")
}

/// A sorcery with this line.
fn sorcery(line: &str) -> String {
    format!("Ford Edict   1G\nSorcery\n{line}\n")
}

#[test]
fn a_word_that_no_rule_reads_is_refused_at_its_place() {
    let refused = fault(&sorcery("Destroy target lamp."));
    assert_eq!((refused.code, refused.line, refused.at), ("card-text", 3, 16));
    assert_eq!(refused.found, "lamp.");
    assert!(refused.expected.contains("`artifact`"), "{}", refused.expected);
    assert!(
        refused.to_string().starts_with("card-text: line 3, character 16, \"lamp.\" of Ford Edict: expected "),
        "{refused}"
    );
    for (line, at) in [
        ("Destroy target land", 20),
        ("Destroy target land. ", 22),
        ("Destroy target land.Draw 1 card.", 21),
        ("Destroy target land without regenaration.", 29),
        ("Draw 1 cards.", 12),
        ("Draw 2 card.", 8),
        ("Draw 02 cards.", 6),
        ("Draw 1000 cards.", 6),
        ("Destroy  target land.", 9),
        ("Tap an creature.", 5),
        ("Target creature gets +1/+1 this turn.", 28),
        ("Target creature cannot block until end of turn.", 36),
        ("Create 2 1/1 white Reeve creature token.", 35),
        ("Choose one: draw 1 card; draw 2 cards.", 26),
    ] {
        assert_eq!(place(&sorcery(line)), ("card-text", 3, at), "{line}");
    }
}

#[test]
fn when_and_whenever_stand_with_their_own_events() {
    for line in ["Whenever this enters, draw 1 card.", "When this attacks, draw 1 card."] {
        assert_eq!(place(&creature(line)).0, "card-text", "{line}");
    }
    is_read(&creature("When this leaves play, draw 1 card."));
    is_read(&creature("Whenever another Reeve enters, draw 1 card."));
}

#[test]
fn a_bare_text_is_for_spells_and_a_rule_for_permanents() {
    assert_eq!(place(&creature("Draw 1 card.")), ("card-text", 3, 1));
    assert_eq!(place(&sorcery("This enters tapped.")), ("card-text", 3, 1));
    is_read(&creature("This does not untap."));
    is_read(&sorcery("Target creature does not untap until your next turn."));
}

#[test]
fn a_quotation_holds_no_quotation_no_keywords_and_no_bare_text() {
    is_read(&creature("Each Reeve has \"Tap: Add G.\"."));
    for quote in ["Flying", "Draw 1 card.", "Each Reeve has \"Tap: Add G.\".", "Enchant land"] {
        assert_eq!(place(&creature(&format!("Each Reeve has \"{quote}\"."))).0, "card-text", "{quote}");
    }
}

#[test]
fn case_is_forgiven_but_for_subtypes() {
    is_read(&sorcery("DESTROY target LAND."));
    is_read("Ford Edict   1g\nsorcery\nadd g.");
    is_read(&sorcery("Destroy each Reeve."));
    assert_eq!(place(&sorcery("Destroy each reeve.")), ("card-text", 3, 14));
    assert_eq!(place(&sorcery("Destroy each REEVE.")), ("card-text", 3, 14));
}

#[test]
fn bad_names_are_refused_at_their_place() {
    for (name, at) in [
        ("ford Reeve", 1),
        ("Ford  Reeve", 6),
        ("Ford Reeve2", 11),
        ("Ford Reeve'", 12),
        ("Ford 'Reeve", 6),
        ("Ford Reeve ", 12),
        ("Ford--Reeve", 6),
        ("F☃rd Reeve", 2),
        ("ёlk", 1),
        ("Abcdefghij Abcdefghij Abc", 25),
    ] {
        assert_eq!(place(&format!("{name}\nSorcery\nDraw 1 card.\n")), ("bad-name", 1, at), "{name}");
    }
    is_read("Abcdefghij-Abcdefghij Ab\nSorcery\nDraw 1 card.\n");
    is_read("Éclair's Öd-Straße\nSorcery\nDraw 1 card.\n");
    assert_eq!(CardId::of_name("Éclair's Öd-Straße").as_str(), "eclairs-od-strasse");
    assert_eq!(place("Eclairs  Od\nSorcery\n"), ("bad-name", 1, 9));
    assert_eq!(place("Kilń Sprite   R\nCreature - Reeve   1/1\n"), ("name-taken", 1, 1));
}

#[test]
fn names_are_taken_once() {
    let twice = "Ford Edict   1\nSorcery\nDraw 1 card.\n\nford";
    assert_eq!(place(&twice.replace("ford", "Ford-Edict   2\nInstant\nDraw 1 card.")), ("name-taken", 5, 1));
    assert_eq!(place("Kiln Sprite   R\nCreature - Reeve   1/1\n"), ("name-taken", 1, 1));
    assert_eq!(place("Kiln-sprite   R\nCreature - Reeve   1/1\n"), ("name-taken", 1, 1));
}

#[test]
fn costs_have_one_spelling() {
    for cost in ["", "UW", "1X", "W2", "2 W", "01", "00", "X0", "0W", "C", "1000", " 2"] {
        assert_eq!(place(&format!("Ford Edict   {cost}\nSorcery\nDraw 1 card.\n")), ("bad-cost", 1, 14), "{cost}");
    }
    for cost in ["0", "X", "XU", "X2", "12", "2WUBRG", "WWW"] {
        is_read(&format!("Ford Edict   {cost}\nSorcery\nDraw 1 card.\n"));
    }
}

#[test]
fn creatures_alone_have_a_size() {
    assert_eq!(place("Ford Reeve   G\nCreature - Reeve\n"), ("bad-size", 2, 17));
    assert_eq!(place("Ford Edict   G\nSorcery   1/1\nDraw 1 card.\n"), ("bad-size", 2, 11));
    for size in ["1", "1/", "1/X", "-1/1", "01/1", "1/1000"] {
        assert_eq!(place(&format!("Ford Reeve   G\nCreature - Reeve   {size}\n")), ("bad-size", 2, 20), "{size}");
    }
    assert_eq!(place("Ford Reeve   G\nCreature - Reeve   1/*\n"), ("bad-size", 2, 22));
    is_read("Ford Reeve   G\nCreature - Reeve   */*\n* is the number of forests you control.\n");
    assert_eq!(place(&sorcery("Create 1 */* green Reeve creature token.")), ("bad-size", 3, 10));
}

#[test]
fn types_and_subtypes_are_words_of_their_own() {
    for types in ["Instants", "Creature", "Creature -", "Creature - reeve", "Creature - Land", "Land", "Artifact Aura"]
    {
        assert_eq!(place(&format!("Ford Reeve   G\n{types}   1/1\n")).0, "card-text", "{types}");
    }
    assert_eq!(place("Ford Reeve   G\n"), ("card-text", 1, 15));
    is_read("Ford Reeve   G\nArtifact Creature - Reeve Elk   1/1\n");
}

#[test]
fn it_speaks_of_what_was_named_before() {
    assert_eq!(place(&sorcery("Destroy it.")), ("it-unbound", 3, 9));
    assert_eq!(place(&sorcery("Its controller draws 1 card.")), ("it-unbound", 3, 1));
    assert_eq!(place(&creature("Tap: That player draws 1 card.")), ("it-unbound", 3, 6));
    assert_eq!(place(&creature("Whenever it dies, draw 1 card.")), ("it-unbound", 3, 10));
    assert_eq!(place(&creature("At the beginning of its controller's upkeep, draw 1 card.")), ("it-unbound", 3, 21));
    assert_eq!(place(&creature("Whenever a Reeve dies, that player draws 1 card.")), ("it-unbound", 3, 24));
    assert_eq!(place(&sorcery("Tap each creature, then destroy it.")), ("it-unbound", 3, 33));
    let divided = "It deals 3 damage divided as you choose among any number of target creatures.";
    assert_eq!(place(&sorcery(divided)), ("it-unbound", 3, 1));
    is_read(&sorcery("Destroy target creature. Its controller draws 1 card."));
    is_read(&creature("When this dies, put it on top of its owner's library."));
    is_read(&creature("Whenever an opponent casts a spell, that player draws 1 card."));
    is_read("Ford Writ   G\nAura\nEnchant creature\nAt the beginning of its controller's upkeep, tap it.\n");
}

#[test]
fn x_is_paid_or_defined() {
    assert_eq!(place(&sorcery("Draw X cards.")), ("x-unbound", 3, 6));
    assert_eq!(place(&creature("2: This gets +X/+0 until end of turn.")), ("x-unbound", 3, 15));
    let defined = "where X is the number of Reeves you control";
    assert_eq!(place(&sorcery(&format!("Draw X cards. Draw X cards, {defined}."))), ("x-unbound", 3, 6));
    assert_eq!(place(&sorcery(&format!("Choose one: draw X cards, {defined}; or draw X cards."))).0, "x-unbound");
    is_read(&sorcery(&format!("Draw X cards, {defined}.")));
    is_read("Ford Edict   XG\nSorcery\nDraw X cards.\n");
    is_read(&creature("X: This gets +X/+0 until end of turn."));
    is_read(&creature("Remove X toll counters from this: Draw X cards."));
    is_read("Ford Edict   G\nSorcery\nAs an additional cost, discard X cards.\nDraw X cards.\n");
    is_read("Ford Reeve   XG\nCreature - Reeve   0/1\nThis enters with X +1/+1 counters.\n");
}

#[test]
fn an_aura_has_a_host_and_nothing_else_has() {
    assert_eq!(place("Ford Writ   G\nAura\nEnchanted creature gets +1/+1.\n"), ("no-host", 2, 1));
    assert_eq!(place(&creature("Enchant creature")), ("no-host", 3, 1));
    assert_eq!(place(&creature("Enchanted creature gets +1/+1.")), ("no-host", 3, 1));
    assert_eq!(place(&creature("Each creature on enchanted land gets +1/+1.")), ("no-host", 3, 18));
    assert_eq!(place(&creature("You control enchanted creature.")), ("no-host", 3, 1));
    is_read("Ford Writ   G\nAura\nEnchant creature\nEnchanted creature gets +1/+1.\n");
}

#[test]
fn a_spell_has_an_effect_without_price_or_trigger() {
    assert_eq!(place("Ford Edict   G\nInstant\n"), ("no-effect", 2, 1));
    assert_eq!(place("Ford Edict   G\nInstant\nOnly in a battle.\n"), ("no-effect", 2, 1));
    assert_eq!(place("Ford Edict   G\nInstant\nDraw 1 card.\n2: Draw 1 card.\n"), ("no-effect", 4, 1));
    assert_eq!(place("Ford Edict   G\nInstant\nDraw 1 card.\nWhen this dies, draw 1 card.\n"), ("no-effect", 4, 1));
}

#[test]
fn subtypes_are_those_of_cards_and_tokens() {
    assert_eq!(place(&sorcery("Destroy each Heptarch.")), ("unknown-subtype", 3, 14));
    assert_eq!(place(&sorcery("Destroy each Reeves.")), ("unknown-subtype", 3, 14));
    assert_eq!(place(&sorcery("Draw X cards, where X is the number of Heptarchs you control.")).0, "unknown-subtype");
    is_read(&sorcery("Create 1 1/1 green Heptarch creature token. Untap each Heptarch."));
    is_read(&sorcery("Tap up to 2 target Reeves."));
}

#[test]
fn the_option_has_sixty_four_cards_and_no_flavour() {
    let card = |number: u8| {
        let letter = |part: u8| char::from(b'a' + part);
        format!("Ford {}{}\nSorcery\nDraw 1 card.\n", letter(number / 26).to_ascii_uppercase(), letter(number % 26))
    };
    let cards = |count: u8| (0..count).map(card).collect::<Vec<_>>().join("\n");
    is_read(&cards(64));
    assert_eq!(place(&cards(65)), ("too-many-cards", 64 * 4 + 1, 1));
    assert_eq!(place(&sorcery("Draw 1 card.\n~ The ford is deep.")), ("card-text", 4, 1));
    lint::cards(&sorcery("Draw 1 card.\n~ The ford is deep."), Origin::Set).unwrap();
}

#[test]
fn comments_and_the_last_end_of_a_line_do_not_matter() {
    let plain = Cards::with("Ford Reeve   G\nCreature - Reeve   1/1\nFlying").unwrap();
    let text = "# A reeve.\n\nFord Reeve   G\n# a comment\nCreature - Reeve   1/1\nFlying\n\n# the end\n";
    assert_eq!(plain, Cards::with(text).unwrap());
    assert_eq!(plain.card("ford-reeve").unwrap().to_string(), "Ford Reeve   G\nCreature - Reeve   1/1\nFlying\n");
    assert_eq!(place("# one\n# two\nford"), ("bad-name", 3, 1));
}

#[test]
fn all_faults_of_a_text_are_told_in_its_order() {
    let text = format!("{}\n{}", sorcery("Destroy it."), "Ford Two   WW WW\nLand\nTrampel\nDraw two cadrs.\n");
    let faults = Cards::with(&text).unwrap_err();
    let all: Vec<_> = std::iter::once(&*faults.first).chain(&faults.others).collect();
    let places: Vec<_> = all.iter().map(|fault| (fault.code, fault.line, fault.at)).collect();
    let expected =
        [("it-unbound", 3, 9), ("bad-cost", 5, 12), ("card-text", 6, 1), ("card-text", 7, 1), ("card-text", 8, 10)];
    assert_eq!((places.as_slice(), faults.more), (expected.as_slice(), 0));
    assert!(
        all[3].to_string().contains("of Ford Two: expected a keyword or a sentence; the keywords are flying, "),
        "{}",
        all[3]
    );
    assert!(all[3].to_string().contains("there is no `trample` here: "), "{}", all[3]);
    assert!(all[4].to_string().ends_with("; did you mean `cards`?; an example is `Draw two cards.`"), "{}", all[4]);
    assert_eq!(faults.to_string().lines().count(), 5);
}

#[test]
fn ten_faults_are_told_and_the_others_counted() {
    let lines = |count: usize| sorcery(&vec!["Draw two lamps."; count].join("\n"));
    let faults = |count| Cards::with(&lines(count)).unwrap_err();
    assert_eq!((faults(10).others.len(), faults(10).more), (9, 0));
    assert_eq!((faults(12).others.len(), faults(12).more), (9, 2));
    assert!(faults(12).to_string().ends_with("\nand 2 more faults"));
    assert!(faults(11).to_string().ends_with("\nand one more fault"));
}

#[test]
fn a_misspelt_word_is_told_with_the_nearest_one() {
    for (line, near) in [
        ("Destroy target craeture.", "creature"),
        ("Target creature gains flyin until end of turn.", "flying"),
        ("Destroy target land without regenaration.", "regeneration"),
        ("Flying, bandign", "banding"),
        ("Put a +1/+1 countr on target creature.", "counter"),
    ] {
        let told = fault(&sorcery(line)).to_string();
        assert!(told.contains(&format!("did you mean `{near}`?")), "{told}");
    }
    let absent = fault(&sorcery("Look at target player's hand."));
    assert!(absent.to_string().contains("there is no `look at target player's hand` here"), "{absent}");
    let far = fault(&sorcery("Destroy target zzyzx."));
    let advice = far.advice.as_ref().unwrap();
    assert!(advice.hint.is_none() && advice.example.is_some(), "{far}");
}

#[test]
fn a_fault_is_told_at_the_word_that_was_written() {
    assert_eq!(place(&sorcery("You draw two cards, then you draw X cards.")), ("x-unbound", 3, 35));
    assert_eq!(place(&creature("Each Heptarch gets +1/+1.")), ("unknown-subtype", 3, 6));
    assert_eq!(place(&creature("All Heptarchs get +1/+1.")), ("unknown-subtype", 3, 5));
    assert_eq!(place(&sorcery("You draw 1 card, then destroy it.")), ("it-unbound", 3, 31));
}

#[test]
fn what_is_of_no_use_is_warned_of() {
    for (text, line) in [
        (sorcery("You gain 2 life."), 3),
        (sorcery("This deals 2 damage to target player."), 3),
        (sorcery("This deals 2 damage to each creature and each player."), 3),
        (creature("Pay 2 life: Draw 1 card."), 3),
        ("Ford Reeve   2\nCreature - Reeve   1/1\n".to_owned(), 2),
        ("Ford Reeve\nCreature - Reeve   1/1\n".to_owned(), 1),
        ("Ford Edict   2\nSorcery\nDraw 1 card.\nFlying\n".to_owned(), 4),
        (creature("* is the number of forests you control."), 3),
        ("Ford Writ   G\nAura\nEnchant land\nEnchanted creature gets +1/+1.\n".to_owned(), 4),
        ("Ford Writ   G\nAura\nEnchant Reeve\nYou control enchanted land.\n".to_owned(), 4),
        ("Ford Writ   G\nAura\nEnchant land\nEnchanted land has \"Tap: Draw 1 card.\".\n".to_owned(), 4),
        (creature("Each forest you control has \"Tap: Draw 1 card.\"."), 3),
        (creature("Each creature spell you cast has \"Tap: Draw 1 card.\"."), 3),
    ] {
        is_read(&text);
        let lines: Vec<usize> = Cards::warnings(&text).iter().map(|warning| warning.line).collect();
        assert!(lines.contains(&line), "{text}: {lines:?}");
    }
    let useful = sorcery("This deals 2 damage to target creature or player.");
    assert_eq!(Cards::warnings(&useful), []);
    assert_eq!(Cards::warnings("Ford Engine   2\nArtifact Creature - Engine   1/1\n"), []);
}
