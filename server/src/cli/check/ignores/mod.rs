//! Comments that ignore rules, as in `<!-- harmony-ignore score-form: the scale of this team -->`.
//!
//! They are taken out of the text before any format reads it, so that a comment never changes what is recognized. What
//! was found is then put back to its place in the text with the comments.

mod comment;
mod stripped;

use std::sync::atomic::{AtomicBool, Ordering};

use app::diagnostic::Diagnostic;
use app::format::Parsed;
use app::markdown::Outline;
use app::text::{Span, Text};
use memchr::memmem;

use super::rules::{self, UNUSED_IGNORE};
use comment::{Comment, MARK, Reach, below};
use stripped::Stripped;

/// The most comments of a text, and the most rules that they name. Further comments are text.
const MOST: usize = 1_000;

/// The comments of a text.
#[derive(Debug, Default)]
pub(in crate::cli) struct Ignores {
    ignores: Vec<Ignore>,
    stripped: Option<Stripped>,
}

/// A rule that a comment names.
#[derive(Debug)]
struct Ignore {
    rule: String,
    /// The name of the rule in the comment.
    place: Span,
    /// Where its issues are ignored.
    covers: Span,
    was_used: AtomicBool,
}

impl Ignores {
    pub fn of(text: &Text) -> Self {
        let lines = text.lines();
        let marks = memmem::find_iter(text.source().as_bytes(), MARK).map(|at| at as u32);
        let mut last_of_lines: Vec<u32> = Vec::new();
        for mark in marks {
            match last_of_lines.last_mut() {
                Some(last) if lines.line_of(*last) == lines.line_of(mark) => *last = mark,
                _ => last_of_lines.push(mark),
            }
        }
        let comments = last_of_lines.into_iter().filter_map(|mark| Comment::around(text, mark));
        let comments: Vec<Comment> = comments.take(MOST).collect();
        if comments.is_empty() {
            return Self::default();
        }
        let cuts = comments.iter().map(|comment| comment.cut).collect();
        let stripped = Some(Stripped::of(text, cuts));
        let mut ignores = Vec::new();
        let mut next = None;
        for Comment { rules, reach, line, .. } in comments.into_iter().rev() {
            let covers = match reach {
                Reach::Text => Span::new(0, text.span().end + 1),
                Reach::Line => lines.line(line),
                Reach::Below => below(text, line, next),
            };
            if reach == Reach::Below {
                next = Some((line, covers));
            }
            let ignore = |(rule, place)| Ignore { rule, place, covers, was_used: AtomicBool::new(false) };
            ignores.extend(rules.into_iter().map(ignore));
        }
        ignores.sort_by_key(|ignore| ignore.place);
        ignores.truncate(MOST);
        Self { ignores, stripped }
    }

    /// Returns the text as formats read it.
    pub fn stripped<'t>(&'t self, text: &'t Text) -> &'t Text {
        self.stripped.as_ref().map_or(text, |stripped| &stripped.text)
    }

    /// Moves a block to its place in the text with the comments.
    pub fn put_back(&self, block: &mut Parsed) {
        let Some(stripped) = &self.stripped else { return };
        block.span = stripped.place(block.span);
        for found in &mut block.diagnostics {
            stripped.put_back(found);
        }
    }

    /// Moves an issue to its place in the text with the comments.
    pub fn put_back_issue(&self, found: &mut Diagnostic) {
        if let Some(stripped) = &self.stripped {
            stripped.put_back(found);
        }
    }

    /// Returns whether no comment ignores an issue.
    pub fn keep(&self, found: &Diagnostic) -> bool {
        let at = found.span.start;
        let mut kept = true;
        for ignore in self.ignores.iter().filter(|ignore| ignore.rule == found.rule.id) {
            if ignore.covers.start <= at && at < ignore.covers.end {
                ignore.was_used.store(true, Ordering::Relaxed);
                kept = false;
            }
        }
        kept
    }

