//! Every test has a folder of its own, so all run at once.

mod refusals;

use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use tokio_postgres::NoTls;

use super::{Cluster, Settings, Trouble};
use crate::config::Config;

/// A folder for one test, gone with it.
struct Place(PathBuf);

impl Place {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("turnpost-test-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        Self(path)
    }

    fn settings(&self) -> Settings {
        settings(&self.0.join("data"))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn settings(folder: &Path) -> Settings {
    let config = Config::load().unwrap_or_else(|why| panic!("{why}"));
    Settings { folder: folder.to_owned(), durable: false, ..Settings::from_config(&config) }
}

/// Runs the statements and returns the first column of the last row.
fn ask(cluster: &Cluster, sql: &str) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (client, connection) = tokio_postgres::connect(&cluster.url("postgres"), NoTls).await.unwrap();
        let connection = tokio::spawn(connection);
        let mut answer = String::new();
        for message in client.simple_query(sql).await.unwrap() {
            if let tokio_postgres::SimpleQueryMessage::Row(row) = message {
                row.get(0).unwrap_or_default().clone_into(&mut answer);
            }
        }
        drop(client);
        connection.await.unwrap().unwrap();
        answer
    })
}

const WRITE: &str = "CREATE TABLE note (text text); INSERT INTO note VALUES ('kept')";
const READ: &str = "SELECT text FROM note";

fn postmaster(settings: &Settings) -> Pid {
    let text = fs::read_to_string(settings.folder.join("postgres/postmaster.pid")).unwrap();
    Pid::from_raw(text.lines().next().unwrap().parse().unwrap()).unwrap()
}

#[test]
fn a_restart_keeps_the_data() {
    let place = Place::new();
    let settings = Settings { durable: true, ..place.settings() };
    let cluster = Cluster::start(&settings).unwrap();
    assert_eq!(ask(&cluster, "SELECT 1"), "1");
    assert_eq!(ask(&cluster, "SHOW fsync"), "on");
    assert_eq!(ask(&cluster, "SHOW server_encoding"), "UTF8");
    assert_eq!(ask(&cluster, "SELECT current_user"), "turnpost");
    ask(&cluster, WRITE);
    let pid = postmaster(&settings);
    cluster.stop().unwrap();
    assert!(test_kill_process(pid).is_err(), "Postgres is down when `stop` returns");
    let cluster = Cluster::start(&settings).unwrap();
    assert_eq!(ask(&cluster, READ), "kept");
    cluster.stop().unwrap();
}

#[test]
fn another_process_gets_the_address_of_a_running_cluster() {
    let place = Place::new();
    let settings = place.settings();
    assert_eq!(Cluster::of_another(&settings.folder).unwrap(), None);
    let cluster = Cluster::start(&settings).unwrap();
    assert_eq!(Cluster::of_another(&settings.folder).unwrap(), Some(cluster.socket()));
    cluster.stop().unwrap();
    assert_eq!(Cluster::of_another(&settings.folder).unwrap(), None);
}

#[test]
fn only_the_account_may_enter_the_folder() {
    let place = Place::new();
    let settings = place.settings();
    let cluster = Cluster::start(&settings).unwrap();
    for folder in [settings.folder.clone(), settings.folder.join("postgres"), settings.folder.join("run")] {
        let metadata = fs::metadata(&folder).unwrap();
        assert_eq!(metadata.mode() & 0o777, 0o700, "{}", folder.display());
        assert_ne!(metadata.uid(), 0, "{}", folder.display());
    }
    assert_eq!(ask(&cluster, "SHOW listen_addresses"), "");
    cluster.stop().unwrap();
}

#[test]
fn dropping_stops_postgres_and_the_next_start_waits_for_the_stop() {
    let place = Place::new();
    let cluster = Cluster::start(&place.settings()).unwrap();
    ask(&cluster, WRITE);
    drop(cluster);
    let cluster = Cluster::start(&place.settings()).unwrap();
    assert_eq!(ask(&cluster, READ), "kept");
    cluster.stop().unwrap();
}

/// Not a test: the server that `a_kill_9_of_the_server_loses_nothing` kills. It reads its folder, starts, writes, says so
/// and waits.
#[test]
#[ignore = "run by a_kill_9_of_the_server_loses_nothing"]
fn holder() {
    let mut lines = std::io::stdin().lock().lines();
    let folder = lines.next().unwrap().unwrap();
    let cluster = Cluster::start(&settings(Path::new(&folder))).unwrap();
    ask(&cluster, WRITE);
    writeln!(std::io::stdout(), "holding").unwrap();
    assert!(lines.next().is_none());
}

