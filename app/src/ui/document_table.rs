use std::collections::BTreeMap;

use leptos::prelude::*;

use crate::document::{DocumentHead, Excerpt, ExcerptPart, Summary};
use crate::ui::badge::{Badge, QuarantineBadge, Tag};
use crate::ui::moment::Moment;
use crate::ui::score::Score;
use crate::ui::tally::{Deviations, FindingsUnread, Tally};
use crate::ui::tone::Tone;
use crate::ui::visible::visible;

/// Documents as rows, newest first: state, name, score, findings, deviations, time.
#[component]
pub fn DocumentTable(
    documents: Vec<DocumentHead>,
    /// Where the words that were looked for are, by the document's id.
    #[prop(optional)]
    excerpts: BTreeMap<String, Excerpt>,
    /// The ids of the formats that are quarantined.
    quarantined: Vec<String>,
) -> impl IntoView {
    let mut excerpts = excerpts;
    let row = |head: DocumentHead| {
        let excerpt = excerpts.remove(&head.id);
        let is_quarantined = head.blocks.iter().any(|block| quarantined.contains(&block.format));
        view! { <DocumentRow head excerpt is_quarantined/> }
    };
    view! {
        <table class="table document-table">
            <thead>
                <tr>
                    <th scope="col">"State"</th>
                    <th scope="col">"Document"</th>
                    <th scope="col">"Score"</th>
                    <th scope="col">"Findings"</th>
                    <th scope="col">"Contract"</th>
                    <th scope="col">"Received"</th>
                </tr>
            </thead>
            <tbody>
                {documents.into_iter().map(row).collect_view()}
            </tbody>
        </table>
    }
}

#[component]
fn DocumentRow(head: DocumentHead, excerpt: Option<Excerpt>, is_quarantined: bool) -> impl IntoView {
    let href = format!("/documents/{}", head.id);
    let excerpt = excerpt.map(|excerpt| found(excerpt, &head.id));
    let lead = head.lead().cloned();
    let state = lead.as_ref().and_then(|block| {
        let Summary { state, verdict, .. } = &block.summary;
        let (tone, label) = (Tone::from(*state), state.label(verdict.as_deref())?);
        let disproved = block.contradiction.as_ref().map(|found| found.message.clone());
        Some(view! { <span title=disproved><Badge tone label/></span> })
    });
    // Counts all blocks: by the first alone, the list would show a faulty text as correct.
    let deviations = lead.is_some().then(|| head.clone());
    let score = lead.as_ref().and_then(|block| block.summary.score);
    let format = match &lead {
        Some(block) => view! { <span>{block.name.clone()}</span> }.into_any(),
        None => view! { <span>"Not recognized"</span> }.into_any(),
    };
    let tally = lead.as_ref().map(|block| block.summary.tally).filter(|tally| tally.total() > 0);
    let is_unread = lead.as_ref().is_some_and(|block| block.findings_unread);
    let others = head.block_count().saturating_sub(1);
    view! {
        <tr data-document=head.id.clone()>
            <td>
                {state}
                {is_quarantined.then(|| view! { " "<QuarantineBadge/> })}
            </td>
            <td class="document-table__name">
                <a class="document-table__title" href=href data-row="">
                    {visible(&head.title)}
                </a>
                <span class="facts">
                    {format}
                    {(others > 0).then(|| format!("and {others} more"))}
                    {(head.version > 1).then(|| format!("version {}", head.version))}
                    {head.source.sample.then(|| view! { <Tag label="Sample"/> })}
                    {head.pinned.then(|| view! { <Tag label="Pinned"/> })}
                    {head.source.path.clone().map(|path| view! { <span class="path" title=path.clone()>{visible(&shortened(&path))}</span> })}
                    {head.source.session.clone().map(|session| view! { <span class="path">{session}</span> })}
                </span>
                {excerpt}
            </td>
            <td>
                {score.map(|value| view! { <Score value/> })}
            </td>
            <td>
                {tally.map(|counts| view! { <Tally counts/> })}
                {is_unread.then(|| view! { " "<FindingsUnread/> })}
            </td>
            <td>{deviations.map(|head| view! { <Deviations head/> })}</td>
            <td class="document-table__time">
                <Moment milliseconds=head.received_ms/>
            </td>
        </tr>
    }
}

/// The words that were looked for, where they are.
fn found(excerpt: Excerpt, id: &str) -> impl IntoView + use<> {
    let line = excerpt.line;
    let href = format!("/documents/{id}?view=source&from={line}#L{line}");
    let part = |part: ExcerptPart| match part.is_hit {
        true => view! { <mark>{visible(&part.text)}</mark> }.into_any(),
        false => visible(&part.text),
    };
    view! {
        <a class="document-table__excerpt" href=href>
            <span class="faint">"line "{line}" "</span>
            {excerpt.parts.into_iter().map(part).collect_view()}
        </a>
    }
}

/// Returns the end of a long path, which distinguishes files; the row has the whole path as a title.
fn shortened(path: &str) -> String {
    const LONGEST: usize = 48;
    if path.len() <= LONGEST {
        return path.to_owned();
    }
    let from = path.len() - LONGEST;
    let cut = path.char_indices().find(|(at, character)| *at >= from && matches!(character, '/' | '\\'));
    let tail = cut
        .and_then(|(at, _)| path.get(at..))
        .unwrap_or_else(|| path.rsplit(['/', '\\']).next().unwrap_or(path));
    format!("…{tail}")
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn long_paths_lose_their_beginning() {
        assert_eq!(shortened("reports/review.md"), "reports/review.md");
        let long = format!("/home/team/{}/reports/review.md", "deep/".repeat(12));
        assert_eq!(shortened(&long), "…/deep/deep/deep/deep/deep//reports/review.md");
        assert_eq!(shortened(&"x".repeat(60)), format!("…{}", "x".repeat(60)));
    }
}
