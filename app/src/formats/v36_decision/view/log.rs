//! The head of a log: how many decisions of which kind, how far each task is, and which signals were seen.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::levels::levels;
use super::line::line;
use super::trail::task_rail;
use crate::format::prelude::*;
use crate::formats::v36_decision::V36Decision;
use crate::formats::v36_decision::log::machine::run_of;
use crate::log::Record;
use crate::ui::prelude::*;

/// Tasks whose states are drawn; a page of records seldom has more.
const MOST_TASKS: usize = 12;

/// Decisions by name, and who links to them.
pub(super) struct Links<'r> {
    by_id: HashMap<&'r str, usize>,
    followers: HashMap<&'r str, Vec<usize>>,
}

impl<'r> Links<'r> {
    fn of(records: &'r [Record<'_, V36Decision>]) -> Self {
        let mut links = Self { by_id: HashMap::new(), followers: HashMap::new() };
        for (index, record) in records.iter().enumerate() {
            if let Some(id) = record.value.decision_id.as_deref() {
                links.by_id.entry(id).or_insert(index);
            }
            for linked in &record.value.linked_decision_ids {
                links.followers.entry(linked).or_default().push(index);
            }
        }
        links
    }

    pub(super) fn index_of(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    pub(super) fn followers_of(&self, id: &str) -> &[usize] {
        self.followers.get(id).map_or(&[], Vec::as_slice)
    }
}

pub(in crate::formats::v36_decision) fn view(
    records: &[Record<'_, V36Decision>],
    shown: &[usize],
    context: &ViewContext,
) -> LogView {
    let links = Links::of(records);
    let of_page = shown.iter().filter_map(|index| Some((*index, records.get(*index)?)));
    let lines = of_page.map(|(index, record)| line(index, record, &links, shown, context)).collect();
    LogView { head: head(records, shown, context).into_any(), lines }
}

fn head(
    records: &[Record<'_, V36Decision>],
    shown: &[usize],
    context: &ViewContext,
) -> impl IntoView + use<> {
    let mut classes: BTreeMap<&str, (State, usize)> = BTreeMap::new();
    let mut tasks: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, record) in records.iter().enumerate() {
        let class = record.value.decision_class.as_deref().unwrap_or("no class");
        classes.entry(class).or_insert(((V36Decision::SUMMARY)(record.value).state, 0)).1 += 1;
        if let Some(task) = record.value.task_id.as_deref() {
            tasks.entry(run_of(task)).or_default().push(index);
        }
    }
    let of_page = shown.iter().filter_map(|index| records.get(*index)?.value.task_id.as_deref());
    let on_page: BTreeSet<&str> = of_page.map(run_of).collect();
    let count = tasks.len();
    let rails: Vec<_> =
        on_page.iter().take(MOST_TASKS).filter_map(|task| tasks.get_key_value(task)).collect();
    let rails: Vec<_> =
        rails.into_iter().map(|(task, of_task)| task_rail(task, of_task, records, shown, context)).collect();
    let (classes, more) = few(classes, |(class, (state, count))| {
        let label = format!("{} {}", grouped(count as u64), class.to_owned());
        view! { <Badge tone=Tone::from(state) label/> }
    });
    view! {
        <header class="decision-log__head card card--padded">
            <p class="facts">
                <strong>{counted(records.len() as u64, "decision")}</strong>
                <span>{counted(count as u64, "task")}</span>
                {time_range(records)}
            </p>
            <p class="decision-log__classes">{classes} {more}</p>
            {levels()}
        </header>
        <section class="decision-log__tasks" aria-label="Tasks">{rails}</section>
    }
}

/// The time from the first to the last record.
fn time_range(records: &[Record<'_, V36Decision>]) -> Option<impl IntoView + use<>> {
    let mut times = records.iter().filter_map(|record| record.value.ts.as_deref());
    let first = times.next()?.to_owned();
    let last = times.next_back().unwrap_or(&first).to_owned();
    Some(view! { <span>{visible(&first)}" – "{visible(&last)}</span> })
}
