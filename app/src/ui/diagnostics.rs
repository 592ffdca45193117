use leptos::prelude::*;

use crate::diagnostic::{Diagnostic, Edit};
use crate::text::Text;
use crate::ui::linking::data_span;
use crate::ui::visible::{clip, visible};
use crate::ui::{Glyph, Icon, Tone, sentence};

/// An edit is shown up to this many bytes; a longer one is a matter for the terminal.
const LONGEST_EDIT: usize = 600;

/// What is wrong and what to do, as beside the line it is about.
#[component]
pub fn DiagnosticNote<'a>(diagnostic: &'a Diagnostic, text: &'a Text) -> impl IntoView + use<> {
    card(diagnostic, text, None)
}

/// The same with why it matters, the clause and the place, as in a list.
#[component]
pub fn DiagnosticCard<'a>(
    diagnostic: &'a Diagnostic,
    text: &'a Text,
    /// The address of its line in the source.
    line_href: String,
) -> impl IntoView + use<> {
    let line = text.position(diagnostic.span.start).line;
    let field = diagnostic.field.clone().map(|field| view! { <span class="mono">{field}</span> });
    let more = view! {
        <p class="diagnostic__why">{sentence(diagnostic.rule.summary)}</p>
        <p class="diagnostic__facts">
            <a href=line_href data-jump>"line "{line}</a>
            <span class="mono">{diagnostic.rule.id}</span>
            {field}
            <span>{sentence(diagnostic.rule.clause)}</span>
        </p>
    };
    card(diagnostic, text, Some(more.into_any()))
}

fn card(diagnostic: &Diagnostic, text: &Text, more: Option<AnyView>) -> impl IntoView + use<> {
    let tone = Tone::from(diagnostic.severity);
    let is_listed = more.is_some();
    view! {
        <div class=format!("diagnostic diagnostic--{}", tone.as_str()) data-span=data_span(diagnostic.span) data-stop=is_listed>
            <Glyph icon=tone.icon()/>
            <p class="diagnostic__message">
                <span class="visually-hidden">{format!("{}: ", tone.as_str())}</span>
                {sentence(&diagnostic.message)}
            </p>
            {diagnostic.fix.as_ref().map(|edit| fix(edit, text))}
            {more}
        </div>
    }
}

/// An edit as a small difference: what stands there, what would.
fn fix(edit: &Edit, text: &Text) -> impl IntoView + use<> {
    let before = clip(text.slice(edit.span), LONGEST_EDIT).0.trim_end();
    let after = clip(&edit.insert, LONGEST_EDIT).0.trim_end();
    let removed = before.lines().map(|line| view! { <del>{visible(line)}</del> }).collect_view();
    let added = after.lines().map(|line| view! { <ins>{visible(line)}</ins> }).collect_view();
    view! {
        <div class="fix">
            <span class="fix__title"><Glyph icon=Icon::Wrench/><span>{sentence(&edit.title)}</span></span>
            <span class="fix__edit">{removed}{added}</span>
        </div>
    }
}
