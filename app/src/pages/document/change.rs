use std::ops::Range;

use super::edited::edited;
use crate::diagnostic::Edit;
use crate::text::Text;
use crate::ui::changed;
use crate::ui::prelude::*;
use crate::ui::visible::{cost, spelled_out};

/// What is shown around the words that change, in bytes.
const AROUND: usize = 12;

/// An edit in the words that it changes: what goes, and what comes in its place.
#[component]
pub(super) fn Change<'a>(edit: &'a Edit, text: &'a Text) -> impl IntoView + use<> {
    let (before, after) = edited(text, edit);
    if before.is_empty() && after.is_empty() {
        return ().into_any();
    }
    Allowance::take(before.iter().chain(&after).map(|line| cost(line)).sum());
    let lines = if before.len() == after.len() {
        before.iter().zip(&after).map(|(before, after)| in_words(before, after)).collect::<Vec<_>>()
    } else {
        let removed =
            before.iter().map(|line| view! { <span><del>{spelled_out(line)}</del></span> }.into_any());
        removed
            .chain(after.iter().map(|line| view! { <span><ins>{spelled_out(line)}</ins></span> }.into_any()))
            .collect()
    };
    view! { <span class="change">{lines}</span> }.into_any()
}

/// One line as it is and as it would be.
fn in_words(before: &str, after: &str) -> AnyView {
    let (removed, added) = changed(before, after);
    let part = |line: &str, range: Range<usize>| line.get(range).unwrap_or_default().to_owned();
    let head = part(before, before.floor_char_boundary(removed.start.saturating_sub(AROUND))..removed.start);
    let end = before.ceil_char_boundary((removed.end + AROUND).min(before.len()));
    let tail = part(before, removed.end..end);
    let cut = |is_cut: bool| is_cut.then_some("…");
    let (cut_head, cut_tail) = (cut(head.len() < removed.start), cut(end < before.len()));
    let (removed, added) = (part(before, removed), part(after, added));
    view! {
        <span>
            {cut_head}
            {spelled_out(&head)}
            {(!removed.is_empty()).then(|| view! { <del>{spelled_out(&removed)}</del> })}
            {(!added.is_empty()).then(|| view! { <ins>{spelled_out(&added)}</ins> })}
            {spelled_out(&tail)}
            {cut_tail}
        </span>
    }
    .into_any()
}
