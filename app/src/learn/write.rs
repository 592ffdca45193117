//! Writes a draft as the file that declares it.

use super::draft::{Draft, Field, Hint, Opening, Place, Type};
use super::names::{key, list, one_or_list, quoted};
use crate::catalog::spelled;

const KIND: &str = "What its documents are: event, report, verdict or record.";
const PRODUCER: &str =
    "Who writes them, and the gate from 1 to 14 at which they count: producer = \"…\", gate = 9.";

pub(super) fn file(draft: &Draft) -> String {
    let mut lines: Vec<String> = Vec::new();
    comment(&draft.remarks, &mut lines);
    lines.push(format!("name = {}", quoted(&draft.name)));
    lines.extend(draft.id.as_ref().map(|id| format!("id = {}", quoted(id))));
    comment([KIND], &mut lines);
    lines.push(format!("kind = \"{}\"", draft.kind));
    comment([PRODUCER], &mut lines);
    match &draft.opening {
        Opening::Heading(names, why) => {
            comment(why, &mut lines);
            lines.push(format!("heading = {}", one_or_list(names)));
        }
        Opening::Keys(keys, why) => {
            comment(why, &mut lines);
            lines.push(format!("keys = {}", list(keys)));
        }
    }
    lines.extend([String::new(), "[fields]".to_owned()]);
    for field in &draft.fields {
        comment(&field.why, &mut lines);
        lines.push(entry(field));
    }
    comment(&draft.left_out, &mut lines);
    if !draft.hints.is_empty() {
        lines.extend([String::new(), "[hints]".to_owned()]);
    }
    for Hint { key, value, why } in &draft.hints {
        comment([why].into_iter().filter(|why| !why.is_empty()), &mut lines);
        lines.push(format!("{key} = {value}"));
    }
    lines.push(String::new());
    lines.join("\n")
}

fn comment(sentences: impl IntoIterator<Item = impl AsRef<str>>, lines: &mut Vec<String>) {
    lines.extend(sentences.into_iter().map(|sentence| format!("# {}", sentence.as_ref())));
}

fn entry(field: &Field) -> String {
    let name = key(&field.name);
    if let (Place::Label(label), Type::Markdown, false) = (&field.place, &field.kind, field.is_required) {
        return format!("{name} = {}", quoted(label));
    }
    let mut parts = Vec::new();
    match &field.place {
        Place::Title => parts.push("title = true".to_owned()),
        Place::Identifier => parts.push("id = true".to_owned()),
        Place::Label(label) => parts.push(format!("label = {}", quoted(label))),
        Place::Section(section) => parts.push(format!("section = {}", quoted(section))),
        Place::Column(column) if *column == spelled(&field.name) => {}
        Place::Column(column) => parts.push(format!("column = {}", quoted(column))),
        Place::Key => {}
    }
    let inner = |fields: &[Field]| fields.iter().map(entry).collect::<Vec<_>>().join(", ");
    match &field.kind {
        Type::Text => {}
        // The default of a section.
        Type::Markdown if matches!(field.place, Place::Section(_)) => {}
        Type::Markdown => parts.push("type = \"markdown\"".to_owned()),
        Type::Named(kind) => parts.push(format!("type = \"{kind}\"")),
        Type::Words(words) => parts.push(format!("words = {}", list(words))),
        Type::Table(columns) => parts.push(format!("columns = {{ {} }}", inner(columns))),
        Type::Record(fields) => parts.push(format!("fields = {{ {} }}", inner(fields))),
    }
    if field.is_required {
        parts.push("required = true".to_owned());
    }
    if parts.is_empty() { format!("{name} = {{}}") } else { format!("{name} = {{ {} }}", parts.join(", ")) }
}
