//! What is doubtful about a file that declares a format.

use super::file::FormatFile;
use super::problem::Problem;
use crate::recognition::{IDENTIFIER, forms_of};

/// Returns the headings of a file that hold a number which other documents hardly have. Nothing, if it declares no format.
pub fn doubts(source: &str) -> Vec<Problem> {
    let Ok(file) = toml::from_str::<FormatFile>(source) else { return Vec::new() };
    let headings = file.heading.all();
    let doubt = |heading: &toml::Spanned<String>| {
        let name = heading.get_ref();
        let found = running_number(name)?;
        let message = format!("`{found}` in `{name}` looks like the number of one document");
        let help = match forms_of(name).first() {
            Some((form, _)) => format!("if each document has a number of its own, write `{form}`"),
            None => format!(
                "a document with another number is not recognized: have all of them open with a word, as in \
                 `# Incident {IDENTIFIER}: title`, and write `Incident {IDENTIFIER}`"
            ),
        };
        Some(Problem::new(heading.span(), message).help(help))
    };
    headings.iter().filter_map(doubt).collect()
}

/// Returns a number of two digits or behind a mark: `041`, `#7`. `Phase 2` has a part of the name.
fn running_number(name: &str) -> Option<&str> {
    if name.contains(IDENTIFIER) {
        return None;
    }
    let words =
        name.split(|edge: char| !(edge.is_alphanumeric() || matches!(edge, '-' | '_' | '.' | '/' | '#')));
    let digits = |word: &str| word.chars().filter(|letter| letter.is_numeric()).count();
    let mut running = words.filter(|word| digits(word) > 1 || digits(word) == 1 && word.contains(['-', '#']));
    running.next()
}

#[cfg(test)]
mod tests {
    use super::doubts;

    #[test]
    fn a_number_in_a_heading_is_doubted() {
        let check = |heading: &str, expected: Option<&str>| {
            let source = format!("name = \"A\"\nheading = [\"B\", \"{heading}\"]\n[fields]\na = \"A\"\n");
            let doubts = doubts(&source);
            let found = doubts.first().and_then(|doubt| doubt.help.as_deref()?.rsplit('`').nth(1));
            assert_eq!(found, expected, "{heading}");
            assert!(doubts.iter().all(|doubt| source[doubt.span.clone()] == format!("\"{heading}\"")));
        };
        check("INC-2026-041", Some("INC-{id}"));
        check("Incident Report #7", Some("Incident Report #{id}"));
        check("2026-041", Some("Incident {id}"));
        for heading in ["INC-{id}", "Incident Report", "Phase 2 Report", "Log4j Notes", "Q4 Report"] {
            check(heading, None);
        }
        assert!(doubts("name = ").is_empty());
    }
}
