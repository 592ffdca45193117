use super::edited::edited;
use crate::diagnostic::{Diagnostic, Edit};
use crate::fix::Choice;
use crate::format::Spec;
use crate::islands::CopyButton;
use crate::prompt;
use crate::text::Text;
use crate::ui::prelude::*;
use crate::ui::visible::{affordable, cost, spelled_out};

/// A message quotes the text; of a longer one the beginning is shown.
const LONGEST: usize = 1_200;
/// What the markup of a deviation costs, in bytes of HTML.
const CARD: usize = 1_500;

/// What a reader can do about a deviation besides reading it.
#[derive(Clone)]
pub struct Actions {
    /// The text's name in what is copied.
    pub file: String,
    /// The address that shows the text with one fix made, by the fix's name.
    pub fix_href: Callback<String, String>,
}

/// What is wrong and what to do, as beside the line it is about.
#[component]
pub fn DiagnosticNote<'a>(
    diagnostic: &'a Diagnostic,
    text: &'a Text,
    /// `None` if a list beside it has the same deviation.
    actions: Option<AnyView>,
) -> impl IntoView + use<> {
    card(diagnostic, text, None, actions)
}

/// The same with why it matters, the clause and the place, as in a list.
#[component]
pub fn DiagnosticCard<'a>(
    diagnostic: &'a Diagnostic,
    text: &'a Text,
    /// The address of its line in the source.
    line_href: String,
    actions: AnyView,
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
    card(diagnostic, text, Some(more.into_any()), Some(actions))
}

/// Apply the fix, copy the deviation, or a prompt for the agent that wrote the text.
#[component]
pub fn DiagnosticActions<'a>(
    diagnostic: &'a Diagnostic,
    text: &'a Text,
    spec: &'static Spec,
    actions: &'a Actions,
) -> impl IntoView + use<> {
    let Actions { file, fix_href } = actions;
    let apply = diagnostic.fix.is_some().then(|| {
        let href = fix_href.run(Choice::name_of(diagnostic));
        view! { <a class="button button--small" href=href>"Apply"</a> }
    });
    let plain = prompt::plain(file, text, diagnostic);
    let prompt = prompt::for_one(file, text, spec, diagnostic);
    Allowance::take(CARD + cost(&plain));
    view! {
        <div class="diagnostic__actions">
            {apply}
            <CopyButton text=plain what="the deviation".to_owned() label="Copy".to_owned()/>
            <Prompt prompt label="Prompt"/>
        </div>
    }
}

/// A prompt to copy; it stays readable where nothing can be copied.
#[component]
pub fn Prompt(
    prompt: String,
    /// "Prompt", or what sets this one apart from the others of a page.
    label: &'static str,
) -> impl IntoView {
    Allowance::take(2 * cost(&prompt));
    let shown = spelled_out(&prompt);
    let what = format!("{} for the agent", label.to_lowercase());
    view! {
        <CopyButton text=prompt what label=format!("Copy {}", label.to_lowercase())/>
        <details class="prompt">
            <summary>{format!("Show {}", label.to_lowercase())}</summary>
            <pre class="prompt__text" tabindex="0">{shown}</pre>
        </details>
    }
}

fn card(
    diagnostic: &Diagnostic,
    text: &Text,
    more: Option<AnyView>,
    actions: Option<AnyView>,
) -> impl IntoView + use<> {
    let tone = Tone::from(diagnostic.severity);
    let is_listed = more.is_some();
    view! {
        <div class=format!("diagnostic diagnostic--{}", tone.as_str()) data-span=data_span(diagnostic.span) data-stop=is_listed>
            <Glyph icon=tone.icon()/>
            <p class="diagnostic__message">
                <span class="visually-hidden">{format!("{}: ", tone.as_str())}</span>
                {sentence(affordable(&diagnostic.message, LONGEST))}
            </p>
            {diagnostic.fix.as_ref().map(|edit| fix(edit, text))}
            {more}
            {actions}
        </div>
    }
}

/// An edit as a small difference: the lines that are there, and those that would be.
fn fix(edit: &Edit, text: &Text) -> impl IntoView + use<> {
    let (before, after) = edited(text, edit);
    let is_shown = !before.is_empty() || !after.is_empty();
    let removed = before.iter().map(|line| view! { <del>{visible(line)}</del> }).collect_view();
    let added = after.iter().map(|line| view! { <ins>{visible(line)}</ins> }).collect_view();
    view! {
        <div class="fix">
            <span class="fix__title"><Glyph icon=Icon::Wrench/><span>{sentence(affordable(&edit.title, LONGEST))}</span></span>
            {is_shown.then(|| view! { <span class="fix__edit">{removed}{added}</span> })}
        </div>
    }
}
