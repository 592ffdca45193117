//! By what the records of a log can be chosen, and which of them fit.

use std::collections::BTreeMap;

use leptos_router::params::ParamsMap;

use crate::format::Parsed;
use crate::formats::RegisteredLog;
use crate::reading::capitalized;
use crate::ui::prelude::*;
use crate::ui::{FacetField, Narrowed};

/// A facet with more values is asked for in words.
const MOST_OPTIONS: usize = 40;

pub(super) struct Facets<'v> {
    /// Each facet with what is chosen of it, and its values with how often they occur.
    each: Vec<(&'static str, Option<String>, BTreeMap<&'v str, usize>)>,
    /// The indices of the records that have all that is chosen.
    pub fitting: Vec<usize>,
}

impl<'v> Facets<'v> {
    pub fn of(log: &RegisteredLog, values: &[&'v Parsed], chosen: &[(&'static str, String)]) -> Self {
        let wanted =
            |facet: &str| chosen.iter().find(|(name, _)| *name == facet).map(|(_, value)| value.clone());
        let mut each: Vec<_> =
            log.facets.iter().map(|facet| (*facet, wanted(facet), BTreeMap::new())).collect();
        let mut fitting = Vec::new();
        for (index, parsed) in values.iter().enumerate() {
            let mut fits = true;
            for ((_, wanted, counts), value) in each.iter_mut().zip((log.facets_of)(parsed)) {
                fits &= wanted.as_deref().is_none_or(|wanted| value == Some(wanted));
                if let Some(value) = value {
                    *counts.entry(value).or_insert(0) += 1;
                }
            }
            if fits {
                fitting.push(index);
            }
        }
        Self { each, fitting }
    }

    /// Asks for some of the records. A plain form: what it asks is in the address.
    pub fn form(self, narrowed: Narrowed, count: usize) -> impl IntoView + use<> {
        let Self { each, fitting } = self;
        let Narrowed { form_action, kept, .. } = narrowed;
        let is_chosen = each.iter().any(|(_, chosen, _)| chosen.is_some());
        let all = format!("{form_action}{}", kept.iter().cloned().collect::<ParamsMap>().to_query_string());
        let fields: Vec<_> =
            each.into_iter().map(|(facet, chosen, counts)| field(facet, chosen, counts)).collect();
        let shown = format!("{} of {}", grouped(fitting.len() as u64), counted(count as u64, "record"));
        view! {
            <form class="narrowing" method="GET" action=form_action aria-label="Choose records">
                {hidden_inputs(kept)}
                {fields}
                <button class="button" type="submit">
                    "Show"
                </button>
                <p class="narrowing__count" role="status" hidden=!is_chosen>
                    <span>{shown}</span>
                    " "
                    <a href=all>"Show all"</a>
                </p>
            </form>
        }
    }
}

fn field(
    facet: &'static str,
    chosen: Option<String>,
    counts: BTreeMap<&str, usize>,
) -> impl IntoView + use<> {
    let counted = |(value, count): (&str, usize)| (value.to_owned(), count as u64);
    let values = (counts.len() <= MOST_OPTIONS).then(|| counts.into_iter().map(counted).collect());
    view! { <FacetField label=capitalized(facet) name=facet chosen values/> }
}
