use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::LazyLock;

use axum::http::{Method, Request};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::error::ApiError;

const fn quota(per_second: u32, burst: u32) -> Quota {
    match (NonZeroU32::new(per_second), NonZeroU32::new(burst)) {
        (Some(per_second), Some(burst)) => Quota::per_second(per_second).allow_burst(burst),
        _ => panic!("a quota of zero"),
    }
}

/// Tools on this machine may write as fast as the disk allows. The limit stops loops that never end.
const HERE: Quota = quota(50_000, 100_000);
const ELSEWHERE: Quota = quota(50, 400);
/// A write costs more than a read.
const WRITES_HERE: Quota = quota(50_000, 100_000);
const WRITES_ELSEWHERE: Quota = quota(20, 200);
/// Too slow to guess a token, and enough for someone who mistypes it.
const LOGINS: Quota = quota(1, 5);
/// Stops tools that were set up with a wrong token.
const WRONG_TOKENS: Quota = match NonZeroU32::new(10) {
    Some(some) => Quota::per_minute(some),
    None => panic!("a quota of zero"),
};

/// The log stays readable, and its disk has room, whoever knocks.
const LINES: Quota = quota(10, 100);

static LOGGED: LazyLock<DefaultDirectRateLimiter> = LazyLock::new(|| RateLimiter::direct(LINES));

/// Returns whether a refusal may have a line in the log. Metrics count all of them.
pub(super) fn may_log() -> bool {
    LOGGED.check().is_ok()
}

/// The kinds of requests that have limits of their own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum RequestKind {
    Read,
    Write,
    LogIn,
    WrongToken,
}

impl RequestKind {
    pub fn of<B>(request: &Request<B>) -> Self {
        let path = request.uri().path();
        let changes = matches!(*request.method(), Method::POST | Method::PUT | Method::DELETE);
        match path {
            "/login" if changes => Self::LogIn,
            // They ask the provider.
            "/login/provider" | "/login/provider/back" => Self::Write,
            // Server functions of pages read by POST.
            _ if changes && !path.starts_with("/api/page/") => Self::Write,
            _ => Self::Read,
        }
    }
}

/// Limits the requests of each address.
pub(super) struct Limiter {
    here: DefaultKeyedRateLimiter<IpAddr>,
    elsewhere: DefaultKeyedRateLimiter<IpAddr>,
    writes_here: DefaultKeyedRateLimiter<IpAddr>,
    writes_elsewhere: DefaultKeyedRateLimiter<IpAddr>,
    logins: DefaultKeyedRateLimiter<IpAddr>,
    wrong_tokens: DefaultKeyedRateLimiter<IpAddr>,
}

impl Default for Limiter {
    fn default() -> Self {
        Self {
            here: RateLimiter::keyed(HERE),
            elsewhere: RateLimiter::keyed(ELSEWHERE),
            writes_here: RateLimiter::keyed(WRITES_HERE),
            writes_elsewhere: RateLimiter::keyed(WRITES_ELSEWHERE),
            logins: RateLimiter::keyed(LOGINS),
            wrong_tokens: RateLimiter::keyed(WRONG_TOKENS),
        }
    }
}

impl Limiter {
    pub fn check(&self, peer: IpAddr, kind: RequestKind) -> Result<(), ApiError> {
        let limiter = match (kind, peer.is_loopback()) {
            (RequestKind::Read, true) => &self.here,
            (RequestKind::Read, false) => &self.elsewhere,
            (RequestKind::Write, true) => &self.writes_here,
            (RequestKind::Write, false) => &self.writes_elsewhere,
            (RequestKind::LogIn, _) => &self.logins,
            (RequestKind::WrongToken, _) => &self.wrong_tokens,
        };
        limiter.check_key(&rate_limit_key(peer)).map_err(|denied| {
            let wait = denied.wait_time_from(DefaultClock::default().now());
            ApiError::TooManyRequests { retry_after_s: wait.as_secs() + 1 }
        })
    }

    pub fn tidy(&self) {
        for limiter in [
            &self.here, &self.elsewhere, &self.writes_here, &self.writes_elsewhere, &self.logins,
            &self.wrong_tokens,
        ] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// Returns the address that a quota counts for. An IPv6 customer usually has a whole /64, which shares one quota.
fn rate_limit_key(peer: IpAddr) -> IpAddr {
    match peer {
        IpAddr::V4(_) => peer,
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_per_address() {
        let limiter = Limiter::default();
        let busy = IpAddr::from([192, 0, 2, 1]);
        for kind in [RequestKind::Read, RequestKind::Write, RequestKind::LogIn, RequestKind::WrongToken] {
            let refused = (0..1_000).find_map(|_| limiter.check(busy, kind).err());
            assert!(matches!(refused, Some(ApiError::TooManyRequests { retry_after_s: 1.. })), "{kind:?}");
            assert!(limiter.check(IpAddr::from([192, 0, 2, 2]), kind).is_ok());
            assert!(limiter.check(IpAddr::from([127, 0, 0, 1]), kind).is_ok());
        }
    }

    #[test]
    fn tools_on_this_machine_have_a_high_limit() {
        let limiter = Limiter::default();
        let here = IpAddr::from([127, 0, 0, 1]);
        assert!((0..100_000).all(|_| limiter.check(here, RequestKind::Write).is_ok()));
        assert!((0..1_000_000).any(|_| limiter.check(here, RequestKind::Write).is_err()));
    }

    #[test]
    fn addresses_of_one_network_share_a_quota() {
        let [one, other]: [IpAddr; 2] = ["2001:db8::1", "2001:db8::2"].map(|text| text.parse().unwrap());
        assert_eq!(rate_limit_key(one), rate_limit_key(other));
    }
}
