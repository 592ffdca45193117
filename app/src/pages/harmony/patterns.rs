//! The same issue in many records.

use crate::catalog::gate_label;
use crate::health::Pattern;
use crate::inbox::Place;
use crate::track::is_own_gate;
use crate::ui::prelude::*;

const COLUMNS: &[&str] =
    &["Rule", "Format", "Gate", "Owner", "Records, 24 h / 7 d", "Course", "First", "Last"];
/// The patterns that are shown at once.
const MOST: usize = 15;

pub(super) fn section(patterns: Vec<Pattern>) -> Option<impl IntoView> {
    let count = patterns.len();
    let row = |pattern: Pattern| {
        let gate = match is_own_gate(pattern.gate) {
            true => gate_label(pattern.gate, &pattern.format),
            false => pattern.gate.to_string(),
        };
        let place = Place::Pattern { format: pattern.format.clone(), rule: pattern.rule.clone() };
        view! {
            <tr>
                <td><span class="mono">{pattern.rule.clone()}</span></td>
                <td>{format!("{} {}", pattern.format, pattern.name)}</td>
                <td data-label="Gate">{visible(&gate)}</td>
                <td data-label="Owner">{pattern.owner.as_str()}</td>
                <td class="harmony__number" data-label=COLUMNS[4]>
                    <a href=place.href()>{format!("{} / {}", grouped(pattern.day), grouped(pattern.week))}</a>
                </td>
                <td>{spark(&pattern.course)}</td>
                <td data-label="First"><Moment milliseconds=pattern.first_ms/></td>
                <td data-label="Last"><Moment milliseconds=pattern.last_ms/></td>
            </tr>
        }
    };
    let mut rows: Vec<_> = patterns.into_iter().map(row).collect();
    let rarer = rows.split_off(rows.len().min(MOST));
    (count > 0).then(|| {
        view! {
            <section class="section" aria-label="Patterns">
                <h2 class="section__title">"Patterns " <span class="section__count">{count}</span></h2>
                <div class="card scroll-x"><Table columns=COLUMNS rows class="table table--stacked"/></div>
                {(!rarer.is_empty()).then(|| view! {
                    <details class="harmony__more">
                        <summary>{format!("{} more", rarer.len())}</summary>
                        <div class="card scroll-x"><Table columns=COLUMNS rows=rarer class="table table--stacked"/></div>
                    </details>
                })}
            </section>
        }
    })
}

/// A bar for each quarter of a day, over seven days.
fn spark(course: &[u64]) -> impl IntoView + use<> {
    let most = course.iter().copied().max().unwrap_or(0).max(1) as f64;
    let bar = |(at, count): (usize, &u64)| {
        let height = 16.0 * *count as f64 / most;
        view! { <rect class="spark__bar" x=at * 4 y=16.0 - height width="3" height=height></rect> }
    };
    let bars: Vec<_> = course.iter().enumerate().filter(|(_, count)| **count > 0).map(bar).collect();
    let width = course.len() * 4;
    view! {
        <svg class="spark" viewBox=format!("0 0 {width} 16") aria-hidden="true">{bars}</svg>
    }
}
