//! JUnit XML: a suite for each file, a case for each finding. A case fails if its finding fails the check; other findings are
//! the output of cases that pass.

use std::io::{self, Write};

use app::diagnostic::Severity;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use super::paths::Paths;
use crate::cli::check::{Checked, Failures};
use crate::cli::output::finding::Finding;
use crate::cli::output::summary::{Summary, many};
use crate::cli::output::visible::visible;

pub fn write(files: &[Checked], summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let paths = Paths::here();
    // A file may have several texts.
    let files = files.chunk_by(|one, next| one.input.name == next.input.name);
    let suites: Vec<Suite<'_>> = files.map(|checked| Suite::of(&paths, checked, &summary.failures)).collect();
    let unread = u32::from(summary.unread > 0);
    let tests = suites.iter().map(Suite::tests).sum::<u32>() + unread;
    let failures: u32 = suites.iter().map(|suite| suite.failures).sum();
    let mut xml = Writer::new_with_indent(&mut *out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let all = counts("harmony", tests, failures, unread);
    xml.create_element("testsuites").with_attributes(borrowed(&all)).write_inner_content(|xml| {
        for suite in &suites {
            suite.write(xml)?;
        }
        if summary.unread > 0 {
            write_unread(summary.unread, xml)?;
        }
        Ok(())
    })?;
    writeln!(out)
}

struct Suite<'c> {
    file: String,
    /// Each with whether it fails the check.
    findings: Vec<(Finding<'c>, bool)>,
    failures: u32,
    is_unknown: bool,
}

impl<'c> Suite<'c> {
    fn of(paths: &Paths, checked: &'c [Checked], failures: &Failures) -> Self {
        let judged = |finding| (finding, fails(&finding, failures));
        let findings: Vec<_> = Finding::all(checked).map(judged).collect();
        let failures = findings.iter().filter(|(_, fails)| *fails).count() as u32;
        let name = checked.first().map_or("", |checked| checked.input.name.as_str());
        let file = characters(&paths.in_project(name));
        let is_unknown = findings.is_empty() && checked.iter().all(|checked| checked.blocks.is_empty());
        Self { file, findings, failures, is_unknown }
    }

    /// A file in which nothing was found has a case of its own.
    fn tests(&self) -> u32 {
        self.findings.len().max(1) as u32
    }

    fn write<W: Write>(&self, xml: &mut Writer<W>) -> io::Result<()> {
        let attributes = counts(&self.file, self.tests(), self.failures, 0);
        let skipped = if self.is_unknown { "1" } else { "0" };
        let suite = xml.create_element("testsuite").with_attributes(borrowed(&attributes));
        suite.with_attribute(("skipped", skipped)).write_inner_content(|xml| {
            for (finding, fails) in &self.findings {
                self.write_finding(finding, *fails, xml)?;
            }
            if self.findings.is_empty() {
                let name = if self.is_unknown { "no known format" } else { "conforms" };
                let case = xml.create_element("testcase");
                let case = case.with_attributes([("name", name), ("classname", self.file.as_str())]);
                match self.is_unknown {
                    true => case.write_inner_content(|xml| {
                        let skipped = xml.create_element("skipped");
                        skipped.with_attribute(("message", name)).write_empty().map(drop)
                    })?,
                    false => case.write_empty()?,
                };
            }
            Ok(())
        })?;
        Ok(())
    }

    fn write_finding<W: Write>(
        &self,
        finding: &Finding<'_>,
        fails: bool,
        xml: &mut Writer<W>,
    ) -> io::Result<()> {
        let diagnostic = finding.diagnostic;
        let (rule, place) = (diagnostic.rule.id, finding.input.place(diagnostic.span.start));
        let name = format!("{rule} at line {}, column {}", place.line, place.column);
        let line = place.line.to_string();
        let attributes =
            [("name", name.as_str()), ("classname", &self.file), ("file", &self.file), ("line", &line)];
        let message = characters(&finding.message());
        let severity = diagnostic.severity.as_str();
        let head = [format!("{severity}[{rule}]: {message}"), format!("at {}", finding.place())];
        let lines: Vec<String> = head.into_iter().chain(finding.reasons()).collect();
        let words = characters(&lines.join("\n"));
        let words = BytesText::new(&words);
        xml.create_element("testcase").with_attributes(attributes).write_inner_content(|xml| {
            match fails {
                true => {
                    let failure = xml.create_element("failure");
                    let failure = failure.with_attributes([("type", rule), ("message", message.as_str())]);
                    failure.write_text_content(words)?
                }
                false => xml.create_element("system-out").write_text_content(words)?,
            };
            Ok(())
        })?;
        Ok(())
    }
}

/// Returns whether a finding is among what makes the check fail.
fn fails(finding: &Finding<'_>, failures: &Failures) -> bool {
    let Finding { spec, diagnostic, .. } = finding;
    let is_contradiction = || spec.is_some_and(|spec| spec.contradictions.contains(&diagnostic.rule));
    match diagnostic.severity {
        // What the check itself finds was asked for.
        Severity::Error if failures.errors > 0 || spec.is_none() => true,
        Severity::Warning if failures.warnings > 0 => true,
        _ => failures.contradictions > 0 && is_contradiction(),
    }
}

fn write_unread<W: Write>(count: u32, xml: &mut Writer<W>) -> io::Result<()> {
    let name = format!("{} could not be read", many(count, "file"));
    let attributes = counts("harmony", 1, 0, 1);
    xml.create_element("testsuite").with_attributes(borrowed(&attributes)).write_inner_content(|xml| {
        let case = xml.create_element("testcase");
        let case = case.with_attributes([("name", name.as_str()), ("classname", "harmony")]);
        case.write_inner_content(|xml| {
            xml.create_element("error").with_attribute(("message", name.as_str())).write_empty().map(drop)
        })?;
        Ok(())
    })?;
    Ok(())
}

type Attribute = (&'static str, String);

fn counts(name: &str, tests: u32, failures: u32, errors: u32) -> [Attribute; 4] {
    let counts = [("tests", tests), ("failures", failures), ("errors", errors)];
    let [tests, failures, errors] = counts.map(|(name, count)| (name, count.to_string()));
    [("name", name.to_owned()), tests, failures, errors]
}

fn borrowed(attributes: &[Attribute]) -> impl Iterator<Item = (&str, &str)> {
    attributes.iter().map(|(name, value)| (*name, value.as_str()))
}

/// Spells out characters that XML 1.0 does not allow, and those that nobody sees.
fn characters(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(visible).collect();
    lines.join("\n").replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}
