//! Reads a response in either form, and checks it against its contract.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::format::prelude::*;
use crate::json::{
    Json, Kind, MISSING_FIELD, Property, Settling, Tolerance, UNKNOWN_FIELD, contract, judge,
    markdown_contract, read_answer_block, read_fields, record_of, report_reading,
};
use crate::reading::report_mojibake;
use crate::recognition::JsonFamily;

use super::kind::DelegateKind;
use super::markdown::{SectionForm, Sections, first_line};
use super::rules::MARKDOWN_ANSWER;
use super::synonyms::SYNONYMS;
use super::values::Others;

/// What the responses of a format have, in JSON and under headings.
pub struct Contract {
    pub json: Vec<Property>,
    pub markdown: Vec<Property>,
    /// The sections that hold more than a text or a list of texts.
    pub sections: &'static [(&'static str, SectionForm)],
    /// Converts other shapes to the contract's before the response is checked.
    pub reshape: Option<fn(&mut Json<'_>, &mut Sink)>,
}

impl Contract {
    pub fn of(fields: &'static [FieldSpec]) -> Self {
        let (json, markdown) = (contract(fields), markdown_contract(fields));
        Self { json, markdown, sections: &[], reshape: None }
    }
}

/// Reads a response in either form, and also returns it as a tree.
pub fn read_reply<'t, R: DeserializeOwned + Default>(
    block: &Block<'t>,
    contract: &Contract,
    sink: &mut Sink,
) -> (R, Json<'t>) {
    let is_markdown = !block.text.slice(block.span).starts_with(['{', '"']);
    let mut others = Others::new();
    let json = match is_markdown {
        true => read_markdown(block, contract, &mut others, sink),
        false => read_json(block, contract, &mut others, sink),
    };
    let tolerance = Tolerance::Lenient { is_mojibake: block.text.oddities().mojibake };
    let mut fields = read_fields(&json, &contract.json, tolerance, sink);
    fields.insert("other_fields".to_owned(), others.into());
    (record_of(Value::Object(fields)), json)
}

fn read_json<'t>(block: &Block<'t>, contract: &Contract, others: &mut Others, sink: &mut Sink) -> Json<'t> {
    let answer = read_answer_block(block, DelegateKind::is_answer, sink);
    let context = answer.context();
    let before = sink.diagnostics.len();
    let mut json = report_reading(block, answer.reading, sink);
    if let Some(reshape) = contract.reshape {
        reshape(&mut json, sink);
    }
    let mut settling = Settling { sink: &mut *sink, others, synonyms: SYNONYMS, row: None };
    settling.object(&mut json, &contract.json);
    judge(&json, context.cut, &contract.json, sink);
    context.take_back_fixes(&json, before, sink);
    json
}

fn read_markdown<'t>(
    block: &Block<'t>,
    contract: &Contract,
    others: &mut Others,
    sink: &mut Sink,
) -> Json<'t> {
    let Some(sections) = Sections::of(block) else {
        return Json { span: block.span, kind: Kind::Object(Vec::new()) };
    };
    let json = Json {
        span: block.span,
        kind: Kind::Object(sections.members(&contract.markdown, contract.sections)),
    };
    if let Some(first) = sections.run.sections.first() {
        let message = match sections.run.is_labelled() {
            true => "the answer is under labels, not in JSON",
            false => "the answer is under headings, not in JSON",
        };
        sink.report(Diagnostic::new(&MARKDOWN_ANSWER, first.line, message).expected("JSON"));
    }
    report_mojibake(block, sink);
    let mut judged = Sink::default();
    judge(&json, None, &contract.markdown, &mut judged);
    for mut diagnostic in judged.diagnostics {
        if diagnostic.rule == &MISSING_FIELD {
            // No bracket opens the object: its first line does.
            let below = Span::new(diagnostic.span.start, block.span.end);
            diagnostic.span = first_line(block.text.source(), below).0;
        }
        if let Some(edit) = &mut diagnostic.fix
            && let Ok(word) = serde_json::from_str(&edit.insert)
        {
            // Words under a heading have no quotes.
            edit.insert = word;
        }
        sink.report(diagnostic);
    }
    sink.coverage.extend(&judged.coverage);
    unknown_sections(&sections, &json, others, sink);
    json
}

/// Keeps and reports the sections that the contract does not have.
fn unknown_sections(sections: &Sections<'_>, json: &Json<'_>, others: &mut Others, sink: &mut Sink) {
    for section in &sections.run.sections {
        sink.markup(section.line);
        let content = sections.body.content(section.range.clone()).filter(|_| section.beside.is_none());
        let Some(content) = content.filter(|content| !is_read(json, *content)) else { continue };
        let name = sections.body.read(section.words);
        let message = format!("the contract has no section `{name}` here");
        let unknown = Diagnostic::new(&UNKNOWN_FIELD, section.line, message);
        sink.report(unknown.field("other_fields"));
        sink.field(FieldPath::name("other_fields"), content);
        // What another response has rows for is kept in rows.
        let (name, value) = match section.key.and_then(|key| sections.rows_member(key)) {
            Some(rows) => (rows.key.into_owned(), rows.value.plain()),
            None => (name.into_owned(), Value::String(sections.body.read(content).into_owned())),
        };
        others.insert(name, value);
    }
}

/// Whether a value was read from there.
fn is_read(json: &Json<'_>, content: Span) -> bool {
    content.contains(json.span) || json.members().iter().any(|member| is_read(&member.value, content))
}
