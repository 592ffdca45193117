//! The verdict, and what follows it.

use super::layout::{Layout, NamedSection, Pair};
use super::names::{Part, is_verdict_key, may_be_verdict_key};
use super::rules::{
    CONFLICTING_VERDICT, LOOSE_QUALIFIER, MISSING_VERDICT, PLACEHOLDER, UNKNOWN_VERDICT, VERDICT_PLACE,
    VERDICT_SPELLING,
};
use super::{ReviewReport, Verdict};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{clean, line_break, nearest, normal, score};
use crate::text::Span;

/// Spellings that agents use, in lower case, longest first where one begins another.
const APPROVED: &[&str] =
    &["approved", "approve", "conditionally approved", "conditional approval", "approval"];
const NEEDS_CHANGES: &[&str] = &[
    "needs changes",
    "needs change",
    "need changes",
    "needs work",
    "needs revision",
    "needs rework",
    "needs fixes",
    "changes requested",
    "changes required",
    "changes needed",
    "request changes",
    "requests changes",
    "requesting changes",
    "requires changes",
    "not approved",
];
/// Verdicts of other conventions, with what they come nearest to.
const NEAR: &[(&str, &str)] = &[
    ("pass", "APPROVED"),
    ("passed", "APPROVED"),
    ("lgtm", "APPROVED"),
    ("accepted", "APPROVED"),
    ("accept", "APPROVED"),
    ("fail", "NEEDS_CHANGES"),
    ("failed", "NEEDS_CHANGES"),
    ("rejected", "NEEDS_CHANGES"),
    ("reject", "NEEDS_CHANGES"),
    ("blocked", "NEEDS_CHANGES"),
];

/// A verdict as it stands in the text.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub verdict: Verdict,
    pub qualifier: Option<String>,
    /// The words of the verdict alone.
    pub word: Span,
    /// What follows them.
    pub rest: Span,
    pub place: Place,
    /// All that an edit replaces: the heading or line with its label.
    pub line: Span,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// `## Verdict: APPROVED`
    Heading,
    /// `## Verdict`, with the value on a line below.
    NextLine,
    /// `**Verdict:** APPROVED` before the first section.
    Preamble,
    /// A label within a section: its line can't become a heading, since that would end the section.
    Inside,
}

/// Finds the verdict that the report states first, by the contract's heading before all others.
pub(super) fn find(layout: &Layout<'_>) -> Option<Found> {
    // "Final Verdict" at the end of a report repeats the one at its head.
    let is_final = |named: &&NamedSection| normal(&layout.read_span(named.name)).starts_with("final");
    let mut headings = layout.of_part(Part::Verdict).filter(|named| !is_final(named));
    headings
        .find_map(|named| in_heading(layout, named))
        .or_else(|| in_pairs(layout, layout.preamble.clone(), Place::Preamble))
        .or_else(|| in_status_heading(layout))
        .or_else(|| {
            let summary = layout.of_part(Part::Summary).next()?;
            in_pairs(layout, summary.section.body.clone(), Place::Inside)
        })
        .or_else(|| layout.of_part(Part::Verdict).find_map(|named| in_heading(layout, named)))
        .or_else(|| known_anywhere(layout))
}

fn in_heading(layout: &Layout<'_>, named: &NamedSection) -> Option<Found> {
    let heading = layout.heading_line(&named.section);
    if !named.value.is_empty() {
        return Some(read(layout, named.value, Place::Heading, heading));
    }
    let (index, line) = layout.first_line(named.section.body.clone())?;
    let value = layout
        .pairs(index..index + 1)
        .first()
        .filter(|pair| {
            is_verdict_key(&layout.read_span(pair.key)) || may_be_verdict_key(&layout.read_span(pair.key))
        })
        .map_or(line, |pair| pair.value);
    Some(read(layout, value, Place::NextLine, heading.to(line)))
}

