//! The manual says what is true: its links, commands and settings exist, and what it shows works.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tests::{Reply, Server, needs, operations};
use tokio::process::Command;
use turnpost::config::{Config, Environment, Mistakes, OTHERS, SETTINGS};
use turnpost::pages::manual;
use turnpost::program;

use crate::packages::run;
use crate::tidy::sources;

/// Words of other programs in the manual that look like settings.
const FOREIGN: [&str; 10] = [
    "create_main_cluster",
    "listen_addresses",
    "max_connections",
    "max_slot_wal_keep_size",
    "openapi_python_client",
    "remote_apply",
    "remote_write",
    "reject_unverified_recipient",
    "synchronous_commit",
    "synchronous_standby_names",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// The Markdown files of a folder.
fn texts(folder: &str) -> Vec<(PathBuf, String)> {
    let files = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|file| file.extension().is_some_and(|end| end == "md"));
    files.map(|file| (file.clone(), fs::read_to_string(file).unwrap())).collect()
}

/// Every Markdown file for people.
fn all_texts() -> Vec<(PathBuf, String)> {
    let games = engine::newest().map(|rules| format!("engine/src/{}", rules.info().id));
    let folders = ["", "api", "api/docs", "api/decisions", "engine", "tests"].map(str::to_owned);
    folders.into_iter().chain(games).flat_map(|folder| texts(&folder)).collect()
}

/// The manual, and the page that leads to it.
fn manual_texts() -> Vec<(PathBuf, String)> {
    let readme = root().join("README.md");
    let readme = (readme.clone(), fs::read_to_string(readme).unwrap());
    texts("api/docs").into_iter().chain([readme]).collect()
}

/// The pieces of code in a text: the lines of its blocks of one of these languages, and the code in its sentences.
fn code<'a>(text: &'a str, languages: &[&str]) -> Vec<&'a str> {
    let mut found = Vec::new();
    for (at, part) in text.split("```").enumerate() {
        if at % 2 == 0 {
            found.extend(part.split('`').skip(1).step_by(2));
        } else if let Some((language, lines)) = part.split_once('\n')
            && languages.contains(&language)
        {
            found.extend(lines.lines().map(str::trim));
        }
    }
    found
}

