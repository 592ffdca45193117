//! Tables in HTML, which Markdown leaves as they are: `<table><tr><td>…</td></tr></table>`.

use memchr::memchr_iter;

use crate::text::Span;

/// More bytes are a page, not a table of a report.
const LONGEST: usize = 1 << 20;
/// Marks of this kind make code of what they surround, and a table has no code block.
const FENCES: [&str; 2] = ["```", "~~~"];
/// What only changes how all words of a cell look.
const LOOKS: [&str; 6] = ["b", "code", "em", "i", "p", "strong"];

/// Cells may span several rows only in this many columns, so that a table costs no more than its bytes.
const MOST_SPANNING: usize = 16;

/// A row with its cells.
pub(super) struct HtmlRow {
    /// From its first tag to its last.
    pub span: Span,
    /// What is between the tags of each cell, trimmed.
    pub cells: Vec<Span>,
}

/// Finds where tables end, each end once, so that tables which never end cost no time.
#[derive(Debug, Default)]
pub(super) struct TableEnds {
    /// Behind the end that was found last.
    next: u32,
    /// No table ends behind it.
    is_over: bool,
}

impl TableEnds {
    /// The place behind the first `</table>` after a place.
    pub fn after(&mut self, source: &str, at: u32) -> Option<u32> {
        if self.next <= at && !self.is_over {
            let rest = source.as_bytes().get(at as usize..).unwrap_or_default();
            let mut tags = memchr_iter(b'<', rest).filter_map(|tag| Tag::read(source, at as usize + tag));
            match tags.find(|tag| tag.is("/table")) {
                Some(tag) => self.next = tag.end,
                None => self.is_over = true,
            }
        }
        (self.next > at).then_some(self.next)
    }
}

/// Whether a line opens a table.
pub(super) fn opens(source: &str, line: Span) -> bool {
    Tag::read(source, line.start as usize).is_some_and(|tag| tag.is("table"))
}

/// Returns the rows of a table that fills a span, or none if it holds another table or code, or if a row is apart
/// from its cells.
pub(super) fn rows(source: &str, table: Span) -> Vec<HtmlRow> {
    let written = table.slice(source);
    if written.len() > LONGEST {
        return Vec::new();
    }
    let mut rows: Vec<HtmlRow> = Vec::new();
    let mut open: Option<Open> = None;
    // For each column, the cell of a row above that continues there, and for how many rows.
    let mut spanning: Vec<(Span, u32)> = Vec::new();
    for at in memchr_iter(b'<', written.as_bytes()).map(|at| table.start as usize + at) {
        let Some(tag) = Tag::read(source, at) else { continue };
        let place = at as u32;
        if at > table.start as usize && tag.name.eq_ignore_ascii_case("table") {
            return Vec::new();
        }
        let is_cell = ["td", "th"].iter().any(|name| tag.name.eq_ignore_ascii_case(name));
        let ends_cell = is_cell || ["/td", "/th", "tr", "/tr", "/table"].iter().any(|name| tag.is(name));
        let columns = rows.first().map_or(0, |header| header.cells.len());
        let is_header = rows.len() < 2;
        if ends_cell && let Some((cell, row)) = open.take().zip(rows.last_mut()) {
            take_spanning(row, &spanning);
            let span = bare(source, Span::new(cell.start, place).trim(source));
            let column = row.cells.len();
            row.cells.push(span);
            // A cell that spans the whole row separates the rows around it, and is the row's only content.
            if is_header || column > 0 || (cell.columns as usize) < columns {
                row.cells.extend((1..cell.columns).map(|_| Span::empty_at(span.end)));
            }
            let below = row.cells.get(column..).unwrap_or_default();
            if cell.rows > 1 && column + below.len() <= MOST_SPANNING {
                spanning.resize(spanning.len().max(column + below.len()), (span, 0));
                for (goes_on, cell_below) in spanning.iter_mut().skip(column).zip(below) {
                    *goes_on = (*cell_below, cell.rows);
                }
            }
            row.span.end = place;
        }
        if tag.is("tr") {
            end_row(&mut rows, &spanning);
            spanning.iter_mut().for_each(|(_, rows)| *rows = rows.saturating_sub(1));
            rows.push(HtmlRow { span: Span::new(place, tag.end), cells: Vec::new() });
        }
        let Some(row) = rows.last_mut() else { continue };
        if ["/td", "/th", "/tr"].iter().any(|name| tag.is(name)) {
            row.span.end = tag.end;
        }
        open = is_cell.then(|| Open::read(source, place, &tag)).or(open);
    }
    end_row(&mut rows, &spanning);
    let has_code = FENCES.iter().any(|fence| written.contains(fence));
    rows.retain(|row| !row.cells.is_empty() && !has_code);
    rows
}

/// A cell that is not closed yet.
struct Open {
    start: u32,
    /// How many rows and columns it spans.
    rows: u32,
    columns: u32,
}

impl Open {
    fn read(source: &str, at: u32, tag: &Tag<'_>) -> Self {
        let written = Span::new(at, tag.end).slice(source);
        // Most tags are a name alone.
        let count = |name: &str| if written.len() > "<td>".len() { attribute(written, name) } else { None };
        let columns = count("colspan").unwrap_or(1).clamp(1, MOST_SPANNING as u32);
        // Zero means all rows that follow.
        let rows = count("rowspan").map_or(1, |rows| if rows == 0 { u32::MAX } else { rows });
        Self { start: tag.end, rows, columns }
    }
}

