use leptos_router::hooks::use_params_map;

use super::not_found::NotFound;
use super::quarantine::{QuarantineBanner, quarantine_href};
use super::refused_format::Refused;
use crate::api::load_quarantines;
use crate::catalog::{self, Catalog};
use crate::diagnostic::{Rule, RuleSet};
use crate::format::Spec;
use crate::quarantine::Targeted;
use crate::scan;
use crate::ui::prelude::*;

/// A format's manual: what the contract asks, what is read all the same, and every rule.
#[component]
pub fn FormatPage() -> impl IntoView {
    let parameters = use_params_map();
    move || {
        match parameters.with(|map| map.get("slug")).as_deref().and_then(catalog::by_id) {
        Some(spec) => view! { <Manual spec/> }.into_any(),
        None => view! { <NotFound title="There is no such format" text="The list of formats has all that are read."/> }.into_any(),
    }
    }
}

#[component]
fn Manual(spec: &'static Spec) -> impl IntoView {
    let rule = |rule: &'static Rule| {
        view! {
            <tr id=rule.id>
                <td>
                    <Badge tone=Tone::from(rule.severity) label=rule.severity.as_str()/>
                </td>
                <td class="mono">{rule.id}</td>
                <td>{sentence(rule.summary)}</td>
                <td class="muted">{sentence(rule.clause)}</td>
            </tr>
        }
    };
    let shared = |set: &&'static RuleSet| {
        view! {
            <details>
                <summary>{set.title}" ("{set.rules.len()}")"</summary>
                <Markdown text=set.manual/>
            </details>
        }
    };
    let names = [spec.id, spec.slug, spec.name];
    let quarantines = Resource::new_blocking(|| (), |()| load_quarantines());
    let catalog = Catalog::current();
    let of_format =
        |spec: &Spec, other: Option<&'static Spec>| other.is_some_and(|other| other.id == spec.id);
    let refused = catalog.refused().iter().filter(|file| of_format(spec, file.instead)).cloned();
    let refused = refused.map(|file| view! { <Refused file/> }).collect_view();
    let version = match spec.own_version {
        Some(version) => view! { <span>"version "<span class="mono">{version}</span></span> }.into_any(),
        None => {
            let revisions =
                spec.revisions.iter().map(|revision| revision.as_str()).collect::<Vec<_>>().join(", ");
            view! { <span>"contract "{spec.version}", read as "{revisions}</span> }.into_any()
        }
    };
    let rows = spec.all_rules().map(rule).collect_view();
    let overlaps = scan::overlaps(&catalog).iter().filter_map(|overlap| overlap.of(spec.id));
    let overlaps: Vec<_> = overlaps.map(|overlap| view! { <li>{visible(&overlap)}"."</li> }).collect();
    view! {
        <div class="page">
            <PageHead title=spec.name>
                <p class="facts">
                    <Tag label=spec.id/>
                    <span>"written by "<span class="mono">{spec.producer}</span></span>
                    {spec.gate_in_words().map(|gate| view! { <span>{gate}</span> })}
                    {version}
                    <a href=quarantine_href("format", spec.slug)>"Quarantine"</a>
                </p>
            </PageHead>
            {refused}
            <Loaded resource=quarantines let:loaded>
                {loaded.active.into_iter()
                    .filter(|quarantined| quarantined.is_of_format(names))
                    .map(|quarantined| view! { <QuarantineBanner quarantined/> })
                    .collect_view()}
            </Loaded>
            <div class="format">
                <section class="card card--padded" aria-label="Manual">
                    <Markdown text=spec.manual/>
                    <p>
                        "An error breaks the contract. A warning is a deviation that was understood. An info needs no action. "
                        "Each example shows a change to the complete document that triggers the rule. "
                        "A field that the document does not state is null or an empty list."
                    </p>
                    {(!overlaps.is_empty()).then(|| view! {
                        <h2>"Overlaps"</h2>
                        <ul>{overlaps}</ul>
                    })}
                    {spec.sets.iter().map(shared).collect_view()}
                </section>
                <section class="format__side" aria-label="Example">
                    <h2 class="section__title">"Example"</h2>
                    <pre class="card card--padded format__example" tabindex="0">{spec.example}</pre>
                </section>
            </div>
            <section class="section" aria-labelledby="rules">
                <h2 class="section__title" id="rules">
                    "Rules"
                    <span class="section__count">{spec.all_rules().count()}</span>
                </h2>
                <div class="card scroll-x" tabindex="0">
                    <Table columns=&["Severity", "Rule", "Why it matters", "Clause"] rows/>
                </div>
            </section>
        </div>
    }
}
