//! The viewer: what went wrong, what would help, and what was found by then.

use serde_json::Value;

use super::DelegateError;
use crate::ui::prelude::*;

impl Viewer for DelegateError {
    fn view(self, context: ViewContext) -> impl IntoView {
        if self == DelegateError::default() {
            return view! { <Unread/> }.into_any();
        }
        let said = match self.error {
            Some(true) => "The delegate could not go on",
            Some(false) => "The delegate says that this is no error",
            None => "The delegate does not say that this is an error",
        };
        let kind = match self.kind {
            Some(kind) => {
                view! { <p class="verdict__word" data-field="type">{visible(&kind.replace('_', " "))}</p> }
                    .into_any()
            }
            None => view! { <p class="verdict__word">"An error"</p> }.into_any(),
        };
        let message = match self.message {
            Some(text) => view! { <Markdown text field="message"/> }.into_any(),
            None => "It states no message.".into_any(),
        };
        view! {
            <article class="delegate">
                <header class="verdict verdict--fail card" data-span=context.place("message", None).map(data_span) data-stop>
                    <span class="verdict__icon">
                        <Glyph icon=Tone::Fail.icon()/>
                    </span>
                    <div class="verdict__words">
                        {kind}
                        <p class="verdict__qualifier" data-field="error">{said}</p>
                    </div>
                    <div class="verdict__scope">{message}</div>
                </header>
                {self.suggestion.map(|text| view! {
                    <section class="card card--padded delegate__advice" aria-label="What would help" data-span=context.place("suggestion", None).map(data_span) data-stop>
                        <h2 class="delegate__label">"What would help"</h2>
                        <Markdown text field="suggestion"/>
                    </section>
                })}
                {self.partial_result.map(|result| view! {
                    <Section title="Found by then" field="partial_result">
                        <div class="card" data-span=context.place("partial_result", None).map(data_span) data-stop>
                            {partial(result, &context)}
                        </div>
                    </Section>
                })}
                <OtherFields fields=self.other_fields lead="The contract has no field for these."/>
            </article>
        }
        .into_any()
    }
}

/// Shows the parts that any response may have as such, and the rest as JSON.
fn partial(result: Value, context: &ViewContext) -> AnyView {
    let mut fields = match result {
        Value::Object(fields) if fields.is_empty() => {
            return view! { <p class="findings__none">"Nothing was found by then."</p> }.into_any();
        }
        Value::Object(fields) => fields,
        Value::String(text) => {
            return view! { <div class="card--padded"><Markdown text/></div> }.into_any();
        }
        other => return view! { <JsonView value=other/> }.into_any(),
    };
    let summary = take_text(&mut fields, "summary");
    let findings = take_texts(&mut fields, "findings");
    let has_rest = !fields.is_empty();
    let findings = findings.map(|findings| {
        let row = |(_, text): (usize, String)| view! { <li class="flag"><Inline text/></li> };
        let (pages, rows) = paged(findings, "Pages of findings", context, row);
        view! { {pages} <ul data-field="partial_result.findings">{rows}</ul> }
    });
    view! {
        {summary.map(|text| view! { <p class="flag flag__issue"><Inline text field="partial_result.summary"/></p> })}
        {findings}
        {has_rest.then(|| view! { <JsonView value=Value::Object(fields)/> })}
    }
    .into_any()
}

fn take_text(fields: &mut serde_json::Map<String, Value>, name: &str) -> Option<String> {
    match fields.get(name) {
        Some(Value::String(_)) => fields.remove(name)?.as_str().map(str::to_owned),
        _ => None,
    }
}

/// A list of sentences; one of objects is left where it is.
fn take_texts(fields: &mut serde_json::Map<String, Value>, name: &str) -> Option<Vec<String>> {
    let items = fields.get(name)?.as_array().filter(|items| !items.is_empty())?;
    let texts: Option<Vec<String>> = items.iter().map(|item| item.as_str().map(str::to_owned)).collect();
    let texts = texts?;
    fields.remove(name);
    Some(texts)
}
