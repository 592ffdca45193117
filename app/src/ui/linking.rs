//! Links what a viewer shows to its place in the source by byte spans: elements carry them in `data-span`,
//! and one island links those that overlap. The marks work for any viewer, and cost it nothing.

use crate::text::Span;
use crate::ui::narrowing::RowFacts;

/// The value of `data-span`.
pub fn data_span(span: Span) -> String {
    format!("{}-{}", span.start, span.end)
}

/// Reads the value of `data-span`.
pub fn span_of_data(value: &str) -> Option<Span> {
    let (start, end) = value.split_once('-')?;
    Some(Span::new(start.parse().ok()?, end.parse().ok()?))
}

/// The numbers of a row, as `data-row` holds them: index, rank, number and line.
pub fn row_data(row: &RowFacts) -> String {
    let number = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
    format!("{} {} {} {}", row.index, row.rank, number(row.number), number(row.line))
}

/// Reads the value of `data-row`; the words of the row are elsewhere.
pub fn row_of_data(value: &str) -> Option<RowFacts> {
    let mut parts = value.split(' ');
    let (index, rank) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let (number, line) = (parts.next()?.parse().ok(), parts.next()?.parse().ok());
    Some(RowFacts { index, rank, number, line, ..RowFacts::default() })
}

#[cfg(test)]
mod tests {
    use super::{data_span, row_data, row_of_data, span_of_data};
    use crate::text::Span;
    use crate::ui::narrowing::RowFacts;

    #[test]
    fn rows_go_through_attributes() {
        let row = RowFacts { index: 3, rank: 1, number: Some(7), line: None, ..RowFacts::default() };
        assert_eq!(row_of_data(&row_data(&row)), Some(row));
        assert_eq!(row_of_data(&row_data(&RowFacts::default())), Some(RowFacts::default()));
        assert_eq!(row_of_data("3"), None);
    }

    #[test]
    fn spans_go_through_attributes() {
        let span = Span::new(3, 4_000_000_000);
        assert_eq!(span_of_data(&data_span(span)), Some(span));
        assert_eq!(span_of_data("3"), None);
        assert_eq!(span_of_data("-1-2"), None);
    }
}
