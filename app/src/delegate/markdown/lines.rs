//! Findings and actions as lines: `- path:line - text (severity: high)`, `1. [edit] target - text`.

use super::entry::{bare, decimal, first_line, member, note, row, spaced_dash, tag, word};
use super::place::place;
use super::sections::Sections;
use crate::json::{Json, Member};
use crate::reading::normal;
use crate::text::Span;

pub const TYPES: &[&str] = &["issue", "suggestion", "info"];
pub const SEVERITIES: &[&str] = &["critical", "high", "medium", "low"];
pub const ACTIONS: &[&str] = &["edit", "create", "delete", "run"];

/// Reads an entry of a list.
pub type RowReader = for<'t> fn(&Sections<'t>, Span) -> Json<'t>;
/// The lists of rows that several responses may have.
pub const ROWS: [(&str, RowReader); 2] = [("findings", finding), ("suggested_actions", action)];

fn finding<'t>(sections: &Sections<'t>, entry: Span) -> Json<'t> {
    let source = sections.source();
    let (first, below) = first_line(source, entry);
    let (statement, mut members) = note(source, first, "severity");
    let mut statement = statement;
    if let Some((tagged, rest)) = tag(source, statement, &[]) {
        let name = normal(tagged.slice(source));
        let key = [("severity", SEVERITIES), ("type", TYPES)]
            .into_iter()
            .find(|(key, words)| {
                words.contains(&name.as_str()) && !members.iter().any(|member| member.key == *key)
            })
            .map(|(key, _)| key);
        if let Some(key) = key {
            members.push(member(key, word(source, tagged)));
            statement = rest;
        }
    }
    statement = take_place(sections, statement, &mut members);
    if !statement.is_empty() || !below.is_empty() {
        members.push(member("message", sections.joined(statement, below)));
    }
    row(entry, members)
}

/// Takes the place that a statement begins with as `file` and `line`, and returns the rest of the statement.
pub fn take_place<'t>(sections: &Sections<'t>, statement: Span, members: &mut Vec<Member<'t>>) -> Span {
    let source = sections.source();
    let Some(found) = place(source, statement) else { return statement };
    members.push(member("file", sections.text(found.file)));
    members.extend(found.lines.map(|lines| member("line", decimal(source, lines))));
    if found.is_apart { found.rest } else { statement }
}

fn action<'t>(sections: &Sections<'t>, entry: Span) -> Json<'t> {
    let source = sections.source();
    let (first, below) = first_line(source, entry);
    let mut members = Vec::new();
    let Some((tagged, statement)) = tag(source, first, ACTIONS) else {
        members.push(member("description", sections.text(entry)));
        return row(entry, members);
    };
    members.push(member("action", word(source, tagged)));
    let parted = || {
        let found = place(source, statement).filter(|found| found.is_apart && found.lines.is_none())?;
        Some((found.file, found.rest))
    };
    let (target, description) = spaced_dash(source, statement)
        .or_else(parted)
        .unwrap_or_else(|| (statement, Span::empty_at(statement.end)));
    members.push(member("target", sections.text(bare(source, target))));
    if !description.is_empty() || !below.is_empty() {
        members.push(member("description", sections.joined(description, below)));
    }
    row(entry, members)
}
