use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::params::ParamsMap;

use crate::fault::Fault;
use crate::ui::visible::visible;
use crate::wish::Wish;

/// Says what of an address can't be read, and what may stand there. Answers with 400 as well, so that machines know.
#[component]
pub(super) fn WrongAddress(
    faults: Vec<Fault>,
    /// Where a person goes on.
    #[prop(into)]
    href: String,
    label: &'static str,
) -> impl IntoView {
    #[cfg(feature = "ssr")]
    if let Some(response) = use_context::<leptos_axum::ResponseOptions>() {
        response.set_status(http::StatusCode::BAD_REQUEST);
    }
    let row = |fault: Fault| {
        let told = match &fault.found {
            Some(found) => {
                view! { <code>{visible(found)}</code>" can’t stand here: it is "{fault.allowed}"." }
                    .into_any()
            }
            None => view! { "is not known here. Known are: "{fault.allowed}"." }.into_any(),
        };
        view! {
            <div class="fact">
                <dt><code>{visible(&fault.name)}</code></dt>
                <dd>{told}</dd>
            </div>
        }
    };
    view! {
        <Title text="The address can’t be read"/>
        <div class="page">
            <div class="page__head">
                <h1>"The address can’t be read"</h1>
            </div>
            <div class="card card--padded question" role="alert">
                <p>"Nothing was looked up, for a part of the address says nothing that is known:"</p>
                <dl class="fact-list">{faults.into_iter().map(row).collect_view()}</dl>
                <p class="question__answers">
                    <a class="button button--primary" href=href>
                        {label}
                    </a>
                </p>
            </div>
        </div>
    }
}

/// Names in an address that a page does not know, and that it would pass by in silence.
pub(super) fn unknown(map: &ParamsMap, known: &[&str]) -> Vec<Fault> {
    let names: Vec<_> = map.clone().into_iter().map(|(name, _)| name).collect();
    Fault::of_names(names.iter().map(AsRef::as_ref), known)
}

/// A reader's wish; one that can't be read is noted.
pub(super) fn wish(map: &ParamsMap, faults: &mut Vec<Fault>) -> Option<Wish> {
    Wish::of(map.get("as").as_deref(), map.get("at").as_deref()).unwrap_or_else(|fault| {
        faults.push(fault);
        None
    })
}

/// A number of an address; one that is none is noted.
pub(super) fn number(map: &ParamsMap, name: &'static str, faults: &mut Vec<Fault>) -> Option<u64> {
    let found = map.get(name).filter(|value| !value.trim().is_empty())?;
    let number = found.trim().parse().ok();
    if number.is_none() {
        faults.push(Fault::new(name, &found, "a whole number"));
    }
    number
}
