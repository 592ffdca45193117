use std::sync::{LazyLock, OnceLock};
use std::time::Instant;

use app::audit::DecisionRecord;
use app::catalog::Catalog;
use app::document::{DocumentHead, Source, title_of};
use app::format::Parsed;
use app::gate::GateOptions;
use app::inbox;
use app::scan::Blocks;
use app::text::{Text, mask_secrets};
use app::track::mentions;
use app::work_item::GateRecord;
use axum::body::Bytes;
use memchr::memchr_iter;
use tokio::sync::Semaphore;
use tokio::task;
use tracing::{Instrument, debug_span};

use super::heads::BlockHeads;
use crate::metrics;
use crate::store::{Arrival, Basis, Identity, Receipt, SharedStore, StoreError};
use crate::telemetry::SPANS;
use crate::{clock, cores};

/// The most bytes of a text.
pub const LIMIT: usize = 16 * 1024 * 1024;

/// The most bytes of a name, such as that of a session or a path.
pub const LONGEST_NAME: usize = 1024;

/// Up to so many bytes and lines, reading takes about a millisecond at most and stays on the runtime's own threads.
const SHORT_BYTES: usize = 32 * 1024;
/// Each line may begin a block, which takes as long to read as a kilobyte.
const SHORT_LINES: usize = 128;

/// Longer texts are read by as many at once as there are cores but one: they would keep all others waiting.
static MIDDLING: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(cores::all_but_one()));
/// Those that have many bytes as well take up to seconds, for which the others don't wait.
static LARGE: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(cores::all_but_one()));

/// What the verdicts of gates are judged with.
static GATE_OPTIONS: OnceLock<GateOptions> = OnceLock::new();

/// Judges all verdicts of this process with what its configuration says.
pub fn judge_with(options: GateOptions) {
    // A command sets it once, before it reads anything.
    let _ = GATE_OPTIONS.set(options);
}

/// A text as received.
#[derive(Clone, Debug)]
pub struct Incoming {
    pub identity: Identity,
    pub source: Source,
    pub raw: Bytes,
}

/// Parses the texts and stores them as documents. Returns once they are on disk.
pub async fn arrive(store: &SharedStore, texts: Vec<Incoming>) -> Result<Vec<Receipt>, StoreError> {
    let bytes: usize = texts.iter().map(|text| text.raw.len()).sum();
    let span = debug_span!(target: SPANS, "ingest", documents = texts.len(), bytes);
    read_and_append(store, texts, bytes).instrument(span).await
}

async fn read_and_append(
    store: &SharedStore,
    texts: Vec<Incoming>,
    bytes: usize,
) -> Result<Vec<Receipt>, StoreError> {
    let (received_ms, began) = (clock::now_ms(), Instant::now());
    let span = debug_span!(target: SPANS, "read");
    let turns = turns_for(&texts, bytes);
    let read = move || span.in_scope(|| texts.into_iter().map(|text| read(text, received_ms)).collect());
    let batch = if let Some(turns) = turns {
        // The semaphore is never closed.
        let _turn = turns.acquire().await.map_err(|_| StoreError::Stopped)?;
        task::spawn_blocking(read).await.map_err(|_| StoreError::Stopped)?
    } else {
        read()
    };
    let receipts = append(store, batch).await?;
    metrics::ingested(began.elapsed());
    Ok(receipts)
}

/// Returns the turns that texts wait for, or `None` if they are read at once.
fn turns_for(texts: &[Incoming], bytes: usize) -> Option<&'static Semaphore> {
    if bytes > SHORT_BYTES {
        return Some(&LARGE);
    }
    let lines: usize = texts.iter().map(|text| memchr_iter(b'\n', &text.raw).count()).sum();
    (lines > SHORT_LINES).then(|| &*MIDDLING)
}

/// Stores documents, and counts them.
pub async fn append(store: &SharedStore, batch: Vec<Arrival>) -> Result<Vec<Receipt>, StoreError> {
    let span = debug_span!(target: SPANS, "append", documents = batch.len());
    let receipts = store.append(batch).instrument(span).await?;
    metrics::count(&receipts);
    Ok(receipts)
}

