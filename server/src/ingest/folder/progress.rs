/// From this number of files on, the log has their progress instead of each file.
const MANY: usize = 200;
const LOG_EVERY: usize = 1_000;

/// The progress of reading files that are due.
#[derive(Debug)]
pub(super) struct Progress {
    due: usize,
    read: usize,
}

impl Progress {
    pub fn of(due: usize) -> Self {
        let progress = Self { due, read: 0 };
        if progress.is_long() {
            tracing::info!(files = due, "reading files");
        }
        progress
    }

    pub fn is_long(&self) -> bool {
        self.due >= MANY
    }

    pub fn step(&mut self) {
        self.read += 1;
        if self.is_long() && (self.read == self.due || self.read.is_multiple_of(LOG_EVERY)) {
            tracing::info!("{} of {} files read", self.read, self.due);
        }
    }
}
