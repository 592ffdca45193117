use super::ChainAddress;
use super::took::Took;
use crate::moves::StepNumber;
use crate::track::Step;
use crate::ui::prelude::*;

/// So short a line of time would begin and end in the same minute, or nearly.
const SECONDS_UP_TO_MS: i64 = 10 * 60 * 1000;

/// The steps as bars on one line of time.
#[component]
pub(super) fn Timeline(
    steps: Vec<Step>,
    at_hand: Option<StepNumber>,
    from: i64,
    to: i64,
    is_by_receipt: bool,
    address: ChainAddress,
) -> impl IntoView {
    if steps.is_empty() {
        return view! { <p class="card card--padded faint">"The chain names no steps."</p> }.into_any();
    }
    let whole = (to - from).max(1) as f64;
    let with_seconds = to - from < SECONDS_UP_TO_MS;
    let row = |step: Step| {
        let number = step.number;
        let is_chosen = address.step == Some(number);
        let href = ChainAddress { step: (!is_chosen).then_some(number), ..address.clone() }.href();
        // A step whose beginning was never announced is a point at its end.
        let began = step.started_ms.or(step.ended_ms);
        let bar = began.map(|began| {
            let ended = step.ended_ms.unwrap_or(to).max(began);
            let x = (began - from) as f64 / whole * 1000.0;
            let width = ((ended - began) as f64 / whole * 1000.0).max(4.0).min(1000.0 - x + 4.0);
            let tone = Tone::from(step.progress).as_str();
            view! { <rect class=format!("timeline__bar tone-{tone}") class:is-unannounced=step.is_end_unannounced x=format!("{x:.1}") width=format!("{width:.1}") y="4" height="12" rx="2"></rect> }
        });
        let is_open = began.is_none();
        let took = view! { <Took step=&step/> };
        view! {
            <tr class="chain__step" class:is-chosen=is_chosen>
                <th scope="row" class="timeline__step">
                    <a href=href aria-current=is_chosen.then_some("true") data-step=number.to_string() data-at-hand=(at_hand == Some(number)).then_some("")>
                        {format!("#{number} ")}
                        <span class="mono">{step.action.as_deref().map_or_else(|| "no action".into_any(), visible)}</span>
                    </a>
                </th>
                <td>
                    {if is_open {
                        view! { <span class="faint">{step.progress.as_str()}</span> }.into_any()
                    } else {
                        view! {
                            <svg class="timeline__bars" viewBox="0 0 1000 20" preserveAspectRatio="none" aria-hidden="true">
                                {bar}
                            </svg>
                        }
                        .into_any()
                    }}
                </td>
                <td class="timeline__took">
                    {took}
                </td>
            </tr>
        }
    };
    view! {
        <div class="card timeline">
            <table class="table">
                <thead>
                    <tr>
                        <th scope="col">"Step"</th>
                        <th scope="col">
                            <span class="timeline__ends">
                                <Moment milliseconds=from with_seconds/>
                                {is_by_receipt.then(|| view! { <span class="faint">"times of receipt"</span> })}
                                <Moment milliseconds=to with_seconds/>
                            </span>
                        </th>
                        <th scope="col">"Took"</th>
                    </tr>
                </thead>
                <tbody>{steps.into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}
