//! The score.

use std::ops::Range;

use super::parse::Reader;
use super::report_sections::{NamedSection, ReportSections};
use super::rules::{
    CONFLICTING_SCORE, MISSING_SCORE, SCORE_FORM, SCORE_OUT_OF_RANGE, SCORE_PLACE, UNREADABLE_SCORE,
};
use super::section_kind::SectionKind;
use super::stated::{Position, Stated};
use super::verdict::Found;
use crate::diagnostic::{Diagnostic, FieldPath};
use crate::reading::{PLACEHOLDER, Score, ScoreForm, head, holds_placeholder, score};

const EXPECTED: &str = "an integer from 0 to 100 and `%`";

impl Reader<'_, '_> {
    /// Reads the score; also returns what the verdict's line has to keep when it is fixed.
    pub fn read_score(&mut self, verdict: Option<&Found>) -> (Option<Stated>, Option<u8>) {
        let sections = self.sections;
        let read = |found: &Stated| score(&sections.read(found.value));
        let stated = find(sections);
        if stated.is_none()
            && let Some(points) = self.score_beside(verdict)
        {
            self.report.score = Some(points);
            return (None, Some(points));
        }
        // Else the first label `Overall Score` of the report.
        let is_readable = |found: &Stated| read(found).and_then(in_range).is_some();
        let anywhere = || under_label(sections, sections.range(), Position::Inside).filter(is_readable);
        let Some(found) = stated.or_else(anywhere) else {
            let place = verdict.map_or_else(|| sections.opening_line(), |found| found.stated.line);
            let missing = Diagnostic::new(&MISSING_SCORE, place, "the report states no score").field("score");
            self.sink.report(missing.expected("`## Score: {X}%`"));
            return (None, None);
        };
        self.sink.field(FieldPath::name("score"), found.value);
        let read = read(&found);
        if let Some(read) = read
            && let Some(points) = in_range(read)
        {
            self.report.score = Some(points);
            self.report_score(found, read, points);
            self.report_other_scores(verdict, found, points);
            return (stated, None);
        }
        let written = sections.read(found.value);
        let value = written.trim();
        let (rule, message) = match read {
            Some(_) => (&SCORE_OUT_OF_RANGE, format!("a score of `{}` is above 100", head(value, 40))),
            None if holds_placeholder(value) => (&PLACEHOLDER, format!("`{value}` is not a score")),
            None => (&UNREADABLE_SCORE, format!("`{value}` is not a score")),
        };
        let unreadable = Diagnostic::new(rule, found.value, message).field("score");
        self.sink.report(unreadable.expected(EXPECTED).found(value));
        (stated, None)
    }

    /// Reports other scores of the whole that say something else.
    fn report_other_scores(&mut self, verdict: Option<&Found>, stated: Stated, points: u8) {
        let sections = self.sections;
        let headings = sections.of_kind(SectionKind::Score).filter(|named| named.section.level <= 2);
        let ranges = [SectionKind::Verdict, SectionKind::Summary].map(|kind| sections.body_of(kind));
        let ranges = ranges.into_iter().flatten().chain([sections.preamble.clone()]);
        let labelled = ranges.filter_map(|range| under_label(sections, range, Position::Inside));
        let others = headings.filter_map(|named| in_heading(sections, named)).chain(labelled);
        let values = others.map(|other| other.value).chain(verdict.map(|found| found.rest));
        for value in values.filter(|value| !value.overlaps(stated.value)) {
            let read = score(&sections.read(value)).filter(|read| read.form != ScoreForm::Bare);
            let Some(other) = read.and_then(in_range).filter(|other| *other != points) else { continue };
            let message = format!("says {other}%, and elsewhere {points}%");
            let conflict = Diagnostic::new(&CONFLICTING_SCORE, value, message).field("score");
            self.sink.report(conflict.related(stated.value, "the score that is read"));
        }
    }

    /// Reads the score of `## Verdict: APPROVED (94%)`.
    fn score_beside(&mut self, verdict: Option<&Found>) -> Option<u8> {
        let sections = self.sections;
        let span = verdict?.rest;
        let read = score(&sections.read(span)).filter(|read| read.form != ScoreForm::Bare)?;
        let points = in_range(read)?;
        self.sink.field(FieldPath::name("score"), span);
        let message = "the score is beside the verdict, not in a heading `## Score`";
        let misplaced = Diagnostic::new(&SCORE_PLACE, span, message).field("score");
        self.sink.report(misplaced.expected(format!("`## Score: {points}%`")));
        Some(points)
    }

    fn report_score(&mut self, found: Stated, read: Score, points: u8) {
        let sections = self.sections;
        let written = sections.read(found.value);
        let has_words = |part: Option<&str>| part.is_some_and(|part| part.contains(char::is_alphanumeric));
        let has_comment = has_words(written.get(..read.start)) || has_words(written.get(read.end..));
        // An edit must not lose the comment, the fraction or the range.
        let is_alone = !has_comment && !read.is_approximate;
        // Up to ten the scale may be one of ten.
        let has_scale = read.form == ScoreForm::Percent
            || written.contains('/')
            || written.contains("out of")
            || !(1.0..=10.0).contains(&read.exact);
        let is_safe = is_alone && has_scale && found.may_be_heading(sections, self.sink);
        let (value, expected) = (written.trim(), format!("{points}%"));
        let form = (value != expected).then(|| {
            let form = Diagnostic::new(&SCORE_FORM, found.value, format!("the score is written `{value}`"));
            form.field("score").expected(expected).found(value)
        });
        for deviation in form.into_iter().chain(found.misplaced(&SCORE_PLACE, SectionKind::Score)) {
            let line = format!("## Score: {points}%");
            self.sink.report(deviation.fix(format!("Write `{line}`"), found.line, line).fixed_if(is_safe));
        }
    }
}

fn in_range(read: Score) -> Option<u8> {
    u8::try_from(read.points).ok().filter(|points| *points <= 100)
}

fn find(sections: &ReportSections<'_>) -> Option<Stated> {
    let is_contract = |named: &&NamedSection| sections.read(named.name).trim().eq_ignore_ascii_case("score");
    let headings = || sections.of_kind(SectionKind::Score);
    let heading = headings().find(is_contract).or_else(|| headings().next());
    let in_body = |kind| under_label(sections, sections.body_of(kind)?, Position::Inside);
    heading
        .and_then(|named| in_heading(sections, named))
        .or_else(|| under_label(sections, sections.preamble.clone(), Position::Apart))
        .or_else(|| in_body(SectionKind::Verdict))
        .or_else(|| in_body(SectionKind::Summary))
}

fn in_heading(sections: &ReportSections<'_>, named: &NamedSection) -> Option<Stated> {
    Stated::in_heading(sections, named, |_| false)
}

fn under_label(sections: &ReportSections<'_>, range: Range<usize>, position: Position) -> Option<Stated> {
    let is_label = |key: &str| SectionKind::of_label(key) == SectionKind::Score;
    let labelled = Stated::under_labels(sections, range, position, is_label);
    labelled.map(|(_, stated)| stated).find(|stated| !stated.value.is_empty())
}
