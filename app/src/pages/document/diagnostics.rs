use super::change::Change;
use crate::diagnostic::{Diagnostic, Edit};
use crate::fix::Choice;
use crate::format::Parsed;
use crate::islands::CopyButton;
#[cfg(not(feature = "csr"))]
use crate::islands::PromptLink;
use crate::prompt::prompt;
use crate::text::Text;
use crate::ui::prelude::*;
use crate::ui::visible::{affordable, cost, spelled_out};

/// A message quotes the text; of a longer one the beginning is shown.
pub(super) const LONGEST: usize = 1_200;
/// What the markup of an issue costs, in bytes of HTML.
const CARD: usize = 1_500;

/// What a reader can do about an issue besides reading it.
#[derive(Clone)]
pub struct Actions {
    /// The text's name in what is copied.
    pub file: String,
    /// The address that shows the text with one fix made, by the fix's name.
    pub fix_href: Callback<String, String>,
    /// The address of the prompt that asks for one fix, likewise. `None` if the server doesn't have the text.
    pub prompt_href: Option<Callback<String, String>>,
}

/// What is wrong and what to do, as beside the line it is about.
#[component]
pub fn DiagnosticNote<'a>(
    diagnostic: &'a Diagnostic,
    text: &'a Text,
    actions: AnyView,
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
    card(diagnostic, text, Some(more.into_any()), actions)
}

/// The fix of an issue, and a prompt for the agent that wrote the text.
#[component]
pub fn DiagnosticActions<'a>(
    diagnostic: &'a Diagnostic,
    text: &'a Text,
    block: &'a Parsed,
    actions: &'a Actions,
) -> impl IntoView + use<> {
    let choice = Choice::one(diagnostic);
    let apply = diagnostic.fix.is_some().then(|| {
        let href = actions.fix_href.run(choice.to_string());
        view! { <a class="button button--small" href=href>"Fix"</a> }
    });
    Allowance::take(CARD);
    let blocks = [block];
    view! {
        <div class="diagnostic__actions">
            {apply}
            <Prompt text blocks=&blocks choice label="Prompt" actions/>
        </div>
    }
}

/// A prompt to copy. One that the server can write is fetched when it is wanted.
#[component]
pub fn Prompt<'a>(
    text: &'a Text,
    blocks: &'a [&'a Parsed],
    choice: Choice,
    label: &'static str,
    actions: &'a Actions,
) -> impl IntoView + use<> {
    let Actions { file, prompt_href, .. } = actions;
    #[cfg(not(feature = "csr"))]
    if let Some(prompt_href) = prompt_href {
        let is_asked_for =
            blocks.iter().any(|block| block.diagnostics.iter().any(|found| choice.asks_for(block, found)));
        let href = prompt_href.run(choice.to_string());
        return is_asked_for.then(|| view! { <PromptLink href label=label.to_owned()/> }).into_any();
    }
    #[cfg(feature = "csr")]
    let _ = prompt_href;
    let prompt = prompt(file, text, blocks, &choice);
    prompt.map(|prompt| written_out(prompt, label)).into_any()
}

/// A prompt that is part of the page; it is readable where nothing can be copied.
fn written_out(prompt: String, label: &'static str) -> impl IntoView {
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
    actions: AnyView,
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

/// What an edit does, and the words that it changes.
fn fix(edit: &Edit, text: &Text) -> impl IntoView + use<> {
    view! {
        <div class="fix">
            <span class="fix__title"><Glyph icon=Icon::Wrench/><span>{sentence(affordable(&edit.title, LONGEST))}</span></span>
            <Change edit text/>
        </div>
    }
}
