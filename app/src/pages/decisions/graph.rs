use std::collections::HashMap;

use super::records::tone_of;
use crate::audit::StoredDecision;
use crate::pages::chain::{Drawing, WIDTH, shortened};
use crate::track::{Edge, Layout, Step};
use crate::ui::prelude::*;

/// Characters that fit into a box.
const LONGEST: usize = 20;

/// The element of a record in the list.
pub(super) fn anchor_of(number: u64) -> String {
    format!("decision-{number}")
}

/// The records of the page as boxes, each to the right of those on which it rests.
#[component]
pub(super) fn Graph(records: Vec<StoredDecision>) -> impl IntoView {
    let steps = steps_of(&records);
    if steps.iter().all(|step| step.waits_for.is_empty()) {
        return ().into_any();
    }
    let layout = Layout::of(&steps);
    let drawing = Drawing::of(&layout);
    let edge = |edge: &Edge| {
        view! {
            <path class="graph__edge" class:is-back=edge.is_back d=drawing.path(edge)></path>
        }
    };
    let edges: Vec<_> = layout.edges.iter().map(edge).collect();
    let boxes: Vec<_> = records
        .iter()
        .zip(&drawing.corners)
        .map(|(record, corner)| drawn(record, *corner, drawing.box_height))
        .collect();
    let (width, height) = (drawing.width, drawing.height);
    view! {
        <div class="card">
            <div class="graph__drawing" tabindex="0" role="region" aria-label="Decisions and what they rest on">
                <svg width=width height=height viewBox=format!("0 0 {width} {height}")>{edges}{boxes}</svg>
            </div>
            <p class="graph__note muted">"A decision follows those that it is linked to. The graph has the records of this page."</p>
        </div>
    }
    .into_any()
}

/// The records as the layout of chains takes them.
fn steps_of(records: &[StoredDecision]) -> Vec<Step> {
    let numbers = (1_u32..).zip(records).map(|(number, record)| (record.number, number));
    let numbers: HashMap<u64, u32> = numbers.collect();
    let step = |record: &StoredDecision| {
        let targets = record.links.iter().filter_map(|link| numbers.get(&link.target.as_ref()?.0));
        Step {
            number: numbers.get(&record.number).copied().unwrap_or_default().into(),
            waits_for: targets.map(|number| (*number).into()).collect(),
            ..Step::default()
        }
    };
    records.iter().map(step).collect()
}

fn drawn(record: &StoredDecision, (x, y): (usize, usize), height: usize) -> impl IntoView + use<> {
    let tone = tone_of(record).as_str();
    let class = record.class.as_deref().unwrap_or("no class");
    let state = record.moves.first().map(|step| step.to.as_str());
    let first = state.unwrap_or(class).to_owned();
    let second = (height > 40).then(|| {
        let words = shortened(record.reason.as_deref().unwrap_or(class), LONGEST + 6);
        view! { <text class=format!("graph__progress tone-{tone}") x=x + 14 y=y + 36>{words}</text> }
    });
    let id = record.id.as_deref().unwrap_or("no id");
    let label = format!("{id}: {class}{}", state.map(|state| format!(", {state}")).unwrap_or_default());
    view! {
        <a class="graph__link" href=format!("#{}", anchor_of(record.number)) aria-label=label.clone()>
            <title>{label.clone()}</title>
            <rect class=format!("graph__node tone-{tone}") x=x y=y width=WIDTH height=height rx="6"></rect>
            <text class="graph__action" x=x + 14 y=y + 19>{shortened(&first, LONGEST)}</text>
            {second}
        </a>
    }
}
