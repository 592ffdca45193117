//! The viewer: what was asked, the steps and what each waits for, and what each does.

use leptos::prelude::*;

use super::{ChainCompilation, StepDescription};
use crate::chain::StepTable;
use crate::ui::visible::visible;
use crate::ui::{Fact, Facts, Inline, Masthead, Unread, ViewContext, Viewer, paged};

impl Viewer for ChainCompilation {
    fn view(&self, context: &ViewContext) -> AnyView {
        view! { <ChainCompilationViewer chain=self.clone() context=context.clone()/> }.into_any()
    }
}

#[component]
pub fn ChainCompilationViewer(chain: ChainCompilation, context: ViewContext) -> impl IntoView {
    let is_unread = chain == ChainCompilation { title: chain.title.clone(), ..ChainCompilation::default() };
    let body = if is_unread {
        view! { <Unread/> }.into_any()
    } else {
        view! {
            <Facts>
                <Fact label="Request" value=chain.request field="request"/>
                <Fact label="Source" value=chain.source field="source"/>
                <Fact label="Execution" value=chain.execution field="execution"/>
            </Facts>
            <StepTable steps=chain.steps context=context.clone()/>
            {(!chain.step_descriptions.is_empty()).then(|| view! { <Descriptions descriptions=chain.step_descriptions context/> })}
        }
        .into_any()
    };
    view! {
        <article class="chain">
            <Masthead kind="Chain" title=chain.title field="title"/>
            {body}
        </article>
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
        <section class="section" aria-label="What each step does" data-field="stepDescriptions">
            <h2 class="section__title">"What each step does"</h2>
            {pages}
            <ol class="flags card">{items}</ol>
        </section>
    }
}
