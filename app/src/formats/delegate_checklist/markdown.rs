//! The same under headings: `- [PASS] item - details`, and below `Score` the totals.

use std::borrow::Cow;

use crate::delegate::{Sections, bare, decimal, first_line, member, row, spaced_dash, tag, take_place, word};
use crate::json::{Json, Kind, Member};
use crate::reading::{Columns, LabelName, cell_words};
use crate::text::Span;

/// How a check's end is written, in brackets or before a colon.
const ENDS: &[&str] = &["pass", "fail", "warn", "skip", "passed", "failed", "warning", "skipped", "ok"];

/// Boxes and marks for a status.
const MARKS: [(&str, &str); 12] = [
    ("[x]", "pass"),
    ("[X]", "pass"),
    ("[ ]", "fail"),
    ("[~]", "warn"),
    ("✅", "pass"),
    ("✔", "pass"),
    ("✓", "pass"),
    ("❌", "fail"),
    ("✗", "fail"),
    ("✘", "fail"),
    ("⚠", "warn"),
    ("⏭", "skip"),
];

pub(super) fn members<'t>(sections: &Sections<'t>) -> Vec<Member<'t>> {
    let checklist = in_table(sections).or_else(|| sections.list_member("checklist", check));
    // Without a heading of their own the totals are below the list.
    let below = || {
        let last = checklist.as_ref()?.value.items().last()?.span.end;
        sections.content("checklist").map(|content| Span::new(last, content.end.max(last)))
    };
    let totals = sections.content("score").or_else(below);
    let mut members = Vec::from_iter(checklist);
    if let Some(content) = totals {
        let source = sections.source();
        let totals = ["passed", "failed", "warnings"];
        let found = totals
            .into_iter()
            .filter_map(|key| Some(member(key, decimal(source, total(source, content, key)?))));
        members.extend(found);
    }
    members
}

/// The columns of a checklist that is a table.
static COLUMNS: [LabelName; 3] = [
    LabelName::new("Status", "status", &["result", "state", "outcome", "verdict", "pass/fail"]),
    LabelName::new("Item", "item", &["check", "name", "criterion", "what", "checklist item"]),
    LabelName::new("Details", "details", &["detail", "notes", "note", "comment", "evidence", "remarks"]),
];

/// The rows of a table that has a column for what was checked, and one for how it ended.
fn in_table<'t>(sections: &Sections<'t>) -> Option<Member<'t>> {
    let content = sections.content("checklist")?;
    let (body, source) = (&sections.body, sections.source());
    let mut tables = body.tables(sections.section("checklist")?.range.clone());
    let (table, columns) = tables.find_map(|(_, table)| {
        let columns = Columns::find(body.text, body.outline, table, &COLUMNS);
        Some((table, [columns.place(0)?, columns.place(1)?, columns.place(2).unwrap_or(usize::MAX)]))
    })?;
    let rows = body.outline.rows(table).iter().map(|line| {
        let cells = body.outline.cells(line);
        let [status, item, details] =
            columns.map(|column| cells.get(column).copied().filter(|cell| !cell.is_empty()));
        let text =
            |cell: Span| Json { span: cell, kind: Kind::Text(Cow::Owned(cell_words(body.read(cell)))) };
        let mut members = Vec::new();
        members.extend(status.map(|status| member("status", ended(source, status))));
        members.extend(item.map(|item| member("item", text(item))));
        if let Some(details) = details {
            let said = take_place(sections, details, &mut members);
            members.extend((!said.is_empty()).then(|| member("details", text(said))));
        }
        row(line.span, members)
    });
    let rows = rows.collect();
    Some(sections.member("checklist", "checklist", Json { span: content, kind: Kind::List(rows) }))
}

/// How a check ended, by its word, with or without a mark in front, or by the mark alone.
fn ended(source: &str, cell: Span) -> Json<'_> {
    match mark(source, bare(source, cell)) {
        Some((_, _, rest)) if rest.slice(source).contains(char::is_alphanumeric) => {
            word(source, bare(source, rest))
        }
        Some((span, status, _)) => Json { span, kind: Kind::Text(Cow::Borrowed(status)) },
        None => match tag(source, cell, ENDS) {
            Some((tagged, rest)) if rest.is_empty() => word(source, tagged),
            _ => word(source, bare(source, cell)),
        },
    }
}

fn check<'t>(sections: &Sections<'t>, entry: Span) -> Json<'t> {
    let source = sections.source();
    let (first, below) = first_line(source, entry);
    let mut members = Vec::new();
    let mut statement = first;
    if let Some((mark, status, rest)) = mark(source, first) {
        members.push(member("status", Json { span: mark, kind: Kind::Text(Cow::Borrowed(status)) }));
        statement = rest;
    } else if let Some((tagged, rest)) = tag(source, first, ENDS) {
        members.push(member("status", word(source, tagged)));
        statement = rest;
    }
    let (item, details) =
        spaced_dash(source, statement).unwrap_or_else(|| (statement, Span::empty_at(statement.end)));
    members.push(member("item", sections.text(item)));
    let details = take_place(sections, details, &mut members);
    if !details.is_empty() || !below.is_empty() {
        members.push(member("details", sections.joined(details, below)));
    }
    row(entry, members)
}

/// A mark in front, the word for it, and what follows.
fn mark(source: &str, entry: Span) -> Option<(Span, &'static str, Span)> {
    let written = entry.slice(source);
    let (mark, status) = MARKS.iter().find(|(mark, _)| written.starts_with(mark))?;
    let rest = entry.skip(mark.len());
    // The sign that makes a mark colorful.
    let sign = if rest.slice(source).starts_with('\u{fe0f}') { '\u{fe0f}'.len_utf8() } else { 0 };
    Some((entry.take(mark.len()), status, rest.skip(sign).trim(source)))
}

/// Returns the digits after `Passed:`, with or without emphasis.
fn total(source: &str, content: Span, name: &str) -> Option<Span> {
    let written = content.slice(source).to_ascii_lowercase();
    let singular = name.trim_end_matches('s');
    let at = written.find(singular)?;
    let after = written.get(at + singular.len()..)?;
    let lead = after.len() - after.trim_start_matches(['s', '*', '_', ':', ' ', '|']).len();
    let digits = after.get(lead..)?.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| content.skip(at + singular.len() + lead).take(digits))
}
