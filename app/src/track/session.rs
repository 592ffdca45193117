//! Folds mentions into the state of a session. Folding never fails: what doesn't fit is applied as far as possible and
//! noted.

use serde::{Deserialize, Serialize};

use super::chain::{Attached, Chain, ChainState, GivenOpinion, SecondOpinion};
use super::chain_events::Context;
use super::gates::reach;
use super::mention::{Mention, SourceRef};
use super::reports;
use super::resolve_chain::{rows_of_end, rows_of_plan};
use crate::moves::{Move, Report};
use crate::reading::normal;

/// The chains of a session, and what belongs to none of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Session {
    pub name: String,
    pub project: Option<String>,
    pub started: Option<SourceRef>,
    pub newest_ms: i64,
    /// In the order of their first mentions.
    pub chains: Vec<Chain>,
    /// Reports that came before any chain.
    pub reports: Vec<Attached>,
    /// How the last request was routed.
    pub routed: Option<Routed>,
    /// The last place in the order that is included.
    pub seq: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Routed {
    pub request: Option<String>,
    pub context: Option<String>,
    pub flow: Option<String>,
}

impl Session {
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Returns the state after these mentions. Dated ones are ordered by their time, since files are read in any order; the
    /// others keep their order.
    pub fn of<'m>(name: &str, mentions: impl IntoIterator<Item = &'m Mention>) -> Self {
        let mut newest_ms = i64::MIN;
        let at = |mention: &'m Mention| {
            if !mention.is_dated {
                newest_ms = newest_ms.max(mention.at_ms);
            }
            (if mention.is_dated { mention.at_ms } else { newest_ms }, mention)
        };
        let mut in_order: Vec<(i64, &Mention)> = mentions.into_iter().map(at).collect();
        in_order.sort_by_key(|(at_ms, _)| *at_ms);
        let mut session = Self::new(name);
        for (_, mention) in in_order {
            session.apply(mention);
        }
        session
    }

    /// Applies the next mention.
    pub fn apply(&mut self, mention: &Mention) {
        let Mention { place, at_ms, is_dated, path, agent, what } = mention;
        self.seq = self.seq.max(place.seq);
        self.newest_ms = self.newest_ms.max(*at_ms);
        let context = Context {
            place,
            at_ms: *at_ms,
            agent: agent.as_deref(),
            is_dated: *is_dated,
            gate: what.gate(),
            is_step_boundary: matches!(what, Move::Completed { .. }),
        };
        let is_own = agent.is_none();
        match what {
            Move::SessionStarted { project } => {
                if is_own || self.started.is_none() {
                    self.started.get_or_insert_with(|| place.clone());
                    self.project = project.clone().or_else(|| self.project.take());
                }
            }
            Move::Routed { request, context: department, flow } => {
                if is_own || self.routed.is_none() {
                    let (request, context, flow) = (request.clone(), department.clone(), flow.clone());
                    self.routed = Some(Routed { request, context, flow });
                }
            }
            Move::Compiled { title, request, source, steps } => {
                let chain = self.present(context, title.as_deref(), steps);
                chain.request = request.clone().or_else(|| chain.request.take());
                chain.source = source.clone().or_else(|| chain.source.take());
            }
            Move::Report(report) => self.attach(context, path.clone(), report),
            Move::Indexed { descriptions } => self.index(context, descriptions),
            Move::Learned { .. } => self.learn(context),
            Move::Updated { title, steps, .. } => {
                self.chain(context, title.as_deref(), &rows_of_plan(steps)).update(context, steps);
            }
            Move::Started { title: None, step, action, model } => {
                self.chain_of_step(context, *step, action.as_deref()).start(context, *step, action, model);
            }
            Move::Started { title, step, action, model } => {
                self.chain(context, title.as_deref(), &[]).start(context, *step, action, model);
            }
            Move::Completed { step, action, result, next } => {
                let chain = self.chain_of_step(context, *step, action.as_deref());
                chain.complete(context, *step, action, result, *next);
            }
            Move::SecondOpinion { step, action, summary, missed, disagreements, logs, verdict, score } => {
                let opinion = SecondOpinion::Given(GivenOpinion {
                    summary: summary.clone(),
                    missed: *missed,
                    disagreements: *disagreements,
                    logs: logs.clone(),
                    verdict: verdict.clone(),
                    score: *score,
                    place: place.clone(),
                });
                let chain = self.chain_of_step(context, *step, action.as_deref());
                chain.judge(context, *step, action.as_deref(), opinion);
            }
            Move::SecondOpinionSkipped { step, reason } => {
                let opinion = SecondOpinion::Skipped { reason: reason.clone() };
                let chain = self.chain_of_step(context, *step, None);
                chain.judge(context, *step, None, opinion);
                chain.skip_opinion(context, *step);
            }
            Move::HumanGate { step, prompt } => {
                self.chain_of_step(context, *step, None).ask(context, *step, prompt);
            }
            Move::Failed { title, step, action, message, options } => {
                let chain = self.chain_of_error(context, title.as_deref(), *step, action.as_deref());
                chain.fail(context, *step, action, message, options);
            }
            Move::Done { title, logs, learnings, steps } => {
                let chain = self.chain(context, title.as_deref(), &rows_of_end(steps));
                chain.end(context, logs, learnings, steps);
            }
        }
    }

    /// Attaches a report to a step of the session's own agent if one fits, or else to one of its author.
    fn attach(&mut self, context: Context<'_>, path: Option<String>, report: &Report) {
        let attached = Attached { place: context.place.clone(), path, report: report.clone() };
        let (main, own) = (self.newest_of(None), self.newest_of(context.agent));
        let fits = |at: &usize| {
            self.chains.get(*at).is_some_and(|chain| reports::step_of(chain, &attached).is_some())
        };
        let found = main.filter(fits).or(own.filter(fits)).or(main).or(own);
        match found.and_then(|at| self.chains.get_mut(at)) {
            Some(chain) => chain.attach(attached),
            None => self.reports.push(attached),
        }
    }

    /// Counts a learning of any agent for the current chain.
    fn learn(&mut self, context: Context<'_>) {
        let newest = self.newest_of(None).or_else(|| self.newest_of(context.agent));
        if let Some(chain) = newest.and_then(|at| self.chains.get_mut(at)) {
            chain.learned += 1;
            reach(&mut chain.gates, context.gate);
        }
    }

    /// Matches descriptions to chains: to the newest whose title it names, preferring the session's own agent, or else to
    /// the only chain that is done and not indexed yet.
    fn index(&mut self, context: Context<'_>, descriptions: &[String]) {
        for description in descriptions {
            let words = normal(description);
            let is_named = |chain: &Chain| {
                let title = chain.title.as_deref().map(normal).unwrap_or_default();
                !title.is_empty() && (words.contains(&title) || title.contains(&words))
            };
            let named = self.chains.iter().rposition(|chain| chain.agent.is_none() && is_named(chain));
            let named = named.or_else(|| self.chains.iter().rposition(is_named));
            if let Some(chain) = named.and_then(|at| self.chains.get_mut(at)) {
                chain.index(context);
                continue;
            }
            let is_open = |chain: &&mut Chain| {
                chain.phase == ChainState::Done
                    && !chain.is_indexed
                    && chain.agent.as_deref() == context.agent
            };
            let mut open = self.chains.iter_mut().filter(is_open);
            if let (Some(chain), None) = (open.next(), open.next()) {
                chain.index(context);
            }
        }
    }
}
