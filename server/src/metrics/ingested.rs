//! Documents that this process stored, by format and state.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::exposition::{Exposition, Kind};
use crate::store::Receipt;

/// For the whole process: requests, folders and samples add to it.
static INGESTED: Mutex<Ingested> = Mutex::new(Ingested { stored: BTreeMap::new(), known: 0, refused: 0 });

struct Ingested {
    /// By format and state. There are as many formats as the catalog has.
    stored: BTreeMap<(String, &'static str), u64>,
    known: u64,
    refused: u64,
}

/// Counts what became of a batch.
pub fn count(receipts: &[Receipt]) {
    let mut ingested = INGESTED.lock().unwrap_or_else(PoisonError::into_inner);
    for receipt in receipts {
        match receipt {
            Receipt::Stored(head) => {
                let lead = head.lead();
                let format = lead.map_or("none", |block| block.format.as_str());
                let state = lead.map(|block| block.summary.state).unwrap_or_default();
                *ingested.stored.entry((format.to_owned(), state.as_str())).or_default() += 1;
            }
            Receipt::Duplicate(_) => ingested.known += 1,
            Receipt::Conflict(_) => ingested.refused += 1,
        }
    }
}

pub(super) fn write(out: &mut Exposition) {
    let ingested = INGESTED.lock().unwrap_or_else(PoisonError::into_inner);
    out.metric("harmony_documents_stored_total", Kind::Counter, "Documents that this process stored.");
    for ((format, state), count) in &ingested.stored {
        out.sample("harmony_documents_stored_total", &[("format", format), ("state", state)], count);
    }
    out.metric("harmony_documents_known_total", Kind::Counter, "Documents that were sent again.");
    out.sample("harmony_documents_known_total", &[], ingested.known);
    out.metric("harmony_documents_conflicting_total", Kind::Counter, "Texts whose key another text has.");
    out.sample("harmony_documents_conflicting_total", &[], ingested.refused);
}
