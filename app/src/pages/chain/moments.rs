use super::ChainAddress;
use crate::islands::{Play, Slide};
use crate::reading::capitalized;
use crate::ui::prelude::*;

/// A slider through time: every moment at which something was reported, and the one that is shown.
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
            view! { <a class="button button--small" href=at(place) rel=rel>{label}</a> }.into_any()
        }
        None => view! { <span class="button button--small" aria-disabled="true">{label}</span> }.into_any(),
    };
    let is_now = shown == last;
    let hidden = hidden_inputs(ChainAddress { at: None, ..address.clone() }.parameters());
    let (first_seq, last_seq) =
        (moments.first().map_or(0, |first| first.0), moments.last().map_or(0, |last| last.0));
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
    view! {
        <div class="moments card">
        <form class="moments__form" method="GET" action="/session" aria-label="Moments">
            {hidden}
            <p data-fresh="moment">
                <strong>{if is_now { "Now".to_owned() } else { capitalized(&number(shown)) }}</strong>
                " "
                <Moment milliseconds=ms with_seconds=true/>
                {is_now.then(|| view! { <span class="faint">" "{number(shown)}</span> })}
            </p>
            {other}
            <p data-fresh="slider">
                <input class="moments__slider" type="range" name="at" min=first_seq max=last_seq value=seq aria-label="Event"/>
            </p>
            <p class="moments__actions" data-fresh="moments">
                <button class="button button--small without-script" type="submit">"Show"</button>
                {link(shown.checked_sub(1), "Previous", "prev")}
                {link((shown < last).then_some(shown + 1), "Next", "next")}
                {(!is_now).then(|| view! { <a class="button button--small" href=at(last)>"Now"</a> })}
                {(!is_now && address.with.is_none()).then(|| view! { <a class="button button--small" href=compare>"Compare with now"</a> })}
                {compared}
            </p>
        </form>
        // Shown even for a single report: reports that arrive while the chain is watched are played as well.
        <Play start=ChainAddress { at: Some(first_seq), ..address.clone() }.href()/>
        <Slide/>
        </div>
    }
    .into_any()
}
