use super::ChainAddress;
use super::drawing::{Drawing, WIDTH};
use crate::moves::{Progress, StepNumber};
use crate::track::{Edge, Layout, Step};
use crate::ui::duration_words;
use crate::ui::prelude::*;

/// With more steps than this, only the rows of a page are drawn, as in tables.
pub(super) const MOST_DRAWN: usize = 400;
/// With more lines than this, only those of the longest path and of the chosen step are drawn.
const MOST_LINES: usize = 2_000;
/// A wider drawing is scrolled before its words get too small.
const WIDE: usize = 960;
/// Characters that fit into a box, and where they start in it.
const LONGEST: usize = 18;
const INSET: usize = 20;

/// The steps as boxes, each to the right of those it waits for; the longest path is drawn heavier.
#[component]
pub(super) fn Graph(
    steps: Vec<Step>,
    /// The step that the graph opens at.
    at_hand: Option<StepNumber>,
    address: ChainAddress,
) -> impl IntoView {
    if steps.is_empty() {
        return view! { <p class="card card--padded faint">"The chain names no steps."</p> }.into_any();
    }
    let layout = Layout::of(&steps);
    let drawing = Drawing::of(&layout);
    let chosen = steps.iter().position(|step| Some(step.number) == address.step);
    let is_of_chosen = |edge: &Edge| Some(edge.from) == chosen || Some(edge.to) == chosen;
    let count = layout.edges.len();
    let are_too_many = count > MOST_LINES;
    let mut edges: Vec<&Edge> =
        layout.edges.iter().filter(|edge| !are_too_many || edge.is_critical || is_of_chosen(edge)).collect();
    // What is drawn last lies on top.
    edges.sort_by_key(|edge| (is_of_chosen(edge), edge.is_critical));
    let edge = |edge: &Edge| {
        view! {
            <path
                class="graph__edge"
                class:is-critical=edge.is_critical
                class:is-back=edge.is_back
                class:is-of-chosen=is_of_chosen(edge)
                d=drawing.path(edge)
            ></path>
        }
    };
    let left_out = are_too_many.then(|| {
        let told = format!(
            "The steps wait for each other {} times: lines are drawn for the longest way, and for the step that is chosen.",
            grouped(count as u64)
        );
        view! { <p class="graph__note muted">{told}</p> }
    });
    let nodes = steps.iter().zip(&layout.nodes).zip(&drawing.corners).map(|((step, node), corner)| {
        let place = Place { corner: *corner, height: drawing.box_height, is_critical: node.is_critical };
        shown(step, place, at_hand == Some(step.number), &address)
    });
    let (width, height) = (drawing.width, drawing.height);
    view! {
        <div class="card">
            <div class="graph__drawing" tabindex="0" role="region" aria-label="Steps and what they wait for">
                <svg class:is-wide={width > WIDE} width=width height=height viewBox=format!("0 0 {width} {height}")>
                    {edges.into_iter().map(edge).collect_view()}
                    {nodes.collect_view()}
                </svg>
            </div>
            {left_out}
            <p class="graph__note muted">"A step follows those that it waits for; the heavy line is the way that takes longest. At a diamond a person decides."</p>
        </div>
    }
    .into_any()
}

struct Place {
    corner: (usize, usize),
    height: usize,
    is_critical: bool,
}

fn shown(step: &Step, place: Place, is_at_hand: bool, address: &ChainAddress) -> impl IntoView + use<> {
    let number = step.number;
    let Place { corner: (x, y), height, is_critical } = place;
    let is_chosen = address.step == Some(number);
    let href = ChainAddress { step: Some(number), ..address.clone() }.href();
    let action = step.action.clone().unwrap_or_else(|| "no action".to_owned());
    let tone = Tone::from(step.progress).as_str();
    let progress = step.progress.as_str();
    let waits: Vec<String> = step.waits_for.iter().map(|number| format!("#{number}")).collect();
    let after = if waits.is_empty() { String::new() } else { format!(", after {}", waits.join(" ")) };
    let label = format!("Step {number}, {action}, {progress}");
    let is_in_full = height > 40;
    let second = is_in_full.then(|| {
        view! {
            <text class=format!("graph__progress tone-{tone}") x=x + INSET y=y + 35>{format!("{} {progress}", mark(step.progress))}</text>
            <text class="graph__facts" x=x + INSET y=y + 50>{shortened(&facts(step), LONGEST + 6)}</text>
        }
    });
    let shape = if step.is_gate() { Shape::Gate } else { Shape::Step };
    let first = if is_in_full {
        format!("#{number} {action}")
    } else {
        format!("{} #{number} {action}", mark(step.progress))
    };
    view! {
        <a
            class="graph__link"
            href=href
            aria-label=label
            aria-current=is_chosen.then_some("true")
            data-in-place=""
            data-step=number.to_string()
            data-at-hand=is_at_hand.then_some("")
        >
            <title>{format!("#{number} {action}: {progress}{after}")}</title>
            <path
                class=format!("graph__node tone-{tone}")
                class:is-critical=is_critical
                class:is-chosen=is_chosen
                class:is-at-hand=is_at_hand
                d=shape.path(x, y, height)
            ></path>
            <text class="graph__action" x=x + INSET y=y + 19>{shortened(&first, LONGEST)}</text>
            {second}
        </a>
    }
}

enum Shape {
    Step,
    /// A diamond, drawn out so that words fit.
    Gate,
}

impl Shape {
    fn path(&self, x: usize, y: usize, height: usize) -> String {
        let (right, bottom, middle) = (x + WIDTH, y + height, y + height / 2);
        match self {
            Self::Step => format!(
                "M{} {y}H{}Q{right} {y} {right} {}V{}Q{right} {bottom} {} {bottom}H{}Q{x} {bottom} {x} {}V{}Q{x} {y} {} {y}Z",
                x + 6,
                right - 6,
                y + 6,
                bottom - 6,
                right - 6,
                x + 6,
                bottom - 6,
                y + 6,
                x + 6
            ),
            Self::Gate => format!(
                "M{x} {middle}L{} {y}H{}L{right} {middle}L{} {bottom}H{}Z",
                x + INSET,
                right - INSET,
                right - INSET,
                x + INSET
            ),
        }
    }
}

/// The model of a step, and how long it took.
fn facts(step: &Step) -> String {
    let took = match (step.started_ms, step.ended_ms) {
        (Some(started), Some(ended)) if !step.is_untimed => {
            let words = duration_words(ended - started);
            Some(if step.is_end_unannounced { format!("at most {words}") } else { words })
        }
        _ => None,
    };
    [step.model.clone(), took].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// A progress has a shape of its own, where there is no room for its word.
const fn mark(progress: Progress) -> &'static str {
    match progress {
        Progress::Pending => "○",
        Progress::Running => "▶",
        Progress::Waiting => "◔",
        Progress::Skipped => "–",
        Progress::Failed => "✕",
        Progress::Completed => "✓",
    }
}

/// Returns as many characters as fit.
pub(in crate::pages) fn shortened(words: &str, longest: usize) -> String {
    match words.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words.to_owned(),
    }
}
