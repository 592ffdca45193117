use leptos_router::hooks::use_params_map;

use super::refused::Refused;
use super::standing::Standing;
use super::{examples, fields, manual, overview, rules};
use crate::catalog::{self, Catalog};
use crate::contract::FormatCoverage;
use crate::diagnostic::Severity;
use crate::format::{Deprecation, Spec};
use crate::formats::RegisteredFormat;
use crate::pages::not_found::NotFound;
use crate::pages::quarantine::{QuarantineBanner, quarantine_href};
use crate::pages::wrong_address::{WrongAddress, unknown};
use crate::query_error::QueryError;
use crate::ui::prelude::*;
use crate::ui::{Crumbs, Tab, Tabs, crumb};

crate::named::named! {
    /// What a page shows of a format.
    pub(super) enum View {
        Overview = "overview",
        Contract = "contract",
        Fields = "fields",
        Rules = "rules",
        Examples = "examples",
    }
}

/// A format: how its documents do, its manual, its fields in all layers, its rules, and examples.
#[component]
pub fn FormatPage() -> impl IntoView {
    let parameters = use_params_map();
    let query = use_query_map().get_untracked();
    move || {
        let slug = parameters.with(|map| map.get("slug"));
        let catalog = Catalog::current();
        let Some(format) = slug.as_deref().and_then(|slug| catalog.room(slug)) else {
            return view! { <NotFound title="There is no such format" text="The page Contract lists all that are read."/> }.into_any();
        };
        let mut errors = unknown(&query, &["tab"]);
        let tab = query.get("tab").unwrap_or_else(|| View::Overview.as_str().to_owned());
        let view = View::named(&tab);
        if view.is_none() {
            let known = View::ALL.map(View::as_str).join(", ");
            errors.push(QueryError::new("tab", &tab, format!("one of {known}")));
        }
        match view.filter(|_| errors.is_empty()) {
            Some(view) => view! { <OfFormat format view/> }.into_any(),
            None => {
                let href = format!("/contract/{}", format.spec.slug);
                view! { <WrongAddress errors href label=format.spec.name/> }.into_any()
            }
        }
    }
}

#[component]
fn OfFormat(format: &'static RegisteredFormat, view: View) -> impl IntoView {
    let spec = format.spec;
    let standing = Resource::new_blocking(|| (), |()| Standing::load());
    let tabs = View::ALL.map(|tab| Tab {
        label: match tab {
            View::Overview => "Overview",
            View::Contract => "Contract",
            View::Fields => "Fields",
            View::Rules => "Rules",
            View::Examples => "Examples",
        },
        href: match tab {
            View::Overview => format!("/contract/{}", spec.slug),
            tab => format!("/contract/{}?tab={}", spec.slug, tab.as_str()),
        },
        is_current: tab == view,
    });
    let catalog = Catalog::current();
    let of_format = |other: Option<&'static Spec>| other.is_some_and(|other| other.id == spec.id);
    let refused = catalog.refused().iter().filter(|file| of_format(file.instead)).cloned();
    let refused = refused.map(|file| view! { <Refused file/> }).collect_view();
    view! {
        <div class="page">
            <Crumbs steps=crumb("Contract", "/contract")/>
            <PageHead title=spec.name>{facts(spec)}</PageHead>
            {refused}
            {spec.deprecation.map(deprecated)}
            <Loaded resource=standing let:standing>
                {
                    let banner = standing.quarantine(spec).cloned();
                    banner.map(|quarantined| view! { <QuarantineBanner quarantined/> })
                }
                <Tabs label="Parts of the contract" tabs=tabs.to_vec()/>
                <div class="contract__part">{part(format, view, &standing)}</div>
            </Loaded>
        </div>
    }
}

fn part(format: &'static RegisteredFormat, view: View, standing: &Standing) -> AnyView {
    let catalog = Catalog::current();
    let coverage = || FormatCoverage::of(&catalog, format);
    match view {
        View::Overview => overview::part(&catalog, format, &coverage(), standing),
        View::Contract => manual::part(format.spec),
        View::Fields => fields::part(format.spec, &coverage()),
        View::Rules => rules::part(format.spec, &standing.broken(format.spec.id)),
        View::Examples => examples::part(&catalog, format),
    }
}

fn facts(spec: &'static Spec) -> impl IntoView {
    let version = match spec.own_version {
        Some(version) => view! { <span>"version "<span class="mono">{version}</span></span> }.into_any(),
        None => {
            let revisions =
                spec.revisions.iter().map(|revision| revision.as_str()).collect::<Vec<_>>().join(", ");
            view! { <span>"contract "{spec.version}", read as "{revisions}</span> }.into_any()
        }
    };
    view! {
        <p class="facts">
            <Tag label=spec.id/>
            <span>"written by "<span class="mono">{spec.producer}</span></span>
            {spec.gate_in_words().map(|gate| view! { <span>{gate}</span> })}
            {version}
            <a href=quarantine_href("format", spec.slug)>"Quarantine"</a>
        </p>
    }
}

fn deprecated(deprecation: Deprecation) -> impl IntoView {
    let instead = deprecation.replaced_by.map(|id| match catalog::by_id(id) {
        Some(other) => {
            view! { " Write "<a href=format!("/contract/{}", other.slug)>{other.name}</a>" instead." }
                .into_any()
        }
        None => {
            view! { " "<span class="mono">{visible(id)}</span>" replaces it, and is not among the formats." }
                .into_any()
        }
    });
    view! {
        <Banner severity=Severity::Warning>
            <p class="banner__text">"This format is deprecated: "{visible(deprecation.reason)}"."{instead}</p>
        </Banner>
    }
}
