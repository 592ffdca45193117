//! Which chain is spoken of. Most of what is said names none: it is the newest chain of who says it that has such a
//! step. What a sub-agent says, or what stands in the answer of a tool, never moves a chain of another.

use std::collections::HashMap;

use super::chain::{Chain, ChainState};
use super::chain_events::Context;
use super::mention::SourceRef;
use super::moves::{Ended, Planned};
use super::notes::NoteKind;
use super::reports;
use super::session::Session;
use crate::reading::normal;

/// Chains among which the one of a step is looked for: nobody goes on with one that is older.
const LOOKED_BACK: usize = 64;
const NEVER_PRESENTED: &str = "the chain is spoken of, but was never presented (1.1)";

/// What a table says of a step: its number, and its action.
type Row<'r> = (u32, Option<&'r str>);

impl Session {
    /// The chain that a page opens at: the newest of the agent whose session it is, else the newest of all.
    pub fn foremost(&self) -> Option<&Chain> {
        self.chains.iter().rfind(|chain| chain.agent.is_none()).or(self.chains.last())
    }

    /// The newest chain of who says it: of those that go on, else of all.
    pub(super) fn newest_of(&self, agent: Option<&str>) -> Option<usize> {
        let is_own = |chain: &Chain| chain.agent.as_deref() == agent;
        let goes_on = |chain: &Chain| chain.state != ChainState::Done && is_own(chain);
        self.chains.iter().rposition(goes_on).or_else(|| self.chains.iter().rposition(is_own))
    }

    /// The newest chain of that title. The agent whose session it is takes up what a sub-agent has planned.
    fn titled(&self, agent: Option<&str>, title: &str) -> Option<usize> {
        let key = normal(title);
        let is_titled = |chain: &Chain| chain.title_key.as_ref() == Some(&key);
        let is_own = |chain: &Chain| chain.agent.as_deref() == agent;
        let may_be_taken_up = |chain: &Chain| agent.is_none() && chain.state == ChainState::Planned;
        let own = self.chains.iter().rposition(|chain| is_own(chain) && is_titled(chain));
        own.or_else(|| self.chains.iter().rposition(|chain| may_be_taken_up(chain) && is_titled(chain)))
    }

    /// The chain that is named, which is begun where nobody has told of it before.
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

    /// The chain that a step belongs to of which nothing but number or action is said: one that goes on, else one that
    /// is over, and the newest where none has such a step.
    pub(super) fn chain_of_step(
        &mut self,
        context: Context<'_>,
        number: Option<u32>,
        action: Option<&str>,
    ) -> &mut Chain {
        let own = || {
            let is_own = |(_, chain): &(usize, &Chain)| chain.agent.as_deref() == context.agent;
            self.chains.iter().enumerate().rev().filter(is_own).take(LOOKED_BACK)
        };
        let of = |is_over: bool| {
            let fits = |chain: &Chain| {
                (chain.state == ChainState::Done) == is_over && chain.has_step(number, action)
            };
            own().find(|(_, chain)| fits(chain)).map(|(at, _)| at)
        };
        let goes_on = || own().find(|(_, chain)| chain.state != ChainState::Done).map(|(at, _)| at);
        let names_nothing = number.is_none() && action.is_none();
        let newest = || if names_nothing { self.newest_of(context.agent) } else { None };
        let found = of(false).or_else(|| of(true)).or_else(goes_on).or_else(newest);
        self.take_or_open(context, found, None)
    }

    /// As [`Self::chain_of_step`]; the title of an error names the error, and rarely the chain.
    pub(super) fn chain_of_error(
        &mut self,
        context: Context<'_>,
        title: Option<&str>,
        number: Option<u32>,
        action: Option<&str>,
    ) -> &mut Chain {
        match title.and_then(|title| self.titled(context.agent, title)) {
            Some(at) => self.take_or_open(context, Some(at), None),
            None => self.chain_of_step(context, number, action),
        }
    }

