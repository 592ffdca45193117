//! Families: formats whose answers are JSON objects, distinguished by their keys.

use super::Scan;
use crate::block::{Recognition, Revision};
use crate::json::{Found, Json, Kind, Names, read_inner};
use crate::side_by_side::side_by_side;
use crate::text::{Span, Text};

/// Fields under which a program passes on a whole answer, or several.
static WRAPPERS: Names = Names::of(&[
    "answer", "body", "code_review", "code_reviewer", "content", "data", "delegate", "gate", "gate_result",
    "gate_results", "gates", "message", "output", "payload", "report", "reports", "response", "result",
    "results", "review", "security", "security_audit", "security_auditor", "structured_content",
    "structured_output", "test_runner", "tests_gate", "text", "verdict", "verdicts",
]);
/// Wrappers nest no deeper.
const DEEPEST: u8 = 4;

/// The formats of a family.
pub trait JsonFamily: Copy {
    /// The keys one of which every answer of the family has.
    const KEYS: &'static [&'static Names];

    /// Returns `true` if an object, wherever it is, is an answer of the family.
    fn is_answer(json: &Json<'_>) -> bool;

    /// Identifies the format that an object is an answer of, with the reason.
    fn identify(text: &Text, candidate: &Candidate<'_, '_>) -> Option<(Self, Revision, &'static str)>;

    /// Returns the answers among the objects of a text.
    fn find(scan: &Scan<'_>) -> Vec<FamilyMatch<Self>> {
        let text = scan.text;
        let mut found = Vec::new();
        let may_hold = |object: &Found<'_>| {
            object.has_any_like(text, Self::KEYS) || object.has_any_like(text, &[&WRAPPERS])
        };
        for (object, may_hold) in scan.objects().iter().zip(side_by_side(scan.objects(), may_hold)) {
            if may_hold {
                let reading = object.reading(text);
                let is_cut = reading.cut.is_some();
                let mut search = Search { text, outermost: object.span, is_cut, found: &mut found };
                // Where the text is cut off, the rest of it belongs to the answer.
                search.object(&reading.json, object.span, DEEPEST);
            }
        }
        found
    }
}

/// An object that may be an answer.
#[derive(Copy, Clone, Debug)]
pub struct Candidate<'c, 't> {
    pub json: &'c Json<'t>,
    /// The outermost object around it; it may be that object itself.
    pub outermost: Span,
    /// The outermost object breaks off.
    pub is_cut: bool,
}

/// An answer, and which format of the family it is of.
#[derive(Clone, Debug)]
pub struct FamilyMatch<F> {
    pub format: F,
    /// The outermost object around it.
    pub outermost: Span,
    pub recognition: Recognition,
}

/// The search for answers in one object.
struct Search<'s, F> {
    text: &'s Text,
    outermost: Span,
    is_cut: bool,
    found: &'s mut Vec<FamilyMatch<F>>,
}

impl<F: JsonFamily> Search<'_, F> {
    /// Takes the object as an answer that fills the block at `span`, or else the answers that it wraps: there may be
    /// one of each format. Returns whether there was any.
    fn object(&mut self, json: &Json<'_>, span: Span, depth: u8) -> bool {
        if self.takes(json, span) {
            return true;
        }
        let Some(depth) = depth.checked_sub(1) else { return false };
        let wrapped = json.members().iter().filter(|member| WRAPPERS.has(&member.key));
        wrapped.filter(|member| self.value(&member.value, depth)).count() > 0
    }

    fn value(&mut self, value: &Json<'_>, depth: u8) -> bool {
        match &value.kind {
            Kind::Object(_) => self.object(value, value.span, depth),
            Kind::List(items) => {
                let answers = items.iter().filter(|item| !matches!(item.kind, Kind::List(_)));
                answers.filter(|item| self.value(item, depth)).count() > 0
            }
            // The block is the string, since its quotes decide how it is read.
            Kind::Text(text) if text.contains('{') => {
                read_inner(self.text.source(), value.span, F::is_answer)
                    .is_some_and(|inner| self.takes(&inner.reading.json, value.span))
            }
            _ => false,
        }
    }

    fn takes(&mut self, json: &Json<'_>, span: Span) -> bool {
        let candidate = Candidate { json, outermost: self.outermost, is_cut: self.is_cut };
        let Some((format, revision, reason)) = F::identify(self.text, &candidate) else { return false };
        let recognition = Recognition { span, revision, reason };
        self.found.push(FamilyMatch { format, outermost: self.outermost, recognition });
        true
    }
}
