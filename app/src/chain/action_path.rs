//! Paths of actions: `code/`, `code/backend/auth`.

use crate::format::prelude::*;

/// Reports an action that is no path.
pub fn report_action_path(
    rule: &'static Rule,
    action: &str,
    span: Span,
    field: impl Into<String>,
    sink: &mut Sink,
) {
    if is_path(action) {
        return;
    }
    let message = format!("`{action}` is no path of an action");
    let astray = Diagnostic::new(rule, span, message).field(field);
    sink.report(astray.expected("`action/`, or a path as `code/backend/`").found(action));
}

fn is_path(action: &str) -> bool {
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || "-_.".contains(letter))
    };
    action.strip_suffix('/').unwrap_or(action).split('/').all(is_name)
}

#[cfg(test)]
mod tests {
    use super::is_path;

    #[test]
    fn names_between_slashes_are_a_path() {
        for action in ["code/", "code", "code/backend/auth", "second-opinion/", "검토/"] {
            assert!(is_path(action), "{action}");
        }
        for action in ["", "/", "code//", "/code/", "write the code", "code/ + review/", "code/×8"] {
            assert!(!is_path(action), "{action}");
        }
    }
}
