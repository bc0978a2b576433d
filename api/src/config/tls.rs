//! The certificate with which the server takes mail.

use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring::default_provider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::Config;

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
}

fn chain(file: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let found = CertificateDer::pem_file_iter(file).map_err(|why| why.to_string())?;
    let chain: Vec<_> = found.collect::<Result<_, _>>().map_err(|why| why.to_string())?;
    if chain.is_empty() { Err("the file has no certificate in PEM".to_owned()) } else { Ok(chain) }
}
