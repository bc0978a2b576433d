//! One connection to Postgres, in the clear or with TLS.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use diesel::result::{ConnectionError, ConnectionResult};
use diesel_async::AsyncPgConnection;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::config::Host;
use tokio_postgres::{Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;
use url::form_urlencoded;

use super::{Connection, Trouble};

/// The longest wait for a connection with one host and for the answer to the sign-in. A Postgres that hangs lets clients connect.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Connects as the URL says. `sslmode=require` and `sslmode=verify-full` both mean TLS with a certificate that is valid for the
/// host: TLS without that check does not keep attackers out. `sslrootcert` names a PEM file to verify it by instead of the public roots.
/// Without either the line is in the clear, as it may be on this machine.
///
/// # Errors
///
/// They name the host and the database, never the password.
pub(super) async fn connect(url: &str) -> ConnectionResult<Connection> {
    let (plain, tls) = match protected(url) {
        None => (url.to_owned(), None),
        Some((plain, roots)) => (plain, Some(tls(roots.as_deref()).map_err(ConnectionError::BadConnection)?)),
    };
    let config: Config = plain.parse().map_err(|why| unreadable(&plain, &why))?;
    let config = bounded(config, &plain);
    let bad = |why: tokio_postgres::Error| {
        let cause = why.source().map_or_else(|| why.to_string(), ToString::to_string);
        ConnectionError::BadConnection(format!("{}: {cause}", place(&config)))
    };
    let connection = match tls {
        None => {
            let (client, connection) = in_time(&config, config.connect(NoTls)).await?.map_err(bad)?;
            AsyncPgConnection::try_from_client_and_connection(client, connection).await
        }
        Some(tls) => {
            let connecting = config.connect(MakeRustlsConnect::new(tls));
            let (client, connection) = in_time(&config, connecting).await?.map_err(bad)?;
            AsyncPgConnection::try_from_client_and_connection(client, connection).await
        }
    };
    connection.map(Connection::without_limit)
}

/// Waits for a connection as long as its hosts may take.
async fn in_time<T>(config: &Config, connecting: impl Future<Output = T>) -> ConnectionResult<T> {
    let hosts = u32::try_from(config.get_hosts().len()).unwrap_or(u32::MAX).max(1);
    let done = tokio::time::timeout(HANDSHAKE.saturating_mul(hosts), connecting).await;
    done.map_err(|_| ConnectionError::BadConnection(format!("{}: Postgres does not answer", place(config))))
}

/// Bounds the wait for a machine that has fallen silent, where the URL does not. The kernel would wait for hours for the answer to a statement,
/// and with it each request that waits for a connection.
fn bounded(mut config: Config, url: &str) -> Config {
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(Duration::from_secs(4));
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(Duration::from_secs(20));
    }
    // These have values in any case.
    if !url.contains("keepalives") {
        config
            .keepalives_idle(Duration::from_secs(10))
            .keepalives_interval(Duration::from_secs(5))
            .keepalives_retries(2);
    }
    config
}

/// Connects as the URL says, for a single use.
pub(super) async fn open(url: &str) -> super::Result<Connection> {
    connect(url).await.map_err(|why| Trouble::Unavailable(why.to_string()))
}

/// The reason names an option of a URL; of a text that is no URL it may repeat any part, the password included.
fn unreadable(text: &str, why: &tokio_postgres::Error) -> ConnectionError {
    let is_url = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
    let cause = why.source().filter(|_| is_url).map_or_else(String::new, |cause| format!("{cause}; "));
    let expected = "expected an address such as postgres://user:password@host:5432/name";
    ConnectionError::BadConnection(format!("{cause}{expected}"))
}

/// Returns where a database is: `"games" at db.example:5432`.
fn place(config: &Config) -> String {
    let hosts = config.get_hosts().iter().enumerate().map(|(at, host)| {
        let port = config.get_ports().get(at).or(config.get_ports().first()).copied().unwrap_or(5432);
        match host {
            Host::Tcp(name) => format!("{name}:{port}"),
            Host::Unix(folder) => folder.join(format!(".s.PGSQL.{port}")).display().to_string(),
        }
    });
    let hosts: Vec<String> = hosts.collect();
    format!("\"{}\" at {}", config.get_dbname().or(config.get_user()).unwrap_or_default(), hosts.join(" or "))
}

/// If the URL asks for TLS: the same in the words that tokio-postgres knows, and the file of root certificates.
fn protected(text: &str) -> Option<(String, Option<String>)> {
    // `Url` reads no address with several hosts.
    let (place, query) = text.split_once('?')?;
    let find = |name: &str| {
        let mut pairs = form_urlencoded::parse(query.as_bytes());
        pairs.find(|(found, _)| found == name).map(|(_, value)| value.into_owned())
    };
    let roots = find("sslrootcert");
    if roots.is_none() && !matches!(find("sslmode").as_deref(), Some("require" | "verify-ca" | "verify-full")) {
        return None;
    }
    // The others stay as they are written.
    let is_other = |pair: &&str| !["sslmode=", "sslrootcert="].iter().any(|name| pair.starts_with(name));
    let pairs: Vec<&str> = query.split('&').filter(is_other).chain(["sslmode=require"]).collect();
    Some((format!("{place}?{}", pairs.join("&")), roots))
}

fn tls(roots: Option<&str>) -> Result<ClientConfig, String> {
    let mut store = RootCertStore::empty();
    match roots {
        None => store.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
        Some(file) => {
            let said = |why: &dyn std::fmt::Display| format!("sslrootcert: {file}: {why}");
            for certificate in CertificateDer::pem_file_iter(file).map_err(|why| said(&why))? {
                store.add(certificate.map_err(|why| said(&why))?).map_err(|why| said(&why))?;
            }
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    Ok(builder.map_err(|why| why.to_string())?.with_root_certificates(store).with_no_client_auth())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_that_asks_for_tls_gets_it() {
        for url in ["postgres://a@%2Ftmp%2Frun:5432/t", "postgres://a:b@db/t", "postgres://a@db/t?sslmode=disable"] {
            assert_eq!(protected(url), None, "{url}");
        }
        let require = Some("postgres://a:b@db/t?connect_timeout=3&sslmode=require".to_owned());
        for mode in ["sslmode=require", "sslmode=verify-full", "sslrootcert=%2Fca.pem"] {
            let found = protected(&format!("postgres://a:b@db/t?{mode}&connect_timeout=3"));
            assert_eq!(found.clone().map(|(url, _)| url), require, "{mode}");
            assert_eq!(found.and_then(|(_, roots)| roots).is_some(), mode.starts_with("sslrootcert"), "{mode}");
        }
        let several = "postgres://a:b@one:5432,two:5433/t?";
        let found = protected(&format!("{several}sslrootcert=%2Fca.pem&options=-c%20jit%3Doff"));
        let expected = format!("{several}options=-c%20jit%3Doff&sslmode=require");
        assert_eq!(found, Some((expected, Some("/ca.pem".to_owned()))));
    }

    #[test]
    fn a_silent_machine_is_waited_for_as_long_as_the_url_says_or_for_seconds() {
        let times = |url: &str| {
            let config = bounded(url.parse().unwrap(), url);
            let (connect, user) = (config.get_connect_timeout().copied(), config.get_tcp_user_timeout().copied());
            [connect, user, Some(config.get_keepalives_idle())].map(|time| time.unwrap().as_secs())
        };
        assert_eq!(times("postgres://a@db/t"), [4, 20, 10]);
        assert_eq!(times("postgres://a@db/t?connect_timeout=9&tcp_user_timeout=8&keepalives_idle=7"), [9, 8, 7]);
    }
}
