//! The sums of health, and what gates answered about work items, added up from all that is stored.

use std::collections::BTreeMap;

use app::document::State;
use app::event::Event;
use app::health::{AuthorDay, Decided, GateHour, HOUR_MS, Ledger, Recorded, RuleHour, Sum};
use app::severity::Severity;
use app::trace::Trace;
use app::work_item::{GateRecord, StoredRecord, WorkItem, WorkItems};
use server::store::Window;

use super::Model;
use super::documents::series;

/// The newest answers that the page of a work item is folded from, and its row in a list.
const OF_PAGE: usize = 60;
const OF_ROW: usize = 20;

impl Model {
    fn all_traces(&self) -> impl DoubleEndedIterator<Item = &Trace> {
        self.documents.iter().flat_map(|document| &document.traces)
    }

    /// Returns the sums since an hour, in the order of what they are of.
    pub fn recorded(&self, since_hour: i64) -> Recorded {
        let mut recorded = Recorded { newest: self.newest_at_gates(), ..Recorded::default() };
        let mut hours: BTreeMap<_, Sum> = BTreeMap::new();
        let mut rules: BTreeMap<_, RuleHour> = BTreeMap::new();
        for trace in self.all_traces() {
            let hour = trace.at_ms / HOUR_MS;
            hours.entry((hour, trace.gate, trace.format.clone())).or_default().add(sum(trace));
            for broken in trace.broken.iter().filter(|broken| broken.severity != Severity::Info) {
                let rule = rules.entry((hour, &broken.rule, &trace.format)).or_insert_with(|| RuleHour {
                    hour,
                    rule: broken.rule.clone(),
                    format: trace.format.clone(),
                    severity: broken.severity,
                    traces: 0,
                    count: 0,
                    first_ms: trace.at_ms,
                    last_ms: trace.at_ms,
                });
                rule.traces += 1;
                rule.count += u64::from(broken.count);
                rule.first_ms = rule.first_ms.min(trace.at_ms);
                rule.last_ms = rule.last_ms.max(trace.at_ms);
            }
        }
        let hours = hours.into_iter().map(|((hour, gate, format), sum)| GateHour { hour, gate, format, sum });
        recorded.hours = hours.filter(|of| of.hour >= since_hour).collect();
        recorded.rules = rules.into_values().filter(|of| of.hour >= since_hour).collect();
        recorded.agents = self.authors(since_hour, |trace| trace.agent.as_ref());
        recorded.models = self.authors(since_hour, |trace| trace.model.as_ref());
        let decided = self.decided.iter().map(|decided| ((&decided.rule, &decided.format), decided));
        recorded.decided = decided.collect::<BTreeMap<_, _>>().into_values().cloned().collect();
        recorded
    }

    fn newest_at_gates(&self) -> Vec<(u32, State)> {
        let newest = self.all_traces().map(|trace| (trace.gate, trace.outcome()));
        newest.collect::<BTreeMap<_, _>>().into_iter().collect()
    }

    fn authors(&self, since_hour: i64, author: impl Fn(&Trace) -> Option<&String>) -> Vec<AuthorDay> {
        let mut days: BTreeMap<_, Sum> = BTreeMap::new();
        for trace in self.all_traces() {
            let Some(name) = author(trace) else { continue };
            days.entry((trace.at_ms / HOUR_MS / 24, name.clone())).or_default().add(sum(trace));
        }
        let days = days.into_iter().map(|((day, name), sum)| AuthorDay { day, name, sum });
        days.filter(|of| of.day >= since_hour / 24).collect()
    }

    /// Returns the sum of a window, and all of its records that lost something, those that lost most first.
    pub fn ledger(&self, window: Window) -> Ledger {
        let Window { since_hour, gate } = window;
        let is_meant = |trace: &&Trace| {
            trace.at_ms >= since_hour * HOUR_MS && gate.is_none_or(|gate| gate == trace.gate)
        };
        let mut ledger = Ledger::default();
        for trace in self.all_traces().filter(is_meant) {
            ledger.sum.add(sum(trace));
            ledger.records.extend((trace.lost() > 0).then(|| trace.clone()));
        }
        ledger.records.sort_by_key(|trace| std::cmp::Reverse((trace.lost(), trace.at_ms, trace.seq)));
        ledger
    }

    pub fn session_health(&self, session: String) -> Sum {
        let mut health = Sum::default();
        let of_session = self.all_traces().filter(|trace| trace.session.as_ref() == Some(&session));
        of_session.for_each(|trace| health.add(sum(trace)));
        health
    }

    pub fn decide(&mut self, decided: Decided) {
        self.decided.push(decided);
        self.log(Event::ChoiceMade, None);
    }

    pub fn work_item(&self, task: String) -> Option<WorkItem> {
        self.folded(&GateRecord::name_of(&task), OF_PAGE)
    }

    /// Returns all work items, those that were judged last first.
    pub fn work_items(&self, before: Option<u64>) -> WorkItems {
        assert_eq!(before, None, "a history has fewer than a page");
        let mut newest: BTreeMap<&String, (u64, usize)> = BTreeMap::new();
        for document in &self.documents {
            for (number, record) in document.verdicts.iter().enumerate() {
                newest.insert(&record.task, (document.head.seq, number));
            }
        }
        let mut tasks: Vec<_> = newest.into_iter().map(|(task, place)| (place, task)).collect();
        tasks.sort_by(|left, right| right.cmp(left));
        let items = tasks.into_iter().filter_map(|(_, task)| self.folded(task, OF_ROW)).collect();
        WorkItems { items, next: None }
    }

    fn folded(&self, task: &str, most: usize) -> Option<WorkItem> {
        let mut records = Vec::new();
        for document in &self.documents {
            let head = &document.head;
            let of_task = document.verdicts.iter().filter(|record| record.task == task);
            records.extend(of_task.map(|record| StoredRecord {
                document: head.id.clone(),
                seq: head.seq,
                session: head.source.session.clone(),
                at_ms: head.at_ms(),
                series: series(&head.source),
                version: head.version,
                record: record.clone(),
            }));
        }
        let beyond = records.len().saturating_sub(most);
        records.drain(..beyond);
        WorkItem::fold(task.to_owned(), records, beyond > 0)
    }
}

fn sum(trace: &Trace) -> Sum {
    Sum { traces: 1, failed: u64::from(!trace.passed), lost: trace.lost() }
}
