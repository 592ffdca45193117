//! The viewer: how the chain ended, what each step brought, and what was learned.

use super::{CompletedStep, ExecutionComplete};
use crate::chain::{ShownStep, StepStatus, StepTable};
use crate::format::prelude::*;
use crate::ui::prelude::*;

impl Viewer for ExecutionComplete {
    fn view(self, context: ViewContext) -> impl IntoView {
        let state = (Self::SUMMARY)(&self).state;
        let label = match state {
            State::Passed => "all steps settled",
            State::Failed => "a step failed",
            _ => "not all settled",
        };
        let is_unread =
            self == ExecutionComplete { title: self.title.clone(), ..ExecutionComplete::default() };
        let figures = (!is_unread).then(|| view! { <Badge tone=Tone::from(state) label/> });
        let body = if is_unread {
            view! { <Unread/> }.into_any()
        } else {
            view! { <Scope execution=self.clone() context/> }.into_any()
        };
        view! {
            <article>
                <Masthead kind="Chain, done" title=self.title field="title">
                    {figures}
                </Masthead>
                {body}
            </article>
        }
    }
}

#[component]
fn Scope(execution: ExecutionComplete, context: ViewContext) -> impl IntoView {
    let logs = execution.logs_path.map(|path| format!("`{path}`"));
    let claims = [
        ("Total", "totalSteps", execution.total_steps),
        ("Completed", "completedSteps", execution.completed_steps),
        ("Failed", "failedSteps", execution.failed_steps),
    ];
    let claims = claims
        .into_iter()
        .filter_map(|(label, field, claimed)| Some((label, field, Some(claimed?.to_string()))));
    let facts = [("Learnings", "learnings", execution.learnings), ("Logs", "logsPath", logs)];
    let facts = context.facts(facts.into_iter().chain(claims));
    let bars = bars(&execution.steps).into_any();
    view! {
        <StepTable above=bars steps=execution.steps context/>
        {facts}
    }
}

/// How many steps ended how, as one bar.
fn bars(steps: &[CompletedStep]) -> impl IntoView + use<> {
    let count = |wanted| steps.iter().filter(|step| step.progress() == Some(wanted)).count() as f64;
    let parts = vec![
        ("completed", "pass", count(Progress::Completed)),
        ("failed", "fail", count(Progress::Failed)),
        ("skipped", "other", count(Progress::Skipped)),
    ];
    view! { <Bars parts of=steps.len() as f64/> }
}

impl ShownStep for CompletedStep {
    const COLUMNS: &'static [&'static str] = &["#", "Status", "Action", "Result"];

    fn cells(self) -> (Option<u32>, Option<StepStatus>, Option<String>, AnyView) {
        let others = view! {
            <td>
                <Inline text=self.result.unwrap_or_default() field="steps[].result"/>
                <OtherCells cells=self.other_cells field="steps[].otherCells"/>
            </td>
        };
        (self.step_number, self.status, self.action, others.into_any())
    }
}
