//! An axis of time. Places on it are percentages of its width, so that a drawing needs neither a script nor a style of
//! its own to be as wide as its frame.

use crate::ui::exact;
use crate::ui::prelude::*;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
const STEPS: [i64; 24] = [
    SECOND,
    2 * SECOND,
    5 * SECOND,
    10 * SECOND,
    15 * SECOND,
    30 * SECOND,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    7 * DAY,
    14 * DAY,
    30 * DAY,
    90 * DAY,
    365 * DAY,
];
const MOST_TICKS: i64 = 6;
/// A label closer to an end than this would be cut off.
const MARGIN: f64 = 4.0;

#[derive(Copy, Clone)]
pub(super) struct Axis {
    from: i64,
    to: i64,
}

#[derive(Debug, PartialEq)]
pub(super) struct Tick {
    pub percent: f64,
    pub label: String,
}

impl Axis {
    pub(super) fn new(from: i64, to: i64) -> Self {
        Self { from, to: to.max(from.saturating_add(1)) }
    }

    pub(super) fn percent(self, milliseconds: i64) -> f64 {
        let part = milliseconds.saturating_sub(self.from) as f64 / self.to.saturating_sub(self.from) as f64;
        (part * 100.0).clamp(0.0, 100.0)
    }

    /// Returns round times, a few of them however long the axis is.
    pub(super) fn ticks(self) -> Vec<Tick> {
        let span = self.to.saturating_sub(self.from);
        let fits = |step: &i64| span / step <= MOST_TICKS;
        let step = STEPS.into_iter().find(fits).unwrap_or_else(|| (span / MOST_TICKS / DAY + 1) * DAY);
        let first = (self.from.div_euclid(step)).saturating_add(1).saturating_mul(step);
        (0..=MOST_TICKS)
            .map(|place| first.saturating_add(place.saturating_mul(step)))
            .map(|at| Tick { percent: self.percent(at), label: label(at, step) })
            .filter(|tick| (MARGIN..=100.0 - MARGIN).contains(&tick.percent))
            .collect()
    }

    /// Draws the ticks with their labels.
    pub(super) fn labels(self) -> AnyView {
        let tick = |Tick { percent, label }: Tick| {
            let x = format!("{percent:.2}%");
            view! {
                <line class="axis__tick" x1=x.clone() x2=x.clone() y1="0" y2="5"></line>
                <text class="axis__label" x=x y="16" text-anchor="middle">{label}</text>
            }
        };
        view! { <svg class="axis" aria-hidden="true">{self.ticks().into_iter().map(tick).collect_view()}</svg> }
            .into_any()
    }
}

fn label(at: i64, step: i64) -> String {
    let [date, time, _] = exact(at);
    match step {
        _ if time == "00:00:00" => date,
        // A day that begins elsewhere.
        DAY.. => format!("{} {}", date.get(5..).unwrap_or_default(), time.get(..5).unwrap_or_default()),
        MINUTE.. => time.get(..5).unwrap_or_default().to_owned(),
        _ => time,
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, DAY, HOUR, MINUTE, SECOND};

    fn labels(from: i64, to: i64) -> Vec<String> {
        Axis::new(from, to).ticks().into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn ticks_are_round_times() {
        assert_eq!(labels(0, 20 * SECOND), ["00:00:05", "00:00:10", "00:00:15"]);
        assert_eq!(
            labels(13 * HOUR + 7 * MINUTE, 14 * HOUR + 4 * MINUTE),
            ["13:10", "13:20", "13:30", "13:40", "13:50", "14:00"]
        );
        assert_eq!(labels(22 * HOUR, DAY + 2 * HOUR), ["23:00", "1970-01-02", "01:00"]);
    }

    #[test]
    fn an_axis_of_any_length_has_few_ticks() {
        for (from, to) in [(0, 0), (0, 1), (5, 5), (0, 40_000 * DAY), (i64::MIN, i64::MAX), (9, -9)] {
            let ticks = Axis::new(from, to).ticks();
            assert!(ticks.len() <= 7, "{from} {to}");
            assert!(ticks.iter().all(|tick| (0.0..=100.0).contains(&tick.percent)));
        }
        assert_eq!(Axis::new(0, 200).percent(50), 25.0);
        assert_eq!(Axis::new(0, 200).percent(-50), 0.0);
    }
}
