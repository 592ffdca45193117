//! The viewer: where the request goes, through which actions, how sure that is, and why.

use super::ContextRouting;
use crate::ui::prelude::*;

impl Viewer for ContextRouting {
    fn view(self, context: ViewContext) -> impl IntoView {
        let context = &context;
        let routing = self.clone();
        let body = match self == (Self { request: self.request.clone(), ..Self::default() }) {
            true => view! { <Unread/> }.into_any(),
            false => body(self.clone(), context),
        };
        let target = routing.context.map(|context| {
            view! { <span class="routing__context" data-field="context">{visible(&context)}</span> }
        });
        view! {
            <article>
                <Masthead kind="Routing" title=routing.request field="request">
                    {target}
                </Masthead>
                {body}
            </article>
        }
    }
}

fn body(routing: ContextRouting, context: &ViewContext) -> AnyView {
    let flow = context.fact("Flow", "flow", routing.flow);
    let confidence = routing.confidence.map(|confidence| {
        view! {
            <span class="routing__share" data-field="confidence">{confidence.to_string()}</span>
            <span class="routing__bar">
                <Bars parts=vec![("confidence", "info", confidence)] of=1.0/>
            </span>
        }
    });
    let choice = routing.disambiguated.map(|disambiguated| {
        let label = if disambiguated { "chosen by a person" } else { "no choice was needed" };
        view! { <span data-field="disambiguated"><Tag label/></span> }
    });
    let mut as_written = routing.actions_as_written.into_iter();
    let words = |action: &String| words_beside(&as_written.next()?, action);
    let words: Vec<Option<String>> = routing.actions.iter().map(words).collect();
    let action = |(action, words): (String, Option<String>)| {
        let more =
            words.map(|text| view! { <p class="flag__reason"><Inline text field="actionsAsWritten"/></p> });
        view! { <p class="flag__issue mono">{visible(&action)}</p> {more} }
    };
    let actions = routing.actions.into_iter().zip(words).collect();
    let actions = list_section("Actions", "actions", actions, "None stated.", context, action);
    let why = routing.explanation.map(|text| {
        let place = context.place("explanation", None).map(data_span);
        view! {
            <Section title="Why">
                <div class="card card--padded" data-span=place data-stop>
                    <Markdown text field="explanation"/>
                </div>
            </Section>
        }
    });
    view! {
        <Facts>
            {flow}
            <div class="fact">
                <dt>"Confidence"</dt>
                <dd class="routing__confidence">{confidence} {choice}</dd>
            </div>
        </Facts>
        {actions}
        {why}
    }
    .into_any()
}

/// `Write the middleware` of `code/ — Write the middleware`.
fn words_beside(written: &str, action: &str) -> Option<String> {
    let (_, words) = written.split_once(action)?;
    let words = words.trim_start_matches(|edge: char| edge.is_whitespace() || "*`-–—:".contains(edge));
    (!words.is_empty()).then(|| words.to_owned())
}