fn in_pairs(layout: &Layout<'_>, range: std::ops::Range<usize>, place: Place) -> Option<Found> {
    let pairs = layout.pairs(range);
    let key = |pair: &&Pair| layout.read_span(pair.key);
    let labelled = pairs.iter().find(|pair| is_verdict_key(&key(pair)));
    let labelled = labelled.map(|pair| {
        if pair.value.is_empty()
            && let Some((_, line)) = layout.first_line(pair.node + 1..layout.preamble.end.max(pair.node + 3))
        {
            return read(layout, line, place, pair.line.to(line));
        }
        read(layout, pair.value, place_of(pair, place), pair.line)
    });
    labelled.or_else(|| {
        let others = pairs.iter().filter(|pair| may_be_verdict_key(&key(pair)));
        others.map(|pair| read(layout, pair.value, place_of(pair, place), pair.line)).find(Found::is_known)
    })
}

/// A line that says other things as well can't become a heading.
fn place_of(pair: &Pair, place: Place) -> Place {
    if pair.is_alone { place } else { Place::Inside }
}

/// `## Status: APPROVED`, `## Decision` with a verdict below.
fn in_status_heading(layout: &Layout<'_>) -> Option<Found> {
    layout.parts.iter().find_map(|named| {
        let pair = crate::markdown::key_value(layout.text.source(), named.section.text)?;
        if !may_be_verdict_key(&layout.read_span(pair.key)) || pair.value.is_empty() {
            return None;
        }
        let heading = layout.heading_line(&named.section);
        Some(read(layout, pair.value, Place::Preamble, heading)).filter(Found::is_known)
    })
}

/// A label `Verdict` in any section, where what it says is a verdict.
fn known_anywhere(layout: &Layout<'_>) -> Option<Found> {
    let nodes = layout.outline.range(layout.span);
    layout
        .pairs(nodes)
        .iter()
        .filter(|pair| is_verdict_key(&layout.read_span(pair.key)))
        .map(|pair| read(layout, pair.value, Place::Inside, pair.line))
        .find(Found::is_known)
}

impl Found {
    pub fn is_known(&self) -> bool {
        matches!(self.verdict, Verdict::Approved | Verdict::NeedsChanges)
    }

    fn is_placeholder(&self, layout: &Layout<'_>) -> bool {
        is_placeholder(&layout.read_span(self.word))
    }
}

/// `{APPROVED | NEEDS_CHANGES}`
pub(super) fn is_placeholder(value: &str) -> bool {
    let value = value.trim();
    let is_braced = value.split_once('{').is_some_and(|(_, inner)| inner.contains('}'));
    is_braced || (value.starts_with('<') && value.ends_with('>'))
}

fn read(layout: &Layout<'_>, value: Span, place: Place, line: Span) -> Found {
    let source = layout.text.source();
    let fragment = value.slice(source);
    let words = value.skip(decoration(layout, value));
    if is_placeholder(fragment) {
        let rest = Span::empty_at(value.end);
        let verdict = Verdict::Other(fragment.trim().to_owned());
        return Found { verdict, qualifier: None, word: value, rest, place, line };
    }
    let approved = APPROVED.iter().filter_map(|phrase| begins_with(words.slice(source), phrase));
    let needs_changes = NEEDS_CHANGES.iter().filter_map(|phrase| begins_with(words.slice(source), phrase));
    let (verdict, length) = match (approved.max(), needs_changes.max()) {
        (Some(length), _) => (Verdict::Approved, length),
        (None, Some(length)) => (Verdict::NeedsChanges, length),
        (None, None) => other(words.slice(source)),
    };
    // Emphasis that closes behind the word belongs to it.
    let after = words.skip(length).slice(source);
    let length = length + after.len() - after.trim_start_matches(['*', '_', '`', '~']).len();
    let rest = words.skip(length).trim(source);
    let word = Span::new(value.start, words.start + length as u32);
    let mut qualifier = qualifier(&layout.read_span(rest));
    if verdict == Verdict::Approved && clean(&layout.read_span(word)).to_lowercase().starts_with("condition")
    {
        qualifier =
            Some(qualifier.map_or("conditionally".to_owned(), |rest| format!("conditionally, {rest}")));
    }
    Found { verdict, qualifier, word, rest, place, line }
}

