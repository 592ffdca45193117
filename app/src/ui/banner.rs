use leptos::prelude::*;

use crate::severity::Severity;
use crate::ui::icon::Glyph;
use crate::ui::tone::Tone;

/// A sentence that concerns the whole page.
#[component]
pub fn Banner(severity: Severity, children: Children) -> impl IntoView {
    view! {
        <div class=format!("banner banner--{severity}") role="status">
            <Glyph icon=Tone::from(severity).icon()/>
            {children()}
        </div>
    }
}
