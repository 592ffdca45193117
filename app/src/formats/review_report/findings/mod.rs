//! What the review found: as a table, as headings or as a list.

mod body;
mod entry;
mod file;
mod further;
mod groups;
mod head;
mod keys;
mod known;
mod labels;
mod table;
mod unread;
mod walk;

pub(super) use entry::without_checkbox;

use memchr::memchr2_iter;

use self::entry::{Entry, Shape, Told, Trust};
use self::groups::Group;
use self::known::Known;
use self::walk::Walk;
use super::layout::{Layout, NamedSection};
use super::part::{Part, is_praise};
use super::rules::{FINDINGS_AS_HEADINGS, FINDINGS_AS_LIST, MISSING_FINDINGS, MISSING_NUMBER};
use super::{Finding, FindingSeverity, ReviewReport, severity};
use crate::diagnostic::{Diagnostic, Edit, FieldPath, Role, Sink};
use crate::markdown::{Kind, Table};
use crate::reading::{cleaned, counted, head, is_emoji, says_nothing};
use crate::text::Span;

/// Reads the findings, and reports text that stands where findings should and was read as none.
pub(super) fn parse(layout: &Layout<'_>, report: &mut ReviewReport, sink: &mut Sink) {
    read(layout, report, sink);
    leave_numbers_apart(report, sink);
    leave_findings_whole(sink);
    unread::report(layout, report, sink);
}

/// A verdict that stands among the words of a finding is no heading there: it would end the finding.
fn leave_findings_whole(sink: &mut Sink) {
    let Sink { diagnostics, coverage } = sink;
    let makes_heading = |fix: &Edit| fix.insert.starts_with("## ");
    for diagnostic in diagnostics {
        let parts_finding = |fix: &Edit| {
            coverage.pieces.iter().any(|piece| {
                matches!(piece.role, Role::Field(path) if path.name == "findings")
                    && piece.span.contains(fix.span)
            })
        };
        diagnostic.fix.take_if(|fix| makes_heading(fix) && parts_finding(fix));
    }
}

/// A number that the contract gives a row may be that of a finding told elsewhere: written into the row, it would make
/// one finding of two.
fn leave_numbers_apart(report: &ReviewReport, sink: &mut Sink) {
    let is_numbering = |diagnostic: &&mut Diagnostic| diagnostic.rule.id == MISSING_NUMBER.id;
    for diagnostic in sink.diagnostics.iter_mut().filter(is_numbering) {
        diagnostic.fix.take_if(|fix| {
            let number = fix.insert.parse().ok();
            number.is_some() && report.findings.iter().any(|finding| finding.number == number)
        });
    }
}

/// Reads the findings from where the report has them: the contract's section first, then sections such as
/// `Minor Issues`, then any table or entry that can be nothing else.
fn read(layout: &Layout<'_>, report: &mut ReviewReport, sink: &mut Sink) {
    let named = outermost_findings(layout);
    for named in &named {
        read_tables(layout, named, report, sink);
    }
    let mut known = Known::of(&report.findings);
    let trust = if report.findings.is_empty() { Trust::Own } else { Trust::Late };
    for named in &named {
        read_prose(layout, named, trust, &mut known, report, sink);
    }
    let is_settled = named.iter().any(|named| has_table(layout, named) || says_none(layout, named));
    let some = some_findings(layout);
    let is_open = report.findings.is_empty() && !is_settled;
    if is_open {
        for some in &some {
            read_tables(layout, some, report, sink);
        }
        known = Known::of(&report.findings);
    }
    let trust = if is_open && report.findings.is_empty() { Trust::Own } else { Trust::Late };
    for some in some {
        read_prose(layout, some, trust, &mut known, report, sink);
    }
    further::read(layout, report, sink);
    if !named.is_empty() {
        return;
    }
    if report.findings.is_empty() {
        read_stray_tables(layout, report, sink);
    }
    if report.findings.is_empty() {
        read_stray_entries(layout, report, sink);
    }
    report_missing(layout, report, sink);
}

/// The sections such as `Minor Issues`, but for those that stand in a section of findings, or where they rank something
/// else: `### High` below `## Recommendations` ranks what to do, and flags have a list of their own.
fn some_findings<'l>(layout: &'l Layout<'_>) -> Vec<&'l NamedSection> {
    let (mut taken_until, mut other_until) = (0, 0);
    let mut found = Vec::new();
    for (index, named) in layout.parts.iter().enumerate() {
        let until = named.section.extent.end;
        match named.part {
            Part::Findings | Part::Fixes | Part::Flags => taken_until = until.max(taken_until),
            Part::Other if index > 0 => other_until = until.max(other_until),
            Part::SomeFindings if named.section.node >= taken_until => {
                let is_inside_other = named.section.node < other_until;
                if !(is_inside_other && groups::is_rank_alone(&layout.read_span(named.section.text))) {
                    taken_until = until;
                    found.push(named);
                }
            }
            _ => {}
        }
    }
    found
}

