//! The health score before and after, against what was expected.

use super::super::number;
use crate::reading::{Figure, Number};
use crate::ui::HealthAxis;
use crate::ui::prelude::*;

const AXIS: HealthAxis = HealthAxis { left: 30.0, right: 320.0, top: 14.0, bottom: 164.0 };
const BAR: f64 = 64.0;

/// Two bars over the bands of health, with the expected score as a line. All that is drawn is said in words too.
pub(super) fn chart(before: Option<Number>, after: Option<Number>, expected: Option<Figure>) -> AnyView {
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
    let (from, to, least) = (said(before), said(after), said(expected));
    let told = format!("Overall health score of 100: {from} before healing, {to} after, {least} expected.");
    let line = expected.filter(|expected| (0.0..=100.0).contains(&expected.0)).map(|expected| {
        let at = AXIS.y(expected.0);
        view! {
            <line class="health-chart__expected" x1=AXIS.left x2=AXIS.right y1=at y2=at></line>
            <text class="health-chart__label is-on-grid" x=AXIS.right - 4.0 y=at + 11.0 text-anchor="end">{format!("expected {expected}")}</text>
        }
    });
    view! {
        <figure class="health-chart card card--padded">
            <svg viewBox="0 0 320 190" role="img" aria-label=told>
                {AXIS.view()}
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

fn bar(name: &'static str, x: f64, score: Option<Number>) -> AnyView {
    let middle = x + BAR / 2.0;
    let label = view! { <text class="health-chart__label" x=middle y=AXIS.bottom + 18.0 text-anchor="middle">{name}</text> };
    let Some(score) = score else {
        return view! {
            {label}
            <text class="health-chart__label" x=middle y=AXIS.bottom - 6.0 text-anchor="middle">"not stated"</text>
        }
        .into_any();
    };
    let tone = match score.0 {
        90.0.. => "pass",
        60.0..90.0 => "medium",
        _ => "fail",
    };
    let top = AXIS.y(score.0);
    // Within the bar where it reaches the top, above it elsewhere.
    let (value_y, class) = if top < AXIS.top + 22.0 {
        (top + 20.0, "health-chart__value is-inside")
    } else {
        (top - 6.0, "health-chart__value")
    };
    view! {
        <rect class=format!("health-chart__bar tone-{tone}") x=x y=top width=BAR height=AXIS.bottom - top rx="3"></rect>
        <text class=class x=middle y=value_y text-anchor="middle">{score.to_string()}</text>
        {label}
    }
    .into_any()
}