/// Masks secrets in a text and parses it.
pub fn read(incoming: Incoming, received_ms: i64) -> Arrival {
    let began = Instant::now();
    let Incoming { identity, source, raw } = incoming;
    let mut raw = Vec::from(raw);
    let masked = mask_secrets(&mut raw);
    let head = DocumentHead {
        id: identity.document_id(),
        received_ms,
        source,
        bytes: raw.len() as u32,
        masked,
        ..DocumentHead::default()
    };
    let arrival = Arrival { basis: identity.basis(), ..derive(head, raw.into()) };
    let format = arrival.head.lead().map_or("none", |block| block.format.as_str());
    metrics::read(format, began.elapsed());
    arrival
}

/// Parses a text and updates the parts of its head that are derived from it.
pub fn derive(known: DocumentHead, raw: Bytes) -> Arrival {
    let text = Text::from_bytes(&raw);
    let (mut heads, mut said) = (BlockHeads::default(), Vec::new());
    let (mut quarantined, mut notices) = (Vec::new(), Vec::new());
    let (mut verdicts, mut decisions) = (Vec::new(), Vec::new());
    let options = GATE_OPTIONS.get().cloned().unwrap_or_default();
    let catalog = Catalog::current();
    for batch in Blocks::by(&catalog, &text, None).judged_with(options).batches() {
        batch.iter().for_each(|block| heads.add(&text, block));
        said.extend(mentions(&text, &batch));
        notices.extend(inbox::notices(&text, &batch, notices.len()));
        let stated = batch.iter().filter_map(Parsed::quarantine);
        quarantined.extend(stated.map(|change| change.or_at(|| clock::iso(known.received_ms))));
        verdicts.extend(batch.iter().filter_map(|block| GateRecord::of(&text, block, &known.source)));
        decisions.extend(batch.iter().filter_map(|block| DecisionRecord::of(&text, block)));
    }
    let BlockHeads { heads: blocks, beyond } = heads;
    let head = DocumentHead {
        title: title_of(&text, &blocks, &known.source),
        lines: text.lines().count(),
        not_utf8: text.oddities().invalid_utf8,
        blocks,
        beyond,
        ..known
    };
    Arrival {
        head,
        raw,
        mentions: said,
        basis: Basis::Content,
        in_checkout: None,
        quarantines: quarantined,
        notices,
        verdicts,
        decisions,
        catalog: catalog.key(),
    }
}

/// Returns whether a text consists of white space and byte order marks alone.
pub fn is_empty(raw: &[u8]) -> bool {
    let is_blank = |character: char| character.is_whitespace() || character == '\u{feff}';
    std::str::from_utf8(raw).is_ok_and(|text| text.trim_start_matches(is_blank).is_empty())
}

#[cfg(test)]
mod tests {
    use app::document::Source;
    use tokio::sync::Semaphore;

    use super::{Incoming, LARGE, MIDDLING, turns_for};
    use crate::store::Identity;

    #[test]
    fn what_takes_long_to_read_waits_for_its_turn() {
        let check = |texts: &[&str], expected: Option<&'static Semaphore>| {
            let of = |text: &&str| Incoming {
                identity: Identity::of_content(&Source::default(), text.as_bytes()),
                source: Source::default(),
                raw: (*text).to_owned().into(),
            };
            let incoming: Vec<Incoming> = texts.iter().map(of).collect();
            let turns = turns_for(&incoming, texts.iter().map(|text| text.len()).sum());
            assert_eq!(turns.map(std::ptr::from_ref), expected.map(std::ptr::from_ref));
        };
        let report = format!("# Review Report: a\n{}", "a line of words\n".repeat(100));
        check(&[&report], None);
        check(&[&report, &report], Some(&MIDDLING));
        check(&[&"# Review Report: a\n".repeat(1_000)], Some(&MIDDLING));
        check(&[&"a long line ".repeat(4_000)], Some(&LARGE));
    }
}
