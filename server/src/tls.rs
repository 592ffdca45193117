//! TLS of the requests that Harmony sends.

use std::sync::Arc;

use rustls::crypto::ring;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// Trusts what this system trusts, or the certificates that `SSL_CERT_FILE` names.
pub fn tls() -> TlsConfig {
    let trusted = rustls_native_certs::load_native_certs().certs;
    let certificates = trusted.iter().map(|der| Certificate::from_der(der).to_owned());
    TlsConfig::builder()
        .root_certs(RootCerts::from(certificates))
        .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
        .build()
}
