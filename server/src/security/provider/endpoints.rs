use jsonwebtoken::jwk::JwkSet;
use serde::Deserialize;
use ureq::Agent;

use super::read;

/// What a provider says about itself, with the keys that it signs with.
#[derive(Clone, Debug)]
pub(super) struct Endpoints {
    pub authorization: String,
    pub token: String,
    pub keys: JwkSet,
    /// The client's secret is sent in the body, since the provider takes it in no header.
    pub takes_secret_in_body: bool,
}

#[derive(Deserialize)]
struct Description {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    #[serde(default)]
    token_endpoint_auth_methods_supported: Vec<String>,
}

impl Endpoints {
    /// Asks the provider. (OpenID Connect Discovery 1.0.)
    pub fn discover(agent: &Agent, issuer: &str) -> Result<Self, String> {
        let address = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
        let described: Description = read(agent.get(&address).call(), "the provider's description")?;
        if described.issuer != issuer {
            return Err(format!("the provider calls itself {}, not {issuer}", described.issuer));
        }
        for endpoint in [&described.authorization_endpoint, &described.token_endpoint, &described.jwks_uri] {
            if !is_secure(endpoint) {
                return Err(format!("the provider names {endpoint}, which is not https"));
            }
        }
        let keys: JwkSet = read(agent.get(&described.jwks_uri).call(), "the provider's list of keys")?;
        let methods = &described.token_endpoint_auth_methods_supported;
        let takes = |method: &str| methods.iter().any(|found| found == method);
        Ok(Self {
            authorization: described.authorization_endpoint,
            token: described.token_endpoint,
            keys,
            takes_secret_in_body: takes("client_secret_post") && !takes("client_secret_basic"),
        })
    }
}

/// Returns whether nobody in between can read or change what is sent to an address: it is encrypted, or on this machine.
pub fn is_secure(address: &str) -> bool {
    let here = ["http://127.0.0.1", "http://[::1]", "http://localhost"];
    let is_here = here.iter().any(|here| {
        address.strip_prefix(here).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '/']))
    });
    address.starts_with("https://") || is_here
}

#[cfg(test)]
mod tests {
    use super::is_secure;

    #[test]
    fn addresses_are_encrypted_or_on_this_machine() {
        for secure in
            ["https://id.example/", "http://127.0.0.1:9000/token", "http://localhost/", "http://[::1]:1"]
        {
            assert!(is_secure(secure), "{secure}");
        }
        for open in
            ["http://id.example", "http://localhost.example/", "http://127.0.0.1.example", "ftp://id.example"]
        {
            assert!(!is_secure(open), "{open}");
        }
    }
}