    /// A chain of the same title that has not begun is presented again, and one that was spoken of before its table came
    /// is presented at last; any other is a new one.
    pub(super) fn present(
        &mut self,
        context: Context<'_>,
        title: Option<&str>,
        steps: &[Planned],
    ) -> &mut Chain {
        let own = title.and_then(|title| self.titled(context.agent, title));
        let is_planned = |chain: &Chain| chain.is_presented && chain.state == ChainState::Planned;
        let is_awaited = |chain: &Chain| !chain.is_presented && chain.state != ChainState::Done;
        let planned = own.filter(|at| self.chains.get(*at).is_some_and(is_planned));
        let late = own.filter(|at| self.chains.get(*at).is_some_and(is_awaited));
        if let Some(at) = planned {
            let chain = &mut self.chains[at];
            if chain.agent.as_deref() == context.agent {
                chain.note(NoteKind::Repeated, context.place, "the chain was presented again".to_owned());
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
        let at = match late {
            Some(at) => {
                self.chains[at].present_late(context, title, steps);
                at
            }
            None => {
                let chain = self.open(context, title);
                chain.is_presented = true;
                chain.hear(context);
                chain.plan_all(context, steps);
                self.chains.len() - 1
            }
        };
        // What its table names was a report of no chain until now.
        let chain = &mut self.chains[at];
        for report in reports {
            match reports::named_by(chain, report.path.as_deref()) {
                Some(_) => chain.attach(report),
                None => self.reports.push(report),
            }
        }
        chain
    }

    /// The newest chain, where nobody has said its title or its plan, and all that is known of its steps fits to a table.
    fn untitled(&self, agent: Option<&str>, rows: &[Row<'_>]) -> Option<usize> {
        let newest = self.chains.iter().rposition(|chain| chain.agent.as_deref() == agent)?;
        let chain = self.chains.get(newest)?;
        let is_open = chain.title.is_none() && !chain.is_presented && chain.state != ChainState::Done;
        let rows: HashMap<u32, Option<&str>> = rows.iter().copied().collect();
        let fits = chain.steps.iter().all(|step| {
            let row = rows.get(&step.number);
            row.is_some_and(|action| match (step.action.as_deref(), *action) {
                (Some(known), Some(told)) => is_same_action(known, told),
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
        chain.note(NoteKind::OutOfOrder, context.place, NEVER_PRESENTED.to_owned());
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

    /// Takes in the table of a chain of which something was said before.
    fn present_late(&mut self, context: Context<'_>, title: Option<&str>, steps: &[Planned]) {
        self.hear(context);
        self.is_presented = true;
        if let Some(title) = title {
            self.set_title(title);
        }
        self.plan_all(context, &Planned::without_pending(steps));
        self.notes.retain(|note| note.kind != NoteKind::Unplanned && note.message != NEVER_PRESENTED);
        let message = "its table (1.1) came after something was said of its steps".to_owned();
        self.note(NoteKind::OutOfOrder, context.place, message);
        for report in std::mem::take(&mut self.reports) {
            self.attach(report);
        }
    }

    /// A step of that number, and of that action where both are known; without a number, any of that action.
    fn has_step(&self, number: Option<u32>, action: Option<&str>) -> bool {
        let is_same = |planned: Option<&str>| match (planned, action) {
            (Some(planned), Some(told)) => is_same_action(planned, told),
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

/// One may say more than the other: `code/` and `code/backend`.
pub(super) fn is_same_action(planned: &str, told: &str) -> bool {
    let [planned, told] = [planned, told].map(name_of_action);
    planned.starts_with(&told) || told.starts_with(&planned)
}

pub(super) fn name_of_action(action: &str) -> String {
    normal(action).trim_matches(['/', ' ']).to_owned()
}

/// A row that says no number stands for its place.
pub(super) fn rows_of_plan(steps: &[Planned]) -> Vec<Row<'_>> {
    (1..).zip(steps).map(|(place, step)| (step.number.unwrap_or(place), step.action.as_deref())).collect()
}

pub(super) fn rows_of_end(steps: &[Ended]) -> Vec<Row<'_>> {
    (1..).zip(steps).map(|(place, step)| (step.number.unwrap_or(place), step.action.as_deref())).collect()
}
