use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::document::Source;
use crate::format::Parsed;
use crate::formats::gate_answer;
use crate::gate::{Flag, GateKind, GateOutcome};
use crate::text::{Span, Text, head_of};

/// A record is kept beside its document, so it carries the beginning of long words only.
const LONGEST_TASK: usize = 200;
const LONGEST_SENTENCE: usize = 400;
const LONGEST_QUOTE: usize = 160;
const MOST_FLAGS: usize = 8;

/// What a gate's answer says of a work item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GateRecord {
    /// The answer's task, or else its session.
    pub task: String,
    pub kind: GateKind,
    pub outcome: GateOutcome,
    /// What decides, as a sentence.
    pub rule: String,
    /// As stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<RecordedFlag>,
    #[serde(default)]
    pub more_flags: usize,
    pub line: u32,
    /// Of its text: a later version of a document repeats an answer in the same words.
    pub digest: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct RecordedFlag {
    pub flag: String,
    pub message: String,
    pub places: Vec<RecordedPlace>,
}

/// A field that a flag is read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct RecordedPlace {
    pub field: String,
    /// Nothing where the answer lacks the field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
}

impl GateRecord {
    /// Returns the record of a gate's answer. Examples and templates leave none, nor does an answer that names no task
    /// and belongs to no session.
    pub fn of(text: &Text, parsed: &Parsed, source: &Source) -> Option<Self> {
        let answer = gate_answer(parsed)?;
        if parsed.fenced || answer.placeholders {
            return None;
        }
        let named = answer.task_id.as_deref().map(str::trim).filter(|task| !task.is_empty());
        let task = named.or(source.session.as_deref())?;
        let mut hasher = DefaultHasher::new();
        text.slice(parsed.span).hash(&mut hasher);
        Some(Self {
            task: Self::name_of(task),
            kind: answer.kind,
            outcome: answer.outcome,
            rule: head_of(&answer.rule, LONGEST_SENTENCE),
            attempt: answer.attempt,
            flags: answer.flags().take(MOST_FLAGS).map(|flag| RecordedFlag::of(text, flag)).collect(),
            more_flags: answer.flags().count().saturating_sub(MOST_FLAGS),
            line: text.position(parsed.span.start).line,
            digest: hasher.finish(),
        })
    }

    /// Returns the name under which a task is kept.
    pub fn name_of(task: &str) -> String {
        head_of(task, LONGEST_TASK)
    }
}

impl RecordedFlag {
    fn of(text: &Text, flag: &Flag) -> Self {
        let places = flag.places.iter().zip(&flag.spans);
        Self {
            flag: flag.flag.to_owned(),
            message: head_of(&flag.message, LONGEST_SENTENCE),
            places: places.map(|(field, span)| RecordedPlace::of(text, field, *span)).collect(),
        }
    }
}

impl RecordedPlace {
    fn of(text: &Text, field: &str, span: Option<Span>) -> Self {
        Self {
            field: field.to_owned(),
            line: span.map(|span| text.position(span.start).line),
            quote: span.map(|span| head_of(text.slice(span), LONGEST_QUOTE)),
        }
    }
}
