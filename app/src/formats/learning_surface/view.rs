//! The viewer: the issue as its title, then why it came about and what would prevent it.

use super::LearningSurface;
use crate::ui::prelude::*;

impl Viewer for LearningSurface {
    fn view(self, context: ViewContext) -> impl IntoView {
        if self == LearningSurface::default() {
            return view! { <Unread/> }.into_any();
        }
        let facts = context.facts([
            ("Why", "rootCause", self.root_cause),
            ("Suggested", "suggestedFix", self.suggested_fix),
            ("From", "fromAction", self.from_action),
            ("Model", "fromModel", self.from_model),
        ]);
        view! {
            <article>
                <Masthead kind="Learning" title=self.issue field="issue"/>
                {facts}
            </article>
        }
        .into_any()
    }
}
