//! What was counted.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

/// Within which everything has to be back.
pub const MOST: Duration = Duration::from_secs(10);

#[derive(Default)]
pub struct Tally {
    pub rounds: u64,
    pub acknowledged: u64,
    /// Acknowledged, and not there in the end.
    pub lost: u64,
    /// Stored again beside what was acknowledged.
    pub twice: u64,
    /// Events that a viewer did not get, and those that were asked for once and came again.
    pub missed: u64,
    pub repeated: u64,
    /// Viewers that did not get the newest event in the end.
    pub behind: u64,
    pub reordered: u64,
    pub early: u64,
    pub stale: u64,
    /// Answers to writers: no room, later, and those that say nothing.
    pub full: u64,
    pub later: u64,
    pub failed: u64,
    pub connections: u64,
    pub cuts: u64,
    pub reloads: u64,
    /// The longest that anything took to be back.
    pub slowest: Duration,
}

impl Tally {
    /// Adds a round after which everything was back within a time.
    pub fn add_round(&mut self, back: Duration) {
        self.rounds += 1;
        self.slowest = self.slowest.max(back);
    }

    pub fn holds(&self) -> bool {
        let flaws = [
            self.lost, self.twice, self.missed, self.repeated, self.behind, self.reordered, self.early,
            self.stale, self.failed,
        ];
        flaws.iter().all(|flaw| *flaw == 0) && self.slowest <= MOST && self.acknowledged > 0
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.rounds += other.rounds;
        self.acknowledged += other.acknowledged;
        self.lost += other.lost;
        self.twice += other.twice;
        self.missed += other.missed;
        self.repeated += other.repeated;
        self.behind += other.behind;
        self.reordered += other.reordered;
        self.early += other.early;
        self.stale += other.stale;
        self.full += other.full;
        self.later += other.later;
        self.failed += other.failed;
        self.connections += other.connections;
        self.cuts += other.cuts;
        self.reloads += other.reloads;
        self.slowest = self.slowest.max(other.slowest);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            formatter,
            "acknowledged {}, lost {}, twice {}, missed {}, behind {}, back after {:.1} s at most",
            self.acknowledged,
            self.lost,
            self.twice,
            self.missed,
            self.behind,
            self.slowest.as_secs_f64()
        )?;
        writeln!(
            formatter,
            "  history: order changed {}, events seen twice {}, seen without the document {}, acknowledged and not readable {}",
            self.reordered, self.repeated, self.early, self.stale
        )?;
        write!(
            formatter,
            "  viewers connected {} times, {} of them cut, {} reloads; writers heard 507 {} times, 503 {} times, other errors {}",
            self.connections, self.cuts, self.reloads, self.full, self.later, self.failed
        )
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{MOST, Tally};

    #[test]
    fn one_flaw_is_too_many() {
        let fine = || Tally { acknowledged: 1, ..Tally::default() };
        assert!(fine().holds());
        assert!(!Tally::default().holds(), "nothing was tried");
        assert!(!Tally { lost: 1, ..fine() }.holds());
        assert!(!Tally { stale: 1, ..fine() }.holds());
        let mut late = fine();
        late.add_round(MOST + Duration::from_secs(1));
        late += fine();
        assert!(!late.holds());
    }
}
