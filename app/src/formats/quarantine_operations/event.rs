//! What a record or a release does to its target, and with it the event and the record in Redis.

use serde_json::Value;

use super::check::seconds;
use super::words::Answer;
use super::{QuarantineOperations, Shape};
use crate::quarantine::{QuarantineChange, QuarantineRecord};
use crate::reading::OneOf;

/// Prefers what the record states above its payloads: a payload may be cut off or state something else. A record
/// without a target changes nothing, because nobody could know what it is about.
pub(super) fn of(report: &QuarantineOperations) -> Option<QuarantineChange> {
    let printed = |key: &str| Some(report.event.as_ref()?.get(key)?.as_str()?.to_owned());
    let stored = |key: &str| report.redis.payload.as_ref()?.get(key);
    let stated = report.target_type.as_ref().map(|target| OneOf::as_str(target).to_owned());
    let target_type = stated.or_else(|| printed("targetType"));
    let target_id = report.target_id.clone().or_else(|| printed("targetId"));
    let at = |stated: &Option<String>| stated.clone().or_else(|| printed("timestamp")).unwrap_or_default();
    match report.shape {
        Shape::Record => {
            let stated = report.auto_release.as_ref().and_then(|answer| answer.known);
            let auto_release = match stated {
                Some(answer) => answer == Answer::Yes,
                None => stored("autoRelease").and_then(Value::as_bool).unwrap_or_default(),
            };
            let ttl = report.ttl.as_deref().and_then(seconds).and_then(|ttl| u64::try_from(ttl).ok());
            Some(QuarantineChange::Add(QuarantineRecord {
                target_type: target_type?,
                target_id: target_id?,
                reason: report.reason.clone().or_else(|| printed("reason")),
                quarantined_at: at(&report.quarantined_at),
                auto_release,
                ttl: ttl
                    .or_else(|| stored("ttl").and_then(Value::as_u64))
                    .unwrap_or(QuarantineRecord::usual_ttl(auto_release)),
                suggested_flow: report.suggested_flow.clone(),
            }))
        }
        Shape::Release => Some(QuarantineChange::Release {
            target_type: target_type?,
            target_id: target_id?,
            released_at: at(&report.released_at),
        }),
        Shape::List => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::event::{Cursor, Envelope, Event};
    use crate::format::Parsed;
    use crate::quarantine::QuarantineChange;
    use crate::scan;
    use crate::text::Text;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let blocks = scan::read(&Text::from_bytes(text.as_bytes()));
        let events = blocks.iter().filter_map(Parsed::quarantine).map(|quarantine| {
            let cursor = Cursor { epoch: 1, seq: 2 };
            let envelope = Envelope { cursor, event: Event::QuarantineEvent(quarantine.event()) };
            serde_json::to_string(&envelope.event).unwrap()
        });
        assert_eq!(events.collect::<Vec<_>>().join("\n"), expected);
    }

    /// The contract's payload of a fixture, without its white space.
    fn printed(text: &str) -> String {
        let from = text.find("## WebSocket Event").unwrap();
        let (_, payload) = text[from..].split_once("```json\n").unwrap();
        let (payload, _) = payload.split_once("```").unwrap();
        serde_json::from_str::<serde_json::Value>(payload).unwrap().to_string()
    }

    #[test]
    fn viewers_are_told_what_the_contract_prints() {
        let record = include_str!("fixtures/complete.md");
        check(record, &printed(record));
        let release = include_str!("fixtures/complete_release.md");
        check(release, &printed(release));
    }

    #[test]
    fn only_what_is_released_by_itself_ends_after_its_ttl() {
        let ends = |text: &str| {
            let blocks = scan::read(&Text::new(text));
            blocks.first().and_then(|block| block.value.summary().ends_ms)
        };
        let record = include_str!("fixtures/complete.md");
        assert_eq!(ends(record), None);
        let began = 1_795_096_800_000;
        let released = record.replace("**Auto-Release:** no", "**Auto-Release:** yes");
        assert_eq!(ends(&released), Some(began + 7 * 86_400_000));
    }

    #[test]
    fn redis_gets_what_the_contract_prints() {
        let text = include_str!("fixtures/complete.md");
        let blocks = scan::read(&Text::from_bytes(text.as_bytes()));
        let change = blocks.iter().find_map(Parsed::quarantine);
        let Some(QuarantineChange::Add(record)) = change else { panic!("a record: {change:?}") };
        let (_, payload) = text.split_once("## Redis Record").unwrap();
        let (payload, _) = payload.split_once("```json\n").unwrap().1.split_once("```").unwrap();
        let printed: serde_json::Value = serde_json::from_str(payload).unwrap();
        assert_eq!(serde_json::to_value(record).unwrap(), printed);
    }

    #[test]
    fn lists_and_examples_are_no_events() {
        check(include_str!("fixtures/complete_list.md"), "");
        check(&format!("# An example\n\n````markdown\n{}\n````\n", include_str!("fixtures/complete.md")), "");
    }
}
