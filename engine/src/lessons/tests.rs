//! Laws of all lessons, and faults of their files.

use std::collections::BTreeSet;

use super::{Answered, Lesson, Pattern, Step, read};
use crate::{Rules, golden, tidy};

/// The most words of a text that is read on a phone before a move.
const MAX_WORDS: usize = 60;

/// The lessons as they are on disk, so that a text can be mended without a build.
fn on_disk(game: &str) -> Vec<(String, Lesson)> {
    let files = golden::files(&tidy::folder_of(game), "lessons", "txt");
    let lesson = |file: &std::path::PathBuf| {
        let lesson = read(&golden::read(file)).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        (file.display().to_string(), lesson)
    };
    files.iter().map(lesson).collect()
}

/// Returns whether the solution can be chosen from this beginning of it by what the rules offer.
fn is_offered(rules: &dyn Rules, step: &Step, so_far: &str) -> bool {
    let choices = rules.choices(&step.frame, step.seat, so_far).unwrap();
    choices.iter().any(|choice| {
        let goes_on = choice.text.len() > so_far.len() && step.solution().starts_with(choice.text.trim_end());
        (choice.complete && choice.text == step.solution()) || (goes_on && is_offered(rules, step, &choice.text))
    })
}

#[test]
fn every_lesson_is_solved_by_its_own_moves_and_says_why_others_do_not() {
    for rules in crate::newest() {
        let info = rules.info();
        for (file, lesson) in on_disk(info.id) {
            assert_eq!((lesson.game, lesson.edition), (info.id, info.edition), "{file}");
            assert!((3..=9).contains(&lesson.steps.len()), "{file}: {} steps", lesson.steps.len());
            for (number, step) in (1..).zip(&lesson.steps) {
                let place = format!("{file}, step {number}");
                let solved = step.answer(rules, step.solution());
                assert!(matches!(solved, Answered::Solved { .. }), "{place}: {solved:?}");
                assert!(is_offered(rules, step, ""), "{place}: {} cannot be chosen by taps", step.solution());
                for (moves, words) in step.wrong.iter().filter(|(moves, _)| moves.is_move()) {
                    let answered = step.answer(rules, &moves.0);
                    assert!(
                        matches!(&answered, Answered::NotHere { words: said, .. } if said == words),
                        "{place}: {answered:?}"
                    );
                }
                for words in [&step.text, &step.hint, &step.done] {
                    assert!(
                        words.split_whitespace().count() <= MAX_WORDS,
                        "{place}: more than {MAX_WORDS} words: {words}"
                    );
                }
            }
        }
    }
}

/// The line of the rules that says what the lessons teach: what stands before the clauses, and `A1, A4 to A7 and A9`.
const TEACH: &str = "The [lessons](lessons) teach ";

/// The clauses that the rules call taught, each of a range on its own.
fn taught(rules: &str) -> BTreeSet<String> {
    let line = rules.lines().find_map(|line| line.strip_prefix(TEACH)?.strip_suffix('.'));
    let list = line.unwrap_or_else(|| panic!("no line `{TEACH}...`")).replace(" and ", ", ");
    let each = |part: &str| {
        let (first, last) = part.split_once(" to ").unwrap_or((part, part));
        let number = |clause: &str| clause[1..].parse::<u16>().unwrap_or_else(|_| panic!("`{part}` is no clause"));
        assert!(first[..1] == last[..1] && (first == last || number(first) < number(last)), "`{part}` is no range");
        (number(first)..=number(last)).map(|at| format!("{}{at}", &first[..1])).collect::<Vec<_>>()
    };
    list.split(", ").flat_map(each).collect()
}

#[test]
fn the_rules_call_taught_what_the_steps_of_the_lessons_cite() {
    for rules in crate::newest() {
        let id = rules.info().id;
        let page = golden::read(&tidy::folder_of(id).join("RULES.md"));
        let lessons = on_disk(id);
        let steps = lessons.iter().flat_map(|(_, lesson)| &lesson.steps);
        let cited: BTreeSet<String> = steps.flat_map(|step| step.clauses.clone()).collect();
        let taught = taught(&page);
        let (untaught, uncited): (Vec<_>, Vec<_>) =
            (taught.difference(&cited).collect(), cited.difference(&taught).collect());
        assert!(untaught.is_empty(), "{id}: RULES.md calls {untaught:?} taught, and no step of a lesson cites it");
        assert!(uncited.is_empty(), "{id}: a step cites {uncited:?}, and RULES.md does not call it taught");
        let unknown = cited.iter().find(|clause| !page.contains(&format!("\n* **{clause}**")));
        assert_eq!(unknown, None, "{id}: a step cites a clause that is not in RULES.md");
    }
}

