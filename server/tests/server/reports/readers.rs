//! Reads findings back out of each format.

use std::fs;
use std::path::Path;

use serde_json::Value;

/// What a column counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    CodePoint,
    Utf16,
    Byte,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    pub file: String,
    pub line: u64,
    pub column: u64,
    pub rule: String,
    pub severity: String,
    pub message: String,
}

pub struct Edit {
    start: (u64, u64),
    end: (u64, u64),
    pub insert: String,
}

type Reader = (&'static str, Unit, fn(&str) -> Vec<Found>);

/// All formats but the one in JSON, which has offsets and so decides.
pub const READERS: &[Reader] = &[
    ("human", Unit::CodePoint, human),
    ("sarif", Unit::Utf16, sarif),
    ("junit", Unit::CodePoint, junit),
    ("github", Unit::CodePoint, github),
    ("gitlab", Unit::CodePoint, gitlab),
    ("rdjson", Unit::Byte, rdjson),
    ("markdown", Unit::CodePoint, markdown),
];

fn parse(written: &str) -> Value {
    serde_json::from_str(written).expect("JSON")
}

fn list<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    value[name].as_array().expect("a list").iter()
}

fn word(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// Escapes what nobody sees, as every format for people does.
fn shown(text: &str) -> String {
    let escaped = |character: char| match character {
        '\u{1b}' | '\u{202e}' => format!("\\u{{{:x}}}", character as u32),
        '\u{ffff}' => '\u{fffd}'.to_string(),
        other => other.to_string(),
    };
    text.chars().map(escaped).collect()
}

/// Reads what decides: places are counted here, from offsets.
pub fn json(folder: &Path, written: &str, unit: Unit) -> Vec<Found> {
    let report = parse(written);
    let mut all = Vec::new();
    for file in list(&report, "files") {
        let name = word(&file["file"]);
        let source = fs::read_to_string(folder.join(&name)).unwrap();
        let of_blocks = list(file, "blocks").flat_map(|block| list(block, "diagnostics"));
        for found in of_blocks.chain(list(file, "notes")) {
            let before = &source[..number(&found["span"]["start"]) as usize];
            let in_line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
            let column = match unit {
                Unit::CodePoint => in_line.chars().count(),
                Unit::Utf16 => in_line.encode_utf16().count(),
                Unit::Byte => in_line.len(),
            };
            let line = before.matches('\n').count() as u64 + 1;
            if unit == Unit::CodePoint {
                assert_eq!((number(&found["line"]), number(&found["column"])), (line, column as u64 + 1));
            }
            all.push(Found {
                file: name.clone(),
                line,
                column: column as u64 + 1,
                rule: word(&found["rule"]),
                severity: word(&found["severity"]),
                message: shown(&word(&found["message"])),
            });
        }
    }
    all
}

/// Reads `warning[score-form]: the score …` and the place `a.md:4:11`.
fn headed(head: &str, place: &str) -> Found {
    let (severity, rest) = head.split_once('[').expect("a rule");
    let (rule, message) = rest.split_once("]: ").expect("a message");
    let mut place = place.rsplitn(3, ':');
    let (column, line) = (place.next().expect("a column"), place.next().expect("a line"));
    Found {
        file: place.next().expect("a file").to_owned(),
        line: line.parse().expect("a line"),
        column: column.parse().expect("a column"),
        rule: rule.to_owned(),
        severity: severity.to_owned(),
        message: shown(message),
    }
}

fn human(written: &str) -> Vec<Found> {
    let is_head = |line: &&str| ["error[", "warning[", "info["].iter().any(|head| line.starts_with(head));
    let mut lines = written.lines();
    let mut found = Vec::new();
    while let Some(head) = lines.by_ref().find(is_head) {
        let place = lines.next().and_then(|line| line.trim_start().strip_prefix("--> "));
        found.push(headed(head, place.expect("a place")));
    }
    found
}

fn sarif(written: &str) -> Vec<Found> {
    let log = parse(written);
    let found = |result: &Value| {
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uriBaseId"], "%SRCROOT%");
        let region = &place["region"];
        let message = word(&result["message"]["text"]);
        Found {
            file: decoded(&word(&place["artifactLocation"]["uri"])),
            line: number(&region["startLine"]),
            column: number(&region["startColumn"]),
            rule: word(&result["ruleId"]),
            severity: word(&result["level"]).replace("note", "info"),
            message: shown(&message.replace("\\[", "[").replace("\\]", "]").replace("\\\\", "\\")),
        }
    };
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    list(run, "results").map(found).collect()
}

/// Undoes the escapes of a URI, or of a command of GitHub's runner.
fn decoded(escaped: &str) -> String {
    percent_encoding::percent_decode_str(escaped).decode_utf8().expect("UTF-8").into_owned()
}

fn junit(written: &str) -> Vec<Found> {
    let document = roxmltree::Document::parse(written).expect("XML");
    let mut found = Vec::new();
    for case in document.descendants().filter(|node| node.has_tag_name("testcase")) {
        let words =
            case.children().find(|node| node.has_tag_name("failure") || node.has_tag_name("system-out"));
        let Some(words) = words else { continue };
        let mut lines = words.text().expect("words").lines();
        let (head, place) = (lines.next().expect("a head"), lines.next().expect("a place"));
        let read = headed(head, place.strip_prefix("at ").expect("a place"));
        assert_eq!(words.has_tag_name("failure"), read.severity == "error");
        assert_eq!(case.attribute("file"), Some(read.file.as_str()));
        assert_eq!(case.attribute("line"), Some(read.line.to_string().as_str()));
        found.push(read);
    }
    found
}

/// Reads as GitHub's runner does: the command, its properties, and behind the next `::` the message.
fn github(written: &str) -> Vec<Found> {
    let command = |line: &str| {
        let (head, message) = line.strip_prefix("::")?.split_once("::")?;
        let (severity, properties) = head.split_once(' ')?;
        let property = |name: &str| {
            let mut pairs = properties.split(',').filter_map(|pair| pair.split_once('='));
            decoded(pairs.find(|(key, _)| *key == name).expect("a property").1)
        };
        Some(Found {
            file: property("file"),
            line: property("line").parse().expect("a line"),
            column: property("col").parse().expect("a column"),
            rule: property("title"),
            severity: severity.replace("notice", "info"),
            message: shown(decoded(message).lines().next().expect("a message")),
        })
    };
    written.lines().filter_map(command).collect()
}

fn gitlab(written: &str) -> Vec<Found> {
    let found = |issue: &Value| {
        let begin = &issue["location"]["positions"]["begin"];
        let severity = match issue["severity"].as_str() {
            Some("critical") => "error",
            Some("minor") => "warning",
            _ => "info",
        };
        Found {
            file: word(&issue["location"]["path"]),
            line: number(&begin["line"]),
            column: number(&begin["column"]),
            rule: word(&issue["check_name"]),
            severity: severity.to_owned(),
            message: shown(&word(&issue["description"])),
        }
    };
    parse(written).as_array().expect("a list").iter().map(found).collect()
}

fn rdjson(written: &str) -> Vec<Found> {
    let report = parse(written);
    let found = |diagnostic: &Value| {
        let start = &diagnostic["location"]["range"]["start"];
        Found {
            file: word(&diagnostic["location"]["path"]),
            line: number(&start["line"]),
            column: number(&start["column"]),
            rule: word(&diagnostic["code"]["value"]),
            severity: word(&diagnostic["severity"]).to_lowercase(),
            message: shown(&word(&diagnostic["message"])),
        }
    };
    list(&report, "diagnostics").map(found).collect()
}

/// Reads the cells of the first table; those of a row end at a bar that is not escaped.
fn markdown(written: &str) -> Vec<Found> {
    let mut found = Vec::new();
    for row in written.lines().skip_while(|line| !line.starts_with("|---")).skip(1) {
        let Some(row) = row.strip_prefix("| ") else { break };
        let row = row.replace("\\|", "\0");
        let mut cells = row.split(" | ").map(|cell| cell.trim_end_matches(" |").replace('\0', "|"));
        let mut cell = || cells.next().expect("a cell");
        let severity = cell();
        let (place, rule, message) = (without_marks(&cell()), without_marks(&cell()), cell());
        // A quote within words keeps its marks; words that are all code had none, or other ones.
        let is_code = message.starts_with("``")
            || message.matches('`').count() == 2 && message.ends_with('`') && message.starts_with('`');
        let message = if is_code { without_marks(&message) } else { message };
        found.push(headed(&format!("{severity}[{rule}]: {message}"), &place));
    }
    found
}

fn without_marks(code: &str) -> String {
    let marks = code.chars().take_while(|character| *character == '`').count();
    let inner = &code[marks..code.len() - marks];
    inner.strip_prefix(' ').and_then(|inner| inner.strip_suffix(' ')).unwrap_or(inner).to_owned()
}

pub fn sarif_edits(written: &str, file: &str) -> Vec<Edit> {
    let log = parse(written);
    let results = list(&log["runs"][0], "results").filter(|result| result.get("fixes").is_some());
    let changes = results.map(|result| &result["fixes"][0]["artifactChanges"][0]);
    let of_file = changes.filter(|change| decoded(&word(&change["artifactLocation"]["uri"])) == file);
    let edit = |change: &Value| {
        let replacement = &change["replacements"][0];
        let at = |name: &str| number(&replacement["deletedRegion"][name]);
        Edit {
            start: (at("startLine"), at("startColumn")),
            end: (at("endLine"), at("endColumn")),
            insert: word(&replacement["insertedContent"]["text"]),
        }
    };
    of_file.map(edit).collect()
}

pub fn rdjson_edits(written: &str, file: &str) -> Vec<Edit> {
    let report = parse(written);
    let of_file = list(&report, "diagnostics").filter(|found| found["location"]["path"] == file);
    let suggestions = of_file.filter_map(|found| found.get("suggestions")?.get(0));
    let edit = |suggestion: &Value| {
        let at = |name: &str| {
            let place = &suggestion["range"][name];
            (number(&place["line"]), number(&place["column"]))
        };
        Edit { start: at("start"), end: at("end"), insert: word(&suggestion["text"]) }
    };
    suggestions.map(edit).collect()
}

/// Makes edits that don't overlap, from the last to the first.
pub fn apply(source: &str, mut edits: Vec<Edit>, unit: Unit) -> String {
    let offset = |(line, column): (u64, u64)| {
        let start: usize = source.split_inclusive('\n').take(line as usize - 1).map(str::len).sum();
        let mut left = column - 1;
        let mut at = start;
        for character in source[start..].chars() {
            if left == 0 {
                break;
            }
            left -= match unit {
                Unit::CodePoint => 1,
                Unit::Utf16 => character.len_utf16() as u64,
                Unit::Byte => character.len_utf8() as u64,
            };
            at += character.len_utf8();
        }
        at
    };
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.start));
    let mut edited = source.to_owned();
    for Edit { start, end, insert } in edits {
        edited.replace_range(offset(start)..offset(end), &insert);
    }
    edited
}
