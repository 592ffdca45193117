//! The viewer: which step, and why nobody looked a second time.

use leptos::prelude::*;

use super::SecondOpinionSkip;
use crate::ui::{Badge, Inline, Tone, ViewContext, Viewer};

impl Viewer for SecondOpinionSkip {
    fn view(self, _context: ViewContext) -> AnyView {
        let reason = match self.skip_reason {
            Some(reason) => view! { <Inline text=reason field="skipReason"/> }.into_any(),
            None => view! { <span class="faint">"No reason is stated."</span> }.into_any(),
        };
        view! {
            <article class="chain">
                <div class="masthead card card--padded">
                    <div class="masthead__words">
                        <p class="masthead__kind">
                            "Step " <span data-field="stepNumber">{self.step_number}</span> ", second opinion"
                        </p>
                        <p class="masthead__title">{reason}</p>
                    </div>
                    <div class="masthead__figures">
                        <Badge tone=Tone::Other label="skipped"/>
                    </div>
                </div>
            </article>
        }
        .into_any()
    }
}
