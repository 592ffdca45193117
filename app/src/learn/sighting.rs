//! A label or a section, in all examples that have it.

use super::names::found;
use super::survey::{Content, Seen};

/// Where a part was seen.
pub(super) struct Sighting<'s> {
    pub key: &'s str,
    pub seen: Vec<&'s Seen>,
    pub all: usize,
}

impl Sighting<'_> {
    /// Returns the spelling that most examples have.
    pub fn written(&self) -> String {
        let count = |written: &str| self.seen.iter().filter(|seen| seen.written == written).count();
        let most = self.seen.iter().map(|seen| count(&seen.written)).max().unwrap_or_default();
        let first = self.seen.iter().find(|seen| count(&seen.written) == most);
        first.map(|seen| seen.written.clone()).unwrap_or_default()
    }

    pub fn is_in_all(&self) -> bool {
        self.seen.len() == self.all
    }

    pub fn contents(&self) -> impl Iterator<Item = &Content> {
        self.seen.iter().map(|seen| &seen.content).filter(|content| !matches!(content, Content::Nothing))
    }

    /// The values, if each is one line.
    pub fn lines(&self) -> Option<Vec<&str>> {
        fn line(content: &Content) -> Option<&str> {
            if let Content::Line(line) = content { Some(line) } else { None }
        }
        self.contents().map(line).collect()
    }

    /// `In 2 of 3: a date, as in …`.
    pub fn why(&self, choice: &str) -> String {
        found(self.seen.len(), self.all, choice)
    }
}
