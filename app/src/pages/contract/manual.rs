//! The manual of a format: what the contract asks, and what is read all the same.

use crate::diagnostic::RuleSet;
use crate::format::Spec;
use crate::ui::prelude::*;

pub(super) fn part(spec: &'static Spec) -> AnyView {
    let shared = |set: &&'static RuleSet| {
        view! {
            <details>
                <summary>{set.title}" ("{set.rules.len()}")"</summary>
                <Markdown text=set.manual/>
            </details>
        }
    };
    view! {
        <section class="card card--padded contract__manual" aria-label="Manual">
            <Markdown text=spec.manual/>
            <p>
                "An error breaks the contract. A warning is a deviation that was understood. An info needs no action. "
                "Each example shows a change to the complete document that triggers the rule. "
                "A field that the document does not state is null or an empty list."
            </p>
            {spec.sets.iter().map(shared).collect_view()}
        </section>
    }
    .into_any()
}