    /// Reports the comments that ignore nothing, except for those in a code fence.
    pub fn unused(&self, text: &Text) -> Vec<Diagnostic> {
        let is_unused = |ignore: &&Ignore| !ignore.was_used.load(Ordering::Relaxed);
        let mut unused = self.ignores.iter().filter(is_unused).peekable();
        if unused.peek().is_none() {
            return Vec::new();
        }
        let outline = Outline::of(text);
        let report = |ignore: &Ignore| {
            let message = rules::unknown(&ignore.rule)
                .unwrap_or_else(|| format!("this comment ignores no issue of `{}`", ignore.rule));
            Diagnostic::new(&UNUSED_IGNORE, ignore.place, message)
        };
        unused.filter(|ignore| !outline.is_fenced(ignore.place.start)).map(report).collect()
    }
}

#[cfg(test)]
mod tests {
    use app::catalog::Catalog;
    use app::scan::Blocks;

    use super::*;

    /// What is read in a text, without the places: the values, and each issue with the words that it is about.
    fn read(source: &str) -> Vec<(String, Vec<(&'static str, String)>)> {
        let text = Text::new(source);
        let ignores = Ignores::of(&text);
        let mut blocks = Blocks::of(ignores.stripped(&text), None).read_all();
        blocks.iter_mut().for_each(|block| ignores.put_back(block));
        let issue = |found: &Diagnostic| (found.rule.id, text.slice(found.span).to_owned());
        let block = |block: &Parsed| {
            (block.value.json().to_string(), block.diagnostics.iter().map(issue).collect::<Vec<_>>())
        };
        blocks.iter().map(block).collect()
    }

    #[test]
    fn a_comment_changes_nothing_wherever_it_is() {
        const LINE: &str = "<!-- harmony-ignore some-rule: not here -->\n";
        let without = |words: &str| words.replace(LINE, "").replace(LINE.trim_end(), "");
        for spec in Catalog::current().specs() {
            // An example that deviates, so that there is an issue.
            let example = format!("{}\n", spec.example.trim_end().replace("##", "###"));
            let plain = read(&example);
            for (at, _) in example.match_indices('\n') {
                let (before, after) = example.split_at(at + 1);
                let mut read = read(&format!("{before}{LINE}{after}"));
                for (_, words) in read.iter_mut().flat_map(|(_, issues)| issues) {
                    *words = without(words);
                }
                assert_eq!(read, plain, "{} at {at}", spec.name);
            }
        }
    }

    #[test]
    fn a_comment_covers_its_line_or_the_lines_below() {
        let check = |source: &str, covered: &str| {
            let text = Text::new(source);
            let ignores = Ignores::of(&text);
            let covers: Vec<&str> = ignores.ignores.iter().map(|ignore| text.slice(ignore.covers)).collect();
            assert_eq!(covers, [covered], "{source}");
        };
        check("a\n<!-- harmony-ignore x: why -->\nb\nc\n\nd\n", "b\nc\n");
        check("a\n<!--harmony-ignore x-->\n\n\nb\n", "b\n");
        check("a <!-- harmony-ignore x -->\nb\n", "a <!-- harmony-ignore x -->\n");
        check("> <!-- harmony-ignore x -->\n> b\n>\n> c\n", "> b\n");
        check("<!-- harmony-ignore x -->", "");
        let two = "<!-- harmony-ignore x -->\n\n<!-- harmony-ignore y -->\nb\n";
        let text = Text::new(two);
        let ignores = Ignores::of(&text);
        assert!(ignores.ignores.iter().all(|ignore| text.slice(ignore.covers) == "b\n"));
    }

    #[test]
    fn other_comments_are_text() {
        for source in [
            "<!-- harmony-ignored x -->\n",
            "<!-- harmony-ignore -->\n",
            "harmony-ignore x -->\n",
            "<!-- harmony-ignore x --> and more\n",
            "{\"a\": \"<!-- harmony-ignore x -->\"}\n",
            "<!-- a harmony-ignore x -->\n",
            "<!-- harmony-ignore x\n-->\n",
        ] {
            let ignores = Ignores::of(&Text::new(source));
            assert!(ignores.ignores.is_empty(), "{source}");
        }
    }
}
