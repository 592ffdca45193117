//! A document of a format that a file declares, made from its fields.

use std::fmt::Write;

use super::value::{matching, object, written};
use crate::declaration::{FieldSpec, FieldType, Source};
use crate::declared::without_neighbors;
use crate::format::{Recognizer, Spec};
use crate::recognition::{IDENTIFIER, Opener};

pub fn document(spec: &'static Spec) -> String {
    if let Recognizer::Keys(_) = spec.recognizer {
        return format!("{:#}\n", object(spec.fields));
    }
    let line = spec.openers.iter().find_map(|opener| match opener {
        Opener::Matched(line) => Some(line),
        _ => None,
    });
    match line {
        Some(line) => format!("{}\n", matching(&line.pattern, &spec.fields.iter().collect::<Vec<_>>())),
        None => in_markdown(spec),
    }
}

fn in_markdown(spec: &Spec) -> String {
    let heading = spec.openers.iter().find_map(Opener::heading);
    let opening = heading.and_then(|heading| heading.contract.first()).copied().unwrap_or_default();
    let identifier = spec.fields.iter().find(|field| matches!(field.source, Source::Identifier));
    let identifier = identifier.filter(|field| field.pattern.is_some()).map_or("1".to_owned(), written);
    let opening = match opening.split_once(IDENTIFIER) {
        Some((before, after)) => {
            format!("{before}{}{after}", without_neighbors(&identifier, before, after))
        }
        None => opening.to_owned(),
    };
    let title = spec.fields.iter().find(|field| matches!(field.source, Source::Title));
    let mut page = format!("{opening}{}\n", title.map(written).unwrap_or_default());
    let label_of = |field: &FieldSpec| match field.source {
        Source::Label([name, ..]) => Some(*name),
        _ => None,
    };
    let mut labels: Vec<&str> = Vec::new();
    for label in spec.fields.iter().filter_map(label_of) {
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    page.push_str(if labels.is_empty() { "" } else { "\n" });
    for label in labels {
        // Several fields may be parts of one value.
        let parts = spec.fields.iter().filter(|field| label_of(field) == Some(label));
        let _ = writeln!(page, "**{label}:** {}", parts.map(written).collect::<Vec<_>>().join(" "));
    }
    let level = opening.bytes().take_while(|letter| *letter == b'#').count();
    for field in spec.fields {
        let Source::Section([name, ..]) = field.source else { continue };
        let _ = write!(page, "\n{} {name}\n\n{}\n", "#".repeat(level + 1), content(field));
    }
    page
}

/// Returns what is below the heading of a section.
fn content(field: &FieldSpec) -> String {
    match (field.kind, field.pattern) {
        (FieldType::Table(columns), Some(pattern)) => {
            format!("- {}", matching(pattern, &columns.iter().collect::<Vec<_>>()))
        }
        (FieldType::Table(columns), None) => {
            let row = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
            let names = columns.iter().map(|column| column.label().to_owned()).collect();
            let rule = "---|".repeat(columns.len());
            format!("{}\n|{rule}\n{}", row(names), row(columns.iter().map(written).collect()))
        }
        (FieldType::List(_), _) => format!("- {}", written(field)),
        _ => written(field),
    }
}
