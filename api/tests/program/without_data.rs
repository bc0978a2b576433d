//! Commands for a server that is not there: they make none, and say where they have looked.

use std::path::Path;

use super::{Place, complaint, output, receive};

/// The commands that work on the data of a server, apart from those that may make it.
const COMMANDS: &[&[&str]] = &[
    &["people", "list"],
    &["people", "block", "bob", "--reason", "x"],
    &["people", "unblock", "bob", "--reason", "x"],
    &["matches", "list"],
    &["matches", "end", "0198c0de-7a11-7000-8000-00c0ffee0001", "--reason", "x"],
    &["reports"],
    &["audit"],
    &["replay", "--all"],
    &["emails", "retry"],
    &["distribute"],
    &["doctor"],
    &["backup", "/nowhere/backup"],
];

/// The address of an email; its key is none of a server.
const TO: &str = "play+aaaa@turnpost.example";

#[test]
fn a_command_without_the_settings_of_its_server_makes_no_other_one() {
    let place = Place::new();
    let (data, file) = (place.folder("data"), place.folder("turnpost.toml"));
    std::fs::write(&file, format!("data_folder = '{data}'")).unwrap();
    let passphrase = ("TURNPOST_BACKUP_PASSPHRASE", "cigar-lantern-ocean-basalt");
    let (of_file, of_variable) = (("TURNPOST_CONFIG", &*file), ("TURNPOST_DATA_FOLDER", &*data));
    for (setting, origin) in [(of_file, &*file), (of_variable, "the environment only")] {
        for command in COMMANDS {
            let said = complaint(command, &[setting, passphrase]);
            let told = format!("There is no server's data in {data}. Settings were read from {origin}");
            assert!(said.contains(&told) && said.contains("TURNPOST_CONFIG"), "{command:?}: {said}");
            assert!(!Path::new(&data).exists(), "{command:?} has made a data folder");
        }
        assert_eq!(receive(TO, "anna@example.org", "help", &[setting]), 75);
        assert!(!Path::new(&data).exists(), "receive has made a data folder");
    }
    // A volume that is not filled yet.
    std::fs::create_dir(&data).unwrap();
    for command in COMMANDS {
        assert!(complaint(command, &[of_variable, passphrase]).contains("There is no server's data in"), "{command:?}");
        assert!(std::fs::read_dir(&data).unwrap().next().is_none(), "{command:?} has made something");
    }
}

#[test]
fn a_command_on_a_database_of_others_makes_no_secrets() {
    let (runtime, place) = (tokio::runtime::Runtime::new().unwrap(), Place::new());
    let (full, empty) = runtime.block_on(async { (tests::database::fresh().await, tests::database::empty().await) });
    let data = place.folder("data");
    let settings = |database| [("TURNPOST_DATABASE_URL", database), ("TURNPOST_DATA_FOLDER", &*data)];
    for command in [&["people", "list"][..], &["replay", "--all"], &["doctor"]] {
        let said = complaint(command, &settings(&*full));
        assert!(said.contains("there are no secrets, neither in the settings nor in"), "{command:?}: {said}");
    }
    let said = complaint(&["people", "list"], &settings(&*empty));
    assert!(said.contains("There is no server's data in the database of database_url"), "{said}");
    assert_eq!(
        receive(TO, "anna@example.org", "help", &settings(&*full)),
        75,
        "another try may have the right settings"
    );
    assert_eq!(receive(TO, "anna@example.org", "help", &settings(&*empty)), 75);
    assert!(!Path::new(&data).exists());
}

/// An account without a home has a folder among the temporary files by default, which another account may have made.
#[test]
fn without_a_home_nothing_is_made_among_temporary_files() {
    if rustix::process::geteuid().is_root() {
        // Root's folder depends on nothing.
        return;
    }
    let place = Place::new();
    let temporary = place.0.display().to_string();
    let settings = [("HOME", ""), ("XDG_DATA_HOME", ""), ("TMPDIR", &*temporary)];
    assert_eq!(receive(TO, "anna@example.org", "help", &settings), 75);
    let doctor = output(&["doctor"], &settings);
    assert!(!doctor.status.success());
    assert!(std::fs::read_dir(&place.0).unwrap().next().is_none(), "something was made");
}
