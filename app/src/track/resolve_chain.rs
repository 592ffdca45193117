//! Finds the chain that a mention is about. Most mentions name none: then it is their author's newest chain that has such
//! a step. Sub-agents and tools never change chains of others.

use std::collections::HashMap;

use super::chain::{Chain, ChainState};
use super::chain_events::Context;
use super::mention::SourceRef;
use super::notes::NoteKind;
use super::reports;
use super::session::Session;
use crate::moves::{Ended, Planned, StepNumber};
use crate::reading::normal;

/// The newest chains that are searched for a step.
const LOOKED_BACK: usize = 64;
const NEVER_PRESENTED: &str = "the chain is mentioned but was never presented (1.1)";

/// A step in a table: its number and its action.
type Row<'r> = (StepNumber, Option<&'r str>);

impl Session {
    /// Returns the chain that a page opens with: the newest of the session's own agent, or else the newest of all.
    pub fn foremost(&self) -> Option<&Chain> {
        self.chains.iter().rfind(|chain| chain.agent.is_none()).or(self.chains.last())
    }

    /// Returns the newest chain of an agent, preferring those that aren't done.
    pub(super) fn newest_of(&self, agent: Option<&str>) -> Option<usize> {
        let is_own = |chain: &Chain| chain.agent.as_deref() == agent;
        let goes_on = |chain: &Chain| chain.phase != ChainState::Done && is_own(chain);
        self.chains.iter().rposition(goes_on).or_else(|| self.chains.iter().rposition(is_own))
    }

    /// Returns the newest chain with that title. The session's own agent may take over what a sub-agent planned.
    fn titled(&self, agent: Option<&str>, title: &str) -> Option<usize> {
        let key = normal(title);
        let is_titled = |chain: &Chain| chain.title_key.as_ref() == Some(&key);
        let is_own = |chain: &Chain| chain.agent.as_deref() == agent;
        let may_be_taken_up = |chain: &Chain| agent.is_none() && chain.phase == ChainState::Planned;
        let own = self.chains.iter().rposition(|chain| is_own(chain) && is_titled(chain));
        own.or_else(|| self.chains.iter().rposition(|chain| may_be_taken_up(chain) && is_titled(chain)))
    }

