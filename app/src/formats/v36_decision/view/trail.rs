//! The trail of a task: its states, where it is, and which records led there.

use crate::formats::v36_decision::V36Decision;
use crate::formats::v36_decision::log::machine::{CLOSEOUT, Machine, SPAWN};
use crate::log::Record;
use crate::ui::prelude::*;
use crate::ui::record_href;

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
            {rail(machine, &steps)}
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
    view! {
        <div class="card card--padded">
            <h3 class="decision-log__name">{name}</h3>
            {spawn}
            {closeout}
            {watchdog}
        </div>
    }
}

/// All states of a machine.
fn rail(machine: &'static Machine, steps: &[(usize, String)]) -> impl IntoView + use<> {
    let now = steps.last().map(|(_, state)| state.clone());
    let states = machine.states.iter().filter(|state| **state != "UNKNOWN");
    let states: Vec<_> = states
        .map(|state| {
            let seen = steps.iter().any(|(_, stated)| stated == state);
            let class = if seen { "signal signal--lit" } else { "signal signal--dark" };
            let said = if seen { "seen" } else { "not seen" };
            view! {
                <li class=class aria-current=(now.as_deref() == Some(*state)).then_some("step")>
                    <span class="signal__lamp" aria-hidden="true"></span>
                    <span class="signal__name">{*state}</span>
                    <span class="visually-hidden">" "{said}</span>
                </li>
            }
        })
        .collect();
    view! {
        <p class="decision-log__machine">{machine.name}</p>
        <ol class="decision-log__states">{states}</ol>
    }
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
