//! Steps that wait for each other.

use std::fmt::Display;

/// More circles than a person would untangle one by one; it keeps the search linear.
const MOST_CIRCLES: usize = 16;

#[derive(Copy, Clone, PartialEq, Eq)]
enum Visit {
    Due,
    Open,
    Over,
}

/// Returns the groups of steps that wait for each other, each once. Takes, for each step, the indices it waits for.
pub fn circles(waits: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut visits = vec![Visit::Due; waits.len()];
    let mut found = Vec::new();
    for root in 0..waits.len() as u32 {
        if visit(&mut visits, root, Visit::Open) != Some(Visit::Due) {
            continue;
        }
        // The path from the root, each step with those of its waits that are yet to be followed.
        let mut path = vec![(root, followed(waits, root))];
        while let Some((here, rest)) = path.last_mut() {
            let here = *here;
            let Some(next) = rest.next().copied() else {
                visit(&mut visits, here, Visit::Over);
                path.pop();
                continue;
            };
            match visits.get(next as usize) {
                Some(Visit::Due) => {
                    visit(&mut visits, next, Visit::Open);
                    path.push((next, followed(waits, next)));
                }
                Some(Visit::Open) => {
                    let from = path.iter().position(|(step, _)| *step == next).unwrap_or_default();
                    let mut circle: Vec<u32> = path.iter().skip(from).map(|(step, _)| *step).collect();
                    circle.sort_unstable();
                    found.push(circle);
                    if found.len() == MOST_CIRCLES {
                        return found;
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// Describes a circle for a person.
pub fn wait_in_circle(numbers: &[impl Display]) -> String {
    let named: Vec<String> = numbers.iter().map(|number| format!("#{number}")).collect();
    match named.as_slice() {
        [alone] => format!("step {alone} waits for itself"),
        _ => format!("steps {} wait for each other", named.join(", ")),
    }
}

/// Sets the state of a visit, and returns the previous one. A visit that is over isn't opened again.
fn visit(visits: &mut [Visit], step: u32, now: Visit) -> Option<Visit> {
    let visit = visits.get_mut(step as usize)?;
    let before = *visit;
    if before != Visit::Over {
        *visit = now;
    }
    Some(before)
}

fn followed(waits: &[Vec<u32>], step: u32) -> std::slice::Iter<'_, u32> {
    waits.get(step as usize).map(Vec::as_slice).unwrap_or_default().iter()
}

#[cfg(test)]
mod tests {
    use super::circles;

    fn check(waits: &[&[u32]], expected: &[&[u32]]) {
        let waits: Vec<Vec<u32>> = waits.iter().map(|waits| waits.to_vec()).collect();
        assert_eq!(circles(&waits), expected);
    }

    #[test]
    fn each_circle_is_found_once() {
        check(&[&[], &[0], &[0, 1]], &[]);
        check(&[&[0]], &[&[0]]);
        check(&[&[1], &[0], &[1]], &[&[0, 1]]);
        check(&[&[1], &[2], &[0], &[4], &[3]], &[&[0, 1, 2], &[3, 4]]);
        check(&[&[7]], &[]);
    }
}