/// The number of `rowspan="2"`, as far as it can be counted.
fn attribute(tag: &str, name: &str) -> Option<u32> {
    let tag = tag.to_ascii_lowercase();
    let is_own = |at: &usize| {
        let before = tag.get(..*at).unwrap_or_default();
        let is_outside = |quote: char| before.matches(quote).count().is_multiple_of(2);
        before.ends_with(|edge: char| edge.is_whitespace() || matches!(edge, '"' | '\''))
            && is_outside('"')
            && is_outside('\'')
    };
    let at = tag.match_indices(name).map(|(at, _)| at).find(is_own)?;
    let number =
        tag.get(at + name.len()..)?.trim_start().strip_prefix('=')?.trim_start_matches([' ', '"', '\'']);
    let digits = number.get(..number.bytes().take_while(u8::is_ascii_digit).count())?;
    (!digits.is_empty()).then(|| digits.parse().unwrap_or(u32::MAX))
}

/// Completes a row with cells that continue from above; a row without cells of its own gets none.
fn end_row(rows: &mut [HtmlRow], spanning: &[(Span, u32)]) {
    if let Some(row) = rows.last_mut().filter(|row| !row.cells.is_empty()) {
        take_spanning(row, spanning);
    }
}

/// Adds the cells of rows above that continue in the next columns of a row.
fn take_spanning(row: &mut HtmlRow, spanning: &[(Span, u32)]) {
    while let Some((cell, _)) = spanning.get(row.cells.len()).filter(|(_, rows)| *rows > 0) {
        row.cells.push(*cell);
    }
}

struct Tag<'s> {
    /// With the slash of one that closes.
    name: &'s str,
    end: u32,
}

impl<'s> Tag<'s> {
    fn read(source: &'s str, at: usize) -> Option<Self> {
        let inner = source.get(at + 1..)?;
        let length =
            inner.bytes().take(8).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'/').count();
        let name = inner.get(..length).filter(|name| !name.is_empty())?;
        let close = inner.bytes().take(256).position(|byte| matches!(byte, b'>' | b'<'))?;
        if inner.as_bytes().get(close) == Some(&b'<') {
            return None;
        }
        Some(Self { name, end: (at + 1 + close + 1) as u32 })
    }

    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// A cell without tags around all of it.
fn bare(source: &str, cell: Span) -> Span {
    let written = cell.slice(source);
    let inner = LOOKS.iter().find_map(|name| {
        let opened = written.strip_prefix('<')?.strip_prefix(name)?.strip_prefix('>')?;
        let inner = opened.strip_suffix('>')?.strip_suffix(name)?.strip_suffix("</")?;
        (!inner.contains('<')).then(|| cell.skip(name.len() + 2).take(inner.len()).trim(source))
    });
    inner.unwrap_or(cell)
}

#[cfg(test)]
mod tests {
    use super::rows;
    use crate::text::Span;

    fn check(source: &str, expected: &[&[&str]]) {
        let found = rows(source, Span::of(0, source.len()));
        let found: Vec<Vec<&str>> =
            found.iter().map(|row| row.cells.iter().map(|cell| cell.slice(source)).collect()).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn rows_have_cells() {
        check(
            "<table>\n<tr><th>File</th><th>Line</th></tr>\n<tr>\n<td><code>a.rs</code></td> <td> 7 </td>\n</tr>\n</table>",
            &[&["File", "Line"], &["a.rs", "7"]],
        );
        // End tags may be left out.
        check("<TABLE><TR><TD>a<TD>b<TR><TD>c<TD>d</TABLE>", &[&["a", "b"], &["c", "d"]]);
    }

    #[test]
    fn cells_stand_for_several_rows_and_columns() {
        check(
            "<table><tr><th>File</th><th>Line</th><th>Issue</th></tr>\
            <tr><td rowspan=\"2\">a.rs</td><td>7</td><td>slow</td></tr>\
            <tr><td>9</td><td>wrong</td></tr>\
            <tr><td>b.rs</td><td colspan=2>all of it</td></tr></table>",
            &[
                &["File", "Line", "Issue"],
                &["a.rs", "7", "slow"],
                &["a.rs", "9", "wrong"],
                &["b.rs", "all of it", ""],
            ],
        );
        check(
            "<table><tr><th>File<th>Line<th>Issue<tr><td rowspan=2 colspan=2>all<td>slow<tr><td>wrong</table>",
            &[&["File", "Line", "Issue"], &["all", "", "slow"], &["all", "", "wrong"]],
        );
        check(
            "<table><tr><td data-rowspan='3'>1<td title='rowspan=3'>a<tr><td>2<td rowspan=0>b<tr><td>3</table>",
            &[&["1", "a"], &["2", "b"], &["3", "b"]],
        );
        check(
            "<table><tr><td>1<td rowspan='5000000000'>a<tr><td>2<tr><td colspan=2>Section A</table>",
            &[&["1", "a"], &["2", "a"], &["Section A", "a"]],
        );
        check(
            "<table><tr><td>1<td ROWSPAN='3'>a.rs<tr><td>2<tr><td>3<tr><td>4</table>",
            &[&["1", "a.rs"], &["2", "a.rs"], &["3", "a.rs"], &["4"]],
        );
    }

    #[test]
    fn what_holds_more_is_no_table() {
        check("<table><tr><td><table></table></td></tr></table>", &[]);
        check("<table><tr><td>```</td></tr></table>", &[]);
    }
}
