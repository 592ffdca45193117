//! The heading that opens a report: title and scope.

use super::names::is_form;
use super::parse::Reader;
use super::recognize::{Opener, label};
use super::rules::{HEADING_LEVEL, LEGACY_HEADING, MISSING_HEADING, MISSING_SCOPE};
use super::section_kind::SectionKind;
use crate::diagnostic::{Diagnostic, FieldPath};
use crate::reading::{PLACEHOLDER, clean, holds_placeholder, normal};

const EXPECTED: &str = "`# Review Report: {scope}`";

impl Reader<'_, '_> {
    pub fn read_title(&mut self) {
        let Self { sections, report, sink } = self;
        let Some(opener) = sections.all.first().filter(|opener| opener.kind == SectionKind::Other) else {
            let missing =
                Diagnostic::new(&MISSING_HEADING, sections.opening_line(), "the report has no heading");
            sink.report(missing.field("title").expected(EXPECTED));
            return;
        };
        let text = opener.section.text;
        let written = sections.read(text).trim().to_owned();
        let written = written.as_str();
        report.title = Some(written.to_owned());
        sink.field(FieldPath::name("title"), text);
        let source = sections.text.source();
        let is_contract = Opener::read(opener.section.level, written) == Some(Opener::Contract);
        if let Some(colon) = text.slice(source).find(':').filter(|_| is_contract) {
            let scope = text.skip(colon + 1).trim(source);
            let named = sections.plain(scope).trim_end_matches('*').to_owned();
            let is_placeholder = holds_placeholder(&named);
            if is_placeholder || named.is_empty() {
                let placeholder = (&PLACEHOLDER, scope, "the scope is a placeholder");
                let missing = (&MISSING_SCOPE, text, "the heading names no scope");
                let (rule, place, message) = if is_placeholder { placeholder } else { missing };
                sink.report(Diagnostic::new(rule, place, message).field("scope"));
            } else {
                sink.field(FieldPath::name("scope"), scope);
                report.scope = Some(named);
            }
            return;
        }
        let mut pairs = sections.pairs(sections.preamble.clone()).into_iter();
        let labelled =
            pairs.find(|pair| normal(&sections.read(pair.key)) == "scope" && !pair.value.is_empty());
        let stated = labelled.map(|pair| {
            sink.field(FieldPath::name("scope"), pair.value);
            sections.plain(pair.value)
        });
        let implied = implied_scope(written);
        // A heading has room for one scope: where heading and label name two, an edit would lose one of them.
        let is_safe = stated.is_none() || implied.is_none() || stated == implied;
        report.scope = stated.or(implied);
        let heading = sections.heading_line(&opener.section);
        let Some(scope) = &report.scope else {
            let missing = Diagnostic::new(&MISSING_SCOPE, heading, "the heading names no scope");
            sink.report(missing.field("scope").expected(EXPECTED).found(written));
            return;
        };
        let is_contract = label(&clean(written)).eq_ignore_ascii_case("review report");
        let (rule, message) = if is_contract && written.contains(':') {
            (&HEADING_LEVEL, "the report's heading is not of the first level".to_owned())
        } else {
            (&LEGACY_HEADING, format!("the heading is written `{written}`"))
        };
        let fixed = format!("# Review Report: {scope}");
        let deviation = Diagnostic::new(rule, heading, message).field("title");
        sink.report(deviation.written_as(&fixed, written, is_safe));
    }
}

/// What a heading of another form reviews: `Code Review: the store`, `Store Review`.
fn implied_scope(heading: &str) -> Option<String> {
    let parts = [":", " - ", " – ", " — "].iter().filter_map(|mark| heading.split_once(mark));
    if let Some((before, after)) = parts.min_by_key(|(before, _)| before.len()) {
        let is_whole = is_form(before) && !after.trim().is_empty();
        return Some(if is_whole { after.trim().to_owned() } else { heading.to_owned() });
    }
    let words: Vec<&str> = heading.split_whitespace().collect();
    let last = words.iter().rposition(|word| !is_form(word))?;
    Some(words.get(..=last)?.join(" ").trim_start_matches("Review of ").to_owned())
}
