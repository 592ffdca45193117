use std::collections::BTreeMap;

use leptos::prelude::*;

use crate::document::{BlockHead, DocumentHead, Excerpt, ExcerptPart, Kind, State, Summary};
use crate::ui::badge::{Badge, QuarantineBadge, Tag};
use crate::ui::moment::{Age, exact};
use crate::ui::score::Score;
use crate::ui::tally::{FindingsUnread, Issues, Tally};
use crate::ui::tone::Tone;
use crate::ui::visible::visible;

/// Documents as rows, newest first: state, name, session or file, score, findings, issues, time.
#[component]
pub fn DocumentTable(
    documents: Vec<DocumentHead>,
    /// The ids of the formats that are quarantined.
    quarantined: Vec<String>,
    /// Documents that were received later are marked as new.
    new_since: Option<i64>,
) -> impl IntoView {
    let columns = ["State", "Document", "Source", "Score", "Findings", "Issues", "When"];
    view! {
        <table class="table document-table">
            <thead>
                <tr>{columns.map(|label| view! { <th scope="col">{label}</th> })}</tr>
            </thead>
            <tbody>{document_rows(documents, BTreeMap::new(), &quarantined, new_since, false)}</tbody>
        </table>
    }
}

/// The rows of such a table.
pub fn document_rows(
    documents: Vec<DocumentHead>,
    // Where the words that were looked for are, by the document's id.
    mut excerpts: BTreeMap<String, Excerpt>,
    quarantined: &[String],
    new_since: Option<i64>,
    can_be_selected: bool,
) -> impl IntoView + use<> {
    let row = |head: DocumentHead| {
        let excerpt = excerpts.remove(&head.id);
        let is_quarantined = head.blocks.iter().any(|block| quarantined.contains(&block.format));
        let is_new = new_since.is_some_and(|since| head.received_ms > since);
        view! { <DocumentRow head excerpt is_quarantined is_new can_be_selected/> }
    };
    documents.into_iter().map(row).collect_view()
}

#[component]
fn DocumentRow(
    head: DocumentHead,
    excerpt: Option<Excerpt>,
    is_quarantined: bool,
    is_new: bool,
    can_be_selected: bool,
) -> impl IntoView {
    let href = format!("/documents/{}", head.id);
    let excerpt = excerpt.map(|excerpt| found(excerpt, &head.id));
    let lead = head.lead().cloned();
    // A line of a register that passed says nothing of the register.
    let speaks = |block: &&BlockHead| block.kind != Kind::Record || block.summary.state > State::Passed;
    let state = lead.as_ref().filter(speaks).and_then(|block| {
        let Summary { state, verdict, .. } = &block.summary;
        let (tone, label) = (Tone::from(*state), state.label(verdict.as_deref())?);
        let disproved = block.contradiction.as_ref().map(|found| found.message.clone());
        Some(view! { <span title=disproved><Badge tone label/></span> })
    });
    // Counts all blocks: by the first alone, the list would show a faulty text as correct.
    let issues = (head.errors() + head.warnings() + head.infos() > 0).then(|| head.clone());
    let score = lead.as_ref().and_then(|block| block.summary.score);
    let is_contradicted = lead.as_ref().is_some_and(|block| block.contradiction.is_some());
    let format = lead.as_ref().map_or_else(|| "Not recognized".to_owned(), |block| block.name.clone());
    let tally = lead.as_ref().map(|block| block.summary.tally).filter(|tally| tally.total() > 0);
    let is_unread = lead.as_ref().is_some_and(|block| block.findings_unread);
    let others = head.block_count().saturating_sub(1);
    let source = match (&head.source.session, &head.source.path) {
        (Some(session), _) => {
            let href = format!("/session?session={}", escaped(session));
            Some(view! { <a class="document-table__session" href=href>{visible(session)}</a> }.into_any())
        }
        (None, Some(path)) => {
            let file = path.rsplit(['/', '\\']).next().unwrap_or_default();
            Some(view! { <span class="path" title=path.clone()>{visible(file)}</span> }.into_any())
        }
        (None, None) => None,
    };
    let written = times(&head);
    view! {
        <tr data-document=head.id.clone()>
            <td>
                {can_be_selected.then(|| view! {
                    <input class="document-table__select" type="checkbox" name="id" value=head.id.clone() aria-label="Select" title="Select (x)"/>
                })}
                {state}
                {is_quarantined.then(|| view! { " "<QuarantineBadge/> })}
            </td>
            <td>
                <span class="document-table__name" title=head.source.path.clone()>
                    {is_new.then(|| view! { <span class="document-table__new" role="img" aria-label="New" title="New since your last visit"></span> })}
                    <a class="document-table__title" href=href data-row="">
                        {visible(&head.title)}
                    </a>
                    <span class="document-table__format">
                        {format}
                        {(others > 0).then(|| format!(" and {others} more"))}
                        {(head.version > 1).then(|| format!(", version {}", head.version))}
                        {head.source.sample.then_some(", sample")}
                    </span>
                    {head.pinned.then(|| view! { <Tag label="Pinned"/> })}
                </span>
                {excerpt}
            </td>
            <td>{source}</td>
            <td>
                {score.map(|value| view! { <Score value is_contradicted/> })}
            </td>
            <td>
                {tally.map(|counts| view! { <Tally counts/> })}
                {is_unread.then(|| view! { " "<FindingsUnread/> })}
            </td>
            <td>{issues.map(|head| view! { <Issues head/> })}</td>
            <td class="document-table__time">
                <Age milliseconds=head.at_ms() title=written/>
            </td>
        </tr>
    }
}

/// Returns a value for an address.
pub(super) fn escaped(value: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~');
    let escape =
        |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    value.bytes().map(escape).collect()
}

/// Returns when a document was received, and when it says that it was written.
fn times(head: &DocumentHead) -> String {
    let exact = |milliseconds| exact(milliseconds).join(" ");
    match head.source.said_ms {
        Some(said_ms) => format!("Written {}, received {}", exact(said_ms), exact(head.received_ms)),
        None => format!("Received {}", exact(head.received_ms)),
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

#[cfg(test)]
mod tests {
    use super::{escaped, times};
    use crate::document::{DocumentHead, Source};

    #[test]
    fn names_of_sessions_are_escaped() {
        assert_eq!(escaped("night-42 é&/"), "night-42%20%C3%A9%26%2F");
    }

    #[test]
    fn written_and_received_are_told_apart() {
        let received = DocumentHead { received_ms: 60_000, ..DocumentHead::default() };
        assert_eq!(times(&received), "Received 1970-01-01 00:01:00 UTC");
        let source = Source { said_ms: Some(0), ..Source::default() };
        let both = "Written 1970-01-01 00:00:00 UTC, received 1970-01-01 00:01:00 UTC";
        assert_eq!(times(&DocumentHead { source, ..received }), both);
    }
}
