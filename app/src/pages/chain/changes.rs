use super::{ChainAddress, step_badge};
use crate::track::{Chain, Step};
use crate::ui::ROWS_OF_PAGE;
use crate::ui::prelude::*;

/// What became of the chain from one moment to another.
#[component]
pub(super) fn Changes(before: Option<Chain>, after: Chain, address: ChainAddress) -> impl IntoView {
    let Some(before) = before else {
        return view! { <p class="card card--padded muted">"At the other moment nothing of this chain had been said."</p> }.into_any();
    };
    // Whichever moment is earlier, changes are listed forward in time.
    let is_forward = address.with.unwrap_or_default() <= address.at.unwrap_or(u64::MAX);
    let (from, to) = if is_forward { (before, after) } else { (after, before) };
    let changed: Vec<(Option<Step>, Step)> = to
        .steps
        .iter()
        .map(|step| (from.step(step.number).cloned(), step.clone()))
        .filter(|(was, is)| {
            was.as_ref().is_none_or(|was| {
                (was.progress, &was.result, &was.error) != (is.progress, &is.result, &is.error)
            })
        })
        .collect();
    let row = |(was, is): (Option<Step>, Step)| {
        let badge = step_badge(&is);
        let result = is.error.or(is.result);
        let says_more_alone = was.as_ref().is_some_and(|was| was.progress == is.progress);
        view! {
            <li class="flag chain-note">
                <span class="mono">{format!("#{}", is.number)}</span>
                {match was {
                    _ if says_more_alone => view! { <span class="faint">"still"</span> }.into_any(),
                    Some(was) => {
                        view! { {step_badge(&was)} <span aria-label="then">"→"</span> }.into_any()
                    }
                    None => view! { <span class="faint">"not planned"</span> <span aria-label="then">"→"</span> }.into_any(),
                }}
                {badge}
                {says_more_alone.then(|| view! { <span class="faint">"with another result"</span> })}
                <span class="chain-note__message">{result.as_deref().map(visible)}</span>
            </li>
        }
    };
    let count = changed.len();
    view! {
        <Section title="What changed between the moments" count>
            {if count == 0 {
                view! { <p class="card card--padded muted">"No step is another than it was."</p> }.into_any()
            } else {
                view! { <ul class="card">{changed.into_iter().take(ROWS_OF_PAGE).map(row).collect_view()}</ul> }.into_any()
            }}
        </Section>
    }
    .into_any()
}
