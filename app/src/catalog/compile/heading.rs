//! Names in headings, and the identifier in one.

use toml::Spanned;

use super::Compiler;
use super::words::leak;
use crate::catalog::problem::Problem;
use crate::recognition::{IDENTIFIER, is_edge, says_enough};

impl Compiler<'_> {
    /// Returns the name in a heading, and reports one that opens nothing or any heading with a number.
    pub(super) fn heading(&mut self, heading: &Spanned<String>) -> &'static str {
        let name = self.name(heading).trim_start_matches(['#', ' ']);
        let rest = name.replacen(IDENTIFIER, "", 1);
        if let Some(slot) = slot_in(&rest) {
            let message = match slot {
                IDENTIFIER => format!("a heading has one `{IDENTIFIER}`"),
                slot => format!("`{slot}` is no placeholder"),
            };
            let help = format!("`{IDENTIFIER}` is a number or an identifier, as in `INC-{IDENTIFIER}`");
            self.problems.push(Problem::new(heading.span(), message).help(help));
        } else if name.contains(IDENTIFIER) && !says_enough(&rest) {
            let message = format!("`{name}` would open any document with a number in its heading");
            let help = format!("add what else all of the headings have, as in `INC-{IDENTIFIER}`");
            self.problems.push(Problem::new(heading.span(), message).help(help));
        }
        leak(name)
    }
}

/// Returns what is in braces, with them.
fn slot_in(name: &str) -> Option<&str> {
    let (start, end) = (name.find('{')?, name.find('}')?);
    name.get(start..=end)
}

/// Returns a name as it is compared: the marks around it are none of a heading's name.
pub(super) fn compared(name: &str) -> &str {
    let is_mark = |character: char| is_edge(character) && !matches!(character, '<' | '[');
    let name = match name.contains(IDENTIFIER) {
        true => name.trim_start_matches(is_edge),
        false => name.trim_start_matches(is_mark),
    };
    name.trim_end_matches(is_edge)
}
