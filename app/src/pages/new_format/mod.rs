//! A format for a document that was not recognized: a proposal to change, and how the document is read by it.

mod preview;
mod problems;

use std::sync::Arc;

use self::preview::Preview;
use super::document::{Address, View};
use super::of_document::OfDocument;
use super::wrong_address::{WrongAddress, unknown};
use crate::api;
use crate::catalog::drafts::{find, try_compile};
use crate::catalog::{Catalog, TEMPLATE};
use crate::diagnostic::Severity;
use crate::islands::{Command, DraftPreview};
use crate::learn::{Example, learn};
use crate::text::Text;
use crate::ui::prelude::*;

#[component]
pub fn NewFormatPage() -> impl IntoView {
    view! {
        <OfDocument let:page>
            <Proposal page/>
        </OfDocument>
    }
}

#[component]
fn Proposal(page: api::DocumentPage) -> impl IntoView {
    let query = use_query_map().get_untracked();
    let errors = unknown(&query, &["draft"]);
    let id = page.head.id.clone();
    let back = Address::new(&id, None).view(View::Viewer);
    if !errors.is_empty() {
        return view! { <WrongAddress errors href=back label="The document"/> }.into_any();
    }
    Allowance::provide(Allowance::OF_PAGE);
    let text = Arc::new(Text::new(page.text));
    let asked = query.get("draft");
    let draft = asked.as_deref().and_then(find);
    let is_gone = asked.is_some() && draft.is_none();
    let proposed = || learn(&[Example { name: page.head.name(), text: &text }], None, try_compile);
    let (source, refusal) = match draft.map_or_else(proposed, Ok) {
        Ok(source) => (source, None),
        Err(error) => (TEMPLATE.replace("\"NAME\"", "\"My Format\""), Some(error.to_string())),
    };
    let file = file_of(&source);
    let title = format!("A format for {}", page.head.title);
    view! {
        <Title text=title/>
        <div class="page document">
            <header class="document__head">
                <p><a href=back>"Back to the document"</a></p>
                <h1 class="document__title">"A format for "{visible(&page.head.title)}</h1>
                <p class="page__lead">
                    "A proposal of what this document declares. Change it, and see how the document is read by it. "
                    "Several examples make a better one: "<code>"harmony format learn"</code>" takes them."
                </p>
            </header>
            {is_gone.then(gone)}
            {refusal.map(refused)}
            <div class="new-format__split">
                <Draft id=id.clone() source=source.clone()/>
                <section class="new-format__preview" aria-label="Preview" data-fresh="preview">
                    <Preview source text id/>
                </section>
            </div>
            <Steps file/>
        </div>
        <DraftPreview/>
    }
    .into_any()
}

fn gone() -> impl IntoView {
    view! {
        <Banner severity=Severity::Warning>
            <p class="banner__text">"The draft of this address is not kept any more. This is the proposal again."</p>
        </Banner>
    }
}

fn refused(error: String) -> impl IntoView {
    view! {
        <Banner severity=Severity::Warning>
            <p class="banner__text">
                {sentence(&format!("Nothing could be proposed: {error}. Below is a file to begin with."))}
            </p>
        </Banner>
    }
}

/// A plain form: without scripts, its buttons show the draft and send it as a file.
#[component]
fn Draft(id: String, source: String) -> impl IntoView {
    let action = format!("/documents/{id}/format");
    let download = format!("{action}/download");
    view! {
        <form class="new-format__draft" method="POST" action=action data-draft>
            <label class="field">
                <span class="field__label">"The file that declares the format"</span>
                <textarea class="field__input" name="source" rows="32" spellcheck="false" autocomplete="off" wrap="off">
                    {in_textarea(&source)}
                </textarea>
            </label>
            <div class="new-format__ways">
                <button class="button" type="submit">
                    "Show the preview"
                </button>
                <button class="button button--primary" type="submit" formaction=download>
                    "Download"
                </button>
                <button class="button needs-script" type="button" data-copy-draft>
                    <Glyph icon=Icon::Copy/>
                    "Copy"
                </button>
            </div>
        </form>
    }
}

/// Leptos writes the text of a `<textarea>` as it is. A line break right behind the tag is none of the text.
fn in_textarea(text: &str) -> String {
    format!("\n{}", text.replace('&', "&amp;").replace('<', "&lt;"))
}

/// What to do with the file.
#[component]
fn Steps(file: String) -> impl IntoView {
    let stem = file.strip_suffix(".format.toml").unwrap_or(&file).to_owned();
    let catalog = Catalog::current();
    let read_from = catalog.folders().first();
    let folder = read_from.map_or("formats", |folder| folder.trim_end_matches(['/', '\\'])).to_owned();
    let last = match read_from {
        Some(_) => view! { <li>"This server reads that folder: it takes the file up within a second."</li> }.into_any(),
        None => {
            view! { <li>"Have the dashboard read by it: " <Command line="harmony serve --formats formats"/></li> }
                .into_any()
        }
    };
    view! {
        <section class="section card card--padded new-format__steps" aria-labelledby="steps">
            <h2 class="section__title" id="steps">"From here on"</h2>
            <ol>
                <li>"Save the file in a folder for your formats, as "<code>{format!("{folder}/{file}")}</code>"."</li>
                <li>
                    "Put documents beside it that must pass and that must fail, such as "<code>{format!("{folder}/{stem}.pass.md")}</code>
                    ", and try them: " <Command line=format!("harmony format check {folder}/{file}")/>
                </li>
                {last}
            </ol>
        </section>
    }
}

/// What the file is called that declares a format.
fn file_of(source: &str) -> String {
    let slug = try_compile(source).map_or("my-format", |format| format.spec.slug);
    format!("{slug}.format.toml")
}
