//! Requests without the token, with a wrong one, and with one that is for something else.

use super::super::request::{Answer, Request};
use super::super::servers::{CI_TOKEN, TOKEN};
use super::super::tally::{Attempt, Tally};
use super::CANARY;
use super::routes::Route;
use crate::loopback::Loopback;

pub async fn missing(routes: &[Route], address: Loopback) -> Tally {
    let attempts = routes.iter().filter(|route| !route.is_open()).flat_map(|route| {
        let request = route.request(address);
        let of_a_page = request.clone().with("Origin", format!("http://{address}"));
        [
            Attempt::new(request.clone(), unauthorized),
            Attempt::new(of_a_page, unauthorized),
            Attempt::new(request.with("Accept", "text/html"), led_to_the_login),
        ]
    });
    Tally::of(address, attempts.collect::<Vec<_>>()).await
}

/// What has the token is let in: without that, nothing of the rest would mean anything.
pub async fn right(routes: &[Route], address: Loopback) -> Tally {
    let attempts = routes.iter().filter(|route| route.method == "GET").map(|route| {
        let request = route.request(address).bearing(TOKEN);
        Attempt::new(request, if route.path == "/api/documents" { shown } else { let_in })
    });
    Tally::of(address, attempts.collect::<Vec<_>>()).await
}

pub async fn wrong(routes: &[Route], address: Loopback) -> Tally {
    let mut attempts = Vec::new();
    for route in routes.iter().filter(|route| !route.is_open()) {
        for request in bearing_wrongly(&route.request(address)) {
            let number = attempts.len() as u32;
            attempts.push(Attempt { from: Some(number), ..Attempt::new(request, unauthorized) });
        }
    }
    for (number, token) in (0..).zip(["", "x", CI_TOKEN, &TOKEN[1..], &format!("{TOKEN}x")]) {
        let form = format!("token={token}&to=%2F");
        let request =
            Request::new(address, "POST", "/login").sending("application/x-www-form-urlencoded", form);
        attempts.push(Attempt { from: Some(1 << 20 | number), ..Attempt::new(request, without_a_session) });
    }
    Tally::of(address, attempts).await
}

/// The token of CI publishes previews, and does nothing else.
pub async fn of_ci(routes: &[Route], address: Loopback) -> Tally {
    let publishes = |route: &&Route| route.method == "POST" && route.path == "/api/previews";
    let closed = routes.iter().filter(|route| !publishes(route) && !route.is_open());
    let attempts = closed.flat_map(|route| {
        let request = route.request(address).bearing(CI_TOKEN);
        let cookies = ["harmony_login", "__Host-harmony_login"];
        let with_cookie = cookies.map(|name| {
            let request = route.request(address).with("Cookie", format!("{name}={CI_TOKEN}"));
            Attempt::new(request, unauthorized)
        });
        std::iter::once(Attempt::new(request, forbidden)).chain(with_cookie)
    });
    Tally::of(address, attempts.collect::<Vec<_>>()).await
}

fn bearing_wrongly(request: &Request) -> Vec<Request> {
    let (first, rest) = TOKEN.split_at(1);
    let authorizations = [
        "Bearer".to_owned(),
        "Bearer ".to_owned(),
        "Bearer wrong-token-of-some-length".to_owned(),
        format!("Bearer {rest}"),
        format!("Bearer {first}"),
        format!("Bearer {TOKEN}x"),
        format!("Bearer {}", TOKEN.to_uppercase()),
        format!("Bearer {TOKEN} {TOKEN}"),
        format!("Bearer \"{TOKEN}\""),
        format!("Token {TOKEN}"),
        format!("Basic {TOKEN}"),
        TOKEN.to_owned(),
        "Bearer null".to_owned(),
        "Bearer undefined".to_owned(),
        format!("Bearer {}", "a".repeat(8_000)),
    ];
    let mut requests: Vec<Request> =
        authorizations.iter().map(|value| request.clone().with("Authorization", value.clone())).collect();
    for cookie in ["harmony_login=", "harmony_login=AAAA", "token=x"] {
        requests.push(request.clone().with("Cookie", cookie));
    }
    for cookie in ["harmony_login", "__Host-harmony_login"] {
        requests.push(request.clone().with("Cookie", format!("{cookie}={TOKEN}")));
    }
    requests.push(request.clone().with("X-Forwarded-For", "127.0.0.1").with("X-Real-IP", "127.0.0.1"));
    requests.push(request.clone().with("X-Original-URL", "/healthz").with("X-Rewrite-URL", "/healthz"));
    requests.push(request.clone().with("X-HTTP-Method-Override", "GET"));
    for name in ["token", "access_token", "api_key"] {
        requests.push(Request { target: format!("{}?{name}={TOKEN}", request.target), ..request.clone() });
    }
    requests
}

fn let_in(answer: &Answer) -> Option<String> {
    matches!(answer.status, 0 | 401 | 403 | 421 | 429).then(|| format!("answered with {}", answer.status))
}

fn shown(answer: &Answer) -> Option<String> {
    shows_canary(answer).is_none().then(|| "does not show the document".to_owned())
}

fn unauthorized(answer: &Answer) -> Option<String> {
    let is_refused = matches!(answer.status, 0 | 401 | 403 | 429);
    if !is_refused {
        return Some(format!("answered with {}", answer.status));
    }
    shows_canary(answer)
}

fn led_to_the_login(answer: &Answer) -> Option<String> {
    match (answer.status, answer.header("location")) {
        (303, Some(to)) if to.starts_with("/login") => shows_canary(answer),
        (401 | 403, _) => shows_canary(answer),
        (status, to) => Some(format!("answered with {status}, to {to:?}")),
    }
}

fn forbidden(answer: &Answer) -> Option<String> {
    (answer.status != 403).then(|| format!("answered with {}", answer.status))
}

fn without_a_session(answer: &Answer) -> Option<String> {
    let is_open = answer.header("set-cookie").is_some() || !matches!(answer.status, 400..=499);
    is_open.then(|| format!("answered with {}", answer.status))
}

pub fn shows_canary(answer: &Answer) -> Option<String> {
    let shows =
        memchr::memmem::find(&answer.body, CANARY.as_bytes()).is_some() || answer.head.contains(CANARY);
    shows.then(|| "shows a document".to_owned())
}
