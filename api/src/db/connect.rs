//! One connection to Postgres, in the clear or with TLS.

use std::sync::Arc;

use diesel::result::{ConnectionError, ConnectionResult};
use diesel_async::{AsyncConnection, AsyncPgConnection};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;
use url::Url;

/// Connects as the URL says. `sslmode=require` and `sslmode=verify-full` both mean TLS with a certificate that is good for the
/// host: one that is not verified keeps nobody out. `sslrootcert` names a PEM file to verify it by instead of the public roots.
/// Without either the line is in the clear, as it may be on this machine.
pub(super) async fn connect(url: &str) -> ConnectionResult<AsyncPgConnection> {
    let Some((plain, roots)) = protected(url) else { return AsyncPgConnection::establish(url).await };
    let tls = MakeRustlsConnect::new(tls(roots.as_deref()).map_err(bad)?);
    let config: tokio_postgres::Config = plain.parse().map_err(bad)?;
    let (client, connection) = config.connect(tls).await.map_err(bad)?;
    AsyncPgConnection::try_from_client_and_connection(client, connection).await
}

fn bad(why: impl std::fmt::Display) -> ConnectionError {
    ConnectionError::BadConnection(why.to_string())
}

/// If the URL asks for TLS: the same in the words that tokio-postgres knows, and the file of root certificates.
fn protected(text: &str) -> Option<(String, Option<String>)> {
    let mut url = Url::parse(text).ok()?;
    let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    let find = |name: &str| pairs.iter().find(|(found, _)| found == name).map(|(_, value)| value.clone());
    let roots = find("sslrootcert");
    if roots.is_none() && !matches!(find("sslmode").as_deref(), Some("require" | "verify-ca" | "verify-full")) {
        return None;
    }
    let others = pairs.iter().filter(|(name, _)| !matches!(name.as_str(), "sslmode" | "sslrootcert"));
    url.query_pairs_mut().clear().extend_pairs(others).append_pair("sslmode", "require");
    Some((url.to_string(), roots))
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
    fn what_asks_for_tls_gets_it() {
        for url in ["postgres://a@%2Ftmp%2Frun:5432/t", "postgres://a:b@db/t", "postgres://a@db/t?sslmode=disable"] {
            assert_eq!(protected(url), None, "{url}");
        }
        let require = Some("postgres://a:b@db/t?connect_timeout=3&sslmode=require".to_owned());
        for mode in ["sslmode=require", "sslmode=verify-full", "sslrootcert=%2Fca.pem"] {
            let found = protected(&format!("postgres://a:b@db/t?{mode}&connect_timeout=3"));
            assert_eq!(found.clone().map(|(url, _)| url), require, "{mode}");
            assert_eq!(found.and_then(|(_, roots)| roots).is_some(), mode.starts_with("sslrootcert"), "{mode}");
        }
    }
}
