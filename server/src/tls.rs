//! The requests that Harmony sends, and their TLS.

use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::ring;
use ureq::Agent;
use ureq::config::ConfigBuilder;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::typestate::AgentScope;

/// Trusts what this system trusts, or the certificates that `SSL_CERT_FILE` names.
pub fn tls() -> TlsConfig {
    let trusted = rustls_native_certs::load_native_certs().certs;
    let certificates = trusted.iter().map(|der| Certificate::from_der(der).to_owned());
    TlsConfig::builder()
        .root_certs(RootCerts::from(certificates))
        .unversioned_rustls_crypto_provider(Arc::new(ring::default_provider()))
        .build()
}

/// Returns how a server asks others: every answer counts, redirects are not followed, and all of it takes no longer than this.
pub fn asking(within: Duration) -> ConfigBuilder<AgentScope> {
    Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .timeout_global(Some(within))
        .user_agent(concat!("Harmony/", env!("CARGO_PKG_VERSION")))
}
