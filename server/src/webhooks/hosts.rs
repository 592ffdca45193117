//! The addresses that the operator allows, and that of this server.

use std::fmt;
use std::str::FromStr;

use axum::http::Uri;
use axum::http::uri::Authority;

use super::BadWebhook;

/// A host that webhooks may send to, as in `hooks.slack.com` or `ci.internal:8443`. Without a port, the one that belongs to
/// the scheme: another port of a machine is another service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookHost {
    name: String,
    port: Option<u16>,
}

impl FromStr for WebhookHost {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unclear = || {
            format!(
                "`{text}` is not a host: write a name without `*`, as in hooks.slack.com or ci.internal:8443"
            )
        };
        let authority: Authority = text.parse().map_err(|_| unclear())?;
        let name = authority.host().to_ascii_lowercase();
        let has_port = authority.as_str().len() > name.len();
        if name.is_empty() || text.contains(['@', '*']) || (has_port && authority.port_u16().is_none()) {
            return Err(unclear());
        }
        Ok(Self { name, port: authority.port_u16() })
    }
}

impl fmt::Display for WebhookHost {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name)?;
        self.port.map_or(Ok(()), |port| write!(formatter, ":{port}"))
    }
}

/// Checks the address of a webhook.
pub(super) fn check(url: &str, allowed: &[WebhookHost]) -> Result<(), BadWebhook> {
    let uri: Uri = url.parse().map_err(|_| BadWebhook::Address)?;
    let usual_port = match uri.scheme_str() {
        Some("http") => 80,
        Some("https") => 443,
        _ => return Err(BadWebhook::Address),
    };
    let authority = uri.authority().ok_or(BadWebhook::Address)?;
    let name = authority.host().to_ascii_lowercase();
    let has_port = authority.as_str().len() > name.len();
    if authority.as_str().contains('@') || (has_port && authority.port_u16().is_none()) {
        return Err(BadWebhook::Address);
    }
    let port = authority.port_u16().unwrap_or(usual_port);
    let is_allowed = |host: &WebhookHost| host.name == name && host.port.unwrap_or(usual_port) == port;
    if allowed.iter().any(is_allowed) {
        return Ok(());
    }
    let host = if port == usual_port { name } else { format!("{name}:{port}") };
    Err(BadWebhook::Host { host })
}

/// The address of this server for people: scheme, host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Without a slash at its end.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the address of a project, which begins with its name. An address without a name has none.
    pub fn of_project(&self, name: &str) -> Option<Self> {
        let (scheme, host) = self.0.split_once("://")?;
        let is_name = host.parse::<Uri>().ok()?.host()?.bytes().any(|byte| byte.is_ascii_alphabetic());
        (is_name && !host.starts_with('[')).then(|| Self(format!("{scheme}://{name}.{host}")))
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unclear =
            || format!("`{text}` is not an address of this server: write it as in https://harmony.example");
        let uri: Uri = text.parse().map_err(|_| unclear())?;
        let is_plain = matches!(uri.scheme_str(), Some("http" | "https"))
            && uri.path_and_query().is_none_or(|path| path.as_str() == "/")
            && !text.contains('@');
        if is_plain { Ok(Self(text.trim_end_matches('/').to_owned())) } else { Err(unclear()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_all(allowed: &[&str], url: &str) -> Result<(), BadWebhook> {
        let allowed: Vec<WebhookHost> = allowed.iter().map(|host| host.parse().unwrap()).collect();
        check(url, &allowed)
    }

    #[test]
    fn a_host_without_a_port_has_that_of_the_scheme() {
        let allowed = ["Hooks.example", "ci.internal:8443", "[::1]:9000"];
        for url in [
            "https://hooks.example/a?b", "http://hooks.example/", "https://hooks.example:443",
            "https://ci.internal:8443/a", "http://[::1]:9000/",
        ] {
            assert_eq!(check_all(&allowed, url), Ok(()), "{url}");
        }
        for url in [
            "https://hooks.example:8443/", "https://ci.internal/", "https://a.hooks.example/",
            "https://hooks.example.evil/", "http://[::1]/", "http://127.0.0.1:9000/",
        ] {
            assert!(matches!(check_all(&allowed, url), Err(BadWebhook::Host { .. })), "{url}");
        }
        for url in ["ftp://hooks.example/", "hooks.example", "/a", "", "https://a@hooks.example/"] {
            assert_eq!(check_all(&allowed, url), Err(BadWebhook::Address), "{url}");
        }
    }

    #[test]
    fn an_allowed_host_is_a_name_alone() {
        for wrong in
            ["*.example", "https://hooks.example", "hooks.example/a", "", "a@b", "b:", "b:x", "b:70000"]
        {
            assert!(wrong.parse::<WebhookHost>().is_err(), "{wrong}");
        }
        assert_eq!("A.example:80".parse::<WebhookHost>().unwrap().to_string(), "a.example:80");
    }

    #[test]
    fn the_address_of_a_project_begins_with_its_name() {
        let of = |url: &str| url.parse::<PublicUrl>().unwrap().of_project("billing").map(|url| url.0);
        assert_eq!(of("https://harmony.example").as_deref(), Some("https://billing.harmony.example"));
        assert_eq!(of("http://localhost:4180/").as_deref(), Some("http://billing.localhost:4180"));
        assert_eq!(of("http://127.0.0.1:4180"), None);
        assert_eq!(of("http://[::1]:4180"), None);
    }

    #[test]
    fn the_public_url_has_no_path() {
        let url = |text: &str| text.parse::<PublicUrl>().map(|url| url.0);
        assert_eq!(url("https://harmony.example/"), Ok("https://harmony.example".to_owned()));
        for wrong in ["harmony.example", "https://harmony.example/a", "ftp://a", "https://a@b", ""] {
            assert!(url(wrong).is_err(), "{wrong}");
        }
    }
}
