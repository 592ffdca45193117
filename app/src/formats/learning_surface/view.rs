//! The viewer: the issue as its title, then why it came about and what would prevent it.

use leptos::prelude::*;

use super::LearningSurface;
use crate::ui::{Fact, Facts, Masthead, Unread, ViewContext, Viewer};

impl Viewer for LearningSurface {
    fn view(&self, context: &ViewContext) -> AnyView {
        view! { <LearningSurfaceViewer learning=self.clone() context=context.clone()/> }.into_any()
    }
}

#[component]
pub fn LearningSurfaceViewer(learning: LearningSurface, context: ViewContext) -> impl IntoView {
    if learning == LearningSurface::default() {
        return view! { <Unread/> }.into_any();
    }
    let places = context.clone();
    let place = move |field| places.place(field, None);
    view! {
        <article class="learning-surface">
            <Masthead kind="Learning" title=learning.issue field="issue"/>
            <Facts>
                <Fact label="Why" field="rootCause" value=learning.root_cause place=place("rootCause")/>
                <Fact
                    label="Suggested"
                    field="suggestedFix"
                    value=learning.suggested_fix
                    place=place("suggestedFix")
                />
                <Fact label="From" field="fromAction" value=learning.from_action place=place("fromAction")/>
                <Fact label="Model" field="fromModel" value=learning.from_model place=place("fromModel")/>
            </Facts>
        </article>
    }
    .into_any()
}
