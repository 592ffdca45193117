//! The viewer: where the request goes, through which actions, how sure that is, and why.

use leptos::prelude::*;

use super::ContextRouting;
use crate::ui::linking::data_span;
use crate::ui::visible::visible;
use crate::ui::{Bars, Fact, Facts, Inline, Markdown, Masthead, Tag, Unread, ViewContext, Viewer, paged};

impl Viewer for ContextRouting {
    fn view(&self, context: &ViewContext) -> AnyView {
        view! { <ContextRoutingViewer routing=self.clone() context=context.clone()/> }.into_any()
    }
}

#[component]
pub fn ContextRoutingViewer(routing: ContextRouting, context: ViewContext) -> impl IntoView {
    let is_unread =
        routing == ContextRouting { request: routing.request.clone(), ..ContextRouting::default() };
    let figures = routing.context.clone().map(|context| {
        view! { <span class="routing__context" data-field="context">{visible(&context)}</span> }
    });
    let body = if is_unread {
        view! { <Unread/> }.into_any()
    } else {
        view! { <Body routing=routing.clone() context/> }.into_any()
    };
    view! {
        <article class="chain">
            <Masthead kind="Routing" title=routing.request field="request">
                {figures}
            </Masthead>
            {body}
        </article>
    }
}

#[component]
fn Body(routing: ContextRouting, context: ViewContext) -> impl IntoView {
    let places = context.clone();
    let place = move |field| places.place(field, None);
    let why = routing.explanation.map(|text| {
        let place = place("explanation").map(data_span);
        view! {
            <section class="section" aria-label="Why">
                <h2 class="section__title">"Why"</h2>
                <div class="card card--padded" data-span=place data-stop>
                    <Markdown text field="explanation"/>
                </div>
            </section>
        }
    });
    let confidence = routing.confidence.map(|confidence| view! { <Confidence confidence/> });
    let choice = routing.disambiguated.map(|disambiguated| {
        let label = if disambiguated { "a person chose" } else { "no choice was needed" };
        view! { <span data-field="disambiguated"><Tag label/></span> }
    });
    view! {
        <Facts>
            <Fact label="Flow" field="flow" value=routing.flow place=place("flow")/>
            <div class="fact">
                <dt>"Confidence"</dt>
                <dd class="routing__confidence">{confidence} {choice}</dd>
            </div>
        </Facts>
        <Actions actions=routing.actions as_written=routing.actions_as_written context=context.clone()/>
        {why}
    }
}

#[component]
fn Confidence(confidence: f64) -> impl IntoView {
    view! {
        <span class="routing__share" data-field="confidence">{confidence.to_string()}</span>
        <span class="routing__bar">
            <Bars parts=vec![("confidence", "info", confidence)] of=1.0/>
        </span>
    }
}

#[component]
fn Actions(actions: Vec<String>, as_written: Vec<String>, context: ViewContext) -> impl IntoView {
    let item = |(index, action): (usize, String)| {
        let place = context.place("actions", Some(index as u32));
        let more = as_written.get(index).and_then(|written| words_beside(written, &action)).map(|written| {
            view! {
                <p class="flag__reason">
                    <Inline text=written field="actionsAsWritten"/>
                </p>
            }
        });
        view! {
            <li class="flag" data-span=place.map(data_span) data-stop>
                <p class="flag__issue mono">{visible(&action)}</p>
                {more}
            </li>
        }
    };
    let list = match actions.len() {
        0 => view! { <p class="card card--padded faint">"None stated."</p> }.into_any(),
        _ => {
            let (pages, actions) = paged(actions, "Pages of actions", &context, item);
            view! { {pages} <ol class="flags card">{actions}</ol> }.into_any()
        }
    };
    view! {
        <section class="section" aria-label="Actions" data-field="actions">
            <h2 class="section__title">"Actions"</h2>
            {list}
        </section>
    }
}

/// `Write the middleware` of `code/ — Write the middleware`.
fn words_beside(written: &str, action: &str) -> Option<String> {
    let (_, words) = written.split_once(action)?;
    let words = words.trim_start_matches(|edge: char| edge.is_whitespace() || "*`-–—:".contains(edge));
    (!words.is_empty()).then(|| words.to_owned())
}
