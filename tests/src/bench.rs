//! What benchmarks run on: a Postgres of their own with durable commits, and a server without limits.

use std::path::PathBuf;

use turnpost::app::App;
use turnpost::boot;
use turnpost::clock::Clock;
use turnpost::config::{Config, Environment};
use turnpost::postgres::{Cluster, Settings};

use crate::database;

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
        let settings = Settings { folder: folder.clone(), temporary: true, ..Settings::of(&Config::load().unwrap()) };
        let cluster = tokio::task::spawn_blocking(move || Cluster::start(&settings)).await.unwrap().unwrap();
        let url = database::create(&cluster, "bench").await;
        Bench { folder, url, cluster }
    }

    /// The shared parts of a server on the database, with the time of day.
    pub async fn app(&self) -> App {
        let table = format!(
            "listen = '127.0.0.1:0'\ndatabase_url = '{}'\nsecrets = 'a:{}'\nrequests_per_minute = 4000000000\nlog_filter = 'off'
            matches_per_hour = 4000000000\nmatches_of_an_account = 4000000000",
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
