//! The viewer: what has changed, and how far each step is.

use leptos::prelude::*;

use super::ChainStatusUpdate;
use crate::chain::StepTable;
use crate::ui::{Markdown, Masthead, Tag, Unread, ViewContext, Viewer};

impl Viewer for ChainStatusUpdate {
    fn view(&self, context: &ViewContext) -> AnyView {
        view! { <ChainStatusUpdateViewer update=self.clone() context=context.clone()/> }.into_any()
    }
}

#[component]
pub fn ChainStatusUpdateViewer(update: ChainStatusUpdate, context: ViewContext) -> impl IntoView {
    let settled = update.steps.iter().filter_map(|step| step.progress()).filter(|status| status.is_settled());
    let progress = format!("{} of {} done", settled.count(), update.steps.len());
    let is_unread = update.changes.is_none() && update.steps.is_empty();
    let body = if is_unread {
        view! { <Unread/> }.into_any()
    } else {
        view! {
            {update.changes.map(|changes| view! {
                <section class="card card--padded" aria-label="Changes">
                    <Markdown text=changes field="changes"/>
                </section>
            })}
            <StepTable steps=update.steps context/>
        }
        .into_any()
    };
    view! {
        <article class="chain">
            <Masthead kind="Chain, updated" title=update.title field="title">
                <Tag label=progress/>
            </Masthead>
            {body}
        </article>
    }
}
