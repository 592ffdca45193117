//! Tables in HTML, which Markdown lets stand as they are: `<table><tr><td>…</td></tr></table>`.

use memchr::memchr_iter;

use crate::text::Span;

/// More bytes are a page, not a table of a report.
const LONGEST: usize = 1 << 20;
/// Marks of this kind make code of what they surround, and a table has no code block.
const FENCES: [&str; 2] = ["```", "~~~"];
/// What only changes how all words of a cell look.
const LOOKS: [&str; 6] = ["b", "code", "em", "i", "p", "strong"];

/// A row with its cells.
pub(super) struct HtmlRow {
    /// From its first tag to its last.
    pub span: Span,
    /// What stands between the tags of each cell, trimmed.
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

/// The rows of a table that is all that a span holds; none where it holds another one, or code, or a row stands apart
/// from its cells.
pub(super) fn rows(source: &str, table: Span) -> Vec<HtmlRow> {
    let written = table.slice(source);
    if written.len() > LONGEST {
        return Vec::new();
    }
    let mut rows: Vec<HtmlRow> = Vec::new();
    let mut open: Option<u32> = None;
    for at in memchr_iter(b'<', written.as_bytes()).map(|at| table.start as usize + at) {
        let Some(tag) = Tag::read(source, at) else { continue };
        let place = at as u32;
        if at > table.start as usize && tag.name.eq_ignore_ascii_case("table") {
            return Vec::new();
        }
        let is_cell = ["td", "th"].iter().any(|name| tag.name.eq_ignore_ascii_case(name));
        let ends_cell = is_cell || ["/td", "/th", "tr", "/tr", "/table"].iter().any(|name| tag.is(name));
        if ends_cell && let Some((start, row)) = open.take().zip(rows.last_mut()) {
            row.cells.push(bare(source, Span::new(start, place).trim(source)));
            row.span.end = place;
        }
        if tag.is("tr") {
            rows.push(HtmlRow { span: Span::new(place, tag.end), cells: Vec::new() });
        }
        let Some(row) = rows.last_mut() else { continue };
        if ["/td", "/th", "/tr"].iter().any(|name| tag.is(name)) {
            row.span.end = tag.end;
        }
        open = is_cell.then_some(tag.end).or(open);
    }
    let has_code = FENCES.iter().any(|fence| written.contains(fence));
    rows.retain(|row| !row.cells.is_empty() && !has_code);
    rows
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
        let close = inner.bytes().take(256).position(|byte| byte == b'>')?;
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
    fn what_holds_more_is_no_table() {
        check("<table><tr><td><table></table></td></tr></table>", &[]);
        check("<table><tr><td>```</td></tr></table>", &[]);
    }
}
