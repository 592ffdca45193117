//! What the viewers of all responses show alike.

use leptos::prelude::*;
use serde_json::Value;

use super::values::Others;
use crate::text::Span;
use crate::ui::linking::data_span;
use crate::ui::visible::visible;
use crate::ui::{Badge, InSource, Inline, JsonView, Masthead, Tone, ViewContext, paged};

/// What the answer comes to, and how sure the delegate is.
#[component]
pub fn AnswerHead(
    /// `Search`, `Patch`.
    kind: &'static str,
    summary: Option<String>,
    confidence: Option<String>,
    confidence_as_written: Option<String>,
) -> impl IntoView {
    let badge = match confidence {
        Some(word) => {
            let tone = degree(&word);
            view! {
                <span>
                    <Badge tone label=word field="confidence"/>
                    " confidence"
                </span>
            }
            .into_any()
        }
        None => view! { <span class="faint">"confidence not stated"</span> }.into_any(),
    };
    let as_written = confidence_as_written
        .map(|written| view! { <p class="faint"><Inline text=written field="confidence_as_written"/></p> });
    view! {
        <Masthead kind title=summary field="summary">
            {badge}
            {as_written}
        </Masthead>
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

/// `src/a.rs:42`, each part with its field.
#[component]
pub fn Place(
    file: Option<String>,
    file_field: &'static str,
    line: Option<u32>,
    line_field: &'static str,
    as_written: Option<String>,
    as_written_field: &'static str,
) -> impl IntoView {
    let is_stated = file.is_some() || line.is_some() || as_written.is_some();
    is_stated.then(|| {
        view! {
            <span class="path">
                {file.map(|file| view! { <span data-field=file_field>{visible(&file)}</span> })}
                {line.map(|line| view! { ":"<span data-field=line_field>{line}</span> })}
                {as_written.map(|written| view! {
                    <span class="faint">" ("<span data-field=as_written_field>{visible(&written)}</span>")"</span>
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
            <section class="section" aria-label=title data-field=field>
                <h2 class="section__title">{title} <span class="section__count">{count}</span></h2>
                {pages}
                <ul class="flags card">{items}</ul>
            </section>
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

/// The members that the contract has no field for, so that everything is shown.
#[component]
pub fn OtherFields(fields: Others) -> impl IntoView {
    (!fields.is_empty()).then(|| {
        view! {
            <section class="section" aria-label="Besides" data-field="other_fields">
                <h2 class="section__title">"Besides" <span class="section__count">{fields.len()}</span></h2>
                <p class="delegate__lead">"The contract has no field for these."</p>
                <div class="card">
                    <JsonView value=Value::Object(fields)/>
                </div>
            </section>
        }
    })
}
