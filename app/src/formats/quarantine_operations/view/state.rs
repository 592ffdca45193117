//! Whether a target is blocked: in a badge, in a sentence, and until when.

use super::super::{QuarantineOperations, Shape};
use crate::diagnostic::Severity;
use crate::ui::prelude::*;
use crate::ui::{QuarantineCountdown, RequestTime};

/// Shows what is blocked and for how long, or that it is released. `field` is the field of the target's type, `until`
/// the time at which the quarantine expires, if known: milliseconds since 1970.
pub(super) fn badge(
    target_type: Option<&str>,
    is_release: bool,
    field: &'static str,
    until: Option<i64>,
) -> AnyView {
    let target_type = target_type.unwrap_or("target").to_owned();
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

/// Returns `true` if that time is past at the time of the request, which the text alone can't tell.
pub(super) fn is_over(until: Option<i64>) -> bool {
    until.zip(RequestTime::milliseconds()).is_some_and(|(until, now)| until <= now)
}

pub(super) fn lifetime(until: Option<i64>) -> Option<impl IntoView + use<>> {
    until.map(|milliseconds| {
        let (before, after) = match is_over(until) {
            true => ("Ended by itself on ", "."),
            false => ("Ends by itself on ", ", unless it is released before."),
        };
        view! {
            <p class="quarantine__end card card--padded">
                <Glyph icon=Icon::Live/>
                <span>{before} <Moment milliseconds/> {after}</span>
            </p>
        }
    })
}

/// Describes in a sentence what changed for anyone who works on the target.
pub(super) fn notification(report: &QuarantineOperations) -> impl IntoView + use<> {
    let (severity, before, after) = match report.shape {
        Shape::Release => (Severity::Info, "The ", " may run new steps again."),
        Shape::Record | Shape::List if is_over(report.ends_ms()) => {
            (Severity::Info, "The quarantine of the ", " has expired: it may run new steps again.")
        }
        Shape::Record | Shape::List => {
            (Severity::Warning, "The ", " runs no new steps until it is released.")
        }
    };
    let target_type = visible(report.target_type.as_ref().map_or("target", |word| word.as_str()));
    let id = visible(report.target_id.as_deref().unwrap_or_default());
    view! {
        <Banner severity>
            <p class="banner__text">{before} {target_type} " " <strong>{id}</strong> {after}</p>
        </Banner>
    }
}
