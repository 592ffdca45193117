//! The viewer: what happens next, and what must be fixed first.

use leptos::prelude::*;

use super::ReaperSecurityAuditor;
use crate::gate::view::{Commands, GateBanner, OtherFields, RedFlags, Sentences, Statements};
use crate::ui::ViewContext;
use crate::ui::Viewer;
use crate::ui::visible::visible;

impl Viewer for ReaperSecurityAuditor {
    fn view(self, context: ViewContext) -> AnyView {
        let answer = self.answer;
        view! {
            <article class="gate-verdict">
                <GateBanner answer=answer.clone()/>
                <RedFlags answer=answer.clone()/>
                <Statements answer=answer.clone()/>
                {self.risk_level.map(|level| view! {
                    <p class="gate-verdict__command">"Risk: " <strong data-field="risk_level">{visible(&level)}</strong></p>
                })}
                <Sentences
                    title="What blocks"
                    field="blocking_issues"
                    items=answer.blocking_issues
                    context=context.clone()
                    none="Nothing blocks."
                />
                <Sentences title="Warnings" field="warnings" items=self.warnings context=context.clone()/>
                <Sentences title="Files modified" field="files_modified" items=answer.files_modified context=context.clone()/>
                <Commands commands=answer.commands_executed context/>
                <OtherFields fields=answer.other_fields/>
            </article>
        }.into_any()
    }
}