fn outermost_findings<'l>(layout: &'l Layout<'_>) -> Vec<&'l NamedSection> {
    let mut found: Vec<&NamedSection> = Vec::new();
    for named in layout.of_part(Part::Findings) {
        let is_inside = found.last().is_some_and(|outer| outer.section.extent.contains(&named.section.node));
        if !is_inside {
            found.push(named);
        }
    }
    found
}

/// The tables of a section that are not in a part of another kind, where they list something else.
fn tables(layout: &Layout<'_>, range: std::ops::Range<usize>) -> Vec<(usize, Table)> {
    let is_other = |named: &&NamedSection| matches!(named.part, Part::Fixes | Part::Flags);
    let mut others =
        layout.inside(&range).iter().filter(is_other).map(|named| &named.section.extent).peekable();
    let mut other_until = 0;
    let table = |(index, node): (usize, &crate::markdown::Node)| {
        while let Some(other) = others.next_if(|other| other.start <= index) {
            other_until = other.end.max(other_until);
        }
        match node.kind {
            Kind::Table(table) if index >= other_until => Some((index, table)),
            _ => None,
        }
    };
    layout.nodes(range).filter_map(table).collect()
}

fn has_table(layout: &Layout<'_>, named: &NamedSection) -> bool {
    tables(layout, named.section.extent.clone())
        .into_iter()
        .any(|(_, table)| table::columns_of_findings(layout, table).is_some())
}

fn read_tables(layout: &Layout<'_>, named: &NamedSection, report: &mut ReviewReport, sink: &mut Sink) {
    for (index, table) in tables(layout, named.section.extent.clone()) {
        if let Some(columns) = table::columns_of_findings(layout, table) {
            // The section's own name ranks as well: `## Critical Findings`.
            let group = group_around(layout, named, index).unwrap_or(named.section.text);
            let group = layout.read_span(group);
            let (rank, file) = (groups::rank_of(&group), groups::names_file(&group));
            let group = Group { rank, file, trust: Trust::Own };
            table::parse(layout, table, &columns, &group, report, sink);
        }
    }
}

/// The nearest heading above a node, inside the section: `### Critical`.
fn group_around(layout: &Layout<'_>, outer: &NamedSection, node: usize) -> Option<Span> {
    let above = layout.inside(&outer.section.extent);
    let after = above.partition_point(|named| named.section.node < node);
    above.get(after.checked_sub(1)?).map(|named| named.section.text)
}

fn read_prose(
    layout: &Layout<'_>,
    named: &NamedSection,
    trust: Trust,
    known: &mut Known,
    report: &mut ReviewReport,
    sink: &mut Sink,
) {
    // The word before "Issues" ranks only where the contract knows it; one that stands alone can do nothing else.
    let heading = layout.read_span(named.section.text);
    let is_certain = |rank: &FindingSeverity| {
        !matches!(rank, FindingSeverity::Other(_)) || groups::is_rank_alone(&heading)
    };
    let own = groups::rank_of(&heading).filter(is_certain);
    let rank = own.or_else(|| severity::sign(&heading));
    let mut walk = Walk::new(layout);
    walk.section(named, &Group { rank, file: None, trust });
    let heading = layout.heading_line(&named.section);
    take_entries(layout, walk.found, heading, known, report, sink);
}

/// Takes the entries that are findings, and says in what shape they stand.
fn take_entries(
    layout: &Layout<'_>,
    entries: Vec<Entry>,
    heading: Span,
    known: &mut Known,
    report: &mut ReviewReport,
    sink: &mut Sink,
) {
    let has_headings = entries.iter().any(|entry| entry.shape == Shape::Heading);
    let (mut as_headings, mut as_list) = (0, 0);
    for entry in &entries {
        // What comes late must say its place, and most entries don't.
        if entry.trust == Trust::Late && !entry.may_name_file(layout) {
            continue;
        }
        let told = entry::tell(layout, entry);
        if !is_finding(layout, entry, &told, has_headings, known, &report.findings) {
            continue;
        }
        known.add(&told.finding);
        let index = report.findings.len() as u32;
        told.mark(index, sink);
        // Of a word above a group of findings each would tell again.
        if let Some(FindingSeverity::Other(word)) = told.finding.severity.as_ref().filter(|_| told.is_ranked)
        {
            sink.report(severity::unknown(word, entry.title, FieldPath::part("findings", index, "severity")));
        }
        report.findings.push(told.finding);
        *(if entry.shape == Shape::Heading { &mut as_headings } else { &mut as_list }) += 1;
    }
    if as_headings > 0 {
        let message = format!("{} as headings, not in the table", counted(as_headings, "finding"));
        sink.report(Diagnostic::new(&FINDINGS_AS_HEADINGS, heading, message).field("findings"));
    }
    if as_list > 0 {
        let message = format!("{} in a list, not in the table", counted(as_list, "finding"));
        sink.report(Diagnostic::new(&FINDINGS_AS_LIST, heading, message).field("findings"));
    }
}

