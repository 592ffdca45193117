//! The file that a row names, and the lines that are beside it in its cell.

use super::table::FindingsTable;
use crate::format::prelude::*;
use crate::formats::review_report::columns::{FILE, LINE};
use crate::formats::review_report::rules::{LINE_IN_FILE, MISSING_FILE};
use crate::formats::review_report::{Finding, Lines};
use crate::markdown::Row;
use crate::reading::{is_none, line_numbers, linked, location, unquoted};

impl FindingsTable<'_, '_> {
    /// Reads the file of the cell, and its lines where they are in it.
    pub fn read_file(&self, row: &Row, path: FieldPath, finding: &mut Finding, sink: &mut Sink) {
        let sections = self.sections;
        let cell = self.cell(row, FILE).filter(|cell| !cell.is_empty());
        let Some(cell) = cell.filter(|cell| !is_none(sections.text.slice(*cell))) else {
            if self.columns.place(FILE).is_some() {
                let place = cell.unwrap_or(row.span);
                let missing = Diagnostic::new(&MISSING_FILE, place, "the finding names no file");
                sink.report(missing.field(path));
            }
            return;
        };
        sink.field(path, cell);
        let plain = unquoted(&sections.cell(cell));
        let (written, target) =
            linked(&plain).map_or((plain.as_str(), None), |(words, to)| (words, Some(to)));
        let Some((file, lines)) = file_and_lines(written) else {
            finding.line = target.and_then(|target| location(target).lines).map(Lines::from);
            finding.file = Some(written.to_owned());
            return;
        };
        let found = Diagnostic::new(&LINE_IN_FILE, cell, "the file's cell holds a line number");
        let found = found.field(path).found(written);
        let moved = self.cell(row, LINE).and_then(|beside| self.move_lines(cell, &file, beside, lines));
        sink.report(match moved {
            Some((span, insert)) => found.fix("Leave the line to its column", span, insert),
            None => found,
        });
        let behind = written.split_once(&file).map(|(_, behind)| behind).unwrap_or_default();
        let is_other =
            |word: &str| line_number(word).is_some_and(|line| line != lines.start && line != lines.end);
        let names_more = behind.split(|edge: char| !edge.is_alphanumeric()).any(is_other);
        finding.line_as_written = names_more.then(|| written.to_owned());
        (finding.file, finding.line) = (Some(file), Some(lines));
    }

    /// The edit that leaves the file alone in its cell; its lines are in the cell of the next column, or are put there
    /// where it is empty.
    fn move_lines(&self, cell: Span, file: &str, line_cell: Span, lines: Lines) -> Option<(Span, String)> {
        let (before, behind) = self.sections.text.slice(cell).split_once(file)?;
        // Of other marks an edit would leave one without the other.
        let is_marked = matches!(before, "" | "`") && behind.matches('`').count() == before.len();
        if !is_marked || !says_lines_alone(behind, lines) {
            return None;
        }
        let alone = format!("{before}{file}{before}");
        let stated = self.sections.read(line_cell);
        if !stated.is_empty() && !is_none(&stated) {
            let is_same = line_numbers(&stated).is_some_and(|read| read.spans == [(lines.start, lines.end)]);
            return is_same.then_some((cell, alone));
        }
        let source = self.sections.text.source();
        let is_next = Span::new(cell.end, line_cell.start.max(cell.end)).slice(source).trim() == "|";
        let room = source.get(line_cell.end as usize..)?.find('|')? as u32;
        is_next.then(|| (Span::new(cell.start, line_cell.end + room), format!("{alone} | {lines} ")))
    }
}

/// `src/a.rs:12`, and `Dockerfile:3`, which only the column makes a file.
fn file_and_lines(written: &str) -> Option<(String, Lines)> {
    // Most cells name no line.
    if !written.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let place = location(written);
    let begins_cell = |file: &String| {
        file.len() < written.len() && written.trim_start_matches('`').starts_with(file.as_str())
    };
    if let (Some(file), Some(lines)) = (place.file.filter(begins_cell), place.lines) {
        return Some((file, lines.into()));
    }
    let (file, lines) = written.rsplit_once(':')?;
    let is_name =
        file.contains(char::is_alphabetic) && !file.contains("://") && !file.contains(char::is_whitespace);
    let is_number = lines.chars().all(|sign| sign.is_ascii_digit() || matches!(sign, '-' | '–'));
    let lines = line_numbers(lines).filter(|_| is_name && is_number)?.spans.first().copied()?;
    Some((file.to_owned(), lines.into()))
}

fn line_number(word: &str) -> Option<u32> {
    word.trim_start_matches(['L', 'l']).parse().ok()
}

/// Whether `:12`, `#L12-L14` or ` (line 12)` names these lines and nothing else, such as a column.
fn says_lines_alone(behind: &str, lines: Lines) -> bool {
    let is_mark = |sign: char| sign.is_ascii_alphanumeric() || ":#-–() `".contains(sign);
    let words = behind.split(|edge: char| !edge.is_alphanumeric());
    let words = words.filter(|word| !matches!(*word, "" | "line" | "lines" | "Line" | "Lines"));
    let stated: Vec<Option<u32>> = words.map(line_number).collect();
    let (start, end) = (Some(lines.start), Some(lines.end));
    (stated == [start, end] || (start == end && stated == [start])) && behind.chars().all(is_mark)
}
