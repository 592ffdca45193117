//! The viewer: the project, and how much of everything was loaded.

use leptos::prelude::*;

use super::SessionStartProtocol;
use crate::reading::Figure;
use crate::ui::{Fact, Facts, Masthead, Unread, ViewContext, Viewer};

impl Viewer for SessionStartProtocol {
    fn view(self, context: ViewContext) -> AnyView {
        if self == SessionStartProtocol::default() {
            return view! { <Unread/> }.into_any();
        }
        let place = move |field| context.place(field, None);
        let count = |count: Option<Figure>| count.map(|count| count.to_string());
        view! {
            <article class="session-start-protocol">
                <Masthead kind="Session started" title=self.project_name field="projectName"/>
                <Facts>
                    <Fact label="Contexts" field="contexts" value=self.contexts place=place("contexts")/>
                    <Fact label="Flows" field="flowCount" value=count(self.flow_count) place=place("flowCount")/>
                    <Fact
                        label="Actions"
                        field="actionCount"
                        value=count(self.action_count)
                        place=place("actionCount")
                    />
                    <Fact
                        label="Past executions"
                        field="pastExecutionCount"
                        value=count(self.past_execution_count)
                        place=place("pastExecutionCount")
                    />
                </Facts>
            </article>
        }
        .into_any()
    }
}
