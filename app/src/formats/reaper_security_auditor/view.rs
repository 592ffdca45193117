//! The viewer: what happens next, and what must be fixed first.

use super::ReaperSecurityAuditor;
use crate::gate::view::{Commands, Sentences, gate_view};
use crate::ui::prelude::*;

impl Viewer for ReaperSecurityAuditor {
    fn view(self, context: ViewContext) -> impl IntoView {
        let answer = self.answer.clone();
        let before = self.risk_level.map(|level| view! {
            <p class="gate-verdict__command">"Risk: " <strong data-field="risk_level">{visible(&level)}</strong></p>
        });
        let after = view! {
            <Sentences title="Warnings" field="warnings" items=self.warnings context=context.clone()/>
            <Sentences title="Files modified" field="files_modified" items=answer.files_modified context=context.clone()/>
            <Commands commands=answer.commands_executed context=context.clone()/>
        };
        gate_view(&self.answer, before, after, &context)
    }
}
