use leptos_router::params::ParamsMap;

use crate::query_error::QueryError;
use crate::read_as::ReadAs;
#[cfg(feature = "ssr")]
use crate::ui::prelude::*;

/// Shows which parts of an address are invalid, and what is allowed there. Responds with 400, so that machines notice.
#[cfg(feature = "ssr")]
#[component]
pub(super) fn WrongAddress(
    errors: Vec<QueryError>,
    /// Where the reader can go on.
    #[prop(into)]
    href: String,
    label: &'static str,
) -> impl IntoView {
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(http::StatusCode::BAD_REQUEST);
    }
    let row = |error: QueryError| {
        let why = match &error.found {
            Some(found) => {
                view! { "It can’t be "<code>{visible(found)}</code>": it is "{error.allowed}"." }.into_any()
            }
            None => view! { "This page doesn’t know this name. It knows: "{error.allowed}"." }.into_any(),
        };
        view! {
            <div class="fact">
                <dt><code>{visible(&error.name)}</code></dt>
                <dd>{why}</dd>
            </div>
        }
    };
    view! {
        <div class="page">
            <PageHead title="The address can’t be read"/>
            <div class="card card--padded question" role="alert">
                <p>"Nothing was looked up, because parts of the address are invalid:"</p>
                <dl class="fact-list">{errors.into_iter().map(row).collect_view()}</dl>
                <p class="question__answers">
                    <a class="button button--primary" href=href>
                        {label}
                    </a>
                </p>
            </div>
        </div>
    }
}

/// Reports the names in an address that a page doesn't know, and would otherwise silently ignore.
pub(super) fn unknown(map: &ParamsMap, known: &[&str]) -> Vec<QueryError> {
    let names: Vec<_> = map.clone().into_iter().map(|(name, _)| name).collect();
    QueryError::of_names(names.iter().map(AsRef::as_ref), known)
}

/// The forced format, if any. Reports one that can't be parsed.
pub(super) fn read_as(map: &ParamsMap, errors: &mut Vec<QueryError>) -> Option<ReadAs> {
    ReadAs::of(map.get("as").as_deref(), map.get("at").as_deref()).unwrap_or_else(|error| {
        errors.push(error);
        None
    })
}

/// Parses a number of an address. Reports a value that isn't one.
pub(super) fn number(map: &ParamsMap, name: &'static str, errors: &mut Vec<QueryError>) -> Option<u64> {
    let found = map.get(name).filter(|value| !value.trim().is_empty())?;
    let number = found.trim().parse().ok();
    if number.is_none() {
        errors.push(QueryError::new(name, &found, "a whole number"));
    }
    number
}
