//! Addresses as a person types them: `4203`, `:4203`, `localhost:4200`, `127.0.0.1`, `http://…`.

use std::net::{Ipv6Addr, SocketAddr, ToSocketAddrs};

use axum::http::Uri;

/// The port of a Harmony that nobody said otherwise of.
const PORT: u16 = 4180;

/// Returns the address of a server, with a scheme and without a slash at its end.
pub(super) fn of_server(typed: &str) -> Result<String, String> {
    let wrong = || {
        format!(
            "`{typed}` is not the address of a server: write it as in 127.0.0.1:4180, localhost:4180, \
             http://127.0.0.1:4180 or https://harmony.example"
        )
    };
    let typed = typed.trim();
    let (scheme, rest) = typed.split_once("://").unwrap_or(("", typed));
    let rest = rest.trim_end_matches('/');
    let address = match scheme.to_ascii_lowercase().as_str() {
        "" => {
            let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            format!("http://{}{path}", with_port(host))
        }
        scheme @ ("http" | "https") => format!("{scheme}://{rest}"),
        _ => return Err(wrong()),
    };
    let uri: Uri = address.parse().map_err(|_| wrong())?;
    let is_port_wrong =
        uri.authority().is_some_and(|host| has_port(host.as_str()) && uri.port_u16().is_none());
    let has_host = uri.host().is_some_and(|host| !host.is_empty());
    if !has_host || is_port_wrong || uri.query().is_some() {
        return Err(wrong());
    }
    Ok(address)
}

/// Returns the address to listen on. Prefers IPv4 for `localhost`, as most tools do.
pub(super) fn to_listen_on(typed: &str) -> Result<SocketAddr, String> {
    let example = "write an address and a port, as in 127.0.0.1:4180, localhost:4180 or 4180";
    let typed = typed.trim();
    let host = match typed.split_once("://") {
        None => typed,
        Some((scheme, host)) if scheme.eq_ignore_ascii_case("http") => host.trim_end_matches('/'),
        Some(_) => {
            return Err(format!("Harmony listens by HTTP, and a proxy in front of it adds HTTPS: {example}"));
        }
    };
    if host.is_empty() {
        return Err(example.to_owned());
    }
    let addresses: Vec<_> = with_port(host).to_socket_addrs().map(Iterator::collect).unwrap_or_default();
    let chosen = addresses.iter().find(|address| address.is_ipv4()).or_else(|| addresses.first());
    chosen.copied().ok_or_else(|| example.to_owned())
}

/// Adds what is missing: this machine, or the port.
fn with_port(host: &str) -> String {
    let port = host.strip_prefix(':').unwrap_or(host);
    if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("127.0.0.1:{port}");
    }
    if host.parse::<Ipv6Addr>().is_ok() {
        return format!("[{host}]:{PORT}");
    }
    if has_port(host) { host.to_owned() } else { format!("{host}:{PORT}") }
}

/// Returns whether a colon follows the host, which in IPv6 has colons of its own.
fn has_port(host: &str) -> bool {
    host.rsplit(']').next().is_some_and(|rest| rest.contains(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_named_as_a_person_types_it() {
        for (typed, expected) in [
            ("127.0.0.1:4200", "http://127.0.0.1:4200"),
            ("localhost:4200", "http://localhost:4200"),
            ("localhost", "http://localhost:4180"),
            ("4203", "http://127.0.0.1:4203"),
            (":4203", "http://127.0.0.1:4203"),
            (" http://127.0.0.1:4180/ ", "http://127.0.0.1:4180"),
            ("HTTPS://harmony.example", "https://harmony.example"),
            ("harmony.example:8443/team/", "http://harmony.example:8443/team"),
            ("[::1]:4200", "http://[::1]:4200"),
            ("[::1]", "http://[::1]:4180"),
            ("::1", "http://[::1]:4180"),
        ] {
            assert_eq!(of_server(typed).as_deref(), Ok(expected), "{typed}");
        }
        for wrong in
            ["", "/", "http://", "ftp://harmony.example", "a b", "localhost:port", "99999", "http://a?b"]
        {
            let error = of_server(wrong).unwrap_err();
            assert!(error.contains("http://127.0.0.1:4180"), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_listener_is_named_as_a_person_types_it() {
        for (typed, expected) in [
            ("127.0.0.1:4203", "127.0.0.1:4203"),
            ("localhost:4203", "127.0.0.1:4203"),
            ("4203", "127.0.0.1:4203"),
            (":4203", "127.0.0.1:4203"),
            ("http://127.0.0.1:4203/", "127.0.0.1:4203"),
            ("127.0.0.1", "127.0.0.1:4180"),
            ("0.0.0.0:0", "0.0.0.0:0"),
            ("::1", "[::1]:4180"),
            ("[::1]:4203", "[::1]:4203"),
        ] {
            assert_eq!(to_listen_on(typed), Ok(expected.parse().unwrap()), "{typed}");
        }
        for wrong in ["", "99999", "127.0.0.1:port", "https://127.0.0.1:4203", "http://"] {
            assert!(to_listen_on(wrong).unwrap_err().contains("127.0.0.1:4180"), "{wrong}");
        }
    }
}
