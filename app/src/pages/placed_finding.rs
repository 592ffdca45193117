use crate::second_opinion::PlacedFinding;
use crate::ui::prelude::*;

/// A finding's place and words, linked to its line in the document.
pub(super) fn placed_finding(
    PlacedFinding { line, finding }: PlacedFinding,
    document: &str,
) -> impl IntoView + use<> {
    let href = format!("/documents/{document}?view=source&from={line}#L{line}");
    let number = finding.number.map_or_else(|| "Finding".to_owned(), |number| format!("#{number}"));
    let lines = finding.lines.map(|(start, end)| match start == end {
        true => format!(":{start}"),
        false => format!(":{start}-{end}"),
    });
    view! {
        <p class="facts">
            <a href=href>{number}</a>
            {finding.severity.as_deref().map(|severity| view! { <span>{visible(severity)}</span> })}
            {finding.file.as_deref().map(|file| view! { <span class="path">{visible(file)}{lines}</span> })}
        </p>
        <p>{visible(&finding.words)}</p>
    }
}
