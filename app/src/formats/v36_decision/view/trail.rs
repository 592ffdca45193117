//! The trail of a task: its states, where it is, and which records led there.

use crate::formats::v36_decision::V36Decision;
use crate::formats::v36_decision::log::machine::{CLOSEOUT, Machine, SPAWN};
use crate::log::Record;
use crate::ui::prelude::*;
use crate::ui::{StateRail, record_href};

type Records<'r, 'p> = &'r [Record<'p, V36Decision>];

/// The states of a task in their order, lit as far as the log saw them. `of_task` has the indices of its records.
pub(super) fn task_rail(
    task: &str,
    of_task: &[usize],
    records: Records<'_, '_>,
    shown: &[usize],
    context: &ViewContext,
) -> impl IntoView + use<> {
    let watchdog = |record: &V36Decision| {
        let evidence = record.evidence.value();
        Some(evidence.get("watchdog_state")?.as_str()?.to_owned())
    };
    let stated = |state: &dyn Fn(&V36Decision) -> Option<String>| {
        let state = |index: &usize| Some((*index, state(records.get(*index)?.value)?));
        of_task.iter().filter_map(state).collect::<Vec<_>>()
    };
    let of_machine =
        |machine: &'static Machine| stated(&|record| Some(machine.state(machine.step(record)?).to_owned()));
    let [spawn, closeout] = [&SPAWN, &CLOSEOUT].map(|machine| {
        let steps = of_machine(machine);
        view! {
            <StateRail name=machine.name states=states_of(machine, &steps) now=steps.last().map(|(_, state)| state.clone())/>
            {path(steps, shown, context)}
        }
    });
    let watched = stated(&watchdog);
    let watchdog = (!watched.is_empty()).then(|| {
        view! {
            <p class="decision-log__machine">"watchdog"</p>
            {path(watched, shown, context)}
        }
    });
    let name = match context.chosen_href("task", task) {
        Some(href) => view! { <a href=href>{visible(task)}</a> }.into_any(),
        None => visible(task),
    };
    let in_all = context.trail_href(task).map(|href| {
        view! { " "<a class="faint" href=href>"In all documents"</a> }
    });
    view! {
        <div class="card card--padded">
            <h3 class="decision-log__name">{name}{in_all}</h3>
            {spawn}
            {closeout}
            {watchdog}
        </div>
    }
}

/// All states of a machine, with whether the log saw each.
fn states_of(machine: &Machine, steps: &[(usize, String)]) -> Vec<(String, bool)> {
    let states = machine.states.iter().filter(|state| **state != "UNKNOWN");
    let seen = |state: &str| steps.iter().any(|(_, stated)| stated == state);
    states.map(|state| ((*state).to_owned(), seen(state))).collect()
}

/// The states in the order of the log, each with the record that states it.
fn path(
    steps: Vec<(usize, String)>,
    shown: &[usize],
    context: &ViewContext,
) -> Option<impl IntoView + use<>> {
    (!steps.is_empty()).then(|| {
        let (chips, more) = few(steps, |(index, state)| {
            let href = record_href(index, shown, context);
            view! { <a class="chain__wait" href=href>{visible(&state)}{format!(" #{}", index + 1)}</a> }
        });
        view! { <p class="decision-log__links"><span class="faint">"came by "</span>{chips}{more}</p> }
    })
}
