use leptos::prelude::*;

use crate::moves::Progress;
use crate::track::Step;
use crate::ui::{Duration, duration_words};

/// How long a step took, and what of that is not known.
#[component]
pub(super) fn Took<'s>(step: &'s Step) -> impl IntoView + use<> {
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
