//! Reads a report, part by part.

use memchr::memchr2;

use super::layout::{Layout, NamedSection, Pair};
use super::names::{is_form, is_summary_key};
use super::part::{Part, section_name};
use super::recognize::{Opener, label};
use super::rules::{
    HEADING_LEVEL, LEGACY_HEADING, MISSING_HEADING, MISSING_SCOPE, MISSING_SUMMARY, SECTION_NAME,
    UNDERLINED_HEADING,
};
use super::verdict::{self, is_placeholder};
use super::{ReviewReport, entries, findings, score};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::format::Block;
use crate::markdown::Kind;
use crate::reading::{MOJIBAKE, PLACEHOLDER, UNCLOSED_FENCE, clean, line_break, normal};
use crate::text::Span;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ReviewReport {
    let layout = Layout::of(block);
    let mut report = ReviewReport::default();
    title(&layout, &mut report, sink);
    let verdict = verdict::parse(&layout, &mut report, sink);
    let (score, keeps_score) = score::parse(&layout, verdict.as_ref(), &mut report, sink);
    if let Some(verdict) = &verdict {
        verdict::deviations(&layout, verdict, keeps_score, sink);
        verdict::conflicts(&layout, verdict, sink);
    }
    let taken: Vec<Span> =
        verdict.iter().map(|found| found.line).chain(score.iter().map(|found| found.line)).collect();
    summary(&layout, &taken, &mut report, sink);
    findings::parse(&layout, &mut report, sink);
    entries::parse(&layout, &mut report, sink);
    headings(&layout, &taken, sink);
    encoding(&layout, sink);
    report
}

/// The opening heading: title and scope.
fn title(layout: &Layout<'_>, report: &mut ReviewReport, sink: &mut Sink) {
    let opener = layout.parts.first().filter(|opener| opener.part == Part::Other);
    let Some(opener) = opener else {
        let first = layout.opening_line();
        sink.report(
            Diagnostic::new(&MISSING_HEADING, first, "the report has no heading")
                .field("title")
                .expected("`# Review Report: {scope}`"),
        );
        return;
    };
    let text = opener.section.text;
    let written = layout.read_span(text).trim().to_owned();
    let form = Opener::read(opener.section.level, &written);
    report.title = Some(written.clone());
    sink.field(FieldPath::name("title"), text);
    let source = layout.text.source();
    let colon = text.slice(source).find(':').filter(|_| form == Some(Opener::Contract));
    if let Some(colon) = colon {
        let scope = text.skip(colon + 1).trim(source);
        let named = layout.plain(scope).trim_end_matches('*').to_owned();
        if is_placeholder(&named) {
            sink.report(Diagnostic::new(&PLACEHOLDER, scope, "the scope is a placeholder").field("scope"));
        } else if named.is_empty() {
            sink.report(Diagnostic::new(&MISSING_SCOPE, text, "the heading names no scope").field("scope"));
        } else {
            sink.field(FieldPath::name("scope"), scope);
            report.scope = Some(named);
        }
        return;
    }
    let pairs = layout.pairs(layout.preamble.clone());
    let stated =
        pairs.iter().find(|pair| normal(&layout.read_span(pair.key)) == "scope" && !pair.value.is_empty());
    if let Some(pair) = stated {
        sink.field(FieldPath::name("scope"), pair.value);
        report.scope = Some(layout.plain(pair.value));
    }
    let implied = implied_scope(&written);
    // One heading has room for one scope: where heading and label name two, an edit would lose one of them.
    let is_one = report.scope.is_none() || implied.is_none() || report.scope == implied;
    report.scope = report.scope.take().or(implied);
    legacy_heading(layout, opener, &written, report.scope.as_deref(), is_one, sink);
}

/// What a heading of another form reviews: `Code Review: the store`, `Store Review`.
fn implied_scope(heading: &str) -> Option<String> {
    let parts = [":", " - ", " – ", " — "].iter().filter_map(|mark| heading.split_once(mark));
    if let Some((before, after)) = parts.min_by_key(|(before, _)| before.len()) {
        let is_whole = is_form(before) && !after.trim().is_empty();
        return Some(if is_whole { after.trim().to_owned() } else { heading.to_owned() });
    }
    let words: Vec<&str> = heading.split_whitespace().collect();
    let named = words.iter().rposition(|word| !is_form(word)).map_or(0, |last| last + 1);
    if named > 0 {
        return Some(words.get(..named)?.join(" ").trim_start_matches("Review of ").to_owned());
    }
    None
}

