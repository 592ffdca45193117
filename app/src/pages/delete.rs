//! Asks for confirmation before a document is deleted, and lists what goes with it.

use super::of_document::OfDocument;
use crate::api;
use crate::catalog::Catalog;
use crate::format::Spec;
use crate::scan::Blocks;
use crate::text::Text;
use crate::track::mentions;
use crate::ui::prelude::*;
use crate::ui::size;

#[component]
pub fn DeletePage() -> impl IntoView {
    view! {
        <OfDocument let:page why_missing="It may have been removed already, or the address may be mistyped.">
            <Question page/>
        </OfDocument>
    }
}

#[component]
fn Question(page: api::DocumentPage) -> impl IntoView {
    let api::DocumentPage { head, text, .. } = page;
    let back = format!("/documents/{}", head.id);
    let action = format!("{back}/delete");
    let goes = what_goes(&Text::new(text), head.source.session.as_deref());
    let size = format!("{}, {}", size::counted(head.lines.into(), "line"), size::bytes(head.bytes));
    let file = head.source.path.map(|path| {
        view! {
            <p>
                "If "
                <span class="path">{visible(&path)}</span>
                " is a file, it stays where it is; as long as it does not change, it is not read again."
            </p>
        }
    });
    view! {
        <div class="page">
            <PageHead title="Delete this document?"/>
            <div class="card question">
                <p class="question__title">{visible(&head.title)}</p>
                <p>"This permanently deletes:"</p>
                <ul>
                    <li>{format!("its text: {size}")}</li>
                    {goes.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}
                    <li>"its words in the search, its place in lists, and its part in all counts"</li>
                </ul>
                <p>"Its id is all that stays, so that open pages learn that it is gone."</p>
                {file}
                <form class="question__answers" method="POST" action=action>
                    <button class="button button--danger" type="submit">
                        "Delete for good"
                    </button>
                    <a class="button" href=back>
                        "Keep it"
                    </a>
                </form>
            </div>
        </div>
    }
}

/// What was derived from the text, line by line.
fn what_goes(text: &Text, session: Option<&str>) -> Vec<String> {
    let blocks = Blocks::of(text, None);
    let mut lines = Vec::new();
    if !blocks.is_empty() {
        let is_there = |spec: &&Spec| blocks.claims().iter().any(|claim| claim.room.spec.id == spec.id);
        let names: Vec<&str> = Catalog::current().specs().filter(is_there).map(|spec| spec.name).collect();
        let counted = size::counted(blocks.len() as u64, "block");
        lines.push(format!("what was read of it: {counted} ({})", names.join(", ")));
    }
    let said: u64 = blocks.batches().map(|batch| mentions(text, &batch).len() as u64).sum();
    if said > 0 {
        let place = session.map_or("outside of sessions".to_owned(), |name| format!("in session {name}"));
        lines.push(format!("what it says of chains: {} {place}", size::counted(said, "statement")));
    }
    lines
}
