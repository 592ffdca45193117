//! The health score before and after, against what was expected.

use leptos::prelude::*;

use super::super::{Comparison, number};
use crate::reading::{Figure, Number};
use crate::ui::linking::data_span;
use crate::ui::visible::visible;
use crate::ui::{InSource, Inline, ViewContext, paged};

const WIDTH: f64 = 320.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 164.0;
const LEFT: f64 = 30.0;
const BAR: f64 = 64.0;

/// Two bars over the bands of health, with the expected score as a line. All that is drawn is said in words too.
#[component]
pub(super) fn HealthScoreChart(
    before: Option<Number>,
    after: Option<Number>,
    expected: Option<Figure>,
) -> impl IntoView {
    let wanted = expected.as_ref().map(|expected| {
        view! {
            <span>"Expected: at least " <strong data-field="expectedScore">{visible(&expected.to_string())}</strong> ". "</span>
        }
    });
    let expected = number(&expected);
    if before.is_none() && after.is_none() {
        return view! {
            <p class="card card--padded muted">{wanted} "No score is stated before or after healing."</p>
        }
        .into_any();
    }
    let said = |score: Option<Number>| score.map_or("not stated".to_owned(), |score| score.to_string());
    let told = format!(
        "Overall health score of 100: {} before healing, {} after, {} expected.",
        said(before),
        said(after),
        said(expected)
    );
    let band = |name: &'static str, from: f64, to: f64| {
        let (y, height) = (y(to), y(from) - y(to));
        view! { <rect class=format!("health-chart__band tone-{name}") x=LEFT y=y width=WIDTH - LEFT height=height></rect> }
    };
    let mark = |score: f64| {
        view! {
            <line class="health-chart__grid" x1=LEFT x2=WIDTH y1=y(score) y2=y(score)></line>
            <text class="health-chart__tick" x=LEFT - 6.0 y=y(score) + 3.5 text-anchor="end">{score as u32}</text>
        }
    };
    let line = expected.filter(|expected| (0.0..=100.0).contains(&expected.0)).map(|expected| {
        let at = y(expected.0);
        view! {
            <line class="health-chart__expected" x1=LEFT x2=WIDTH y1=at y2=at></line>
            <text class="health-chart__label is-on-grid" x=WIDTH - 4.0 y=at + 11.0 text-anchor="end">{format!("expected {expected}")}</text>
        }
    });
    view! {
        <figure class="health-chart card card--padded">
            <svg viewBox="0 0 320 190" role="img" aria-label=told>
                {band("fail", 0.0, 60.0)}
                {band("medium", 60.0, 90.0)}
                {band("pass", 90.0, 100.0)}
                {[0.0, 60.0, 90.0, 100.0].map(mark)}
                {bar("before", 62.0, before)}
                {bar("after", 160.0, after)}
                {line}
            </svg>
            <figcaption class="health-chart__caption">
                {wanted} "From 90 on a gate is healthy, from 60 on degraded, below that critical."
            </figcaption>
        </figure>
    }
    .into_any()
}

fn y(score: f64) -> f64 {
    BOTTOM - score.clamp(0.0, 100.0) / 100.0 * (BOTTOM - TOP)
}

fn bar(name: &'static str, x: f64, score: Option<Number>) -> AnyView {
    let middle = x + BAR / 2.0;
    let label = view! { <text class="health-chart__label" x=middle y=BOTTOM + 18.0 text-anchor="middle">{name}</text> };
    let Some(score) = score else {
        return view! {
            {label}
            <text class="health-chart__label" x=middle y=BOTTOM - 6.0 text-anchor="middle">"not stated"</text>
        }
        .into_any();
    };
    let tone = match score.0 {
        90.0.. => "pass",
        60.0..90.0 => "medium",
        _ => "fail",
    };
    let top = y(score.0);
    // Within the bar where it reaches the top, above it elsewhere.
    let (value_y, class) = if top < TOP + 22.0 {
        (top + 20.0, "health-chart__value is-inside")
    } else {
        (top - 6.0, "health-chart__value")
    };
    view! {
        <rect class=format!("health-chart__bar tone-{tone}") x=x y=top width=BAR height=BOTTOM - top rx="3"></rect>
        <text class=class x=middle y=value_y text-anchor="middle">{score.to_string()}</text>
        {label}
    }
    .into_any()
}

#[component]
pub(super) fn ComparisonTable(rows: Vec<Comparison>, context: ViewContext) -> impl IntoView {
    if rows.is_empty() {
        return view! { <p class="card card--padded faint" data-field="comparison">"No figures are compared."</p> }.into_any();
    }
    let row = |(index, row): (usize, Comparison)| {
        let place = context.place("comparison", Some(index as u32));
        let delta = number(&row.delta).map(Number::signed).or(row.delta.map(|delta| delta.written));
        view! {
            <tr class="stop-row" data-span=place.map(data_span) data-stop>
                <th scope="row"><Inline text=row.metric.unwrap_or_default() field="comparison[].metric"/></th>
                <td class="table__number" data-field="comparison[].before">{shown(&row.before)}</td>
                <td class="table__number" data-field="comparison[].after">{shown(&row.after)}</td>
                <td class="table__number" data-field="comparison[].delta">{delta.map(|delta| visible(&delta))}</td>
                <td data-field="comparison[].status">{row.status.map(|status| visible(&status))}</td>
                <td class="table__number"><InSource place context=context.clone()/></td>
            </tr>
        }
    };
    let (pages, rows) = paged(rows, "Pages of figures", &context, row);
    view! {
        {pages}
        <div class="card scroll-x" tabindex="0" data-field="comparison">
            <table class="table verification__table">
                <caption class="visually-hidden">"Figures before and after healing"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Metric"</th>
                        <th scope="col" class="table__number">"Before"</th>
                        <th scope="col" class="table__number">"After"</th>
                        <th scope="col" class="table__number">"Delta"</th>
                        <th scope="col">"Status"</th>
                        <th scope="col"><span class="visually-hidden">"Source"</span></th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// A figure as text; a dash for screens where there is none.
pub(super) fn shown(figure: &Option<Figure>) -> AnyView {
    match figure {
        Some(figure) => visible(&figure.to_string()),
        None => view! { <span class="faint">"not stated"</span> }.into_any(),
    }
}
