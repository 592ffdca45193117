//! Logs of decision records: a thousand records each, of a hundred tasks.

use app::document::Source;
use server::ingest::{Incoming, read};
use server::store::{Identity, Store, StoreError};

const OF_LOG: u64 = 1_000;
/// Records of one task.
const OF_TASK: u64 = 100;
const RECORD: &str = include_str!("../../../app/src/formats/v36_decision/fixtures/complete.jsonl");
const STATES: [&str; 8] = [
    "NOT_REGISTERED", "REGISTERED", "FIRED", "SESSION_SEEN", "WORK_STARTED", "ARTIFACT_SEEN",
    "CALLBACK_REGISTERED", "DONE",
];
const CLASSES: [&str; 4] = ["STATE_TRANSITION", "ALLOW", "DENY", "ALERT_INFO"];

/// The tasks of so many records, by their numbers.
pub const fn tasks(records: u64) -> u64 {
    records.div_ceil(OF_TASK)
}

pub fn task_of(number: u64) -> String {
    format!("task-{number}")
}

pub async fn fill(store: &dyn Store, count: u64) -> Result<(), StoreError> {
    let line = |number: u64| {
        // The records of a task are in several logs.
        let (task, step) = (number % tasks(count), number / tasks(count));
        let moment = format!("2026-05-{:02}T13:{:02}:{:02}+09:00", step / 60 % 28 + 1, step % 60, task % 60);
        RECORD
            .replace("task-77+2.spawn", &task_of(task))
            .replace("task-77.spawn.1", &format!("task-{task}.{step}"))
            .replace("task-77.dispatch.1", &format!("task-{task}.{}", step.saturating_sub(1)))
            .replace("2026-05-28T13:30:00+09:00", &moment)
            .replace(
                "\"SESSION_SEEN\", \"watchdog",
                &format!("\"{}\", \"watchdog", STATES[(step % 8) as usize]),
            )
            .replace("STATE_TRANSITION", CLASSES[(number % 4) as usize])
            .replace("\"hermes\", \"verifiable\"", &format!("\"actor-{}\", \"verifiable\"", number % 30))
    };
    for first in (0..count).step_by(OF_LOG as usize) {
        let text: String = (first..count.min(first + OF_LOG)).map(line).collect();
        let incoming = Incoming {
            identity: Identity::of_key(&format!("log {first}")),
            source: Source::default(),
            raw: text.into(),
        };
        store.append(vec![read(incoming, 0)]).await?;
    }
    Ok(())
}
