//! The report that GitLab reads as `artifacts:reports:codequality`: a subset of what Code Climate specifies.

use std::io::{Result, Write};

use app::diagnostic::Severity;
use app::text::Position;
use serde_json::{Value, json};

use super::fingerprints::Fingerprints;
use super::paths::Paths;
use crate::cli::check::Checked;
use crate::cli::output::finding::{Finding, Unit};

pub fn write(files: &[Checked], out: &mut impl Write) -> Result<()> {
    let paths = Paths::here();
    let mut fingerprints = Fingerprints::default();
    let issue = |finding: Finding<'_>| -> Value {
        let diagnostic = finding.diagnostic;
        let path = paths.in_project(finding.file());
        let (begin, end) = finding.range(diagnostic.span, Unit::CodePoint);
        let place = |Position { line, column }| json!({ "line": line, "column": column });
        json!({
            "type": "issue",
            "check_name": diagnostic.rule.id,
            "description": finding.message(),
            "categories": ["Style"],
            "severity": severity(diagnostic.severity),
            "fingerprint": fingerprints.of(&path, &finding),
            "location": { "path": path, "positions": { "begin": place(begin), "end": place(end) } },
        })
    };
    let issues: Vec<Value> = Finding::all(files).map(issue).collect();
    serde_json::to_writer_pretty(&mut *out, &issues)?;
    writeln!(out)
}

/// Returns one of GitLab's five words. The worst, `blocker`, is for what Harmony does not report.
const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "critical",
        Severity::Warning => "minor",
        Severity::Info => "info",
    }
}
