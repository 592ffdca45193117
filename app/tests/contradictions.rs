//! Each contradiction, each red flag and each check that a contract prints has a fixture that shows it, and one that comes near to it and does not.

use std::fs;
use std::path::Path;

use app::formats::FORMATS;
use app::scan;
use app::text::Text;

/// A rule, the fixture that shows it, and the one that comes near.
type Case = (&'static str, &'static str, &'static str);

/// By room.
const CONTRADICTIONS: [(&str, &[Case]); 22] = [
    (
        "chain_compilation",
        &[
            ("missing-step", "circle", "parts_side_by_side"),
            ("cycle", "circle", "parts_side_by_side"),
            ("early-step", "circle", "two_described_of_three"),
            ("duplicate-step", "circle", "parts_side_by_side"),
            ("execution-against-waits", "circle", "execution_in_stages"),
            ("description-mismatch", "circle", "two_described_of_three"),
            ("descriptions-against-steps", "two_described_of_three", "execution_in_stages"),
        ],
    ),
    (
        "execution_complete",
        &[
            ("count-mismatch", "failed_step", "complete"),
            ("failed-step", "failed_step", "complete"),
            ("unfinished-step", "failed_step", "complete"),
        ],
    ),
    ("step_completion", &[("same-step", "other_forms", "several_next_steps")]),
    (
        "dual_output",
        &[
            ("verdict-mismatch", "contradictions", "announced_above"),
            ("score-mismatch", "side_by_side", "announced_above"),
            ("same-path", "contradictions", "complete"),
        ],
    ),
    ("registry_update", &[("index-line", "index_row_without_date", "index_row")]),
    (
        "review_report",
        &[
            ("approved-over-open-finding", "contradictions", "near_contradictions"),
            ("approved-over-open-finding", "one_fix_for_two", "near_contradictions"),
            ("approved-over-open-finding", "fix_of_something_else", "near_contradictions"),
            ("approved-over-fixed-finding", "near_contradictions", "absolute_paths"),
            ("needs-changes-without-cause", "needs_changes_over_low", "complete"),
            ("needs-changes-without-cause", "needs_changes_without_findings", "needs_changes_for_a_flag"),
            ("score-against-severity", "contradictions", "near_contradictions"),
            ("count-mismatch", "contradictions", "near_contradictions"),
            ("conflicting-score", "score_twice", "complete"),
            ("conflicting-verdict", "verdict_revised_later", "complete"),
        ],
    ),
    ("analysis_report", &[("date-mismatch", "byline_contradicts_label", "byline")]),
    (
        "diagnosis_report",
        &[
            ("gate-not-affected", "contradictions", "near_contradictions"),
            ("relation-against-dates", "contradictions", "near_contradictions"),
            ("triage-against-fix", "contradictions", "near_contradictions"),
        ],
    ),
    (
        "healing_verification",
        &[
            ("delta-against-figures", "contradictions", "healed"),
            ("health-delta-mismatch", "contradictions", "healed"),
            ("change-against-figures", "contradictions", "healed"),
            ("target-against-heading", "odd_values", "healed"),
            ("count-against-comparison", "contradictions", "healed"),
            ("total-against-gates", "contradictions", "complete"),
            ("verdict-against-status", "contradictions", "healed"),
            ("success-with-new-violations", "contradictions", "healed"),
            ("new-violations-against-gates", "contradictions", "healed"),
            ("success-below-expected", "contradictions", "healed"),
            ("step-against-verdict", "contradictions", "healed"),
            ("evidence-against-figures", "evidence_against_figures", "evidence_in_other_words"),
        ],
    ),
    (
        "quarantine_operations",
        &[
            ("subcommand-against-heading", "contradictions", "conforming_day"),
            ("key-mismatch", "contradictions", "conforming_day"),
            ("payload-mismatch", "contradictions", "conforming_day"),
            ("event-mismatch", "contradictions", "conforming_day"),
            ("total-against-rows", "list_counted_in_the_heading", "complete_list"),
            ("duplicate-record", "loose_list", "complete_list"),
            ("remaining-against-time", "loose_list", "complete_list"),
        ],
    ),
    ("error_announcement", &[("other-step", "two_lines", "complete")]),
    ("error_announcement", &[("other-option", "option_of_another_kind", "conforming_options")]),
    ("execution_start", &[("action-path", "action_in_words", "conforming_line")]),
    ("learning_surface", &[("missing-value", "question", "complete")]),
    (
        "review_report",
        &[
            ("absolute-path", "absolute_paths", "complete"),
            ("summary-length", "approved_over_blocker", "complete"),
        ],
    ),
    ("chain_compilation", &[("execution-form", "parts_side_by_side", "conforming_stages")]),
    (
        "reaper_test_runner",
        &[
            ("invalid-inputs", "invalid_inputs", "adr_shape"),
            ("verdict-against-counts", "passes_over_failed_tests", "nothing_contradicts"),
            ("verdict-against-counts", "passes_over_exit_code", "nothing_contradicts"),
            ("verdict-against-counts", "passes_over_blocking_issue", "nothing_blocks_in_words"),
            ("verdict-against-counts", "passes_below_threshold", "threshold_unknown"),
            ("conflicting-verdicts", "two_verdicts", "nothing_contradicts"),
            ("conflicting-values", "required_field_twice", "required_field_twice_alike"),
            ("sum-mismatch", "sum_off_by_one", "nothing_contradicts"),
            ("coverage-against-threshold", "threshold_said_to_be_met", "threshold_stated"),
            ("scope-violation", "scope_left_for_its_neighbor", "scope_kept"),
            ("scope-violation", "scope_of_globs_left", "scope_unknown"),
            ("missing-evidence", "adr_shape_without_evidence", "adr_shape_with_verification_evidence"),
            // A newer shape is only warned about.
            ("no-evidence", "taken_back", "adr_shape_without_evidence"),
            ("extreme-outlier", "extreme_outlier", "nothing_contradicts"),
            ("full-coverage", "nothing_contradicts", "extreme_outlier"),
            ("broken-json", "unquoted_keys", "complete"),
        ],
    ),
    (
        "reaper_code_review",
        &[
            ("invalid-inputs", "states_its_verdict", "complete"),
            ("verdict-against-counts", "passes_over_violations", "passes"),
            ("conflicting-verdicts", "claims_its_checks", "complete"),
            ("conflicting-values", "required_field_twice", "complete"),
            ("missing-evidence", "adr_shape_without_evidence", "adr_shape"),
            ("nothing-reviewed", "nothing_reviewed", "passes"),
        ],
    ),
    (
        "reaper_security_auditor",
        &[
            ("invalid-inputs", "contradictions", "complete"),
            ("verdict-against-counts", "contradictions", "passes"),
            ("conflicting-verdicts", "contradictions", "complete"),
            ("scope-violation", "contradictions", "with_task_scope"),
            ("missing-evidence", "adr_shape_without_evidence", "adr_shape"),
            ("no-evidence", "with_working_dir", "with_task_scope"),
        ],
    ),
    (
        "v36_decision",
        &[
            ("single-signal", "signals", "nothing_contradicts"),
            ("raw-key", "several_lines", "nothing_contradicts"),
            ("class-against-outcome", "contradictions", "nothing_contradicts"),
            ("match-against-shas", "contradictions", "nothing_contradicts"),
            ("reason-against-level", "contradictions", "nothing_contradicts"),
            ("flag-against-seconds", "contradictions", "nothing_contradicts"),
            ("self-attestation", "contradictions", "decided_by_itself"),
            ("foreign-offset", "out_of_order", "trail_in_order"),
            ("unlinked-escalation", "several_lines", "trail_in_order"),
            ("duplicate-id", "links_astray", "trail_in_order"),
            ("later-link", "links_astray", "trail_in_order"),
            ("out-of-order", "out_of_order", "trail_in_order"),
            ("step-back", "trail_astray", "trail_in_order"),
            ("state-jump", "trail_astray", "trail_in_order"),
            ("missing-closeout", "closeout_missing", "trail_in_order"),
        ],
    ),
    ("delegate_checklist", &[("totals-against-list", "totals", "box_with_a_wave")]),
    ("chain_status_update", &[("missing-step", "changes_below", "complete")]),
];

#[test]
fn each_contradiction_is_found_where_it_is_and_nowhere_near() {
    for (room, rules) in CONTRADICTIONS {
        for (rule, fixture, near) in rules {
            assert!(FORMATS.iter().flat_map(|room| room.spec.all_rules()).any(|known| known.id == *rule));
            assert!(found(room, fixture).contains(rule), "{room}/{fixture} shows no {rule}");
            assert!(!found(room, near).contains(rule), "{room}/{near} shows {rule}");
        }
    }
}

/// The rules by which something is found in a fixture.
fn found(room: &str, name: &str) -> Vec<&'static str> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/formats").join(room).join("fixtures");
    let read = |kind| fs::read(folder.join(name).with_extension(kind)).ok();
    let bytes = read("md")
        .or_else(|| read("json"))
        .or_else(|| read("jsonl"))
        .unwrap_or_else(|| panic!("{room}/{name} is a fixture"));
    let blocks = scan::read(&Text::from_bytes(&bytes));
    assert!(!blocks.is_empty(), "{room}/{name} holds something");
    blocks.iter().flat_map(|block| &block.diagnostics).map(|found| found.rule.id).collect()
}
