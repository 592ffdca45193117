//! The viewer: which step begins, and who takes it.

use std::ops::Range;

use super::ExecutionStart;
use crate::ui::prelude::*;

/// From the year 2000 up to 2100, in milliseconds.
const PLAUSIBLE: Range<i64> = 946_684_800_000..4_102_444_800_000;

impl Viewer for ExecutionStart {
    fn view(self, _context: ViewContext) -> impl IntoView {
        let time = self.timestamp.map(|timestamp| {
            // Seconds, or a number that is no time at all, would be shown as a wrong day.
            let moment = i64::try_from(timestamp).ok().filter(|time| PLAUSIBLE.contains(time));
            let shown = moment.map(|milliseconds| view! { <Moment milliseconds/> " · " });
            view! { <p class="faint">"at " {shown} <span data-field="timestamp">{timestamp}</span> " ms"</p> }
        });
        let title = self.title.map(|title| {
            view! { <span>" of " <span data-field="title">{visible(&title)}</span></span> }
        });
        let written = self.step.step_number_as_written.map(|written| {
            view! { <span>" (" <span data-field="stepNumberAsWritten">{visible(&written).into_owned()}</span> ")"</span> }
        });
        view! {
            <article>
                <div class="masthead card card--padded">
                    <div class="masthead__words">
                        <p class="masthead__kind">"Step " <span data-field="stepNumber">{self.step.step_number}</span> {written} {title}</p>
                        <p class="masthead__title mono" data-field="action">
                            {self.action.as_deref().map(visible)}
                        </p>
                        {time}
                    </div>
                    <div class="masthead__figures">
                        <span data-field="model">{self.model.as_deref().map(visible)}</span>
                        <Badge tone=Tone::Info label="begins"/>
                    </div>
                </div>
            </article>
        }
    }
}
