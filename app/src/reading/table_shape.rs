//! Issues with the shape of a table, regardless of its content, and how to fix them.

use std::borrow::Cow;
use std::fmt::Display;

use memchr::{memchr_iter, memchr2};

use crate::diagnostic::{Diagnostic, Sink, rule_set};
use crate::markdown::{Kind, Node, Outline, Row, Table, bare_pipes};
use crate::text::{Span, Text};

use super::clean::joined;
use super::columns::Columns;
use super::count::counted;
use super::labels::LabelName;

rule_set! {
    TABLES "tables" "Tables" "sets/tables.md":
    MISSING_COLUMN "missing-column" Warning
        "tables: columns"
        "rows that lack a column are read with a gap"
    COLUMN_NAME "column-name" Warning
        "tables: columns"
        "readers that follow the contract find a column by its name"
    EXTRA_COLUMN "extra-column" Info
        "tables: columns"
        "the contract has no such column, so its cells are shown as prose"
    MISSING_CELLS "missing-cells" Warning
        "tables: one cell for each column"
        "a row that is too short is read with a gap"
    EXTRA_CELLS "extra-cells" Warning
        "tables: one cell for each column"
        "Markdown drops the cells that have no column"
    UNESCAPED_PIPE "unescaped-pipe" Warning
        "tables: one cell for each column"
        "Markdown ends a cell at every `|` that is not escaped, even in code"
    OPEN_ROW "open-row" Warning
        "tables: rows begin and end with `|`"
        "readers that follow the contract split rows by their outer pipes"
    MISSING_TABLE_RULE "missing-table-rule" Warning
        "tables: a `|---|` line below the header"
        "Markdown shows a table without that line as plain text"
    PARTED_TABLE "parted-table" Warning
        "tables: rows follow each other"
        "Markdown ends a table at a blank line and shows the rest as plain text"
}

/// Whether no other table is right above or below one in HTML: in Markdown, its rows would join that one.
fn stands_apart(outline: &Outline, html: Span) -> bool {
    let is_table = |node: Option<&Node>| node.is_some_and(|node| matches!(node.kind, Kind::Table(_)));
    let says_something = |node: &&Node| node.kind != Kind::Blank;
    let (to, below) =
        outline.nodes().split_at(outline.nodes().partition_point(|node| node.span.start <= html.start));
    let above = to.split_last().and_then(|(_, above)| above.iter().rfind(says_something));
    !is_table(above) && !is_table(below.iter().find(says_something))
}

/// Whether there are words between the cells of a table in HTML, as in a caption: Markdown has no place for them.
fn says_more(text: &Text, outline: &Outline, table: Table, html: Span) -> bool {
    let rows = outline.rows_and_header(table).iter();
    let mut cells: Vec<Span> = rows.flat_map(|row| outline.cells(row)).copied().collect();
    cells.sort_unstable();
    let mut at = html.start;
    cells.push(Span::empty_at(html.end));
    cells.into_iter().any(|cell| {
        let between = Span::new(at, cell.start.max(at));
        at = at.max(cell.end);
        let mut is_in_tag = false;
        text.slice(between).chars().any(|next| {
            is_in_tag = next == '<' || is_in_tag && next != '>';
            !is_in_tag && next.is_alphanumeric()
        })
    })
}

/// Reports the table as a whole; `field` is the list that its rows are.
pub(super) fn report_table(text: &Text, outline: &Outline, table: Table, field: &str, sink: &mut Sink) {
    let Some(header) = outline.header(table) else { return };
    if let Some(html) = table.html() {
        let message = "the table is written in HTML";
        let foreign = Diagnostic::new(&MISSING_TABLE_RULE, html, message).field(field);
        let is_fixed = stands_apart(outline, html) && !says_more(text, outline, table, html);
        sink.report(match is_fixed {
            true => foreign.fix("Write it in Markdown", html, in_markdown(text, outline, table, header)),
            false => foreign,
        });
        return;
    }
    // The contract prints some headers alone; without rows nothing is lost.
    if table.rule().is_none() && !outline.rows(table).is_empty() {
        let rule_line = format!("{}|{}", new_line(text, header), "---|".repeat(table.columns as usize));
        sink.report(
            Diagnostic::new(
                &MISSING_TABLE_RULE,
                header.span,
                "the table has no `|---|` line below its header",
            )
            .field(field)
            .fix("Insert the line", Span::empty_at(header.span.end), rule_line),
        );
    }
    report_row(text, outline, table, header, field, sink);
    report_gaps(text, outline, table, field, sink);
}

/// Reports a table that begins with a row, see [`Columns::is_headless`]. The edit puts the contract's header above it.
pub(super) fn report_headless(
    text: &Text,
    outline: &Outline,
    table: Table,
    columns: &Columns,
    names: &[LabelName],
    field: &str,
    sink: &mut Sink,
) {
    let Some(first) = outline.header(table) else { return };
    // A column that the contract does not have goes by its place, with a name or without.
    let name =
        |place| columns.at(place).and_then(|column| names.get(column)).map_or("", |column| column.name);
    let count = table.columns as usize;
    let header: String = (0..count).map(|place| format!(" {} |", name(place))).collect();
    let message = "the table has no header, only rows";
    let headless = Diagnostic::new(&MISSING_TABLE_RULE, first.span, message).field(field);
    let headless = headless.expected(format!("|{header}"));
    if table.html().is_some() {
        sink.report(headless);
        return;
    }
    let below = new_line(text, first);
    let header = format!("|{header}{below}|{}{below}", "---|".repeat(count));
    let fixed = match table.rule() {
        Some(rule) => {
            sink.markup(rule);
            let above = format!("{header}{}", text.slice(first.span));
            headless.fix("Write the header", first.span.to(rule), above)
        }
        None => headless.fix("Write the header", Span::empty_at(first.span.start), header),
    };
    sink.report(fixed);
    report_gaps(text, outline, table, field, sink);
}

