//! Commands that GitHub's runner turns into annotations, and a sentence on those that it doesn't show.

use std::io::{Result, Write};

use app::diagnostic::Severity;

use super::paths::Paths;
use crate::cli::check::Checked;
use crate::cli::output::finding::{Finding, Unit};
use crate::cli::output::summary::{Summary, many};
use crate::cli::output::visible::visible;

/// How many annotations of a kind GitHub shows for each step; those beyond are only in the log.
const SHOWN: u32 = 10;

pub fn write(files: &[Checked], summary: &Summary, out: &mut impl Write) -> Result<()> {
    let paths = Paths::here();
    for finding in Finding::all(files) {
        write_command(&paths, &finding, out)?;
    }
    // Names of files, which may look like a command of the runner, are left to the commands.
    writeln!(out, "{}", summary.result())?;
    if let Some(reasons) = summary.failures.describe() {
        writeln!(out, "{reasons}")?;
    }
    let hidden = Severity::ALL.iter().filter_map(|severity| {
        let of_kind = Finding::all(files).filter(|finding| finding.diagnostic.severity == *severity);
        let more = (of_kind.count() as u32).saturating_sub(SHOWN);
        (more > 0).then(|| many(more, command(*severity)))
    });
    let hidden: Vec<String> = hidden.collect();
    if !hidden.is_empty() {
        let hidden = hidden.join(", ");
        writeln!(out, "GitHub annotates {SHOWN} of each kind; this log has {hidden} more")?;
    }
    Ok(())
}

fn write_command(paths: &Paths, finding: &Finding<'_>, out: &mut impl Write) -> Result<()> {
    let diagnostic = finding.diagnostic;
    let command = command(diagnostic.severity);
    let (start, end) = finding.range(diagnostic.span, Unit::CodePoint);
    let file = paths.in_project(finding.file());
    write!(out, "::{command} title={},file={}", property(diagnostic.rule.id), property(&file))?;
    write!(out, ",line={},col={}", start.line, start.column)?;
    // The runner drops the columns of what spans several lines.
    if end.line == start.line {
        write!(out, ",endLine={},endColumn={}", end.line, end.column)?;
    }
    let lines = [visible(&finding.message()).into_owned()].into_iter().chain(finding.reasons());
    writeln!(out, "::{}", data(&lines.collect::<Vec<_>>().join("\n")))
}

const fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    }
}

/// Escapes the message of a command.
fn data(message: &str) -> String {
    message.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes the value of a command's property.
fn property(value: &str) -> String {
    data(value).replace(':', "%3A").replace(',', "%2C")
}
