use leptos::prelude::*;

use crate::ui::visible::visible;
use crate::ui::{Glyph, Tone};

/// What is blocked, or free again.
#[component]
pub(super) fn QuarantineBadge(
    target_type: Option<String>,
    is_release: bool,
    /// The field that the kind of target is.
    field: &'static str,
) -> impl IntoView {
    let (tone, word) = if is_release { (Tone::Pass, " released") } else { (Tone::Fail, " blocked") };
    let target_type = target_type.unwrap_or_else(|| "target".to_owned());
    view! {
        <span class=format!("badge badge--{}", tone.as_str())>
            <Glyph icon=tone.icon()/>
            <span><span data-field=field>{visible(&target_type)}</span> {word}</span>
        </span>
    }
}
