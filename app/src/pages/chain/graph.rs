use leptos::prelude::*;

use super::ChainAddress;
use crate::track::{Layout, Step};
use crate::ui::Tone;

const WIDTH: usize = 184;
const HEIGHT: usize = 46;
const BESIDE: usize = 24;
const BELOW: usize = 40;
/// Characters of an action that fit into a box.
const LONGEST: usize = 20;

/// The steps as boxes, each below those that it waits for; the longest way is drawn heavier.
#[component]
pub(super) fn Graph(steps: Vec<Step>, address: ChainAddress) -> impl IntoView {
    if steps.is_empty() {
        return view! { <p class="card card--padded faint">"The chain names no steps."</p> }.into_any();
    }
    let layout = Layout::of(&steps);
    let (width, height) = (layout.width * (WIDTH + BESIDE) + BESIDE, layout.layers * (HEIGHT + BELOW));
    // Layers that hold less than the widest stand in its middle.
    let mut held = vec![0; layout.layers];
    for node in &layout.nodes {
        held[node.layer] += 1;
    }
    let place = |at: usize| {
        let node = layout.nodes[at];
        let margin = (width - held[node.layer] * (WIDTH + BESIDE) + BESIDE) / 2;
        (margin + node.place * (WIDTH + BESIDE), BELOW / 2 + node.layer * (HEIGHT + BELOW))
    };
    let edges = layout.edges.iter().map(|edge| {
        let ((from_x, from_y), (to_x, to_y)) = (place(edge.from), place(edge.to));
        let (start, end) = (from_y + HEIGHT, to_y);
        let middle = (start + end) / 2;
        let (from_x, to_x) = (from_x + WIDTH / 2, to_x + WIDTH / 2);
        let path = format!("M{from_x} {start}C{from_x} {middle} {to_x} {middle} {to_x} {end}");
        view! { <path class="graph__edge" class:is-critical=edge.is_critical d=path></path> }
    });
    let nodes = steps.iter().enumerate().map(|(at, step)| {
        let (x, y) = place(at);
        node(step, x, y, layout.nodes[at].is_critical, &address)
    });
    view! {
        <div class="card scroll-x graph" tabindex="0" role="region" aria-label="Steps and what they wait for">
            <svg width=width height=height viewBox=format!("0 0 {width} {height}")>
                {edges.collect_view()}
                {nodes.collect_view()}
            </svg>
        </div>
    }
    .into_any()
}

fn node(step: &Step, x: usize, y: usize, is_critical: bool, address: &ChainAddress) -> impl IntoView + use<> {
    let number = step.number;
    let is_chosen = address.step == Some(number);
    let href = ChainAddress { step: (!is_chosen).then_some(number), ..address.clone() }.href();
    let action = step.action.clone().unwrap_or_else(|| "no action".to_owned());
    let shown: String = match action.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &action[..end]),
        None => action.clone(),
    };
    let tone = Tone::from(step.progress).as_str();
    let label = format!("Step {number}, {action}, {}", step.progress.as_str());
    view! {
        <a class="graph__link" href=href aria-label=label aria-current=is_chosen.then_some("true")>
            <rect class=format!("graph__node tone-{tone}") class:is-critical=is_critical class:is-chosen=is_chosen x=x y=y width=WIDTH height=HEIGHT rx="6"></rect>
            <text class="graph__action" x=x + 14 y=y + 19>{format!("#{number} {shown}")}</text>
            <text class=format!("graph__progress tone-{tone}") x=x + 14 y=y + 36>{step.progress.as_str()}</text>
        </a>
    }
}
