//! Where a format was recognized in a text, and whether it is read there: what a reader asks who expected another.

use serde_json::{Value, json};

use crate::format::prelude::*;
use crate::formats::RegisteredFormat;

/// A place that a room claims for its format.
pub struct Claim {
    pub room: &'static RegisteredFormat,
    /// As the room recognized it, before the others were heard.
    pub recognition: Recognition,
    /// Inside a code fence: an example, not an event.
    pub fenced: bool,
    pub outcome: ClaimOutcome,
}

/// What became of a claim
#[derive(Copy, Clone, Debug)]
pub enum ClaimOutcome {
    /// It is read as far as its room saw it.
    Whole,
    /// It is read, but only to where the next block opens.
    BrokenOff { end: u32, by: &'static Spec },
    /// It is not read: a format of precedence opens at the same place.
    Overlapped { by: &'static Spec },
}

impl Claim {
    pub fn is_chosen(&self) -> bool {
        !matches!(self.outcome, ClaimOutcome::Overlapped { .. })
    }

    /// What of the text is read as this format.
    pub fn span(&self) -> Span {
        let Span { start, end } = self.recognition.span;
        match self.outcome {
            ClaimOutcome::BrokenOff { end, .. } => Span::new(start, end),
            ClaimOutcome::Whole | ClaimOutcome::Overlapped { .. } => Span::new(start, end),
        }
    }

    /// Why it is read, read in part, or not read, as a sentence for a reader.
    pub fn describe(&self, text: &Text) -> String {
        match self.outcome {
            ClaimOutcome::Whole => "read".to_owned(),
            ClaimOutcome::BrokenOff { end, by } => {
                let line = text.position(end).line;
                format!("read, but broken off at line {line}, where {} {} opens", by.id, by.name)
            }
            ClaimOutcome::Overlapped { by } => {
                format!("not read: {} {} opens at the same place and has precedence", by.id, by.name)
            }
        }
    }

    /// As machines get it: a line of `harmony parse --explain --jsonl`, without the file it is in.
    pub fn json(&self, text: &Text) -> Value {
        let mut line = json!({
            "format": self.room.spec.id,
            "line": text.position(self.recognition.span.start).line,
            "span": self.span(),
            "revision": self.recognition.revision,
            "reason": self.recognition.reason,
            "chosen": self.is_chosen(),
        });
        match self.outcome {
            ClaimOutcome::Whole => {}
            ClaimOutcome::BrokenOff { by, .. } => line["brokenOffBy"] = by.id.into(),
            ClaimOutcome::Overlapped { by } => line["overlappedBy"] = by.id.into(),
        }
        if self.fenced {
            line["fenced"] = Value::Bool(true);
        }
        line
    }
}
