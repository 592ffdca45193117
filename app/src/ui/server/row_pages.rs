use std::ops::Range;

use leptos::prelude::*;

use crate::ui::allowance::Allowance;
use crate::ui::server::view_context::ViewContext;
use crate::ui::size::grouped;

/// Rows laid out at once; a longer list is shown page by page.
pub const ROWS_OF_PAGE: usize = 100;
/// The same where there are no other pages.
const ROWS_OF_FILE: usize = 1_000;
/// Entries of a list within a row.
const FEW: usize = 50;

/// The rows of a list that a viewer shows, each with its place in the whole list, and the links to its other pages.
/// Every list of a viewer is drawn by this or by [`few`], so that none draws more than a page holds.
pub fn paged<T, V>(
    items: Vec<T>,
    label: &'static str,
    context: &ViewContext,
    row: impl FnMut((usize, T)) -> V,
) -> (AnyView, Vec<V>) {
    let (shown, pages) = page_of_rows(items.len(), ROWS_OF_PAGE, label, context);
    Allowance::rows(shown.len());
    (pages, items.into_iter().enumerate().skip(shown.start).take(shown.len()).map(row).collect())
}

/// The first entries of a list that is within a row, and how many more the source has.
pub fn few<I: IntoIterator, V>(items: I, item: impl FnMut(I::Item) -> V) -> (Vec<V>, Option<AnyView>)
where
    I::IntoIter: ExactSizeIterator,
{
    let items = items.into_iter();
    let most = Allowance::rows(items.len().min(FEW));
    let more = items.len() - most;
    let more = (more > 0).then(|| {
        view! { <span class="clip">{format!(" … {} more in the source", grouped(more as u64))}</span> }
    });
    (items.take(most).map(item).collect(), more.map(IntoAny::into_any))
}

/// The rows of a list that are on its page, and the links to the others.
pub fn page_of_rows(
    count: usize,
    page: usize,
    label: &'static str,
    context: &ViewContext,
) -> (Range<usize>, AnyView) {
    if !context.has_pages() {
        let shown = 0..count.min(ROWS_OF_FILE);
        let told = format!("The first {} of {}", grouped(shown.len() as u64), grouped(count as u64));
        let told = (shown.len() < count).then(|| view! { <p class="source__pages">{told}</p> });
        return (shown, told.into_any());
    }
    let rows = rows_around(context.first_row(), count, page);
    let pages = view! { <RowPages rows=rows.clone() count page label href=|row| context.rows_href(row)/> };
    (rows, pages.into_any())
}

/// Which of so many rows are on the page of a row, which is counted from 1.
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
    /// Shown after the links.
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
    use crate::ui::rows_around;

    #[test]
    fn a_row_beyond_the_last_is_on_the_last_page() {
        assert_eq!(rows_around(1, 0, 100), 0..0);
        assert_eq!(rows_around(0, 100, 100), 0..100);
        assert_eq!(rows_around(100, 250, 100), 0..100);
        assert_eq!(rows_around(101, 250, 100), 100..200);
        assert_eq!(rows_around(u32::MAX, 250, 100), 200..250);
    }
}