    /// Returns the named chain, adding it if it is new.
    pub(super) fn chain(
        &mut self,
        context: Context<'_>,
        title: Option<&str>,
        rows: &[Row<'_>],
    ) -> &mut Chain {
        let found = match title {
            Some(title) => self.titled(context.agent, title).or_else(|| {
                let untitled = self.untitled(context.agent, rows)?;
                self.chains[untitled].set_title(title);
                Some(untitled)
            }),
            None => self.newest_of(context.agent),
        };
        self.take_or_open(context, found, title)
    }

    /// Returns the chain of a step that is known by number or action alone: one that isn't done, or else one that is, or
    /// else the newest.
    pub(super) fn chain_of_step(
        &mut self,
        context: Context<'_>,
        number: Option<StepNumber>,
        action: Option<&str>,
    ) -> &mut Chain {
        let own = || {
            let is_own = |(_, chain): &(usize, &Chain)| chain.agent.as_deref() == context.agent;
            self.chains.iter().enumerate().rev().filter(is_own).take(LOOKED_BACK)
        };
        let of = |is_over: bool| {
            let fits = |chain: &Chain| {
                (chain.phase == ChainState::Done) == is_over && chain.has_step(number, action)
            };
            own().find(|(_, chain)| fits(chain)).map(|(at, _)| at)
        };
        let goes_on = || own().find(|(_, chain)| chain.phase != ChainState::Done).map(|(at, _)| at);
        let names_nothing = number.is_none() && action.is_none();
        let newest = || if names_nothing { self.newest_of(context.agent) } else { None };
        let found = of(false).or_else(|| of(true)).or_else(goes_on).or_else(newest);
        self.take_or_open(context, found, None)
    }

    /// Like [`Self::chain_of_step`], for errors, whose title rarely names the chain.
    pub(super) fn chain_of_error(
        &mut self,
        context: Context<'_>,
        title: Option<&str>,
        number: Option<StepNumber>,
        action: Option<&str>,
    ) -> &mut Chain {
        match title.and_then(|title| self.titled(context.agent, title)) {
            Some(at) => self.take_or_open(context, Some(at), None),
            None => self.chain_of_step(context, number, action),
        }
    }

    /// Presents a chain: again, if one with this title hasn't started; late, if it was mentioned before its table; or else a
    /// new one.
    pub(super) fn present(
        &mut self,
        context: Context<'_>,
        title: Option<&str>,
        steps: &[Planned],
    ) -> &mut Chain {
        let own = title.and_then(|title| self.titled(context.agent, title));
        let of_own =
            |is_meant: fn(&Chain) -> bool| own.filter(|at| self.chains.get(*at).is_some_and(is_meant));
        let planned = of_own(|chain| chain.is_presented && chain.phase == ChainState::Planned);
        let late = of_own(|chain| !chain.is_presented && chain.phase != ChainState::Done);
        if let Some(at) = planned {
            let chain = &mut self.chains[at];
            if chain.agent.as_deref() == context.agent {
                chain.note(NoteKind::Repeated, context, "the chain was presented again");
            }
            chain.agent = context.agent.map(str::to_owned);
            chain.steps.clear();
            (chain.running, chain.failed) = (0, 0);
            chain.hear(context);
            chain.plan_all(context, steps);
            return chain;
        }
        let reports = std::mem::take(&mut self.reports);
        let late = late.or_else(|| self.untitled(context.agent, &rows_of_plan(steps)));
        let at = late.unwrap_or(self.chains.len());
        if late.is_some() {
            self.chains[at].present_late(context, title, steps);
        } else {
            let chain = self.open(context, title);
            chain.is_presented = true;
            chain.hear(context);
            chain.plan_all(context, steps);
        }
        // Attaches earlier reports that its table names.
        let chain = &mut self.chains[at];
        for report in reports {
            match reports::named_by(chain, report.path.as_deref()) {
                Some(_) => chain.attach(report),
                None => self.reports.push(report),
            }
        }
        chain
    }

    /// Returns the newest chain if it has neither title nor plan and its known steps fit the table.
    fn untitled(&self, agent: Option<&str>, rows: &[Row<'_>]) -> Option<usize> {
        let newest = self.chains.iter().rposition(|chain| chain.agent.as_deref() == agent)?;
        let chain = self.chains.get(newest)?;
        let is_open = chain.title.is_none() && !chain.is_presented && chain.phase != ChainState::Done;
        let rows: HashMap<StepNumber, Option<&str>> = rows.iter().copied().collect();
        let fits = chain.steps.iter().all(|step| {
            let row = rows.get(&step.number);
            row.is_some_and(|action| match (step.action.as_deref(), *action) {
                (Some(known), Some(found)) => is_same_action(known, found),
                _ => true,
            })
        });
        (is_open && fits && !chain.steps.is_empty()).then_some(newest)
    }

    fn take_or_open(
        &mut self,
        context: Context<'_>,
        found: Option<usize>,
        title: Option<&str>,
    ) -> &mut Chain {
        if let Some(at) = found {
            let chain = &mut self.chains[at];
            chain.agent = context.agent.map(str::to_owned);
            return chain;
        }
        let chain = self.open(context, title);
        chain.note(NoteKind::OutOfOrder, context, NEVER_PRESENTED);
        chain
    }

    fn open(&mut self, context: Context<'_>, title: Option<&str>) -> &mut Chain {
        let SourceRef { seq, line, .. } = context.place;
        self.chains.push(Chain {
            id: format!("{seq}-{line}"),
            title: title.map(str::to_owned),
            title_key: title.map(normal),
            agent: context.agent.map(str::to_owned),
            opened: context.place.clone(),
            opened_ms: context.at_ms,
            ..Chain::default()
        });
        let last = self.chains.len() - 1;
        &mut self.chains[last]
    }
}

impl Chain {
    fn set_title(&mut self, title: &str) {
        self.title = Some(title.to_owned());
        self.title_key = Some(normal(title));
    }

    /// Adds the table of a chain that was mentioned before.
    fn present_late(&mut self, context: Context<'_>, title: Option<&str>, steps: &[Planned]) {
        self.hear(context);
        self.is_presented = true;
        if let Some(title) = title {
            self.set_title(title);
        }
        self.plan_all(context, &Planned::without_pending(steps));
        self.notes.retain(|note| note.kind != NoteKind::Unplanned && note.message != NEVER_PRESENTED);
        self.note(NoteKind::OutOfOrder, context, "its table (1.1) came after mentions of its steps");
        for report in std::mem::take(&mut self.reports) {
            self.attach(report);
        }
    }

    /// Returns whether the chain has a step of that number, and of that action if both are known; without a number, of that
    /// action.
    fn has_step(&self, number: Option<StepNumber>, action: Option<&str>) -> bool {
        let is_same = |planned: Option<&str>| match (planned, action) {
            (Some(planned), Some(found)) => is_same_action(planned, found),
            _ => true,
        };
        match number {
            Some(number) => self.step(number).is_some_and(|step| is_same(step.action.as_deref())),
            None => {
                action.is_some()
                    && self.steps.iter().any(|step| step.action.is_some() && is_same(step.action.as_deref()))
            }
        }
    }
}

/// Returns whether two actions are the same. One may be more specific: `code/` and `code/backend`.
pub(super) fn is_same_action(planned: &str, found: &str) -> bool {
    let [planned, found] = [planned, found].map(name_of_action);
    planned.starts_with(&found) || found.starts_with(&planned)
}

pub(super) fn name_of_action(action: &str) -> String {
    normal(action).trim_matches(['/', ' ']).to_owned()
}

/// A row without a number gets that of its place.
pub(super) fn rows_of_plan(steps: &[Planned]) -> Vec<Row<'_>> {
    (1..)
        .zip(steps)
        .map(|(place, step)| (step.number.unwrap_or(StepNumber::from(place)), step.action.as_deref()))
        .collect()
}

pub(super) fn rows_of_end(steps: &[Ended]) -> Vec<Row<'_>> {
    (1..)
        .zip(steps)
        .map(|(place, step)| (step.number.unwrap_or(StepNumber::from(place)), step.action.as_deref()))
        .collect()
}
