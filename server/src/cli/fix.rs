//! Makes the fixes that a check proposes.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use app::diagnostic::Edit;
use app::fix::{apply, compatible};
use app::text::Text;
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
    let mut earlier: Vec<Vec<Edit>> = Vec::new();
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
        for edit in &edits {
            let offset =
                earlier.iter().rev().fold(edit.span.start, |offset, edits| before_edits(edits, offset));
            let line = original.position(offset).line;
            let rule = proposed().find(|(_, proposed)| *proposed == edit).map_or("", |(rule, _)| rule);
            fixed.edits.push(MadeEdit { line, rule, title: edit.title.clone() });
        }
        fixed.text = Text::new(next);
        earlier.push(edits);
    }
    fixed.edits.sort_by_key(|edit| edit.line);
    fixed
}

/// Returns the place that an offset had before some edits, which are in order of the text.
fn before_edits(edits: &[Edit], offset: u32) -> u32 {
    let mut added = 0_i64;
    for edit in edits {
        let start = i64::from(edit.span.start) + added;
        if i64::from(offset) < start {
            break;
        }
        if i64::from(offset) <= start + edit.insert.len() as i64 {
            return edit.span.start;
        }
        added += edit.insert.len() as i64 - i64::from(edit.span.len());
    }
    (i64::from(offset) - added).max(0) as u32
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
    use app::text::Span;

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
            assert_eq!(before_edits(&edits, after), before, "{after}");
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
