use std::collections::BTreeSet;

use crate::diagnostic::Severity;
use crate::document::{DocumentHead, Summary};
use crate::text::Oddities;
use crate::ui::prelude::*;
use crate::ui::{FindingsUnread, Issues, Tally, size};

/// What a document is and how it went. Where it came from stays with its sender.
#[component]
pub(super) fn Head(head: DocumentHead, oddities: Oddities) -> impl IntoView {
    let length = format!("{}, {}", size::counted(head.lines.into(), "line"), size::bytes(head.bytes));
    let masked = (head.masked > 0).then(|| {
        let told = match head.masked {
            1 => "What looked like a key was masked.".to_owned(),
            count => format!("{count} places that looked like keys were masked."),
        };
        notice(told)
    });
    let replaced = (oddities.invalid_utf8 || head.not_utf8)
        .then(|| notice("Some bytes of this text are not UTF-8. They are shown as \u{fffd}.".to_owned()));
    view! {
        <header class="document__head">
            <h1 class="document__title">{visible(&head.title)}</h1>
            <p class="facts preview__standing">
                <StateBadge head=head.clone()/>
                <Figures head/>
                <span>{length}</span>
            </p>
        </header>
        {masked}
        {replaced}
    }
}

/// The state of a document, in the words of its verdict.
#[component]
pub(super) fn StateBadge(head: DocumentHead) -> impl IntoView {
    head.lead().and_then(|lead| {
        let Summary { state, verdict, .. } = &lead.summary;
        let label = state.label(verdict.as_deref())?;
        Some(view! { <Badge tone=Tone::from(*state) label/> })
    })
}

/// The score of a document, what was found in it, and its formats.
#[component]
pub(super) fn Figures(head: DocumentHead) -> impl IntoView {
    let formats: BTreeSet<&str> = head.blocks.iter().map(|block| block.name.as_str()).collect();
    let tags: Vec<_> = formats.iter().map(|name| view! { <Tag label=*name/> }).collect();
    let of_lead = head.lead().map(|lead| {
        let Summary { score, tally, .. } = &lead.summary;
        let counts = (tally.total() > 0).then(|| view! { <Tally counts=*tally/> });
        view! {
            {score.map(|value| view! { <Score value is_contradicted=lead.contradiction.is_some()/> })}
            {counts}
            {lead.findings_unread.then(|| view! { <FindingsUnread/> })}
            <Issues head=head.clone()/>
        }
    });
    let is_unknown = head.blocks.is_empty();
    view! {
        {of_lead}
        {tags}
        {is_unknown.then(|| view! { <Tag label="Not recognized"/> })}
    }
}

fn notice(sentence: String) -> impl IntoView {
    view! {
        <Banner severity=Severity::Warning>
            <p class="banner__text">{sentence}</p>
        </Banner>
    }
}
