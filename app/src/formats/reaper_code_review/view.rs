//! The viewer: what happens next, what blocks, and what was looked at.

use super::ReaperCodeReview;
use crate::gate::view::{Commands, Sentences, gate_view};
use crate::ui::prelude::*;

impl Viewer for ReaperCodeReview {
    fn view(self, context: ViewContext) -> impl IntoView {
        let answer = self.answer.clone();
        let after = view! {
            <Sentences
                title="Outside of the scope"
                field="scope_violations"
                items=self.scope_violations
                context=context.clone()
                none="Nothing left the scope."
            />
            <Sentences title="Notes" field="non_blocking_notes" items=self.non_blocking_notes context=context.clone()/>
            {self.plan_coverage.map(|coverage| view! {
                <p class="gate-verdict__command">"Plan covered: " <strong data-field="plan_coverage">{visible(&coverage)}</strong></p>
            })}
            <Sentences title="Files reviewed" field="files_reviewed" items=self.files_reviewed context=context.clone()/>
            <Sentences title="Files modified" field="files_modified" items=answer.files_modified context=context.clone()/>
            <Commands commands=answer.commands_executed context=context.clone()/>
        };
        gate_view(&self.answer, (), after, &context)
    }
}
