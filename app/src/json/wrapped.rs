//! Answers that a program passes on inside an object of its own: `{"result": {…}}`, or as a string of JSON.

use super::inner::read_inner;
use super::keys::is_same_name;
use super::value::{Json, Kind};
use crate::text::Span;

/// Fields under which a program has a whole answer, or several.
pub const WRAPPERS: [&str; 30] = [
    "result",
    "results",
    "output",
    "response",
    "data",
    "gate",
    "gates",
    "gate_result",
    "gate_results",
    "verdict",
    "verdicts",
    "report",
    "reports",
    "answer",
    "content",
    "message",
    "text",
    "body",
    "payload",
    "delegate",
    "test_runner",
    "tests_gate",
    "code_review",
    "code_reviewer",
    "review",
    "security_auditor",
    "security_audit",
    "security",
    "structured_output",
    "structured_content",
];
const DEEPEST: u8 = 4;

/// Looks into what wraps an answer, down to the answers.
pub struct Unwrapping<'w> {
    pub source: &'w str,
    /// Whether an object that stands in a string is one to be read.
    pub is_wanted: &'w dyn Fn(&Json<'_>) -> bool,
    /// Takes an object, with the block that it is; whether it was an answer.
    pub take: &'w mut dyn FnMut(&Json<'_>, Span) -> bool,
}

impl Unwrapping<'_> {
    /// The object at `span`, or the answers in it: it may wrap one of each kind. Whether there was any.
    pub fn object(&mut self, json: &Json<'_>, span: Span) -> bool {
        self.below(json, span, DEEPEST)
    }

    fn below(&mut self, json: &Json<'_>, span: Span, depth: u8) -> bool {
        if (self.take)(json, span) {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else { return false };
        let is_wrapper = |key: &str| WRAPPERS.iter().any(|wrapper| is_same_name(key, wrapper));
        let wrapped = json.members().iter().filter(|member| is_wrapper(&member.key));
        wrapped.fold(false, |found, member| self.value(&member.value, depth) || found)
    }

    fn value(&mut self, value: &Json<'_>, depth: u8) -> bool {
        match &value.kind {
            Kind::Object(_) => self.below(value, value.span, depth),
            Kind::List(items) => items
                .iter()
                .filter(|item| !matches!(item.kind, Kind::List(_)))
                .fold(false, |found, item| self.value(item, depth) || found),
            // The block is the string, since its quotes tell how it is to be read.
            Kind::Text(text) if text.contains('{') => read_inner(self.source, value.span, self.is_wanted)
                .is_some_and(|inner| (self.take)(&inner.reading.json, value.span)),
            _ => false,
        }
    }
}
