//! Refusals, and the help in their texts.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use super::super::{Cluster, Settings, Trouble};
use super::{Place, ask, settings};

fn words(started: Result<Cluster, Trouble>) -> String {
    started.unwrap_err().to_string()
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[test]
fn a_second_server_is_refused() {
    let place = Place::new();
    let cluster = Cluster::start(&place.settings()).unwrap();
    let second = Cluster::start(&Settings { temporary: true, ..place.settings() });
    assert!(words(second).starts_with("another Turnpost server uses the data folder"));
    assert_eq!(ask(&cluster, "SELECT 1"), "1");
    cluster.stop().unwrap();
}

#[test]
fn a_socket_folder_of_another_account_is_refused() {
    let place = Place::new();
    let settings = settings(&place.0.join("deep".repeat(20)).join("strange".repeat(10)));
    let cluster = Cluster::start(&settings).unwrap();
    let socket = cluster.socket.clone();
    cluster.stop().unwrap();
    fs::remove_dir_all(&socket).unwrap();
    symlink(&place.0, &socket).unwrap();
    assert!(words(Cluster::start(&settings)).contains("is not a folder of the account that runs Postgres"));
    fs::remove_file(&socket).unwrap();
}

#[test]
fn a_cluster_of_another_version_is_refused() {
    let place = Place::new();
    let settings = place.settings();
    Cluster::start(&settings).unwrap().stop().unwrap();
    fs::write(settings.folder.join("postgres/PG_VERSION"), "11\n").unwrap();
    let words = words(Cluster::start(&settings));
    assert!(words.contains("was made by Postgres 11, and only Postgres "), "{words}");
}

#[test]
fn a_folder_that_is_no_cluster_is_refused() {
    let place = Place::new();
    let settings = place.settings();
    Cluster::start(&settings).unwrap().stop().unwrap();
    fs::remove_file(settings.folder.join("postgres/PG_VERSION")).unwrap();
    assert!(words(Cluster::start(&settings)).contains("is not a Postgres database"));
}

#[test]
fn a_folder_without_programs_is_refused() {
    let place = Place::new();
    let programs = Some(place.0.clone());
    let words = words(Cluster::start(&Settings { programs, ..place.settings() }));
    assert!(words.contains("does not hold both the programs postgres and initdb"), "{words}");
    let missing = Trouble::Missing.to_string();
    assert!(missing.contains("apt-get install postgresql") && missing.contains("turnpost fetch-postgres"));
}

#[test]
fn a_failed_start_shows_the_log() {
    let place = Place::new();
    let settings = place.settings();
    Cluster::start(&settings).unwrap().stop().unwrap();
    fs::write(settings.folder.join("postgres/postgresql.conf"), "nonsense = 1\n").unwrap();
    let words = words(Cluster::start(&settings));
    assert!(words.contains("unrecognized configuration parameter \"nonsense\""), "{words}");
}

#[test]
fn a_parent_folder_closed_to_the_account_is_named() {
    let place = Place::new();
    if !is_root() {
        return;
    }
    fs::set_permissions(&place.0, Permissions::from_mode(0o700)).unwrap();
    let parent = place.0.display().to_string();
    let words = words(Cluster::start(&settings(&place.0.join("a/b/data"))));
    assert!(words.contains(&format!("may not pass through {parent}, ")), "{words}");
    assert!(words.contains("TURNPOST_DATA_FOLDER"));
}

#[test]
fn a_folder_with_foreign_files_is_not_taken_over() {
    let place = Place::new();
    if !is_root() {
        return;
    }
    fs::write(place.0.join("email"), "dear all").unwrap();
    assert!(matches!(Cluster::start(&settings(&place.0)), Err(Trouble::Foreign { .. })));
    let metadata = fs::metadata(&place.0).unwrap();
    assert_eq!((metadata.uid(), metadata.mode() & 0o777), (0, 0o755));
}