/// Whether an entry says enough of itself to be a finding where it stands.
fn is_finding(
    layout: &Layout<'_>,
    entry: &Entry,
    told: &Told,
    has_headings: bool,
    known: &mut Known,
    before: &[Finding],
) -> bool {
    let title = layout.read_span(entry.title);
    let Finding { file, line, .. } = &told.finding;
    if told.has_passed || body::is_tally(&title) || (file.is_none() && says_nothing(&title)) {
        return false;
    }
    let is_sure = told.is_ranked && file.is_some();
    match entry.trust {
        Trust::Grouped => true,
        Trust::Own => entry.shape == Shape::Heading || !has_headings || is_sure || entry.group.is_some(),
        Trust::Foreign => told.is_ranked || (file.is_some() && line.is_some()),
        Trust::Late => {
            let is_ranked = told.finding.severity.is_some();
            is_ranked && file.is_some() && !known.holds(&told.finding, before)
        }
    }
}

/// `None.`, `No issues found.`, `N/A — …`.
pub(super) fn says_none(layout: &Layout<'_>, named: &NamedSection) -> bool {
    layout
        .first_line(named.section.body.clone())
        .is_some_and(|(_, line)| says_nothing(&layout.read_span(line)))
}

/// Tables under headings that announce something else, where their columns leave no doubt.
fn read_stray_tables(layout: &Layout<'_>, report: &mut ReviewReport, sink: &mut Sink) {
    let mut taken_until = 0;
    for named in &layout.parts {
        if matches!(named.part, Part::Fixes | Part::Flags) {
            taken_until = named.section.extent.end.max(taken_until);
        }
        if named.section.node < taken_until {
            continue;
        }
        for (_, table) in tables(layout, named.section.body.clone()) {
            if let Some(columns) = table::columns_of_sure_findings(layout, table) {
                let group = Group { rank: None, file: None, trust: Trust::Late };
                table::parse(layout, table, &columns, &group, report, sink);
            }
        }
    }
}

/// Entries under headings that announce something else, where their rank and their place leave no doubt.
fn read_stray_entries(layout: &Layout<'_>, report: &mut ReviewReport, sink: &mut Sink) {
    let mut known = Known::of(&report.findings);
    let mut taken_until = 0;
    for named in &layout.parts {
        let is_list = matches!(named.part, Part::Fixes | Part::Flags);
        if is_list || is_praise(&layout.read_span(named.section.text)) {
            taken_until = named.section.extent.end.max(taken_until);
        }
        if named.section.node < taken_until {
            continue;
        }
        let mut walk = Walk::new(layout);
        walk.body(named, &Group { rank: None, file: None, trust: Trust::Late });
        let heading = layout.heading_line(&named.section);
        take_entries(layout, walk.found, heading, &mut known, report, sink);
    }
}

fn report_missing(layout: &Layout<'_>, report: &ReviewReport, sink: &mut Sink) {
    let message = if report.findings.is_empty() {
        "the report has no section `## Findings`".to_owned()
    } else {
        format!(
            "the report has no section `## Findings`; {} elsewhere",
            counted(report.findings.len(), "finding")
        )
    };
    sink.report(
        Diagnostic::new(&MISSING_FINDINGS, layout.opening_line(), message)
            .field("findings")
            .expected("`## Findings`"),
    );
}

/// Says of a finding that the same run fixed it: `**FIXED**: …`, `[FIXED - medium]`, `~~HIGH~~ RESOLVED`.
fn is_said_fixed(text: &str) -> bool {
    let head = head(text, 200);
    let is_word = |word: &str| matches!(word, "FIXED" | "RESOLVED" | "DONE" | "Fixed" | "Resolved");
    let words = head.trim_start_matches(|first: char| !first.is_alphanumeric() || is_emoji(first));
    if words.split(|edge: char| !edge.is_alphanumeric()).next().is_some_and(is_word) {
        return true;
    }
    let bytes = head.as_bytes();
    // Either word has one of these letters before an `E`, where no mark stands between the two.
    let ends_so =
        |at: usize| bytes.get(at + 1).is_some_and(|next| !next.is_ascii_alphabetic() || *next == b'E');
    memchr2_iter(b'X', b'V', bytes).any(ends_so)
        && cleaned(head)
            .split(|edge: char| !edge.is_alphanumeric())
            .any(|word| matches!(word, "FIXED" | "RESOLVED"))
}

/// The letter or digit with which the first word begins.
fn first_letter(text: &str) -> Option<char> {
    text.chars().find(|first| first.is_alphanumeric() && !is_emoji(*first))
}
