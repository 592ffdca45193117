//! How sure the routing is, and whether a person had to choose: `0.82`, `94% (no disambiguation)`.

use super::names::{CONFIDENCE, DISAMBIGUATED};
use super::rules::{
    CONFIDENCE_FORM, CONFIDENCE_RANGE, DISAMBIGUATED_FORM, REV_A_FIELDS, UNREADABLE_CONFIDENCE,
    UNREADABLE_DISAMBIGUATED,
};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::{Labels, MISSING_VALUE, Scope, is_none, line_break, normal};
use crate::text::Span;

#[derive(Debug, Default)]
pub(super) struct Confidence {
    pub confidence: Option<f64>,
    pub disambiguated: Option<bool>,
}

pub(super) fn read(body: &Scope<'_>, labels: &Labels<'_>, sink: &mut Sink) -> Confidence {
    if labels.find(CONFIDENCE).is_none() && labels.find(DISAMBIGUATED).is_none() {
        let message = "neither confidence nor disambiguation is stated, as in rev a";
        let missing = Diagnostic::new(&REV_A_FIELDS, body.opening_line(), message).field("confidence");
        sink.report(missing.expected("`**Confidence:** 0.9` and `**Disambiguated:** false`"));
        return Confidence::default();
    }
    let stated = labels.optional(CONFIDENCE, sink);
    if stated.is_none() && labels.find(CONFIDENCE).is_none() {
        report_missing(body, "Confidence", "confidence", sink);
    }
    let confidence = stated.as_ref().and_then(|stated| read_confidence(body, stated.span, sink));
    let disambiguated = match labels.find(DISAMBIGUATED) {
        Some(_) => labels
            .optional(DISAMBIGUATED, sink)
            .and_then(|stated| read_disambiguated(stated.span, &stated.value, sink)),
        None => match stated.as_ref().and_then(|stated| in_parentheses(body, stated.span)) {
            Some((place, value)) => {
                report_in_parentheses(body, place, value, sink);
                Some(value)
            }
            None => {
                report_missing(body, "Disambiguated", "disambiguated", sink);
                None
            }
        },
    };
    Confidence { confidence, disambiguated }
}

fn report_missing(body: &Scope<'_>, name: &str, field: &str, sink: &mut Sink) {
    let message = format!("`{name}` is not stated");
    let missing = Diagnostic::new(&MISSING_VALUE, body.opening_line(), message);
    sink.report(missing.field(field).expected(format!("`**{name}:** …`")));
}

fn read_confidence(body: &Scope<'_>, span: Span, sink: &mut Sink) -> Option<f64> {
    let fragment = body.text.slice(span);
    if is_none(fragment) || fragment.eq_ignore_ascii_case("null") {
        return None;
    }
    let Some(figure) = Figure::read(fragment) else {
        let message = format!("`{fragment}` is no number");
        let unreadable = Diagnostic::new(&UNREADABLE_CONFIDENCE, span, message).field("confidence");
        sink.report(unreadable.expected("a number from 0.0 to 1.0").found(fragment));
        return None;
    };
    let place = span.skip(figure.start).take(figure.length);
    let written = body.text.slice(place);
    let Some(value) = figure.value() else {
        let message = format!("`{written}` is no share of the whole");
        let outside = Diagnostic::new(&CONFIDENCE_RANGE, place, message).field("confidence");
        sink.report(outside.expected("a number from 0.0 to 1.0").found(written));
        return None;
    };
    sink.field(FieldPath::name("confidence"), place);
    if figure.is_percent || written.contains(',') {
        let expected = value.to_string();
        sink.report(
            Diagnostic::new(&CONFIDENCE_FORM, place, format!("the confidence is written `{written}`"))
                .field("confidence")
                .expected(expected.as_str())
                .found(written)
                .fix(format!("Write `{expected}`"), place, expected.clone()),
        );
    }
    Some(value)
}

/// The first number of a fragment.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Figure {
    start: usize,
    /// With its sign and its `%`.
    length: usize,
    number: f64,
    is_percent: bool,
}

impl Figure {
    fn read(fragment: &str) -> Option<Self> {
        let start = fragment.find(|first: char| first.is_ascii_digit())?;
        let start = start - usize::from(fragment.get(..start).is_some_and(|before| before.ends_with('.')));
        let minus = minus(fragment.get(..start)?);
        let rest = fragment.get(start..)?;
        let length = rest
            .find(|edge: char| !(edge.is_ascii_digit() || matches!(edge, '.' | ',')))
            .unwrap_or(rest.len());
        let digits = rest.get(..length)?.trim_end_matches(['.', ',']);
        let number: f64 = digits.replace(',', ".").parse().ok()?;
        let after = rest.get(digits.len()..)?;
        let sign = after.trim_start_matches(' ').starts_with('%').then(|| after.find('%')).flatten();
        // Of a scale other than to one, the digits alone say nothing.
        if number > 1.0 && after.trim_start_matches(' ').starts_with('/') {
            return None;
        }
        let length = minus + digits.len() + sign.map_or(0, |at| at + 1);
        // From ten upward percents are meant, with or without their mark; below, nobody can tell the scale.
        let is_percent = sign.is_some() || number >= 10.0;
        let number = if minus > 0 { -number } else { number };
        Some(Self { start: start - minus, length, number, is_percent })
    }

