use super::address::label_of;
use crate::audit::{DecisionQuery, FacetValues};
use crate::ui::FacetField;
use crate::ui::prelude::*;

/// Asks for some of the records. A plain form: what it asks is in the address.
#[component]
pub(super) fn Filters(facets: Vec<FacetValues>, query: DecisionQuery) -> impl IntoView {
    let is_chosen = query.chosen().next().is_some();
    let fields: Vec<_> = facets.into_iter().map(|facet| field(facet, &query)).collect();
    view! {
        <form class="narrowing narrowing--even" method="GET" action="/decisions" aria-label="Choose records">
            {fields}
            <button class="button" type="submit">
                "Show"
            </button>
            <p class="narrowing__count" hidden=!is_chosen>
                <a href="/decisions">"Show all"</a>
            </p>
        </form>
    }
}

fn field(facet: FacetValues, query: &DecisionQuery) -> impl IntoView + use<> {
    let FacetValues { facet, mut values, is_cut } = facet;
    let chosen = query.value(facet).map(str::to_owned);
    // What is chosen and has no record stays chosen.
    let is_listed = |chosen: &String| values.iter().any(|(value, _)| value == chosen);
    let missing = chosen.clone().filter(|chosen| !is_listed(chosen));
    values.extend(missing.map(|chosen| (chosen, 0)));
    let values = (!is_cut).then_some(values);
    view! { <FacetField label=label_of(facet) name=facet.as_str() chosen values/> }
}
