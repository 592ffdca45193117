//! Decisions: the records of the newest versions, and the trails of their tasks through all documents.

use std::collections::{BTreeMap, BTreeSet};

use app::audit::{
    AuditedTask, CountedFinding, DecisionQuery, DecisionRecord, EndFinding, Facet, Link, MachineMove, Path,
    PathStep, Place, RecordFinding, SPAWN_DONE, STATES, StoredDecision, Trail, end_of_trail, signals_of,
    step_between,
};
use app::diagnostic::Rule;
use app::severity::Severity;

use super::Model;
use super::documents::Document;

const SPAWN: usize = 0;
const CLOSEOUT: usize = 1;
/// The steps of a trail that are shown.
const STEPS: usize = 60;

/// A record that counts.
pub struct Counted<'m> {
    document: &'m Document,
    record: &'m DecisionRecord,
    /// Its place in the order of all records.
    number: u64,
    at_us: i64,
}

impl Counted<'_> {
    fn place(&self) -> Place {
        Place { document: self.document.head.id.clone(), line: self.record.line }
    }

    fn value(&self, facet: Facet) -> Option<String> {
        match facet {
            Facet::Task => self.record.task.clone(),
            Facet::Layer => self.record.layer.clone(),
            Facet::Class => self.record.class.clone(),
            Facet::Level => self.record.level.clone(),
            Facet::Actor => self.record.actor.clone(),
            Facet::Signals => self.record.lit_count().map(|lit| lit.to_string()),
            // A record may have several.
            Facet::Finding => None,
        }
    }
}

/// A state of a task.
struct Step<'m> {
    of: &'m Counted<'m>,
    machine: usize,
    state: u8,
    before: Option<u8>,
}

impl Step<'_> {
    /// Returns what is impossible about it.
    fn finding(&self) -> Option<RecordFinding> {
        step_between(self.machine, self.before?, self.state).map(found)
    }
}

fn found(rule: &Rule) -> RecordFinding {
    RecordFinding { rule: rule.id.to_owned(), severity: rule.severity }
}

fn name(machine: usize, state: u8) -> String {
    STATES[machine].1[usize::from(state)].to_owned()
}

/// All records that count, by their place.
pub struct Records<'m>(Vec<Counted<'m>>);

impl<'m> Model {
    pub fn records(&'m self) -> Records<'m> {
        let newest = self.documents.iter().filter(|document| self.is_newest(&document.head));
        let of_document = |document: &'m Document| {
            let Document { head, decisions, .. } = document;
            // A record that doesn't say when it was made comes with the one before it.
            let mut at_us = head.at_ms() * 1_000;
            let counted = |(number, record): (u64, &'m DecisionRecord)| {
                at_us = record.at_us.unwrap_or(at_us);
                Counted { document, record, number, at_us }
            };
            (head.seq << 18..).zip(decisions).map(counted).collect::<Vec<_>>()
        };
        Records(newest.flat_map(of_document).collect())
    }
}

