//! A document's text with fixes made: what would change, and ways to keep it. The document stays as it came.

use std::sync::Arc;

use super::document::{Address, View, read_as_parameters};
use super::of_document::OfDocument;
use super::wrong_address::{WrongAddress, read_as, unknown};
use crate::api;
use crate::diagnostic::Severity;
use crate::fix::{Choice, Fixed, apply_choice};
use crate::islands::CopyButton;
use crate::scan::Blocks;
use crate::text::Text;
use crate::ui::prelude::*;
use crate::ui::visible::{CLIP_TEXT, clip};
use crate::ui::{Crumbs, Difference, differences, size};

/// Places that change and are shown; the whole is one download away.
const MOST_GROUPS: usize = 100;

#[component]
pub fn FixedPage() -> impl IntoView {
    view! {
        <OfDocument let:page>
            <Proposal page/>
        </OfDocument>
    }
}

#[component]
fn Proposal(page: api::DocumentPage) -> impl IntoView {
    let query = use_query_map().get_untracked();
    let mut errors = unknown(&query, &["fix", "as", "at"]);
    let read_as = read_as(&query, &mut errors);
    if !errors.is_empty() {
        let href = Address::new(&page.head.id, None).view(View::Viewer);
        return view! { <WrongAddress errors href label="The document"/> }.into_any();
    }
    Allowance::provide(Allowance::OF_PAGE);
    let fix = query.get("fix").unwrap_or_else(|| "all".to_owned());
    let back = Address::new(&page.head.id, read_as).view(View::Viewer);
    let text = Arc::new(Text::new(page.text));
    let content = match Choice::of(&fix).map(|choice| apply_choice(&text, read_as, &choice)) {
        _ if page.head.not_utf8 => nothing(
            "This text can't be fixed here",
            "Some of its bytes are not UTF-8. Writing it again would lose them.",
            &back,
        ),
        Some(fixed) if fixed.text.source() != text.source() => {
            let parameters = [("fix", fix)].into_iter().chain(read_as_parameters(read_as)).collect();
            view! { <Changes id=page.head.id.clone() file=page.head.name().to_owned() text=&text fixed parameters/> }
                .into_any()
        }
        _ => nothing(
            "There is nothing to fix",
            "The text has no such issue, or none that an edit would fix.",
            &back,
        ),
    };
    let title = format!("Fixed: {}", page.head.title);
    view! {
        <Title text=title/>
        <div class="page document">
            <header class="document__head">
                <Crumbs steps=vec![("Documents".to_owned(), "/documents".to_owned()), (page.head.title.clone(), back)]/>
                <h1 class="document__title">"Fixed: "{visible(&page.head.title)}</h1>
                <p class="page__lead">"A proposal. The stored document doesn't change."</p>
            </header>
            {(page.head.masked > 0).then(masked)}
            {content}
        </div>
    }
    .into_any()
}

fn masked() -> impl IntoView {
    view! {
        <Banner severity=Severity::Warning>
            <p class="banner__text">
                "What looked like a key was masked before this text was stored, and is masked in the fixed text too: don’t write it over a file that needs its keys."
            </p>
        </Banner>
    }
}

fn nothing(title: &'static str, text: &'static str, back: &str) -> AnyView {
    let back = back.to_owned();
    view! {
        <div class="card">
            <Empty icon=Icon::Wrench title text>
                <a class="button" href=back>
                    "Back to the document"
                </a>
            </Empty>
        </div>
    }
    .into_any()
}

#[component]
fn Changes<'a>(
    id: String,
    file: String,
    text: &'a Text,
    fixed: Fixed,
    /// What the server is asked for to make the same text again.
    parameters: Vec<(&'static str, String)>,
) -> impl IntoView + use<> {
    let groups = differences(text, &fixed.text);
    let shown = groups.get(..MOST_GROUPS).unwrap_or(&groups);
    let left_out = groups.len() - shown.len();
    let count = match fixed.count {
        1 => "1 issue fixed".to_owned(),
        count => format!("{} issues fixed", size::grouped(count.into())),
    };
    view! {
        <p class="fixed__count">{count}", "{left(&fixed.text)}</p>
        <Ways id file fixed=&fixed.text parameters/>
        <section class="section" aria-label="Changes">
            <div class="card">
                <Difference before=text after=&fixed.text groups=shown label="Before and after"/>
            </div>
            {(left_out > 0).then(|| view! { <p class="muted">{format!("{left_out} more places change; the download has them all.")}</p> })}
        </section>
    }
}

/// What no edit fixes.
fn left(fixed: &Text) -> String {
    let (mut errors, mut warnings) = (0, 0);
    for block in Blocks::of(fixed, None).batches().flatten().filter(|block| !block.fenced) {
        let count = |severity: Severity| {
            block.diagnostics.iter().filter(|found| found.severity == severity).count() as u64
        };
        errors += count(Severity::Error);
        warnings += count(Severity::Warning);
    }
    match (errors, warnings) {
        (0, 0) => "no errors or warnings left".to_owned(),
        (0, warnings) => format!("{} left", size::counted(warnings, "warning")),
        (errors, 0) => format!("{} left", size::counted(errors, "error")),
        (errors, warnings) => {
            format!("{} and {} left", size::counted(errors, "error"), size::counted(warnings, "warning"))
        }
    }
}

/// Store it beside the original, take it along, or copy it.
#[component]
fn Ways<'a>(
    id: String,
    file: String,
    fixed: &'a Text,
    parameters: Vec<(&'static str, String)>,
) -> impl IntoView + use<> {
    let mut query = leptos_router::params::ParamsMap::new();
    for (name, value) in &parameters {
        query.insert(*name, value.clone());
    }
    let download = format!("/api/documents/{id}/fixed{}", query.to_query_string());
    let name =
        file.rsplit(['/', '\\']).next().filter(|name| name.contains('.')).unwrap_or("fixed.md").to_owned();
    let (beginning, left_out) = clip(fixed.source(), CLIP_TEXT);
    let whole = if left_out == 0 {
        let copy = fixed.source().to_owned();
        view! {
            <CopyButton text=copy what="the fixed text".to_owned() label="Copy".to_owned()/>
            <details class="prompt">
                <summary>"Show the fixed text"</summary>
                <pre class="prompt__text" tabindex="0">{visible(beginning)}</pre>
            </details>
        }
        .into_any()
    } else {
        view! { <span class="muted">"It is too long to be copied here."</span> }.into_any()
    };
    view! {
        <div class="fixing">
            <form method="POST" action=format!("/documents/{id}/fixed")>
                {hidden_inputs(parameters)}
                <button class="button button--small button--primary" type="submit">
                    "Store as a new document"
                </button>
            </form>
            <a class="button button--small" href=download download=name rel="external">
                "Download"
            </a>
            {whole}
        </div>
    }
}
