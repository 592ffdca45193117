//! Pass rates over seven days, by format and by author.

use std::collections::BTreeMap;

use crate::catalog;
use crate::health::Course;
use crate::ui::prelude::*;

/// The rows of a table.
const MOST: usize = 20;
/// The pass rate that the contract wants.
const WANTED: f64 = 90.0;

pub(super) fn section(
    by_format: BTreeMap<String, Course>,
    producers: BTreeMap<String, Course>,
    agents: BTreeMap<String, Course>,
    models: BTreeMap<String, Course>,
) -> Option<impl IntoView> {
    let named = |id: String| {
        let name = catalog::by_id(&id).map(|spec| spec.name).unwrap_or_default();
        format!("{id} {name}")
    };
    let by_format = by_format.into_iter().map(|(id, course)| (named(id), course)).collect();
    let tables = [
        table("Format", by_format),
        table("Producer, as contracts name it", producers.into_iter().collect()),
        table("Agent", agents.into_iter().collect()),
        table("Model", models.into_iter().collect()),
    ];
    let has_some = tables.iter().any(Option::is_some);
    has_some.then(|| {
        view! {
            <section class="section" aria-label="Pass rate">
                <h2 class="section__title">"Pass rate"</h2>
                <p class="muted harmony__lead">"Records without an error, day by day over seven days. The line is at 90 %."</p>
                <div class="harmony__courses">{tables.into_iter().flatten().collect::<Vec<_>>()}</div>
            </section>
        }
    })
}

fn table(label: &'static str, mut courses: Vec<(String, Course)>) -> Option<AnyView> {
    if courses.is_empty() {
        return None;
    }
    courses.sort_by_key(|(_, course)| std::cmp::Reverse(course.week.traces));
    let row = |(name, course): (String, Course)| {
        let rate = course.week.pass_rate().unwrap_or_default();
        let class = if rate < WANTED { "tone-fail" } else { "tone-pass" };
        view! {
            <tr>
                <td>{visible(&name)}</td>
                <td class=format!("harmony__number {class}")>{format!("{rate:.0} %")}</td>
                <td>{days(&course)}</td>
                <td class="harmony__number">{grouped(course.week.traces)}</td>
            </tr>
        }
    };
    let rows: Vec<_> = courses.into_iter().take(MOST).map(row).collect();
    let table = view! {
        <table class="table">
            <thead>
                <tr>
                    <th scope="col">{label}</th>
                    <th scope="col">"Rate"</th>
                    <th scope="col">"Seven days"</th>
                    <th scope="col">"Records"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    };
    // Without a link in it, nothing else would bring the keyboard here to scroll.
    let region =
        view! { <div class="card scroll-x" tabindex="0" role="region" aria-label=label>{table}</div> };
    Some(region.into_any())
}

/// A bar for each day with records, and the line of the wanted rate.
pub(in crate::pages) fn days(course: &Course) -> impl IntoView + use<> {
    let bar = |(at, sum): (usize, &crate::health::Sum)| {
        let rate = sum.pass_rate()?;
        let height = (20.0 * rate / 100.0).max(1.0);
        let tone = if rate < WANTED { "fail" } else { "pass" };
        Some(
            view! { <rect class=format!("spark__bar tone-{tone}") x=at * 9 y=20.0 - height width="7" height=height></rect> },
        )
    };
    let bars: Vec<_> = course.days.iter().enumerate().filter_map(bar).collect();
    view! {
        <svg class="spark" viewBox="0 0 63 20" aria-hidden="true">
            {bars}
            <line class="spark__line" x1="0" x2="63" y1="2" y2="2"></line>
        </svg>
    }
}
