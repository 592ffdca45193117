//! When a reader was last at the overview, so that it can mark what is new since. The browser keeps it in a cookie; the
//! server has no record of readers.

use app::cookie::cookie;
use app::ui::LastVisit;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::clock;

const COOKIE: &str = "harmony-visit";
/// Who is away for longer has ended a visit.
const PAUSE_MS: i64 = 30 * 60 * 1000;
const A_YEAR: u32 = 365 * 24 * 60 * 60;

/// A visit: when the page was last loaded, and when the visit before ended.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Visit {
    last_ms: Option<i64>,
    before_ms: Option<i64>,
}

impl Visit {
    fn of(headers: &HeaderMap) -> Self {
        let mut times = cookie(headers, COOKIE).unwrap_or_default().split('.').map(|time| time.parse().ok());
        Self { last_ms: times.next().flatten(), before_ms: times.next().flatten() }
    }

    fn at(self, now_ms: i64) -> Self {
        let is_over = self.last_ms.is_some_and(|last_ms| now_ms.saturating_sub(last_ms) > PAUSE_MS);
        Self { last_ms: Some(now_ms), before_ms: if is_over { self.last_ms } else { self.before_ms } }
    }
}

/// Tells the overview of the visit before, and lets the browser remember this one.
pub async fn remember(mut request: Request, next: Next) -> Response {
    // A page that is fetched ahead may never be looked at.
    let is_ahead = request.headers().contains_key("sec-purpose");
    if request.uri().path() != "/" || request.method() != Method::GET || is_ahead {
        return next.run(request).await;
    }
    let Visit { last_ms, before_ms } = Visit::of(request.headers()).at(clock::now_ms());
    if let Some(before_ms) = before_ms {
        request.extensions_mut().insert(LastVisit(before_ms));
    }
    let mut response = next.run(request).await;
    let times =
        [last_ms, before_ms].map(|time| time.map(|time| time.to_string()).unwrap_or_default()).join(".");
    let cookie = format!("{COOKIE}={times}; Path=/; Max-Age={A_YEAR}; SameSite=Lax; HttpOnly");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::{PAUSE_MS, Visit};

    #[test]
    fn a_visit_ends_with_a_pause() {
        let first = Visit::default().at(1_000);
        assert_eq!(first, Visit { last_ms: Some(1_000), before_ms: None });
        let same = first.at(1_000 + PAUSE_MS);
        assert_eq!(same, Visit { last_ms: Some(1_000 + PAUSE_MS), before_ms: None });
        let next = same.at(2_000 + 3 * PAUSE_MS);
        assert_eq!(next, Visit { last_ms: Some(2_000 + 3 * PAUSE_MS), before_ms: Some(1_000 + PAUSE_MS) });
        assert_eq!(next.at(2_001 + 3 * PAUSE_MS).before_ms, next.before_ms);
    }
}
