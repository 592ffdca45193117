//! The event that viewers receive, as the contract prints it.

use super::{QuarantineOperations, Shape};
use crate::event::{Quarantine, QuarantineAction};
use crate::reading::OneOf;

/// Prefers what the record states above its payloads: a payload may be cut off or state something else. A record
/// without a target makes no event, because nobody could know what it is about.
pub(super) fn of(record: &QuarantineOperations) -> Option<Quarantine> {
    let printed = |key: &str| Some(record.event.as_ref()?.get(key)?.as_str()?.to_owned());
    let (action, at, reason) = match record.shape {
        Shape::Record => (QuarantineAction::Add, &record.quarantined_at, &record.reason),
        Shape::Release => (QuarantineAction::Remove, &record.released_at, &None),
        Shape::List => return None,
    };
    let stated = record.target_type.as_ref().map(|target| OneOf::as_str(target).to_owned());
    Some(Quarantine {
        action,
        target_type: stated.or_else(|| printed("targetType"))?,
        target_id: record.target_id.clone().or_else(|| printed("targetId"))?,
        reason: reason.clone().or_else(|| printed("reason")),
        timestamp: at.clone().or_else(|| printed("timestamp")).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use crate::event::{Cursor, Envelope, Event};
    use crate::format::Parsed;
    use crate::scan;
    use crate::text::Text;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let blocks = scan::read(&Text::from_bytes(text.as_bytes()));
        let events = blocks.iter().filter_map(Parsed::quarantine).map(|quarantine| {
            let cursor = Cursor { epoch: 1, seq: 2 };
            let envelope = Envelope { cursor, event: Event::QuarantineEvent(quarantine) };
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
    fn lists_and_examples_are_no_events() {
        check(include_str!("fixtures/complete_list.md"), "");
        check(&format!("# An example\n\n````markdown\n{}\n````\n", include_str!("fixtures/complete.md")), "");
    }
}
