//! Paths that mean another one to somebody on the way.

use super::super::request::{Answer, Request};
use super::super::tally::{Attempt, Tally};
use super::routes::Route;
use super::tokens::shows_canary;
use crate::loopback::Loopback;

/// What needs no token, and what might be taken for it.
const OPEN: [&str; 6] = ["/pkg", "/p", "/login", "/healthz", "/preview", "/favicon.svg"];
const UP: [&str; 8] = ["/..", "/%2e%2e", "/.%2e", "/%2E.", "/%252e%252e", "/..;", "/..%5c", "\\.."];
/// Files that are no part of the site.
const FILES: [&str; 5] = ["etc/passwd", "Cargo.toml", "harmony.sqlite", "proc/self/environ", ".git/config"];

/// Sends everything without a token: nothing but what is open may be answered.
pub async fn attack(routes: &[Route], address: Loopback, is_short: bool) -> Tally {
    let each = if is_short { 5 } else { 1 };
    let mut targets: Vec<(String, String)> = Vec::new();
    for route in routes.iter().filter(|route| !route.is_open()).step_by(each) {
        let path = &route.path;
        let mut add = |target: String| targets.push((route.method.clone(), target));
        OPEN.iter().for_each(|open| UP.iter().for_each(|up| add(format!("{open}{up}{path}"))));
        for before in ["/", "/.", "/%2e", "/;", "/%2f", "//127.0.0.1", "/%00", "/x/.."] {
            add(format!("{before}{path}"));
        }
        for after in [
            "/", "/.", "/..", "/%2e%2e", "%00", "%0a", "%0d%0aset-cookie:a=b", "%20", "%2f", "%5c",
            ";/login", ";.css", "/healthz", "/../login", "?/../login", "#/login", ".css", ".json",
            "/pkg/x.js", "%ff", "%c0%ae", "%e2%80%ae",
        ] {
            add(format!("{path}{after}"));
        }
        add(path.to_uppercase());
        add(path.replacen('/', "/%", 1));
        add(path.replacen('/', "\\", 2));
        add(path.replace('a', "%61").replace('e', "%65"));
        add(format!("{path}/{}", "a".repeat(60_000)));
        add(format!("{path}?{}", "a=b&".repeat(10_000)));
    }
    for open in ["/pkg", "/p", "/favicon.svg", ""] {
        for up in UP {
            FILES
                .iter()
                .for_each(|file| targets.push(("GET".to_owned(), format!("{open}{}/{file}", up.repeat(6)))));
        }
    }
    let attempts = targets.into_iter().map(|(method, target)| {
        let request = Request::new(address, &method, &target);
        Attempt::new(request, if target.contains("?/../") { nothing_shown } else { nothing_found })
    });
    Tally::of(address, attempts.collect::<Vec<_>>()).await
}

/// Asks for pages as a browser does, by paths that could lead it to another site.
pub async fn redirects(routes: &[Route], address: Loopback) -> Tally {
    let mut targets: Vec<String> = Vec::new();
    for elsewhere in [
        "//evil.example",
        "/\\evil.example",
        "/%5cevil.example",
        "/%2fevil.example",
        "//evil.example/%2e%2e",
        "https://evil.example",
        "javascript:alert(1)",
        "/%09/evil.example",
        "///evil.example",
        "/x%0d%0aLocation:https://evil.example",
        "%68ttps://evil.example",
    ] {
        targets.push(elsewhere.to_owned());
        for name in ["to", "next", "url", "redirect", "return", "back"] {
            targets.push(format!("/login?{name}={elsewhere}"));
        }
        for route in routes.iter().filter(|route| route.method == "GET") {
            targets.push(format!("{}/{elsewhere}", route.path.trim_end_matches("/1")));
        }
    }
    let attempts = targets.into_iter().map(|target| {
        let target = if target.starts_with('/') { target } else { format!("/{target}") };
        Attempt::new(Request::new(address, "GET", &target).with("Accept", "text/html"), stays_here)
    });
    Tally::of(address, attempts.collect::<Vec<_>>()).await
}

fn nothing_found(answer: &Answer) -> Option<String> {
    if (200..300).contains(&answer.status) {
        return Some(format!("answered with {}", answer.status));
    }
    nothing_shown(answer)
}

fn nothing_shown(answer: &Answer) -> Option<String> {
    let is_split = answer.header("set-cookie").is_some();
    shows_canary(answer).or_else(|| is_split.then(|| "a path became a header".to_owned()))
}

fn stays_here(answer: &Answer) -> Option<String> {
    let to = answer.header("location")?;
    let stays = to.starts_with('/') && !to.starts_with("//") && !to.starts_with("/\\");
    (!stays).then(|| format!("leads to {to}"))
}
