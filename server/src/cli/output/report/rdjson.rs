//! The Reviewdog Diagnostic Format: fixes are suggestions, and columns count bytes.

use std::io::{Result, Write};

use app::diagnostic::{Edit, Related, Severity};
use app::text::{Position, Span};
use serde_json::{Value, json};

use super::paths::Paths;
use crate::cli::check::Checked;
use crate::cli::output::finding::{Finding, Unit};

pub fn write(files: &[Checked], out: &mut impl Write) -> Result<()> {
    let paths = Paths::here();
    let diagnostics: Vec<Value> = Finding::all(files).map(|finding| diagnostic(&paths, &finding)).collect();
    let report = json!({ "source": { "name": "harmony" }, "diagnostics": diagnostics });
    serde_json::to_writer_pretty(&mut *out, &report)?;
    writeln!(out)
}

fn diagnostic(paths: &Paths, finding: &Finding<'_>) -> Value {
    let found = finding.diagnostic;
    let path = paths.in_folder(finding.file());
    let location = |span| json!({ "path": path, "range": range(finding, span) });
    let severity = match found.severity {
        Severity::Error => "ERROR",
        Severity::Warning => "WARNING",
        Severity::Info => "INFO",
    };
    let mut diagnostic = json!({
        "message": finding.message(),
        "location": location(found.span),
        "severity": severity,
        "code": { "value": found.rule.id },
    });
    if let Some(Edit { span, insert, .. }) = finding.shared_fix() {
        diagnostic["suggestions"] = json!([{ "range": range(finding, *span), "text": insert }]);
    }
    if !found.related.is_empty() {
        let related =
            |Related { span, message }: &Related| json!({ "message": message, "location": location(*span) });
        diagnostic["related_locations"] = found.related.iter().map(related).collect();
    }
    diagnostic
}

fn range(finding: &Finding<'_>, span: Span) -> Value {
    let place = |Position { line, column }| json!({ "line": line, "column": column });
    let (start, end) = finding.range(span, Unit::Byte);
    json!({ "start": place(start), "end": place(end) })
}
