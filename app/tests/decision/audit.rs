//! What an audit keeps of the records of a log.

use app::audit::{DecisionRecord, signals_of};
use app::text::Text;

fn kept(text: &str) -> Vec<DecisionRecord> {
    let text = Text::new(text);
    app::scan::read(&text).iter().filter_map(|block| DecisionRecord::of(&text, block)).collect()
}

#[test]
fn a_record_is_kept_with_its_task_its_states_and_its_signals() {
    let records = kept(super::COMPLETE);
    let [record] = records.as_slice() else { panic!("{records:?}") };
    assert_eq!(record.task.as_deref(), Some("task-77+2"), "without the step");
    assert_eq!(
        (record.level.as_deref(), record.actor.as_deref()),
        (Some("L3_RUNTIME_HOOK_EVIDENCE"), Some("hermes"))
    );
    assert_eq!(record.states, [Some(3), Some(0), Some(1)]);
    assert_eq!(record.at_us, Some(1_779_942_600_000_000));
    assert_eq!(record.links, ["task-77.dispatch.1"]);
    let signals: Vec<_> = signals_of(record.stated, record.lit).collect();
    assert_eq!(signals.len(), 15);
    assert_eq!(signals[3], ("session_id_present", false));
    assert_eq!(record.lit_count(), Some(9));
}

#[test]
fn what_a_log_shows_as_a_whole_is_left_to_the_trail_across_documents() {
    let rules = |text| -> Vec<Vec<String>> {
        let of = |record: DecisionRecord| record.findings.into_iter().map(|found| found.rule).collect();
        kept(text).into_iter().map(of).collect()
    };
    let astray = include_str!("../../src/formats/v36_decision/fixtures/trail_astray.jsonl");
    assert!(
        app::scan::read(&Text::new(astray))
            .iter()
            .any(|block| { block.diagnostics.iter().any(|found| found.rule.id == "step-back") })
    );
    let found = rules(astray).concat();
    assert!(!found.iter().any(|rule| rule == "step-back" || rule == "state-jump"), "{found:?}");
    let contradictions =
        rules(include_str!("../../src/formats/v36_decision/fixtures/contradictions.jsonl")).concat();
    assert!(contradictions.iter().any(|rule| rule == "class-against-outcome"), "{contradictions:?}");
}
