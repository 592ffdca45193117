//! The rules of the check itself, which belong to no format. They are configured and ignored as others are.

use app::catalog::Catalog;
use app::declared::{DEPRECATION, VALUES};
use app::diagnostic::{Rule, Severity};

macro_rules! rules {
    ($($name:ident $id:literal $severity:ident $clause:literal $summary:literal)*) => {
        $(pub(super) static $name: Rule = Rule {
            id: $id,
            severity: Severity::$severity,
            summary: $summary,
            clause: $clause,
        };)*

        /// All of them, in order.
        pub(in crate::cli) static ALL: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    FAILED_VERDICT "failed-verdict" Error "harmony check --fail-on verdict"
        "the document itself says that something failed"
    LOW_SCORE "low-score" Error "harmony check --min-score"
        "the score that the document states is too low to go on"
    NO_SCORE "no-score" Error "harmony check --min-score --strict"
        "a document without a score can't be compared with the least one"
    MISSING_FORMAT "missing-format" Error "harmony check --expect"
        "whoever reads the file next relies on this format"
    NO_FORMAT "no-format" Error "harmony check --strict"
        "nothing is checked in a file of no known format"
    BREAKS_OFF "breaks-off" Warning "harmony check"
        "what is missing may be what matters"
    UNUSED_IGNORE "unused-ignore" Info "harmony check: ignore comments"
        "a comment that ignores nothing hides the next issue of its rule"
}

/// Returns all rules: those of the formats, built-in or a team's, those that only a team's formats may have, and those of
/// the check itself.
fn known() -> impl Iterator<Item = &'static str> {
    let of_formats: Vec<&'static str> =
        Catalog::current().specs().flat_map(|spec| spec.all_rules()).map(|rule| rule.id).collect();
    let of_teams = VALUES.rules.iter().chain(DEPRECATION.rules);
    of_formats.into_iter().chain(of_teams.chain(ALL).map(|rule| rule.id))
}

/// Returns why a name is no rule, or `None` if it is one.
pub(super) fn unknown(name: &str) -> Option<String> {
    let known: Vec<&str> = known().collect();
    if known.contains(&name) {
        return None;
    }
    Some(match app::reading::nearest(name, &known) {
        Some(nearest) => format!("no rule is called `{name}`; did you mean `{nearest}`?"),
        None => format!("no rule is called `{name}`"),
    })
}
