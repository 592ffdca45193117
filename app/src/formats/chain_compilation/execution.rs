//! The order in which a chain says that its steps run.

/// No chain has more stages that a person would follow.
const MOST_GROUPS: usize = 1_000;

/// What the label Execution says, as far as it can be held against the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Execution {
    Sequential,
    SingleStep,
    /// Groups of steps, one group after the other.
    Groups(Vec<Vec<u32>>),
}

impl Execution {
    pub fn read(written: &str) -> Option<Self> {
        let groups = groups(written);
        if !groups.is_empty() {
            return Some(Self::Groups(groups));
        }
        let words = crate::reading::normal(written);
        if words.starts_with("sequential") {
            return Some(Self::Sequential);
        }
        words.starts_with("single step").then_some(Self::SingleStep)
    }

    /// The place of each step in the order, where groups are named.
    pub fn place(&self, step: u32) -> Option<usize> {
        let Self::Groups(groups) = self else { return None };
        groups.iter().position(|group| group.contains(&step))
    }
}

/// The steps of each stage: `[1,2] -> [3]`, `[1, 2] → 3`, `1 -> 2`. Without brackets and arrows no order is meant.
fn groups(written: &str) -> Vec<Vec<u32>> {
    let stages = stages(written);
    if stages.len() < 2 && !written.contains('[') {
        return Vec::new();
    }
    let groups = stages.into_iter().flat_map(|stage| {
        let bracketed = stage.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
        let groups: Vec<Vec<u32>> =
            bracketed.map(|(group, _)| numbers(group)).filter(|group| !group.is_empty()).collect();
        if groups.is_empty() { bare_group(stage).into_iter().collect() } else { groups }
    });
    groups.take(MOST_GROUPS).collect()
}

/// What is between the arrows.
fn stages(written: &str) -> Vec<&str> {
    let by_arrow =
        written.split(['→', '⇒']).flat_map(|part| part.split("->")).flat_map(|part| part.split("=>"));
    by_arrow.collect()
}

fn numbers(group: &str) -> Vec<u32> {
    let words = group.split(|character: char| !character.is_ascii_digit());
    words.filter_map(|digits| digits.parse().ok()).collect()
}

/// `3`, `#3`, `2a`, `steps 4 and 5`, behind a label as in `Parallel: 1, 2` or `Parallel (1, 2)`; nothing where other words are said.
fn bare_group(stage: &str) -> Option<Vec<u32>> {
    // `Sequential (1 → 2 → 3)` says the same in parentheses.
    let bare = stage.rsplit_once([':', '(']).map_or(stage, |(_, bare)| bare);
    let mut words = bare.split(|edge: char| !edge.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_of_steps = words.all(|word| {
        let word = word.to_ascii_lowercase();
        let number = word.strip_suffix(|letter: char| letter.is_ascii_lowercase()).unwrap_or(&word);
        matches!(word.as_str(), "step" | "steps" | "and")
            || !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())
    });
    is_of_steps.then(|| numbers(bare)).filter(|group| !group.is_empty())
}

#[cfg(test)]
mod tests {
    use super::Execution;

    #[test]
    fn orders_are_read() {
        assert_eq!(Execution::read("Sequential"), Some(Execution::Sequential));
        assert_eq!(Execution::read("Single step"), Some(Execution::SingleStep));
        let groups = vec![vec![1, 2], vec![3], vec![4, 5]];
        assert_eq!(Execution::read("Parallel: [1,2] -> [3] → [#4, #5]"), Some(Execution::Groups(groups)));
        let groups = vec![vec![1, 2], vec![3]];
        for written in ["Parallel: [1, 2] → 3", "Parallel: 1, 2 → Step 3", "[#1, #2] -> #3"] {
            assert_eq!(Execution::read(written), Some(Execution::Groups(groups.clone())), "{written}");
        }
        let groups = vec![vec![1], vec![2], vec![3]];
        assert_eq!(Execution::read("Sequential (1 → 2 → 3)"), Some(Execution::Groups(groups)));
        let groups = vec![vec![1], vec![2, 2]];
        for written in ["1 → (2a ∥ 2b)", "1 → 2a, 2b", "1 -> [2a, 2b]"] {
            assert_eq!(Execution::read(written), Some(Execution::Groups(groups.clone())), "{written}");
        }
        assert_eq!(Execution::read("as it comes"), None);
        assert_eq!(Execution::read("Sequential -> about 3 hours"), Some(Execution::Sequential));
    }
}
