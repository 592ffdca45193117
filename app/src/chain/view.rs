//! A chain as a table: how far each step is, who does it, and what it waits for.

use super::next_step::NextStep;
use super::status::StepStatus;
use super::step::ChainStep;
use crate::text::Span;
use crate::ui::prelude::*;

#[component]
fn StatusBadge(status: Option<StepStatus>, field: &'static str) -> impl IntoView {
    let tone = status.as_ref().and_then(StepStatus::progress).map_or(Tone::Other, Tone::from);
    match status {
        Some(status) => view! { <Badge tone label=status.as_str() field/> }.into_any(),
        None => view! { <Badge tone label="no status"/> }.into_any(),
    }
}

/// What comes after a step, as its announcement has it.
pub fn next_step(next: NextStep) -> AnyView {
    match next {
        NextStep::Step(number) => {
            view! { <p class="faint">"continues to step " <span data-field="nextStep">{number}</span></p> }
                .into_any()
        }
        NextStep::Done(_) => {
            view! { <p class="faint">"then " <span data-field="nextStep">"Done"</span></p> }.into_any()
        }
    }
}

/// A row of the table.
pub trait ShownStep {
    /// The columns: number, status, action, and others.
    const COLUMNS: &'static [&'static str];

    /// The step's number, status and action, and the other cells.
    fn cells(self) -> (Option<u32>, Option<StepStatus>, Option<String>, AnyView);
}

#[component]
pub fn StepTable<S: ShownStep + 'static>(
    steps: Vec<S>,
    context: ViewContext,
    /// What is above the rows.
    #[prop(optional)]
    above: Option<AnyView>,
) -> impl IntoView {
    let count = steps.len();
    if count == 0 {
        return view! { <p class="card card--padded faint" data-field="steps">"No steps are stated."</p> }
            .into_any();
    }
    let of_step = |(index, step)| row(index as u32, step, &context);
    let (pages, rows) = paged(steps, "Pages of steps", &context, of_step);
    view! {
        <Section title="Steps" field="steps" count>
            <div class="card scroll-x" tabindex="0">
                {above}
                {pages}
                <Table columns=S::COLUMNS rows unseen="Source" class="table chain__steps"/>
            </div>
        </Section>
    }
    .into_any()
}

fn row<S: ShownStep>(index: u32, step: S, context: &ViewContext) -> AnyView {
    let place = context.place("steps", Some(index));
    let (number, status, action, others) = step.cells();
    view! {
        <tr class="chain__step" data-span=place.map(data_span) data-stop>
            <td class="table__number" data-field="steps[].stepNumber">{number}</td>
            <td>
                <StatusBadge status field="steps[].status"/>
            </td>
            <td class="mono" data-field="steps[].action">{action.as_deref().map(visible)}</td>
            {others}
            <td>{source_link(place, context)}</td>
        </tr>
    }
    .into_any()
}

impl ShownStep for ChainStep {
    const COLUMNS: &'static [&'static str] = &["#", "Status", "Action", "Model", "Waits for", "Key inputs"];

    fn cells(self) -> (Option<u32>, Option<StepStatus>, Option<String>, AnyView) {
        let others = view! {
            <td data-field="steps[].model">{self.model.as_deref().map(visible)}</td>
            <td>{waits(self.waits_for, self.waits_for_as_written)}</td>
            <td>
                <Inline text=self.key_inputs.unwrap_or_default() field="steps[].keyInputs"/>
                <OtherCells cells=self.other_cells field="steps[].otherCells"/>
            </td>
        };
        (self.step_number, self.status, self.action, others.into_any())
    }
}

fn waits(steps: Vec<u32>, as_written: Option<String>) -> impl IntoView {
    let (names, more) = few(steps, |step| view! { <span class="chain__wait">"#"{step}</span> });
    let none =
        (names.is_empty() && as_written.is_none()).then(|| view! { <span class="faint">"nothing"</span> });
    view! {
        <span data-field="steps[].waitsFor">{names}{more}{none}</span>
        {as_written.map(|written| view! { <span data-field="steps[].waitsForAsWritten">{visible(&written)}</span> })}
    }
}

/// A link to a row in the source.
fn source_link(place: Option<Span>, context: &ViewContext) -> Option<impl IntoView + use<>> {
    place.map(|place| {
        let (line, href) = context.line(place);
        view! { <a class="chain__source" href=href data-jump title="Its place in the text">"line "{line}</a> }
    })
}
