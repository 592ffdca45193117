//! Where the steps of a chain stand in a drawing: layer below layer, each step under those that it waits for.

use std::collections::{HashMap, HashSet};

use super::chain::Step;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// In the order of the steps given.
    pub nodes: Vec<Node>,
    /// From the step that is waited for to the one that waits.
    pub edges: Vec<Edge>,
    pub layers: usize,
    /// Steps of the widest layer.
    pub width: usize,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub number: u32,
    pub layer: usize,
    /// From the left within its layer.
    pub place: usize,
    /// On the way that takes longest.
    pub is_critical: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Places in the list of nodes.
    pub from: usize,
    pub to: usize,
    pub is_critical: bool,
}

impl Layout {
    /// Steps that are waited for but not given, and waits in a circle, draw no edge that leads upward.
    pub fn of(steps: &[Step]) -> Self {
        let place: HashMap<u32, usize> =
            steps.iter().enumerate().map(|(at, step)| (step.number, at)).collect();
        let before: Vec<Vec<usize>> = steps
            .iter()
            .map(|step| step.waits_for.iter().filter_map(|number| place.get(number).copied()).collect())
            .collect();
        let order = sorted(&before);
        let mut layer = vec![0; steps.len()];
        let mut longest: Vec<(i64, Option<usize>)> = vec![(0, None); steps.len()];
        let mut is_placed = vec![false; steps.len()];
        for at in order {
            let placed = || before[at].iter().copied().filter(|from| is_placed[*from]);
            layer[at] = placed().map(|from| layer[from] + 1).max().unwrap_or(0);
            let came = placed().map(|from| (longest[from].0, Some(from))).max().unwrap_or((0, None));
            longest[at] = (came.0 + weight(&steps[at]), came.1);
            is_placed[at] = true;
        }
        let critical = critical(&longest);
        let mut width = vec![0; layer.iter().max().map_or(0, |last| last + 1)];
        let nodes: Vec<Node> = steps
            .iter()
            .enumerate()
            .map(|(at, step)| {
                let place = width[layer[at]];
                width[layer[at]] += 1;
                Node { number: step.number, layer: layer[at], place, is_critical: critical.contains(&at) }
            })
            .collect();
        let edge = |(to, from): (usize, usize)| {
            let is_critical = critical.contains(&to) && longest[to].1 == Some(from);
            (layer[from] < layer[to]).then_some(Edge { from, to, is_critical })
        };
        let pairs =
            before.iter().enumerate().flat_map(|(to, before)| before.iter().map(move |from| (to, *from)));
        Self {
            edges: pairs.filter_map(edge).collect(),
            layers: width.len(),
            width: width.iter().copied().max().unwrap_or(0),
            nodes,
        }
    }
}

/// Each after those that it waits for; the rest of a circle comes last, in the order given.
fn sorted(before: &[Vec<usize>]) -> Vec<usize> {
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
    let sorted: HashSet<usize> = order.iter().copied().collect();
    order.extend((0..before.len()).filter(|at| !sorted.contains(at)));
    order
}

/// What a step took; one that has no times counts as a moment, so that the longest way is then the one of most steps.
fn weight(step: &Step) -> i64 {
    match (step.started_ms, step.ended_ms) {
        (Some(started), Some(ended)) => (ended - started).max(1),
        _ => 1,
    }
}

/// Back from the step at which the longest way ends. A single step is no way.
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
            number,
            waits_for: waits_for.to_vec(),
            started_ms: Some(0),
            ended_ms: Some(took),
            ..Step::default()
        }
    }

    /// Layer, place and whether it is critical, of each step; then the edges.
    fn check(steps: &[Step], nodes: &[(usize, usize, bool)], edges: &[(usize, usize)]) {
        let layout = Layout::of(steps);
        let found: Vec<_> =
            layout.nodes.iter().map(|node| (node.layer, node.place, node.is_critical)).collect();
        assert_eq!(found, nodes);
        assert_eq!(layout.edges.iter().map(|edge| (edge.from, edge.to)).collect::<Vec<_>>(), edges);
    }

    #[test]
    fn steps_stand_below_those_they_wait_for() {
        let diamond = [step(1, &[], 1), step(2, &[1], 1), step(3, &[1], 9), step(4, &[2, 3], 1)];
        let nodes = [(0, 0, true), (1, 0, false), (1, 1, true), (2, 0, true)];
        check(&diamond, &nodes, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
    }

    #[test]
    fn circles_and_unknown_steps_draw_what_can_be_drawn() {
        let circle = [step(1, &[2], 1), step(2, &[1], 1), step(3, &[9], 1)];
        check(&circle, &[(0, 0, true), (1, 0, true), (0, 1, false)], &[(0, 1)]);
        check(&[], &[], &[]);
        check(&[step(1, &[1], 1)], &[(0, 0, false)], &[]);
    }
}
