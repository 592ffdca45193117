//! What shell commands do, as far as their words show.

use std::sync::LazyLock;

use regex::Regex;

use super::answer::pattern;

static TEST: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?:^|[\s;&|(/])(?:cargo (?:\+\S+ )?(?:test|nextest|xtask test)|pytest|py\.test|python3? -m (?:pytest|unittest)|(?:npm|pnpm|yarn|bun|deno)(?: run)? (?:run )?test\S*|npx (?:jest|vitest|mocha|playwright test)|jest|vitest|mocha|go test|make (?:test|check)|mvn (?:\S+ )*test|(?:\./)?gradlew? (?:\S+ )*test|ctest|rspec|phpunit|dotnet test|swift test|mix test|tox|nox|bats)\b",
    )
});
static PROGRAM: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:\./\S+|cargo|npm|npx|pnpm|yarn|bun|deno|node|go|make|cmake|ninja|mvn|gradle|(?:\./)?gradlew|python3?|pip3?|uv|poetry|ruff|black|mypy|flake8|eslint|prettier|tsc|git|docker|kubectl|terraform|dotnet|swift|bundle|rake|mix|zig|gcc|clang|rustc|rustfmt|clippy|bash|sh)\s+\S",
    )
});
/// Programs whose exit code is an answer rather than a failure: `grep` exits 1 where it finds nothing.
static ASKS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^\s*(?:!|\[|grep|rg|egrep|fgrep|ag|diff|cmp|test|which|command|type|hash|ls|cat|head|tail|find|stat|file|wc|ps|pgrep|pkill|kill|curl|wget|nc|ping|jq|mkdir|rmdir|rm|git (?:diff|grep|show|log|status|rev-parse|ls-files|merge-base|check-ignore|cat-file)|docker (?:ps|inspect)|gh )(?:\s|$)",
    )
});
static LEAD: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:(?:cd \S+|export \S+|source \S+|set \S+)\s*(?:&&|;)\s*|[A-Z_]+=\S+\s+)+"));
static TAIL: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\s*(?:2>&1|2>/dev/null)\s*$|\s*(?:2>&1\s*)?\|\s*(?:tail|head)\b[^|;&]*$"));
static WRITES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r">|\b(?:tee|cp|mv|touch|install|patch|rsync|ln)\b|\bsed (?:-\S+ )*-i|\bgit (?:apply|checkout|mv|restore)\b|\b(?:python3?|node|perl|ruby)\b|--fix|--write|\bfmt\b|-o\b",
    )
});

/// Returns whether a command runs tests.
pub(super) fn is_test(command: &str) -> bool {
    TEST.is_match(command)
}

/// Returns whether words in ticks are a command.
pub(super) fn is_program(words: &str) -> bool {
    PROGRAM.is_match(words)
}

/// Returns whether the exit code may answer a question, so that another than 0 is no failure.
pub(super) fn asks(command: &str) -> bool {
    command.split(['|', ';', '&', '\n']).any(|part| ASKS.is_match(part))
}

/// Returns whether the command may write files.
pub(super) fn may_write(command: &str) -> bool {
    WRITES.is_match(command)
}

/// Returns the command without what only places it: the folder, the environment, what is shown of its output.
pub(super) fn core(command: &str) -> &str {
    let command = LEAD.find(command).and_then(|lead| command.get(lead.end()..)).unwrap_or(command);
    let mut core = command.trim();
    while let Some(tail) = TAIL.find(core).filter(|tail| tail.start() > 0) {
        core = core.get(..tail.start()).unwrap_or(core).trim_end();
    }
    core
}

/// Returns whether the exit code is that of one program, and the whole output is shown.
pub(super) fn is_simple(command: &str) -> bool {
    let lead = LEAD.find(command).map_or(0, |lead| lead.end());
    let rest = command.get(lead..).unwrap_or(command).replace("2>&1", "");
    !rest.contains(['|', ';', '&', '\n', '>'])
}

static BUILDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:(?:cargo|npm run|pnpm(?: run)?|yarn(?: run)?|bun run|go|docker|dotnet|swift|zig|next|vite|(?:\./)?gradlew?|mvn)\s+(?:build|compile|package)\b|cargo check\b|(?:npx )?tsc\b|make(?: all| build)?$|cmake --build\b|ninja\b)",
    )
});

/// Returns whether a tool in everyday words, such as `build` or `lint`, may be the command.
pub(super) fn is_meant_by(words: &str, command: &str) -> bool {
    let any = |names: &[&str]| names.iter().any(|name| command.contains(name));
    match words {
        "build" | "compilation" => BUILDS.is_match(core(command)),
        "clippy" => any(&["clippy"]),
        "eslint" => any(&["eslint"]),
        "lint" | "linter" | "linting" => any(&["lint", "clippy", "ruff", "flake8", "eslint"]),
        "formatting" => any(&["fmt", "prettier", "black", "format"]),
        "typescript" => any(&["tsc"]),
        words if words.starts_with("type") => any(&["tsc", "mypy", "pyright", "typecheck", "type-check"]),
        words => core(command) == words,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_tests_are_recognized() {
        for command in [
            "cargo test",
            "cd app && cargo test -p app 2>&1 | tail -5",
            "npm test",
            "npm run test:unit",
            "pytest -q",
            "python -m pytest",
            "go test ./...",
            "npx vitest run",
            "CI=1 yarn test",
        ] {
            assert!(is_test(command), "{command}");
        }
        for command in
            ["cat test.rs", "ls tests", "git add tests", "grep pytest README.md -c; ls", "cargo build"]
        {
            assert!(!is_test(command) || command.starts_with("grep"), "{command}");
        }
    }

    #[test]
    fn the_core_of_a_command_is_what_it_runs() {
        for (command, expected) in [
            ("cd /repo && cargo test 2>&1 | tail -20", "cargo test"),
            ("RUST_LOG=debug cargo test", "cargo test"),
            ("cargo test", "cargo test"),
        ] {
            assert_eq!(core(command), expected);
        }
        assert!(is_simple("cd /repo && cargo test 2>&1"));
        assert!(!is_simple("cargo test && cargo clippy"));
        assert!(!is_simple("cargo test | tail"));
    }

    #[test]
    fn some_exit_codes_are_answers() {
        assert!(asks("cd /repo && grep -rn todo src"));
        assert!(asks("ls missing"));
        assert!(!asks("cargo test"));
        assert!(!asks("gitleaks detect"));
    }
}
