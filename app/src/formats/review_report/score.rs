//! The score.

use super::ReviewReport;
use super::layout::{Layout, NamedSection};
use super::names::is_score_key;
use super::part::Part;
use super::rules::{
    CONFLICTING_SCORE, MISSING_SCORE, SCORE_FORM, SCORE_OUT_OF_RANGE, SCORE_PLACE, UNREADABLE_SCORE,
};
use super::verdict::{self, is_placeholder};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{PLACEHOLDER, Score, ScoreForm, head, score};
use crate::text::Span;

/// Where a score stands.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The whole value, comment included.
    value: Span,
    place: Place,
    /// Label and value.
    pub line: Span,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Place {
    Heading,
    NextLine,
    Preamble,
    /// In a section or beside the verdict.
    Inside,
}

/// Reads the score; says what the verdict's line has to keep when it is fixed.
pub(super) fn parse(
    layout: &Layout<'_>,
    verdict: Option<&verdict::Found>,
    report: &mut ReviewReport,
    sink: &mut Sink,
) -> (Option<Found>, Option<u8>) {
    let Some(found) = find(layout) else {
        return (None, beside_verdict(layout, verdict, report, sink));
    };
    let value = layout.read_span(found.value);
    let Some(read) = score(&value) else {
        sink.field(FieldPath::name("score"), found.value);
        let rule = if is_placeholder(&value) { &PLACEHOLDER } else { &UNREADABLE_SCORE };
        sink.report(
            Diagnostic::new(rule, found.value, format!("`{}` is not a score", value.trim()))
                .field("score")
                .expected("an integer from 0 to 100 and `%`")
                .found(value.trim()),
        );
        return (Some(found), None);
    };
    sink.field(FieldPath::name("score"), found.value);
    let Some(points) = in_range(read) else {
        sink.report(
            Diagnostic::new(
                &SCORE_OUT_OF_RANGE,
                found.value,
                format!("a score of `{}` is above 100", head(value.trim(), 40)),
            )
            .field("score")
            .expected("an integer from 0 to 100 and `%`")
            .found(value.trim()),
        );
        return (Some(found), None);
    };
    report.score = Some(points);
    deviations(layout, &found, read, points, sink);
    conflicts(layout, verdict, &found, points, sink);
    (Some(found), None)
}

/// Other scores of the whole that say something else.
fn conflicts(
    layout: &Layout<'_>,
    verdict: Option<&verdict::Found>,
    stated: &Found,
    points: u8,
    sink: &mut Sink,
) {
    let headings = layout.of_part(Part::Score).filter(|named| named.section.level <= 2);
    let bodies = [Part::Verdict, Part::Summary].into_iter().filter_map(|part| layout.of_part(part).next());
    let ranges = bodies.map(|named| named.section.body.clone()).chain([layout.preamble.clone()]);
    let labelled = ranges.flat_map(|range| in_pairs(layout, range, Place::Inside));
    let others = headings.filter_map(|named| in_heading(layout, named)).chain(labelled);
    let beside = verdict.map(|found| found.rest);
    for value in others.map(|other| other.value).chain(beside).filter(|value| !value.overlaps(stated.value)) {
        let read = score(&layout.read_span(value)).filter(|read| read.form != ScoreForm::Bare);
        let Some(other) = read.and_then(in_range).filter(|other| *other != points) else { continue };
        let message = format!("says {other}%, and elsewhere {points}%");
        sink.report(
            Diagnostic::new(&CONFLICTING_SCORE, value, message)
                .field("score")
                .related(stated.value, "the score that is read"),
        );
    }
}

fn in_range(read: Score) -> Option<u8> {
    u8::try_from(read.points).ok().filter(|points| *points <= 100)
}

fn find(layout: &Layout<'_>) -> Option<Found> {
    let headings: Vec<&NamedSection> = layout.of_part(Part::Score).collect();
    let is_contract =
        |named: &&&NamedSection| layout.read_span(named.name).trim().eq_ignore_ascii_case("score");
    let heading = headings.iter().find(is_contract).or_else(|| headings.first());
    if let Some(found) = heading.and_then(|named| in_heading(layout, named)) {
        return Some(found);
    }
    let verdict_body = layout.of_part(Part::Verdict).next().map(|named| named.section.body.clone());
    let summary_body = layout.of_part(Part::Summary).next().map(|named| named.section.body.clone());
    in_pairs(layout, layout.preamble.clone(), Place::Preamble)
        .or_else(|| in_pairs(layout, verdict_body?, Place::Inside))
        .or_else(|| in_pairs(layout, summary_body?, Place::Inside))
}

