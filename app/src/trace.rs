//! Traces: what each block of a document scored at its gate. Health is computed from traces, which are kept for some
//! days.

use serde::{Deserialize, Serialize};

use crate::catalog;
use crate::document::{BlockHead, BrokenRule, DocumentHead, State};
use crate::query_error::QueryError;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Trace {
    pub gate: u32,
    #[serde(default)]
    pub gate_name: String,
    /// The id of the format that counts at the gate.
    pub format: String,
    pub document: String,
    /// The document's place in the server's order.
    pub seq: u64,
    /// The number of the block in its document, from 1.
    #[serde(default)]
    pub block: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// When it was written, or else when the document was received, in milliseconds since 1970 (UTC).
    pub at_ms: i64,
    /// It has no error: the text follows its contract, whatever it says.
    pub passed: bool,
    /// What the text says of how it went, or that it contradicts itself.
    #[serde(default)]
    pub state: State,
    pub errors: u32,
    pub warnings: u32,
    pub infos: u32,
    /// Out of 100.
    pub score: u8,
    /// The rules that it breaks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<BrokenRule>,
    pub title: String,
    /// The chain and the step that the text names, and who wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

impl Trace {
    /// Returns a trace for each block. Examples in a fence leave none.
    pub fn all_of(head: &DocumentHead) -> Vec<Self> {
        let blocks = (1..).zip(&head.blocks).filter(|(_, block)| !block.fenced);
        blocks.filter_map(|(number, block)| Self::of(head, number, block)).collect()
    }

    fn of(head: &DocumentHead, number: u32, block: &BlockHead) -> Option<Self> {
        // A format of a team may count at no gate.
        let gate = Some(catalog::by_id(&block.format)?.gate).filter(|gate| *gate > 0)?;
        let BlockHead { errors, warnings, infos, .. } = *block;
        Some(Self {
            gate,
            gate_name: catalog::gate_name(gate).unwrap_or_default().to_owned(),
            format: block.format.clone(),
            document: head.id.clone(),
            seq: head.seq,
            block: number,
            session: head.source.session.clone(),
            at_ms: head.at_ms(),
            passed: errors == 0,
            state: block.summary.state,
            errors,
            warnings,
            infos,
            score: score(errors, warnings),
            broken: block.broken.clone(),
            title: block.summary.title.clone().unwrap_or_else(|| head.title.clone()),
            chain: block.chain.clone(),
            step: block.step,
            agent: head.source.agent.clone(),
            model: head.source.model.clone(),
        })
    }
}

impl Trace {
    /// Returns how it went at the gate: as the text says, but a text with errors doesn't pass.
    pub const fn outcome(&self) -> State {
        match self.state {
            State::None | State::Passed if self.passed => State::Passed,
            State::None | State::Passed => State::Failed,
            other => other,
        }
    }

    /// Returns the points that it lost, of 100.
    pub const fn lost(&self) -> u64 {
        100 - self.score as u64
    }
}

/// Returns 100 minus 20 for each error and 5 for each warning, at least 0.
pub fn score(errors: u32, warnings: u32) -> u8 {
    let lost = errors.saturating_mul(20).saturating_add(warnings.saturating_mul(5));
    100_u8.saturating_sub(u8::try_from(lost).unwrap_or(u8::MAX))
}

/// The filters of a list of traces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TraceQuery {
    /// The number of a gate, or its name.
    #[serde(deserialize_with = "catalog::read_gate")]
    #[cfg_attr(feature = "ssr", schemars(with = "Option<String>"))]
    pub gate: Option<u32>,
    /// The id of a format.
    pub format: Option<String>,
    /// Only those that break this rule.
    pub rule: Option<String>,
    pub session: Option<String>,
    /// Only traces of documents before this place in the server's order.
    pub before: Option<u64>,
}

impl TraceQuery {
    /// Returns what is wrong with the query.
    pub fn error(&self) -> Option<QueryError> {
        if let Some(gate) = self.gate.filter(|gate| catalog::gate_name(*gate).is_none()) {
            return Some(QueryError::new("gate", &gate.to_string(), catalog::GATES));
        }
        if self.rule.is_some() && self.format.is_none() {
            let rule = self.rule.as_deref().unwrap_or_default();
            return Some(QueryError::new("rule", rule, "a rule of the `format` beside it"));
        }
        let format = self.format.as_deref().filter(|format| catalog::by_id(format).is_none())?;
        Some(QueryError::new("format", format, "the id of a format, such as 5.1"))
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct TraceList {
    /// Those of the newest documents come first.
    pub traces: Vec<Trace>,
    /// Where the next page begins, if there is one.
    pub next: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::{Trace, TraceQuery, score};
    use crate::document::{BlockHead, DocumentHead};

    #[test]
    fn a_gate_is_asked_for_by_its_number_or_its_name() {
        let asked = |query: &str| {
            let read: Result<TraceQuery, _> = serde_json::from_str(query);
            read.map(|query| query.gate).map_err(|error| error.to_string())
        };
        for query in [r#"{"gate": 6}"#, r#"{"gate": "6"}"#, r#"{"gate": " human  Approval"}"#] {
            assert_eq!(asked(query), Ok(Some(6)), "{query}");
        }
        assert_eq!(asked(r#"{"gate": ""}"#), Ok(None));
        assert_eq!(asked("{}"), Ok(None));
        assert!(asked(r#"{"gate": "No such gate"}"#).unwrap_err().contains("no gate has this name"));
    }

    #[test]
    fn a_trace_without_a_broken_rule_is_read_back() {
        let trace = Trace { gate: 4, ..Trace::default() };
        let written = serde_json::to_string(&trace).unwrap();
        assert_eq!(serde_json::from_str::<Trace>(&written).unwrap(), trace);
    }

    #[test]
    fn each_issue_lowers_the_score() {
        assert_eq!([score(0, 0), score(0, 3), score(1, 1), score(5, 0), score(4, 5)], [100, 85, 75, 0, 0]);
        assert_eq!(score(u32::MAX, u32::MAX), 0);
    }

    #[test]
    fn each_block_of_a_known_format_leaves_a_trace() {
        let block = |format: &str, fenced, errors| BlockHead {
            format: format.to_owned(),
            fenced,
            errors,
            warnings: 1,
            ..BlockHead::default()
        };
        let blocks = vec![
            block("1.1", false, 0),
            block("5.1", true, 0),
            block("5.1", false, 1),
            block("9.9", false, 0),
        ];
        let head = DocumentHead { received_ms: 7, blocks, ..DocumentHead::default() };
        let left: Vec<_> = Trace::all_of(&head)
            .iter()
            .map(|trace| (trace.gate, trace.at_ms, trace.passed, trace.score))
            .collect();
        assert_eq!(left, [(4, 7, true, 95), (9, 7, false, 75)]);
    }
}
