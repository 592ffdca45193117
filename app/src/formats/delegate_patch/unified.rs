//! Changes as `git diff` prints them, where the contract asks for hunks.

use super::{Hunk, Patch};

/// Whether a text holds the opener of a hunk: `@@ -1,2 +1,3 @@`.
pub(super) fn is_diff(text: &str) -> bool {
    lines(text).any(|line| Opener::read(line).is_some())
}

/// The changes, file by file; those in front of the first file's name are of no file.
fn patches(text: &str) -> Vec<Patch> {
    let code = |line: &str| line.get(1..).unwrap_or_default().to_owned();
    let hunk = |changed: Changed<&str>| {
        let opener = Opener::read(changed.opener);
        Hunk {
            start_line: opener.as_ref().map(|opener| opener.start),
            old_lines: changed.old.into_iter().map(code).collect(),
            new_lines: changed.new.into_iter().map(code).collect(),
            description: opener.and_then(|opener| opener.description()).map(str::to_owned),
            ..Hunk::default()
        }
    };
    let files = changes(lines(text), |line| line);
    let patch = |File { name, hunks }: File<&str>| Patch {
        file: name.and_then(file).map(str::to_owned),
        hunks: hunks.into_iter().map(hunk).collect(),
    };
    files.into_iter().map(patch).collect()
}

/// Reads diffs in the place of a patch, which may change several files, or of its hunks.
pub(super) fn read_diffs(patch: Patch) -> Vec<Patch> {
    if patch.hunks.is_empty()
        && let Some(diff) = patch.file.as_deref().filter(|file| is_diff(file))
    {
        return patches(diff);
    }
    let mut read = Patch { file: patch.file, hunks: Vec::new() };
    for hunk in patch.hunks {
        let is_text = hunk == Hunk { description: hunk.description.clone(), ..Hunk::default() };
        match hunk.description.as_deref().filter(|text| is_text && is_diff(text)) {
            Some(diff) => {
                for patch in patches(diff) {
                    read.file = read.file.or(patch.file);
                    read.hunks.extend(patch.hunks);
                }
            }
            None => read.hunks.push(hunk),
        }
    }
    vec![read]
}

/// The lines, whichever breaks part them.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let end = if text.contains('\n') { '\n' } else { '\r' };
    text.split_terminator(end).map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// `@@ -10,2 +10,3 @@ fn main()`.
pub(super) struct Opener<'l> {
    /// As it is written.
    pub start_as_written: &'l str,
    start: u32,
    /// How many lines follow of the old and of the new.
    old: u32,
    new: u32,
    rest: &'l str,
}

impl<'l> Opener<'l> {
    pub fn read(line: &'l str) -> Option<Self> {
        let (range, rest) = line.strip_prefix("@@ ")?.split_once("@@")?;
        let mut sides = range.split_whitespace();
        let before = sides.next()?.strip_prefix('-')?;
        let (start, old) = side(before)?;
        let (_, new) = side(sides.next()?.strip_prefix('+')?)?;
        let start_as_written = before.split(',').next().unwrap_or(before);
        Some(Self { start_as_written, start, old, new, rest: rest.trim() })
    }

    /// What git prints behind the place: the function around it.
    pub fn description(&self) -> Option<&'l str> {
        (!self.rest.is_empty()).then_some(self.rest)
    }
}

/// Parses `10,2`; without a count it is one line.
fn side(written: &str) -> Option<(u32, u32)> {
    let (start, count) = written.split_once(',').unwrap_or((written, "1"));
    Some((start.parse().ok()?, count.parse().ok()?))
}

/// The changes to a file, by their lines.
pub(super) struct File<L> {
    /// The line that names it last.
    pub name: Option<L>,
    pub hunks: Vec<Changed<L>>,
}

/// The lines of a hunk, with the marks in front.
pub(super) struct Changed<L> {
    pub opener: L,
    pub old: Vec<L>,
    pub new: Vec<L>,
}

/// The changes, file by file.
pub(super) fn changes<'t, L: Copy>(
    lines: impl Iterator<Item = L>,
    written: impl Fn(L) -> &'t str,
) -> Vec<File<L>> {
    let mut diff = Diff { files: Vec::new(), old: 0, new: 0 };
    lines.for_each(|line| diff.line(line, written(line)));
    diff.files
}

struct Diff<L> {
    files: Vec<File<L>>,
    /// Lines of the hunk that are still to come; a line of code may look like the name of a file.
    old: u32,
    new: u32,
}

impl<L: Copy> Diff<L> {
    fn line(&mut self, line: L, written: &str) {
        if self.old == 0 && self.new == 0 && self.names_file(line, written) {
            return;
        }
        if let Some(opener) = Opener::read(written) {
            (self.old, self.new) = (opener.old, opener.new);
            self.push_hunk(Changed { opener: line, old: Vec::new(), new: Vec::new() });
            return;
        }
        let Some(hunk) = self.files.last_mut().and_then(|file| file.hunks.last_mut()) else { return };
        let (is_old, is_new) = match written.bytes().next() {
            Some(b'-') => (true, false),
            Some(b'+') => (false, true),
            Some(b' ') => (true, true),
            // An editor may have taken the blank from a line without words.
            None if self.old > 0 || self.new > 0 => (true, true),
            _ => return,
        };
        if is_old {
            hunk.old.push(line);
            self.old = self.old.saturating_sub(1);
        }
        if is_new {
            hunk.new.push(line);
            self.new = self.new.saturating_sub(1);
        }
    }

    fn names_file(&mut self, line: L, written: &str) -> bool {
        if let Some(old) = written.strip_prefix("--- ") {
            let name = file(old).map(|_| line);
            self.files.push(File { name, hunks: Vec::new() });
            return true;
        }
        let Some(new) = written.strip_prefix("+++ ") else { return false };
        // A file that was deleted has its old name alone.
        let name = file(new).map(|_| line);
        match (self.files.last_mut(), name) {
            (Some(file), Some(name)) => file.name = Some(name),
            (None, name) => self.files.push(File { name, hunks: Vec::new() }),
            (Some(_), None) => {}
        }
        true
    }

    fn push_hunk(&mut self, hunk: Changed<L>) {
        match self.files.last_mut() {
            Some(file) => file.hunks.push(hunk),
            None => self.files.push(File { name: None, hunks: vec![hunk] }),
        }
    }
}

/// `a/src/main.rs` of a line that names it or of the rest of one, with a time behind a tab.
pub(super) fn file(written: &str) -> Option<&str> {
    let name = ["--- ", "+++ "].iter().find_map(|mark| written.strip_prefix(mark)).unwrap_or(written);
    let name = name.split('\t').next().unwrap_or_default().trim();
    let bare = ["a/", "b/"].iter().find_map(|side| name.strip_prefix(side)).unwrap_or(name);
    (!bare.is_empty() && bare != "/dev/null").then_some(bare)
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
