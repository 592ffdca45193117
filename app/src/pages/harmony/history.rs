//! The score of each hour over seven days.

use crate::health::Sum;
use crate::ui::prelude::*;
use crate::ui::{HealthAxis, exact};

const AXIS: HealthAxis = HealthAxis { left: 30.0, right: 640.0, top: 10.0, bottom: 150.0 };

/// A line over the bands of health, broken where an hour has no data.
pub(super) fn chart(history: &[(i64, Sum)]) -> AnyView {
    let scores: Vec<Option<f64>> = history.iter().map(|(_, sum)| sum.score()).collect();
    let known = scores.iter().flatten().count();
    if known == 0 {
        return view! {
            <div class="card card--padded harmony__history">
                <h2 class="section__title">"Seven days"</h2>
                <p class="muted">"The score of each hour appears here once a report has passed a gate."</p>
            </div>
        }
        .into_any();
    }
    let x =
        |at: usize| AXIS.left + (at as f64 + 0.5) * (AXIS.right - AXIS.left) / history.len().max(1) as f64;
    let day = |ago: usize| {
        let at = history.len().checked_sub(1 + ago * 24)?;
        let (hour_ms, _) = history.get(at)?;
        let label = exact(*hour_ms)[0].get(5..10).unwrap_or_default().to_owned();
        Some(
            view! { <text class="health-chart__tick" x=x(at).min(AXIS.right - 16.0) y=AXIS.bottom + 16.0 text-anchor="middle">{label}</text> },
        )
    };
    let path: String = scores
        .iter()
        .enumerate()
        .filter_map(|(at, score)| {
            let before = at.checked_sub(1).and_then(|before| scores.get(before)).copied().flatten();
            let command = if before.is_some() { 'L' } else { 'M' };
            score.map(|score| format!("{command}{:.1} {:.1}", x(at), AXIS.y(score)))
        })
        .collect();
    let dot = |(at, score): (usize, &Option<f64>)| {
        score.map(
            |score| view! { <circle class="health-chart__dot" cx=x(at) cy=AXIS.y(score) r="2"></circle> },
        )
    };
    let last = scores.iter().rev().flatten().next().copied().unwrap_or_default();
    let label =
        format!("Score of each hour over seven days, with data in {known} hours; the newest is {last:.0}.");
    view! {
        <figure class="card card--padded harmony__history">
            <figcaption class="section__title">"Seven days"</figcaption>
            <svg viewBox="0 0 640 172" role="img" aria-label=label>
                {AXIS.view()}
                <path class="health-chart__line" d=path></path>
                {scores.iter().enumerate().map(dot).collect::<Vec<_>>()}
                {(0..7).map(day).collect::<Vec<_>>()}
            </svg>
        </figure>
    }
    .into_any()
}