fn in_heading(layout: &Layout<'_>, named: &NamedSection) -> Option<Found> {
    let heading = layout.heading_line(&named.section);
    if !named.value.is_empty() {
        return Some(Found { value: named.value, place: Place::Heading, line: heading });
    }
    let (_, line) = layout.first_line(named.section.body.clone())?;
    Some(Found { value: line, place: Place::NextLine, line: heading.to(line) })
}

fn in_pairs(layout: &Layout<'_>, range: std::ops::Range<usize>, place: Place) -> Option<Found> {
    let pairs = layout.pairs(range);
    let pair =
        pairs.iter().find(|pair| is_score_key(&layout.read_span(pair.key)) && !pair.value.is_empty())?;
    let place = if pair.is_alone { place } else { Place::Inside };
    Some(Found { value: pair.value, place, line: pair.line })
}

/// `## Verdict: APPROVED (94%)` where no score stands by itself; else the last `Overall Score` of the report.
fn beside_verdict(
    layout: &Layout<'_>,
    verdict: Option<&verdict::Found>,
    report: &mut ReviewReport,
    sink: &mut Sink,
) -> Option<u8> {
    let beside = verdict.and_then(|found| {
        let read = score(&layout.read_span(found.rest)).filter(|read| read.form != ScoreForm::Bare)?;
        Some((in_range(read)?, found.rest))
    });
    if let Some((points, span)) = beside {
        report.score = Some(points);
        sink.field(FieldPath::name("score"), span);
        let message = "the score stands beside the verdict, not in a heading `## Score`";
        sink.report(
            Diagnostic::new(&SCORE_PLACE, span, message)
                .field("score")
                .expected(format!("`## Score: {points}%`")),
        );
        return Some(points);
    }
    let nodes = layout.outline.range(layout.span);
    let anywhere = in_pairs(layout, nodes, Place::Inside);
    let read = anywhere.as_ref().and_then(|found| Some((found, score(&layout.read_span(found.value))?)));
    if let Some((found, read)) = read
        && let Some(points) = in_range(read)
    {
        report.score = Some(points);
        sink.field(FieldPath::name("score"), found.value);
        deviations(layout, found, read, points, sink);
        return None;
    }
    let place = verdict.map_or_else(|| layout.opening_line(), |found| found.line);
    sink.report(
        Diagnostic::new(&MISSING_SCORE, place, "the report states no score")
            .field("score")
            .expected("`## Score: {X}%`"),
    );
    None
}

fn deviations(layout: &Layout<'_>, found: &Found, read: Score, points: u8, sink: &mut Sink) {
    let value = layout.read_span(found.value);
    let has_comment = value.get(..read.start).is_some_and(|before| before.contains(char::is_alphanumeric))
        || value.get(read.end..).is_some_and(|after| after.contains(char::is_alphanumeric));
    // An edit must not lose the comment, the fraction or the range.
    let is_said_alone = !has_comment && !read.is_approximate && found.place != Place::Inside;
    let is_mendable = is_said_alone && layout.is_own_line(found.line);
    let line = format!("## Score: {points}%");
    let with_fix = |diagnostic: Diagnostic| {
        if is_mendable {
            diagnostic.fix(format!("Write `{line}`"), found.line, line.clone())
        } else {
            diagnostic
        }
    };
    if value.trim() != format!("{points}%") {
        let message = format!("the score is written `{}`", value.trim());
        let form = Diagnostic::new(&SCORE_FORM, found.value, message)
            .field("score")
            .expected(format!("{points}%"))
            .found(value.trim());
        sink.report(with_fix(form));
    }
    if found.place != Place::Heading {
        let message = match found.place {
            Place::NextLine => "the score stands on a line below its heading",
            Place::Preamble | Place::Heading => "the score stands in a line, not in a heading `## Score`",
            Place::Inside => "the score stands among other things",
        };
        sink.report(with_fix(Diagnostic::new(&SCORE_PLACE, found.line, message).field("score")));
    }
}
