//! Reads what was found, and where to look next.

use super::check::check;
use super::{DelegateSearch, Hit, markdown};
use crate::block::Block;
use crate::delegate::{CONFIDENCE, Contract, Values, read_reply};
use crate::diagnostic::Sink;
use crate::json::Shape::{Choice, Count, List, Nullable, Object, Text};
use crate::json::{Property, optional, required};

pub(super) const RELEVANCE: &[&str] = &["high", "medium", "low"];

static CONTRACT: Contract = Contract {
    properties: PROPERTIES,
    markdown_properties: PROPERTIES,
    markdown: markdown::members,
    reshape: None,
};
const PROPERTIES: &[Property] = &[
    required("summary", Text),
    required("confidence", Choice(CONFIDENCE)),
    required("results", List(&Object(RESULT))),
    optional("patterns", Nullable(&List(&Text))),
    optional("next_steps", Nullable(&List(&Text))),
];
const RESULT: &[Property] = &[
    required("file", Text),
    required("lines", List(&Count)),
    required("relevance", Choice(RELEVANCE)),
    optional("snippet", Nullable(&Text)),
    optional("note", Nullable(&Text)),
];

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> DelegateSearch {
    let reply = read_reply(block, &CONTRACT, sink);
    let values = reply.values();
    let (confidence, confidence_as_written) = values.word_among("confidence", CONFIDENCE);
    let response = DelegateSearch {
        summary: values.text("summary"),
        confidence,
        confidence_as_written,
        results: values.rows("results").into_iter().map(hit).collect(),
        patterns: values.sentences("patterns"),
        next_steps: values.sentences("next_steps"),
        other_fields: reply.others.clone(),
    };
    check(&response, &reply.json, block, sink);
    response
}

fn hit(row: Values<'_, '_>) -> Hit {
    let (lines, lines_as_written) = row.lines("lines");
    Hit {
        file: row.text("file"),
        lines,
        lines_as_written,
        relevance: row.word("relevance", RELEVANCE),
        snippet: row.text("snippet"),
        note: row.text_or_row("note"),
    }
}
