//! Times of which the middle and the longest matter.

use std::time::Duration;

/// How many times took how many tenths of a millisecond, so that millions of them take no room.
pub struct Times {
    counts: Vec<u64>,
}

/// Longer ones count as this long: 60 seconds.
const LONGEST: usize = 600_000;

impl Times {
    pub fn new() -> Self {
        Self { counts: vec![0; LONGEST + 1] }
    }

    pub fn add(&mut self, time: Duration) {
        let tenths = usize::try_from(time.as_micros() / 100).unwrap_or(LONGEST).min(LONGEST);
        if let Some(count) = self.counts.get_mut(tenths) {
            *count += 1;
        }
    }

    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the time in milliseconds within which this share of them was over.
    pub fn share(&self, share: f64) -> f64 {
        let most = (self.count() as f64 * share).ceil() as u64;
        let mut seen = 0;
        for (tenths, count) in self.counts.iter().enumerate() {
            seen += count;
            if seen >= most {
                return (tenths + 1) as f64 / 10.0;
            }
        }
        0.0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Times;

    #[test]
    fn a_share_is_over_within_a_time() {
        let mut times = Times::new();
        for ms in 0..100 {
            times.add(Duration::from_millis(ms));
        }
        assert_eq!(times.count(), 100);
        assert_eq!(times.share(0.5), 49.1);
        assert_eq!(times.share(1.0), 99.1);
    }
}
