//! A finding that is told in lines, under a heading or a list item, with labels such as `Location:`.

use super::is_said_fixed;
use crate::diagnostic::{FieldPath, Sink};
use crate::formats::review_report::layout::{Layout, Pair};
use crate::formats::review_report::{Finding, FindingSeverity, Lines, severity};
use crate::markdown::Kind;
use crate::reading::{Location, NumberedTitle, location, normal, numbered_title};
use crate::text::Span;

const PLACE_KEYS: [&str; 9] = [
    "location",
    "file",
    "files",
    "path",
    "where",
    "file/line",
    "affected file",
    "affected files",
    "locations",
];
const LINE_KEYS: [&str; 4] = ["line", "lines", "line(s)", "line number"];
const SEVERITY_KEYS: [&str; 4] = ["severity", "priority", "level", "severity level"];
const SUGGESTION_KEYS: [&str; 10] = [
    "suggestion",
    "recommendation",
    "suggested fix",
    "recommended fix",
    "fix",
    "fix applied",
    "suggested",
    "solution",
    "resolution",
    "remediation",
];
const TELLING_KEYS: [&str; 10] = [
    "issue",
    "problem",
    "impact",
    "description",
    "evidence",
    "root cause",
    "observation",
    "current",
    "status",
    "analysis",
];

/// An entry as it was found: its title, and the nodes that belong to it.
pub(super) struct Entry {
    pub title: Span,
    pub body: std::ops::Range<usize>,
    /// Where the entry's number stands, if not in the title.
    pub number: Option<u32>,
    /// The rank that the heading of its group gives it.
    pub group: Option<FindingSeverity>,
}

/// Whether lines with these labels tell of a finding.
pub(super) fn tells_of_finding(layout: &Layout<'_>, pairs: &[Pair]) -> bool {
    pairs.iter().any(|pair| {
        let key = normal(&layout.read_span(pair.key));
        [&PLACE_KEYS[..], &LINE_KEYS, &SEVERITY_KEYS, &SUGGESTION_KEYS, &TELLING_KEYS]
            .iter()
            .any(|keys| keys.contains(&key.as_str()))
    })
}

pub(super) fn read(layout: &Layout<'_>, entry: &Entry, index: u32, sink: &mut Sink) -> Finding {
    let path = |part| FieldPath::part("findings", index, part);
    let written = layout.read_span(entry.title);
    let title = numbered_title(&written);
    let pairs = layout.pairs(entry.body.clone());
    let pair = |keys: &[&str]| {
        pairs.iter().find(|pair| keys.contains(&normal(&layout.read_span(pair.key)).as_str()))
    };
    sink.field(path("description"), entry.title);

    let place = pair(&PLACE_KEYS).filter(|pair| !pair.value.is_empty());
    let lines = pair(&LINE_KEYS).filter(|pair| !pair.value.is_empty());
    let mut location = place.map(|pair| location(&layout.read_span(pair.value))).unwrap_or_default();
    if let Some(pair) = place {
        sink.field(path("file"), pair.value);
    }
    if location == Location::default() {
        location = leading_location(title.title);
    }
    if location == Location::default()
        && let Some(label) = title.label
    {
        location = crate::reading::location(label);
    }
    if location.lines.is_none()
        && let Some(pair) = lines
    {
        location.lines = crate::reading::line_numbers(&layout.read_span(pair.value))
            .and_then(|read| read.spans.first().copied());
        sink.field(path("line"), pair.value);
    }

    let stated = pair(&SEVERITY_KEYS).filter(|pair| !pair.value.is_empty());
    if let Some(pair) = stated {
        sink.field(path("severity"), pair.value);
    }
    let severity = stated
        .and_then(|pair| stated_severity(&layout.read_span(pair.value)))
        .or_else(|| labelled_severity(&title))
        .or_else(|| entry.group.clone());

    let suggestion = pair(&SUGGESTION_KEYS).and_then(|pair| {
        let span = value_of(layout, pair, &pairs, &entry.body)?;
        sink.field(path("suggestion"), span);
        // Only a cell has pipes that had to be escaped.
        let is_cell = layout.node(pair.node).is_some_and(|node| matches!(node.kind, Kind::Table(_)));
        Some(if is_cell { layout.plain(span) } else { layout.read_span(span).into_owned() })
    });
    let is_fixed = title.label.is_some_and(is_said_fixed) || suggestion.as_deref().is_some_and(is_said_fixed);
    Finding {
        number: title.number.or(entry.number),
        file: location.file,
        line: location.lines.map(|(start, end)| Lines { start, end }),
        line_as_written: None,
        severity,
        description: Some(title.title.to_owned()),
        suggestion,
        is_fixed,
    }
}

