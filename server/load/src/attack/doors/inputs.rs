//! Queries, ids and bodies that make no sense, from somebody who may ask. The server may refuse them, and must not fail.

use super::super::request::Request;
use super::super::tally::{Attempt, Tally, answered};
use super::routes::Route;
use crate::loopback::Loopback;

/// Pages, which the description does not have, with what their queries may have.
const PAGES: [(&str, &[&str]); 14] = [
    ("/", &["gate"]),
    ("/documents", &["q", "format", "state", "severity", "from", "to", "before", "sort", "session", "page"]),
    ("/documents/1", &["view", "as", "page", "block"]),
    ("/sessions", &["state", "before"]),
    ("/session", &["session", "view", "step", "at", "chain"]),
    ("/compare", &["from", "to"]),
    ("/inbox", &["kind", "view"]),
    ("/harmony", &["gate", "format", "rule"]),
    ("/verdicts", &["task", "gate"]),
    ("/decisions", &["task", "decision", "before"]),
    ("/quarantine", &["type", "id"]),
    ("/contract/review-report", &["tab", "q"]),
    ("/webhooks", &["log"]),
    ("/delete", &["id"]),
];

const VALUES: [&str; 26] = [
    "", "-1", "0", "18446744073709551616", "9223372036854775807", "-9223372036854775809", "1e400", "NaN",
    "null", "%00", "%ff%fe", "%F0%9F%92%A9", "a%0d%0ab", "..%2f..%2fetc%2fpasswd", "'%20OR%201=1--",
    "%22%20OR%20*", "%25%25%25", "[]", "{}", "9999-99-99", "-271821-04-20T00:00:00Z", "+275760-09-13",
    "a*b*c*", "((((((((", "NEAR(a%20b)", "%E2%80%AE",
];

const BODIES: [&[u8]; 22] = [
    b"",
    b"\0",
    b"\xff\xfe",
    b"null",
    b"[]",
    b"{}",
    b"[[]]",
    b"\"a\"",
    b"0",
    b"-1e999999",
    b"{\"text\":1}",
    b"{\"text\":null}",
    b"{\"text\":\"\\ud800\"}",
    b"{\"documents\":[]}",
    b"{\"documents\":[{}]}",
    b"{\"documents\":[{\"text\":\"# a\",\"source\":[]}]}",
    b"{\"key\":\"\",\"action\":\"done\"}",
    b"{\"a\":",
    b"a=b&a=b&=&%00=%00",
    b"id=-1&id=99999999999999999999",
    b"targetType=chain&targetId=%00&reason=",
    b"{}\n{}\n\n{",
];

pub async fn attack(routes: &[Route], address: Loopback, is_short: bool) -> Tally {
    let mut requests = Vec::new();
    let known = routes.iter().filter(|route| route.method == "GET");
    let known = known
        .map(|route| (route.path.as_str(), route.parameters.iter().map(String::as_str).collect::<Vec<_>>()));
    let pages = PAGES.iter().map(|(path, names)| (*path, names.to_vec()));
    for (path, names) in known.chain(pages) {
        // The streams have a test of their own, and no end.
        if matches!(path, "/ws" | "/events") {
            continue;
        }
        for value in VALUES {
            let mut get = |target: String| requests.push(Request::new(address, "GET", &target));
            names.iter().for_each(|name| get(format!("{path}?{name}={value}")));
            get(format!("{path}?{value}"));
            get(format!("{path}/{value}"));
            get(path.replace("/1", &format!("/{value}")));
        }
        let long = "a".repeat(6_000);
        names.iter().for_each(|name| {
            requests.push(Request::new(address, "GET", &format!("{path}?{name}={long}&{name}={long}")));
        });
    }
    for route in routes.iter().filter(|route| route.method != "GET") {
        // A client that guesses types.
        let types = [
            "application/json",
            "application/x-www-form-urlencoded",
            "text/markdown",
            "application/x-ndjson",
            "",
        ];
        for kind in types {
            for body in BODIES {
                requests.push(route.request(address).sending(kind, body));
            }
        }
    }
    let each = if is_short { 4 } else { 1 };
    let attempts = (0_u32..).zip(requests).step_by(each);
    // From many addresses, since logins have a small quota.
    let attempts =
        attempts.map(|(number, request)| Attempt { from: Some(number), ..Attempt::new(request, answered) });
    Tally::of(address, attempts.collect::<Vec<_>>()).await
}
