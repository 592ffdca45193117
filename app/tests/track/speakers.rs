//! Reports by sub-agents and tools in the session of another agent.

use app::moves::Progress;
use app::track::{ChainState, Mention, Session, Waiting};

use super::{DONE_1, END, FAILED, LEARNING, PLAN, REPORT, START_1, said};

/// Folds texts, each with the agent that reported it.
fn session(texts: &[(&str, Option<&str>)]) -> Session {
    let documents: Vec<_> = texts.iter().map(|(source, _)| (*source, None)).collect();
    let by = |mut mention: Mention| {
        mention.agent = texts[mention.place.seq as usize - 1].1.map(str::to_owned);
        mention
    };
    let all: Vec<Mention> = said(&documents).into_iter().map(by).collect();
    Session::of("s", &all)
}

fn progress(session: &Session, chain: usize) -> Vec<Progress> {
    session.chains[chain].steps.iter().map(|step| step.progress).collect()
}

#[test]
fn a_table_in_the_answer_of_a_tool_takes_no_step_of_the_chain_that_runs() {
    use Progress::{Completed, Pending};
    let example = PLAN.replace("Session store", "An example");
    let session = session(&[(PLAN, None), (START_1, None), (&example, Some("a tool")), (DONE_1, None)]);
    assert_eq!(progress(&session, 0), [Completed, Pending, Pending]);
    assert_eq!(progress(&session, 1), [Pending; 3]);
    assert_eq!(session.chains[1].agent.as_deref(), Some("a tool"));
    assert_eq!(session.foremost().map(|chain| &chain.id), Some(&session.chains[0].id));
    assert!(!session.chains[1].waits_for().is_some_and(|waiting| waiting.is_for_a_person()));
}

#[test]
fn a_failure_that_a_tool_quotes_waits_for_nobody() {
    let failed = |who| session(&[(PLAN, who), (FAILED, who)]).chains[0].head().waits_for_a_person();
    assert_eq!([None, Some("a tool")].map(failed), [true, false]);
}

#[test]
fn a_sub_agent_ends_its_own_chain_and_no_other() {
    let session = session(&[(PLAN, None), (START_1, None), (PLAN, Some("a1")), (END, Some("a1"))]);
    let stand: Vec<_> = session.chains.iter().map(|chain| (chain.agent.as_deref(), chain.phase)).collect();
    assert_eq!(stand, [(None, ChainState::Running), (Some("a1"), ChainState::Done)]);
}

#[test]
fn reports_and_learnings_of_sub_agents_are_of_the_chain_that_sent_them() {
    let session = session(&[(PLAN, None), (START_1, None), (REPORT, Some("a1")), (LEARNING, Some("a1"))]);
    let [chain] = session.chains.as_slice() else { panic!("{} chains", session.chains.len()) };
    assert_eq!((chain.steps[2].reports.len(), chain.learned), (1, 1));
}

#[test]
fn a_plan_of_a_sub_agent_may_be_taken_up() {
    let session = session(&[(PLAN, Some("planner")), (PLAN, None), (START_1, None)]);
    let [chain] = session.chains.as_slice() else { panic!("{} chains", session.chains.len()) };
    assert_eq!(
        (chain.agent.as_deref(), chain.waits_for()),
        (None, Some(Waiting::Steps { numbers: vec![1.into()] }))
    );
    assert_eq!(chain.notes, []);
}
