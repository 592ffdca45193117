//! How documents of a format do, what is wrong with its contract, and how to move to its successor.

use super::standing::Standing;
use crate::catalog::Catalog;
use crate::contract::{Change, FormatContract, FormatCoverage, Status, migration};
use crate::format::Spec;
use crate::formats::RegisteredFormat;
use crate::health::Pattern;
use crate::inbox::Place;
use crate::pages::harmony::days;
use crate::scan;
use crate::ui::prelude::*;

pub(super) fn part(
    catalog: &Catalog,
    format: &'static RegisteredFormat,
    coverage: &FormatCoverage,
    standing: &Standing,
) -> AnyView {
    let spec = format.spec;
    let overlaps = scan::overlaps(catalog).iter().filter_map(|overlap| overlap.of(spec.id));
    let overlaps: Vec<String> = overlaps.map(|overlap| format!("{overlap}.")).collect();
    let problems: Vec<String> = coverage.problems.iter().map(|problem| format!("{problem}.")).collect();
    view! {
        {tiles(spec, coverage, standing)}
        {broken(spec, standing)}
        {sentences("Drift", problems)}
        {lacking(coverage)}
        {sentences("Overlaps", overlaps)}
        {successor(catalog, spec)}
    }
    .into_any()
}

fn tiles(spec: &Spec, coverage: &FormatCoverage, standing: &Standing) -> impl IntoView + use<> {
    let course = standing.course(spec.id);
    let rate = match course.and_then(|course| Some((course, course.week.pass_rate()?))) {
        Some((course, rate)) => view! {
            <strong class="contract__figure">{format!("{rate:.0} %")}</strong>
            {days(course)}
            <span class="contract__note">{format!("{} in 7 days", counted(course.week.traces, "record"))}</span>
        }
        .into_any(),
        None => view! {
            <span class="contract__figure contract__figure--none">"no data"</span>
            <span class="contract__note">"no record in 7 days"</span>
        }
        .into_any(),
    };
    let score = course.and_then(|course| course.week.score());
    let score = match score {
        Some(score) => view! { <strong class="contract__figure">{format!("{score:.0}")}</strong> }.into_any(),
        None => view! { <span class="contract__figure contract__figure--none">"–"</span> }.into_any(),
    };
    let complete = coverage.fields.iter().filter(|field| field.status == Status::Complete).count();
    let fields = format!("{complete} of {} fields, {}", coverage.fields.len(), coverage.status.as_str());
    view! {
        <dl class="card contract__tiles">
            <div class="contract__tile"><dt>"Pass rate"</dt><dd>{rate}</dd></div>
            <div class="contract__tile"><dt>"Score"</dt><dd>{score}<span class="contract__note">"mean of 100"</span></dd></div>
            <div class="contract__tile">
                <dt>"Coverage"</dt>
                <dd>
                    <strong class="contract__figure">{coverage.percent}" %"</strong>
                    <span class="contract__note">{fields}</span>
                </dd>
            </div>
            <div class="contract__tile">
                <dt>"Rules"</dt>
                <dd>
                    <strong class="contract__figure">{spec.all_rules().count()}</strong>
                    <span class="contract__note">{format!("{} broken in 7 days", standing.broken(spec.id).len())}</span>
                </dd>
            </div>
        </dl>
    }
}

/// The rules that are listed; the tab of rules has all.
const MOST: usize = 8;

fn broken(spec: &'static Spec, standing: &Standing) -> impl IntoView + use<> {
    let broken = standing.broken(spec.id);
    let count = broken.len();
    let records = standing.course(spec.id).map_or(0, |course| course.week.traces);
    let row = |pattern: Pattern| {
        let share = if records == 0 { 0.0 } else { (100.0 * pattern.week as f64 / records as f64).round() };
        let href = format!("/contract/{}?tab=rules#{}", spec.slug, pattern.rule);
        view! {
            <tr>
                <td><Badge tone=Tone::from(pattern.severity) label=pattern.severity.as_str()/></td>
                <td><a class="mono" href=href>{pattern.rule.clone()}</a></td>
                <td class="contract__number">
                    {records_link(spec, &pattern)}
                    <span class="table__label">" records in 7 days"</span>
                </td>
                <td class="contract__share"><Bars parts=vec![("of records", tone(&pattern), share)] of=100.0/></td>
                <td><Moment milliseconds=pattern.last_ms/></td>
            </tr>
        }
    };
    let rows: Vec<_> = broken.into_iter().take(MOST).map(row).collect();
    let shown = match count {
        0 => {
            let (icon, title, text) = match records {
                0 => (
                    Icon::Pulse,
                    "No record yet",
                    "A document of this format leaves a record at its gate. Rules that documents break are listed here.",
                ),
                _ => (Icon::Check, "No rule was broken", "Every record of the last seven days keeps the contract."),
            };
            view! { <div class="card"><Empty icon title text/></div> }.into_any()
        }
        _ => view! {
            <div class="card scroll-x" tabindex="0" role="region" aria-label="Most broken rules">
                <Table columns=&["Severity", "Rule", "Records, 7 days", "Share", "Last"] rows class="table table--stacked"/>
            </div>
        }
        .into_any(),
    };
    view! { <Section title="Most broken rules">{shown}</Section> }
}

fn tone(pattern: &Pattern) -> &'static str {
    Tone::from(pattern.severity).as_str()
}

/// How many records break a rule, as a link to them.
pub(super) fn records_link(spec: &Spec, pattern: &Pattern) -> impl IntoView + use<> {
    let place = Place::Pattern { format: spec.id.to_owned(), rule: pattern.rule.clone() };
    view! { <a href=place.href()>{grouped(pattern.week)}</a> }
}

fn sentences(title: &'static str, sentences: Vec<String>) -> Option<impl IntoView> {
    (!sentences.is_empty()).then(|| {
        let items = sentences.into_iter().map(|words| view! { <li>{sentence(&words)}</li> });
        view! { <Section title><ul class="card card--padded contract__sentences">{items.collect_view()}</ul></Section> }
    })
}

/// The fields that a layer lacks.
fn lacking(coverage: &FormatCoverage) -> Option<impl IntoView + use<>> {
    let lacking = coverage.fields.iter().filter(|field| !field.lacks.is_empty());
    let said = lacking.map(|field| {
        let layers: Vec<&str> = field.lacks.iter().map(|layer| layer.as_str()).collect();
        format!("`{}` is missing from {}.", field.path, layers.join(", "))
    });
    let all: Vec<String> = said.collect();
    sentences("Incomplete fields", all)
}

/// What changes for a document that is written as the format that replaces a deprecated one.
fn successor(catalog: &Catalog, spec: &'static Spec) -> Option<impl IntoView + use<>> {
    let other = catalog.room(spec.deprecation?.replaced_by?)?.spec;
    let changes = migration(&FormatContract::of(spec), &FormatContract::of(other));
    let row = |change: Change| {
        view! {
            <tr>
                <td class="mono">{change.field.as_deref().map(visible)}</td>
                <td>{visible(&change.message)}</td>
                <td>{change.breaks.in_words()}</td>
            </tr>
        }
    };
    let rows: Vec<_> = changes.into_iter().map(row).collect();
    Some(view! {
        <Section title="Migration">
            <p class="muted contract__lead">"What is different in "<a href=format!("/contract/{}", other.slug)>{other.name}</a>"."</p>
            <div class="card scroll-x" tabindex="0" role="region" aria-label="Migration">
                <Table columns=&["Field", "Change", "Breaks"] rows class="table table--stacked"/>
            </div>
        </Section>
    })
}
