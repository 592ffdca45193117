//! The viewer: what was learned, from the problem to what prevents it.

use leptos::prelude::*;

use super::LearningEntry;
use crate::reading::normal;
use crate::ui::visible::visible;
use crate::ui::{Badge, Fact, Facts, Masthead, Tag, Tone, ViewContext, Viewer};

impl Viewer for LearningEntry {
    fn view(&self, context: &ViewContext) -> AnyView {
        view! { <LearningEntryViewer entry=self.clone() context=context.clone()/> }.into_any()
    }
}

#[component]
pub fn LearningEntryViewer(entry: LearningEntry, context: ViewContext) -> impl IntoView {
    let places = context.clone();
    let place = move |field| places.place(field, None);
    let status = entry.status.map(|status| {
        let tone = if normal(&status).starts_with("closed") { Tone::Pass } else { Tone::Unknown };
        view! { <Badge tone label=status field="status"/> }
    });
    view! {
        <article class="learning-entry">
            <Masthead kind="Learning" title=entry.title field="title">
                {entry.id.map(|id| view! { <span data-field="id"><Tag label=id/></span> })}
                {entry.action_type.map(|action| view! { <code data-field="actionType">{visible(&action)}</code> })}
                {status}
            </Masthead>
            <Facts>
                <Fact label="When it happens" field="context" value=entry.context place=place("context")/>
                <Fact label="What goes wrong" field="issue" value=entry.issue place=place("issue")/>
                <Fact label="Why" field="rootCause" value=entry.root_cause place=place("rootCause")/>
                <Fact label="What prevents it" field="fix" value=entry.fix place=place("fix")/>
                <Fact label="Date" field="date" value=entry.date place=place("date")/>
                <Fact label="Source" field="source" value=entry.source place=place("source")/>
                {entry.from.map(|from| view! {
                    <Fact label="From" field="from" value=Some(from) place=place("from")/>
                })}
            </Facts>
        </article>
    }
}
