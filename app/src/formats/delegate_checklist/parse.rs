//! Reads the checks and their totals.

use super::check::check;
use super::shape::reshape;
use super::{Check, DelegateChecklist, markdown};
use crate::block::Block;
use crate::delegate::{CONFIDENCE, Contract, Values, read_reply};
use crate::diagnostic::Sink;
use crate::json::Shape::{Choice, Count, List, Nullable, Object, Text};
use crate::json::{Property, optional, required};

pub(super) const STATUSES: &[&str] = &["pass", "fail", "warn", "skip"];

static CONTRACT: Contract = Contract {
    properties: PROPERTIES,
    markdown_properties: PROPERTIES,
    markdown: markdown::members,
    reshape: Some(reshape),
};
const PROPERTIES: &[Property] = &[
    required("summary", Text),
    required("confidence", Choice(CONFIDENCE)),
    required("checklist", List(&Object(CHECK))),
    required("passed", Count),
    required("failed", Count),
    required("warnings", Count),
];
const CHECK: &[Property] = &[
    required("item", Text),
    required("status", Choice(STATUSES)),
    optional("details", Nullable(&Text)),
    optional("file", Nullable(&Text)),
    optional("line", Nullable(&Count)),
];

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> DelegateChecklist {
    let reply = read_reply(block, &CONTRACT, sink);
    let values = reply.values();
    let (confidence, confidence_as_written) = values.word_among("confidence", CONFIDENCE);
    let response = DelegateChecklist {
        summary: values.text("summary"),
        confidence,
        confidence_as_written,
        checklist: values.rows("checklist").into_iter().map(item).collect(),
        passed: values.count("passed"),
        failed: values.count("failed"),
        warnings: values.count("warnings"),
        other_fields: reply.others.clone(),
    };
    check(&response, &reply.json, block, sink);
    response
}

fn item(row: Values<'_, '_>) -> Check {
    let (line, line_as_written) = row.line("line");
    Check {
        item: row.text_or_row("item"),
        status: row.word("status", STATUSES).map(contract_word),
        details: row.text("details"),
        file: row.text("file"),
        line,
        line_as_written,
    }
}

/// `pass` of `passed`; any other word as written.
fn contract_word(status: String) -> String {
    const OTHER_FORMS: [(&str, &str); 6] = [
        ("passed", "pass"),
        ("failed", "fail"),
        ("warning", "warn"),
        ("warned", "warn"),
        ("skipped", "skip"),
        ("ok", "pass"),
    ];
    let known = OTHER_FORMS.iter().find(|(form, _)| form.eq_ignore_ascii_case(&status));
    known.map_or(status, |(_, word)| (*word).to_owned())
}
