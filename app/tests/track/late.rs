//! Reports that arrive before the table of their chain, or after its end.

use app::moves::Progress;
use app::track::{ChainState, NoteKind, Session, Waiting};

use super::Progress::{Completed, Pending, Running};
use super::{DONE_1, DONE_2, END, PLAN, REPORT, START_1, START_2, START_3, check, said, session};

#[test]
fn a_table_that_comes_late_takes_up_what_was_said_of_its_steps() {
    let running = Some(Waiting::Steps { numbers: vec![2.into()] });
    let steps = [Completed, Running, Pending];
    check(&[START_1, DONE_1, START_2, PLAN], ChainState::Running, &steps, running, &[NoteKind::OutOfOrder]);
    let chain = session(&[START_1, PLAN]).chains.remove(0);
    assert_eq!((chain.title.as_deref(), chain.steps[0].starts), (Some("Session store"), 1));
    assert_eq!(chain.opened.seq, 1, "its id is that of what was heard first");
}

#[test]
fn a_table_of_other_steps_takes_up_nothing() {
    for other in ["Spawning Step 7: deploy/ (sonnet)\n", "Spawning Step 1: deploy/ (sonnet)\n"] {
        let session = session(&[other, PLAN]);
        let titles: Vec<_> = session.chains.iter().map(|chain| chain.title.as_deref()).collect();
        assert_eq!(titles, [None, Some("Session store")], "{other}");
    }
}

#[test]
fn a_chain_without_a_table_gets_its_title_from_its_end() {
    let chains = session(&[START_1, DONE_1, START_2, DONE_2, END]).chains;
    let [chain] = chains.as_slice() else { panic!("{} chains", chains.len()) };
    assert_eq!((chain.title.as_deref(), chain.phase), (Some("Session store"), ChainState::Done));
}

#[test]
fn what_comes_after_the_end_is_of_the_chain_that_has_such_a_step() {
    let done = [Completed; 3];
    let course = [PLAN, START_1, DONE_1, START_2, END, DONE_2];
    check(&course, ChainState::Done, &done, None, &[NoteKind::OutOfOrder]);
    let next = PLAN.replace("Session store", "Next").replace("analyze/", "plan/");
    let chains = session(&[PLAN, START_1, DONE_1, START_2, END, &next, START_3]).chains;
    let progress = |at: usize| chains[at].steps.iter().map(|step| step.progress).collect::<Vec<_>>();
    assert_eq!(progress(1), [Pending, Pending, Running], "the chain that goes on comes first");
    let chains = session(&[PLAN, END, &next, DONE_1]).chains;
    assert_eq!(chains.len(), 2);
    assert_eq!((chains[0].phase, chains[1].phase), (ChainState::Done, ChainState::Planned));
    let chains = session(&[PLAN, END, "Spawning Step 9: deploy/ (opus)\n"]).chains;
    assert_eq!(
        (chains.len(), chains[0].phase),
        (2, ChainState::Done),
        "it names no step of the chain that is over"
    );
}

#[test]
fn a_report_that_a_late_table_names_finds_its_step() {
    let plan = PLAN.replace("scope=all changes", "report=logs/review/session-store/report.md");
    let path = Some("logs/review/session-store/report.md");
    let session =
        Session::of("s", &said(&[(REPORT, path), (REPORT, Some("other/report.md")), (&plan, None)]));
    assert_eq!((session.chains[0].steps[2].reports.len(), session.reports.len()), (1, 1));
    assert_eq!(session.chains[0].steps[2].progress, Progress::Pending);
}
