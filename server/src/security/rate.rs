use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::error::ApiError;

const fn quota(per_second: u32, burst: u32) -> Quota {
    match (NonZeroU32::new(per_second), NonZeroU32::new(burst)) {
        (Some(per_second), Some(burst)) => Quota::per_second(per_second).allow_burst(burst),
        _ => panic!("a quota of nothing"),
    }
}

/// Tools on this machine may deliver thousands of documents.
const HERE: Quota = quota(2_000, 8_000);
const ELSEWHERE: Quota = quota(50, 400);
/// A token is not guessed at one try a second, but a person may mistype it a few times.
const LOGINS: Quota = quota(1, 5);

/// How often each address may ask.
pub(super) struct Limiter {
    here: DefaultKeyedRateLimiter<IpAddr>,
    elsewhere: DefaultKeyedRateLimiter<IpAddr>,
    logins: DefaultKeyedRateLimiter<IpAddr>,
}

impl Default for Limiter {
    fn default() -> Self {
        Self {
            here: RateLimiter::keyed(HERE),
            elsewhere: RateLimiter::keyed(ELSEWHERE),
            logins: RateLimiter::keyed(LOGINS),
        }
    }
}

impl Limiter {
    pub fn check(&self, peer: IpAddr, is_login: bool) -> Result<(), ApiError> {
        let limiter = match (is_login, peer.is_loopback()) {
            (true, _) => &self.logins,
            (false, true) => &self.here,
            (false, false) => &self.elsewhere,
        };
        limiter.check_key(&household(peer)).map_err(|denied| {
            let wait = denied.wait_time_from(DefaultClock::default().now());
            ApiError::TooManyRequests { retry_after_s: wait.as_secs() + 1 }
        })
    }

    pub fn tidy(&self) {
        for limiter in [&self.here, &self.elsewhere, &self.logins] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// One customer has a whole /64 of IPv6 addresses, and would have a quota for each.
fn household(peer: IpAddr) -> IpAddr {
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
    fn an_address_that_asks_too_often_waits_and_others_do_not() {
        let limiter = Limiter::default();
        let busy = IpAddr::from([192, 0, 2, 1]);
        let refused = (0..1_000).find_map(|_| limiter.check(busy, false).err());
        assert!(matches!(refused, Some(ApiError::TooManyRequests { retry_after_s: 1.. })));
        assert!(limiter.check(IpAddr::from([192, 0, 2, 2]), false).is_ok());
        assert!(limiter.check(IpAddr::from([127, 0, 0, 1]), false).is_ok());
    }

    #[test]
    fn addresses_of_one_network_share_a_quota() {
        let [one, other]: [IpAddr; 2] = ["2001:db8::1", "2001:db8::2"].map(|text| text.parse().unwrap());
        assert_eq!(household(one), household(other));
    }
}
