use leptos::prelude::*;

use super::super::{LearningEntry, Prevention};
use crate::ui::visible::visible;
use crate::ui::{Fact, Facts, ViewContext};

/// How it is kept from coming back, and what is to be learned of it.
#[component]
pub(super) fn PreventionPanel(prevention: Prevention, context: ViewContext) -> impl IntoView {
    let places = context.clone();
    let place = move |field| places.place(field, None);
    view! {
        <section class="section" aria-label="Prevention" data-field="prevention">
            <h2 class="section__title">"Prevention"</h2>
            <Facts>
                <Fact
                    label="At once"
                    field="prevention.immediate"
                    value=prevention.immediate
                    place=place("prevention.immediate")
                />
                <Fact
                    label="In the long run"
                    field="prevention.longTerm"
                    value=prevention.long_term
                    place=place("prevention.longTerm")
                />
            </Facts>
            <Learning entry=prevention.learning_entry context/>
        </section>
    }
}

#[component]
fn Learning(entry: LearningEntry, context: ViewContext) -> impl IntoView {
    let place = move |field| context.place(field, None);
    let heading = |field: &'static str, value: Option<String>| {
        value.map(|value| view! { <span data-field=field>{visible(&value)}</span> })
    };
    view! {
        <div class="learning-entry card" data-field="prevention.learningEntry">
            <p class="learning-entry__head">
                <span class="learning-entry__id">
                    {heading("prevention.learningEntry.id", entry.id)}
                </span>
                <span class="learning-entry__title">
                    {heading("prevention.learningEntry.title", entry.title)}
                </span>
                <span class="faint">{heading("prevention.learningEntry.date", entry.date)}</span>
            </p>
            <Facts>
                <Fact
                    label="Root cause"
                    field="prevention.learningEntry.rootCause"
                    value=entry.root_cause
                    place=place("prevention.learningEntry.rootCause")
                />
                <Fact
                    label="Fix"
                    field="prevention.learningEntry.fix"
                    value=entry.fix
                    place=place("prevention.learningEntry.fix")
                />
                <Fact
                    label="Prevention"
                    field="prevention.learningEntry.prevention"
                    value=entry.prevention
                    place=place("prevention.learningEntry.prevention")
                />
            </Facts>
        </div>
    }
}
