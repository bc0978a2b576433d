//! The role of the server: it may only append to the log, and everything else that a server does works with it, as all tests show.

use serde_json::json;
use tests::{Server, database};
use turnpost::boot::{self, Database};
use turnpost::clock::Clock;
use turnpost::config::{Config, Environment};
use turnpost::db::{self, Access};
use turnpost::postgres::{Cluster, Settings};

#[tokio::test(flavor = "multi_thread")]
async fn the_role_of_the_server_cannot_rewrite_the_log() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&id).await;
    anna.plays(&id, "pass").await;
    let before = server.query("SELECT * FROM moves ORDER BY ply").await;
    let Access { server: url, .. } = database::access(&server.database);
    for (sql, refusal) in [
        ("UPDATE moves SET text = 'resign'", "permission denied for table moves"),
        ("DELETE FROM moves", "permission denied for table moves"),
        ("TRUNCATE moves", "permission denied for table moves"),
        ("TRUNCATE matches CASCADE", "permission denied for table matches"),
        ("DROP TRIGGER moves_are_append_only ON moves", "must be owner of relation moves"),
        ("ALTER TABLE moves DISABLE TRIGGER ALL", "must be owner of table moves"),
        ("DROP TABLE moves CASCADE", "must be owner of table moves"),
        ("ALTER TABLE moves RENAME TO other", "must be owner of table moves"),
        (
            "CREATE OR REPLACE FUNCTION refuse_to_rewrite_the_log() RETURNS trigger LANGUAGE sql AS 'SELECT NULL'",
            "permission denied for schema public",
        ),
        ("CREATE TABLE other (id int)", "permission denied for schema public"),
        ("SET session_replication_role = replica", "permission denied to set parameter"),
        ("SET ROLE turnpost", "permission denied to set role"),
        // The versions of Postgres refuse these in different words.
        ("ALTER ROLE turnpost_server SUPERUSER", ""),
        ("COPY moves TO PROGRAM 'cat'", ""),
        ("DELETE FROM __diesel_schema_migrations", "permission denied for table __diesel_schema_migrations"),
    ] {
        let why = database::refusal(&url, sql).await;
        assert!(why.contains(refusal), "{sql}: {why}");
    }
    assert_eq!(database::query(&url, "SELECT * FROM moves ORDER BY ply").await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn rights_that_were_changed_are_put_right_at_the_next_start() {
    let url = database::fresh().await;
    let role = "turnpost_server";
    for sql in [
        format!("GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}"),
        format!("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}"),
    ] {
        database::execute(&url, &sql).await;
        db::migrate(&database::access(&url)).await.unwrap();
        let sql = format!(
            "SELECT relname, array_to_string(ARRAY(SELECT one FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) AS one
                WHERE has_table_privilege('{role}', oid, one)), ' ')
             FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
        );
        let rows = database::query(&url, &sql).await;
        assert!(rows.len() > 20);
        for row in rows {
            let rights = match row[0].as_deref().unwrap() {
                "moves" | "host_acts" => "SELECT INSERT",
                "__diesel_schema_migrations" => "SELECT",
                _ => "SELECT INSERT UPDATE DELETE",
            };
            assert_eq!(row[1].as_deref(), Some(rights), "{:?}", row[0]);
        }
    }
}

/// An earlier version signed in as the superuser for everything.
#[tokio::test(flavor = "multi_thread")]
async fn a_data_folder_of_an_earlier_version_gets_the_role_of_the_server() {
    let folder = std::env::temp_dir().join(format!("turnpost-earlier-{}", std::process::id()));
    let table = format!("data_folder = '{}'", folder.display()).parse().unwrap();
    let own = Config::load().unwrap();
    let config = Config {
        cache_folder: own.cache_folder,
        postgres_programs: own.postgres_programs,
        ..Config::read(&table, &Environment::new()).unwrap()
    };
    let settings = Settings { durable: false, ..Settings::from_config(&config) };
    let cluster = tokio::task::spawn_blocking(move || Cluster::start(&settings)).await.unwrap().unwrap();
    db::create_database(&cluster.url("postgres"), "turnpost").await.unwrap();
    db::migrate(&Access::one(&cluster.url("turnpost"))).await.unwrap();
    // While the server of the earlier version runs, this version looks with its role.
    let beside = Database::beside(&config).await.unwrap();
    assert_eq!(beside.access.server, cluster.url("turnpost"));
    beside.close().await.unwrap();
    tokio::task::spawn_blocking(|| cluster.stop()).await.unwrap().unwrap();
    for _ in 0..2 {
        let database = Database::open(&config).await.unwrap();
        // Commands that do not migrate, too.
        assert_eq!(
            database::query(&database.access.server, "SELECT count(*) FROM matches").await[0][0].as_deref(),
            Some("0")
        );
        let app = boot::app(config.clone(), Clock::system(), &database.access).await.unwrap();
        app.db.ready().await.unwrap();
        let sql = "SELECT current_user, rolsuper FROM pg_roles WHERE rolname = current_user";
        let role = database::query(&database.access.server, sql).await;
        assert_eq!(role, [[Some("turnpost_server".to_owned()), Some("f".to_owned())]]);
        assert!(!db::rights::may_rewrite_the_log(&mut app.db.get().await.unwrap()).await.unwrap());
        drop(app);
        database.close().await.unwrap();
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
