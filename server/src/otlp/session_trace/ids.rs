//! Ids that follow from what they name, so that a session that is exported twice is one and the same trace.

use app::moves::StepNumber;
use sha2::{Digest as _, Sha256};

/// The id of the trace of a chain.
pub(super) fn of_chain(session: &str, chain: &str) -> Vec<u8> {
    digest(&[b"trace", session.as_bytes(), chain.as_bytes()], 16)
}

/// The id of the span of a whole chain.
pub(super) fn of_root(trace: &[u8]) -> Vec<u8> {
    digest(&[b"chain", trace], 8)
}

/// The id of the span of an attempt at a step, from 1.
pub(super) fn of_attempt(trace: &[u8], step: StepNumber, attempt: usize) -> Vec<u8> {
    digest(&[b"step", trace, step.to_string().as_bytes(), attempt.to_string().as_bytes()], 8)
}

/// Hashes each part after its length, so that different lists of parts differ.
fn digest(parts: &[&[u8]], length: usize) -> Vec<u8> {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize()[..length].to_vec()
}
