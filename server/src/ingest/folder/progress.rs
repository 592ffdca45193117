/// From so many files on, what happens is told of all of them together.
const MANY: usize = 200;
const LOG_EVERY: usize = 1_000;

/// How far the files that are due were taken in.
#[derive(Debug)]
pub(super) struct Progress {
    due: usize,
    taken: usize,
}

impl Progress {
    pub fn of(due: usize) -> Self {
        let progress = Self { due, taken: 0 };
        if progress.is_long() {
            tracing::info!(files = due, "taking in what is there");
        }
        progress
    }

    pub fn is_long(&self) -> bool {
        self.due >= MANY
    }

    pub fn step(&mut self) {
        self.taken += 1;
        if self.is_long() && (self.taken == self.due || self.taken.is_multiple_of(LOG_EVERY)) {
            tracing::info!("{} of {} files are taken in", self.taken, self.due);
        }
    }
}
