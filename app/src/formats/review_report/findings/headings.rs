//! Findings as headings: `### 1. [medium] Title`, alone or in groups such as `### Critical`.

use super::entry::{self, Entry};
use crate::diagnostic::Sink;
use crate::formats::review_report::layout::{Layout, NamedSection};
use crate::formats::review_report::names::{Part, is_praise, part, section_name};
use crate::formats::review_report::{FindingSeverity, ReviewReport, severity};
use crate::reading::numbered_title;

/// Reads the headings below a section that tell of a finding.
pub(super) fn parse(layout: &Layout<'_>, outer: &NamedSection, report: &mut ReviewReport, sink: &mut Sink) {
    for child in layout.children(&outer.section) {
        let heading = layout.read_span(child.section.text);
        // A section of findings inside another is read as a list of its own.
        if is_praise(&heading) || part(&heading) != Part::Other {
            continue;
        }
        match group(&heading) {
            Some(rank) => {
                for grandchild in layout.children(&child.section) {
                    read(layout, grandchild, Some(rank.clone()), report, sink);
                }
            }
            None => read(layout, child, None, report, sink),
        }
    }
}

/// The rank that a group's heading names: `Critical (must fix)`, `High Priority Issues`, `Minor`.
pub(super) fn group(heading: &str) -> Option<FindingSeverity> {
    let name = section_name(heading);
    let mut words = name.split(' ');
    let is_group = words.next().is_some_and(severity::is_rank)
        && words.all(|word| {
            matches!(
                word,
                "priority" | "severity" | "issues" | "findings" | "issue" | "level" | "and" | "concerns"
            ) || severity::is_rank(word)
        });
    if !is_group {
        return None;
    }
    Some(severity::known(&name).unwrap_or_else(|| FindingSeverity::Other(crate::reading::clean(heading))))
}

fn read(
    layout: &Layout<'_>,
    named: &NamedSection,
    group: Option<FindingSeverity>,
    report: &mut ReviewReport,
    sink: &mut Sink,
) {
    let heading = layout.read_span(named.section.text);
    let title = numbered_title(&heading);
    let pairs = layout.pairs(named.section.extent.clone());
    let is_ranked = title
        .label
        .is_some_and(|label| label.split(|edge: char| !edge.is_alphanumeric()).any(severity::is_rank));
    let is_marked = title.number.is_some() || is_ranked || title.state.is_some();
    let has_passed = [title.state, title.label]
        .into_iter()
        .flatten()
        .any(|state| matches!(state, "PASS" | "PASSED" | "OK"));
    if has_passed || !(is_marked || group.is_some() || entry::tells_of_finding(layout, &pairs)) {
        return;
    }
    let entry = Entry { title: named.section.text, body: named.section.extent.clone(), number: None, group };
    let finding = entry::read(layout, &entry, report.findings.len() as u32, sink);
    report.findings.push(finding);
}
