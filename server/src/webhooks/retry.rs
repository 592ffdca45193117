//! Whether and when a delivery is sent again.

use super::send::Answer;

const SECOND_MS: i64 = 1000;
const MINUTE_MS: i64 = 60 * SECOND_MS;

/// How long to wait after each attempt. After the last one, a delivery is given up.
const WAITS_MS: [i64; 5] = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];
/// However long a receiver asks to wait, it is asked again within this time.
const LONGEST_PAUSE_MS: i64 = 60 * MINUTE_MS;

/// Returns when a delivery is sent again after so many earlier attempts, and until when its webhook pauses.
pub(super) fn next_attempt(earlier: u32, answer: &Answer, now_ms: i64) -> (Option<i64>, Option<i64>) {
    let may_succeed_later = match answer.status {
        Some(status) => matches!(status, 408 | 429 | 500..),
        None => answer.is_worth_a_retry,
    };
    let Some(wait_ms) = WAITS_MS.get(earlier as usize).filter(|_| may_succeed_later) else {
        return (None, None);
    };
    let asked_ms = answer
        .retry_after_s
        .and_then(|seconds| i64::try_from(seconds).ok()?.checked_mul(SECOND_MS))
        .map(|asked_ms| asked_ms.clamp(SECOND_MS, LONGEST_PAUSE_MS));
    (Some(now_ms + asked_ms.unwrap_or(*wait_ms)), asked_ms.map(|asked_ms| now_ms + asked_ms))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(status: u16, retry_after_s: Option<u64>) -> Answer {
        let error = Some(String::new());
        Answer { took_ms: 0, status: Some(status), error, retry_after_s, is_worth_a_retry: true }
    }

    #[test]
    fn what_another_attempt_can_t_help_is_given_up() {
        for (status, is_tried_again) in [
            (200, false),
            (204, false),
            (302, false),
            (400, false),
            (404, false),
            (410, false),
            (408, true),
            (429, true),
            (500, true),
            (503, true),
        ] {
            let (again_ms, pause_ms) = next_attempt(0, &answered(status, None), 5);
            assert_eq!((again_ms, pause_ms), (is_tried_again.then_some(10_005), None), "{status}");
        }
        assert_eq!(next_attempt(0, &Answer::never(String::new()), 5), (None, None));
    }

    #[test]
    fn each_wait_is_longer_until_it_is_given_up() {
        let again = |earlier| next_attempt(earlier, &answered(500, None), 0).0;
        assert_eq!([0, 1, 2, 3, 4].map(again), WAITS_MS.map(Some));
        assert_eq!(again(5), None);
    }

    #[test]
    fn a_receiver_that_asks_to_wait_is_heard_within_bounds() {
        let pause = |seconds| next_attempt(0, &answered(429, Some(seconds)), 0);
        assert_eq!(pause(0), (Some(1000), Some(1000)));
        assert_eq!(pause(30), (Some(30_000), Some(30_000)));
        assert_eq!(pause(u64::MAX), (Some(10_000), None));
        assert_eq!(pause(86_400), (Some(LONGEST_PAUSE_MS), Some(LONGEST_PAUSE_MS)));
    }
}
