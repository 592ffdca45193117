use super::took::Took;
use super::{ChainAddress, step_badge};
use crate::moves::{Report, StepNumber};
use crate::track::{GivenOpinion, SecondOpinion, Step};
use crate::ui::prelude::*;

/// The steps as rows: how far each is, what it waits for, what it brought.
#[component]
pub(super) fn StepTable(
    steps: Vec<Step>,
    at_hand: Option<StepNumber>,
    address: ChainAddress,
) -> impl IntoView {
    if steps.is_empty() {
        return view! { <p class="card card--padded faint">"The chain names no steps."</p> }.into_any();
    }
    let rows = steps.into_iter().map(|step| row(step, at_hand, &address)).collect_view();
    view! {
        <div class="card scroll-x" tabindex="0" role="region" aria-label="Steps">
            <Table columns=&["#", "Status", "Action", "Waits for", "Result", "Took"] class="table table--stacked chain__table" rows/>
        </div>
    }
    .into_any()
}

fn row(step: Step, at_hand: Option<StepNumber>, address: &ChainAddress) -> impl IntoView + use<> {
    let number = step.number;
    let is_chosen = address.step == Some(number);
    let href = ChainAddress { step: Some(number), ..address.clone() }.href();
    let waits: Vec<_> = step
        .waits_for
        .iter()
        .map(|number| view! { <span class="chain__wait">"#"{number.to_string()}</span> })
        .collect();
    let none = waits.is_empty().then(|| view! { <span class="faint">"nothing"</span> });
    let took = view! { <Took step=&step/> };
    let badge = step_badge(&step);
    let result = step.error.as_ref().or(step.result.as_ref()).map(|words| visible(words));
    let opinion = step.second_opinion.as_ref().map(|opinion| match opinion {
        SecondOpinion::Given(GivenOpinion { missed, disagreements, .. }) => {
            let found = missed.unwrap_or(0) + disagreements.unwrap_or(0);
            format!("second opinion: {found} more")
        }
        SecondOpinion::Skipped { .. } => "second opinion skipped".to_owned(),
    });
    let reports: Vec<_> = step
        .reports
        .iter()
        .map(|attached| {
            let Report { state, verdict, name, .. } = &attached.report;
            match state.label(verdict.as_deref()) {
                Some(label) => view! { <Badge tone=Tone::from(*state) label/> }.into_any(),
                None => view! { <Tag label=name.to_lowercase()/> }.into_any(),
            }
        })
        .collect();
    view! {
        <tr class="chain__step" class:is-chosen=is_chosen id=format!("step-{number}")>
            <td class="table__number"><span class="table__label">"#"</span>{number.to_string()}</td>
            <td>
                {badge}
                {step.is_blocked.then(|| view! { " "<Badge tone=Tone::Quarantined label="blocked"/> })}
            </td>
            <td>
                <a class="mono" href=href aria-current=is_chosen.then_some("true") data-in-place="" data-step=number.to_string() data-at-hand=(at_hand == Some(number)).then_some("")>
                    {step.action.as_deref().map_or_else(|| "no action".into_any(), visible)}
                </a>
                <span class="faint chain-step__note">{step.model}</span>
            </td>
            <td><span class="table__label">"Waits for "</span>{waits}{none}</td>
            <td>
                {result}
                <p class="facts">
                    {reports}
                    {opinion}
                    {(step.starts > 1).then(|| format!("begun {} times", step.starts))}
                </p>
            </td>
            <td>
                <span class="table__label">"Took "</span>
                {took}
            </td>
        </tr>
    }
}
