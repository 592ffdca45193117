use app::document::Source;
use axum::body::Bytes;

use super::Incoming;
use crate::store::Identity;

const TEXTS: &[(&str, &str)] = &[
    ("release-notes.md", include_str!("../../samples/release-notes.md")),
    ("review-deviating.md", include_str!("../../samples/review-deviating.md")),
    ("review-needs-changes.md", include_str!("../../samples/review-needs-changes.md")),
    ("review-approved.md", include_str!("../../samples/review-approved.md")),
];

/// Returns sample documents for an empty store. Pages mark them as samples.
pub fn samples() -> Vec<Incoming> {
    TEXTS
        .iter()
        .map(|(name, text)| {
            let source = Source { path: Some(format!("samples/{name}")), sample: true, ..Source::default() };
            let raw = Bytes::from_static(text.as_bytes());
            Incoming { identity: Identity::of_content(&source, &raw), source, raw }
        })
        .collect()
}
