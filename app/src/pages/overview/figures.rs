//! The key figures, each a link to what it counts.

use std::collections::BTreeMap;

use crate::api::SessionsPage;
use crate::document::State;
use crate::event::Totals;
use crate::health::{DAY, HOUR_MS, Sum, Windows};
use crate::ui::RequestTime;
use crate::ui::prelude::*;

pub(super) fn figures(
    totals: Totals,
    sessions: &SessionsPage,
    overall: Windows,
    history: &[(i64, Sum)],
) -> impl IntoView + use<> {
    let (active, states) = active(sessions);
    let verdicts =
        format!("{} contradicted, {} passed", grouped(totals.contradicted), grouped(totals.passed));
    let findings = format!("of {}", counted(totals.findings.total().into(), "finding"));
    let unread = (totals.findings_unread > 0)
        .then(|| format!(", unread in {}", counted(totals.findings_unread, "document")));
    let tone = |count: u64, tone: Tone| (count > 0).then_some(tone);
    view! {
        <ul class="strip" aria-label="Figures">
            {figure("Contract pass rate", "/harmony", rate(overall.day.pass_rate().or(overall.week.pass_rate())), None, view! {
                <span>{trend(overall)}</span>
                {spark(history)}
            }.into_any())}
            {figure("Failed verdicts", "/documents?state=failed", grouped(totals.failed), tone(totals.failed, Tone::Fail), verdicts.into_any())}
            {figure("Critical findings", "/documents?severity=critical", grouped(totals.findings.critical.into()), tone(totals.findings.critical.into(), Tone::Critical), view! { {findings} {unread} }.into_any())}
            {figure("Active sessions, 24 h", "/sessions", active, None, states)}
        </ul>
    }
}

fn figure(
    label: &'static str,
    href: &'static str,
    value: String,
    tone: Option<Tone>,
    note: AnyView,
) -> impl IntoView {
    let class = tone.map(|tone| format!("tone-{}", tone.as_str())).unwrap_or_default();
    view! {
        <li class="strip__figure">
            <a href=href>{label}</a>
            <strong class=class>{value}</strong>
            <span class="strip__note">{note}</span>
        </li>
    }
}

/// How many sessions were active in the last 24 hours, as far as they are listed, and in which states they are.
fn active(page: &SessionsPage) -> (String, AnyView) {
    let since = RequestTime::milliseconds().unwrap_or_default() - DAY * HOUR_MS;
    let mut states: BTreeMap<State, u64> = BTreeMap::new();
    for (head, _) in page.sessions.iter().filter(|(head, _)| head.newest_ms >= since) {
        *states.entry(head.state).or_default() += 1;
    }
    let count: u64 = states.values().sum();
    let more = if page.next.is_some() && count == page.sessions.len() as u64 { "+" } else { "" };
    let named = states.iter().rev().filter(|(state, _)| **state != State::None);
    // A text of its own each: a language translates one, and not every combination.
    let named = named.enumerate().map(|(at, (state, count))| {
        view! { {(at > 0).then_some(", ")} <span>{format!("{count} {}", state.as_str())}</span> }
    });
    (format!("{}{more}", grouped(count)), named.collect_view().into_any())
}

fn rate(rate: Option<f64>) -> String {
    rate.map_or("No data".to_owned(), |rate| format!("{rate:.0} %"))
}

/// The last 24 hours beside seven days.
fn trend(overall: Windows) -> String {
    match (overall.day.pass_rate(), overall.week.pass_rate()) {
        (Some(day), Some(week)) if (day - week).abs() >= 0.5 => {
            let mark = if day > week { "↗" } else { "↘" };
            format!("24 h {mark} {:.0} % in 7 days", week)
        }
        (Some(_), Some(_)) => "24 h, the same in 7 days".to_owned(),
        (None, Some(_)) => "7 days; none in 24 h".to_owned(),
        _ => "no reports in 7 days".to_owned(),
    }
}

const WIDTH: f64 = 84.0;
const HEIGHT: f64 = 18.0;

/// The pass rate of each of seven days, broken where a day has no data.
fn spark(history: &[(i64, Sum)]) -> Option<impl IntoView + use<>> {
    let days: Vec<Option<f64>> = history
        .chunks(24)
        .map(|hours| {
            let mut day = Sum::default();
            hours.iter().for_each(|(_, sum)| day.add(*sum));
            day.pass_rate()
        })
        .collect();
    let known = days.iter().flatten().count();
    let step = WIDTH / days.len().saturating_sub(1).max(1) as f64;
    let points: Vec<(usize, f64)> =
        days.iter().enumerate().filter_map(|(at, rate)| Some((at, (*rate)?))).collect();
    let path: String = points
        .iter()
        .map(|(at, rate)| {
            let is_after = at.checked_sub(1).and_then(|before| days.get(before)).is_some_and(Option::is_some);
            let command = if is_after { 'L' } else { 'M' };
            format!("{command}{:.1} {:.1}", step * *at as f64, HEIGHT - 2.0 - (HEIGHT - 4.0) * rate / 100.0)
        })
        .collect();
    let last = points.last().map(|(at, rate)| {
        let (x, y) = (step * *at as f64, HEIGHT - 2.0 - (HEIGHT - 4.0) * rate / 100.0);
        view! { <circle cx=format!("{x:.1}") cy=format!("{y:.1}") r="2"></circle> }
    });
    let label = format!("Pass rate of each of the last seven days, with data on {known} of them");
    (known > 1).then(|| {
        view! {
            <svg class="spark" viewBox=format!("-2 0 {} {HEIGHT}", WIDTH + 4.0) role="img" aria-label=label>
                <path d=path></path>
                {last}
            </svg>
        }
    })
}
