//! A review beside the second opinion on it: which findings are the same, and what both disprove of the dual output.

use app::scan;
use app::second_opinion::{Comparison, Standing};
use app::text::Text;
use app::track::{Mention, NoteKind, Session, SourceRef, mentions};

const PLAN: &str = "## Chain: Locks\n\n**Request:** Lock rows\n**Source:** code-and-review/\n\n\
| # | Action | Model | Key Inputs | Waits For | Status |\n|---|---|---|---|---|---|\n\
| 3 | review/ | opus | scope=src | -- | pending |\n";
const FINDINGS: &str = "1 | src/lock.rs | 40 | critical | Two writers can hold the lock at once. | Check it again.\n\
2 | src/lock.rs | 90-95 | medium | The timeout is in seconds, not in milliseconds. | Multiply it.\n\
3 | src/store.rs | 12 | low | The name of the table is written twice. | Use a constant.";

fn report(verdict: &str, score: u8, findings: &str) -> String {
    let rows: String = findings.lines().map(|row| format!("| {row} |\n")).collect();
    format!(
        "# Review Report: Locks\n\n## Verdict: {verdict}\n## Score: {score}%\n\n## Summary\nAll was read. It is about locks.\n\n\
         ## Findings\n| # | File | Line | Severity | Description | Suggestion |\n|---|---|---|---|---|---|\n{rows}"
    )
}

fn dual(verdict: &str, missed: u32, disagreements: u32) -> String {
    format!(
        "### Dual Output: review/ + Second Opinion\n\n>> Step 3 complete: review/ -- {verdict}.\n\n\
         **Original (review/):**\n{verdict}\n\n**Second Opinion (llama3:70b via Ollama):**\nSee the critique.\n\
         - Missed issues: {missed}\n- Disagreements: {disagreements}\n- Notable: the lock\n\n\
         **Full reports:**\n- Original: `logs/review/locks/report.md`\n- Critique: `logs/second-opinion/locks/critique.md`\n\n\
         Continuing to Done...\n"
    )
}

/// Folds the plan, both reports and the dual output, and compares the reports.
fn compare(review: &str, critique: &str, dual: &str) -> (Comparison, Vec<String>) {
    let documents = [
        (PLAN, None),
        (review, Some("/home/u/logs/review/locks/report.md")),
        (critique, Some("logs/second-opinion/locks/critique.md")),
        (dual, None),
    ];
    let mut said = Vec::new();
    for (seq, (source, path)) in (1..).zip(documents) {
        let text = Text::new(source);
        for (line, what) in mentions(&text, &scan::read(&text)) {
            let place = SourceRef { seq, document: format!("d{seq}"), line };
            let path = path.map(str::to_owned);
            said.push(Mention { place, at_ms: seq as i64 * 1000, is_dated: false, path, agent: None, what });
        }
    }
    let session = Session::of("s", &said);
    let chain = &session.chains[0];
    let [two] = chain.opinions().try_into().ok().expect("both reports are known");
    let notes = chain.oddities().into_iter().filter(|note| note.kind == NoteKind::Contradiction);
    let messages = notes.map(|note| note.message).collect();
    (Comparison::of(&two, &Text::new(review), &Text::new(critique)), messages)
}

/// Each row: its standing, and the numbers of the findings.
fn rows(comparison: &Comparison) -> Vec<(Standing, Option<u32>, Option<u32>)> {
    let number = |found: &Option<app::second_opinion::PlacedFinding>| found.as_ref()?.finding.number;
    let rows = comparison.rows.iter();
    rows.map(|row| (row.standing, number(&row.review), number(&row.critique))).collect()
}

#[test]
fn findings_are_agreed_missed_disagreed_or_not_mentioned() {
    let review = report("NEEDS_CHANGES", 60, FINDINGS);
    let critique = report(
        "NEEDS_CHANGES",
        50,
        "1 | lock.rs | 38-41 | critical | The lock is not exclusive. | Lock it.\n\
         2 | src/lock.rs | 92 | low | The timeout is in seconds. | Multiply it.\n\
         3 | src/pool.rs | 7 | high | Connections are never returned. | Return them.",
    );
    let (comparison, messages) = compare(&review, &critique, &dual("NEEDS_CHANGES (60%)", 1, 1));
    assert_eq!(
        rows(&comparison),
        [
            (Standing::Disagreed, Some(2), Some(2)),
            (Standing::Missed, None, Some(3)),
            (Standing::Agreed, Some(1), Some(1)),
            (Standing::Unmentioned, Some(3), None),
        ]
    );
    assert_eq!(comparison.rows[0].reason.as_deref(), Some("medium in the review, low in the second opinion"));
    assert_eq!((messages, comparison.contradictions), (vec![], vec![]));
    let placed = comparison.rows[0].review.as_ref().expect("the review has it");
    assert!(review.lines().nth(placed.line as usize - 1).is_some_and(|row| row.contains("90-95")));
}

