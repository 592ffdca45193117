//! The viewer: what came of the conversation, then the conversation.

use leptos::prelude::*;

use super::{BrainstormTranscript, Question};
use crate::ui::linking::data_span;
use crate::ui::{Fact, Facts, Inline, Markdown, Masthead, ViewContext, Viewer, paged};

impl Viewer for BrainstormTranscript {
    fn view(&self, context: &ViewContext) -> AnyView {
        view! { <BrainstormViewer transcript=self.clone() context=context.clone()/> }.into_any()
    }
}

#[component]
pub fn BrainstormViewer(transcript: BrainstormTranscript, context: ViewContext) -> impl IntoView {
    let places = context.clone();
    let place = move |field| places.place(field, None);
    let list = |title, field, items| view! { <Points title field items context=context.clone()/> };
    view! {
        <article class="brainstorm-transcript">
            <Masthead kind="Brainstorm" title=transcript.idea field="idea"/>
            <Facts>
                <Fact
                    label="Classification"
                    field="classification"
                    value=transcript.classification
                    place=place("classification")
                />
                <Fact label="Date" field="date" value=transcript.date place=place("date")/>
                <Fact label="Duration" field="duration" value=transcript.duration place=place("duration")/>
                <Fact
                    label="Participants"
                    field="participants"
                    value=transcript.participants
                    place=place("participants")
                />
                <Fact
                    label="Context"
                    field="initialContext"
                    value=transcript.initial_context
                    place=place("initialContext")
                />
            </Facts>
            {list("Key insights", "keyInsights", transcript.key_insights)}
            {list("Issues and risks", "issuesRisks", transcript.issues_risks)}
            {list("Next steps", "nextSteps", transcript.next_steps)}
            {list("Open questions", "openQuestions", transcript.open_questions)}
            <Conversation questions=transcript.questions context=context.clone()/>
        </article>
    }
}

#[component]
fn Points(
    title: &'static str,
    field: &'static str,
    items: Vec<String>,
    context: ViewContext,
) -> impl IntoView {
    let count = items.len();
    let item = |(index, text): (usize, String)| {
        let place = context.place(field, Some(index as u32));
        view! {
            <li class="flag" data-span=place.map(data_span) data-stop>
                <Markdown text/>
            </li>
        }
    };
    let content = match count {
        0 => view! { <p class="card card--padded faint">"None stated."</p> }.into_any(),
        _ => {
            let (pages, items) = paged(items, "Pages of a list", &context, item);
            view! { {pages} <ul class="flags card">{items}</ul> }.into_any()
        }
    };
    view! {
        <section class="section" aria-label=title data-field=field>
            <h2 class="section__title">{title} " " <span class="section__count">{count}</span></h2>
            {content}
        </section>
    }
}

#[component]
fn Conversation(questions: Vec<Question>, context: ViewContext) -> impl IntoView {
    let count = questions.len();
    let turn = |(index, question): (usize, Question)| {
        let place = context.place("questions", Some(index as u32));
        let response = match question.response {
            Some(text) => view! { <Markdown text field="questions[].response"/> }.into_any(),
            None => view! { <p class="faint">"No answer."</p> }.into_any(),
        };
        view! {
            <li class="card card--padded" data-span=place.map(data_span) data-stop>
                <h3 class="section__title">
                    <span><span data-field="questions[].number">{question.number}</span>"."</span>
                    <Inline text=question.question field="questions[].question"/>
                </h3>
                {response}
            </li>
        }
    };
    let (pages, turns) = paged(questions, "Pages of the conversation", &context, turn);
    view! {
        <section class="section" aria-label="Conversation" data-field="questions">
            <h2 class="section__title">"Conversation " <span class="section__count">{count}</span></h2>
            {pages}
            <ol class="turns">{turns}</ol>
        </section>
    }
}
