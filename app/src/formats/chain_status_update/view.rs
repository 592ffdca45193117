//! The viewer: what has changed, and how far each step is.

use super::ChainStatusUpdate;
use crate::chain::StepTable;
use crate::ui::prelude::*;

impl Viewer for ChainStatusUpdate {
    fn view(self, context: ViewContext) -> impl IntoView {
        let settled =
            self.steps.iter().filter_map(|step| step.progress()).filter(|status| status.is_settled());
        let progress = format!("{} of {} done", settled.count(), self.steps.len());
        let is_unread = self.changes.is_none() && self.steps.is_empty();
        let body = if is_unread {
            view! { <Unread/> }.into_any()
        } else {
            view! {
                {self.changes.map(|changes| view! {
                    <section class="card card--padded" aria-label="Changes">
                        <Markdown text=changes field="changes"/>
                    </section>
                })}
                <StepTable steps=self.steps context/>
            }
            .into_any()
        };
        view! {
            <article>
                <Masthead kind="Chain, updated" title=self.title field="title">
                    <Tag label=progress/>
                </Masthead>
                {body}
            </article>
        }
    }
}
