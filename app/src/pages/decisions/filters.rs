use super::address::label_of;
use crate::audit::{DecisionQuery, FacetValues};
use crate::ui::prelude::*;

/// Asks for some of the records. A plain form: what it asks is in the address.
#[component]
pub(super) fn Filters(facets: Vec<FacetValues>, query: DecisionQuery) -> impl IntoView {
    let is_chosen = query.chosen().next().is_some();
    let fields: Vec<_> = facets.into_iter().map(|facet| field(facet, &query)).collect();
    view! {
        <form class="narrowing" method="GET" action="/decisions" aria-label="Choose records">
            {fields}
            <button class="button" type="submit">
                "Show"
            </button>
            <p class="narrowing__told" hidden=!is_chosen>
                <a href="/decisions">"Show all"</a>
            </p>
        </form>
    }
}

/// A facet with more values than a list can hold is asked for in words.
fn field(facet: FacetValues, query: &DecisionQuery) -> impl IntoView + use<> {
    let FacetValues { facet, values, is_cut } = facet;
    let chosen = query.value(facet).map(str::to_owned);
    let input = if is_cut {
        view! {
            <input class="field__input" type="search" name=facet.as_str() value=chosen autocomplete="off"/>
        }
        .into_any()
    } else {
        // What is chosen and has no record stays chosen.
        let is_listed = |chosen: &String| values.iter().any(|(value, _)| value == chosen);
        let missing = chosen.clone().filter(|chosen| !is_listed(chosen)).map(|chosen| (chosen, 0));
        let option = |(value, count): (String, u64)| {
            let name = format!("{value} ({})", grouped(count));
            let is_chosen = chosen.as_ref() == Some(&value);
            view! { <option value=value selected=is_chosen>{visible(&name)}</option> }
        };
        let options: Vec<_> = values.into_iter().chain(missing).map(option).collect();
        view! {
            <select class="field__input" name=facet.as_str()>
                <option value="">"any"</option>
                {options}
            </select>
        }
        .into_any()
    };
    view! {
        <label class="field">
            <span class="field__label">{label_of(facet)}</span>
            {input}
        </label>
    }
}
