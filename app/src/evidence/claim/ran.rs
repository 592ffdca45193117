//! Statements that a command succeeded.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::{IN_TICKS, LESS_THAN_ALL, Subject};
use crate::evidence::answer::pattern;
use crate::evidence::command;
use crate::evidence::quote::quoted;

static SUCCEEDED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)`(?P<command>[^`]{3,200})`\s+(?:(?:now|also|still|is|runs|ran|completed|exits|exited|has)\s+)*(?:passes|passed|succeeds|succeeded|successfully|(?P<clean>clean|cleanly)|green|0|with 0|with code 0)\b",
    )
});
static WORKS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:the\s+)?(?P<what>build|compilation|lint|linter|linting|clippy|eslint|type[- ]?check(?:ing)?|typescript|formatting)\s+(?:(?:is|are|now|also|still|has|all)\s+)*(?:passes|passed|pass|succeeds|succeeded|(?P<clean>clean)|green)\b",
    )
});

pub(super) fn commands(sentence: &str) -> Vec<Subject> {
    let rest = IN_TICKS.replace_all(sentence, " ");
    if LESS_THAN_ALL.is_match(&rest) {
        return Vec::new();
    }
    let is_clean = |found: &Captures<'_>| found.name("clean").is_some();
    let named = SUCCEEDED
        .captures_iter(sentence)
        .filter_map(|found| Some((found.name("command")?.as_str().to_owned(), is_clean(&found))));
    let named = named.filter(|(named, _)| command::is_program(named) && !command::is_test(named));
    let tools = WORKS
        .captures_iter(&rest)
        .filter_map(|found| Some((found.name("what")?.as_str().to_lowercase(), is_clean(&found))));
    let subject =
        |(command, clean): (String, bool)| Subject::Command { command: quoted(&command, 200), clean };
    named.chain(tools).map(subject).collect()
}
