//! All formats by their ids: a team's first, since there the news are.

use std::sync::Arc;

use super::standing::Standing;
use crate::catalog;
use crate::contract::{Coverage, FormatCoverage};
use crate::format::Spec;
use crate::pages::harmony::days;
use crate::ui::prelude::*;

pub(super) fn sections(coverage: Coverage, standing: &Standing) -> impl IntoView + use<> {
    let known = coverage.formats.into_iter().filter_map(|format| Some((catalog::by_id(format.id)?, format)));
    let (own, mut built_in): (Vec<_>, Vec<_>) = known.partition(|(spec, _)| spec.own_version.is_some());
    built_in.sort_unstable_by_key(|(spec, _)| spec.id);
    let has_own = !own.is_empty();
    view! {
        {has_own.then(|| section("Your formats", own, standing))}
        {section(if has_own { "Built-in formats" } else { "Formats" }, built_in, standing)}
    }
}

const COLUMNS: &[&str] =
    &["Id", "Format", "Written by", "Gate", "Fields", "Coverage", "Pass rate, 7 days", "Most broken rule"];

fn section(
    title: &'static str,
    formats: Vec<(&'static Spec, Arc<FormatCoverage>)>,
    standing: &Standing,
) -> impl IntoView + use<> {
    let count = formats.len();
    let rows = formats.into_iter().map(|(spec, coverage)| row(spec, &coverage, standing)).collect_view();
    view! {
        <section class="section" aria-label=title>
            <h2 class="section__title">{title} " " <span class="section__count">{count}</span></h2>
            <div class="card scroll-x" tabindex="0">
                <Table columns=COLUMNS rows class="table contract-list"/>
            </div>
        </section>
    }
}

fn row(spec: &'static Spec, coverage: &FormatCoverage, standing: &Standing) -> impl IntoView + use<> {
    let gate = match (spec.gate, spec.gate_name) {
        (0, _) => "–".to_owned(),
        (gate, "") => gate.to_string(),
        (_, name) => name.to_owned(),
    };
    let complete = coverage.fields.iter().filter(|field| field.lacks.is_empty()).count();
    let broken = standing.broken(spec.id).into_iter().next();
    let broken = broken.map(|pattern| {
        let href = format!("/contract/{}?tab=rules#{}", spec.slug, pattern.rule);
        view! { <a class="mono" href=href>{pattern.rule}</a> " " <span class="faint">{grouped(pattern.week)}</span> }
    });
    let rate = standing.course(spec.id).map(|course| {
        let rate = course.week.pass_rate().unwrap_or_default();
        view! { <span class="contract-list__rate">{format!("{rate:.0} %")} {days(course)}</span> }
    });
    view! {
        <tr>
            <td class="mono contract-list__id">{spec.id}</td>
            <td class="contract-list__name">
                <a href=format!("/contract/{}", spec.slug)>{spec.name}</a>
                {spec.own_version.map(|version| view! { " "<span class="mono faint">{version}</span> })}
                {coverage.deprecated.then(|| view! { " "<Badge tone=Tone::Warning label="deprecated"/> })}
                {coverage.has_drifted().then(|| view! { " "<Badge tone=Tone::Error label="drifted"/> })}
                {standing.quarantine(spec).map(|_| view! { " "<QuarantineBadge/> })}
            </td>
            <td class="mono contract-list__producer">{spec.producer}</td>
            <td class="contract-list__gate">{visible(&gate)}</td>
            <td class="contract-list__fields">{complete}<span class="faint">{format!("/{}", coverage.fields.len())}</span></td>
            <td class="contract-list__coverage">
                <span class="contract-list__label">"Coverage "</span>
                {covered(coverage)}
            </td>
            <td class="contract-list__passed">
                <span class="contract-list__label">"Pass rate "</span>
                {stated(rate, "no data")}
            </td>
            <td class="contract-list__broken">{broken}</td>
        </tr>
    }
}

/// A bar shows what is incomplete; where all is there, the number is enough.
fn covered(coverage: &FormatCoverage) -> AnyView {
    match coverage.is_complete() {
        true => view! { <span class="faint">{coverage.percent}" %"</span> }.into_any(),
        false => view! { <Score value=coverage.percent/> }.into_any(),
    }
}
