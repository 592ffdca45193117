//! The health score before and after, against what was expected.

use super::super::number;
use crate::reading::{Figure, Number};
use crate::ui::prelude::*;

const WIDTH: f64 = 320.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 164.0;
const LEFT: f64 = 30.0;
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
