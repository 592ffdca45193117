//! Answers that a program passes on inside an object of its own: `{"result": {…}}`, or as a string of JSON.

use super::inner::read_inner;
use super::names::Names;
use super::value::{Json, Kind};
use crate::text::Span;

/// Fields under which a program has a whole answer, or several.
pub static WRAPPERS: Names = Names::of(&[
    "answer",
    "body",
    "code_review",
    "code_reviewer",
    "content",
    "data",
    "delegate",
    "gate",
    "gate_result",
    "gate_results",
    "gates",
    "message",
    "output",
    "payload",
    "report",
    "reports",
    "response",
    "result",
    "results",
    "review",
    "security",
    "security_audit",
    "security_auditor",
    "structured_content",
    "structured_output",
    "test_runner",
    "tests_gate",
    "text",
    "verdict",
    "verdicts",
]);
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
        let wrapped = json.members().iter().filter(|member| WRAPPERS.has(&member.key));
        wrapped.filter(|member| self.value(&member.value, depth)).count() > 0
    }

    fn value(&mut self, value: &Json<'_>, depth: u8) -> bool {
        match &value.kind {
            Kind::Object(_) => self.below(value, value.span, depth),
            Kind::List(items) => {
                let answers = items.iter().filter(|item| !matches!(item.kind, Kind::List(_)));
                answers.filter(|item| self.value(item, depth)).count() > 0
            }
            // The block is the string, since its quotes tell how it is to be read.
            Kind::Text(text) if text.contains('{') => read_inner(self.source, value.span, self.is_wanted)
                .is_some_and(|inner| (self.take)(&inner.reading.json, value.span)),
            _ => false,
        }
    }
}
