//! The time that a process has spent on processors, so that the client's share of the machine doesn't count.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

/// Returns the processor time of all threads of a process until now.
pub fn of(process: u32) -> Result<Duration> {
    let path = format!("/proc/{process}/stat");
    let stat = fs::read_to_string(&path).with_context(|| format!("{path} can't be read"))?;
    ticks(&stat).map(in_time).with_context(|| format!("{path} has no times"))
}

fn in_time(ticks: u64) -> Duration {
    Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

/// The name of the program may hold anything, and ends at the last bracket. The times in user and kernel mode are the 12th
/// and 13th word after it.
fn ticks(stat: &str) -> Option<u64> {
    let mut words = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let user: u64 = words.next()?.parse().ok()?;
    let kernel: u64 = words.next()?.parse().ok()?;
    Some(user + kernel)
}

#[cfg(test)]
mod tests {
    use super::ticks;

    #[test]
    fn the_times_are_after_the_name() {
        assert_eq!(ticks("7 (a) b) S 1 2 3 4 5 6 7 8 9 10 31 11 0 0"), Some(42));
        assert_eq!(ticks("7 (a)"), None);
    }
}