#[test]
fn a_second_opinion_may_reject_a_finding() {
    let review = report("NEEDS_CHANGES", 60, FINDINGS);
    let rejects = "1 | src/lock.rs | 40 | critical | This is a false positive: a row is locked before. | --";
    let (comparison, _) =
        compare(&review, &report("APPROVED", 90, rejects), &dual("NEEDS_CHANGES (60%)", 0, 2));
    assert_eq!(comparison.count(Standing::Disagreed), 1);
    let denies = rejects.replace("a false positive", "not a false positive");
    let (comparison, _) =
        compare(&review, &report("APPROVED", 90, &denies), &dual("NEEDS_CHANGES (60%)", 0, 2));
    assert_eq!((comparison.count(Standing::Disagreed), comparison.count(Standing::Agreed)), (0, 1));
}

#[test]
fn what_comes_near_is_another_finding() {
    let review = report("NEEDS_CHANGES", 60, FINDINGS);
    for other in [
        // The same words about another file.
        "1 | src/cache.rs | 40 | critical | Two writers can hold the lock at once. | Check it.",
        // The same file, far away, in other words.
        "1 | src/lock.rs | 300 | high | A poisoned mutex is ignored. | Stop.",
        // Near it, in other words.
        "1 | src/lock.rs | 43 | high | A poisoned mutex is ignored. | Stop.",
        // A file whose name only ends alike.
        "1 | src/unlock.rs | 40 | high | Two writers can hold the lock at once. | Check it.",
    ] {
        let (comparison, _) = compare(&review, &report("NEEDS_CHANGES", 60, other), &dual("60%", 1, 0));
        assert_eq!(comparison.count(Standing::Missed), 1, "{other}");
        assert_eq!(comparison.count(Standing::Unmentioned), 3, "{other}");
    }
}

#[test]
fn the_same_words_without_a_line_are_the_same_finding() {
    let review = report("NEEDS_CHANGES", 60, FINDINGS);
    for same in [
        "1 | src/lock.rs | 300 | critical | Two writers can hold the lock at once! | Check it.",
        "1 | -- | -- | critical | Two writers could hold the lock at once. | Check it.",
        "1 | src/lock.rs | 44 | critical | Two writers may hold this lock at once | Check it.",
    ] {
        let (comparison, _) = compare(&review, &report("NEEDS_CHANGES", 60, same), &dual("60%", 0, 0));
        assert_eq!(comparison.count(Standing::Agreed), 1, "{same}");
    }
}

#[test]
fn a_dual_output_is_held_against_both_reports() {
    let review = report("NEEDS_CHANGES", 60, FINDINGS);
    let five = "1 | a.rs | 1 | low | One. | --\n2 | b.rs | 2 | low | Two. | --\n3 | c.rs | 3 | low | Three. | --\n\
                4 | d.rs | 4 | low | Four. | --\n5 | e.rs | 5 | low | Five. | --";
    let critique = report("NEEDS_CHANGES", 40, five);
    let check = |dual: &str, critique: &str, expected: &[&str]| {
        let (_, messages) = compare(&review, critique, dual);
        assert_eq!(messages, expected, "{dual}");
    };
    // It says what both say, or what nobody can disprove.
    for (missed, disagreements) in [(2, 0), (5, 0), (3, 9)] {
        check(&dual("NEEDS_CHANGES (60%)", missed, disagreements), &critique, &[]);
    }
    check(&dual("Three findings.", 2, 0), &critique, &[]);
    check(
        &dual("APPROVED (60%)", 2, 0),
        &critique,
        &["step 3: the dual output quotes the verdict APPROVED, but the review says NEEDS_CHANGES"],
    );
    check(
        &dual("NEEDS_CHANGES (85%)", 2, 0),
        &critique,
        &["step 3: the dual output quotes a score of 85%, but the review has 60%"],
    );
    for missed in [1, 6] {
        let message = format!(
            "step 3: the dual output counts {missed} missed, but the critique has 5 findings and the review 3"
        );
        check(&dual("NEEDS_CHANGES (60%)", missed, 0), &critique, &[&message]);
    }
    let approves = report("APPROVED", 95, five);
    check(
        &dual("NEEDS_CHANGES (60%)", 2, 0),
        &approves,
        &[
            "step 3: the dual output counts no disagreement, but the review says NEEDS_CHANGES and the critique APPROVED",
        ],
    );
    check(&dual("NEEDS_CHANGES (60%)", 2, 1), &approves, &[]);
}

#[test]
fn no_disagreement_is_counted_though_a_severity_differs() {
    let review = report("NEEDS_CHANGES", 60, FINDINGS);
    let rated = |severity: &str| {
        let finding =
            format!("1 | src/lock.rs | 40 | {severity} | Two writers can hold the lock. | Check it.");
        let critique = report("NEEDS_CHANGES", 60, &finding);
        compare(&review, &critique, &dual("NEEDS_CHANGES (60%)", 0, 0)).0.contradictions
    };
    assert_eq!(
        rated("low"),
        [
            "step 3: the dual output counts no disagreement, but both disagree on finding 1: critical in the review, low in the second opinion"
        ]
    );
    assert_eq!(rated("Critical"), [""; 0]);
    assert_eq!(rated("blocker"), [""; 0]);
}
