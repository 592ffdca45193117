//! A block as machines get it.

use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::format::prelude::*;
use crate::format::{self, Parsed};
use crate::scan::Blocks;

/// One block's line of `harmony parse --jsonl`. It is written as it is read: no copy of the block is made.
#[derive(Serialize)]
pub struct Report<'p> {
    format: &'static str,
    /// Which version of a team's format.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'static str>,
    #[serde(serialize_with = "serialize_data")]
    data: &'p dyn format::Value,
    span: Span,
    revision: Revision,
    diagnostics: Vec<ReportedDiagnostic<'p>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    fenced: bool,
    /// The file that the block is in, where it is one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'p str>,
}

/// Includes the rule's explanation, for readers without the manual at hand.
#[derive(Serialize)]
struct ReportedDiagnostic<'p> {
    #[serde(flatten)]
    diagnostic: &'p Diagnostic,
    why: &'static str,
    clause: &'static str,
}

fn serialize_data<S: Serializer>(data: &&dyn format::Value, serializer: S) -> Result<S::Ok, S::Error> {
    erased_serde::serialize(*data, serializer)
}

impl<'p> Report<'p> {
    pub fn of(parsed: &'p Parsed) -> Self {
        let reported = |diagnostic: &'p Diagnostic| ReportedDiagnostic {
            diagnostic,
            why: diagnostic.rule.summary,
            clause: diagnostic.rule.clause,
        };
        Self {
            format: parsed.spec.id,
            version: parsed.spec.own_version,
            data: &*parsed.value,
            span: parsed.span,
            revision: parsed.revision,
            diagnostics: parsed.diagnostics.iter().map(reported).collect(),
            fenced: parsed.fenced,
            file: None,
        }
    }

    pub fn in_file(self, file: &'p str) -> Self {
        Self { file: Some(file), ..self }
    }
}

/// The reports of all blocks, of which a bounded number is in memory at a time.
pub fn serialize_all<S: Serializer>(blocks: &Blocks<'_>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut reports = serializer.serialize_seq(Some(blocks.len()))?;
    for parsed in blocks.batches().flatten() {
        reports.serialize_element(&Report::of(&parsed))?;
    }
    reports.end()
}

/// A report as a value, for small texts.
pub fn json(parsed: &Parsed) -> Value {
    // JSON can express all of it: strings, numbers, lists and spans.
    serde_json::to_value(Report::of(parsed)).unwrap_or_default()
}
