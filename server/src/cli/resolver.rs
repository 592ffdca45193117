use axum::http::Uri;
use axum::http::uri::Authority;
use ureq::Error;
use ureq::config::Config;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Finds names below `localhost` on this machine, as browsers do; not every system does.
#[derive(Debug, Default)]
pub(super) struct LoopbackResolver(DefaultResolver);

impl Resolver for LoopbackResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let of_loopback = on_loopback(uri);
        self.0.resolve(of_loopback.as_ref().unwrap_or(uri), config, timeout)
    }
}

fn on_loopback(uri: &Uri) -> Option<Uri> {
    let (host, port) = (uri.host()?, uri.port_u16());
    host.to_ascii_lowercase().strip_suffix(".localhost")?;
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    let mut parts = uri.clone().into_parts();
    parts.authority = Authority::try_from(format!("localhost{port}")).ok();
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_below_localhost_are_here() {
        let here = |uri: &str| on_loopback(&uri.parse().unwrap()).map(|uri| uri.to_string());
        assert_eq!(here("http://Billing.localhost:4180/api").as_deref(), Some("http://localhost:4180/api"));
        assert_eq!(here("http://a.b.LOCALHOST/").as_deref(), Some("http://localhost/"));
        for other in ["http://localhost:4180/", "http://localhost.example/", "http://127.0.0.1:4180/"] {
            assert_eq!(here(other), None, "{other}");
        }
    }
}
