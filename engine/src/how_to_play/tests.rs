//! The texts of all games, and faulty pictures.

use std::path::Path;

use super::*;
use crate::golden;

/// The text of a game, read anew: a text can be mended without a build.
fn text_of_game(id: &str) -> String {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).join(id.replace('-', "_"));
    golden::read(&folder.join("HOW_TO_PLAY.md"))
}

fn pictures(parts: &[Part]) -> Vec<&Picture> {
    parts.iter().filter_map(|part| if let Part::Picture(picture) = part { Some(&**picture) } else { None }).collect()
}

/// The words of the texts and captions, without the signs of Markdown.
fn words(parts: &[Part]) -> usize {
    let count = |text: &str| text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
    let words = |part: &Part| match part {
        Part::Text(text) => count(text),
        Part::Picture(picture) => count(&picture.caption),
    };
    parts.iter().map(words).sum()
}

#[test]
fn how_to_play_is_short_and_every_picture_can_be_painted() {
    for info in crate::newest().map(Rules::info) {
        let id = info.id;
        let text = text_of_game(id);
        let parts = read(id, &text).unwrap_or_else(|fault| panic!("{id}/HOW_TO_PLAY.md, {fault}"));
        let (pictures, words) = (pictures(&parts), words(&parts));
        eprintln!("{id}: {words} words, {} pictures", pictures.len());
        assert!((5..=8).contains(&pictures.len()), "{id}: {} pictures", pictures.len());
        // The game with cards has its keywords in it.
        let max = if crate::game(id).is_some_and(|rules| rules.library().is_none()) { 600 } else { 900 };
        assert!(words <= max, "{id}: {words} words, at most {max}");
        assert!(pictures.iter().all(|picture| picture.scene.spots.iter().any(|spot| !spot.tokens.is_empty())), "{id}");
        // Emails stay light.
        assert_eq!(pictures.iter().filter(|picture| picture.in_emails).count(), 3, "{id}");
        assert!(text.starts_with(&format!("# How to play {}\n\n", info.name)), "{id}");
        assert!(text.contains("](RULES.md)"), "{id}: no link to the rules");
        assert!(text.contains("designed"), "{id}: no credit");
        let opening = text.split("\n\n").nth(1).unwrap_or_default();
        assert_eq!(
            opening.matches(". ").count() + opening.matches(".\n").count(),
            2,
            "{id}: three sentences: {opening}"
        );
    }
}

#[test]
fn the_text_is_that_of_the_file() {
    for info in crate::newest().map(Rules::info) {
        assert_eq!(text_of_game(info.id), info.how_to_play, "{}: build again", info.id);
    }
}

const HEAD: &str = "seats 2   options {\"board\":\"pointed43\"}   seed 07";

fn fault(lines: &str) -> String {
    read("magma", &format!("Text.\n\n```board\n{HEAD}\n{lines}\n```\n")).unwrap_err().to_string()
}

#[test]
fn a_picture_has_the_marks_and_arrows_of_its_fence() {
    let fence = format!(
        "# T\n\nOne.\n\n```board\n{HEAD}\nred: +b2 / blue: pass\n> eye red\n> marks b3 c3\n> arrows a1>b2\n> says score 14\n\
         > caption Red has 14 points.\n> caption Really.\n```\nTwo.\n"
    );
    let parts = read("magma", &fence).unwrap();
    assert_eq!(parts.len(), 3);
    let picture = pictures(&parts)[0];
    assert_eq!(picture.caption, "Red has 14 points. Really.");
    let marked = |spot: &&crate::scene::Spot| spot.mark.is_some();
    let marked: Vec<&str> = picture.scene.spots.iter().filter(marked).map(|spot| spot.name.as_str()).collect();
    assert_eq!((marked, picture.scene.arrows.len()), (vec!["b3", "c3"], 1));
    assert!(crate::svg::paint(&picture.scene, crate::svg::Style::Full).starts_with("<svg"));
}

/// Each fault names the line of the text and the reason.
#[test]
fn faulty_pictures_are_refused() {
    for (lines, right) in [
        ("red: +b2 / red: pass\n> caption C.", "line 5: not-awaited"),
        ("red: +b2\nblue: +b2\n> caption C.", "line 6: "),
        ("red: zz\n> caption C.", "line 5: at character 1"),
        ("green: pass\n> caption C.", "line 5: there is no seat \"green\""),
        ("> eye green\n> caption C.", "line 5: there is no seat \"green\""),
        ("> caption C.\n> marks z9", "line 6: the board has no cell z9"),
        ("> caption C.\n> arrows a1-b2", "line 6: expected an arrow such as c3>d4"),
        ("> caption C.\n> arrows a1>b9", "line 6: the board has no cell b9"),
        ("> caption C.\n> says score 8", "line 6: the page does not say \"score 8\" but: Red to move"),
        ("> caption C.\n> says score 7", "line 6: the caption does not have the number 7"),
        ("> title C.", "line 5: expected eye, marks, arrows, says, email or caption, not \"title\""),
        ("red: +b2", "line 3: the picture has no caption"),
    ] {
        let told = fault(lines);
        assert!(told.starts_with(right), "{lines}: {told}");
    }
    let read = |text| read("magma", text).unwrap_err().to_string();
    assert_eq!(read("One.\n```board\n"), "line 2: the fence has no end");
    assert!(
        read("```board\nseats 9   options {}   seed 07\n> caption C.\n```\n")
            .starts_with("line 2: Magma is for 2 to 6")
    );
}
