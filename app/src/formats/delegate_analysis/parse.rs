//! Reads the problem, the ways out and the advice.

use super::{Analysis, DelegateAnalysis, TradeOff, markdown};
use crate::block::Block;
use crate::delegate::{CONFIDENCE, Contract, Values, read_reply};
use crate::diagnostic::Sink;
use crate::json::Shape::{Choice, List, Nullable, Object, Text};
use crate::json::{Property, optional, required};

static CONTRACT: Contract = Contract {
    properties: PROPERTIES,
    markdown_properties: PROPERTIES,
    markdown: markdown::members,
    reshape: None,
};
const PROPERTIES: &[Property] = &[
    required("summary", Text),
    required("confidence", Choice(CONFIDENCE)),
    required("analysis", Object(ANALYSIS)),
    required("recommendation", Text),
    required("reasoning", Text),
];
const ANALYSIS: &[Property] = &[
    required("analysis.problem", Text),
    required("analysis.root_cause", Text),
    required("analysis.impact", Text),
    optional("analysis.trade_offs", Nullable(&List(&Object(TRADE_OFF)))),
];
const TRADE_OFF: &[Property] = &[
    required("option", Text),
    optional("pros", Nullable(&List(&Text))),
    optional("cons", Nullable(&List(&Text))),
];

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> DelegateAnalysis {
    let reply = read_reply(block, &CONTRACT, sink);
    let values = reply.values();
    let (confidence, confidence_as_written) = values.word_among("confidence", CONFIDENCE);
    DelegateAnalysis {
        summary: values.text("summary"),
        confidence,
        confidence_as_written,
        analysis: Analysis {
            // An analysis that is a text and no object states the problem.
            problem: values.text("analysis.problem").or_else(|| values.text_where_no_object("analysis")),
            root_cause: values.text("analysis.root_cause"),
            impact: values.text("analysis.impact"),
            trade_offs: values.rows("analysis.trade_offs").into_iter().map(trade_off).collect(),
        },
        recommendation: values.text("recommendation"),
        reasoning: values.text("reasoning"),
        other_fields: reply.others.clone(),
    }
}

fn trade_off(row: Values<'_, '_>) -> TradeOff {
    TradeOff { option: row.text_or_row("option"), pros: row.sentences("pros"), cons: row.sentences("cons") }
}
