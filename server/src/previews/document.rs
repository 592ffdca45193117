use app::document::{DocumentHead, Source};
use axum::body::Bytes;

use crate::ingest::{Incoming, read};
use crate::store::{Arrival, Identity};

/// Masks secrets in a text and reads what lists show of it. Of where it came from, the file's name alone is used, and only
/// for a text that states no title.
pub fn previewed(name: Option<&str>, raw: Bytes, now_ms: i64) -> (DocumentHead, Bytes) {
    let file_name = name.and_then(|name| name.rsplit(['/', '\\']).next()).filter(|name| !name.is_empty());
    let source = Source { path: file_name.map(str::to_owned), ..Source::default() };
    let identity = Identity::of_content(&source, &raw);
    let Arrival { head, raw, .. } = read(Incoming { identity, source, raw }, now_ms);
    (DocumentHead { source: Source::default(), ..head }, raw)
}
