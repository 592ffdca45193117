//! Reads the findings and the actions.

use super::check::check;
use super::{Action, DelegateStandard, Finding, markdown};
use crate::block::Block;
use crate::delegate::{ACTIONS, CONFIDENCE, Contract, SEVERITIES, TYPES, Values, read_reply};
use crate::diagnostic::Sink;
use crate::json::Shape::{Choice, Count, List, Nullable, Object, Text};
use crate::json::{Property, optional, required};

static CONTRACT: Contract = Contract {
    properties: &[
        required("summary", Text),
        required("confidence", Choice(CONFIDENCE)),
        required("findings", List(&Object(FINDING))),
        optional("suggested_actions", Nullable(&List(&Object(ACTION)))),
    ],
    markdown_properties: &[
        required("summary", Text),
        required("confidence", Choice(CONFIDENCE)),
        required("findings", List(&Object(MARKDOWN_FINDING))),
        optional("suggested_actions", Nullable(&List(&Object(ACTION)))),
    ],
    markdown: markdown::members,
    reshape: None,
};
const FINDING: &[Property] = &[
    required("type", Choice(TYPES)),
    optional("file", Nullable(&Text)),
    optional("line", Nullable(&Count)),
    required("message", Text),
    required("severity", Choice(SEVERITIES)),
];
/// A line under a heading has no place for the type.
const MARKDOWN_FINDING: &[Property] = &[
    optional("type", Choice(TYPES)),
    optional("file", Text),
    optional("line", Count),
    required("message", Text),
    required("severity", Choice(SEVERITIES)),
];
const ACTION: &[Property] = &[
    required("action", Choice(ACTIONS)),
    required("target", Text),
    optional("description", Nullable(&Text)),
];

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> DelegateStandard {
    let reply = read_reply(block, &CONTRACT, sink);
    let values = reply.values();
    let (confidence, confidence_as_written) = values.word_among("confidence", CONFIDENCE);
    let response = DelegateStandard {
        summary: values.text("summary"),
        confidence,
        confidence_as_written,
        findings: values.rows("findings").into_iter().map(finding).collect(),
        suggested_actions: values.rows("suggested_actions").into_iter().map(action).collect(),
        other_fields: reply.others.clone(),
    };
    check(&response, block, sink);
    response
}

fn finding(row: Values<'_, '_>) -> Finding {
    let (line, line_as_written) = row.line("line");
    Finding {
        kind: row.word("type", TYPES),
        file: row.text("file"),
        line,
        line_as_written,
        message: row.text_or_row("message"),
        severity: row.word("severity", SEVERITIES),
    }
}

fn action(row: Values<'_, '_>) -> Action {
    Action {
        action: row.word("action", ACTIONS),
        target: row.text("target"),
        description: row.text_or_row("description"),
    }
}
