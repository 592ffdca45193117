//! The viewer: the step, what it brought, and which comes next.

use super::StepCompletion;
use crate::chain::next_step;
use crate::ui::prelude::*;

impl Viewer for StepCompletion {
    fn view(self, _context: ViewContext) -> impl IntoView {
        let next = match self.next_step {
            Some(next) => next_step(next),
            None => view! { <p class="faint">"does not say what comes next"</p> }.into_any(),
        };
        let result = self.result.map(|result| view! { <Inline text=result field="result"/> });
        let written = self.step.step_number_as_written.map(|written| {
            view! { <span class="faint">" (" <span data-field="stepNumberAsWritten">{visible(&written).into_owned()}</span> ")"</span> }
        });
        let (tone, ended) = match self.ended_as_written.as_deref() {
            Some("failed") => (Tone::Fail, "failed"),
            Some(_) => (Tone::Info, "skipped"),
            None => (Tone::Pass, "complete"),
        };
        let field = (ended != "complete").then_some("endedAsWritten");
        let (signals, more) = few(self.signals, |signal| view! { <Tag label=signal/> });
        view! {
            <article>
                <div class="masthead card card--padded">
                    <div class="masthead__words">
                        <p class="masthead__kind">
                            "Step " <span data-field="stepNumber">{self.step.step_number}</span> {written} " " {ended} ": "
                            <span class="mono" data-field="action">{self.action.as_deref().map(visible)}</span>
                        </p>
                        <p class="masthead__title">{stated(result, "No result is stated.")}</p>
                        {next}
                    </div>
                    <div class="masthead__figures">
                        <span data-field="signals">{signals} {more}</span>
                        <span data-field=field><Badge tone label=ended/></span>
                    </div>
                </div>
            </article>
        }
    }
}
