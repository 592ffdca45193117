//! Where something is in a file, whether the text is the file or in a string of it.

use super::Input;

/// A text in a string of a file, such as a message of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Part {
    /// What it is within the file: `message msg_01`.
    pub name: String,
    /// From which byte of the text on each line of the file has it, in order.
    pub lines: Vec<(u32, u32)>,
    /// The same for a text that another place repeats, such as the report of a sub-agent in the transcript of its caller.
    pub key: Option<String>,
}

/// A place as editors name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Place {
    /// Of the file, from 1.
    pub line: u32,
    /// Of the file, in characters from 1. The first for what is in a string.
    pub column: u32,
    /// The place in a string: `message msg_01, line 4, column 11`.
    pub within: Option<String>,
}

impl Input {
    pub fn place(&self, offset: u32) -> Place {
        let position = self.text.position(offset);
        let Some(part) = &self.part else {
            return Place { line: position.line, column: position.column, within: None };
        };
        let within = format!("{}, line {}, column {}", part.name, position.line, position.column);
        Place { line: part.line_at(offset), column: 1, within: Some(within) }
    }

    /// Returns the name of the file, and for what is in a string where in the file the string is:
    /// `session.jsonl:12 (message msg_01)`.
    pub fn name_at(&self, offset: u32) -> String {
        match &self.part {
            Some(part) => format!("{}:{} ({})", self.name, part.line_at(offset), part.name),
            None => self.name.clone(),
        }
    }
}

impl Part {
    fn line_at(&self, offset: u32) -> u32 {
        let after = self.lines.partition_point(|(start, _)| *start <= offset);
        self.lines.get(after.saturating_sub(1)).map_or(1, |(_, line)| *line)
    }
}

#[cfg(test)]
mod tests {
    use app::text::Text;

    use super::*;

    #[test]
    fn a_place_in_a_string_has_the_line_of_the_file() {
        let part = Part { name: "message m".to_owned(), lines: vec![(0, 3), (5, 8)], key: None };
        let text = Text::new("one\n\ntwo three\n");
        let input = Input { name: "s.jsonl".to_owned(), path: None, text, part: Some(part), is_last: true };
        let within = |place: &str| Some(format!("message m, {place}"));
        assert_eq!(input.place(1), Place { line: 3, column: 1, within: within("line 1, column 2") });
        assert_eq!(input.place(9), Place { line: 8, column: 1, within: within("line 3, column 5") });
        assert_eq!(input.name_at(9), "s.jsonl:8 (message m)");
        let whole = Input { part: None, ..input };
        assert_eq!(whole.place(9), Place { line: 3, column: 5, within: None });
        assert_eq!(whole.name_at(9), "s.jsonl");
    }
}
