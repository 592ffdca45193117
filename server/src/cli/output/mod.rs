//! The output on the terminal.

#![expect(clippy::print_stdout, reason = "this is the place that prints")]

mod broken_rules;
mod color;
mod excerpt;
mod explanation;
mod finding;
mod human;
mod progress;
mod report;
mod rewriting;
mod rules;
mod summary;
mod verdict;
mod visible;

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;

use app::api::Retention;
use app::catalog::Problem;
use app::diagnostic::Diagnostic;
use app::gate::GateOutcome;
use app::text::Text;

use super::check::{Checked, FixMode};
use super::fix::MadeEdit;
use super::gate::Judged;
use super::inputs::Input;
use super::rules::{Example as RuleExample, GroupedRule, RuleGroup};
use crate::config::StorePlace;
use crate::own_formats::Refused;
use color::style_of;
use human::Style;

pub(super) use broken_rules::BrokenRules;
pub(super) use color::Color;
pub(super) use explanation::explanation;
pub(super) use progress::Progress;
pub(super) use report::Report;
pub(super) use summary::{Example, Summary};
pub(super) use verdict::json as verdict_json;
pub(super) use visible::visible;

/// Prints the diagnostics of a text in order.
pub(super) fn draw(checked: &Checked) -> std::io::Result<()> {
    print(&drawn(checked, style_of(&stdout())))
}

/// Prints the diagnostics of a text to the standard error, where the standard output is for something else.
pub(super) fn draw_aside(checked: &Checked) {
    let style = style_of(&stderr());
    note(&drawn(checked, style));
}

fn drawn(checked: &Checked, style: Style) -> String {
    let draw = |found: &Diagnostic| {
        let name = checked.input.name_at(found.span.start);
        format!("{}\n\n", human::draw(&name, &checked.input.text, found, style))
    };
    checked.diagnostics().map(draw).collect()
}

/// Prints what was fixed in a text, a line for each edit.
pub(super) fn print_edits(checked: &Checked, done: &str) -> std::io::Result<()> {
    edits(checked, done).try_for_each(|line| print_line(&line))
}

/// As [`print_edits`], to the standard error.
pub(super) fn note_edits(checked: &Checked, done: &str) {
    edits(checked, done).for_each(|line| note(&format!("{line}\n")));
}

fn edits(checked: &Checked, done: &str) -> impl Iterator<Item = String> {
    checked.edits.iter().map(move |MadeEdit { line, rule, title }| {
        format!("{done} {}:{line}: {rule}: {}", visible(&checked.input.name), visible(title))
    })
}

/// Prints a fixed text as it is, or a difference, which is made safe for a terminal.
pub(super) fn print_text(text: &str, mode: FixMode) -> std::io::Result<()> {
    let mut out = stdout().lock();
    if mode == FixMode::Diff && out.is_terminal() {
        return text.lines().try_for_each(|line| writeln!(out, "{}", visible(line)));
    }
    out.write_all(text.as_bytes())
}

/// Prints what is wrong with a file that should declare a format.
pub(super) fn draw_problems(refused: &Refused) {
    let name = refused.path.display().to_string();
    let text = Text::new(&refused.source);
    let style = style_of(&stderr());
    for problem in &refused.problems {
        note(&format!("{}\n\n", human::draw_problem(&name, &text, problem, style)));
    }
}

/// Draws a diagnostic without colors.
pub(super) fn drawn_diagnostic(file: &str, text: &Text, diagnostic: &Diagnostic) -> String {
    human::draw(file, text, diagnostic, Style::Plain)
}

/// Prints what is doubtful about a file that declares a format.
pub(super) fn draw_doubts(file: &str, source: &str, doubts: &[Problem]) {
    let text = Text::new(source);
    let style = style_of(&stderr());
    for doubt in doubts {
        note(&format!("{}\n\n", human::draw_doubt(file, &text, doubt, style)));
    }
}

/// Draws what is wrong with a file that should declare a format, without colors.
pub(crate) fn drawn_problem(file: &str, text: &Text, problem: &Problem) -> String {
    human::draw_problem(file, text, problem, Style::Plain)
}

/// Prints the outcome of a text, and its verdicts with their red flags.
pub(super) fn draw_verdicts(
    input: &Input,
    outcome: GateOutcome,
    verdicts: &[Judged<'_>],
) -> std::io::Result<()> {
    let drawn = verdict::verdicts(&input.name, &input.text, outcome, verdicts, style_of(&stdout()));
    stdout().lock().write_all(drawn.as_bytes())
}

/// Prints the rules of formats.
pub(super) fn list_rules(groups: &[RuleGroup]) -> std::io::Result<()> {
    print(&rules::list(groups))
}

/// Prints what rules report, each with its example.
pub(super) fn explain_rules(explained: &[(GroupedRule<'_>, Option<RuleExample>)]) -> std::io::Result<()> {
    print(&rules::explain(explained, style_of(&stdout())))
}

pub(super) fn print(text: &str) -> std::io::Result<()> {
    stdout().lock().write_all(text.as_bytes())
}

pub(super) fn print_line(sentence: &str) -> std::io::Result<()> {
    writeln!(stdout().lock(), "{sentence}")
}

/// Writes to the standard error. If that is closed, the command goes on.
fn note(text: &str) {
    let _ = stderr().lock().write_all(text.as_bytes());
}

/// Prints an error with its causes on one line.
pub(super) fn print_error(error: &anyhow::Error) {
    print_note(&format!("{error:#}"));
}

/// Prints a note about something that one may not expect.
pub(super) fn print_note(sentence: &str) {
    progress::clear();
    note(&format!("harmony: {sentence}\n"));
}

/// Prints a warning about the encoding of a file.
pub(super) fn warn_of_encoding(name: &str) {
    print_note(&format!(
        "{name} is not UTF-8: invalid bytes are shown as U+FFFD, and --fix skips the file, since writing it would lose them"
    ));
}

/// Prints the address of the dashboard, the store, the watched folders, and how to send a document. `authorization` is
/// the option that `curl` needs for the token, if any.
pub(super) fn print_welcome(
    address: &str,
    authorization: &str,
    place: &StorePlace,
    retention: Retention,
    paths: &[PathBuf],
) {
    println!("Harmony {}", env!("CARGO_PKG_VERSION"));
    println!();
    println!("  open      {address}");
    println!("  store     {}", place.shown());
    if retention.documents_ms.is_some() {
        println!("  keeps     {} {}", retention.describe(), retention.describe_traces());
    }
    if paths.is_empty() {
        println!("  watches   no folder; `harmony serve FOLDER` shows the reports in it");
    }
    for path in paths {
        println!("  watches   {}", path.display());
    }
    println!(
        "  send      curl --data-binary @report.md -H 'Content-Type: text/markdown'{authorization} \
         \"{address}/api/documents\""
    );
    println!("  stop      Ctrl+C");
    println!();
}