/// The id of a heading, as code hosts and our pages make it.
fn slug(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The links of a Markdown text that lead to no file, or to no heading of one.
fn dead_links(file: &Path, text: &str) -> Vec<String> {
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures = text.split(" src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let leads_on = |link: &&str| {
        let (path, place) = link.split_once('#').unwrap_or((link, ""));
        let target = if path.is_empty() { file.to_owned() } else { file.parent().unwrap().join(path) };
        let headings = |text: String| {
            text.lines().any(|line| line.starts_with('#') && slug(line.trim_start_matches(['#', ' '])) == place)
        };
        target.exists() && (place.is_empty() || fs::read_to_string(target).is_ok_and(headings))
    };
    let own = links.chain(pictures).filter(|link| !link.contains("://"));
    own.filter(|link| !leads_on(link)).map(str::to_owned).collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    for (file, text) in all_texts() {
        assert_eq!(dead_links(&file, &text), Vec::<String>::new(), "{}", file.display());
    }
    let planted = "[a](hosting.md#proxy) [b](hosting.md#prox) [c](host.md) [d](https://x.example/) <img src=\"x.png\">";
    assert_eq!(dead_links(&root().join("api/docs/x.md"), planted), ["hosting.md#prox", "host.md", "x.png"]);
}

/// The lines of tables that are not a whole row: a bar is missing at an end, or there are more or fewer cells than in the head. A bar in
/// code ends a cell, too, unless `\` precedes it.
fn broken_rows(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let bars = |row: &str| row.replace("\\|", "").matches('|').count();
    let mut found = Vec::new();
    for (at, _) in lines.iter().enumerate().skip(1).filter(|(_, line)| line.starts_with("|-")) {
        let head = lines[at - 1];
        for row in lines[at - 1..].iter().copied().take_while(|line| !line.is_empty()) {
            if !(row.starts_with('|') && row.ends_with('|') && bars(row) == bars(head)) {
                found.push(row);
            }
        }
    }
    found
}

#[test]
fn every_row_of_a_table_is_one_line() {
    for (file, text) in all_texts() {
        assert_eq!(broken_rows(&text), Vec::<&str>::new(), "{}", file.display());
    }
    let planted = "| a | b |\n|---|---|\n| 1 | 2\n3 |\n| `x \\| y` | 4 |\n| `x | y` | 5 |\n\n| no table";
    assert_eq!(broken_rows(planted), ["| 1 | 2", "3 |", "| `x | y` | 5 |"]);
}

/// The calls of `turnpost` in a text that the program would refuse: unknown commands and unknown options.
fn wrong_calls(text: &str) -> Vec<String> {
    let starts = ["turnpost ", "cargo run -- "];
    let calls = code(text, &["sh", "", "ini"]).into_iter().filter_map(|code| {
        let code = code.rsplit_once("turnpost.toml ").map_or(code, |(_, call)| call);
        let code = code.rsplit_once("/bin/").map_or(code, |(_, call)| call);
        starts.iter().find_map(|start| code.strip_prefix(start))
    });
    let is_wrong = |call: &&str| {
        let mut command = program::commands();
        for word in call.split('#').next().unwrap_or_default().split_whitespace() {
            let is_name = word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
            if let Some(option) = word.strip_prefix("--") {
                if !command.get_arguments().any(|one| one.get_long() == Some(option)) {
                    return true;
                }
            } else if let Some(inner) = command.find_subcommand(word) {
                command = inner.clone();
            } else if is_name && command.has_subcommands() {
                return true;
            }
        }
        false
    };
    // The lines of other programs that have an account of the name.
    let calls = calls.filter(|call| !call.starts_with("unix ") && !call.starts_with("TXT"));
    calls.filter(is_wrong).map(str::to_owned).collect()
}

#[test]
fn commands_exist_and_all_are_in_the_manual() {
    for (file, text) in all_texts() {
        assert_eq!(wrong_calls(&text), Vec::<String>::new(), "{}", file.display());
    }
    let planted = "`turnpost doctor --mail` `turnpost doktor` `turnpost emails again`\n```sh\n\
                   sudo env TURNPOST_CONFIG=/etc/turnpost.toml turnpost backup --all x  # --here\n\
                   cargo run -- verify FILE --head VALUE\n```\n";
    assert_eq!(wrong_calls(planted), ["doktor", "emails again", "backup --all x  # --here"]);
    let listed = fs::read_to_string(root().join("api/docs/commands.md")).unwrap();
    for command in program::commands().get_subcommands() {
        let name = command.get_name();
        assert!(listed.contains(&format!("`turnpost {name}")), "api/docs/commands.md does not name `{name}`");
    }
}

/// The names in a text that look like settings of the server but are not: variables, lines of settings files, and words of code, which may be
/// of the API.
fn unknown_settings(text: &str) -> Vec<String> {
    let is_setting = |name: &str| SETTINGS.iter().any(|setting| setting.name == name);
    let api = fs::read_to_string(root().join("openapi/openapi.json")).unwrap();
    let variables = text.split(|c: char| !(c.is_ascii_uppercase() || c == '_'));
    let variables = variables.filter_map(|word| word.strip_prefix("TURNPOST_").filter(|name| !name.is_empty()));
    let variables =
        variables.filter(|name| !is_setting(&name.to_lowercase()) && !OTHERS.contains(&&*format!("TURNPOST_{name}")));
    let files = code(text, &["toml"]).into_iter().filter_map(|line| line.split_once(" = "));
    let files = files.map(|(name, _)| name).filter(|name| !is_setting(name));
    let looks_so = |word: &str| {
        let parts: Vec<&str> = word.split('_').collect();
        parts.len() > 1 && parts.iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase()))
    };
    let words = code(text, &[]).into_iter().filter(|word| looks_so(word));
    let words =
        words.filter(|word| !is_setting(word) && !FOREIGN.contains(word) && !api.contains(&format!("\"{word}\"")));
    variables.chain(files).chain(words).map(str::to_owned).collect()
}

#[test]
fn settings_are_declared() {
    for (file, text) in manual_texts() {
        assert_eq!(unknown_settings(&text), Vec::<String>::new(), "{}", file.display());
    }
    let planted = "`smtp_url` `smtp_address` TURNPOST_SMTP TURNPOST_CONFIG `clock_words`\n```toml\npostmasters = 1\nproxies = 1\n```\n";
    assert_eq!(unknown_settings(planted), ["SMTP", "postmasters", "smtp_address"]);
}

/// The names of Rust in the sentences of a text, such as `Seed::after`, of which a part is in no list of identifiers.
fn unknown_names(text: &str, known: &BTreeSet<String>) -> Vec<String> {
    let is_name = |word: &&str| {
        let is_path = word.contains("::") || word.starts_with(|c: char| c.is_ascii_uppercase());
        is_path && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'))
    };
    let names = code(text, &[]).into_iter().filter(is_name);
    names.filter(|name| !name.split("::").all(|part| known.contains(part))).map(str::to_owned).collect()
}