/// Reports blank lines between the rows of a table.
fn report_gaps(text: &Text, outline: &Outline, table: Table, field: &str, sink: &mut Sink) {
    let Some(header) = outline.header(table) else { return };
    let mut end = table.rule().unwrap_or(header.span).end;
    for row in outline.rows(table) {
        let gap = Span::new(end, row.span.start);
        end = row.span.end;
        // Two line breaks are two bytes at least, and nearly all gaps are one.
        let is_blank = || gap.slice(text.source()).trim().is_empty();
        if gap.len() > 1 && is_blank() && text.lines().line_of(gap.end) > text.lines().line_of(gap.start) + 1
        {
            sink.report(
                Diagnostic::new(&PARTED_TABLE, gap, "a blank line inside the table").field(field).fix(
                    "Close the gap",
                    gap,
                    new_line(text, row),
                ),
            );
        }
    }
}

/// Reports one row. The edit writes the whole row again, so that every reader splits it as it was meant.
pub fn report_row(
    text: &Text,
    outline: &Outline,
    table: Table,
    row: &Row,
    field: impl Display,
    sink: &mut Sink,
) {
    if table.html().is_some() {
        return;
    }
    let cells = outline.cells(row);
    let has_bare_pipe = has_inner_pipe(text, row, cells)
        && cells.iter().any(|cell| bare_pipes(text.slice(*cell)).next().is_some());
    let (columns, found) = (table.columns, row.found);
    let finding = if found != columns {
        let rule = if found > columns { &EXTRA_CELLS } else { &MISSING_CELLS };
        let (cells, columns) = (counted(found as usize, "cell"), counted(columns as usize, "column"));
        Some((rule, format!("{cells} in a table of {columns}")))
    } else if memchr2(b'\n', b'\r', text.slice(row.span).as_bytes()).is_some() {
        Some((&OPEN_ROW, "the row goes on in the next line".to_owned()))
    } else if has_bare_pipe {
        Some((&UNESCAPED_PIPE, "a `|` inside a cell is not escaped".to_owned()))
    } else if !row.is_closed {
        Some((&OPEN_ROW, "the row has no `|` at both ends".to_owned()))
    } else {
        None
    };
    let Some((rule, message)) = finding else { return };
    let fixed = fixed_row(text, cells, columns as usize);
    // What the text breaks off in is not all that was to be said.
    let is_cut = found < columns && !row.is_closed && breaks_off(text, row);
    sink.report(
        Diagnostic::new(rule, row.span, message)
            .field(field.to_string())
            .fix("Rewrite the row", row.span, fixed)
            .fixed_if(!is_cut),
    );
}

/// Whether a text ends with a row that begins as a closed one does, and does not end as one.
fn breaks_off(text: &Text, row: &Row) -> bool {
    let written = text.slice(row.span).trim();
    let rest = text.source().get(row.span.end as usize..).unwrap_or_default();
    written.starts_with('|') && !written.ends_with('|') && rest.trim().is_empty()
}

/// Whether a row has more pipes than those around its cells, so that one may be inside a cell.
fn has_inner_pipe(text: &Text, row: &Row, cells: &[Span]) -> bool {
    let pipes = memchr_iter(b'|', text.slice(row.span).as_bytes()).count();
    !row.is_closed || pipes != cells.len() + 1
}

/// A row written again: closed at both ends, with as many cells as there are columns and no bare pipe in them.
pub fn fixed_row(text: &Text, cells: &[Span], columns: usize) -> String {
    let mut row = String::from("|");
    for cell in cells {
        row.push(' ');
        let fragment = joined(Cow::Borrowed(text.slice(*cell)));
        let mut from = 0;
        for pipe in bare_pipes(&fragment) {
            row.push_str(fragment.get(from..pipe).unwrap_or_default());
            row.push('\\');
            from = pipe;
        }
        row.push_str(fragment.get(from..).unwrap_or_default());
        row.push_str(" |");
    }
    for _ in cells.len()..columns {
        row.push_str("  |");
    }
    row
}

/// All rows of a table, with a rule below the first.
fn in_markdown(text: &Text, outline: &Outline, table: Table, header: &Row) -> String {
    let columns = table.columns as usize;
    let rows = outline.rows(table).iter().map(|row| fixed_row(text, outline.cells(row), columns));
    let lines = [fixed_row(text, outline.cells(header), columns), format!("|{}", "---|".repeat(columns))];
    lines.into_iter().chain(rows).collect::<Vec<_>>().join(line_break(text))
}

/// Returns the break before another line of a row's table, with what precedes the row: marks of a quote, space.
fn new_line(text: &Text, row: &Row) -> String {
    let line = text.lines().line(text.lines().line_of(row.span.start));
    let lead = Span::new(line.start, row.span.start);
    format!("{}{}", line_break(text), text.slice(lead))
}

/// The line break that the text uses.
pub fn line_break(text: &Text) -> &'static str {
    let first = text.slice(text.lines().line(0));
    if first.ends_with("\r\n") {
        "\r\n"
    } else if first.ends_with('\r') {
        "\r"
    } else {
        "\n"
    }
}
