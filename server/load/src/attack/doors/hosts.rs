//! Names that are not this server's, as a page of another site sends them once its own name leads here.

use super::super::request::{Answer, Request};
use super::super::tally::{Attempt, Tally};
use super::routes::Route;
use crate::loopback::Loopback;

/// Sends each route under foreign names, to a server without a token and to one with.
pub async fn attack(routes: &[Route], open: Loopback, guarded: Loopback) -> Tally {
    let mut tally = Tally::default();
    for address in [open, guarded] {
        let attempts = routes.iter().flat_map(|route| of_route(&route.request(address), address));
        tally += Tally::of(address, attempts.collect::<Vec<_>>()).await;
    }
    tally
}

fn of_route(request: &Request, address: Loopback) -> Vec<Attempt> {
    let own = address.to_string();
    let port = own.rsplit_once(':').map_or("", |(_, port)| port);
    let names = [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("evil.example@127.0.0.1:{port}"),
        format!("{own}.evil.example"),
        format!("{own}/evil.example"),
        format!("{own}, evil.example"),
        format!("127.0.0.1:{port}:{port}"),
        "localhost:1".to_owned(),
        "0x7f000001".to_owned(),
        String::new(),
    ];
    let mut requests: Vec<Request> = names.iter().map(|name| request.clone().of_host(name)).collect();
    requests.push(Request { hosts: Vec::new(), ..request.clone() });
    requests.push(Request { hosts: vec![own.clone(), "evil.example".to_owned()], ..request.clone() });
    requests.push(Request { hosts: vec!["evil.example".to_owned(), own], ..request.clone() });
    // The name in the line of the request wins over the header's.
    let target = format!("http://evil.example{}", request.target);
    requests.push(Request { target, ..request.clone() });
    // Balancers ask under names of their own whether a server is healthy, and learn no more.
    let broken = if request.target.ends_with("/healthz") { says_more_than_health } else { misdirected };
    requests.into_iter().map(|request| Attempt::new(request, broken)).collect()
}

fn says_more_than_health(answer: &Answer) -> Option<String> {
    let body = String::from_utf8_lossy(&answer.body);
    let says_more = answer.status == 200 && body != r#"{"status":"ok"}"#;
    says_more.then(|| format!("answered with {body}"))
}

fn misdirected(answer: &Answer) -> Option<String> {
    let is_refused = matches!(answer.status, 0 | 400 | 421);
    (!is_refused).then(|| format!("answered with {}", answer.status))
}