#[test]
fn every_game_has_five_to_eight_lessons_which_are_part_of_the_program() {
    for rules in crate::newest() {
        let info = rules.info();
        let files = golden::files(&tidy::folder_of(info.id), "lessons", "txt");
        let texts: Vec<String> = files.iter().map(|file| golden::read(file)).collect();
        assert_eq!(texts, info.lessons, "{}", info.id);
        assert_eq!(super::of(info.id).len(), texts.len(), "{}", info.id);
        assert!((5..=8).contains(&texts.len()), "{}: {} lessons", info.id, texts.len());
        assert!(super::of(info.id).iter().flat_map(|lesson| &lesson.steps).any(|step| !step.clauses.is_empty()));
    }
}

const HEAD: &str = "title: T\ngame magnapoco   edition 1   seats 2   options {\"board\":\"square5\"}   seed 07\n";

#[test]
fn a_move_is_answered_by_the_lesson_or_by_the_rules() {
    let text = "step white\nPut a stone\non c3.\nrule: C1\naccept: c3 | a*\nhint: The middle.\nwrong e5 => Too far.\ndone: Well.\n\nblack: c4\n";
    let lesson = read(&format!("{HEAD}\n{text}step white\nMore.\naccept: a2 b1\nhint: H.\ndone: D.\n")).unwrap();
    let [first, second] = &lesson.steps[..] else { panic!("{lesson:?}") };
    assert_eq!((first.text.as_str(), first.done.as_str(), first.solution()), ("Put a stone on c3.", "Well.", "c3"));
    assert_eq!(second.before.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["c4"]);
    let rules = crate::game("magnapoco").unwrap();
    assert!(matches!(first.answer(rules, "A1"), Answered::Solved { text, .. } if text == "a1"));
    assert!(matches!(first.answer(rules, "e5"), Answered::NotHere { words, .. } if words == "Too far."));
    assert!(
        matches!(first.answer(rules, "e4"), Answered::NotHere { words, .. } if words.ends_with("wants something else."))
    );
    assert!(matches!(first.answer(rules, "z9"), Answered::Refused(_)));
    assert!(matches!(first.answer(rules, "hello"), Answered::Refused(_)));
}

#[test]
fn a_fault_of_a_file_names_its_line_and_what_would_be_right() {
    let step = "step white\nPut one.\naccept: c3\nhint: H.\ndone: D.\n";
    let faults = [
        (String::new(), 1, "title"),
        (HEAD.to_owned(), 2, "step SEAT"),
        (format!("{HEAD}{}", step.replace("white", "red")), 3, "there is: white, black"),
        (format!("{HEAD}{}", step.replace("c3", "c*")), 3, "the first a whole move"),
        (
            format!("{HEAD}{}", step.replace("c3", "b2")),
            3,
            "does not solve the step: the rules refuse a move: white: b2",
        ),
        (format!("{HEAD}{}", step.replace("c3", "C3")), 3, "as records do: c3"),
        (format!("{HEAD}{}", step.replace("hint: H.\n", "")), 3, "no `hint:`"),
        (format!("{HEAD}white: c9\n{step}"), 4, "the rules refuse a move: white: c9"),
        (format!("{HEAD}white c3\n{step}"), 4, "(line 3) expected a move"),
        (format!("{HEAD}{step}wrong c4\n"), 8, "wrong MOVE => WORDS"),
    ];
    for (text, line, why) in faults {
        let misread = read(&text).unwrap_err();
        assert!(misread.line == line && misread.why.contains(why), "{misread} for {text}");
    }
}

#[test]
fn a_star_in_a_pattern_is_any_text() {
    let fits = |pattern: &str, text: &str| Pattern(pattern.to_owned()).fits(text);
    assert!(
        fits("c3", "c3")
            && fits("c*", "c3")
            && fits("*", "x")
            && fits("a*-c*", "a1-b2-c3")
            && fits("*; end", "move c1: 8; end")
    );
    assert!(!fits("c3", "c33") && !fits("c*", "d3") && !fits("a*-c*", "a1-b2") && !fits("a*a", "a"));
}
