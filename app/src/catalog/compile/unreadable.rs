//! What is wrong with a file that can't be read as a declaration.

use std::ops::Range;

use crate::catalog::problem::Problem;
use crate::reading::nearest;

/// Returns what is wrong, in the words of the guide.
pub(super) fn unreadable(source: &str, error: &toml::de::Error) -> Problem {
    let span = error.span().unwrap_or(0..source.len().min(1));
    let message = error.message().trim();
    let mut quoted = message.split('`').skip(1).step_by(2);
    let first = quoted.next().unwrap_or_default();
    if message.starts_with("unknown field") {
        return unknown(span, first, "key", &quoted.collect::<Vec<_>>());
    }
    if message.starts_with("missing field") {
        return match first {
            "fields" => Problem::new(span, "the table `[fields]` is missing"),
            key => Problem::new(span, format!("the key `{key}` is missing")),
        };
    }
    Problem::new(span, message)
}

/// Returns a word that is none of the known ones, with what may be meant.
pub(super) fn unknown(span: Range<usize>, word: &str, what: &str, known: &[&str]) -> Problem {
    let problem = Problem::new(span, format!("`{word}` is no {what}"));
    match nearest(word, known) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help(format!("one of {}", known.join(", "))),
    }
}
