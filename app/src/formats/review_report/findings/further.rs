//! Tables of findings beside those that were read: `## Frontend Findings`, `## Minor Issues`.

use super::entry::Trust;
use super::groups::{Group, rank_of};
use super::known::Known;
use super::{table, tables};
use crate::diagnostic::Sink;
use crate::formats::review_report::ReviewReport;
use crate::formats::review_report::layout::Layout;
use crate::formats::review_report::part::Part;

/// Reads them as far as they tell of nothing that was read before.
pub(super) fn read(layout: &Layout<'_>, report: &mut ReviewReport, sink: &mut Sink) {
    if report.findings.is_empty() {
        return;
    }
    let mut known = Known::of(&report.findings);
    let mut taken_until = 0;
    for named in &layout.parts {
        if matches!(named.part, Part::Findings | Part::Fixes | Part::Flags) {
            taken_until = named.section.extent.end.max(taken_until);
        }
        if named.section.node < taken_until || !named.names_findings {
            continue;
        }
        let heading = layout.read_span(named.section.text);
        let group = Group { rank: rank_of(&heading), file: None, trust: Trust::Late };
        for (_, found) in tables(layout, named.section.body.clone()) {
            let columns = table::columns_of_placed_findings(layout, found);
            let new = columns.filter(|columns| {
                let told = table::peek(layout, found, columns);
                !told.iter().any(|finding| known.holds(finding, &report.findings))
            });
            if let Some(columns) = new {
                table::parse(layout, found, &columns, &group, report, sink);
            }
        }
    }
}
