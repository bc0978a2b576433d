//! Rules for the source code as tests, each with its reason.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// Every text under a folder: its path from the root, and its content.
fn texts(folder: &str) -> Vec<(String, String)> {
    let mut open = vec![root().join(folder)];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            found.push((path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned(), text));
        }
    }
    assert!(!found.is_empty(), "{folder}");
    found.sort();
    found
}

/// Every Rust file under a folder.
pub(crate) fn sources(folder: &str) -> Vec<(String, String)> {
    texts(folder).into_iter().filter(|(name, _)| name.ends_with(".rs")).collect()
}

/// The code of the service without its unit tests, comments and the words of its documentation.
fn service() -> Vec<(String, String)> {
    let files = sources("api/src").into_iter().filter(|(name, _)| !name.contains("/tests"));
    let code = |text: &str| {
        let mut parts = text.split("#[cfg(test)]\n");
        let mut before_tests = parts.next().unwrap().to_owned();
        // An item for tests only: it ends with the first brace in the first column.
        parts.for_each(|part| before_tests.push_str(part.split_once("\n}\n").map_or("", |(_, rest)| rest)));
        let lines = before_tests.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    files.map(|(name, text)| (name, code(&text))).collect()
}

/// Fails if a file outside `homes` holds one of the words.
fn only_in(homes: &[&str], words: &[&str], why: &str) {
    for (name, code) in service() {
        if homes.iter().any(|home| name.starts_with(&format!("api/src/{home}"))) {
            continue;
        }
        for word in words {
            if let Some(line) = code.lines().find(|line| line.contains(word)) {
                panic!("{name} says `{}`: {why}", line.trim());
            }
        }
    }
}

/// Fails if a file inside `home` holds one of the words.
fn never_in(home: &str, words: &[&str], why: &str) {
    for (name, code) in service().into_iter().filter(|(name, _)| name.starts_with(&format!("api/src/{home}"))) {
        for word in words {
            if let Some(line) = code.lines().find(|line| line.contains(word)) {
                panic!("{name} says `{}`: {why}", line.trim());
            }
        }
    }
}

#[test]
fn each_library_is_used_by_one_part() {
    only_in(&["db/"], &["diesel"], "only db/ knows diesel, so that rows never become the contract");
    only_in(&["mail/"], &["lettre"], "only mail/ knows lettre, so that it can be replaced");
    only_in(
        &["config.rs", "config/", "postgres/"],
        &["env::var", "std::env::vars"],
        "only config.rs reads the environment, so that all settings are listed and all mistakes reported; postgres/ looks for programs in PATH",
    );
    only_in(
        &["http/problem.rs"],
        &[
            "StatusCode::BAD",
            "StatusCode::UN",
            "StatusCode::FORBIDDEN",
            "StatusCode::NOT_FOUND",
            "StatusCode::CONFLICT",
            "StatusCode::INTERNAL",
            "StatusCode::SERVICE",
            "StatusCode::TOO_MANY",
            "StatusCode::PAYLOAD",
            "HttpResponse::BadRequest",
            "HttpResponse::NotFound",
            "HttpResponse::Internal",
            "HttpResponse::Forbidden",
            "HttpResponse::Conflict",
            "HttpResponse::Unauthorized",
        ],
        "only http/problem.rs knows error statuses, so that every refusal is a problem document",
    );
    only_in(
        &["clock.rs"],
        &["Utc::now()", "SystemTime::now", "Local::now"],
        "only clock.rs asks for the time of day, so that tests can set it",
    );
    only_in(
        &["http/", "pages/", "server.rs", "server/", "routes.rs", "boot.rs"],
        &["actix_web"],
        "only modules that speak HTTP use actix",
    );
}

#[test]
fn decisions_contain_no_sql() {
    never_in("play/", &["SELECT ", "INSERT ", "UPDATE "], "db/ holds the statements");
}

#[test]
fn nothing_in_the_service_may_panic_on_purpose() {
    // After a panic in a handler the client gets no answer. The expectations in compose.rs hold by construction, as it says.
    for (name, code) in service().into_iter().filter(|(name, _)| name != "api/src/mail/compose.rs") {
        for word in [".unwrap()", ".expect(", "panic!(", "unreachable!(", "todo!(", "unimplemented!("] {
            if let Some(line) = code.lines().find(|line| line.contains(word)) {
                panic!("{name}: `{}`: say what happens instead", line.trim());
            }
        }
    }
}

#[test]
fn files_have_at_most_400_lines() {
    // A file that is a little too long keeps growing.
    for (name, text) in ["api/src", "engine", "tests"].into_iter().flat_map(sources) {
        let lines = text.lines().count();
        let is_generated = text.lines().next().is_some_and(|line| line.contains("Generated: "));
        assert!(lines <= 400 || is_generated, "{name} has {lines} lines: it holds more than one noun");
        assert!(
            text.starts_with("//!") || text.starts_with("#![doc") || name.contains("benches"),
            "{name} does not begin with what it is"
        );
        for bad in ["/utils", "/util.", "/helpers", "/helper.", "/common.", "/manager", "/misc"] {
            assert!(!name.contains(bad), "{name}: a file is named after a noun of the domain");
        }
    }
}

#[test]
fn every_handler_is_documented_and_in_the_list() {
    // Registering a route documents it: a handler that is not in the list would be neither.
    let routes = read("api/src/routes.rs");
    let mut handlers = 0;
    for (name, text) in ["api/src/http", "api/src/pages"].into_iter().flat_map(sources) {
        for (before, after) in text.match_indices("#[utoipa::path(").map(|(at, _)| text.split_at(at)) {
            let handler = after.split("pub async fn ").nth(1).unwrap().split('(').next().unwrap();
            assert!(before.trim_end().lines().last().unwrap().trim_start().starts_with("///"), "{name}: {handler}");
            assert!(routes.contains(handler), "{name}: {handler} is in no route");
            handlers += 1;
        }
    }
    assert_eq!(handlers, tests::operations::all().len());
}

#[test]
fn the_container_files_fit_the_program() {
    // No container runs here, so only the files are checked.
    let files = ["docker/Dockerfile", "docker/haproxy.Dockerfile"].map(read);
    for file in &files {
        let lines = || file.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        for line in lines().filter_map(|line| line.strip_prefix("COPY ")).filter(|line| !line.contains("--from")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            for source in &words[..words.len() - 1] {
                assert!(root().join(source).exists(), "COPY {source}: there is no such thing");
            }
        }
        let user = lines().rev().find_map(|line| line.strip_prefix("USER ")).expect("a USER");
        assert!(!["root", "0"].contains(&user.trim()), "the server runs as {user}");
        for image in lines().filter_map(|line| line.strip_prefix("FROM ")) {
            pinned(image.split_whitespace().next().unwrap());
        }
    }
    let compositions = ["docker/compose.yaml", "docker/compose.several.yaml"].map(read);
    for compose in &compositions {
        for image in compose.lines().filter_map(|line| line.trim().strip_prefix("image: ")) {
            pinned(image);
        }
        for (at, line) in compose.lines().enumerate() {
            let indent = line.len() - line.trim_start().len();
            assert!(!line.contains('\t') && indent % 2 == 0 && line.trim_end() == line, "line {} of {compose}", at + 1);
            let shut = |open: char, close: char| line.matches(open).count() == line.matches(close).count();
            assert!(
                shut('[', ']') && shut('{', '}') && line.matches('"').count() % 2 == 0,
                "line {} of {compose}",
                at + 1
            );
        }
    }
    let others = ["docker/turnpost.service", "README.md"].map(read);
    for text in files.iter().chain(&compositions).chain(&others) {
        for name in
            text.split(|c: char| !(c.is_ascii_uppercase() || c == '_')).filter(|word| word.starts_with("TURNPOST_"))
        {
            let setting = name.trim_start_matches("TURNPOST_").to_lowercase();
            let known = turnpost::config::SETTINGS.iter().any(|known| known.name == setting);
            assert!(
                known || name == "TURNPOST_" || turnpost::config::OTHERS.contains(&name),
                "{name} is no setting; `turnpost settings` lists them"
            );
        }
    }
}

/// Fails unless an image is named by version and by digest.
#[track_caller]
fn pinned(image: &str) {
    let (name, digest) = image.split_once("@sha256:").unwrap_or((image, ""));
    assert!(digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()), "{image}: it needs a digest");
    let tag = name.rsplit_once(':').map_or("", |(_, tag)| tag);
    assert!(!tag.is_empty() && tag != "latest", "{image}: it needs a version, for people");
}

#[test]
fn the_test_command_of_the_readme_is_part_of_ci() {
    let command = "cargo test --workspace";
    assert!(read("README.md").contains(command));
    assert!(read(".ci/run").lines().any(|line| line.trim().starts_with(command)), "two commands would drift apart");
}

#[test]
fn words() {
    const BANNED: [&str; 10] = [
        "which is the most",
        "is no json",
        "stands twice",
        " anew",
        "thereby",
        "in which case",
        "to have it again",
        "no more such",
        "holds a key",
        "that is wanted",
    ];
    let banned = |line: &str| BANNED.into_iter().find(|phrase| line.to_lowercase().contains(phrase));
    assert_eq!(banned("The body is no JSON."), Some("is no json"));
    for (name, text) in ["api/src", "api/web", "api/docs", "openapi"].into_iter().flat_map(texts) {
        for (number, line) in text.lines().enumerate() {
            assert_eq!(banned(line), None, "{name}:{}: STYLE.md has better words: {line}", number + 1);
        }
    }
}
