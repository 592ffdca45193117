//! The options of `harmony serve` for logins at a provider.

use anyhow::bail;
use clap::Args;

use crate::security::{Provider, ProviderOptions, Who, is_secure};
use crate::webhooks::PublicUrl;

#[derive(Debug, Args)]
pub(super) struct SignIn {
    /// Address of a provider of OpenID Connect at which people log in
    #[arg(long, value_name = "URL", env = "HARMONY_OIDC_ISSUER", requires = "oidc_client")]
    oidc_issuer: Option<String>,
    /// Name under which the provider knows this Harmony
    #[arg(long, value_name = "ID", env = "HARMONY_OIDC_CLIENT", requires = "oidc_issuer")]
    oidc_client: Option<String>,
    /// Secret that the provider gave this Harmony
    #[arg(long, value_name = "SECRET", env = "HARMONY_OIDC_SECRET", hide_env_values = true)]
    oidc_secret: Option<String>,
    /// Who may do everything: kim@acme.example, @acme.example, group:NAME, or * for everybody; several are possible
    #[arg(long, value_name = "WHO")]
    oidc_operate: Vec<Who>,
    /// Who may read everything
    #[arg(long, value_name = "WHO")]
    oidc_read: Vec<Who>,
}

impl SignIn {
    pub fn provider(self, public_url: Option<&PublicUrl>) -> anyhow::Result<Option<Provider>> {
        let (Some(issuer), Some(client_id)) = (self.oidc_issuer, self.oidc_client) else { return Ok(None) };
        let Some(public_url) = public_url else {
            bail!(
                "the provider has to know where to send people back to: name this server with --public-url URL"
            );
        };
        if !is_secure(&issuer) {
            bail!("{issuer} is not encrypted: a provider begins with https://");
        }
        if self.oidc_operate.is_empty() && self.oidc_read.is_empty() {
            bail!("nobody could log in: say who may, with --oidc-operate WHO or --oidc-read WHO");
        }
        Ok(Some(Provider::new(ProviderOptions {
            issuer,
            client_id,
            client_secret: self.oidc_secret.filter(|secret| !secret.is_empty()),
            public_url: public_url.as_str().to_owned(),
            operators: self.oidc_operate,
            readers: self.oidc_read,
        })))
    }
}
