//! The layout of a chain's graph: in layers, each step after those that it waits for.

use std::collections::HashSet;

use super::chain::Step;
use super::waits::places_waited_for;
use crate::moves::StepNumber;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// In the order of the steps given.
    pub nodes: Vec<Node>,
    /// From the step that is waited for to the one that waits.
    pub edges: Vec<Edge>,
    /// Steps of each layer.
    pub layers: Vec<usize>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub number: StepNumber,
    pub layer: usize,
    /// Its place within the layer.
    pub place: usize,
    /// On the critical path.
    pub is_critical: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Places in the list of nodes.
    pub from: usize,
    pub to: usize,
    pub is_critical: bool,
    /// It leads backwards or to its own step, which happens only in a deadlock.
    pub is_back: bool,
}

impl Layout {
    /// Lays out the steps. Dependencies that aren't among them get no edge.
    pub fn of(steps: &[Step]) -> Self {
        let before: Vec<Vec<usize>> = places_waited_for(steps)
            .into_iter()
            .map(|waits| waits.into_iter().map(|at| at as usize).collect())
            .collect();
        let (order, in_order) = sorted(&before);
        let mut layer = vec![0; steps.len()];
        let mut longest: Vec<(i64, Option<usize>)> = vec![(0, None); steps.len()];
        let mut is_placed = vec![false; steps.len()];
        for (turn, at) in order.into_iter().enumerate() {
            let placed = || before[at].iter().copied().filter(|from| is_placed[*from]);
            layer[at] = placed().map(|from| layer[from] + 1).max().unwrap_or(0);
            // A path through a circle has no end.
            if turn < in_order {
                let came = placed().map(|from| (longest[from].0, Some(from))).max().unwrap_or((0, None));
                longest[at] = (came.0 + weight(&steps[at]), came.1);
            }
            is_placed[at] = true;
        }
        let critical = critical(&longest);
        let (place, layers) = places(&before, &layer);
        let node = |(at, step): (usize, &Step)| Node {
            number: step.number,
            layer: layer[at],
            place: place[at],
            is_critical: critical.contains(&at),
        };
        let edge = |(to, from): (usize, usize)| Edge {
            from,
            to,
            is_critical: critical.contains(&to) && longest[to].1 == Some(from),
            is_back: layer[from] >= layer[to],
        };
        let pairs =
            before.iter().enumerate().flat_map(|(to, before)| before.iter().map(move |from| (to, *from)));
        let edges = pairs.map(edge).collect();
        Self { nodes: steps.iter().enumerate().map(node).collect(), edges, layers }
    }
}

/// Returns the place of each step within its layer, and the size of each layer. Steps are near their dependencies, so
/// that few edges cross.
fn places(before: &[Vec<usize>], layer: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut layers: Vec<Vec<usize>> = vec![Vec::new(); layer.iter().max().map_or(0, |last| last + 1)];
    for (at, layer) in layer.iter().enumerate() {
        layers[*layer].push(at);
    }
    let mut place = vec![0; layer.len()];
    for (number, steps) in layers.iter_mut().enumerate() {
        let middle = |at: &usize| {
            let above = before[*at].iter().filter(|from| layer[**from] < number);
            let (sum, count) = above.fold((0, 0), |(sum, count), from| (sum + place[*from], count + 1));
            // In thousandths, since integers are ordered.
            sum * 1000 / count.max(1)
        };
        steps.sort_by_cached_key(middle);
        for (at, step) in steps.iter().enumerate() {
            place[*step] = at;
        }
    }
    (place, layers.iter().map(Vec::len).collect())
}

