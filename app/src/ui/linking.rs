//! What a viewer shows and where the source has it are tied by their bytes: elements say them in `data-span`,
//! and one island ties those that overlap. The marks work for any viewer, and cost it nothing.

use crate::text::Span;

/// The value of `data-span`.
pub fn data_span(span: Span) -> String {
    format!("{}-{}", span.start, span.end)
}

/// Reads the value of `data-span`.
pub fn span_of_data(value: &str) -> Option<Span> {
    let (start, end) = value.split_once('-')?;
    Some(Span::new(start.parse().ok()?, end.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::{data_span, span_of_data};
    use crate::text::Span;

    #[test]
    fn spans_go_through_attributes() {
        let span = Span::new(3, 4_000_000_000);
        assert_eq!(span_of_data(&data_span(span)), Some(span));
        assert_eq!(span_of_data("3"), None);
        assert_eq!(span_of_data("-1-2"), None);
    }
}