#[test]
fn a_kill_9_of_the_server_loses_nothing() {
    let place = Place::new();
    let settings = place.settings();
    let (_, module) = module_path!().split_once("::").unwrap();
    let mut holder = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", &format!("{module}::holder"), "--ignored", "--nocapture"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(holder.stdin.as_mut().unwrap(), "{}", settings.folder.display()).unwrap();
    let said = BufReader::new(holder.stdout.take().unwrap()).lines().map_while(Result::ok);
    let holding = said.into_iter().any(|line| line.ends_with("holding"));
    assert!(holding, "the holder has failed");
    let pid = postmaster(&settings);
    holder.kill().unwrap();
    let cluster = Cluster::start(&settings).unwrap();
    holder.wait().unwrap();
    assert_ne!(postmaster(&settings), pid);
    assert_eq!(ask(&cluster, READ), "kept");
    cluster.stop().unwrap();
}

#[test]
fn a_kill_9_of_the_keeper_leaves_no_postgres_behind() {
    let place = Place::new();
    let settings = place.settings();
    let cluster = Cluster::start(&settings).unwrap();
    ask(&cluster, WRITE);
    let pid = postmaster(&settings);
    kill_process(Pid::from_child(&cluster.keeper), Signal::KILL).unwrap();
    assert!(matches!(cluster.stop(), Err(Trouble::Crashed { .. })));
    let cluster = Cluster::start(&settings).unwrap();
    assert_ne!(postmaster(&settings), pid);
    assert_eq!(ask(&cluster, READ), "kept");
    cluster.stop().unwrap();
}

#[test]
fn a_kill_9_of_postgres_is_recovered_from() {
    let place = Place::new();
    let settings = Settings { durable: true, ..place.settings() };
    let cluster = Cluster::start(&settings).unwrap();
    ask(&cluster, WRITE);
    kill_process(postmaster(&settings), Signal::KILL).unwrap();
    assert!(matches!(cluster.stop(), Err(Trouble::Crashed { .. })));
    let cluster = Cluster::start(&settings).unwrap();
    assert_eq!(ask(&cluster, READ), "kept");
    cluster.stop().unwrap();
}

#[test]
fn the_number_of_a_dead_postgres_may_belong_to_another_process() {
    let place = Place::new();
    let settings = place.settings();
    Cluster::start(&settings).unwrap().stop().unwrap();
    let mut stranger = Command::new("sleep").arg("60").spawn().unwrap();
    let pid = stranger.id();
    let left = format!("{pid}\nfolder\n1\n5432\nrun\n\n  1  1\nready   \n");
    fs::write(settings.folder.join("postgres/postmaster.pid"), left).unwrap();
    let cluster = Cluster::start(&settings).unwrap();
    assert_eq!(ask(&cluster, "SELECT 1"), "1");
    cluster.stop().unwrap();
    assert!(stranger.try_wait().unwrap().is_none(), "the stranger was not harmed");
    stranger.kill().unwrap();
    stranger.wait().unwrap();
}

#[test]
fn an_interrupted_initdb_is_begun_again() {
    let place = Place::new();
    let settings = place.settings();
    let cluster = Cluster::start(&settings).unwrap();
    cluster.stop().unwrap();
    fs::rename(settings.folder.join("postgres"), settings.folder.join("postgres.new")).unwrap();
    fs::remove_file(settings.folder.join("postgres.new/global/pg_control")).unwrap();
    let cluster = Cluster::start(&settings).unwrap();
    assert_eq!(ask(&cluster, "SELECT 1"), "1");
    assert!(!settings.folder.join("postgres.new").exists());
    cluster.stop().unwrap();
}

#[test]
fn a_path_too_long_for_a_socket_has_a_short_stand_in() {
    let place = Place::new();
    let settings = settings(&place.0.join("deep".repeat(20)).join("deeper".repeat(10)));
    let cluster = Cluster::start(&settings).unwrap();
    assert!(!cluster.socket.starts_with(&settings.folder));
    assert_eq!(ask(&cluster, "SELECT 1"), "1");
    let socket = cluster.socket.clone();
    cluster.stop().unwrap();
    fs::remove_dir_all(socket).unwrap();
}

#[test]
fn folders_and_databases_may_have_odd_names() {
    for name in ["100% of \"it\" at ü@host:1", "one, two", "it's $HOME `and` #more?"] {
        let place = Place::new();
        let cluster = Cluster::start(&settings(&place.0.join(name))).unwrap();
        assert_eq!(ask(&cluster, "SELECT 1"), "1");
        let socket = cluster.socket.clone();
        cluster.stop().unwrap();
        fs::remove_dir_all(socket).unwrap();
    }
}

#[test]
fn a_temporary_folder_is_removed_with_postgres() {
    let place = Place::new();
    let settings = Settings { temporary: true, ..place.settings() };
    let cluster = Cluster::start(&settings).unwrap();
    assert_eq!(ask(&cluster, "SHOW fsync"), "off");
    cluster.stop().unwrap();
    assert!(!settings.folder.exists());

    let mut cluster = Cluster::start(&settings).unwrap();
    let pid = postmaster(&settings);
    let mut sweeper = cluster.sweeper.take().unwrap();
    drop(cluster);
    assert!(sweeper.wait().unwrap().success());
    assert!(!settings.folder.exists());
    assert!(test_kill_process(pid).is_err());
}
