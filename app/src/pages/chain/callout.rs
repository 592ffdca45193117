use super::inspector::place_href;
use super::{ChainAddress, step_at_hand, waiting_for};
use crate::track::{Chain, SourceRef, Waiting};
use crate::ui::prelude::*;

/// What a person is asked, why, and where to answer.
#[component]
pub(super) fn Callout<'c>(
    waiting: Waiting,
    chain: &'c Chain,
    address: ChainAddress,
) -> impl IntoView + use<> {
    let failed = match &waiting {
        Waiting::Decision { step, .. } => chain.step(*step),
        _ => None,
    };
    let error = failed.and_then(|step| step.error.as_deref()).map(|error| view! { <p>{visible(error)}</p> });
    let options = match &waiting {
        Waiting::Decision { options, .. } => options.as_slice(),
        _ => &[],
    };
    let options = (!options.is_empty()).then(|| {
        let option = |option: &String| view! { <li>{visible(option)}</li> };
        view! { <ol class="callout__options">{options.iter().take(MOST_OPTIONS).map(option).collect_view()}</ol> }
    });
    let asked = chain.asked.as_ref().map(|asked| &asked.place);
    let place = asked.or_else(|| failed?.places.last()).unwrap_or(&chain.opened);
    let document = link_to(place);
    // What waited at an earlier event may have been answered since.
    let inbox =
        address.at.is_none().then(|| view! { <a class="button button--small" href="/inbox">"Inbox"</a> });
    view! {
        <div class="callout" role="note" aria-label="Waiting for you">
            <div class="callout__words">
                <p class="callout__title">{waiting_for(&waiting)}</p>
                {error}
                {options}
                <p class="muted">"Answer where the orchestrator runs. The page follows once it goes on."</p>
            </div>
            <p class="callout__actions">
                {step_at_hand(chain, &address)}
                {document}
                {inbox}
            </p>
        </div>
    }
}

const MOST_OPTIONS: usize = 6;

fn link_to(place: &SourceRef) -> Option<AnyView> {
    let link = view! { <a class="button button--small button--primary" href=place_href(place)>"Show in the source"</a> };
    (!place.document.is_empty()).then(|| link.into_any())
}