/// `Low (workbench is primarily visual)`: the first word of a scale; else the value as it stands.
fn stated_severity(value: &str) -> Option<FindingSeverity> {
    severity::known(value).or_else(|| severity::read(value))
}

fn labelled_severity(title: &NumberedTitle<'_>) -> Option<FindingSeverity> {
    let label =
        title.label.filter(|label| label.split(|edge: char| !edge.is_alphanumeric()).any(severity::is_rank));
    let state = title.state.filter(|state| severity::is_rank(state));
    label
        .and_then(|label| severity::known(label).or_else(|| severity::read(label)))
        .or_else(|| state.and_then(severity::read))
}

/// A place at the head of a title: `src/a.rs:14 — too strict`, `Line 66 (store): …`.
///
/// A file alone is a place only where a colon or dash sets it apart; else it is what the sentence speaks of.
fn leading_location(title: &str) -> Location {
    let title = title.trim_start_matches(['*', '`', '[', '(']);
    let mut words = title.split_whitespace();
    let first = words.next().unwrap_or_default();
    let second = words.next().unwrap_or_default();
    let found = location(first);
    let is_set_apart = first.ends_with([':', '`', '*']) && first.ends_with(':')
        || matches!(second, "-" | "–" | "—" | "--" | ":");
    if found.file.is_some() && (found.lines.is_some() || is_set_apart || second.starts_with("(line")) {
        return location(
            title.split(" - ").next().and_then(|head| head.split(" — ").next()).unwrap_or(title),
        );
    }
    if first.eq_ignore_ascii_case("line") || first.eq_ignore_ascii_case("lines") {
        let lines = location(&format!("{first} {second}")).lines;
        return Location { file: None, lines };
    }
    Location::default()
}

/// The value of a label with all that stands below it, up to the next label of a finding or heading.
fn value_of(layout: &Layout<'_>, pair: &Pair, pairs: &[Pair], body: &std::ops::Range<usize>) -> Option<Span> {
    let is_cell = layout.node(pair.node).is_some_and(|node| matches!(node.kind, Kind::Table(_)));
    if is_cell || !pair.is_alone {
        return (!pair.value.is_empty()).then_some(pair.value);
    }
    let ends = |other: &&Pair| other.node > pair.node && (pair.value.is_empty() || is_label(layout, other));
    let label = pairs.iter().find(ends).map(|other| other.node);
    let is_heading = |kind: Kind| matches!(kind, Kind::Heading { .. });
    let heading = layout.nodes(pair.node + 1..body.end).find(|(_, node)| is_heading(node.kind));
    let end = [label, heading.map(|(index, _)| index)].into_iter().flatten().min().unwrap_or(body.end);
    let below = layout.content(pair.node + 1..end);
    if pair.value.is_empty() { below } else { Some(below.map_or(pair.value, |below| pair.value.to(below))) }
}

/// Whether a label parts a finding: one that is known, or a line that is set apart in bold.
fn is_label(layout: &Layout<'_>, pair: &Pair) -> bool {
    let is_strong = layout
        .node(pair.node)
        .is_some_and(|node| matches!(node.kind, Kind::KeyValue(pair) if pair.is_strong));
    is_strong || tells_of_finding(layout, std::slice::from_ref(pair))
}