impl Records<'_> {
    /// Returns the states of a task in the order of time.
    fn steps(&self, task: &str, machine: usize) -> Vec<Step<'_>> {
        let of_task = self.of_task(task).into_iter().filter_map(|of| Some((of, of.record.states[machine]?)));
        let mut states: Vec<_> = of_task.collect();
        states.sort_by_key(|(of, _)| (of.at_us, of.number));
        let mut before = None;
        let step = |(of, state)| Step { of, machine, state, before: before.replace(state) };
        states.into_iter().map(step).collect()
    }

    fn of_task(&self, task: &str) -> Vec<&Counted<'_>> {
        self.0.iter().filter(|counted| counted.record.task.as_deref() == Some(task)).collect()
    }

    /// Returns what is missing at the end of a task, and the number of the record that says so.
    fn end(&self, task: &str) -> Option<(u64, EndFinding)> {
        let (spawn, closeout) = (self.steps(task, SPAWN), self.steps(task, CLOSEOUT));
        let done = spawn.iter().find(|step| step.state == SPAWN_DONE);
        let farthest = closeout.iter().max_by_key(|step| (step.state, step.of.at_us, step.of.number));
        let rule = end_of_trail(done.is_some(), farthest.map(|step| step.state));
        let rule = rule.filter(|_| self.of_task(task).len() > 1)?;
        let at = farthest.or(done)?.of;
        Some((at.number, EndFinding { finding: found(rule), place: at.place() }))
    }

    /// Returns what was found in a record, and about it in the trail of its task, by the rules' names.
    fn findings(&self, counted: &Counted<'_>) -> BTreeMap<String, Severity> {
        let mut findings = counted.record.findings.clone();
        if let Some(task) = &counted.record.task {
            for machine in [SPAWN, CLOSEOUT] {
                let steps = self.steps(task, machine);
                let step = steps.iter().find(|step| step.of.number == counted.number);
                findings.extend(step.and_then(Step::finding));
            }
            let end = self.end(task).filter(|(number, _)| *number == counted.number);
            findings.extend(end.map(|(_, end)| end.finding));
        }
        findings.into_iter().map(|finding| (finding.rule, finding.severity)).collect()
    }

    /// Returns the records with these values, the newest first.
    pub fn with(&self, query: &DecisionQuery) -> Vec<StoredDecision> {
        let fits = |counted: &&Counted<'_>| {
            query.chosen().all(|(facet, value)| match facet {
                Facet::Finding => self.findings(counted).contains_key(value),
                facet => counted.value(facet).as_deref() == Some(value),
            })
        };
        self.0.iter().rev().filter(fits).map(|counted| self.decision(counted)).collect()
    }

    fn decision(&self, counted: &Counted<'_>) -> StoredDecision {
        let Counted { document, record, number, at_us } = counted;
        let record = (*record).clone();
        let moves = record.states.iter().enumerate().filter_map(|(machine, state)| {
            let steps = record.task.iter().flat_map(|task| self.steps(task, machine));
            let before = steps.filter(|step| step.of.number == *number).find_map(|step| step.before);
            Some(MachineMove {
                machine: STATES[machine].0.to_owned(),
                from: before.map(|before| name(machine, before)),
                to: name(machine, (*state)?),
            })
        });
        let findings = self.findings(counted).into_iter();
        StoredDecision {
            number: *number,
            place: counted.place(),
            session: document.head.source.session.clone(),
            at_ms: at_us / 1_000,
            moves: moves.collect(),
            signals: signals_of(record.stated, record.lit)
                .map(|(name, lit)| (name.to_owned(), lit))
                .collect(),
            links: record.links.iter().map(|id| Link { id: id.clone(), target: None }).collect(),
            findings: findings.map(|(rule, severity)| RecordFinding { rule, severity }).collect(),
            id: record.id,
            ts: record.ts,
            task: record.task,
            layer: record.layer,
            class: record.class,
            level: record.level,
            actor: record.actor,
            reason: record.reason,
        }
    }

    /// Returns whether a link leads to where it may: to any record with its id.
    pub fn leads(&self, link: &Link) -> bool {
        let mut targets = self.0.iter().filter(|counted| counted.record.id.as_ref() == Some(&link.id));
        match &link.target {
            None => targets.next().is_none(),
            Some(target) => targets.any(|counted| *target == (counted.number, counted.place())),
        }
    }

    /// Returns how many records have each value.
    pub fn counts(&self, facet: Facet) -> BTreeMap<String, u64> {
        let mut counts = BTreeMap::new();
        for counted in &self.0 {
            let findings = self.findings(counted).into_keys().filter(|_| facet == Facet::Finding);
            for value in counted.value(facet).into_iter().chain(findings) {
                *counts.entry(value).or_default() += 1;
            }
        }
        counts
    }

    /// Returns all tasks, those decided on last first.
    pub fn tasks(&self) -> Vec<AuditedTask> {
        let mut known = BTreeSet::new();
        let tasks = self.0.iter().rev().filter_map(|counted| counted.record.task.as_deref());
        tasks.filter(|task| known.insert(*task)).map(|task| self.task(task)).collect()
    }

    fn task(&self, task: &str) -> AuditedTask {
        let of_task = self.of_task(task);
        let mut counts: BTreeMap<(Severity, String), u64> = BTreeMap::new();
        for (rule, severity) in of_task.iter().flat_map(|counted| self.findings(counted)) {
            *counts.entry((severity, rule)).or_default() += 1;
        }
        let findings = counts.into_iter();
        let last = |machine| Some(name(machine, self.steps(task, machine).last()?.state));
        AuditedTask {
            task: task.to_owned(),
            records: of_task.len() as u64,
            states: [last(0), last(1), last(2)],
            findings: findings
                .map(|((severity, rule), count)| CountedFinding { rule, severity, count })
                .collect(),
            newest_ms: of_task.last().map_or(0, |newest| newest.at_us / 1_000),
        }
    }

    pub fn trail(&self, task: &str) -> Option<Trail> {
        self.of_task(task).first()?;
        let path = |(machine, (called, known)): (usize, &(&str, &[&str]))| {
            let steps = self.steps(task, machine);
            let is_reached = |state: usize| steps.iter().any(|step| usize::from(step.state) == state);
            let states = known.iter().enumerate().filter(|(_, state)| **state != "UNKNOWN");
            let shown = steps.iter().skip(steps.len().saturating_sub(STEPS)).map(|step| PathStep {
                state: name(machine, step.state),
                at_ms: step.of.at_us / 1_000,
                place: step.of.place(),
                finding: step.finding(),
            });
            Path {
                machine: (*called).to_owned(),
                states: states.map(|(step, state)| ((*state).to_owned(), is_reached(step))).collect(),
                steps: shown.collect(),
                is_cut: steps.len() > STEPS,
            }
        };
        Some(Trail {
            task: self.task(task),
            machines: STATES.iter().enumerate().map(path).collect(),
            end: self.end(task).map(|(_, end)| end),
        })
    }
}
