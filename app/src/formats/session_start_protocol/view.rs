//! The viewer: the project, and how much of everything was loaded.

use super::SessionStartProtocol;
use crate::reading::Figure;
use crate::ui::prelude::*;

impl Viewer for SessionStartProtocol {
    fn view(self, context: ViewContext) -> impl IntoView {
        if self == SessionStartProtocol::default() {
            return view! { <Unread/> }.into_any();
        }
        let count = |count: Option<Figure>| count.map(|count| count.to_string());
        let facts = context.facts([
            ("Contexts", "contexts", self.contexts),
            ("Flows", "flowCount", count(self.flow_count)),
            ("Actions", "actionCount", count(self.action_count)),
            ("Past executions", "pastExecutionCount", count(self.past_execution_count)),
        ]);
        view! {
            <article>
                <Masthead kind="Session started" title=self.project_name field="projectName"/>
                {facts}
            </article>
        }
        .into_any()
    }
}
