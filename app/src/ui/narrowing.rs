//! The order in which a list shows its rows, and which ones it shows. The server and the browser use the same rules.

use std::cmp::Ordering;

/// What a reader asks of a list. It travels in the address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Narrowing {
    pub order: Order,
    /// A level of severity, as its badge is toned.
    pub severity: String,
    /// What the path of a file must hold.
    pub file: String,
    /// What the words of a row must hold.
    pub text: String,
}

crate::named::named! {
    #[derive(Default)]
    pub enum Order {
        /// As the text has them.
        #[default]
        Text = "",
        Severity = "severity",
        File = "file",
        Number = "number",
    }
}

impl Order {
    pub fn of(written: &str) -> Self {
        Self::named(written).unwrap_or_default()
    }
}

/// What a row is ordered and found by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowFacts {
    /// Its place in the text.
    pub index: u32,
    pub number: Option<u32>,
    /// The gravest first.
    pub rank: u8,
    pub severity: String,
    pub file: String,
    pub line: Option<u32>,
    /// Its words as a reader sees them: without the marks of Markdown.
    pub words: String,
}

impl Narrowing {
    /// The names under which the parts travel.
    pub const PARTS: [&str; 4] = ["sort", "severity", "file", "text"];

    /// From an address or a form, by the name of each part.
    pub fn of(part: impl Fn(&str) -> Option<String>) -> Self {
        let [sort, severity, file, text] = Self::PARTS.map(|name| part(name).unwrap_or_default());
        Self { order: Order::of(&sort), severity, file: trimmed(&file), text: trimmed(&text) }
    }

    /// The parts that were asked for, with their names.
    pub fn parts(&self) -> impl Iterator<Item = (&'static str, String)> {
        let parts = [self.order.as_str(), &self.severity, &self.file, &self.text].map(str::to_owned);
        Self::PARTS.into_iter().zip(parts).filter(|(_, part)| !part.is_empty())
    }

    /// Whether rows may be left out.
    pub fn leaves_out(&self) -> bool {
        !(self.severity.is_empty() && self.file.is_empty() && self.text.is_empty())
    }

    pub fn admits(&self, row: &RowFacts) -> bool {
        (self.severity.is_empty() || self.severity == row.severity)
            && holds(&row.file, &self.file)
            && holds(&row.words, &self.text)
    }

    /// Rows without a number or a file come last; equal rows stay in the order of the text.
    pub fn compare(&self, left: &RowFacts, right: &RowFacts) -> Ordering {
        let by_file = |row: &RowFacts| (row.file.is_empty(), row.file.to_lowercase(), row.line);
        let by_number = |row: &RowFacts| (row.number.is_none(), row.number);
        let order = match self.order {
            Order::Text => Ordering::Equal,
            Order::Severity => left.rank.cmp(&right.rank),
            Order::File => by_file(left).cmp(&by_file(right)),
            Order::Number => by_number(left).cmp(&by_number(right)),
        };
        order.then(left.index.cmp(&right.index))
    }
}

/// Returns whether a text contains a part, ignoring case.
fn holds(text: &str, part: &str) -> bool {
    part.is_empty() || text.to_lowercase().contains(&part.to_lowercase())
}

fn trimmed(part: &str) -> String {
    part.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Narrowing, Order, RowFacts};

    fn rows() -> Vec<RowFacts> {
        let row = |index, number, rank, severity: &str, file: &str, words: &str| RowFacts {
            index,
            number,
            rank,
            severity: severity.to_owned(),
            file: file.to_owned(),
            line: None,
            words: words.to_owned(),
        };
        vec![
            row(0, Some(2), 3, "low", "src/b.rs", "A name"),
            row(1, None, 0, "critical", "", "A loss"),
            row(2, Some(1), 3, "low", "src/A.rs", "Another name"),
        ]
    }

    fn check(asked: &[(&str, &str)], expected: &[u32]) {
        let part =
            |name: &str| asked.iter().find(|(part, _)| *part == name).map(|(_, value)| (*value).to_owned());
        let narrowing = Narrowing::of(part);
        let mut rows = rows();
        rows.retain(|row| narrowing.admits(row));
        rows.sort_by(|left, right| narrowing.compare(left, right));
        assert_eq!(rows.iter().map(|row| row.index).collect::<Vec<_>>(), expected);
        assert_eq!(narrowing.parts().count(), asked.len());
    }

    #[test]
    fn rows_stand_in_the_order_that_is_asked_for() {
        check(&[], &[0, 1, 2]);
        check(&[("sort", "severity")], &[1, 0, 2]);
        check(&[("sort", "file")], &[2, 0, 1]);
        check(&[("sort", "number")], &[2, 0, 1]);
        assert_eq!(Order::of("by chance"), Order::Text);
    }

    #[test]
    fn rows_are_found_by_severity_file_and_words() {
        check(&[("severity", "low")], &[0, 2]);
        check(&[("file", "a.RS")], &[2]);
        check(&[("text", "name"), ("file", "b")], &[0]);
        check(&[("text", "nowhere")], &[]);
    }
}
