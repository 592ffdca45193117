//! The viewer: what was learned, from the problem to what prevents it.

use super::LearningEntry;
use crate::reading::normal;
use crate::ui::prelude::*;

impl Viewer for LearningEntry {
    fn view(self, context: ViewContext) -> impl IntoView {
        let (entry, context) = (self, &context);
        let status = entry.status.map(|status| {
            let tone = if normal(&status).starts_with("closed") { Tone::Pass } else { Tone::Unknown };
            view! { <Badge tone label=status field="status"/> }
        });
        let facts = [
            ("When it happens", "context", entry.context),
            ("What goes wrong", "issue", entry.issue),
            ("Why", "rootCause", entry.root_cause),
            ("What prevents it", "fix", entry.fix),
            ("Date", "date", entry.date),
            ("Source", "source", entry.source),
        ];
        let from = entry.from.map(|from| ("From", "from", Some(from)));
        let facts = context.facts(facts.into_iter().chain(from));
        view! {
            <article class="learning-entry">
                <Masthead kind="Learning" title=entry.title field="title">
                    {entry.id.map(|id| view! { <span data-field="id"><Tag label=id/></span> })}
                    {entry.action_type.map(|action| view! { <code data-field="actionType">{visible(&action)}</code> })}
                    {status}
                </Masthead>
                {facts}
            </article>
        }
    }
}
