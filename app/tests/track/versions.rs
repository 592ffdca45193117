//! Sources that grow and change: a message that continues, a file that is written to.

use app::moves::Progress;
use app::track::{ChainState, Mention, Session, dedupe_versions};

use super::{DONE_1, FAILED, PLAN, START_1, START_2, said};

/// Returns the mentions in versions of one source, without repetitions.
fn told(versions: &[&str]) -> Vec<Mention> {
    let documents: Vec<_> = versions.iter().map(|source| (*source, None)).collect();
    dedupe_versions(said(&documents).into_iter().map(|mention| (1, mention)).collect())
}

#[test]
fn what_a_version_repeats_was_said_before() {
    let (first, second) = ([PLAN, START_1].join("\n"), [PLAN, START_1, DONE_1].join("\n"));
    let told = told(&[&first, &second, &second]);
    assert_eq!(told.iter().map(|mention| mention.place.seq).collect::<Vec<_>>(), [1, 1, 2]);
    let chain = Session::of("s", &told).chains.remove(0);
    assert_eq!((chain.notes.len(), chain.steps[0].starts), (0, 1));
    assert_eq!((chain.steps[0].started_ms, chain.steps[0].ended_ms), (Some(1000), Some(2000)));
}

#[test]
fn what_is_said_once_more_in_a_version_is_said_again() {
    let (first, second) = ([PLAN, START_2, FAILED].join("\n"), [PLAN, START_2, FAILED, START_2].join("\n"));
    let chain = Session::of("s", &told(&[&first, &second])).chains.remove(0);
    assert_eq!((chain.phase, chain.steps[1].starts), (ChainState::Running, 2));
}

#[test]
fn words_that_were_taken_out_of_a_file_stay_said_and_count_again_when_they_come_back() {
    let chain = Session::of("s", &told(&[PLAN, START_2, FAILED, START_2])).chains.remove(0);
    assert_eq!((chain.phase, chain.steps[1].starts), (ChainState::Running, 2));
}

#[test]
fn a_plan_that_is_fixed_in_its_file_stays_one_chain() {
    let fixed = PLAN.replace("Write sessions to disk.", "Write sessions to files.");
    let (first, second) = ([PLAN, START_1].join("\n"), [&fixed, START_1, DONE_1].join("\n"));
    let session = Session::of("s", &told(&[&first, &second]));
    let [chain] = session.chains.as_slice() else { panic!("{} chains", session.chains.len()) };
    assert_eq!(chain.steps[1].inputs.as_deref(), Some("Write sessions to files."));
    assert_eq!((chain.steps[0].progress, chain.notes.len()), (Progress::Completed, 0));
}
