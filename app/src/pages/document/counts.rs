use super::diagnostics::{Actions, Prompt};
use super::issues::issues_anchor;
use super::reading::Reading;
use crate::diagnostic::Diagnostic;
use crate::document::Tally;
use crate::fix::Choice;
use crate::text::Text;
use crate::ui::prelude::*;
use crate::ui::size;

/// How many findings and issues a text has, and what can be done about all issues at once. Nothing where it has none.
#[component]
pub(super) fn Counts<'a>(
    text: &'a Text,
    reading: &'a Reading,
    /// How many blocks the text has.
    count: usize,
    actions: &'a Actions,
) -> impl IntoView + use<> {
    let blocks: Vec<_> = reading.counted().filter(|block| !block.fenced).collect();
    let issues = || blocks.iter().flat_map(|block| &block.diagnostics);
    let found = issues().count();
    let fixable = issues().filter(|found: &&Diagnostic| found.fix.is_some()).count();
    let findings = blocks
        .iter()
        .fold(Tally::default(), |tally, block| {
            tally.combine(block.value.summary().tally, u32::saturating_add)
        })
        .total();
    let read = reading.counted().count();
    let limit = (read < count).then(|| format!(" in the first {}", size::counted(read as u64, "block")));
    let findings = (findings > 0).then(|| size::counted(findings.into(), "finding"));
    let first = blocks.iter().find(|block| !block.diagnostics.is_empty());
    let issues = first.map(|block| {
        let label = size::counted(found as u64, "issue");
        view! { <a href=format!("#{}", issues_anchor(block))>{label}</a> }
    });
    let apply = (fixable > 0).then(|| {
        let label = match fixable {
            _ if limit.is_some() => "Fix all".to_owned(),
            1 => "Fix the one that is fixable".to_owned(),
            count if count == found => format!("Fix all {}", size::grouped(count as u64)),
            count => format!("Fix all {} fixable", size::grouped(count as u64)),
        };
        let href = actions.fix_href.run("all".to_owned());
        view! { <a class="button button--small" href=href><Glyph icon=Icon::Wrench/>{label}</a> }
    });
    (findings.is_some() || issues.is_some()).then(|| {
        view! {
            <section class="counts" aria-label="Counts">
                <p class="facts">
                    {findings.map(|findings| view! { <span>{findings}</span> })}
                    {issues}
                    {limit.map(|limit| view! { <span>{limit}</span> })}
                </p>
                {apply}
                <Prompt text blocks=&blocks choice=Choice::All label="Prompt for all" actions/>
            </section>
        }
    })
}
