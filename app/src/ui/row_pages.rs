use std::ops::Range;

use leptos::prelude::*;

use crate::ui::ViewContext;
use crate::ui::size::grouped;

/// Rows laid out at once; a longer list is shown page by page.
pub const ROWS_OF_PAGE: usize = 100;

/// The rows of a long list that a viewer shows, and the links to its other pages.
pub fn row_page(count: usize, label: &'static str, context: &ViewContext) -> (Range<usize>, AnyView) {
    page_of_rows(count, ROWS_OF_PAGE, label, context)
}

/// As [`row_page`], for rows of which so many make a page.
pub fn page_of_rows(
    count: usize,
    page: usize,
    label: &'static str,
    context: &ViewContext,
) -> (Range<usize>, AnyView) {
    let rows = rows_around(context.first_row(), count, page);
    let pages = view! { <RowPages rows=rows.clone() count page label href=|row| context.rows_href(row)/> };
    (rows, pages.into_any())
}

/// Which of so many rows stand on the page of a row, which is counted from 1.
pub fn rows_around(row: u32, count: usize, page: usize) -> Range<usize> {
    let asked = (row.saturating_sub(1) as usize).min(count.saturating_sub(1));
    let first = asked / page * page;
    first..(first + page).min(count)
}

/// Links to the pages before and after; nothing where one page holds all rows.
#[component]
pub fn RowPages(
    rows: Range<usize>,
    count: usize,
    #[prop(default = ROWS_OF_PAGE)] page: usize,
    label: &'static str,
    /// The address of the page that holds a row, which is counted from 1.
    href: impl Fn(u32) -> String,
    /// Stands behind the links.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    if rows.len() == count {
        return ().into_any();
    }
    let Range { start: first, end: last } = rows;
    let link = |from: Option<usize>, label: &'static str| {
        from.map(|from| view! { <a href=href(from as u32 + 1)>{label}</a> })
    };
    let range =
        format!("{}–{} of {}", grouped(first as u64 + 1), grouped(last as u64), grouped(count as u64));
    view! {
        <nav class="source__pages" aria-label=label>
            <span>{range}</span>
            {link((first > 0).then(|| first.saturating_sub(page)), "Previous")}
            {link((last < count).then_some(last), "Next")}
            {children.map(|children| children())}
        </nav>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::rows_around;

    #[test]
    fn a_row_beyond_the_last_is_on_the_last_page() {
        assert_eq!(rows_around(1, 0, 100), 0..0);
        assert_eq!(rows_around(0, 100, 100), 0..100);
        assert_eq!(rows_around(100, 250, 100), 0..100);
        assert_eq!(rows_around(101, 250, 100), 100..200);
        assert_eq!(rows_around(u32::MAX, 250, 100), 200..250);
    }
}
