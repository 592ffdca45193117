//! Numbers of findings that stay the same when lines move.

use std::collections::HashMap;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::cli::output::finding::Finding;

/// Numbers findings in order. Of those that have everything in common, the second is another one than the first.
#[derive(Default)]
pub struct Fingerprints {
    seen: HashMap<[u8; 32], u32>,
}

impl Fingerprints {
    /// Returns a number from the file, the format, the rule and the marked words, but not from where they are.
    pub fn of(&mut self, path: &str, finding: &Finding<'_>) -> String {
        let words = finding.words(finding.diagnostic.span);
        let format = finding.spec.map_or("", |spec| spec.id);
        let parts = [path, format, finding.diagnostic.rule.id, words];
        let digest = |digest: Sha256, part: &str| {
            // With the length of each part, so that no two lists of parts are the same bytes.
            digest.chain_update((part.len() as u64).to_be_bytes()).chain_update(part)
        };
        let key = parts.into_iter().fold(Sha256::new(), digest);
        let count = self.seen.entry(key.clone().finalize().into()).or_default();
        *count += 1;
        let hash = key.chain_update(count.to_be_bytes()).finalize();
        HEXLOWER.encode(hash.get(..16).unwrap_or_default())
    }
}
