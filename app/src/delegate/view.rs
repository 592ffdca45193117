//! What the viewers of all responses show alike.

use super::values::{Answer, Others};
use crate::text::Span;
use crate::ui::file_path;
use crate::ui::prelude::*;

/// A response: its summary, its confidence, its content, and what the contract has no field for.
#[component]
pub fn Response(
    /// `Search`, `Patch`.
    kind: &'static str,
    answer: Answer,
    others: Others,
    children: Children,
) -> impl IntoView {
    let Answer { summary, confidence, confidence_as_written } = answer;
    let badge = confidence.map(|word| {
        let tone = degree(&word);
        view! {
            <span>
                <Badge tone label=word field="confidence"/>
                " confidence"
            </span>
        }
    });
    let as_written = confidence_as_written
        .map(|written| view! { <p class="faint"><Inline text=written field="confidence_as_written"/></p> });
    view! {
        <article class="delegate">
            <Masthead kind title=summary field="summary">
                {stated(badge, "confidence not stated")}
                {as_written}
            </Masthead>
            {children()}
            <OtherFields fields=others lead="The contract has no field for these."/>
        </article>
    }
}

/// High, medium and low are degrees, neither good nor bad.
pub fn degree(word: &str) -> Tone {
    match word {
        "high" => Tone::Pass,
        "medium" => Tone::Medium,
        "low" => Tone::Low,
        _ => Tone::Other,
    }
}

/// `src/a.rs:42` of a row, each part with its field.
#[component]
pub fn Place(
    list: &'static str,
    file: Option<String>,
    line: Option<u32>,
    as_written: Option<String>,
) -> impl IntoView {
    let is_stated = file.is_some() || line.is_some() || as_written.is_some();
    let field = move |name: &str| format!("{list}[].{name}");
    is_stated.then(|| {
        view! {
            <span class="path">
                {file.map(|file| view! { <span data-field=field("file")>{file_path(&file, line)}</span> })}
                {line.map(|line| view! { ":"<span data-field=field("line")>{line}</span> })}
                {as_written.map(|written| view! {
                    <span class="faint">" ("<span data-field=field("line_as_written")>{visible(&written)}</span>")"</span>
                })}
            </span>
        }
    })
}

/// Sentences in a list under a title; nothing where there are none.
#[component]
pub fn Points(
    title: &'static str,
    field: &'static str,
    items: Vec<String>,
    context: ViewContext,
) -> impl IntoView {
    let count = items.len();
    let places = context.clone();
    let item = |(row, text): (usize, String)| {
        let place = places.place(field, Some(row as u32));
        view! {
            <li class="flag delegate__row" data-span=place.map(data_span) data-stop>
                <Inline text/>
                <InSource place context=places.clone()/>
            </li>
        }
    };
    (count > 0).then(|| {
        let (pages, items) = paged(items, "Pages of a list", &context, item);
        view! {
            <Section title field count>
                {pages}
                <ul class="card">{items}</ul>
            </Section>
        }
    })
}

/// A part of a row in the source, for those who want to see it there.
#[component]
pub fn RowFoot(
    place: Option<Span>,
    context: ViewContext,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    view! {
        <p class="finding__place">
            {children.map(|children| children())}
            <InSource place context/>
        </p>
    }
}
