use leptos::prelude::*;

use crate::ui::linking::data_span;
use crate::ui::server::in_source::InSource;
use crate::ui::server::row_pages::paged;
use crate::ui::server::view_context::ViewContext;
use crate::ui::size::grouped;

/// A part of a viewer or page under its title, with the number of its entries where it lists some.
#[component]
pub fn Section(
    title: &'static str,
    /// The field that the section is.
    #[prop(optional)]
    field: Option<&'static str>,
    #[prop(optional, into)] count: Option<usize>,
    children: Children,
) -> impl IntoView {
    let count = count.map(|count| view! { <span class="section__count">{grouped(count as u64)}</span> });
    view! {
        <section class="section" aria-label=title data-field=field>
            <h2 class="section__title">{title} " " {count}</h2>
            {children()}
        </section>
    }
}

/// A list that is a field, below its title and the number of its entries.
pub fn list_section<T, V: IntoView + 'static>(
    title: &'static str,
    field: &'static str,
    items: Vec<T>,
    none: &'static str,
    context: &ViewContext,
    entry: impl FnMut(T) -> V,
) -> AnyView {
    let count = items.len();
    let entries = entries(field, items, none, context, entry);
    view! { <Section title count>{entries}</Section> }.into_any()
}

/// The entries of a list that is a field, each tied to its place in the source; `none` is the text for an empty list.
pub fn entries<T, V: IntoView + 'static>(
    field: &'static str,
    items: Vec<T>,
    none: &'static str,
    context: &ViewContext,
    mut entry: impl FnMut(T) -> V,
) -> AnyView {
    if items.is_empty() {
        return empty(field, none);
    }
    let row = |(index, item): (usize, T)| {
        let place = context.place(field, Some(index as u32)).map(data_span);
        view! { <li class="flag stop-row" data-span=place data-stop>{entry(item)}</li> }
    };
    let (pages, rows) = paged(items, "Pages of a list", context, row);
    view! { {pages} <ol class="card" data-field=field>{rows}</ol> }.into_any()
}

fn empty(field: &'static str, none: &'static str) -> AnyView {
    view! { <p class="card card--padded faint" data-field=field>{none}</p> }.into_any()
}

/// What is above the rows of a table.
#[derive(Copy, Clone, Debug)]
pub struct TableHead {
    pub caption: &'static str,
    pub class: &'static str,
    /// The name of each column, and the class of its cells.
    pub columns: &'static [(&'static str, &'static str)],
}

/// A table whose rows are the entries of a list that is a field. Behind the cells of a row is a link to the source.
pub fn table<T, V: IntoView + 'static>(
    head: TableHead,
    field: &'static str,
    items: Vec<T>,
    none: &'static str,
    context: &ViewContext,
    mut cells: impl FnMut(T) -> V,
) -> AnyView {
    if items.is_empty() {
        return empty(field, none);
    }
    let row = |(index, item): (usize, T)| {
        let place = context.place(field, Some(index as u32));
        view! {
            <tr class="stop-row" data-span=place.map(data_span) data-stop>
                {cells(item)}
                <td class="table__number"><InSource place context=context.clone()/></td>
            </tr>
        }
    };
    let (pages, rows) = paged(items, "Pages of a table", context, row);
    let column =
        |(name, class): &(&'static str, &'static str)| view! { <th scope="col" class=*class>{*name}</th> };
    view! {
        {pages}
        <div class="card scroll-x" tabindex="0" data-field=field>
            <table class=format!("table {}", head.class)>
                <caption class="visually-hidden">{head.caption}</caption>
                <thead>
                    <tr>
                        {head.columns.iter().map(column).collect_view()}
                        <th scope="col"><span class="visually-hidden">"Source"</span></th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}
