//! The viewer: how the chain ended, what each step brought, and what was learned.

use leptos::prelude::*;

use super::{CompletedStep, ExecutionComplete};
use crate::chain::{StatusBadge, source_link};
use crate::document::Outcome;
use crate::format::Format;
use crate::moves::Progress;
use crate::ui::linking::data_span;
use crate::ui::size::grouped;
use crate::ui::visible::visible;
use crate::ui::{
    Badge, Bars, Fact, Facts, Inline, Masthead, OtherCells, Table, Tone, Unread, ViewContext, Viewer, paged,
};

impl Viewer for ExecutionComplete {
    fn view(&self, context: &ViewContext) -> AnyView {
        view! { <ExecutionCompleteViewer execution=self.clone() context=context.clone()/> }.into_any()
    }
}

#[component]
pub fn ExecutionCompleteViewer(execution: ExecutionComplete, context: ViewContext) -> impl IntoView {
    let outcome = Format::summary(&execution).outcome;
    let label = match outcome {
        Outcome::Pass => "all steps settled",
        Outcome::Fail => "a step failed",
        Outcome::Unknown => "not all settled",
    };
    let is_unread =
        execution == ExecutionComplete { title: execution.title.clone(), ..ExecutionComplete::default() };
    let figures = (!is_unread).then(|| view! { <Badge tone=Tone::from(outcome) label/> });
    let body = if is_unread {
        view! { <Unread/> }.into_any()
    } else {
        view! { <Scope execution=execution.clone() context/> }.into_any()
    };
    view! {
        <article class="chain">
            <Masthead kind="Chain, done" title=execution.title field="title">
                {figures}
            </Masthead>
            {body}
        </article>
    }
}

#[component]
fn Scope(execution: ExecutionComplete, context: ViewContext) -> impl IntoView {
    let places = context.clone();
    let place = move |field| places.place(field, None);
    let claims = [
        ("Total", "totalSteps", execution.total_steps),
        ("Completed", "completedSteps", execution.completed_steps),
        ("Failed", "failedSteps", execution.failed_steps),
    ];
    let claim = |(label, field, claimed): (&'static str, &'static str, Option<u32>)| {
        claimed.map(|claimed| view! { <Fact label field value=claimed.to_string() place=place(field)/> })
    };
    let claims = claims.map(claim);
    let logs = execution.logs_path.map(|path| format!("`{path}`"));
    let facts = view! {
        <Facts>
            <Fact label="Learnings" field="learnings" value=execution.learnings place=place("learnings")/>
            <Fact label="Logs" field="logsPath" value=logs place=place("logsPath")/>
            {claims}
        </Facts>
    };
    view! {
        <Results steps=execution.steps context=context.clone()/>
        {facts}
    }
}

#[component]
fn Results(steps: Vec<CompletedStep>, context: ViewContext) -> impl IntoView {
    let count = steps.len();
    if count == 0 {
        return view! { <p class="card card--padded faint" data-field="steps">"No steps are stated."</p> }
            .into_any();
    }
    let bars = bars(&steps);
    let of_step = |(index, step)| row(index as u32, step, &context);
    let (pages, rows) = paged(steps, "Pages of steps", &context, of_step);
    view! {
        <section class="section" aria-label="Steps" data-field="steps">
            <h2 class="section__title">"Steps" <span class="section__count">{grouped(count as u64)}</span></h2>
            <div class="card scroll-x" tabindex="0">
                {bars}
                {pages}
                <Table columns=&["#", "Status", "Action", "Result"] rows unseen="Source" class="table chain__steps"/>
            </div>
        </section>
    }
    .into_any()
}

/// How many steps ended how, as one bar.
fn bars(steps: &[CompletedStep]) -> impl IntoView + use<> {
    let count = |wanted: Progress| steps.iter().filter(|step| step.progress() == Some(wanted)).count() as f64;
    let parts = vec![
        ("completed", "pass", count(Progress::Completed)),
        ("failed", "fail", count(Progress::Failed)),
        ("skipped", "other", count(Progress::Skipped)),
    ];
    view! { <Bars parts of=steps.len() as f64/> }
}

fn row(index: u32, step: CompletedStep, context: &ViewContext) -> impl IntoView + use<> {
    let place = context.place("steps", Some(index));
    view! {
        <tr class="chain__step" data-span=place.map(data_span) data-stop>
            <td class="table__number" data-field="steps[].stepNumber">{step.step_number}</td>
            <td>
                <StatusBadge status=step.status field="steps[].status"/>
            </td>
            <td class="mono" data-field="steps[].action">{step.action.as_deref().map(visible)}</td>
            <td>
                <Inline text=step.result.unwrap_or_default() field="steps[].result"/>
                <OtherCells cells=step.other_cells field="steps[].otherCells"/>
            </td>
            <td>{source_link(place, context)}</td>
        </tr>
    }
}
