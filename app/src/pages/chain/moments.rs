use super::ChainAddress;
use super::axis::Axis;
use crate::islands::{Play, Slide};
use crate::reading::capitalized;
use crate::ui::prelude::*;

/// The slider has so many places. Events that share one have one mark, that of the newest.
const PLACES: i64 = 1000;
/// Events are marked one by one up to so many; more are marked together where they are close.
const MOST_MARKS: usize = 200;

/// A slider through time: every event at its time, and the one that is shown.
#[component]
pub(super) fn Moments(moments: Vec<(u64, i64)>, address: ChainAddress) -> impl IntoView {
    let last = moments.len().saturating_sub(1);
    let place_of = |seq: u64| moments.partition_point(|(other, _)| *other <= seq).saturating_sub(1);
    let shown = address.at.map_or(last, place_of);
    let Some((seq, ms)) = moments.get(shown).copied() else { return ().into_any() };
    let at = |place: usize| {
        let moment = moments.get(place).map(|(seq, _)| *seq).filter(|_| place < last);
        ChainAddress { at: moment, ..address.clone() }.href()
    };
    let link = |place: Option<usize>, label: &'static str, rel: &'static str| match place {
        Some(place) => {
            view! { <a class="button button--small" href=at(place) rel=rel data-in-place="">{label}</a> }
                .into_any()
        }
        None => view! { <span class="button button--small" aria-disabled="true">{label}</span> }.into_any(),
    };
    let is_now = shown == last;
    let first_seq = moments.first().map_or(0, |first| first.0);
    let compare = ChainAddress { with: Some(seq), at: None, ..address.clone() }.href();
    let compared = address.with.map(|_| {
        let end = ChainAddress { with: None, ..address.clone() }.href();
        view! { <a class="button button--small" href=end>"Stop comparing"</a> }
    });
    let number =
        move |place: usize| format!("event {} of {}", grouped(place as u64 + 1), grouped(last as u64 + 1));
    let other = address.with.map(place_of).and_then(|place| Some((place, moments.get(place)?.1)));
    let other = other.map(|(place, ms)| {
        view! {
            <p data-fresh="other moment">
                "compared with " <Moment milliseconds=ms with_seconds=true/>
                <span class="faint">" "{number(place)}</span>
            </p>
        }
    });
    let places = places(&moments);
    let shown_at = places.get(shown).copied().unwrap_or_default();
    let mark = |place: usize| {
        let x = places.get(place).copied().unwrap_or_default();
        let percent = format!("{:.1}%", x as f64 / 10.0);
        view! {
            <a href=at(place) tabindex="-1" data-in-place="" data-place=x.to_string()>
                <rect class="moments__mark" class:is-past={place <= shown} class:is-shown={x == shown_at} x=percent y="4" width="2" height="12"></rect>
            </a>
        }
    };
    let marks = marked(&places).into_iter().map(mark).collect_view();
    let past = format!("{:.1}%", shown_at as f64 / 10.0);
    let axis = Axis::new(moments.iter().map(|(_, ms)| *ms).min().unwrap_or(ms), newest(&moments));
    view! {
        <div class="moments card">
        <div class="moments__form" role="group" aria-label="Events over time">
            <p data-fresh="moment">
                <strong>{if is_now { "Now".to_owned() } else { capitalized(&number(shown)) }}</strong>
                " "
                <Moment milliseconds=ms with_seconds=true/>
                {is_now.then(|| view! { <span class="faint">" "{number(shown)}</span> })}
            </p>
            {other}
            <div class="moments__axis">
                <div data-fresh="marks">
                    <svg class="moments__marks" aria-hidden="true">
                        <rect class="moments__track" x="0" y="9" width="100%" height="3" rx="1.5"></rect>
                        <rect class="moments__past" x="0" y="9" width=past height="3" rx="1.5"></rect>
                        {marks}
                    </svg>
                    {axis.labels()}
                </div>
                <p class="needs-script" data-fresh="slider">
                    <input class="moments__slider" type="range" min="0" max=PLACES.to_string() value=shown_at.to_string() aria-label="Event" aria-valuetext=number(shown)/>
                </p>
            </div>
            <p class="moments__actions" data-fresh="moments">
                {link(shown.checked_sub(1), "Previous", "prev")}
                {link((shown < last).then_some(shown + 1), "Next", "next")}
                {(!is_now).then(|| view! { <a class="button button--small button--primary" href=at(last) data-in-place="">"Back to live"</a> })}
                {(!is_now && address.with.is_none()).then(|| view! { <a class="button button--small" href=compare>"Compare with now"</a> })}
                {compared}
            </p>
        </div>
        // Shown even for a single report: reports that arrive while the chain is watched are played as well.
        <Play start=ChainAddress { at: Some(first_seq), ..address.clone() }.href()/>
        <Slide/>
        </div>
    }
    .into_any()
}

fn newest(moments: &[(u64, i64)]) -> i64 {
    moments.iter().map(|(_, ms)| *ms).max().unwrap_or_default()
}

/// Returns the place of each event on the slider, by its time. The order is the server's: an event that was written before
/// one that came earlier is no further left, so that the slider always moves forward.
fn places(moments: &[(u64, i64)]) -> Vec<i64> {
    let from = moments.iter().map(|(_, ms)| *ms).min().unwrap_or_default();
    let axis = Axis::new(from, newest(moments));
    let mut reached = 0;
    let count = moments.len();
    let place = |(index, (_, ms)): (usize, &(u64, i64))| {
        let by_time = (axis.percent(*ms) * PLACES as f64 / 100.0).round() as i64;
        reached = by_time.max(reached);
        if index + 1 == count { PLACES } else { reached }
    };
    moments.iter().enumerate().map(place).collect()
}

/// Returns the events that get a mark: the newest of each place, and at most so many.
fn marked(places: &[i64]) -> Vec<usize> {
    let width = if places.len() > MOST_MARKS { PLACES / MOST_MARKS as i64 } else { 1 };
    let is_last_there = |place: &usize| {
        let slot = |place: usize| places.get(place).map(|x| x / width);
        slot(*place) != slot(place + 1)
    };
    (0..places.len()).filter(is_last_there).collect()
}

#[cfg(test)]
mod tests {
    use super::{MOST_MARKS, PLACES, marked, places};

    #[test]
    fn events_are_where_their_times_are() {
        assert_eq!(places(&[(1, 0), (2, 100), (5, 1000)]), [0, 100, 1000]);
        assert_eq!(places(&[(1, 0), (2, 900), (5, 300), (6, 1000)]), [0, 900, 900, 1000]);
        assert_eq!(places(&[(1, 7)]), [PLACES]);
        assert_eq!(places(&[(1, 7), (2, 7)]), [0, PLACES]);
        assert!(places(&[]).is_empty());
    }

    #[test]
    fn events_at_one_place_have_one_mark() {
        assert_eq!(marked(&[0, 100, 100, 1000]), [0, 2, 3]);
        let many: Vec<(u64, i64)> = (0..10_000).map(|at| (at, at as i64)).collect();
        let marks = marked(&places(&many));
        assert!((MOST_MARKS / 2..=MOST_MARKS + 1).contains(&marks.len()), "{}", marks.len());
        assert_eq!(marks.last(), Some(&9_999));
    }
}
