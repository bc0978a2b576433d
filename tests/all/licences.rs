//! The licences of dependencies: permissive ones only.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).current_dir(root()).args(arguments).output().unwrap();
    assert!(output.status.success(), "cargo {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The packages that builds for this platform use. A machine has downloaded those and no others once it has run a test.
fn packages() -> Vec<Value> {
    let version = cargo(&["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
    let format = ["--offline", "--locked", "--format-version", "1", "--filter-platform", host];
    let mut metadata: Value = serde_json::from_str(&cargo(&[&["metadata"], &format[..]].concat())).unwrap();
    let Value::Array(packages) = metadata["packages"].take() else { panic!("cargo metadata lists no packages") };
    packages
}

/// Returns true if every part of the expression has a licence on the list.
fn is_free(expression: &str, free: &[&str]) -> bool {
    let bare = |text: &str| text.trim().trim_matches(['(', ')']).to_owned();
    let expression = expression.replace('/', " OR ");
    expression.split(" AND ").all(|part| bare(part).split(" OR ").any(|one| free.contains(&bare(one).as_str())))
}

#[test]
fn every_dependency_has_a_permissive_licence() {
    let deny: toml::Table = std::fs::read_to_string(root().join("deny.toml")).unwrap().parse().unwrap();
    let allowed = deny["licenses"]["allow"].as_array().unwrap();
    let allowed: Vec<&str> = allowed.iter().map(|licence| licence.as_str().unwrap()).collect();
    let exceptions = deny["licenses"]["exceptions"].as_array().unwrap();
    let is_exception = |name: &Value, licence: &str| {
        let is_it = |one: &toml::Value| {
            one["crate"].as_str() == name.as_str()
                && one["allow"].as_array().unwrap().iter().any(|it| it.as_str() == Some(licence))
        };
        exceptions.iter().any(is_it)
    };
    let packages = packages();
    assert!(packages.len() > 100, "{}", packages.len());
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        let good = is_free(licence, &allowed) || is_exception(&package["name"], licence);
        assert!(good, "{} {}: {licence}", package["name"], package["version"]);
    }
}

#[test]
fn advisories_are_checked_by_the_workflow_and_a_run_without_them_says_so_at_its_end() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let command = "cargo deny --locked check";
    let workflow = read(".github/workflows/ci.yaml");
    assert!(workflow.lines().any(|line| line.trim() == format!("- run: {command}")), "{workflow}");
    // The last lines of the script, with what an earlier step has found.
    let script = read(".ci/run");
    let of = |part: &str| script.find(part).unwrap_or_else(|| panic!("{part}"));
    let (missing, end) = (&script[of("unchecked=\n")..], &script[of("step \"all is well")..]);
    let missing = &missing[..missing.find("\nfi\n").unwrap() + 4];
    let run = |path: &str| {
        let script = format!(
            "set -euo pipefail; cargo() {{ :; }}; step() {{ echo \"== $1\"; }}\n{missing}\necho later steps\n{end}"
        );
        let output = Command::new("/bin/bash").args(["-c", &script]).env("PATH", path).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let said = String::from_utf8(output.stdout).unwrap();
        said.split_once("later steps\n").unwrap().1.to_owned()
    };
    let told = run("/nowhere");
    assert!(told.contains("NOT checked") && told.trim_end().ends_with(command), "{told}");
    let folder = std::env::temp_dir().join(format!("turnpost-licences-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("cargo-deny");
    std::fs::write(&program, "").unwrap();
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let told = run(folder.to_str().unwrap());
    std::fs::remove_dir_all(folder).unwrap();
    assert_eq!(told, "== all is well\n");
}

#[test]
fn expressions_of_licences_are_understood() {
    let free = ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"];
    for expression in
        ["MIT", "GPL-3.0 OR MIT", "MIT/GPL-3.0", "(GPL-3.0 OR ISC) AND MIT", "Apache-2.0 WITH LLVM-exception"]
    {
        assert!(is_free(expression, &free), "{expression}");
    }
    for expression in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR ISC) AND GPL-3.0", "Apache-2.0"] {
        assert!(!is_free(expression, &free), "{expression}");
    }
}
