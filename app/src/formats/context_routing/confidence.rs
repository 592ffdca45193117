//! How sure the routing is, and whether a person had to choose: `0.82`, `94% (no disambiguation)`.

use std::ops::Range;

use super::rules::{
    CONFIDENCE_FORM, CONFIDENCE_RANGE, DISAMBIGUATED_FORM, REV_A_FIELDS, UNREADABLE_CONFIDENCE,
    UNREADABLE_DISAMBIGUATED,
};
use crate::format::prelude::*;
use crate::reading::{Labels, Scope, is_none, line_break, normal};

/// Both fields.
pub(super) fn read(body: &Scope<'_>, labels: &Labels<'_>, sink: &mut Sink) -> (Option<f64>, Option<bool>) {
    let [confidence, disambiguated] = ["confidence", "disambiguated"];
    let is_disambiguated = labels.find(disambiguated).is_some();
    if labels.find(confidence).is_none() && !is_disambiguated {
        let message = "neither confidence nor disambiguation is stated, as in rev a";
        let missing = Diagnostic::new(&REV_A_FIELDS, body.opening_line(), message).field("confidence");
        sink.report(missing.expected("`**Confidence:** 0.9` and `**Disambiguated:** false`"));
        return (None, None);
    }
    let stated = labels.required(confidence, sink);
    let share = stated.as_ref().and_then(|stated| read_confidence(body, stated.span, sink));
    let beside = stated.filter(|_| !is_disambiguated).and_then(|stated| in_parentheses(body, stated.span));
    if let Some((place, value)) = beside {
        report_in_parentheses(body, place, value, sink);
        return (share, Some(value));
    }
    let stated = labels.required(disambiguated, sink);
    (share, stated.and_then(|stated| read_disambiguated(stated.span, &stated.value, sink)))
}

fn read_confidence(body: &Scope<'_>, span: Span, sink: &mut Sink) -> Option<f64> {
    let fragment = body.text.slice(span);
    if is_none(fragment) || fragment.eq_ignore_ascii_case("null") {
        return None;
    }
    let Some((range, value)) = share(fragment) else {
        let message = format!("`{fragment}` is no number");
        let unreadable = Diagnostic::new(&UNREADABLE_CONFIDENCE, span, message).field("confidence");
        sink.report(unreadable.expected("a number from 0.0 to 1.0").found(fragment));
        return None;
    };
    let place = span.skip(range.start).take(range.len());
    let written = body.text.slice(place);
    if !(0.0..=1.0).contains(&value) {
        let message = format!("`{written}` is no share of the whole");
        let outside = Diagnostic::new(&CONFIDENCE_RANGE, place, message).field("confidence");
        sink.report(outside.expected("a number from 0.0 to 1.0").found(written));
        return None;
    }
    sink.field("confidence", place);
    if written.parse() != Ok(value) {
        let message = format!("the confidence is written `{written}`");
        let misspelled = Diagnostic::new(&CONFIDENCE_FORM, place, message).field("confidence");
        sink.report(misspelled.written_as(&value.to_string(), written, true));
    }
    Some(value)
}

/// The first number of a fragment, with its sign and its `%`, as a share of one.
fn share(fragment: &str) -> Option<(Range<usize>, f64)> {
    let start = fragment.find(|first: char| first.is_ascii_digit())?;
    let start = start - usize::from(fragment.get(..start).is_some_and(|before| before.ends_with('.')));
    let minus = minus(fragment.get(..start)?);
    let rest = fragment.get(start..)?;
    let is_digit = |edge: char| edge.is_ascii_digit() || matches!(edge, '.' | ',');
    let digits = rest.get(..rest.len() - rest.trim_start_matches(is_digit).len())?;
    let digits = digits.trim_end_matches(['.', ',']);
    let number: f64 = digits.replace(',', ".").parse().ok()?;
    let after = rest.get(digits.len()..)?;
    let mark = after.trim_start_matches(' ');
    // Of a scale other than to one, the digits alone say nothing.
    if number > 1.0 && mark.starts_with('/') {
        return None;
    }
    let has_percent = mark.starts_with('%');
    let end = if has_percent { fragment.len() - mark.len() + 1 } else { start + digits.len() };
    // From ten upward percents are meant, with or without their mark; below, the scale is unknown. A share has at
    // most as many digits as its percentage.
    let is_percent = has_percent || number >= 10.0;
    let value = if is_percent { (number * 100.0).round() / 10_000.0 } else { number };
    Some((start - minus..end, if minus > 0 { -value } else { value }))
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
        let message = format!("`{expected}` is written `{written}`");
        let form = Diagnostic::new(&DISAMBIGUATED_FORM, span, message).field("disambiguated");
        // Words beside it are more than an edit may drop.
        sink.report(form.written_as(&expected, written, known.is_some()));
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
    sink.field("disambiguated", place);
    let source = body.text.source();
    let line = body.text.lines().line(body.text.lines().line_of(place.start)).trim(source);
    let form = Diagnostic::new(&DISAMBIGUATED_FORM, place, "disambiguation is beside the confidence")
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
    use super::share;

    fn check(fragment: &str, expected: Option<f64>) {
        assert_eq!(share(fragment).map(|(_, value)| value), expected, "{fragment}");
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
        check("120%", Some(1.2));
        check("1.4", Some(1.4));
        check("-0.5", Some(-0.5));
        check("−40%", Some(-0.4));
        check("8/10", None);
        check("medium-0.5", Some(0.5));
        check("high", None);
    }
}