/// How much of a value comes before its first word: emphasis, emoji, and what is left of an emoji in mojibake.
fn decoration(layout: &Layout<'_>, value: Span) -> usize {
    let fragment = value.slice(layout.text.source());
    let is_mark = |character: char| !character.is_alphanumeric() && !"{<".contains(character);
    let marks = fragment.len() - fragment.trim_start_matches(is_mark).len();
    let rest = fragment.get(marks..).unwrap_or_default();
    let token = rest.split_whitespace().next().unwrap_or_default();
    let is_word = layout.read_span(value.skip(marks).take(token.len())).contains(char::is_alphanumeric);
    if is_word || token.is_empty() {
        return marks;
    }
    let after = rest.get(token.len()..).unwrap_or_default();
    fragment.len() - after.trim_start_matches(is_mark).len()
}

/// An unknown verdict is kept up to where a comment begins.
fn other(words: &str) -> (Verdict, usize) {
    let end = words.find([',', '(', '—', '–', '.', ':', ';', '|']).unwrap_or(words.len());
    let spaced_dash = words.find(" - ").unwrap_or(end);
    let length = end.min(spaced_dash);
    let written = clean(words.get(..length).unwrap_or_default());
    (Verdict::Other(written), length)
}

/// The length of `phrase` at the start of `words`, whatever its case and whatever parts its words.
fn begins_with(words: &str, phrase: &str) -> Option<usize> {
    let mut length = 0;
    for (index, word) in phrase.split(' ').enumerate() {
        let rest = words.get(length..)?;
        let gap = rest.len() - rest.trim_start_matches([' ', '_', '-', '\u{a0}']).len();
        if index > 0 && gap == 0 {
            return None;
        }
        let start = length + if index > 0 { gap } else { 0 };
        let end = start + word.len();
        if !words.get(start..end)?.eq_ignore_ascii_case(word) {
            return None;
        }
        length = end;
    }
    let is_ended = words.get(length..)?.chars().next().is_none_or(|next| !next.is_alphanumeric());
    is_ended.then_some(length)
}

/// What is left of the words after a verdict once a score and the marks around it are gone.
fn qualifier(rest: &str) -> Option<String> {
    let cleaned = clean(rest);
    let bare = cleaned.trim_matches(|edge: char| edge.is_whitespace() || "-–—:,;|>_".contains(edge)).trim();
    let bare = bare.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(bare).trim();
    let is_score = score(bare).is_some_and(|found| {
        let before = bare.get(..found.start).unwrap_or_default();
        let after = bare.get(found.end..).unwrap_or_default();
        let label = before.trim().trim_end_matches([':', '(']).trim();
        (label.is_empty() || super::names::is_score_key(label))
            && !after.contains(|character: char| character.is_alphanumeric())
    });
    (!bare.is_empty() && !is_score).then(|| bare.to_owned())
}

/// Reads the verdict into the report. `score_line` is what an edit has to state as well, where the score
/// stands nowhere but beside the verdict.
pub(super) fn parse(layout: &Layout<'_>, report: &mut ReviewReport, sink: &mut Sink) -> Option<Found> {
    let Some(found) = find(layout) else {
        sink.report(
            Diagnostic::new(&MISSING_VERDICT, layout.opening_line(), "the report states no verdict")
                .field("verdict")
                .expected("`## Verdict: APPROVED` or `## Verdict: NEEDS_CHANGES`"),
        );
        return None;
    };
    sink.field(FieldPath::name("verdict"), found.word);
    if found.qualifier.is_some() && !found.rest.is_empty() {
        sink.field(FieldPath::name("verdictQualifier"), found.rest);
    }
    if found.is_placeholder(layout) {
        sink.report(
            Diagnostic::new(&PLACEHOLDER, found.word, "the verdict is a placeholder")
                .field("verdict")
                .expected("`APPROVED` or `NEEDS_CHANGES`")
                .found(layout.read_span(found.word)),
        );
        return Some(found);
    }
    report.verdict = Some(found.verdict.clone());
    report.verdict_qualifier = found.qualifier.clone();
    Some(found)
}

