//! Many documents from a few templates: each template is parsed once, and its copies differ in the last line.

use std::time::{SystemTime, UNIX_EPOCH};

use app::document::{DocumentHead, Source};
use axum::body::Bytes;
use server::ingest::derive;
use server::store::{Arrival, Identity, Store, StoreError};

/// A typical mix of formats.
const TEXTS: [&str; 9] = [
    include_str!("../../../app/src/formats/chain_compilation/fixtures/complete.md"),
    include_str!("../../../app/src/formats/step_completion/fixtures/complete.md"),
    include_str!("../../../app/src/formats/review_report/fixtures/complete.md"),
    include_str!("../../../app/src/formats/analysis_report/fixtures/complete.md"),
    include_str!("../../../app/src/formats/diagnosis_report/fixtures/complete.md"),
    include_str!("../../../app/src/formats/healing_verification/fixtures/complete.md"),
    include_str!("../../../app/src/formats/learning_surface/fixtures/complete.md"),
    "# Notes of the week\n\n한국어 검토 보고서를 확인했다. Nothing formal, only a few words.\n",
    "# Review Report: billing\n\n## Verdict: APPROVED\n\n## Summary\n\nIt has no score.\n",
];

/// A gate's answer: each tenth document, and three of each work item.
const VERDICT: &str = include_str!("../../../app/src/formats/reaper_test_runner/fixtures/complete.json");

/// They were written over seven days, the newest of them now.
const WRITTEN_WITHIN_MS: u64 = 7 * 24 * 60 * 60 * 1000;
/// Documents of one session.
pub const OF_SESSION: u64 = 200;
const FIRST_MS: i64 = 1_790_000_000_000;
const BATCH: u64 = 256;

pub fn id_of(number: u64) -> String {
    Identity::of_key(&format!("scale {number}")).document_id()
}

pub fn task_of(number: u64) -> String {
    format!("TASK-{}", number / 30)
}

pub fn session_of(number: u64) -> String {
    format!("night-{}", number / OF_SESSION)
}

/// Returns a word that only this document contains.
pub fn word_of(number: u64) -> String {
    format!("unique{number}")
}

/// Stores documents by their numbers; calls `report` with the count.
pub async fn fill(store: &dyn Store, count: u64, mut report: impl FnMut(u64)) -> Result<(), StoreError> {
    let read = |text: &&'static str| derive(DocumentHead::default(), Bytes::from_static(text.as_bytes()));
    let models: Vec<Arrival> = TEXTS.iter().map(read).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64;
    let written = |number: u64| (now - (count - number) * WRITTEN_WITHIN_MS / count) as i64;
    let mut number = 0;
    while number < count {
        let end = (number + BATCH).min(count);
        store
            .append((number..end).map(|number| document(&models, number, written(number))).collect())
            .await?;
        number = end;
        report(number);
    }
    Ok(())
}

fn document(models: &[Arrival], number: u64, said_ms: i64) -> Arrival {
    let is_verdict = number % 10 == 9;
    let model = models[(number % models.len() as u64) as usize].clone();
    let mut text = model.raw.to_vec();
    if is_verdict {
        text = VERDICT.replace("HARM-41", &task_of(number)).into_bytes();
    }
    text.extend_from_slice(format!("\nRun {number} {}\n", word_of(number)).as_bytes());
    let source = Source {
        session: Some(session_of(number)),
        path: Some(format!("reports/{number}.md")),
        agent: Some(format!("agent-{}", number / 1000)),
        model: Some(["opus", "sonnet", "haiku"][(number % 3) as usize].to_owned()),
        said_ms: Some(said_ms),
        ..Source::default()
    };
    let head = DocumentHead {
        id: id_of(number),
        received_ms: FIRST_MS + number as i64 * 1000,
        source,
        bytes: text.len() as u32,
        lines: model.head.lines + 2,
        ..model.head
    };
    if is_verdict {
        return derive(head, text.into());
    }
    Arrival { head, raw: text.into(), ..model }
}
