//! The viewer: the question first, then what the person needs in order to decide.

use super::HumanGate;
use crate::diagnostic::Severity;
use crate::ui::prelude::*;

impl Viewer for HumanGate {
    fn view(self, context: ViewContext) -> impl IntoView {
        let place = context.place("content", None);
        let words = |text: Option<String>, field: &'static str| {
            text.map(|text| view! { <p class="section__title"><Inline text field/></p> })
        };
        let (title, prompt) = (words(self.title, "title"), words(self.prompt, "prompt"));
        let content = match self.content {
            Some(text) => {
                view! {
                    <section class="card card--padded" aria-label="What to decide" data-span=place.map(data_span) data-stop>
                        <Markdown text field="content"/>
                    </section>
                }
                .into_any()
            }
            None => {
                let text = "Nothing is below its heading.";
                view! { <Empty icon=Icon::Inbox title="An empty gate" text/> }.into_any()
            }
        };
        let step = match self.step_number {
            Some(number) => view! { " at step " <span data-field="stepNumber">{number}</span> }.into_any(),
            None => " at a step without a number".into_any(),
        };
        view! {
            <article>
                <Banner severity=Severity::Info>
                    <p class="banner__text">"The chain waits for a person"{step}". Answer where the orchestrator runs."</p>
                </Banner>
                {title}
                {prompt}
                {content}
            </article>
        }
    }
}
