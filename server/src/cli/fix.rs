//! Makes the fixes that a check proposes.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use app::diagnostic::Edit;
use app::fix::{apply, compatible};
use app::text::{Span, Text};
use serde::Serialize;
use similar::{Algorithm, TextDiff};
use tempfile::NamedTempFile;

use super::check::Reading;

/// Edits that overlap wait for the next round.
const ROUNDS: usize = 10;
/// A difference that is not found sooner is a coarser one.
const LONGEST: Duration = Duration::from_secs(2);

/// A text with its fixes made.
pub(super) struct Fixed {
    pub text: Text,
    pub edits: Vec<MadeEdit>,
    /// How many issues there are less than before: one edit may fix several.
    pub count: u32,
}

/// An edit that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct MadeEdit {
    /// In the text as it was.
    pub line: u32,
    pub rule: &'static str,
    pub title: String,
}

/// Makes all fixes of a text, and those that are proposed once these are made.
///
/// With a forced format there is one round, as the fixed text may be recognized as another.
pub(super) fn fix(original: &Text, reading: &Reading) -> Fixed {
    let rounds = if reading.read_as.is_none() { ROUNDS } else { 1 };
    let mut fixed = Fixed { text: original.clone(), edits: Vec::new(), count: 0 };
    let mut earlier: Vec<Vec<(Span, Span)>> = Vec::new();
    let mut before = None;
    for round in 0..=rounds {
        let found = reading.read(&fixed.text);
        let count = found.diagnostics().count() as u32;
        fixed.count = before.get_or_insert(count).saturating_sub(count);
        if round == rounds {
            break;
        }
        let proposed = || found.diagnostics().filter_map(|found| Some((found.rule.id, found.fix.as_ref()?)));
        let source = fixed.text.source();
        let edits = compatible(source, proposed().map(|(_, edit)| edit.clone()).collect());
        let next = apply(source, &edits);
        if next == source {
            break;
        }
        // Of several edits at one place, the first is made.
        let mut rules = HashMap::new();
        for (rule, edit) in proposed() {
            rules.entry(edit.span).or_insert(rule);
        }
        for edit in &edits {
            let offset =
                earlier.iter().rev().fold(edit.span.start, |offset, moved| before_edits(moved, offset));
            let line = original.position(offset).line;
            let rule = rules.get(&edit.span).copied().unwrap_or_default();
            fixed.edits.push(MadeEdit { line, rule, title: edit.title.clone() });
        }
        fixed.text = Text::new(next);
        earlier.push(moved(&edits));
    }
    fixed.edits.sort_by_key(|edit| edit.line);
    fixed
}

/// Returns what each edit replaces, and where its words are once all are made. They are in order of the text.
fn moved(edits: &[Edit]) -> Vec<(Span, Span)> {
    let (mut before_end, mut after_end) = (0, 0);
    let places = edits.iter().map(|edit| {
        let start = after_end + (edit.span.start - before_end);
        (before_end, after_end) = (edit.span.end, start + edit.insert.len() as u32);
        (edit.span, Span::new(start, after_end))
    });
    places.collect()
}

/// Returns the place that an offset had before the edits that moved it.
fn before_edits(moved: &[(Span, Span)], offset: u32) -> u32 {
    let (behind, others) = moved.split_at(moved.partition_point(|(_, after)| after.end < offset));
    match (others.first(), behind.last()) {
        (Some((before, after)), _) if after.start <= offset => before.start,
        (_, Some((before, after))) => before.end + (offset - after.end),
        (_, None) => offset,
    }
}

/// Returns the difference as `git apply` and `patch -p1` take it; empty if there is none.
pub(super) fn diff(name: &str, before: &Text, after: &Text) -> String {
    if before.source() == after.source() {
        return String::new();
    }
    let mut config = TextDiff::configure();
    let diff =
        config.algorithm(Algorithm::Myers).timeout(LONGEST).diff_lines(before.source(), after.source());
    let name = name.strip_prefix("./").unwrap_or(name);
    let (old, new) = match Path::new(name).is_absolute() {
        true => (name.to_owned(), name.to_owned()),
        false => (format!("a/{name}"), format!("b/{name}")),
    };
    diff.unified_diff().header(&old, &new).to_string()
}

/// Writes a file by renaming a new one, so that readers never see half of the text.
pub(super) fn write(path: &Path, source: &str) -> std::io::Result<()> {
    // Replaces the target of a link, not the link.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut beside = NamedTempFile::new_in(folder)?;
    beside.write_all(source.as_bytes())?;
    match fs::metadata(&path) {
        Ok(known) => beside.as_file().set_permissions(known.permissions())?,
        Err(_) => readable_by_all(beside.as_file())?,
    }
    beside.as_file().sync_all()?;
    beside.persist(&path)?;
    Ok(())
}

/// A new file is readable as any file is; a temporary one is its owner's alone.
fn readable_by_all(file: &fs::File) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o644))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_found_before_edits() {
        let edit = |start, end, insert: &str| Edit {
            span: Span::new(start, end),
            insert: insert.to_owned(),
            title: String::new(),
        };
        let edits = [edit(2, 4, "xyz"), edit(6, 6, "!")];
        for (after, before) in [(0, 0), (1, 1), (2, 2), (4, 2), (6, 5), (7, 6), (9, 7)] {
            assert_eq!(before_edits(&moved(&edits), after), before, "{after}");
        }
    }

    #[test]
    fn a_difference_can_be_applied() {
        let (before, after) = (Text::new("one\ntwo\n"), Text::new("one\n2\n"));
        let expected = "--- a/x.md\n+++ b/x.md\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n";
        assert_eq!(diff("./x.md", &before, &after), expected);
        assert_eq!(diff("x.md", &before, &before), "");
    }
}
