use std::ops::Range;

use leptos::prelude::*;

use crate::ui::ViewContext;
use crate::ui::size::grouped;

/// Rows laid out at once; a longer list is shown page by page.
pub const ROWS_OF_PAGE: usize = 100;

/// The rows of a long list that a page shows, and the links to its other pages.
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
    if count <= page {
        return (0..count, ().into_any());
    }
    let first = (context.first_row().saturating_sub(1) as usize / page * page).min((count - 1) / page * page);
    let last = (first + page).min(count);
    let link = |from: Option<usize>, label: &'static str| {
        from.map(|from| view! { <a href=context.rows_href(from as u32 + 1)>{label}</a> })
    };
    let range =
        format!("{}–{} of {}", grouped(first as u64 + 1), grouped(last as u64), grouped(count as u64));
    let pages = view! {
        <nav class="source__pages" aria-label=label>
            <span>{range}</span>
            {link(first.checked_sub(page), "Previous")}
            {link((last < count).then_some(last), "Next")}
        </nav>
    };
    (first..last, pages.into_any())
}