#[test]
fn architecture_names_what_there_is() {
    let mut known: BTreeSet<String> = ["engine"].map(str::to_owned).into();
    for (path, text) in ["api/src", "engine/src"].into_iter().flat_map(sources) {
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let words = code.flat_map(|line| line.split(|c: char| !(c.is_alphanumeric() || c == '_')));
        known.extend(words.chain(path.split(['/', '.'])).map(str::to_owned));
    }
    for file in ["api/ARCHITECTURE.md", "engine/ARCHITECTURE.md"] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        assert_eq!(unknown_names(&text, &known), Vec::<String>::new(), "{file}");
    }
    assert_eq!(unknown_names("`Seed::after` `Seed::befor` `Fram` `smtp_url`", &known), ["Seed::befor", "Fram"]);
}

/// The mistakes that a server finds in the settings files of a text. The certificates that they name are not there.
fn mistakes(text: &str) -> Vec<String> {
    let files = text.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let read = |file: &str| {
        let mut table: toml::Table = file.parse().unwrap();
        table.retain(|_, value| !value.as_str().is_some_and(|text| text.ends_with(".pem")));
        Config::read(&table, &Environment::new()).err()
    };
    files.filter_map(read).flat_map(|Mistakes(all)| all).collect()
}

#[test]
fn settings_files_of_the_manual_can_be_used() {
    for (file, text) in manual_texts() {
        assert_eq!(mistakes(&text), Vec::<String>::new(), "{}", file.display());
    }
    let planted = "```toml\nbounce_address = \"answers+bounce-%@club.example\"\n```\n";
    assert!(mistakes(planted)[0].contains("1 to 64 bytes"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_shows_the_manual_with_links_that_work() {
    let server = Server::quiet(|_| {}).await;
    let names: BTreeSet<String> = manual::paths().collect();
    let name = |file: &Path| file.file_stem().unwrap().to_str().unwrap().replace("README", "manual");
    let files = texts("api/docs").iter().map(|(file, _)| format!("/docs/{}", name(file))).collect();
    assert_eq!(names, files);
    let contents = server.get("/docs/manual").await.text();
    for path in names.iter().map(String::as_str).chain(["/docs/"]) {
        let head = Reply::send(server.request("HEAD", path)).await;
        assert_eq!((head.status, head.bytes.len()), (200, 0), "{path}");
        let page = server.get(path).await.text();
        assert!(path.len() < 7 || path == "/docs/manual" || contents.contains(&format!("href=\"{path}\"")), "{path}");
        for link in page.split("<a href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let (target, place) = link.split_once('#').unwrap_or((link, ""));
            let target = match target {
                "" => path.to_owned(),
                // The same page with its samples in another language.
                _ if target.starts_with('?') => format!("{path}{target}"),
                _ if target.contains("://") => continue,
                _ if target.starts_with('/') => target.to_owned(),
                _ => format!("/docs/{target}"),
            };
            let reply = server.get(&target).await;
            assert!([200, 303].contains(&reply.status), "{path}: {link}: {}", reply.status);
            assert!(place.is_empty() || reply.text().contains(&format!("id=\"{place}\"")), "{path}: {link}");
        }
        assert!(path == "/docs/" || !page.contains(".md\""), "{path}: a link to a file");
    }
}

#[test]
fn the_manual_names_routes_that_there_are() {
    let routes: BTreeSet<String> =
        operations::routes().into_iter().map(|(method, path)| format!("{method} {path}")).collect();
    let mut found = 0;
    for (file, text) in texts("api/docs") {
        for call in code(&text, &[]).into_iter().filter(|code| code.contains(" /v1/")) {
            assert!(routes.contains(call), "{}: {call}", file.display());
            found += 1;
        }
    }
    assert!(found >= 10, "{found}");
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join("api/docs").join(name)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_session_with_curl_plays_a_move_as_it_stands() {
    let Some(_) = needs::program("curl", "apt-get install curl") else { return };
    let Some(_) = needs::program("jq", "apt-get install jq") else { return };
    let server = Server::with(|table| {
        table.remove("smtp_url");
        table.insert("public_url".to_owned(), "http://127.0.0.1:8080".into());
    })
    .await;
    let text = page("try-the-api.md");
    let session = text.split("\n## ").find(|part| part.starts_with("A session with curl")).unwrap();
    // The first block says where the server is.
    let blocks = session.split("```sh\n").skip(2).filter_map(|rest| rest.split("```").next());
    let script: String = blocks.collect();
    let folder = std::env::temp_dir().join(format!("turnpost-session-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut command = Command::new("bash");
    command.args(["-euo", "pipefail", "-c", &script]).current_dir(&folder);
    command.env("SERVER", &server.url).env("MAILBOX", format!("{}{}", server.url, server.mailbox_path()));
    let told = run(&mut command).await;
    fs::remove_dir_all(folder).unwrap();
    let person = "SELECT text FROM moves WHERE cause = 'chosen' AND seat = 0";
    let played = server.rows(person).await.concat();
    assert!(played.len() == 1 && told.contains(&played[0]), "{played:?}: {told}");
}
