//! The viewer: the issue as its title, then why it came about and what would prevent it.

use leptos::prelude::*;

use super::LearningSurface;
use crate::ui::{Fact, Facts, Masthead, Unread, ViewContext, Viewer};

impl Viewer for LearningSurface {
    fn view(self, context: ViewContext) -> AnyView {
        if self == LearningSurface::default() {
            return view! { <Unread/> }.into_any();
        }
        let places = context.clone();
        let place = move |field| places.place(field, None);
        view! {
            <article class="learning-surface">
                <Masthead kind="Learning" title=self.issue field="issue"/>
                <Facts>
                    <Fact label="Why" field="rootCause" value=self.root_cause place=place("rootCause")/>
                    <Fact
                        label="Suggested"
                        field="suggestedFix"
                        value=self.suggested_fix
                        place=place("suggestedFix")
                    />
                    <Fact label="From" field="fromAction" value=self.from_action place=place("fromAction")/>
                    <Fact label="Model" field="fromModel" value=self.from_model place=place("fromModel")/>
                </Facts>
            </article>
        }
        .into_any()
    }
}