fn legacy_heading(
    layout: &Layout<'_>,
    opener: &NamedSection,
    written: &str,
    scope: Option<&str>,
    is_mendable: bool,
    sink: &mut Sink,
) {
    let heading = layout.heading_line(&opener.section);
    let is_contract = label(&clean(written)).eq_ignore_ascii_case("review report");
    let Some(scope) = scope else {
        let found = Diagnostic::new(&MISSING_SCOPE, heading, "the heading names no scope").field("scope");
        sink.report(found.expected("`# Review Report: {scope}`").found(written));
        return;
    };
    let fixed = format!("# Review Report: {scope}");
    let diagnostic = if is_contract && written.contains(':') {
        Diagnostic::new(&HEADING_LEVEL, heading, "the report's heading is not of the first level")
    } else {
        Diagnostic::new(&LEGACY_HEADING, heading, format!("the heading is written `{written}`"))
    };
    let diagnostic = diagnostic.field("title").expected(fixed.as_str()).found(written);
    let title = format!("Write `{fixed}`");
    sink.report(if is_mendable { diagnostic.fix(title, heading, fixed) } else { diagnostic });
}

fn summary(layout: &Layout<'_>, taken: &[Span], report: &mut ReviewReport, sink: &mut Sink) {
    let Some(named) = layout.of_part(Part::Summary).next() else {
        if let Some(label) = summary_label(layout) {
            labelled_summary(layout, label, report, sink);
            return;
        }
        sink.report(
            Diagnostic::new(
                &MISSING_SUMMARY,
                layout.opening_line(),
                "the report has no section `## Summary`",
            )
            .field("summary")
            .expected("`## Summary`"),
        );
        return;
    };
    let body = named.section.body.clone();
    let is_taken = |span: Span| taken.iter().any(|line| line.overlaps(span));
    let nodes = || {
        layout
            .outline
            .slice(body.clone())
            .iter()
            .filter(|node| !matches!(node.kind, Kind::Blank | Kind::Rule) && !is_taken(node.span))
    };
    let content = nodes()
        .next()
        .zip(nodes().next_back())
        .map(|(first, last)| first.span.to(last.span).trim(layout.text.source()))
        .or_else(|| layout.content(named.section.extent.clone()).filter(|span| !is_taken(*span)));
    let Some(content) = content else {
        let heading = layout.heading_line(&named.section);
        sink.report(Diagnostic::new(&MISSING_SUMMARY, heading, "the summary is empty").field("summary"));
        return;
    };
    let written = layout.read_span(content);
    sink.field(FieldPath::name("summary"), content);
    if is_placeholder(&written) && written.trim_start().starts_with('{') {
        sink.report(Diagnostic::new(&PLACEHOLDER, content, "the summary is a placeholder").field("summary"));
        return;
    }
    report.summary = Some(written.into_owned());
}

/// `**Summary:** …` before the first section, with the lines right below it.
fn summary_label(layout: &Layout<'_>) -> Option<Pair> {
    let pairs = layout.pairs(layout.preamble.clone());
    let found = pairs.into_iter().find(|pair| is_summary_key(&layout.read_span(pair.key)))?;
    let next = layout.node(found.node + 1).filter(|_| layout.preamble.contains(&(found.node + 1)));
    let rest = match next.map(|next| next.kind) {
        Some(Kind::Prose { text }) if found.is_alone => text,
        _ => found.value,
    };
    let value = if found.value.is_empty() { rest } else { found.value.to(rest) };
    (!value.is_empty()).then_some(Pair { value, ..found })
}

fn labelled_summary(layout: &Layout<'_>, label: Pair, report: &mut ReviewReport, sink: &mut Sink) {
    sink.markup(label.line);
    sink.field(FieldPath::name("summary"), label.value);
    let message = "the summary stands under a label, not in a section `## Summary`";
    let labelled =
        Diagnostic::new(&SECTION_NAME, label.key, message).field("summary").expected("`## Summary`");
    let marks = Span::new(label.line.start, label.value.start);
    let line_break = line_break(layout.text);
    sink.report(if label.is_alone && layout.is_own_line(label.line) {
        labelled.fix("Write a heading", marks, format!("## Summary{line_break}{line_break}"))
    } else {
        labelled
    });
    let written = layout.read_span(label.value);
    if is_placeholder(&written) {
        sink.report(
            Diagnostic::new(&PLACEHOLDER, label.value, "the summary is a placeholder").field("summary"),
        );
        return;
    }
    report.summary = Some(written.into_owned());
}

