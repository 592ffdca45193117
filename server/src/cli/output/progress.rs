//! How far a long command is, on a terminal only.

#![expect(clippy::print_stderr, reason = "this is a place that prints")]

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a command may take before it says how far it is.
const SILENT: Duration = Duration::from_secs(1);
const BETWEEN: Duration = Duration::from_millis(100);

/// Whether the line of a progress is on the terminal.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// Counts files that are done. Several threads may share it.
pub(in crate::cli) struct Progress {
    total: usize,
    is_shown: bool,
    state: Mutex<State>,
}

struct State {
    done: usize,
    /// When to print next.
    due: Instant,
}

impl Progress {
    pub fn of(total: usize) -> Self {
        let state = State { done: 0, due: Instant::now() + SILENT };
        Self { total, is_shown: stderr().is_terminal(), state: Mutex::new(state) }
    }

    /// One more file is done.
    pub fn advance(&self) {
        if self.is_shown
            && let Ok(mut state) = self.state.lock()
            && let Some(line) = state.advance(self.total, Instant::now())
        {
            IS_SHOWN.store(true, Ordering::Relaxed);
            eprint!("\r{line}");
        }
    }
}

impl Progress {
    /// Makes room for something else.
    pub fn clear(&self) {
        clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        clear();
    }
}

impl State {
    /// Returns the line to print, if it is time for one.
    fn advance(&mut self, total: usize, now: Instant) -> Option<String> {
        self.done += 1;
        if now < self.due {
            return None;
        }
        self.due = now + BETWEEN;
        Some(format!("checked {} of {total} files", self.done))
    }
}

/// Removes the line, so that something else can be printed.
pub(super) fn clear() {
    if IS_SHOWN.swap(false, Ordering::Relaxed) {
        // To the beginning of the line, and erase it.
        eprint!("\r\u{1b}[K");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quick_command_is_silent_and_a_long_one_prints_now_and_then() {
        let begun = Instant::now();
        let mut state = State { done: 0, due: begun + SILENT };
        let mut after = |milliseconds| state.advance(9, begun + Duration::from_millis(milliseconds));
        assert_eq!(after(10), None);
        assert_eq!(after(1000).as_deref(), Some("checked 2 of 9 files"));
        assert_eq!(after(1050), None);
        assert_eq!(after(1100).as_deref(), Some("checked 4 of 9 files"));
    }
}
