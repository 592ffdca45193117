use std::collections::BTreeMap;

use leptos::prelude::*;

use crate::moves::{Progress, StepNumber};
use crate::track::Step;
use crate::ui::{Duration, duration_words};

/// How long the steps of a chain took in other runs of the same flow.
#[derive(Clone)]
pub(super) struct UsualTimes(pub BTreeMap<StepNumber, i64>);

/// How long a step took, what of that is not known, and how long it usually takes.
#[component]
pub(super) fn Took<'s>(step: &'s Step) -> impl IntoView + use<> {
    let usual = use_context::<UsualTimes>().and_then(|UsualTimes(times)| times.get(&step.number).copied());
    let usual = usual.filter(|_| step.started_ms.is_some()).map(|usual| {
        view! {
            <span class="faint chain-step__note" title="The median of other runs of this flow">{format!("usually {}", duration_words(usual))}</span>
        }
    });
    view! { {took(step)} {usual} }
}

fn took(step: &Step) -> AnyView {
    let by_receipt = (step.is_by_receipt && step.started_ms.is_some() && step.ended_ms.is_some())
        .then(|| view! { <span class="faint chain-step__note">"between receipts"</span> });
    match (step.started_ms, step.ended_ms) {
        (Some(_), Some(_)) if step.is_untimed => ().into_any(),
        (Some(started), Some(ended)) if step.is_end_unannounced => {
            let took = ended - started;
            view! {
                <span>{(took >= 1000).then_some("at most ")}{duration_words(took)}</span>
                <span class="faint chain-step__note">"its end was not announced"</span>
            }
            .into_any()
        }
        (Some(_), None) if step.progress == Progress::Waiting => ().into_any(),
        (Some(_), None) if step.progress != Progress::Running => {
            view! { <span class="faint">"its end was not announced"</span> }.into_any()
        }
        (started, ended) => view! { <Duration from=started to=ended/>{by_receipt} }.into_any(),
    }
}
