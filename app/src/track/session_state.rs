//! How a session goes, as one state.

use std::collections::HashSet;

use super::chain::{Attached, Chain};
use super::session::Session;
use crate::document::State;

impl Session {
    /// Returns the state that matters most of its chains: those of its own agent, or else those of others, or else its
    /// reports. Of chains or reports of one title the newest counts. The store adds whether the session is quarantined.
    pub fn state(&self) -> State {
        let has_own = self.chains.iter().any(|chain| chain.agent.is_none());
        let counts = |chain: &&Chain| !has_own || chain.agent.is_none();
        let chains = self.chains.iter().filter(counts).rev();
        match self.chains.is_empty() {
            true => {
                let reports = self.reports.iter().rev();
                gravest(reports.map(|attached| (title_of(attached), attached.report.state)))
            }
            false => gravest(chains.map(|chain| (chain.title_key.as_deref(), chain.state()))),
        }
    }
}

/// Returns the gravest of these states, the newest first. Without a title each counts.
fn gravest<'t, T: Eq + std::hash::Hash + 't>(states: impl Iterator<Item = (Option<T>, State)>) -> State {
    let mut known = HashSet::new();
    let newest =
        states.filter_map(|(title, state)| title.is_none_or(|title| known.insert(title)).then_some(state));
    newest.max().unwrap_or_default()
}

fn title_of(attached: &Attached) -> Option<(&str, &str)> {
    Some((attached.report.format.as_str(), attached.report.title.as_deref()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::{Progress, Report};
    use crate::track::{ChainState, Step};

    fn chain(title: &str, phase: ChainState) -> Chain {
        Chain {
            title_key: Some(title.to_owned()),
            phase,
            failed: u32::from(phase == ChainState::Failed),
            ..Chain::default()
        }
    }

    fn report(title: &str, state: State) -> Attached {
        let report = Report {
            format: "5.1".to_owned(),
            name: "Review report".to_owned(),
            title: Some(title.to_owned()),
            verdict: None,
            state,
            score: None,
            tally: crate::document::Tally::default(),
        };
        Attached { place: crate::track::SourceRef::default(), path: None, report }
    }

    fn state(chains: Vec<Chain>, reports: Vec<Attached>) -> State {
        Session { chains, reports, ..Session::default() }.state()
    }

    #[test]
    fn the_state_that_matters_most_counts() {
        let (done, failed) = (chain("a", ChainState::Done), chain("b", ChainState::Failed));
        assert_eq!(state(Vec::new(), Vec::new()), State::None);
        assert_eq!(state(vec![done.clone()], vec![report("a", State::Failed)]), State::Passed);
        assert_eq!(state(vec![failed.clone(), done], Vec::new()), State::Failed);
        assert_eq!(
            state(vec![failed, chain("b", ChainState::Done)], Vec::new()),
            State::Passed,
            "tried again"
        );
    }

    #[test]
    fn a_sub_agent_moves_nothing_where_the_session_has_chains_of_its_own() {
        let of_agent = Chain { agent: Some("reviewer".to_owned()), ..chain("b", ChainState::Failed) };
        assert_eq!(state(vec![chain("a", ChainState::Done), of_agent.clone()], Vec::new()), State::Passed);
        assert_eq!(state(vec![of_agent], Vec::new()), State::Failed);
    }

    #[test]
    fn a_contradicted_step_is_the_sessions() {
        let attached = |state| Step {
            progress: Progress::Completed,
            reports: vec![report("r", state)],
            ..Step::default()
        };
        let with = |state| Chain { steps: vec![attached(state)], ..chain("a", ChainState::Done) };
        assert_eq!(state(vec![with(State::Contradicted)], Vec::new()), State::Contradicted);
        assert_eq!(state(vec![with(State::Passed)], Vec::new()), State::Passed);
    }

    #[test]
    fn reports_count_without_chains_the_newest_of_each_title() {
        let reports = |last| vec![report("a", State::Failed), report("b", State::Passed), report("a", last)];
        assert_eq!(state(Vec::new(), reports(State::Passed)), State::Passed);
        assert_eq!(state(Vec::new(), reports(State::Contradicted)), State::Contradicted);
    }
}
