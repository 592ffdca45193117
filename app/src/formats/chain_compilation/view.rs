//! The viewer: what was asked, the steps and what each waits for, and what each does.

use super::{ChainCompilation, StepDescription};
use crate::chain::StepTable;
use crate::ui::prelude::*;

impl Viewer for ChainCompilation {
    fn view(self, context: ViewContext) -> impl IntoView {
        let is_unread = self == ChainCompilation { title: self.title.clone(), ..ChainCompilation::default() };
        let body = if is_unread {
            view! { <Unread/> }.into_any()
        } else {
            view! {
                <Facts>
                    <Fact label="Request" value=self.request field="request"/>
                    <Fact label="Source" value=self.source field="source"/>
                    <Fact label="Execution" value=self.execution field="execution"/>
                </Facts>
                <StepTable steps=self.steps context=context.clone()/>
                {(!self.step_descriptions.is_empty()).then(|| view! { <Descriptions descriptions=self.step_descriptions context/> })}
            }
            .into_any()
        };
        view! {
            <article>
                <Masthead kind="Chain" title=self.title field="title"/>
                {body}
            </article>
        }
    }
}

#[component]
fn Descriptions(descriptions: Vec<StepDescription>, context: ViewContext) -> impl IntoView {
    let item = |(_, step): (usize, StepDescription)| {
        view! {
            <li class="flag">
                <p class="flag__issue">
                    <span class="chain__wait" data-field="stepDescriptions[].stepNumber">
                        {step.step_number}
                    </span>
                    <span class="mono" data-field="stepDescriptions[].action">
                        {step.action.as_deref().map(visible)}
                    </span>
                </p>
                <p class="flag__reason">
                    <Inline text=step.description.unwrap_or_default() field="stepDescriptions[].description"/>
                </p>
            </li>
        }
    };
    let (pages, items) = paged(descriptions, "Pages of descriptions", &context, item);
    view! {
        <Section title="What each step does" field="stepDescriptions">
            {pages}
            <ol class="card">{items}</ol>
        </Section>
    }
}