    /// From 0 to 1; a share has at most as many digits as its percentage.
    fn value(self) -> Option<f64> {
        let value = if self.is_percent { (self.number * 100.0).round() / 10_000.0 } else { self.number };
        (0.0..=1.0).contains(&value).then_some(value)
    }
}

/// The length of a minus at the end; a dash between words or behind one is none.
fn minus(before: &str) -> usize {
    let Some(sign) = before.chars().next_back().filter(|sign| matches!(sign, '-' | '−')) else { return 0 };
    let lead = before.strip_suffix(sign).and_then(|lead| lead.chars().next_back());
    if lead.is_some_and(char::is_alphanumeric) { 0 } else { sign.len_utf8() }
}

const WORDS: [(&str, bool); 8] = [
    ("true", true),
    ("false", false),
    ("yes", true),
    ("no", false),
    ("required", true),
    ("not required", false),
    ("needed", true),
    ("not needed", false),
];

fn read_disambiguated(span: Span, written: &str, sink: &mut Sink) -> Option<bool> {
    let words = normal(written);
    let known = WORDS.iter().find(|(word, _)| *word == words);
    let first = WORDS.iter().find(|(word, _)| words.split([' ', ',', '.', ';']).next() == Some(*word));
    let Some((_, value)) = known.or(first) else {
        let message = format!("`{written}` is neither true nor false");
        let unreadable = Diagnostic::new(&UNREADABLE_DISAMBIGUATED, span, message).field("disambiguated");
        sink.report(unreadable.expected("`true` or `false`").found(written));
        return None;
    };
    let expected = value.to_string();
    if written != expected {
        let form = Diagnostic::new(&DISAMBIGUATED_FORM, span, format!("`{expected}` is written `{written}`"))
            .field("disambiguated")
            .expected(expected.as_str())
            .found(written);
        // Words beside it are more than an edit may drop.
        sink.report(if known.is_some() {
            form.fix(format!("Write `{expected}`"), span, expected.clone())
        } else {
            form
        });
    }
    Some(*value)
}

/// `(no disambiguation)` behind the confidence.
fn in_parentheses(body: &Scope<'_>, span: Span) -> Option<(Span, bool)> {
    let fragment = body.text.slice(span);
    let open = fragment.find('(')?;
    let length = fragment.get(open..)?.find(')')? + 1;
    let words = normal(fragment.get(open + 1..open + length - 1)?);
    let is_said = words.contains("disambiguat");
    let is_denied = ["no ", "not ", "without ", "none"].iter().any(|word| words.starts_with(word))
        || words.ends_with("not needed")
        || words.ends_with("not required");
    is_said.then(|| (span.skip(open).take(length), !is_denied))
}

fn report_in_parentheses(body: &Scope<'_>, place: Span, value: bool, sink: &mut Sink) {
    sink.field(FieldPath::name("disambiguated"), place);
    let source = body.text.source();
    let line = body.text.lines().line(body.text.lines().line_of(place.start)).trim(source);
    let form = Diagnostic::new(&DISAMBIGUATED_FORM, place, "disambiguation stands beside the confidence")
        .field("disambiguated")
        .expected(format!("`**Disambiguated:** {value}`"))
        .found(place.slice(source));
    let label = format!("{}**Disambiguated:** {value}", line_break(body.text));
    sink.report(if place.end == line.end {
        form.fix("Write it under its label", place, label)
    } else {
        form
    });
}

#[cfg(test)]
mod tests {
    use super::Figure;

    fn check(fragment: &str, expected: Option<f64>) {
        assert_eq!(Figure::read(fragment).and_then(Figure::value), expected, "{fragment}");
    }

    #[test]
    fn shares_are_read() {
        check("0.82", Some(0.82));
        check(".9", Some(0.9));
        check("1.0", Some(1.0));
        check("94% (no disambiguation)", Some(0.94));
        check("about 87.5 %.", Some(0.875));
        check("0,7", Some(0.7));
        check("94", Some(0.94));
        check("120%", None);
        check("1.4", None);
        check("-0.5", None);
        check("−40%", None);
        check("8/10", None);
        check("medium-0.5", Some(0.5));
        check("high", None);
    }
}
