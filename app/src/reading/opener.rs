//! Headings that open a report by its name: `# Root Cause Analysis`, `# Root Cause Analysis: Gate 4`.

use super::clean::normal;
use super::parts::Part;
use super::scope::Scope;
use super::titled_opener::HEADING_FORM;
use crate::diagnostic::{Diagnostic, Sink};
use crate::markdown::{Kind, Outline, TitledHeading, key_value};
use crate::text::Text;

/// How many of some labels (in the form of [`super::normal`]) a part of a text has.
pub fn count_labels(text: &Text, outline: &Outline, heading: &TitledHeading, names: &[&str]) -> usize {
    let source = text.source();
    let mut is_found = vec![false; names.len()];
    let body = Scope::new(text, outline, heading.section(text, outline));
    let lines = body.nodes(body.range()).filter_map(|(_, node)| match node.kind {
        Kind::KeyValue(pair) => Some(pair.key),
        Kind::Item { text, level: 0, .. } => key_value(source, text).map(|pair| pair.key),
        _ => None,
    });
    let rows = body.table_labels(body.range()).into_iter().map(|label| label.key);
    for key in lines.chain(rows) {
        let key = normal(key.slice(source));
        let name = names.iter().position(|name| *name == key);
        if let Some(flag) = name.and_then(|index| is_found.get_mut(index)) {
            *flag = true;
        }
    }
    is_found.into_iter().filter(|is_found| *is_found).count()
}

/// Reports a heading that is not written as the contract has it, and gives the title that it adds.
pub fn report_opener(text: &Text, head: &Part, wanted: &str, sink: &mut Sink) -> Option<String> {
    sink.markup(head.heading);
    let written = text.slice(head.heading);
    if written == wanted {
        return None;
    }
    let misspelled =
        Diagnostic::new(&HEADING_FORM, head.heading, format!("the heading is written `{written}`"));
    let title = head.title_or_rest(text);
    // A title is content, and a heading of a higher level would take in what follows the report.
    let may_fix = title.is_none() && head.level() == 1;
    sink.report(misspelled.written_as(wanted, written, may_fix));
    title
}