/// Sorts the steps after their dependencies. Returns the order and how many are in it; those of a deadlock come last.
fn sorted(before: &[Vec<usize>]) -> (Vec<usize>, usize) {
    let mut waits: Vec<usize> = before.iter().map(Vec::len).collect();
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); before.len()];
    for (to, from) in
        before.iter().enumerate().flat_map(|(to, before)| before.iter().map(move |from| (to, *from)))
    {
        after[from].push(to);
    }
    let mut order: Vec<usize> = (0..before.len()).filter(|at| waits[*at] == 0).collect();
    let mut next = 0;
    while let Some(at) = order.get(next).copied() {
        next += 1;
        for to in &after[at] {
            waits[*to] -= 1;
            if waits[*to] == 0 {
                order.push(*to);
            }
        }
    }
    let in_order = order.len();
    let sorted: HashSet<usize> = order.iter().copied().collect();
    order.extend((0..before.len()).filter(|at| !sorted.contains(at)));
    (order, in_order)
}

/// Returns the duration of a step, or 1 if it is unknown, so that the longest path then has the most steps.
fn weight(step: &Step) -> i64 {
    match (step.started_ms, step.ended_ms) {
        (Some(started), Some(ended)) => (ended - started).max(1),
        _ => 1,
    }
}

/// Returns the longest path, which has at least two steps.
fn critical(longest: &[(i64, Option<usize>)]) -> HashSet<usize> {
    let mut way = HashSet::new();
    let mut at = (0..longest.len()).max_by_key(|at| longest[*at].0);
    while let Some(step) = at.filter(|step| way.insert(*step)) {
        at = longest[step].1;
    }
    if way.len() < 2 { HashSet::new() } else { way }
}

#[cfg(test)]
mod tests {
    use super::{Layout, Step};

    fn step(number: u32, waits_for: &[u32], took: i64) -> Step {
        Step {
            number: number.into(),
            waits_for: waits_for.iter().copied().map(Into::into).collect(),
            started_ms: Some(0),
            ended_ms: Some(took),
            ..Step::default()
        }
    }

    /// Expects layer, place and criticality of each step, and the edges.
    fn check(steps: &[Step], nodes: &[(usize, usize, bool)], edges: &[(usize, usize)]) {
        let layout = Layout::of(steps);
        let found: Vec<_> =
            layout.nodes.iter().map(|node| (node.layer, node.place, node.is_critical)).collect();
        assert_eq!(found, nodes);
        assert_eq!(layout.edges.iter().map(|edge| (edge.from, edge.to)).collect::<Vec<_>>(), edges);
    }

    #[test]
    fn steps_are_below_their_dependencies() {
        let diamond = [step(1, &[], 1), step(2, &[1], 1), step(3, &[1], 9), step(4, &[2, 3], 1)];
        let nodes = [(0, 0, true), (1, 0, false), (1, 1, true), (2, 0, true)];
        check(&diamond, &nodes, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
    }

    #[test]
    fn steps_are_near_their_dependencies() {
        let crossed = [step(1, &[], 1), step(2, &[], 1), step(3, &[2], 1), step(4, &[1], 1)];
        let nodes = [(0, 0, true), (0, 1, false), (1, 1, false), (1, 0, true)];
        check(&crossed, &nodes, &[(1, 2), (0, 3)]);
    }

    #[test]
    fn circles_and_unknown_steps_draw_what_can_be_drawn() {
        let circle = [step(1, &[2], 1), step(2, &[1], 1), step(3, &[9], 1)];
        check(&circle, &[(0, 0, false), (1, 0, false), (0, 1, false)], &[(1, 0), (0, 1)]);
        assert_eq!(
            Layout::of(&circle).edges.iter().map(|edge| edge.is_back).collect::<Vec<_>>(),
            [true, false]
        );
        check(&[], &[], &[]);
        check(&[step(1, &[1], 1)], &[(0, 0, false)], &[(0, 0)]);
        assert!(Layout::of(&[step(1, &[1], 1)]).edges[0].is_back);
    }

    #[test]
    fn the_critical_path_avoids_circles() {
        let steps =
            [step(1, &[], 1), step(2, &[1], 1), step(3, &[4], 90), step(4, &[3, 1], 90), step(5, &[4], 9)];
        let critical: Vec<bool> = Layout::of(&steps).nodes.iter().map(|node| node.is_critical).collect();
        assert_eq!(critical, [true, true, false, false, false]);
    }
}
