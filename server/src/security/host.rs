use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::uri::Authority;
use axum::http::{Request, header};

use crate::error::ApiError;

/// The host names that this server accepts. A page of another site can point its own name here (DNS rebinding), but
/// can't make the browser send one of these names.
#[derive(Clone, Debug)]
pub struct AllowedHosts {
    /// With the server's port.
    own: Vec<String>,
    /// From the command line: with the port that they name or else with any, since a proxy has its own.
    also: Vec<String>,
    /// Whether any IP address is accepted, with any port: a machine has several, and a proxy its own.
    any_address: bool,
}

impl AllowedHosts {
    pub fn new(listen: SocketAddr, also: &[String]) -> Self {
        let mut names = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).to_vec();
        if !listen.ip().is_unspecified() {
            names.push(bracketed(listen));
        }
        let mut own: Vec<_> = names.iter().map(|name| format!("{name}:{}", listen.port())).collect();
        if listen.port() == 80 {
            own.append(&mut names);
        }
        Self { own, also: also.iter().map(|name| name.to_ascii_lowercase()).collect(), any_address: false }
    }

    /// Returns the names of a project, which are those of the server with the project's name before them.
    pub fn of_project(&self, name: &str) -> Self {
        let named = |hosts: &[String]| {
            let hosts = hosts.iter().filter(|host| !is_address(without_port(host)));
            hosts.map(|host| format!("{name}.{host}")).collect()
        };
        Self { own: named(&self.own), also: named(&self.also), any_address: false }
    }

    /// Also accepts any IP address. For servers with a token: rebinding needs a name.
    pub fn or_any_address(self) -> Self {
        Self { any_address: true, ..self }
    }

    /// Returns the host that the request was sent to, if it is accepted.
    pub fn check<'r, B>(&self, request: &'r Request<B>) -> Result<&'r str, ApiError> {
        let in_line = request.uri().authority().map(Authority::as_str);
        let in_headers = request.headers().get_all(header::HOST).iter();
        let named = in_line.into_iter().chain(in_headers.map(|value| value.to_str().unwrap_or("?")));
        let mut host = "";
        for name in named {
            if !self.allows(name) {
                return Err(foreign(name));
            }
            host = name;
        }
        if host.is_empty() { Err(foreign("")) } else { Ok(host) }
    }

    fn allows(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let (name, port) = host.rsplit_once(':').unwrap_or((&host, ""));
        let has_port = port.bytes().all(|byte| byte.is_ascii_digit()) && !port.is_empty();
        let is_known = |known: &String| *known == host || (has_port && known == name);
        let is_address = is_address(&host) || (has_port && is_address(name));
        (self.any_address && is_address) || self.own.contains(&host) || self.also.iter().any(is_known)
    }
}

fn is_address(name: &str) -> bool {
    let v6 = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    v6.map_or_else(|| name.parse::<Ipv4Addr>().is_ok(), |name| name.parse::<Ipv6Addr>().is_ok())
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn bracketed(address: SocketAddr) -> String {
    match address {
        SocketAddr::V4(address) => address.ip().to_string(),
        SocketAddr::V6(address) => format!("[{}]", address.ip()),
    }
}

fn foreign(host: &str) -> ApiError {
    ApiError::ForeignHost { host: host.chars().take(100).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(listen: &str, also: &[&str]) -> AllowedHosts {
        let also: Vec<_> = also.iter().map(|name| (*name).to_owned()).collect();
        AllowedHosts::new(listen.parse().unwrap(), &also)
    }

    fn check(hosts: &AllowedHosts, host: &str, expected: bool) {
        assert_eq!(hosts.allows(host), expected, "{host}");
    }

    #[test]
    fn a_project_has_the_names_of_its_server_with_its_own_before_them() {
        let hosts = hosts("127.0.0.1:4180", &["harmony.example"]).of_project("billing");
        check(&hosts, "billing.localhost:4180", true);
        check(&hosts, "billing.harmony.example", true);
        for other in [
            "localhost:4180", "web.localhost:4180", "billing.127.0.0.1:4180", "127.0.0.1:4180",
            "billing.localhost",
        ] {
            check(&hosts, other, false);
        }
    }

    #[test]
    fn loopback_names_need_the_port_of_the_server() {
        let hosts = hosts("127.0.0.1:4180", &[]);
        check(&hosts, "localhost:4180", true);
        check(&hosts, "LOCALHOST:4180", true);
        check(&hosts, "127.0.0.1:4180", true);
        check(&hosts, "[::1]:4180", true);
        check(&hosts, "localhost", false);
        check(&hosts, "localhost:4181", false);
        check(&hosts, "127.0.0.1.example:4180", false);
        check(&hosts, "example.com:4180", false);
    }

    #[test]
    fn a_name_from_the_command_line_has_any_port_unless_it_names_one() {
        let hosts = hosts("0.0.0.0:4180", &["Harmony.example", "other.example:8443"]);
        check(&hosts, "harmony.example", true);
        check(&hosts, "harmony.example:443", true);
        check(&hosts, "harmony.example:x", false);
        check(&hosts, "other.example:8443", true);
        check(&hosts, "other.example", false);
        check(&hosts, "0.0.0.0:4180", false);
    }

    #[test]
    fn behind_a_token_any_address_of_digits_is_ours_but_no_other_name() {
        let hosts = hosts("0.0.0.0:4180", &[]).or_any_address();
        check(&hosts, "192.0.2.7:4180", true);
        check(&hosts, "192.0.2.7", true);
        check(&hosts, "[2001:db8::7]:8080", true);
        check(&hosts, "[2001:db8::7]", true);
        for foreign in ["harmony.example:4180", "192.0.2.7.example", "192.0.2", "2001:db8::7", "[192.0.2.7]"]
        {
            check(&hosts, foreign, false);
        }
    }

    #[test]
    fn the_address_listened_on_is_ours() {
        let hosts = hosts("192.0.2.7:80", &[]);
        check(&hosts, "192.0.2.7", true);
        check(&hosts, "192.0.2.7:80", true);
        check(&hosts, "192.0.2.8", false);
    }
}