/// Names and levels of the sections that the contract has.
fn headings(layout: &Layout<'_>, taken: &[Span], sink: &mut Sink) {
    let mut seen: Vec<Part> = Vec::new();
    let is_movable = movable(layout);
    for (index, named) in layout.parts.iter().enumerate() {
        let heading = layout.heading_line(&named.section);
        sink.markup(heading);
        underlined(layout, index, named, sink);
        let Some(name) = named.part.contract_name() else { continue };
        let is_value = matches!(named.part, Part::Verdict | Part::Score);
        // A verdict or score that is read reports its own line.
        let is_reported =
            is_value && taken.iter().any(|line| line.overlaps(heading)) && named.section.level == 2;
        if seen.contains(&named.part) || is_reported {
            continue;
        }
        seen.push(named.part);
        let is_opener = index == 0 && named.part == Part::Other;
        let written = layout.read_span(named.name);
        let is_named = section_name(&written) == normal(name) && written.trim_start().starts_with(name);
        if !is_named && !is_value {
            let level = if is_movable(index) { 2 } else { named.section.level };
            let fixed = format!("{} {name}", "#".repeat(level.into()));
            let comment =
                written.split_once('(').map(|(_, comment)| format!(" ({}", comment.trim_end_matches('*')));
            sink.report(
                Diagnostic::new(
                    &SECTION_NAME,
                    named.name,
                    format!("section `{name}` is called `{}`", written.trim()),
                )
                .field(field_of(named.part))
                .expected(name)
                .found(written.trim())
                .fix(
                    format!("Call it `{name}`"),
                    heading,
                    fixed + comment.as_deref().unwrap_or_default(),
                ),
            );
        } else if named.section.level != 2 && !is_opener {
            let text = layout.text.slice(named.section.text);
            let message = format!("section `{name}` is not of the second level");
            let found = Diagnostic::new(&HEADING_LEVEL, heading, message)
                .field(field_of(named.part))
                .expected(format!("`## {name}`"));
            let title = format!("Write `## {name}`");
            sink.report(if is_movable(index) {
                found.fix(title, heading, format!("## {text}"))
            } else {
                found
            });
        }
    }
}

/// Tells which sections hold the same at the second level: a heading that goes up takes in what stood beside it, and
/// one that goes down lets go of what stood below it.
fn movable(layout: &Layout<'_>) -> impl Fn(usize) -> bool {
    let mut is_movable = vec![false; layout.parts.len()];
    let level_at = |index: usize| layout.parts.get(index).map_or(0, |named| named.section.level);
    for (index, named) in layout.parts.iter().enumerate().rev() {
        let end = named.section.extent.end;
        let holds_the_same = if named.section.level > 2 {
            let next = layout.parts.partition_point(|other| other.section.node < end);
            let follows = layout.parts.get(next).is_some_and(|next| next.part.contract_name().is_some());
            level_at(next) <= 2 || (follows && is_movable.get(next).copied().unwrap_or_default())
        } else {
            named.section.level == 2 || level_at(index + 1) != 2
        };
        if let Some(movable) = is_movable.get_mut(index) {
            *movable = holds_the_same;
        }
    }
    move |index| is_movable.get(index).copied().unwrap_or_default()
}

/// A heading that the line below it makes one.
fn underlined(layout: &Layout<'_>, index: usize, named: &NamedSection, sink: &mut Sink) {
    let heading = layout.heading_line(&named.section);
    let source = layout.text.source();
    let Some(at) = memchr2(b'\n', b'\r', heading.slice(source).as_bytes()) else { return };
    let level = if index == 0 { "#" } else { "##" };
    let words = named.section.text.slice(source);
    let fixed = format!("{level} {words}");
    let found =
        Diagnostic::new(&UNDERLINED_HEADING, heading, format!("`{words}` is a heading by the line below it"))
            .field(field_of(named.part))
            .expected(fixed.as_str());
    // What stands in front of a quoted heading stands in front of its underline as well.
    let is_bare = heading.take(at).trim(source) == named.section.text;
    let title = format!("Write `{fixed}`");
    sink.report(if is_bare { found.fix(title, heading, fixed) } else { found });
}

const fn field_of(part: Part) -> &'static str {
    match part {
        Part::Verdict => "verdict",
        Part::Score => "score",
        Part::Summary => "summary",
        Part::Findings | Part::SomeFindings => "findings",
        Part::Fixes => "fixesApplied",
        Part::Flags => "flagsForHuman",
        Part::Other => "title",
    }
}

fn encoding(layout: &Layout<'_>, sink: &mut Sink) {
    for (_, node) in layout.nodes(layout.outline.range(layout.span)) {
        if node.kind == Kind::StrayFenceMark {
            let mark = node.span.trim(layout.text.source());
            let message = "this fence is never closed; what follows is read as text";
            sink.report(Diagnostic::new(&UNCLOSED_FENCE, mark, message));
        }
    }
    if layout.text.oddities().mojibake && layout.read_span(layout.span) != layout.text.slice(layout.span) {
        let start = layout.span.take(1);
        let message = "the report holds UTF-8 that was read as cp1252; it is shown as it was meant";
        sink.report(Diagnostic::new(&MOJIBAKE, Span::empty_at(start.start), message));
    }
}
