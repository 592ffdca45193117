use anyhow::{Context, anyhow, bail};
use app::diagnostic::{Diagnostic, Severity};
use app::fix::{Choice, apply_choice};
use app::format::Parsed;
use app::nearest::Nearest;
use app::query_error::QueryError;
use app::read_as::ReadAs;
use app::reading::counted;
use app::scan::Blocks;
use app::text::{Text, mask_secrets};
use axum::http::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Effect, Tool, arguments};
use crate::cli::output::drawn_diagnostic;
use crate::cli::reach::{Reach, escaped};
use crate::ingest::LIMIT;

pub(super) const TOOL: Tool = Tool {
    name: "check_text",
    title: "Check a text",
    description: "Checks a report, verdict or record against the contract of its format. Returns each issue with its \
                  rule, place and fix, drawn with carets. Use it before you deliver a text.",
    properties: || {
        json!({
            "text": { "type": "string", "description": "The text, whole and unchanged" },
            "format": { "type": "string", "description": "Id or slug of the format that it must be, such as 5.1 or \
                        review-report; without it, the format is recognized" },
            "fix": { "type": "boolean", "description": "Return the text with all fixes applied as well, as a second content block" },
        })
    },
    required: &["text"],
    effect: Effect::Nothing,
    call: |_, given| Box::pin(async { check(arguments(given)?) }),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    text: String,
    #[serde(default)]
    format: Option<String>,
    #[serde(default)]
    fix: bool,
}

/// The most blocks that are read, and the most issues that are shown.
const MOST_BLOCKS: usize = 1_000;
const MOST_SHOWN: usize = 30;
/// The longest fixed text, and the longest insertion of a fix, that is returned: all of it, or nothing.
const LONGEST_FIXED: usize = 64 * 1024;
const LONGEST_INSERTION: usize = 800;

fn check(Arguments { text, format, fix }: Arguments) -> anyhow::Result<Answer> {
    if text.len() > LIMIT {
        bail!("the text is larger than 16 MB: check its parts");
    }
    let read_as = ReadAs::of(format.as_deref(), None)
        .map_err(|error| anyhow!("{}", QueryError { name: "format".to_owned(), ..error }))?;
    let mut bytes = text.into_bytes();
    mask_secrets(&mut bytes);
    let text = Text::from_bytes(&bytes);
    let mut answer = checked("text", &text, read_as);
    if fix {
        let fixed = apply_choice(&text, read_as, &Choice::All);
        if fixed.text.source().len() > LONGEST_FIXED {
            bail!(
                "the fixed text is larger than {LONGEST_FIXED} bytes: use `harmony check --fix` on its file"
            );
        }
        answer.data["fixed"] = fixed.count.into();
        answer.whole = Some(fixed.text.source().to_owned());
    }
    Ok(answer)
}

/// Returns what is wrong with a text.
pub(super) fn checked(name: &str, text: &Text, read_as: Option<ReadAs>) -> Answer {
    let blocks = Blocks::of(text, read_as);
    let parsed =
        blocks.read((0..blocks.claims().len()).filter(|at| is_checked(&blocks, *at)).take(MOST_BLOCKS));
    let found = || parsed.iter().flat_map(|block| block.diagnostics.iter().map(move |found| (block, found)));
    let count = |severity| found().filter(|(_, found)| found.severity == severity).count();
    let (errors, warnings, infos) = (count(Severity::Error), count(Severity::Warning), count(Severity::Info));
    let hint = parsed.is_empty().then(|| Nearest::of(text).map(|nearest| nearest.message())).flatten();

    let mut words = match parsed.as_slice() {
        [] => "no known format was recognized".to_owned(),
        [..] if errors + warnings + infos == 0 => "no issues".to_owned(),
        [..] => format!(
            "{}, {}, {}",
            counted(errors, "error"),
            counted(warnings, "warning"),
            counted(infos, "info")
        ),
    };
    let names: Vec<&str> = parsed.iter().map(|block| block.spec.name).take(8).collect();
    if !names.is_empty() {
        words.push_str(&format!(" in {}", names.join(", ")));
    }
    if let Some(hint) = &hint {
        words.push_str(&format!("\n{hint}"));
    }
    for (_, diagnostic) in found().take(MOST_SHOWN) {
        words.push_str(&format!("\n\n{}", drawn_diagnostic(name, text, diagnostic)));
    }
    let shown: Vec<Value> =
        found().take(MOST_SHOWN).map(|(block, found)| issue(text, block, found)).collect();
    let blocks = parsed.iter().map(|block| block_json(text, block)).collect::<Vec<_>>();
    let data = json!({
        "passed": errors == 0 && !parsed.is_empty(),
        "errors": errors,
        "warnings": warnings,
        "infos": infos,
        "hint": hint,
        "blocks": blocks,
        "issues": shown,
        "issuesLeftOut": found().count() - shown.len(),
    });
    Answer { text: words, data, whole: None }
}

/// Those in a code fence are examples.
fn is_checked(blocks: &Blocks<'_>, at: usize) -> bool {
    blocks.claims().get(at).is_some_and(|claim| !claim.fenced)
}

fn block_json(text: &Text, block: &Parsed) -> Value {
    json!({
        "format": block.spec.id,
        "name": block.spec.name,
        "line": text.position(block.span.start).line,
        "issues": block.diagnostics.len(),
    })
}

fn issue(text: &Text, block: &Parsed, found: &Diagnostic) -> Value {
    let place = text.position(found.span.start);
    json!({
        "format": block.spec.id,
        "rule": found.rule.id,
        "severity": found.severity,
        "line": place.line,
        "column": place.column,
        "message": found.message,
        "expected": found.expected,
        "found": found.found,
        "why": found.rule.summary,
        "contract": found.rule.clause,
        "fix": found.fix.as_ref().map(|fix| {
            let is_short = fix.insert.len() <= LONGEST_INSERTION;
            json!({ "title": fix.title, "insert": is_short.then_some(&fix.insert) })
        }),
    })
}

/// Checks a document that is stored.
pub(super) async fn check_document(reach: &Reach, id: &str) -> anyhow::Result<Answer> {
    let path = format!("/api/documents/{}/raw", escaped(id));
    let raw = reach.ask(Method::GET, &path, None).await?;
    raw.expect_success().context("the document can't be read")?;
    Ok(checked(id, &Text::from_bytes(&raw.body), None))
}
