//! The rows of the list, with what can be done with those that are selected, and the ways to other pages of it.

use super::{address, parameters};
use crate::api::{DocumentList, ListQuery, Order};
use crate::diagnostic::Severity;
use crate::ui::document_rows;
use crate::ui::prelude::*;

#[component]
pub(super) fn Listing(list: DocumentList, query: ListQuery, quarantined: Vec<String>) -> impl IntoView {
    let older = list.next.map(|before| {
        let href = address(&ListQuery { before: Some(before), skip: None, ..query.clone() });
        view! { <a class="button" href=href>"Older documents"</a> }
    });
    if list.documents.is_empty() && query.skip.is_none() {
        let is_filtered = query != ListQuery::default();
        return if is_filtered {
            view! { <NothingFound not_searched=list.not_searched/> {older} }.into_any()
        } else {
            view! { <NothingYet/> }.into_any()
        };
    }
    let first = (query.before.is_some() || query.skip.is_some()).then(|| {
        let href = address(&ListQuery { before: None, skip: None, ..query.clone() });
        let label = if list.ordered > 0 { "First" } else { "Newest documents" };
        view! { <a class="button" href=href>{label}</a> }
    });
    let shown = u64::from(query.skip.unwrap_or(0)) + list.documents.len() as u64;
    let further = (shown < list.ordered).then(|| {
        let href = address(&ListQuery { skip: u32::try_from(shown).ok(), ..query.clone() });
        view! { <a class="button" href=href>"Next"</a> }
    });
    // All that were ordered come before those that are older.
    let older = if further.is_some() { None } else { older };
    let ordered = (list.ordered > 0 && list.next.is_some()).then(|| {
        let count = grouped(list.ordered);
        view! { <p class="muted">{format!("The newest {count} matching documents are ordered; older ones follow them.")}</p> }
    });
    let rows = document_rows(list.documents, list.excerpts, &quarantined, None, true);
    view! {
        {(list.not_searched > 0).then(|| view! { <NotSearched count=list.not_searched/> })}
        {ordered}
        <form class="selectable" method="POST" action="/documents/selected">
            <input type="hidden" name="back" value=address(&query)/>
            <section class="card" aria-label="Documents">
                <table class="table document-table">
                    {heads(&query)}
                    <tbody>{rows}</tbody>
                </table>
            </section>
            <Selection/>
        </form>
        <nav class="overview__more" aria-label="Pages of the list">{first}" "{further}" "{older}<Jump query/></nav>
    }
    .into_any()
}

/// The heads of the columns; each that the list can be ordered by asks for that, and then for the other way around.
fn heads(query: &ListQuery) -> impl IntoView + use<> {
    let asked = query.order();
    let by = |label: &'static str, order: Option<Order>| {
        let (sort, is_chosen, is_reversed) = match (order, asked) {
            (Some(order), Some((chosen, is_reversed))) if order == chosen => (
                Some(if is_reversed { String::new() } else { format!("-{}", order.as_str()) }),
                true,
                is_reversed,
            ),
            (Some(order), _) => (Some(order.as_str().to_owned()), false, false),
            (None, asked) => (Some(String::new()), asked.is_none(), false),
        };
        let sort = sort.filter(|sort| !sort.is_empty());
        let href = address(&ListQuery { sort, skip: None, before: None, ..query.clone() });
        // By score and by title, what comes first is the least; by the others, the most.
        let is_rising = matches!(order, Some(Order::Score | Order::Title)) != is_reversed;
        let direction = is_chosen.then_some(if is_rising { "ascending" } else { "descending" });
        view! {
            <th scope="col" aria-sort=direction>
                <a class="document-table__sort" href=href>{label}</a>
            </th>
        }
    };
    view! {
        <thead>
            <tr>
                <th scope="col">"State"</th>
                {by("Document", Some(Order::Title))}
                <th scope="col">"Source"</th>
                {by("Score", Some(Order::Score))}
                {by("Findings", Some(Order::Findings))}
                {by("Issues", Some(Order::Issues))}
                {by("When", None)}
            </tr>
        </thead>
    }
}

/// What can be done with the selected rows. It is shown while there are any.
#[component]
fn Selection() -> impl IntoView {
    let action = |name: &'static str, label: &'static str| {
        view! { <button class="button button--small" type="submit" name="action" value=name>{label}</button> }
    };
    view! {
        <div class="selection" role="group" aria-label="Selected documents">
            <span class="selection__count">" selected"</span>
            {action("compare", "Compare")}
            {action("pin", "Pin")}
            {action("unpin", "Unpin")}
            {action("delete", "Delete…")}
            <button class="button button--small" type="reset">"Clear"</button>
        </div>
    }
}

/// Jumps to any place in a list of any length. The place is looked up; nothing before it is read.
#[component]
fn Jump(query: ListQuery) -> impl IntoView {
    let hidden =
        hidden_inputs(parameters(&ListQuery { to: None, before: None, skip: None, ..query.clone() }));
    view! {
        <form class="jump" method="GET" action="/documents" aria-label="Go to date">
            {hidden}
            <label>"Go to date " <input class="field__input" type="date" name="to" value=query.to/></label>
            <label>"or number " <input class="field__input" type="number" name="before" min="1" value=query.before/></label>
            <button class="button button--small" type="submit">"Go"</button>
        </form>
    }
}

/// A notice that is shown while the index is behind the store.
#[component]
fn NotSearched(count: u64) -> impl IntoView {
    let documents = match count {
        1 => "The newest document is".to_owned(),
        _ => format!("The newest {} documents are", grouped(count)),
    };
    view! {
        <Banner severity=Severity::Info>
            <p class="banner__text">{documents}" still being made searchable."</p>
        </Banner>
    }
}

#[component]
fn NothingFound(not_searched: u64) -> impl IntoView {
    view! {
        {(not_searched > 0).then(|| view! { <NotSearched count=not_searched/> })}
        <div class="card">
            <Empty icon=Icon::Search title="No matches" text="Try fewer words, or clear the filters.">
                <a class="button" href="/documents">
                    "Clear the filters"
                </a>
            </Empty>
        </div>
    }
}

#[component]
fn NothingYet() -> impl IntoView {
    view! {
        <div class="card">
            <Empty icon=Icon::Inbox title="No documents yet" text="Watch a folder, send a report from a script, or paste one.">
                <code>"harmony ingest reports/"</code>
                <a class="button button--primary" href="/add">
                    "Paste or drop a report"
                </a>
            </Empty>
        </div>
    }
}
