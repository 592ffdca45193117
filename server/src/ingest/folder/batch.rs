use std::path::{Path, PathBuf};

use crate::store::Arrival;

/// The bytes and documents after which a batch is stored.
const BYTES: usize = 4 * 1024 * 1024;
const DOCUMENTS: usize = 128;

/// Documents to store, with the file of each.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub files: Vec<PathBuf>,
    pub arrivals: Vec<Arrival>,
    bytes: usize,
}

impl Batch {
    pub fn push(&mut self, file: &Path, arrival: Arrival) {
        self.bytes += arrival.raw.len();
        self.files.push(file.to_owned());
        self.arrivals.push(arrival);
    }

    pub fn is_full(&self) -> bool {
        self.bytes >= BYTES || self.arrivals.len() >= DOCUMENTS
    }
}
