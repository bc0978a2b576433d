//! The database: migrations, the log that is only appended to, the file of secrets, two servers at once.

use engine::{Cause, RatingClass};
use serde_json::json;
use tests::mailbox::{Mailbox, Security};
use tests::{Server, database};
use turnpost::db::words::{
    ComputerPace, CountedAs, EmailKind, EmailLength, EmailState, HookForm, HostAct, IncomingResult, InvitationAnswer,
    Lane, NoticeKind, OnLapse, PairingState, Phase, ProposalAnswer, ProposalKind, ReceiverKind, Seating, Stored,
    TournamentFormat, TournamentPhase, Unrated, Visibility,
};
use turnpost::db::{self, Access};

/// The schema as Postgres describes it: columns, indexes, constraints, triggers, functions.
async fn schema(url: &str) -> Vec<Vec<Option<String>>> {
    let sql = "SELECT 'column ' || table_name || '.' || column_name, data_type || ' ' || is_nullable || coalesce(column_default, '')
            FROM information_schema.columns WHERE table_schema = 'public'
        UNION ALL SELECT 'index ' || indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
        UNION ALL SELECT 'constraint ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
            FROM pg_constraint WHERE connamespace = 'public'::regnamespace
        UNION ALL SELECT 'trigger ' || tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT 'function ' || proname, pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
        ORDER BY 1, 2";
    database::query(url, sql).await
}

