//! The beginning of the rules of a game, as passages of text.

use super::Passage;

/// The rules of a game up to their second heading: what to aim for, and what a turn is. Their text is our own Markdown.
pub fn how_to_play(rules: &str) -> Vec<Passage> {
    let text = rules.split("\n## ").next().unwrap_or_default();
    let parts = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty() && !part.starts_with('#'));
    // A word about the numbers of rulings, which are not here.
    let parts = parts.filter(|part| !part.starts_with("Below, ") && !part.starts_with('|'));
    parts.map(passage).collect()
}

fn passage(part: &str) -> Passage {
    if !part.starts_with("* ") {
        return Passage::Words(plain(part));
    }
    let items = part.split("\n* ").map(|item| plain(item.trim_start_matches("* ")));
    Passage::List(items.collect())
}

/// The words without marks, on one line.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        plain.push_str(before);
        let Some((words, after)) = link.split_once("](") else {
            plain.push('[');
            rest = link;
            continue;
        };
        plain.push_str(words);
        rest = after.split_once(')').map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    let words = plain.replace(['*', '`'], "");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_the_rules_is_plain_text_without_marks() {
        for rules in engine::newest() {
            let passages = how_to_play(rules.info().rules);
            assert!(passages.len() > 3, "{}", rules.info().id);
            let words: String = passages
                .iter()
                .map(|passage| match passage {
                    Passage::Words(words) => words.clone(),
                    Passage::List(items) => items.join(" "),
                    Passage::Heading(_) | Passage::Notation(_) | Passage::Examples(..) => panic!("{passage:?}"),
                })
                .collect();
            assert!(
                !words.contains(['*', '`', '|', '[', '\n']) && words.contains("Aim."),
                "{}: {words}",
                rules.info().id
            );
        }
        assert_eq!(
            how_to_play("# T\n\nOne [two](#x) `three`\nfour."),
            [Passage::Words("One two three four.".to_owned())]
        );
    }
}
