use leptos::prelude::*;

use crate::diagnostic::{Diagnostic, Edit};
use crate::text::Text;
use crate::ui::visible::{clip, visible};
use crate::ui::{Glyph, Icon, Linking, Tone};

/// How much of a deviation is told.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Message and fix, as beside the source.
    Brief,
    /// With the reason, the clause and the place.
    Full,
}

/// What is wrong, why it matters, what to do.
#[component]
pub fn DiagnosticCard(
    diagnostic: Diagnostic,
    text: StoredValue<Text>,
    detail: Detail,
    /// The address of a line, where the card links to its place in the source.
    #[prop(optional, into)]
    line_href: Option<Callback<u32, String>>,
) -> impl IntoView {
    let linking = Linking::expect();
    let span = diagnostic.span;
    let tone = Tone::from(diagnostic.severity);
    let line = text.with_value(|text| text.position(span.start).line);
    let place = move |href: Callback<u32, String>| {
        view! { <a href=href.run(line) on:click=move |_| linking.chosen.set(Some(span))>"line "{line}</a> }
    };
    let facts = move || {
        view! {
            <p class="diagnostic__facts">
                {line_href.map(place)}
                <span class="mono">{diagnostic.rule.id}</span>
                {diagnostic.field.clone().map(|field| view! { <span class="mono">{field}</span> })}
                <span>{diagnostic.rule.clause}</span>
            </p>
        }
    };
    let why = diagnostic.rule.summary;
    view! {
        <div
            class=format!("diagnostic diagnostic--{}", tone.as_str())
            class:is-linked=move || linking.is_pointed_at(span)
            on:mouseenter=move |_| linking.point(span)
            on:mouseleave=move |_| linking.leave()
        >
            <Glyph icon=tone.icon()/>
            <p class="diagnostic__message">
                <span class="visually-hidden">{format!("{}: ", tone.as_str())}</span>
                {with_code(&diagnostic.message)}
            </p>
            {(detail == Detail::Full).then(|| view! { <p class="diagnostic__why">{with_code(why)}</p> })}
            {diagnostic.fix.clone().map(|edit| view! { <Fix edit text/> })}
            {(detail == Detail::Full).then(facts)}
        </div>
    }
}

/// An edit as a small difference: what stands there, what would.
#[component]
fn Fix(edit: Edit, text: StoredValue<Text>) -> impl IntoView {
    let before = text.with_value(|text| clip(text.slice(edit.span), 300).0.trim_end().to_owned());
    let after = clip(&edit.insert, 300).0.trim_end().to_owned();
    view! {
        <div class="fix">
            <span class="fix__title"><Glyph icon=Icon::Wrench/>{with_code(&edit.title)}</span>
            <span class="fix__edit">
                {(!before.is_empty()).then(|| view! { <del>{visible(&before)}</del> })}
                {(!after.is_empty()).then(|| view! { <ins>{visible(&after)}</ins> })}
            </span>
        </div>
    }
}

/// A sentence whose words in backticks are code.
fn with_code(sentence: &str) -> AnyView {
    let part = |(index, part): (usize, &str)| {
        if index % 2 == 1 { view! { <code>{visible(part)}</code> }.into_any() } else { visible(part) }
    };
    sentence.split('`').enumerate().map(part).collect::<Vec<_>>().into_any()
}
