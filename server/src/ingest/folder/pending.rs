use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The delay after a file was closed or moved here.
const WRITTEN: Duration = Duration::from_millis(20);
/// The delay after a change, since the file may still be written to.
const CHANGED: Duration = Duration::from_millis(250);

/// Changed files, which are read once they haven't changed for a moment.
#[derive(Debug, Default)]
pub(super) struct Pending {
    due: HashMap<PathBuf, Instant>,
}

impl Pending {
    pub fn written(&mut self, file: PathBuf, now: Instant) {
        self.due.insert(file, now + WRITTEN);
    }

    pub fn changed(&mut self, file: PathBuf, now: Instant) {
        self.due.insert(file, now + CHANGED);
    }

    pub fn next(&self) -> Option<Instant> {
        self.due.values().min().copied()
    }

    /// Removes and returns the files that are due, in order of their time.
    pub fn take(&mut self, now: Instant) -> Vec<PathBuf> {
        let mut taken: Vec<_> = self.due.extract_if(|_, due| *due <= now).collect();
        taken.sort_by_key(|(_, due)| *due);
        taken.into_iter().map(|(file, _)| file).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_changes_repeatedly_is_read_once() {
        let start = Instant::now();
        let after = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut pending = Pending::default();
        pending.changed(PathBuf::from("a"), start);
        pending.changed(PathBuf::from("a"), after(100));
        assert!(pending.take(after(300)).is_empty());
        pending.written(PathBuf::from("a"), after(310));
        assert_eq!(pending.take(after(330)), [PathBuf::from("a")]);
        assert_eq!(pending.next(), None);
    }
}
