//! SARIF 2.1.0, as code scanning and editors read it.

use std::io::{Result, Write};

use app::diagnostic::{Edit, Related, Severity};
use app::text::Span;
use serde_json::{Value, json};

use super::fingerprints::Fingerprints;
use super::paths::{Paths, uri};
use super::sarif_rules::Rules;
use crate::cli::check::Checked;
use crate::cli::output::finding::{Finding, Unit};
use crate::cli::output::summary::Summary;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The most characters of a text that are quoted.
const LONGEST_SNIPPET: usize = 200;

pub fn write(files: &[Checked], summary: &Summary, out: &mut impl Write) -> Result<()> {
    let paths = Paths::here();
    let rules = Rules::of(files);
    let mut fingerprints = Fingerprints::default();
    let results: Vec<Value> = Finding::all(files)
        .map(|finding| {
            let path = paths.in_project(finding.file());
            let fingerprint = fingerprints.of(&path, &finding);
            let mut result = result(&path, &finding);
            result["ruleIndex"] = rules.index_of(finding.diagnostic.rule.id).into();
            result["partialFingerprints"] = json!({ "harmony/v1": fingerprint });
            result
        })
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "Harmony",
                    "version": env!("CARGO_PKG_VERSION"),
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": rules.descriptors(),
                },
            },
            "invocations": [{ "executionSuccessful": summary.unread == 0 }],
            // What viewers in an editor count, even where a log says otherwise.
            "columnKind": "utf16CodeUnits",
            "newlineSequences": ["\r\n", "\n", "\r"],
            "results": results,
        }],
    });
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

/// Returns the word that SARIF has for a severity.
pub const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

fn result(path: &str, finding: &Finding<'_>) -> Value {
    let diagnostic = finding.diagnostic;
    let location = |span: Span| {
        let mut region = region(finding, span);
        let snippet: String = finding.words(span).chars().take(LONGEST_SNIPPET).collect();
        region["snippet"] = json!({ "text": snippet });
        json!({ "artifactLocation": artifact(path), "region": region })
    };
    let mut properties = json!({ "format": finding.spec.map(|spec| spec.id) });
    if let Some(field) = &diagnostic.field {
        properties["field"] = field.as_str().into();
    }
    let mut result = json!({
        "ruleId": diagnostic.rule.id,
        "level": level(diagnostic.severity),
        "message": { "text": plain(&finding.message()) },
        "locations": [{ "physicalLocation": location(diagnostic.span) }],
        "properties": properties,
    });
    let related = |(id, related): (usize, &Related)| {
        let message = json!({ "text": plain(&related.message) });
        json!({ "id": id, "physicalLocation": location(related.span), "message": message })
    };
    if !diagnostic.related.is_empty() {
        result["relatedLocations"] = diagnostic.related.iter().enumerate().map(related).collect();
    }
    if let Some(Edit { span, insert, title }) = finding.shared_fix() {
        let replacement =
            json!({ "deletedRegion": region(finding, *span), "insertedContent": { "text": insert } });
        let change = json!({ "artifactLocation": artifact(path), "replacements": [replacement] });
        result["fixes"] = json!([{ "description": { "text": plain(title) }, "artifactChanges": [change] }]);
    }
    result
}

/// Names relative to the project belong to the root that whoever reads the log knows.
fn artifact(path: &str) -> Value {
    let mut artifact = json!({ "uri": uri(path) });
    if !path.starts_with('/') {
        artifact["uriBaseId"] = "%SRCROOT%".into();
    }
    artifact
}

fn region(finding: &Finding<'_>, span: Span) -> Value {
    let (start, end) = finding.range(span, Unit::Utf16);
    json!({
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    })
}

/// Escapes what would be read as a link.
pub fn plain(message: &str) -> String {
    match message.contains("](") {
        true => message.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]"),
        false => message.to_owned(),
    }
}
