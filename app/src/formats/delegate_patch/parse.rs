//! Reads the changes, file by file and hunk by hunk.

use super::check::check;
use super::{DelegatePatch, Hunk, Patch, Verification, markdown, unified};
use crate::block::Block;
use crate::delegate::{CONFIDENCE, Contract, Values, read_reply};
use crate::diagnostic::Sink;
use crate::json::Shape::{Choice, Count, List, Nullable, Object, Text};
use crate::json::{Property, optional, required};

static CONTRACT: Contract = Contract {
    properties: &[
        required("summary", Text),
        required("confidence", Choice(CONFIDENCE)),
        required("patches", List(&Object(&[required("file", Text), required("hunks", List(&Object(HUNK)))]))),
        optional("verification", Nullable(&Object(VERIFICATION))),
    ],
    markdown_properties: &[
        required("summary", Text),
        required("confidence", Choice(CONFIDENCE)),
        required(
            "patches",
            List(&Object(&[required("file", Text), required("hunks", List(&Object(MARKDOWN_HUNK)))])),
        ),
        optional("verification", Nullable(&Object(VERIFICATION))),
    ],
    markdown: markdown::members,
    reshape: None,
};
const HUNK: &[Property] = &[
    required("hunks[].start_line", Count),
    required("hunks[].old_lines", List(&Text)),
    required("hunks[].new_lines", List(&Text)),
    optional("hunks[].description", Nullable(&Text)),
];
/// `#### Lines 10-12` also states where a hunk ends.
const MARKDOWN_HUNK: &[Property] = &[
    required("hunks[].start_line", Count),
    optional("hunks[].end_line", Count),
    required("hunks[].old_lines", List(&Text)),
    required("hunks[].new_lines", List(&Text)),
    optional("hunks[].description", Text),
];
const VERIFICATION: &[Property] =
    &[optional("verification.commands", List(&Text)), optional("verification.expected", Nullable(&Text))];

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> DelegatePatch {
    let reply = read_reply(block, &CONTRACT, sink);
    let values = reply.values();
    let (confidence, confidence_as_written) = values.word_among("confidence", CONFIDENCE);
    let response = DelegatePatch {
        summary: values.text("summary"),
        confidence,
        confidence_as_written,
        patches: values.rows("patches").into_iter().flat_map(patches).collect(),
        verification: Verification {
            // A verification that is a text and no object is the command to run.
            commands: match values.text_where_no_object("verification") {
                Some(command) => vec![command],
                None => values.sentences("verification.commands"),
            },
            expected: values.text("verification.expected"),
        },
        other_fields: reply.others.clone(),
    };
    check(&response, &reply.json, block, sink);
    response
}

/// Returns the changes to a file; a diff in the place of an object may change several.
fn patches(row: Values<'_, '_>) -> Vec<Patch> {
    if let Some(diff) = row.whole_text().filter(|text| unified::is_diff(text)) {
        return unified::patches(&diff);
    }
    let mut file = row.text_or_row("file");
    let mut hunks = Vec::new();
    for row in row.rows("hunks") {
        match row.whole_text().filter(|text| unified::is_diff(text)) {
            Some(diff) => {
                for patch in unified::patches(&diff) {
                    file = file.or(patch.file);
                    hunks.extend(patch.hunks);
                }
            }
            None => hunks.push(hunk(row)),
        }
    }
    vec![Patch { file, hunks }]
}

fn hunk(row: Values<'_, '_>) -> Hunk {
    Hunk {
        start_line: row.count("start_line"),
        end_line: row.count("end_line"),
        old_lines: row.code("old_lines"),
        new_lines: row.code("new_lines"),
        description: row.text_or_row("description"),
    }
}
