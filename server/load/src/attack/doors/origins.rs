//! What a page of another site makes a browser send.

use super::super::request::{Answer, Request};
use super::super::tally::{Attempt, Judge, Tally};
use super::routes::Route;
use crate::loopback::Loopback;

pub async fn attack(routes: &[Route], address: Loopback) -> Tally {
    let mut attempts = Vec::new();
    for (number, route) in (0_u32..).zip(routes) {
        let judge: Judge = match route.path.as_str() {
            _ if route.is_guarded_from_origins() => refused,
            // A picture for the pages of other sites.
            "/badge.svg" => ungranted,
            _ => unreadable,
        };
        for request in foreign(&route.request(address), address) {
            // Logins have a small quota for each address.
            attempts.push(Attempt { from: Some(number), ..Attempt::new(request, judge) });
        }
        for request in foreign(&Request::new(address, "OPTIONS", &route.path), address) {
            let request = request
                .with("Access-Control-Request-Method", route.method.clone())
                .with("Access-Control-Request-Headers", "authorization, content-type");
            attempts.push(Attempt::new(request, unreadable));
        }
    }
    Tally::of(address, attempts).await
}

fn foreign(request: &Request, address: Loopback) -> Vec<Request> {
    let own = address.to_string();
    let origins = [
        "http://evil.example".to_owned(),
        "https://evil.example".to_owned(),
        "null".to_owned(),
        String::new(),
        format!("http://{own}.evil.example"),
        format!("http://evil.example/{own}"),
        format!("http://{own}@evil.example"),
        format!("http://evil.example@{own}"),
        format!("ftp://{own}"),
        own.clone(),
        "http://127.0.0.1:1".to_owned(),
        "http://localhost".to_owned(),
        format!("http://{own}/"),
    ];
    let with = |origin: &String| request.clone().with("Origin", origin.clone());
    let mut requests: Vec<Request> = origins.iter().map(with).collect();
    for site in ["cross-site", "same-site", "nonsense"] {
        requests.push(request.clone().with("Sec-Fetch-Site", site));
        requests.push(request.clone().with("Sec-Fetch-Site", site).with("Origin", format!("http://{own}")));
    }
    let twice = request.clone().with("Origin", format!("http://{own}"));
    requests.push(twice.with("Origin", "http://evil.example"));
    requests
}

fn refused(answer: &Answer) -> Option<String> {
    let is_refused = matches!(answer.status, 0 | 400 | 403 | 429);
    (!is_refused).then(|| format!("answered with {}", answer.status))
}

/// A browser gives an answer to a page of another site only if a header allows it, and embeds none that forbids it.
fn unreadable(answer: &Answer) -> Option<String> {
    let may_be_embedded = answer.header("cross-origin-resource-policy") != Some("same-origin");
    let is_one = !matches!(answer.status, 0 | 400);
    ungranted(answer)
        .or_else(|| (may_be_embedded && is_one).then(|| "another site may embed the answer".to_owned()))
}

fn ungranted(answer: &Answer) -> Option<String> {
    answer
        .header("access-control-allow-origin")
        .map(|allowed| format!("allows `{allowed}` to read the answer"))
}
