use super::ChainAddress;
use super::axis::Axis;
use super::took::Took;
use crate::moves::{Progress, StepNumber};
use crate::track::{EarlierAttempt, Step};
use crate::ui::prelude::*;

/// So short a line of time would begin and end in the same minute, or nearly.
const SECONDS_UP_TO_MS: i64 = 10 * 60 * 1000;
/// The axis goes on a little after the newest event.
const AFTER: i64 = 25;

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
    let with_seconds = to - from < SECONDS_UP_TO_MS;
    let axis = Axis::new(from, to.saturating_add((to - from) / AFTER));
    let newest = format!("{:.2}%", axis.percent(to));
    let ticks = axis.ticks();
    let lines = || {
        let line = |class: &'static str, x: String| {
            view! { <line class=class x1=x.clone() x2=x y1="0" y2="100%"></line> }
        };
        let ticks = ticks.iter().map(|tick| line("timeline__line", format!("{:.2}%", tick.percent)));
        ticks.chain([line("timeline__newest", newest.clone())]).collect_view()
    };
    let row = |step: Step| {
        let number = step.number;
        let is_chosen = address.step == Some(number);
        let href = ChainAddress { step: Some(number), ..address.clone() }.href();
        let waits: Vec<String> = step.waits_for.iter().take(8).map(|number| format!("#{number}")).collect();
        let not_begun = (step.started_ms.or(step.ended_ms).is_none()).then(|| match waits.as_slice() {
            [] => step.progress.as_str().to_owned(),
            waits => format!("{}, waits for {}", step.progress.as_str(), waits.join(", ")),
        });
        let took = view! { <Took step=&step/> };
        view! {
            <tr class="chain__step" class:is-chosen=is_chosen>
                <th scope="row" class="timeline__step">
                    <a href=href aria-current=is_chosen.then_some("true") data-in-place="" data-step=number.to_string() data-at-hand=(at_hand == Some(number)).then_some("")>
                        {format!("#{number} ")}
                        <span class="mono">{step.action.as_deref().map_or_else(|| "no action".into_any(), visible)}</span>
                    </a>
                </th>
                <td class="timeline__course">
                    <svg class="timeline__bars" aria-hidden="true">
                        {lines()}
                        {bars(&step, axis, to)}
                    </svg>
                    {not_begun.map(|words| view! { <span class="timeline__pending faint">{words}</span> })}
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
                        <th scope="col" class="timeline__step">"Step"</th>
                        <th scope="col" class="timeline__course">
                            <span class="timeline__ends">
                                <Moment milliseconds=from with_seconds/>
                                {is_by_receipt.then(|| view! { <span class="faint">"times of receipt"</span> })}
                                <Moment milliseconds=to with_seconds/>
                            </span>
                            {axis.labels()}
                        </th>
                        <th scope="col" class="timeline__took">"Took"</th>
                    </tr>
                </thead>
                <tbody>{steps.into_iter().map(row).collect_view()}</tbody>
            </table>
            <svg class="timeline__shared" aria-hidden="true">
                <defs>
                    <pattern id="timeline-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                        <rect class="timeline__hatch" width="3" height="6"></rect>
                    </pattern>
                </defs>
            </svg>
            <p class="graph__note muted">"The upright line is the newest event. Hatched: waiting for a person. Thin: an earlier attempt."</p>
        </div>
    }
    .into_any()
}

/// The bars of a step: its earlier attempts, and the newest one.
fn bars(step: &Step, axis: Axis, now: i64) -> impl IntoView + use<> {
    let earlier = |attempt: &EarlierAttempt| {
        let tone = if attempt.is_failed { Tone::Fail } else { Tone::Unknown };
        let (x, width) = extent(axis, attempt.started_ms, attempt.ended_ms);
        view! { <rect class=format!("timeline__bar tone-{}", tone.as_str()) x=x width=width y="50%" height="4" rx="2"></rect> }
    };
    let earlier = step.attempts.iter().map(earlier).collect_view();
    // A step whose beginning was never announced is a point at its end.
    let began = step.started_ms.or(step.ended_ms);
    let newest = began.map(|began| {
        let (x, width) = extent(axis, began, step.ended_ms.unwrap_or(now));
        let tone = Tone::from(step.progress).as_str();
        let is_waiting = step.progress == Progress::Waiting;
        let unannounced = step.is_end_unannounced;
        view! {
            <rect class=format!("timeline__bar tone-{tone}") class:is-unannounced=unannounced class:is-waiting=is_waiting x=x width=width y="50%" height="12" rx="3"></rect>
        }
    });
    view! {
        {earlier}
        {newest}
    }
}

/// Where a bar starts and how wide it is. However short, it is seen.
fn extent(axis: Axis, from: i64, to: i64) -> (String, String) {
    const LEAST: f64 = 0.5;
    let (start, end) = (axis.percent(from), axis.percent(to));
    let start = start.min(100.0 - LEAST);
    (format!("{start:.2}%"), format!("{:.2}%", (end - start).max(LEAST)))
}
