//! Changes as `git diff` prints them, where the contract asks for hunks.

use super::{Hunk, Patch};

/// Whether a text holds the opener of a hunk: `@@ -1,2 +1,3 @@`.
pub(super) fn is_diff(text: &str) -> bool {
    lines(text).any(|line| Opener::read(line).is_some())
}

/// The changes, file by file; those in front of the first file's name are of no file.
pub(super) fn patches(text: &str) -> Vec<Patch> {
    let mut diff = Diff::default();
    lines(text).for_each(|line| diff.line(line));
    diff.patches
}

/// The lines, whichever breaks part them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let end = if text.contains('\n') { '\n' } else { '\r' };
    text.split_terminator(end).map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// `@@ -10,2 +10,3 @@ fn main()`.
struct Opener<'l> {
    start: u32,
    /// How many lines follow of the old and of the new.
    old: u32,
    new: u32,
    rest: &'l str,
}

impl<'l> Opener<'l> {
    fn read(line: &'l str) -> Option<Self> {
        let (range, rest) = line.strip_prefix("@@ ")?.split_once("@@")?;
        let mut sides = range.split_whitespace();
        let (start, old) = side(sides.next()?.strip_prefix('-')?)?;
        let (_, new) = side(sides.next()?.strip_prefix('+')?)?;
        Some(Self { start, old, new, rest: rest.trim() })
    }
}

/// `10,2`; one line where no count stands there.
fn side(written: &str) -> Option<(u32, u32)> {
    let (start, count) = written.split_once(',').unwrap_or((written, "1"));
    Some((start.parse().ok()?, count.parse().ok()?))
}

#[derive(Default)]
struct Diff {
    patches: Vec<Patch>,
    /// Lines of the hunk that are still to come; a line of code may look like the name of a file.
    old: u32,
    new: u32,
}

impl Diff {
    fn line(&mut self, line: &str) {
        if self.old == 0 && self.new == 0 && self.names_file(line) {
            return;
        }
        if let Some(opener) = Opener::read(line) {
            (self.old, self.new) = (opener.old, opener.new);
            let description = (!opener.rest.is_empty()).then(|| opener.rest.to_owned());
            self.push_hunk(Hunk { start_line: Some(opener.start), description, ..Hunk::default() });
            return;
        }
        let Some(hunk) = self.patches.last_mut().and_then(|patch| patch.hunks.last_mut()) else { return };
        let code = line.get(1..).unwrap_or_default();
        let (is_old, is_new) = match line.bytes().next() {
            Some(b'-') => (true, false),
            Some(b'+') => (false, true),
            Some(b' ') => (true, true),
            // An editor may have taken the blank from a line without words.
            None if self.old > 0 || self.new > 0 => (true, true),
            _ => return,
        };
        if is_old {
            hunk.old_lines.push(code.to_owned());
            self.old = self.old.saturating_sub(1);
        }
        if is_new {
            hunk.new_lines.push(code.to_owned());
            self.new = self.new.saturating_sub(1);
        }
    }

    fn names_file(&mut self, line: &str) -> bool {
        if let Some(old) = line.strip_prefix("--- ") {
            self.patches.push(Patch { file: file(old), hunks: Vec::new() });
            return true;
        }
        let Some(new) = line.strip_prefix("+++ ") else { return false };
        // A file that was deleted has its old name alone.
        match (self.patches.last_mut(), file(new)) {
            (Some(patch), Some(file)) => patch.file = Some(file),
            (None, file) => self.patches.push(Patch { file, hunks: Vec::new() }),
            (Some(_), None) => {}
        }
        true
    }

    fn push_hunk(&mut self, hunk: Hunk) {
        match self.patches.last_mut() {
            Some(patch) => patch.hunks.push(hunk),
            None => self.patches.push(Patch { file: None, hunks: vec![hunk] }),
        }
    }
}

/// `a/src/main.rs`, with a time behind a tab.
fn file(written: &str) -> Option<String> {
    let name = written.split('\t').next().unwrap_or_default().trim();
    let bare = ["a/", "b/"].iter().find_map(|side| name.strip_prefix(side)).unwrap_or(name);
    (!bare.is_empty() && bare != "/dev/null").then(|| bare.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{is_diff, patches};

    #[test]
    fn a_diff_is_read_file_by_file() {
        let diff = "diff --git a/a.rs b/a.rs\n--- a/a.rs\n+++ b/a.rs\n@@ -1,3 +1,3 @@ fn main()\n one\n--- two\n+++ 2\n three\n\
            --- /dev/null\n+++ b/b.rs\n@@ -0,0 +1 @@\n+new\n";
        assert!(is_diff(diff));
        let read: Vec<_> = patches(diff)
            .into_iter()
            .flat_map(|patch| {
                let file = patch.file;
                patch.hunks.into_iter().map(move |hunk| {
                    (
                        file.clone().unwrap_or_default(),
                        hunk.start_line,
                        hunk.old_lines.join("|"),
                        hunk.new_lines.join("|"),
                    )
                })
            })
            .collect();
        assert_eq!(
            read,
            [
                ("a.rs".to_owned(), Some(1), "one|-- two|three".to_owned(), "one|++ 2|three".to_owned()),
                ("b.rs".to_owned(), Some(0), String::new(), "new".to_owned()),
            ]
        );
    }

    #[test]
    fn other_texts_are_no_diff() {
        assert!(!is_diff("- one\n+ two\n@@ here @@"));
        assert!(patches("--- a\n").iter().all(|patch| patch.hunks.is_empty()));
    }
}