/// The number of folders in `migrations/`.
fn migrations() -> usize {
    let entries = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations")).unwrap();
    entries.filter(|entry| entry.as_ref().unwrap().path().is_dir()).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn migrations_go_down_and_up_again() {
    let url = database::empty().await;
    assert_eq!(db::pending(&url).await.unwrap().len(), migrations());
    assert_eq!(schema(&url).await.len(), 0, "asking what is to be done does nothing");
    db::migrate(&database::access(&url)).await.unwrap();
    assert_eq!(db::pending(&url).await.unwrap(), [""; 0]);
    let first = schema(&url).await;
    assert!(first.len() > 150, "{}", first.len());
    db::migrate(&database::access(&url)).await.unwrap();
    assert_eq!(schema(&url).await, first, "nothing is left to do");
    db::migrate_down_and_up(&url).await.unwrap();
    assert_eq!(schema(&url).await, first);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_of_a_later_version_is_used_and_one_of_other_migrations_is_refused() {
    let url = database::fresh().await;
    database::execute(&url, "INSERT INTO __diesel_schema_migrations VALUES ('29991231000000')").await;
    db::migrate(&database::access(&url)).await.unwrap();
    let before = schema(&url).await;
    database::execute(&url, "DELETE FROM __diesel_schema_migrations WHERE version < '2999'").await;
    let why = db::migrate(&database::access(&url)).await.unwrap_err().to_string();
    assert!(why.contains("29991231000000. Use that version, or an empty database"), "{why}");
    assert_eq!(schema(&url).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_refuses_to_be_rewritten() {
    let server = Server::quiet(|_| {}).await;
    let (anna, bob) = (server.person_by_secret("Anna").await, server.person_by_secret("Bob").await);
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&id).await;
    anna.plays(&id, "pass").await;
    let log = || server.query("SELECT * FROM moves ORDER BY ply");
    let before = log().await;
    for sql in [
        "UPDATE moves SET text = 'resign'",
        "UPDATE moves SET at = now() WHERE ply = 1",
        "DELETE FROM moves",
        "DELETE FROM moves WHERE ply = 1",
        "TRUNCATE moves",
        "TRUNCATE matches CASCADE",
    ] {
        let why = database::refusal(&server.database, sql).await;
        assert!(why.contains("only ever appended to"), "{sql}: {why}");
    }
    let twice = format!("INSERT INTO moves SELECT * FROM moves WHERE ply = 1 AND match_id = '{id}'");
    assert!(database::refusal(&server.database, &twice).await.contains("moves_pkey"));
    assert_eq!(log().await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_database_refuses_impossible_rows() {
    let server = Server::start().await;
    let [anna, bob] = server.people(["Anna", "Bob"]).await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    bob.joins(&id).await;
    for (sql, constraint) in [
        ("UPDATE matches SET phase = 'over'", "matches_end_with_an_outcome"),
        ("UPDATE matches SET state = NULL", "matches_run_with_a_state"),
        ("UPDATE matches SET phase = 'paused'", "phase"),
        ("UPDATE matches SET players = 9", "matches_check"),
        ("UPDATE seats SET seat = 0", "seats_seat_key"),
        ("UPDATE users SET address = 'Anna@example.org' WHERE handle = 'anna'", "users_address_lower"),
        ("UPDATE users SET handle = 'anna'", "users_handle_key"),
        ("UPDATE emails SET state = 'lost'", "email_state"),
    ] {
        let why = database::refusal(&server.database, sql).await;
        assert!(why.contains(constraint), "{sql}: {why}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_start_at_once_on_an_empty_database() {
    let url = database::empty().await;
    // In tasks of their own: migrating blocks its thread, and in one task the other start would not be woken.
    let start =
        |url: String| tokio::spawn(async move { Server::on(&url, Mailbox::open(Security::Plain).await, |_| {}).await });
    let (one, other) = (start(url.clone()), start(url));
    let (one, other) = (one.await.unwrap(), other.await.unwrap());
    one.get("/readyz").await.expect(200);
    other.get("/readyz").await.expect(200);
    let applied = one.count("SELECT count(*) FROM __diesel_schema_migrations").await;
    assert_eq!(applied, i64::try_from(migrations()).unwrap());
    // Players can use either server, and either may send the emails.
    let anna = one.person_by_secret("Anna").await;
    let id = anna.creates(json!({"game": "magma", "seating": "joined"})).await;
    let bob = one.person_by_secret("Bob").await.at(&other);
    bob.joins(&id).await;
    anna.plays(&id, "pass").await;
    bob.plays(&id, "pass").await;
    assert_eq!(one.count("SELECT count(*) FROM moves").await, 3);
    one.until("SELECT count(*) = 0 FROM emails WHERE state = 'due'").await;
    let sent = one.count("SELECT count(*) FROM emails WHERE state = 'sent'").await;
    let arrived = one.mailbox.all().len() + other.mailbox.all().len();
    assert_eq!((arrived as i64, one.count("SELECT count(*) FROM deliveries").await), (sent, sent));
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_made_once_and_kept_from_others() {
    use std::os::unix::fs::PermissionsExt;
    let folder = std::env::temp_dir().join(format!("turnpost-secrets-{}", std::process::id()));
    let url = database::fresh().await;
    // The folder may belong to another account: the server writes through none of its links.
    let (bait, link) = (folder.join("bait"), folder.join("secrets.new"));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(&bait, "untouched").unwrap();
    std::os::unix::fs::symlink(&bait, &link).unwrap();
    let config = format!("data_folder = '{}'", folder.display()).parse().unwrap();
    let config = turnpost::config::Config::read(&config, &turnpost::config::Environment::new()).unwrap();
    let refused =
        turnpost::boot::app(config, turnpost::clock::Clock::system(), &database::access(&url)).await.err().unwrap();
    assert!(refused.to_string().contains("secrets"), "{refused}");
    assert_eq!(std::fs::read_to_string(&bait).unwrap(), "untouched");
    std::fs::remove_file(&link).unwrap();
    let start = async || {
        let mailbox = Mailbox::open(Security::Plain).await;
        Server::on(&url, mailbox, |table| {
            table.remove("secrets");
            table.insert("data_folder".to_owned(), folder.to_str().unwrap().into());
        })
        .await
    };
    let server = start().await;
    let anna = server.person("Anna").await;
    server.stop().await;
    let file = folder.join("secrets");
    let made = std::fs::read_to_string(&file).unwrap();
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(made.len() > 64 && made.contains(':'), "an id and 32 bytes");
    let again = start().await;
    assert_eq!(std::fs::read_to_string(&file).unwrap(), made);
    anna.at(&again).get("/v1/me").await.expect(200);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_worker_deletes_expired_rows_after_a_time() {
    let url = database::fresh().await;
    let old = "INSERT INTO sign_ins (id, address, created_at, expires_at) VALUES
        (gen_random_uuid(), 'old@example.org', '2025-01-01', '2025-01-01'),
        (gen_random_uuid(), 'new@example.org', '2025-12-31', '2026-01-01')";
    database::execute(&url, old).await;
    let server = Server::on(&url, Mailbox::open(Security::Plain).await, |_| {}).await;
    server.until("SELECT count(*) = 1 FROM sign_ins").await;
    let left = server.query("SELECT address FROM sign_ins").await;
    assert_eq!(left, [[Some("new@example.org".to_owned())]]);
}

/// Puts a TLS proxy before a Postgres on a socket, in place of a remote Postgres; returns its port and certificate.
async fn far_away(socket: std::path::PathBuf) -> (u16, String) {
    use std::sync::Arc;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio_rustls::rustls::{ServerConfig, crypto::ring, pki_types::PrivatePkcs8KeyDer};
    let signed = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let key = PrivatePkcs8KeyDer::from(signed.signing_key.serialize_der()).into();
    let tls = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let tls = tls.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let tls = tls.with_single_cert(vec![signed.cert.der().clone()], key).unwrap();
    let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(tls));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            let (acceptor, socket) = (acceptor.clone(), socket.clone());
            tokio::spawn(async move {
                let mut asked = [0; 8];
                near.read_exact(&mut asked).await.unwrap();
                assert_eq!(asked, [0, 0, 0, 8, 4, 210, 22, 47], "SSLRequest, and not a word in the clear");
                near.write_all(b"S").await.unwrap();
                // A client that refuses the certificate closes the connection.
                let Ok(mut near) = acceptor.accept(near).await else { return };
                let mut far = tokio::net::UnixStream::connect(socket).await.unwrap();
                drop(tokio::io::copy_bidirectional(&mut near, &mut far).await);
            });
        }
    });
    (port, signed.cert.pem())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_remote_postgres_is_reached_by_tls_with_a_valid_certificate() {
    let url = database::empty().await;
    let (address, name) = url.rsplit_once('/').unwrap();
    let folder = address.split(['@', ':']).nth(2).unwrap().replace("%2F", "/");
    let (port, certificate) = far_away(std::path::Path::new(&folder).join(".s.PGSQL.5432")).await;
    let file = std::env::temp_dir().join(format!("turnpost-roots-{}.pem", std::process::id()));
    std::fs::write(&file, certificate).unwrap();
    let at = |host: &str, query: &str| format!("postgres://turnpost@{host}:{port}/{name}?{query}");
    let roots = format!("sslrootcert={}", file.display());
    db::migrate(&Access::one(&at("localhost", &format!("sslmode=verify-full&{roots}")))).await.unwrap();
    assert_eq!(db::pending(&at("localhost", &roots)).await.unwrap(), [""; 0]);
    // No trusted root signed the certificate; and it is valid for another name only.
    for bad in [at("localhost", "sslmode=require"), at("127.0.0.1", &format!("sslmode=require&{roots}"))] {
        let why = db::pending(&bad).await.unwrap_err().to_string();
        assert!(why.contains("cannot be reached"), "{bad}: {why}");
    }
    std::fs::remove_file(&file).unwrap();
}

/// The words of each domain, as its check lists them, and those of its enum.
#[tokio::test(flavor = "multi_thread")]
async fn the_words_of_a_column_are_those_of_its_enum() {
    fn all<W: Stored>() -> Vec<&'static str> {
        W::ALL.iter().map(|one| one.word()).collect()
    }
    let enums = [
        ("cause", all::<Cause>()),
        ("computer_pace", all::<ComputerPace>()),
        ("counted_as", all::<CountedAs>()),
        ("email_kind", all::<EmailKind>()),
        ("email_lane", all::<Lane>()),
        ("email_length", all::<EmailLength>()),
        ("email_state", all::<EmailState>()),
        ("hook_form", all::<HookForm>()),
        ("host_act", all::<HostAct>()),
        ("incoming_result", all::<IncomingResult>()),
        ("invitation_answer", all::<InvitationAnswer>()),
        ("notice_kind", all::<NoticeKind>()),
        ("on_lapse", all::<OnLapse>()),
        ("pairing_state", all::<PairingState>()),
        ("phase", all::<Phase>()),
        ("proposal_answer", all::<ProposalAnswer>()),
        ("proposal_kind", all::<ProposalKind>()),
        ("rating_class", all::<RatingClass>()),
        ("receiver_kind", all::<ReceiverKind>()),
        ("seating", all::<Seating>()),
        ("tournament_format", all::<TournamentFormat>()),
        ("tournament_phase", all::<TournamentPhase>()),
        ("unrated", all::<Unrated>()),
        ("visibility", all::<Visibility>()),
    ];
    let sql = "SELECT typname, (SELECT string_agg(word[1], ' ') FROM regexp_matches(pg_get_constraintdef(c.oid), '''([^'']+)''', 'g') AS word)
        FROM pg_type t JOIN pg_constraint c ON c.contypid = t.oid WHERE typbasetype = 'text'::regtype ORDER BY typname";
    let domains = database::query(&database::fresh().await, sql).await;
    let domains: Vec<Vec<String>> =
        domains.into_iter().map(|row| row.into_iter().map(Option::unwrap).collect()).collect();
    let enums: Vec<Vec<String>> = enums.map(|(domain, words)| vec![domain.to_owned(), words.join(" ")]).into();
    assert_eq!(domains, enums);
}
