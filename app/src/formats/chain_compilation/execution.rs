//! The order in which a chain says that its steps run.

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

/// `[1,2] -> [3]`: the numbers in each pair of brackets.
fn groups(written: &str) -> Vec<Vec<u32>> {
    let numbers = |group: &str| -> Vec<u32> {
        let words = group.split(|character: char| !character.is_ascii_digit());
        words.filter_map(|digits| digits.parse().ok()).collect()
    };
    let bracketed = written.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    bracketed.map(|(group, _)| numbers(group)).filter(|group| !group.is_empty()).take(1_000).collect()
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
        assert_eq!(Execution::read("as it comes"), None);
    }
}
