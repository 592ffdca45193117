//! The viewer: what came of the conversation, then the conversation.

use super::{BrainstormTranscript, Question};
use crate::ui::prelude::*;

impl Viewer for BrainstormTranscript {
    fn view(self, context: ViewContext) -> impl IntoView {
        let (transcript, context) = (self, &context);
        let facts = context.facts([
            ("Classification", "classification", transcript.classification),
            ("Date", "date", transcript.date),
            ("Duration", "duration", transcript.duration),
            ("Participants", "participants", transcript.participants),
            ("Context", "initialContext", transcript.initial_context),
        ]);
        let points = |title, field, items| {
            list_section(title, field, items, "None stated.", context, |text| view! { <Markdown text/> })
        };
        view! {
            <article>
                <Masthead kind="Brainstorm" title=transcript.idea field="idea"/>
                {facts}
                {points("Key insights", "keyInsights", transcript.key_insights)}
                {points("Issues and risks", "issuesRisks", transcript.issues_risks)}
                {points("Next steps", "nextSteps", transcript.next_steps)}
                {points("Open questions", "openQuestions", transcript.open_questions)}
                {conversation(transcript.questions, context)}
            </article>
        }
    }
}

fn conversation(questions: Vec<Question>, context: &ViewContext) -> impl IntoView + use<> {
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
    let (pages, turns) = paged(questions, "Pages of the conversation", context, turn);
    view! {
        <Section title="Conversation" field="questions" count>
            {pages}
            <ol class="turns">{turns}</ol>
        </Section>
    }
}
