//! The manual of a declared format, and a blank document, both made from its fields.

use std::collections::HashSet;
use std::fmt::Write;

use super::compile::{Opening, line_template};
use crate::declaration::{FieldSpec, FieldType, Need, Source, placed_fields};

/// Returns the fields with their places and types, as a table in Markdown.
pub fn manual(name: &str, fields: &'static [FieldSpec]) -> String {
    let mut page = format!("# {name}\n\nA format of your team, read as its file declares it.\n\n");
    page.push_str("| Field | Where | Type | Needed |\n|---|---|---|---|\n");
    for field in placed_fields(fields) {
        let FieldSpec { kind, need, source, .. } = field.spec;
        let needed = match need {
            Need::Required => "required",
            Need::Deviation => "deviation",
            _ => "optional",
        };
        let (place, words) = (place_of(*source), type_of(*kind));
        // A list of words is no new column.
        let words = words.replace('|', "\\|");
        let _ = writeln!(page, "| `{}` | {place} | {words} | {needed} |", field.path);
    }
    page
}

fn place_of(source: Source) -> String {
    let named = |kind: &str, names: &[&str]| match names {
        [first, others @ ..] if !others.is_empty() => {
            format!("{kind} `{first}`, also `{}`", others.join("`, `"))
        }
        [first, ..] => format!("{kind} `{first}`"),
        [] => kind.to_owned(),
    };
    match source {
        Source::Title => "title in the heading".to_owned(),
        Source::Identifier => "identifier in the heading".to_owned(),
        Source::Label(names) => named("label", names),
        Source::Column(names) => named("column", names),
        Source::Section(names) => named("section", names),
        Source::Captured => "group of the pattern".to_owned(),
        Source::Room => "key".to_owned(),
    }
}

fn type_of(kind: FieldType) -> String {
    let named = match kind {
        FieldType::Enum(words) => return words.join(" | "),
        FieldType::Markdown => "text of any length",
        FieldType::Integer => "whole number",
        FieldType::Count => "count",
        FieldType::Percent => "percentage",
        FieldType::Number => "number",
        FieldType::Date => "date (`2026-11-18`)",
        FieldType::Instant => "time (`2026-11-18T09:12:00Z`)",
        FieldType::Duration => "length of time",
        FieldType::Place => "file, with a line",
        FieldType::Flag => "yes or no",
        FieldType::List(_) => "list",
        FieldType::Table(_) => "table",
        FieldType::Record(_) => "object",
        FieldType::Any(_) => "any value",
        FieldType::Others => "members that no field is declared for",
        _ => "text",
    };
    named.to_owned()
}

/// Returns a blank document with every field.
pub fn template(opening: &Opening, fields: &[FieldSpec]) -> String {
    let (first, level) = match opening {
        Opening::Keys(_) => return format!("{}\n", object(fields, "")),
        Opening::Line(line) => return format!("{}\n", line.template()),
        Opening::Heading { level, .. } => (opening.first_line(), usize::from(*level)),
    };
    let has_title = fields.iter().any(|field| matches!(field.source, Source::Title));
    let mut page = if has_title { format!("{first}: {{title}}\n\n") } else { format!("{first}\n\n") };
    let label_of = |field: &FieldSpec| match field.source {
        Source::Label([name, ..]) => Some(*name),
        _ => None,
    };
    let mut labels: Vec<&str> = fields.iter().filter_map(label_of).collect();
    let mut written = HashSet::new();
    labels.retain(|label| written.insert(*label));
    for label in labels {
        // Several fields may be parts of one value.
        let parts = fields.iter().filter(|field| label_of(field) == Some(label));
        let _ = writeln!(page, "**{label}:** {}", parts.map(slot).collect::<Vec<_>>().join(" "));
    }
    for field in fields {
        let Source::Section([name, ..]) = field.source else { continue };
        let _ = write!(page, "\n{} {name}\n\n", "#".repeat(level + 1));
        match (field.kind, field.pattern) {
            (FieldType::Table(_), Some(pattern)) => {
                let _ = writeln!(page, "- {}", line_template(pattern.source()));
            }
            (FieldType::Table(columns), None) => {
                let names = columns.iter().map(FieldSpec::label);
                let cells: Vec<String> = columns.iter().map(slot).collect();
                let _ = writeln!(page, "| {} |", names.collect::<Vec<_>>().join(" | "));
                let _ = writeln!(page, "|{}", "---|".repeat(columns.len()));
                let _ = writeln!(page, "| {} |", cells.join(" | "));
            }
            (FieldType::List(_), _) => page.push_str(&format!("- {}\n", slot(field))),
            _ => page.push_str(&format!("{}\n", slot(field))),
        }
    }
    page
}

fn object(fields: &[FieldSpec], indent: &str) -> String {
    let inner = format!("{indent}  ");
    let member = |field: &FieldSpec| {
        let value = match field.kind {
            FieldType::Record(parts) => object(parts, &inner),
            FieldType::Table(parts) => format!("[{}]", object(parts, &inner)),
            FieldType::List(_) => format!("[\"{}\"]", slot(field)),
            _ => format!("\"{}\"", slot(field)),
        };
        format!("{inner}\"{}\": {value}", field.name)
    };
    let members: Vec<String> =
        fields.iter().filter(|field| field.need != Need::Deviation).map(member).collect();
    format!("{{\n{}\n{indent}}}", members.join(",\n"))
}

fn slot(field: &FieldSpec) -> String {
    match field.kind {
        FieldType::Enum(words) => format!("{{{}}}", words.join(" / ")),
        FieldType::Date => "{YYYY-MM-DD}".to_owned(),
        _ => format!("{{{}}}", field.name.replace('_', " ")),
    }
}
