//! The viewer: the step, what it brought, and which comes next.

use leptos::prelude::*;

use super::StepCompletion;
use crate::chain::NextStep;
use crate::ui::ViewContext;
use crate::ui::visible::visible;
use crate::ui::{Badge, Inline, Tag, Tone, Viewer, few};

impl Viewer for StepCompletion {
    fn view(self, _context: ViewContext) -> AnyView {
        let next = match self.next_step {
            Some(NextStep::Step(number)) => {
                view! { <p class="faint">"continues to step " <span data-field="nextStep">{number}</span></p> }
                    .into_any()
            }
            Some(NextStep::Done(_)) => {
                view! { <p class="faint">"then " <span data-field="nextStep">"Done"</span></p> }.into_any()
            }
            None => view! { <p class="faint">"does not say what comes next"</p> }.into_any(),
        };
        let result = match self.result {
            Some(result) => view! { <Inline text=result field="result"/> }.into_any(),
            None => view! { <span class="faint">"No result is stated."</span> }.into_any(),
        };
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
            <article class="chain">
                <div class="masthead card card--padded">
                    <div class="masthead__words">
                        <p class="masthead__kind">
                            "Step " <span data-field="stepNumber">{self.step.step_number}</span> {written} " " {ended} ": "
                            <span class="mono" data-field="action">{self.action.as_deref().map(visible)}</span>
                        </p>
                        <p class="masthead__title">{result}</p>
                        {next}
                    </div>
                    <div class="masthead__figures">
                        <span data-field="signals">{signals} {more}</span>
                        <span data-field=field><Badge tone label=ended/></span>
                    </div>
                </div>
            </article>
        }.into_any()
    }
}
