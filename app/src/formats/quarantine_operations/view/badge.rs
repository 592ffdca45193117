use leptos::prelude::*;

use crate::ui::visible::visible;
use crate::ui::{Glyph, QuarantineCountdown, RequestTime, Tone};

/// What is blocked and for how long yet, or free again.
#[component]
pub(super) fn QuarantineBadge(
    target_type: Option<String>,
    is_release: bool,
    /// The field that the kind of target is.
    field: &'static str,
    /// When the quarantine ends by itself, as far as that is known: milliseconds since 1970.
    until: Option<i64>,
) -> impl IntoView {
    let target_type = target_type.unwrap_or_else(|| "target".to_owned());
    let times = until.zip(RequestTime::milliseconds()).filter(|_| !is_release);
    if let Some((until, made)) = times {
        return view! { <QuarantineCountdown target_type field=field.to_owned() until made/> }.into_any();
    }
    let (tone, word) = if is_release { (Tone::Pass, " released") } else { (Tone::Fail, " blocked") };
    view! {
        <span class=format!("badge badge--{}", tone.as_str())>
            <Glyph icon=tone.icon()/>
            <span><span data-field=field>{visible(&target_type)}</span> {word}</span>
        </span>
    }
    .into_any()
}
