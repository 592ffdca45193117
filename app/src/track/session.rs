//! The fold: one thing said after the other, to a state. It never fails; what does not fit is
//! taken as far as it can be, and noted. Here each is brought to the chain it speaks of.

use serde::{Deserialize, Serialize};

use super::chain::{Asked, Attached, Chain, ChainState, SecondOpinion};
use super::course::Said;
use super::gates::come_to;
use super::mention::{Mention, Place};
use super::moves::{Move, Planned, Report};
use super::notes::NoteKind;
use super::reports;
use crate::reading::normal;

/// The chains of a session, and what belongs to none of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Session {
    pub name: String,
    pub project: Option<String>,
    pub started: Option<Place>,
    pub newest_ms: i64,
    /// In the order in which they were first heard of.
    pub chains: Vec<Chain>,
    /// Reports that came before any chain.
    pub reports: Vec<Attached>,
    /// How the last request was routed.
    pub routed: Option<Routed>,
    /// Up to where the log is folded in.
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

    /// The state after all that was said, or up to a moment of it. What was said at a time that is known counts by
    /// that, for files are read in any order; all else counts as it came, whatever the clock did meanwhile.
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

    /// Takes in what is said next.
    pub fn apply(&mut self, mention: &Mention) {
        let Mention { place, at_ms, is_dated: _, path, what } = mention;
        self.seq = self.seq.max(place.seq);
        self.newest_ms = self.newest_ms.max(*at_ms);
        let said = Said { place, at_ms: *at_ms, gate: what.gate() };
        match what {
            Move::SessionStarted { project } => {
                self.started.get_or_insert_with(|| place.clone());
                self.project = project.clone().or_else(|| self.project.take());
            }
            Move::Routed { request, context, flow } => {
                self.routed =
                    Some(Routed { request: request.clone(), context: context.clone(), flow: flow.clone() });
            }
            Move::Compiled { title, request, source, steps } => {
                self.compile(said, title, request, source, steps);
            }
            Move::Report(report) => self.attach(said, path.clone(), report),
            Move::Indexed { descriptions } => self.index(said, descriptions),
            Move::Learned { .. } => {
                if let Some(chain) = self.chains.last_mut() {
                    chain.learned += 1;
                    come_to(&mut chain.gates, said.gate);
                }
            }
            Move::Updated { title, steps, .. } => self.chain(said, title.as_deref()).update(said, steps),
            Move::Started { title, step, action, model } => {
                self.chain(said, title.as_deref()).start(said, *step, action, model);
            }
            Move::Completed { step, action, result, next } => {
                self.chain(said, None).complete(said, *step, action, result, *next);
            }
            Move::SecondOpinion { step, action, summary, missed, disagreements, logs } => {
                let opinion = SecondOpinion::Given {
                    summary: summary.clone(),
                    missed: *missed,
                    disagreements: *disagreements,
                    logs: logs.clone(),
                };
                self.chain(said, None).judge(said, *step, action.as_deref(), opinion);
            }
            Move::SecondOpinionSkipped { step, reason } => {
                let opinion = SecondOpinion::Skipped { reason: reason.clone() };
                let chain = self.chain(said, None);
                chain.judge(said, *step, None, opinion);
                chain.skip_opinion(said, *step);
            }
            Move::HumanGate { step, prompt } => {
                let chain = self.chain(said, None);
                chain.hear(said);
                chain.asked = Some(Asked { step: *step, prompt: prompt.clone(), place: place.clone() });
            }
            Move::Failed { title, step, action, message, options } => {
                self.chain_with_step(said, title.as_deref(), *step)
                    .fail(said, *step, action, message, options);
            }
            Move::Done { title, logs, learnings, steps } => {
                self.chain(said, title.as_deref()).end(said, logs, learnings, steps);
            }
        }
    }

    /// A chain of the same title and steps, of which nothing has ended, is presented again; any other is a new one.
    fn compile(
        &mut self,
        said: Said<'_>,
        title: &Option<String>,
        request: &Option<String>,
        source: &Option<String>,
        steps: &[Planned],
    ) {
        let again = self.find(title.as_deref()).filter(|at| {
            self.chains.get(*at).is_some_and(|chain| chain.state == ChainState::Planned && title.is_some())
        });
        let chain = match again {
            Some(at) => {
                let chain = &mut self.chains[at];
                chain.note(NoteKind::Repeated, said.place, "the chain was presented again".to_owned());
                chain.steps.clear();
                (chain.running, chain.failed) = (0, 0);
                chain
            }
            None => self.open(said, title.clone()),
        };
        chain.request = request.clone().or_else(|| chain.request.take());
        chain.source = source.clone().or_else(|| chain.source.take());
        chain.hear(said);
        chain.plan_all(said, steps);
    }

    fn open(&mut self, said: Said<'_>, title: Option<String>) -> &mut Chain {
        let Place { seq, line, .. } = said.place;
        self.chains.push(Chain {
            id: format!("{seq}-{line}"),
            title,
            opened: said.place.clone(),
            opened_ms: said.at_ms,
            ..Chain::default()
        });
        let last = self.chains.len() - 1;
        &mut self.chains[last]
    }

    /// The newest chain of that title; of those that go on, where the text names none.
    fn find(&self, title: Option<&str>) -> Option<usize> {
        let Some(title) = title.map(normal) else {
            let goes_on = |chain: &Chain| chain.state != ChainState::Done;
            return self.chains.iter().rposition(goes_on).or(self.chains.len().checked_sub(1));
        };
        self.chains.iter().rposition(|chain| chain.title.as_deref().map(normal).as_ref() == Some(&title))
    }

    /// The chain that is spoken of, which is begun where nobody has told of it before.
    fn chain(&mut self, said: Said<'_>, title: Option<&str>) -> &mut Chain {
        match self.find(title) {
            Some(at) => &mut self.chains[at],
            None => {
                let chain = self.open(said, title.map(str::to_owned));
                let message = "the chain is spoken of, but was never presented (1.1)".to_owned();
                chain.note(NoteKind::OutOfOrder, said.place, message);
                chain
            }
        }
    }

    /// As [`Self::chain`]; an error's title names the error, and rarely the chain.
    fn chain_with_step(&mut self, said: Said<'_>, title: Option<&str>, step: Option<u32>) -> &mut Chain {
        let named = title.and_then(|title| self.find(Some(title)));
        let at = named.or_else(|| {
            let has_step = |chain: &Chain| step.is_some_and(|number| chain.step(number).is_some());
            self.chains.iter().rposition(|chain| chain.state != ChainState::Done && has_step(chain))
        });
        match at {
            Some(at) => &mut self.chains[at],
            None => self.chain(said, None),
        }
    }

    fn attach(&mut self, said: Said<'_>, path: Option<String>, report: &Report) {
        let attached = Attached { place: said.place.clone(), path, report: report.clone() };
        let Some(at) = self.find(None) else { return self.reports.push(attached) };
        let chain = &mut self.chains[at];
        come_to(&mut chain.gates, said.gate);
        let step = reports::step_of(chain, report, attached.path.as_deref());
        match step {
            Some(number) => {
                let (step, _) = chain.step_mut(number);
                step.touch(said);
                step.reports.push(attached);
            }
            None => chain.reports.push(attached),
        }
    }

    /// Each description is of the newest chain whose title it names; where it names none and there is one chain only
    /// that is done and not told of yet, it is that one's.
    fn index(&mut self, said: Said<'_>, descriptions: &[String]) {
        for description in descriptions {
            let words = normal(description);
            let is_named = |chain: &Chain| {
                let title = chain.title.as_deref().map(normal).unwrap_or_default();
                !title.is_empty() && (words.contains(&title) || title.contains(&words))
            };
            if let Some(chain) = self.chains.iter_mut().rfind(|chain| is_named(chain)) {
                chain.index(said);
                continue;
            }
            let mut open =
                self.chains.iter_mut().filter(|chain| chain.state == ChainState::Done && !chain.is_indexed);
            if let (Some(chain), None) = (open.next(), open.next()) {
                chain.index(said);
            }
        }
    }
}