/// What deviates in the way that the verdict is written. Comes after the score is read, since the line that
/// mends the verdict must keep a score that stands only there.
pub(super) fn deviations(layout: &Layout<'_>, found: &Found, keeps_score: Option<u8>, sink: &mut Sink) {
    if found.is_placeholder(layout) {
        return;
    }
    let written = layout.read_span(found.word);
    let mended = mended_line(layout, found, keeps_score);
    let with_fix = |diagnostic: Diagnostic| match (&mended, found.place) {
        (Some(line), Place::Heading | Place::NextLine | Place::Preamble) => diagnostic.fix(
            format!("Write `{}`", line.lines().next().unwrap_or_default()),
            found.line,
            line.clone(),
        ),
        _ => diagnostic,
    };
    if let Verdict::Other(word) = &found.verdict {
        let near = near(word);
        let mut diagnostic =
            Diagnostic::new(&UNKNOWN_VERDICT, found.word, format!("unknown verdict `{word}`"))
                .field("verdict")
                .expected("`APPROVED` or `NEEDS_CHANGES`")
                .found(word.as_str());
        if let Some(near) = near {
            diagnostic =
                diagnostic.fix(format!("Write `{near}`"), found.word, format!(" {near}").trim_start());
        }
        sink.report(diagnostic);
        return;
    }
    if written != found.verdict.as_str() {
        let message = format!("`{}` is written `{}`", found.verdict.as_str(), written.trim());
        let spelling = Diagnostic::new(&VERDICT_SPELLING, found.word, message)
            .field("verdict")
            .expected(found.verdict.as_str())
            .found(written.trim());
        sink.report(with_fix(spelling));
    }
    if found.place != Place::Heading {
        let message = match found.place {
            Place::NextLine => "the verdict stands on a line below its heading",
            Place::Preamble | Place::Heading => "the verdict stands in a line, not in a heading `## Verdict`",
            Place::Inside => "the verdict stands among other things",
        };
        sink.report(with_fix(Diagnostic::new(&VERDICT_PLACE, found.line, message).field("verdict")));
    }
    let rest = layout.read_span(found.rest);
    let is_bracketed = rest.starts_with('(') && rest.ends_with(')');
    if !rest.is_empty() && !is_bracketed {
        let message = "what follows the verdict is not in parentheses";
        let loose = Diagnostic::new(&LOOSE_QUALIFIER, found.rest, message)
            .field("verdictQualifier")
            .found(rest.trim());
        sink.report(with_fix(loose));
    } else if keeps_score.is_some() && found.qualifier.is_none() {
        let message = "a score stands in the place of the qualifier";
        sink.report(with_fix(
            Diagnostic::new(&LOOSE_QUALIFIER, found.rest, message).field("verdictQualifier"),
        ));
    }
}

fn near(word: &str) -> Option<&'static str> {
    let lower = word.to_lowercase();
    let first = lower.split_whitespace().next().unwrap_or_default();
    let listed = NEAR.iter().find(|(name, _)| *name == first).map(|(_, near)| *near);
    listed.or_else(|| nearest(word, &["APPROVED", "NEEDS_CHANGES"]))
}

fn mended_line(layout: &Layout<'_>, found: &Found, keeps_score: Option<u8>) -> Option<String> {
    if !found.is_known() {
        return None;
    }
    let mut line = format!("## Verdict: {}", found.verdict.as_str());
    if let Some(qualifier) = &found.qualifier {
        line.push_str(&format!(" ({qualifier})"));
    }
    if let Some(score) = keeps_score {
        line.push_str(&format!("{}## Score: {score}%", line_break(layout.text)));
    }
    Some(line)
}

/// A second verdict that says something else.
pub(super) fn conflicts(layout: &Layout<'_>, stated: &Found, sink: &mut Sink) {
    let later = layout.of_part(Part::Verdict).filter(|named| {
        let heading = layout.heading_line(&named.section);
        !heading.overlaps(stated.line)
    });
    for named in later {
        let Some(other) = in_heading(layout, named) else { continue };
        if other.is_known() && stated.is_known() && other.verdict != stated.verdict {
            let message =
                format!("says `{}`, and above `{}`", other.verdict.as_str(), stated.verdict.as_str());
            sink.report(
                Diagnostic::new(&CONFLICTING_VERDICT, other.word, message)
                    .field("verdict")
                    .related(stated.word, "the verdict that is read"),
            );
        }
    }
}
