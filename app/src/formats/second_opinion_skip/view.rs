//! The viewer: which step, and why nobody looked a second time.

use super::SecondOpinionSkip;
use crate::ui::prelude::*;

impl Viewer for SecondOpinionSkip {
    fn view(self, _context: ViewContext) -> impl IntoView {
        let reason = self.skip_reason.map(|reason| view! { <Inline text=reason field="skipReason"/> });
        view! {
            <article>
                <div class="masthead card card--padded">
                    <div class="masthead__words">
                        <p class="masthead__kind">
                            "Step " <span data-field="stepNumber">{self.step_number}</span> ", second opinion"
                        </p>
                        <p class="masthead__title">{stated(reason, "No reason is stated.")}</p>
                    </div>
                    <div class="masthead__figures">
                        <Badge tone=Tone::Other label="skipped"/>
                    </div>
                </div>
            </article>
        }
    }
}
