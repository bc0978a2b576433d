//! What benchmarks run on: a Postgres of their own with durable commits, a server without limits, and people.

use std::path::PathBuf;
use std::time::Instant;

use turnpost::app::App;
use turnpost::boot;
use turnpost::clock::Clock;
use turnpost::config::{Config, Environment};
use turnpost::ids::{SessionId, UserId};
use turnpost::postgres::{Cluster, Settings};
use turnpost::token::{self, Bearer};
use uuid::Uuid;

use crate::{Client, database};

/// A Postgres with an empty database, in the folder for temporary files.
pub struct Bench {
    /// The folder, as the data folder of a server.
    pub folder: PathBuf,
    /// The address of the database, for its owner.
    pub url: String,
    cluster: Cluster,
}

impl Bench {
    /// Starts it.
    pub async fn start() -> Bench {
        let folder = std::env::temp_dir().join(format!("turnpost-bench-{}", std::process::id()));
        let settings =
            Settings { folder: folder.clone(), temporary: true, ..Settings::from_config(&Config::load().unwrap()) };
        let cluster = tokio::task::spawn_blocking(move || Cluster::start(&settings)).await.unwrap().unwrap();
        let url = database::create(&cluster, "bench").await;
        Bench { folder, url, cluster }
    }

    /// The shared parts of a server on the database, with the time of day.
    pub async fn app(&self) -> App {
        self.app_with("").await
    }

    /// The same with these lines of settings as well.
    pub async fn app_with(&self, settings: &str) -> App {
        let table = format!(
            "listen = '127.0.0.1:0'\ndatabase_url = '{}'\nsecrets = 'a:{}'\nrequests_per_minute = 4000000000\nlog_filter = 'off'
            matches_per_hour = 4000000000\nmatches_per_account = 4000000000\n{settings}",
            self.url,
            "a".repeat(40)
        );
        let config = Config::read(&table.parse().unwrap(), &Environment::new()).unwrap();
        boot::app(config, Clock::system(), &database::access(&self.url)).await.unwrap()
    }

    /// Stops it, and removes all that it has written.
    pub async fn stop(self) {
        let cluster = self.cluster;
        tokio::task::spawn_blocking(|| cluster.stop()).await.unwrap().unwrap();
    }
}

/// Sends a GET that has to succeed; returns the milliseconds until its whole answer was read.
pub async fn timed(client: &Client, path: &str) -> f64 {
    let began = Instant::now();
    let answer = client.request("GET", path).send().await.unwrap();
    assert!(answer.status().is_success(), "{path}: {}", answer.status());
    answer.bytes().await.unwrap();
    began.elapsed().as_secs_f64() * 1000.0
}

/// The median of figures, of which there is at least one.
pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_unstable_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Stores a person with this handle and address, who is signed in; returns the access token.
pub async fn person(app: &App, handle: &str, address: Option<&str>) -> String {
    let bearer = Bearer { user: UserId::new(), session: SessionId(Uuid::now_v7()), is_guest: false };
    let address = address.map_or("NULL".to_owned(), |address| format!("'{address}'"));
    let sql = format!(
        "INSERT INTO users (id, handle, name, address, time_zone, created_at)
            VALUES ('{0}', '{handle}', 'Player', {address}, 'UTC', now());
         INSERT INTO sessions (id, user_id, client, created_at, last_used_at, expires_at)
            VALUES ('{1}', '{0}', '', now(), now(), now() + interval '1 day')",
        bearer.user, bearer.session.0
    );
    database::execute(app.config.database_url.as_ref().unwrap().reveal(), &sql).await;
    token::access(&app.secrets, bearer, app.clock.now()).unwrap().0
}
