use leptos::prelude::*;

use super::super::{QuarantineOperations, Shape};
use super::lifetime::is_over;
use crate::diagnostic::Severity;
use crate::ui::Banner;
use crate::ui::visible::visible;

/// What changed for whoever works on the target, in a sentence.
#[component]
pub(super) fn QuarantineNotification(report: QuarantineOperations) -> impl IntoView {
    let is_over = is_over(report.ends_ms());
    let target_type = report.target_type.as_ref().map_or("target", |word| word.as_str()).to_owned();
    let id = report.target_id.unwrap_or_default();
    let target = view! { {visible(&target_type)} " " <strong>{visible(&id)}</strong> };
    match report.shape {
        Shape::Release => view! {
            <Banner severity=Severity::Info>
                <p class="banner__text">"The " {target} " may run new steps again."</p>
            </Banner>
        }
        .into_any(),
        Shape::Record | Shape::List if is_over => view! {
            <Banner severity=Severity::Info>
                <p class="banner__text">
                    "The quarantine of the " {target} " has expired: it may run new steps again."
                </p>
            </Banner>
        }
        .into_any(),
        Shape::Record | Shape::List => view! {
            <Banner severity=Severity::Warning>
                <p class="banner__text">"The " {target} " runs no new steps until it is released."</p>
            </Banner>
        }
        .into_any(),
    }
}
