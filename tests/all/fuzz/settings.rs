//! Settings: the file and the environment.

use proptest::prelude::*;
use turnpost::config::{Config, Environment};

use super::{fuzz, near, texts, time_costly};

const WORDS: &[&str] = &[
    "\"",
    "'",
    "=",
    "\n",
    "[",
    "]",
    "[[a]]",
    "{",
    "#",
    ".",
    ",",
    "://",
    "@",
    ":",
    "?",
    "%",
    "+%@",
    "true",
    "false",
    "-1",
    "0",
    "1e9",
    "99999999999999999999",
    "postgres",
    "smtp",
    "smtps",
    "imaps",
    "127.0.0.1",
    "[::1]",
    "listen",
    "public_url",
    "secrets",
    "\u{0}",
    "é",
];

/// The settings with their examples.
fn samples() -> Vec<String> {
    let file = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../turnpost.example.toml")).unwrap();
    let lines = file.lines().filter(|line| line.starts_with('#') && !line.starts_with("# "));
    lines.map(|line| format!("{}\n", &line[1..])).collect()
}

fn read(text: &str, environment: &Environment) {
    let Ok(table) = text.parse::<toml::Table>() else { return };
    match Config::read(&table, environment) {
        Ok(config) => {
            let _ = (config.addresses(), config.mailbox(), config.signer());
        }
        Err(mistakes) => assert!(!mistakes.0.is_empty()),
    }
}

#[test]
fn faults_that_were_found_stay_mended() {
    let filter = Environment::from([("TURNPOST_LOG_FILTER".to_owned(), "\u{2000}\u{b56}=".to_owned())]);
    // It panicked.
    let _ = Config::read(&toml::Table::new(), &filter);
}

#[test]
fn settings_of_a_file_and_of_the_environment() {
    let lines = samples();
    let all = lines.concat();
    let some = proptest::sample::subsequence(lines.clone(), 0..8).prop_map(|lines| lines.concat());
    let changed = some.prop_flat_map(|text| near(vec![text], WORDS));
    let names: Vec<String> = lines.iter().filter_map(|line| Some(line.split_once(" =")?.0.to_uppercase())).collect();
    let value = texts(
        lines
            .iter()
            .filter_map(|line| Some(line.split_once('"')?.1.trim_end().trim_end_matches('"').to_owned()))
            .collect(),
        WORDS,
    );
    let variable =
        (proptest::sample::select(names), value).prop_map(|(name, value)| (format!("TURNPOST_{name}"), value));
    let environment = proptest::collection::vec(variable, 0..4).prop_map(Environment::from_iter);
    let file = prop_oneof![4 => changed, 1 => texts(vec![all.clone()], WORDS)];
    fuzz("settings", &(file, environment), |(text, environment)| read(&text, &environment));
    let units = ["#", "a", "a.", "[a]\n", "listen = \"a\"\n", "x = [", "secrets = \"", "\n", "[[a]]\n"];
    time_costly("settings", &units, [1 << 16, 1 << 18], |text| read(text, &Environment::new()));
    let value = |text: &str| read("", &Environment::from([("TURNPOST_SECRETS".to_owned(), text.to_owned())]));
    time_costly("a variable", &["a:", ",", "a"], [1 << 16, 1 << 18], value);
}
