//! The state of chains after what documents report, in any order.

mod late;
mod speakers;
mod versions;

use app::document::State;
use app::moves::Progress;
use app::scan;
use app::text::Text;
use app::track::{Chain, ChainState, Mention, NoteKind, Session, SourceRef, Waiting, mentions};
use proptest::prelude::*;

const PLAN: &str = "## Chain: Session store

**Request:** Keep sessions across restarts
**Source:** code-and-review/

| # | Action | Model | Key Inputs | Waits For | Status |
|---|--------|-------|------------|-----------|--------|
| 1 | analyze/ | sonnet | scope=src/store | -- | pending |
| 2 | code/ | opus | Write sessions to disk. | #1 | pending |
| 3 | review/ | sonnet | scope=all changes | #2 | pending |

**Execution:** Sequential

What each step does:
1. **analyze/** -- Find out where sessions are kept.
2. **code/** -- Write them to disk.
3. **review/** -- Review the change.

Execute?
";
const START_1: &str = "Spawning Step 1: analyze/ (sonnet)\n";
const DONE_1: &str = ">> Step 1 complete: analyze/ -- Sessions are kept in memory. Continuing to Step 2...\n";
const START_2: &str = "Spawning Step 2: code/ (opus)\n";
const DONE_2: &str = ">> Step 2 complete: code/ -- Sessions are on disk. Continuing to Step 3...\n";
const START_3: &str = "Spawning Step 3: review/ (sonnet)\n";
const DONE_3: &str = ">> Step 3 complete: review/ -- APPROVED (94%). Done.\n";
const SKIPPED: &str = ">> Step 3 complete: second-opinion/ -- SKIPPED (no second model is set up)\n";
const GATE: &str = "### Step 3: HUMAN GATE\n\nThe change touches the disk.\n\nGo on with the review?\n";
const REPORT: &str = "# Review Report: Session store\n\n## Verdict: APPROVED\n## Score: 94%\n";
const LEARNING: &str = "## Agent Learning\n\n**From:** code/ (opus)\n**Issue:** \"a\"\n**Root Cause:** \"b\"\n**Suggested Fix:** \"c\"\n";

/// Returns the mentions in documents, each received a second after the one before.
fn said(documents: &[(&str, Option<&str>)]) -> Vec<Mention> {
    let mut all = Vec::new();
    for (seq, (source, path)) in (1..).zip(documents) {
        let text = Text::new(*source);
        for (line, what) in mentions(&text, &scan::read(&text)) {
            let place = SourceRef { seq, document: format!("d{seq}"), line };
            let path = path.map(str::to_owned);
            all.push(Mention { place, at_ms: seq as i64 * 1000, is_dated: false, path, agent: None, what });
        }
    }
    all
}

fn session(documents: &[&str]) -> Session {
    let documents: Vec<_> = documents.iter().map(|source| (*source, None)).collect();
    Session::of("s", &said(&documents))
}

/// Returns the state of the only chain, its steps, what it waits for, and its notes.
fn check(
    documents: &[&str],
    state: ChainState,
    steps: &[Progress],
    waits: Option<Waiting>,
    notes: &[NoteKind],
) {
    let session = session(documents);
    let [chain] = session.chains.as_slice() else { panic!("{} chains", session.chains.len()) };
    assert_eq!(chain.phase, state);
    assert_eq!(chain.steps.iter().map(|step| step.progress).collect::<Vec<_>>(), steps);
    assert_eq!(chain.waits_for(), waits);
    let kinds: Vec<NoteKind> = chain.notes.iter().map(|note| note.kind).collect();
    assert_eq!(kinds, notes, "{:#?}", chain.notes);
}

use Progress::{Completed, Pending, Running};

#[test]
fn a_chain_goes_from_its_plan_to_its_end() {
    let person = Some(Waiting::Person { step: None, prompt: None });
    check(&[PLAN], ChainState::Planned, &[Pending; 3], person, &[]);
    let course = [PLAN, START_1, DONE_1, START_2, DONE_2, START_3, DONE_3];
    let at = |count: usize| &course[..count];
    let running = |number: u32| Some(Waiting::Steps { numbers: vec![number.into()] });
    let start = |number: u32| Some(Waiting::Start { numbers: vec![number.into()] });
    check(at(2), ChainState::Running, &[Running, Pending, Pending], running(1), &[]);
    check(at(3), ChainState::Running, &[Completed, Pending, Pending], start(2), &[]);
    check(at(6), ChainState::Running, &[Completed, Completed, Running], running(3), &[]);
    check(at(7), ChainState::Running, &[Completed; 3], Some(Waiting::End), &[]);
    let session = session(&course);
    let step = &session.chains[0].steps[1];
    assert_eq!(
        (step.started_ms, step.ended_ms, step.result.as_deref()),
        (Some(4000), Some(5000), Some("Sessions are on disk"))
    );
    let chain = &session.chains[0];
    assert_eq!(chain.missing().len(), 1, "its end was not announced");
    assert_eq!(chain.phase.describe(chain.waits_for().as_ref()), "steps ended", "and nothing runs");
}

#[test]
fn what_says_when_it_was_said_counts_by_that() {
    let course = said(&[(PLAN, None), (START_1, None), (DONE_1, None), (START_2, None)]);
    let dated: Vec<Mention> =
        course.iter().cloned().map(|mention| Mention { is_dated: true, ..mention }).collect();
    let chains = Session::of("s", &dated).chains;
    assert_eq!(Session::of("s", dated.iter().rev()).chains, chains);
    let by_receipt = Session::of("s", &course).chains;
    let marks = |chain: &Chain| (chain.is_by_receipt, chain.steps[0].is_by_receipt);
    assert_eq!((marks(&chains[0]), marks(&by_receipt[0])), ((false, false), (true, true)));
    // Setting the clock back doesn't change the order of arrival.
    let mut set_back = course.clone();
    set_back[3].at_ms = 0;
    let steps =
        |session: Session| session.chains[0].steps.iter().map(|step| step.progress).collect::<Vec<_>>();
    assert_eq!(steps(Session::of("s", &set_back)), [Completed, Running, Pending]);
}

#[test]
fn a_step_for_the_second_opinion_is_over_when_that_is_skipped() {
    let plan = PLAN.replace("| 3 | review/ |", "| 3 | second-opinion/ |");
    let settled = [Completed, Completed, Progress::Skipped];
    let course = [plan.as_str(), START_1, DONE_1, START_2, DONE_2, SKIPPED];
    check(&course, ChainState::Running, &settled, Some(Waiting::End), &[]);
}

#[test]
fn a_gate_waits_for_a_person_until_something_happens() {
    let asked =
        Some(Waiting::Person { step: Some(3.into()), prompt: Some("Go on with the review?".to_owned()) });
    let course = [PLAN, START_1, DONE_1, START_2, DONE_2, GATE, START_3];
    check(&course[..6], ChainState::Running, &[Completed, Completed, Progress::Waiting], asked, &[]);
    assert_eq!(session(&course[..6]).chains[0].state(), State::Waiting);
    let running = Some(Waiting::Steps { numbers: vec![3.into()] });
    check(&course, ChainState::Running, &[Completed, Completed, Running], running, &[]);
}

#[test]
fn what_comes_out_of_order_is_taken_and_noted() {
    let end = [Completed, Completed, Pending];
    let start = Some(Waiting::Start { numbers: vec![3.into()] });
    let order = [PLAN, START_1, DONE_2, DONE_1];
    check(&order, ChainState::Running, &end, start.clone(), &[NoteKind::OutOfOrder]);
    check(
        &[PLAN, START_2],
        ChainState::Running,
        &[Pending, Running, Pending],
        Some(Waiting::Steps { numbers: vec![2.into()] }),
        &[NoteKind::OutOfOrder],
    );
    let twice = [PLAN, START_1, DONE_1, DONE_1];
    check(
        &twice,
        ChainState::Running,
        &[Completed, Pending, Pending],
        Some(Waiting::Start { numbers: vec![2.into()] }),
        &[NoteKind::Repeated],
    );
}

#[test]
fn what_was_never_planned_is_shown_all_the_same() {
    check(
        &[DONE_1],
        ChainState::Running,
        &[Completed],
        Some(Waiting::End),
        &[NoteKind::OutOfOrder, NoteKind::OutOfOrder, NoteKind::Unplanned],
    );
    let extra = ">> Step 7 complete: deploy/ -- Out. Done.\n";
    let session = session(&[PLAN, extra]);
    assert_eq!(session.chains[0].steps.len(), 4);
    assert!(session.chains[0].notes.iter().any(|note| note.kind == NoteKind::Unplanned));
}

#[test]
fn another_action_under_a_number_is_a_contradiction() {
    let other = "Spawning Step 1: deploy/ (sonnet)\n";
    check(
        &[PLAN, other],
        ChainState::Running,
        &[Running, Pending, Pending],
        Some(Waiting::Steps { numbers: vec![1.into()] }),
        &[NoteKind::Contradiction],
    );
}

#[test]
fn a_plan_that_is_presented_again_is_one_chain() {
    let person = Some(Waiting::Person { step: None, prompt: None });
    check(&[PLAN, PLAN], ChainState::Planned, &[Pending; 3], person, &[NoteKind::Repeated]);
    let again = session(&[PLAN, START_1, PLAN]);
    assert_eq!(again.chains.len(), 2, "one that has begun is not planned again");
}

#[test]
fn reports_find_their_step() {
    let path = Some("logs/review/session-store_2026-11-20/review-report.md");
    let session = Session::of("s", &said(&[(PLAN, None), (START_3, None), (REPORT, path)]));
    let review = &session.chains[0].steps[2].reports;
    assert_eq!(review.len(), 1);
    assert_eq!((review[0].report.verdict.as_deref(), review[0].report.score), (Some("APPROVED"), Some(94)));
    let loose = Session::of("s", &said(&[(REPORT, None)]));
    assert_eq!((loose.chains.len(), loose.reports.len()), (0, 1));
}

#[test]
fn a_later_review_of_the_session_is_of_no_step_that_has_one() {
    let review = "# Review Report: billing\n\n## Verdict: NEEDS_CHANGES\n## Score: 40%\n";
    let done = [PLAN, START_1, DONE_1, START_2, DONE_2, START_3, DONE_3, review];
    let attached = |documents: &[&str]| session(documents).chains[0].steps[2].reports.len();
    assert_eq!(attached(&done), 1, "a report may come after the end of its step");
    assert_eq!(attached(&[&done[..], &[review]].concat()), 1);
}

#[test]
fn a_report_that_disproves_itself_overrides_the_end_of_its_step() {
    let review = "# Review Report: billing\n\n## Verdict: APPROVED\n## Score: 95%\n\n## Findings\n\n| # | File | Line | Severity | Description | Suggestion |\n|---|---|---|---|---|---|\n| 1 | a.rs | 1 | critical | Keys leak. | Hide them. |\n";
    let course = [PLAN, START_1, DONE_1, START_2, DONE_2, START_3, DONE_3, review, END];
    let chain = session(&course).chains.remove(0);
    assert_eq!((chain.steps[2].state(), chain.state()), (State::Contradicted, State::Contradicted));
    let without: Vec<_> = course.into_iter().filter(|text| *text != review).collect();
    assert_eq!(session(&without).chains[0].state(), State::Passed);
}

#[test]
fn a_document_without_dates_says_nothing_of_how_long_a_step_took() {
    let is_untimed = |documents: &[&str]| session(documents).chains[0].steps[0].is_untimed;
    assert!(is_untimed(&[&[PLAN, START_1, DONE_1].join("\n")]));
    assert!(!is_untimed(&[PLAN, START_1, DONE_1]));
}

#[test]
fn second_opinions_and_learnings_are_kept() {
    let session = session(&[PLAN, START_3, SKIPPED, LEARNING]);
    let chain = &session.chains[0];
    assert!(chain.steps[2].second_opinion.is_some());
    assert_eq!(chain.learned, 1);
}

const END: &str = "## Done: Session store

| # | Action | Status | Result |
|---|--------|--------|--------|
| 1 | analyze/ | completed | Sessions are kept in memory. |
| 2 | code/ | completed | Sessions are on disk. |
| 3 | review/ | completed | APPROVED (94%) |

**Logs:** logs/session-store/
**Learnings:** None
";
const FAILED: &str = "## Error: The disk is full

**Step:** 2 — code/
**Message:** No space is left.
**Context:** Writing sessions.

**Recovery options:**
1. Make room
2. Skip the step
";

#[test]
fn an_end_that_is_announced_ends_the_chain() {
    let course = [PLAN, START_1, DONE_1, START_2, DONE_2, START_3, DONE_3, END];
    check(&course, ChainState::Done, &[Completed; 3], None, &[]);
    let missing = session(&course).chains[0].missing();
    assert_eq!(missing.len(), 1, "no line of the index: {missing:#?}");
    let early = [PLAN, START_1, END];
    check(&early, ChainState::Done, &[Completed; 3], None, &[]);
    check(
        &[PLAN, END, START_2],
        ChainState::Running,
        &[Completed, Running, Completed],
        Some(Waiting::Steps { numbers: vec![2.into()] }),
        &[NoteKind::OutOfOrder, NoteKind::Repeated],
    );
}

#[test]
fn attempts_are_kept_and_a_table_announces_no_start() {
    let twice = session(&[PLAN, START_1, START_1, DONE_1]);
    let step = &twice.chains[0].steps[0];
    assert_eq!((step.starts, step.started_ms, step.ended_ms), (2, Some(3000), Some(4000)));
    let attempts: Vec<_> = step.attempts.iter().map(|one| (one.started_ms, one.ended_ms)).collect();
    assert_eq!(attempts, [(2000, 3000)]);
    let running = PLAN.replacen("| -- | pending |", "| -- | running |", 1);
    let listed = session(&[&running, START_1, DONE_1]);
    let notes = &listed.chains[0].notes;
    assert!(notes.iter().all(|note| note.kind != NoteKind::Repeated), "{notes:?}");
    let endless: Vec<&str> = [PLAN].into_iter().chain(std::iter::repeat_n(START_1, 100)).collect();
    assert_eq!(session(&endless).chains[0].steps[0].attempts.len(), 20);
}

#[test]
fn a_failure_waits_for_a_decision_until_the_step_is_tried_again() {
    let decision = Some(Waiting::Decision {
        step: 2.into(),
        options: vec!["Make room".to_owned(), "Skip the step".to_owned()],
    });
    let course = [PLAN, START_1, DONE_1, START_2, FAILED, START_2];
    check(&course[..5], ChainState::Failed, &[Completed, Progress::Failed, Pending], decision, &[]);
    let running = Some(Waiting::Steps { numbers: vec![2.into()] });
    check(&course, ChainState::Running, &[Completed, Running, Pending], running, &[]);
}

/// Returns a plan with these rows: number, waits for.
fn plan(rows: &[(&str, &str)]) -> String {
    let row =
        |(number, waits): &(&str, &str)| format!("| {number} | code/ | opus | x=1 | {waits} | pending |\n");
    let head = "| # | Action | Model | Key Inputs | Waits For | Status |\n|---|---|---|---|---|---|\n";
    format!("## Chain: A\n\n**Request:** B\n\n{head}{}\nExecute?\n", rows.iter().map(row).collect::<String>())
}

/// Checks the anomalies in the only chain of a plan.
fn check_oddities(plan: &str, expected: &[&str]) {
    let session = session(&[plan]);
    let messages: Vec<String> = session.chains[0].oddities().into_iter().map(|note| note.message).collect();
    assert_eq!(messages, expected);
}

#[test]
fn waits_that_never_end_are_told() {
    check_oddities(&plan(&[("1", "--"), ("2", "#1")]), &[]);
    check_oddities(
        &plan(&[("1", "--"), ("2", "#3"), ("3", "#2"), ("4", "#9"), ("5", "#5")]),
        &[
            "step 4 waits for step 9, which does not exist",
            "steps #2, #3 wait for each other, and none can start",
            "step #5 waits for itself, and can never start",
        ],
    );
    let all_in_a_circle = session(&[&plan(&[("1", "#2"), ("2", "#1"), ("3", "#2")])]);
    assert_eq!(
        all_in_a_circle.chains[0].waits_for(),
        Some(Waiting::Circle { numbers: [1, 2, 3].map(Into::into).to_vec() })
    );
    let fixed = [
        "## Chain: A -- Updated\n\nMended.\n\n",
        plan(&[("1", "--"), ("2", "#1")]).split_once("B\n\n").unwrap().1,
    ]
    .concat();
    let session = session(&[&plan(&[("1", "#2"), ("2", "#1")]), &fixed]);
    assert_eq!(session.chains[0].oddities(), [], "the plan that holds has no circle");
}

#[test]
fn a_number_that_can_not_be_read_is_told_and_takes_nobodys_place() {
    let numbers = |plan: &str| -> Vec<u32> {
        session(&[plan]).chains[0].steps.iter().map(|step| step.number.number).collect()
    };
    let free = plan(&[("1", "--"), ("99999999999999", "#1")]);
    assert_eq!(numbers(&free), [1, 2]);
    check_oddities(&free, &["row 2 of the plan has no readable number; it is shown as step 2"]);
    let taken = plan(&[("1", "--"), ("99999999999999", "#1"), ("2", "#1")]);
    assert_eq!(numbers(&taken), [1, 2, 4]);
    check_oddities(&taken, &["row 2 of the plan has no readable number; it is shown as step 4"]);
}

#[test]
fn an_end_that_only_a_table_tells_is_marked() {
    let ends = |documents: &[&str]| -> Vec<(Option<i64>, bool)> {
        let steps = session(documents).chains.remove(0).steps;
        steps.iter().map(|step| (step.ended_ms, step.is_end_unannounced)).collect()
    };
    let told = (Some(3000), false);
    assert_eq!(ends(&[PLAN, START_1, DONE_1, START_2, END]), [told, (Some(5000), true), (Some(5000), true)]);
    let late = [PLAN, START_1, DONE_1, START_2, END, DONE_2];
    assert_eq!(ends(&late)[1], (Some(6000), false), "announced after all");
}

#[test]
fn gates_are_come_to_by_what_is_said() {
    let gates = |documents: &[&str]| {
        let chain = session(documents).chains.remove(0);
        (chain.gates.clone(), chain.steps[1].gates.clone())
    };
    assert_eq!(gates(&[PLAN]), (vec![4], vec![4]));
    assert_eq!(gates(&[PLAN, START_1, DONE_1, GATE]).0, [4, 6, 7], "a person is asked at a gate alone");
    assert_eq!(gates(&[PLAN, START_1, DONE_1, START_2, FAILED]), (vec![4, 7, 8], vec![4, 7, 8]));
    assert_eq!(gates(&[PLAN, START_2, DONE_2, END, LEARNING]), (vec![4, 7, 11, 13], vec![4, 7, 11]));
}

#[test]
fn a_part_of_a_step_is_a_step_of_its_own() {
    let plan = "## Chain: Storage\n\n| # | Action | Model | Key Inputs | Waits For | Status |\n|---|---|---|---|---|---|\n\
        | 2a | code/ | haiku | a | -- | pending |\n| 2b | test/ | haiku | a | #2a | pending |\n\
        | 3 | review/ | opus | a | #2 | pending |\n";
    let started = "Spawning Step 2a: code/ (haiku)";
    let done = ">> Step 2a complete: code/ -- Done. Continuing to Step 2b...";
    let chain = session(&[plan, started, done]).chains.remove(0);
    let step = |place: usize| (chain.steps[place].number.to_string(), chain.steps[place].progress);
    assert_eq!(step(0), ("2a".to_owned(), Progress::Completed));
    assert_eq!(step(1), ("2b".to_owned(), Progress::Pending));
    let waits: Vec<String> = chain.steps[2].waits_for.iter().map(ToString::to_string).collect();
    assert_eq!(waits, ["2a", "2b"], "whoever waits for a step waits for all of its parts");
    assert_eq!(chain.notes, []);
}

#[test]
fn a_page_finds_the_step_that_is_at_hand() {
    let at_hand = |documents: &[&str]| session(documents).chains[0].at_hand().map(|step| step.number);
    assert_eq!(at_hand(&[PLAN]), None);
    assert_eq!(at_hand(&[PLAN, START_1]), Some(1));
    assert_eq!(at_hand(&[PLAN, START_1, DONE_1]), Some(2));
    assert_eq!(at_hand(&[PLAN, START_1, DONE_1, START_2, FAILED]), Some(2));
    assert_eq!(at_hand(&[PLAN, START_1, DONE_1, START_2, DONE_2, GATE]), Some(3));
}

#[test]
fn an_example_in_a_fence_says_nothing() {
    assert_eq!(session(&[&format!("# Plans\n\n````markdown\n{PLAN}````\n")]).chains.len(), 0);
}

proptest! {
    /// Any documents, in any order and repeated, fold to a consistent state. Mentions that are cut off and then sent
    /// again from some place fold to the same state.
    #[test]
    fn any_order_ends_in_a_state(
        order in prop::collection::vec(0..13_usize, 0..24),
        cut in any::<prop::sample::Index>(),
    ) {
        let texts = [PLAN, START_1, DONE_1, START_2, DONE_2, START_3, DONE_3, SKIPPED, GATE, REPORT, LEARNING, END, FAILED];
        let documents: Vec<_> = order.iter().map(|at| (texts[*at], None)).collect();
        let all = said(&documents);
        let whole = Session::of("s", &all);
        for chain in &whole.chains {
            prop_assert!(chain.steps.is_sorted_by(|left, right| left.number < right.number));
            let count = |progress| chain.count(|each| each == progress) as u32;
            prop_assert_eq!((chain.running, chain.failed), (count(Running), count(Progress::Failed)));
            let has_open = chain.steps.iter().any(|step| !step.progress.has_ended());
            let is_noted = chain.notes.iter().any(|note| note.kind != NoteKind::Missing);
            prop_assert!(chain.phase != ChainState::Done || !has_open || is_noted);
        }
        let (before, after) = all.split_at(cut.index(all.len() + 1));
        let stored = serde_json::to_string(&Session::of("s", before)).unwrap();
        let mut resumed: Session = serde_json::from_str(&stored).unwrap();
        for mention in after {
            resumed.apply(mention);
        }
        prop_assert_eq!(resumed, whole);
    }
}
