//! The certificate with which the server takes mail, and those by which it knows receivers of calls.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsConnector;

use super::Config;
use crate::network;

impl Config {
    /// TLS for mail that comes by SMTP (RFC 3207), with the certificate and the key that the files hold now; `None` if no file is
    /// named. The error names the setting.
    pub fn mail_tls(&self) -> Result<Option<Arc<ServerConfig>>, String> {
        let named = (&self.smtp_listen_certificate, &self.smtp_listen_key);
        let (Some(certificate), Some(key)) = named else { return Ok(None) };
        let chain = chain(certificate).map_err(|why| format!("smtp_listen_certificate: {why}"))?;
        let of_key = |why: &dyn std::fmt::Display| format!("smtp_listen_key: {why}");
        let key = PrivateKeyDer::from_pem_file(key).map_err(|why| of_key(&why))?;
        let server = ServerConfig::builder_with_provider(Arc::new(default_provider()));
        let server = server.with_safe_default_protocol_versions().map_err(|why| of_key(&why))?;
        let server = server.with_no_client_auth().with_single_cert(chain, key).map_err(|why| of_key(&why))?;
        Ok(Some(Arc::new(server)))
    }

    /// TLS for calls of webhooks and push services. The error names the setting.
    pub fn call_tls(&self) -> Result<TlsConnector, String> {
        let named = |why: String| format!("hook_certificate: {why}");
        let read = |path: &PathBuf| std::fs::read(path).map_err(|why| named(format!("{}: {why}", path.display())));
        let roots = self.hook_certificate.as_ref().map(read).transpose()?;
        network::connector(roots.as_deref()).map_err(named)
    }
}

fn chain(file: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let found = CertificateDer::pem_file_iter(file).map_err(|why| why.to_string())?;
    let chain: Vec<_> = found.collect::<Result<_, _>>().map_err(|why| why.to_string())?;
    if chain.is_empty() { Err("the file contains no PEM certificate".to_owned()) } else { Ok(chain) }
}
