//! Places in a template that nobody filled in.

use std::fmt;

use super::text_shape::PLACEHOLDER;
use crate::diagnostic::{Diagnostic, Sink};
use crate::text::Span;

/// What is longer and in braces is code.
pub(super) const LONGEST_SLOT: usize = 200;

/// Returns `true` for `{Brief Title}`, `{action/}/`, `<name>`: all of the value is to be replaced. Braces inside a longer value
/// may be its own, as in `src/{a,b}.rs`.
pub fn is_placeholder(value: &str) -> bool {
    let is_mark = |edge: char| matches!(edge, '*' | '`' | '_' | '/' | '.') || edge.is_whitespace();
    let value = value.trim_matches(is_mark);
    let encloses = |open, close| value.starts_with(open) && value.ends_with(close) && value.len() > 2;
    encloses('{', '}') || (encloses('<', '>') && !value.contains("://"))
}

/// True of `{X}%` as well, where part of the value is to be replaced; not of a word between two tags.
pub fn holds_placeholder(value: &str) -> bool {
    let value = value.trim();
    let is_braced = value.split_once('{').is_some_and(|(_, inner)| inner.contains('}'));
    is_braced || (value.starts_with('<') && value.ends_with('>') && !value.contains("</"))
}

/// Reports a value that nobody filled in, and returns whether it is one.
pub fn report_placeholder(written: &str, span: Span, field: impl fmt::Display, sink: &mut Sink) -> bool {
    if !is_placeholder(written) {
        return false;
    }
    let written = written.trim();
    let placeholder = Diagnostic::new(&PLACEHOLDER, span, format!("`{written}` is a placeholder"));
    sink.report(placeholder.field(field.to_string()).found(written));
    true
}

#[cfg(test)]
mod tests {
    use super::is_placeholder;

    #[test]
    fn braces_and_angles_stand_for_values() {
        for written in ["{Brief Title}", "`{path}/`", "{N}", "**<name>**", "{step number} — {action/}"] {
            assert!(is_placeholder(written), "{written}");
        }
        for written in ["a < b", "fn main() {", "3", "src/{a,b}.rs", "<https://example.org>"] {
            assert!(!is_placeholder(written), "{written}");
        }
    }
}
