//! The graph of uses, and its circles.

use std::collections::{BTreeMap, BTreeSet};

pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// The groups of nodes that reach each other, the largest first; single nodes are left out.
pub fn circles(graph: &Graph) -> Vec<BTreeSet<String>> {
    let mut left: BTreeSet<&String> = graph.keys().collect();
    let backward = turned(graph);
    let mut circles = Vec::new();
    while let Some(first) = left.pop_first() {
        let circle: BTreeSet<String> =
            reached(graph, first).intersection(&reached(&backward, first)).cloned().collect();
        left.retain(|node| !circle.contains(*node));
        if circle.len() > 1 {
            circles.push(circle);
        }
    }
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    circles
}

fn turned(graph: &Graph) -> Graph {
    let mut turned = Graph::new();
    for (from, to) in graph.iter().flat_map(|(from, all)| all.iter().map(move |to| (from, to))) {
        turned.entry(to.clone()).or_default().insert(from.clone());
    }
    turned
}

fn reached(graph: &Graph, from: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::from([from.to_owned()]);
    let mut open = vec![from.to_owned()];
    while let Some(node) = open.pop() {
        for next in graph.get(&node).into_iter().flatten() {
            if reached.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    reached
}

#[test]
fn nodes_that_reach_each_other_are_a_circle() {
    let edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "d"), ("e", "f")];
    let mut graph = Graph::new();
    for (from, to) in edges {
        graph.entry(from.to_owned()).or_default().insert(to.to_owned());
    }
    let found: Vec<String> =
        circles(&graph).into_iter().map(|circle| circle.into_iter().collect::<String>()).collect();
    assert_eq!(found, ["abc", "de"]);
}
