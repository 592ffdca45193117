//! The viewer: which step begins, and who takes it.

use leptos::prelude::*;

use super::ExecutionStart;
use crate::ui::visible::visible;
use crate::ui::{Badge, Tone};

#[component]
pub fn ExecutionStartViewer(start: ExecutionStart) -> impl IntoView {
    let time = start.timestamp.map(|timestamp| {
        view! { <p class="faint">"at " <span data-field="timestamp">{timestamp}</span> " ms"</p> }
    });
    let title = start.title.map(|title| {
        view! { <span>" of " <span data-field="title">{visible(&title)}</span></span> }
    });
    view! {
        <article class="chain">
            <div class="masthead card card--padded">
                <div class="masthead__words">
                    <p class="masthead__kind">"Step " <span data-field="stepNumber">{start.step_number}</span> {title}</p>
                    <p class="masthead__title mono" data-field="action">
                        {start.action}
                    </p>
                    {time}
                </div>
                <div class="masthead__figures">
                    <span data-field="model">{start.model}</span>
                    <Badge tone=Tone::Info label="begins"/>
                </div>
            </div>
        </article>
    }
}
