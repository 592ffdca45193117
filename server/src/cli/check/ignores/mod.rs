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
use comment::{Comment, MARK};
use stripped::Stripped;

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
        let marks = memmem::find_iter(text.source().as_bytes(), MARK);
        let mut comments: Vec<Comment> = marks.filter_map(|at| Comment::around(text, at as u32)).collect();
        comments.dedup_by_key(|comment| comment.cut);
        if comments.is_empty() {
            return Self::default();
        }
        let cuts = comments.iter().map(|comment| comment.cut).collect();
        let stripped = Some(Stripped::of(text, cuts));
        let ignores = comments.into_iter().flat_map(|Comment { rules, covers, .. }| {
            let ignore =
                move |(rule, place)| Ignore { rule, place, covers, was_used: AtomicBool::new(false) };
            rules.into_iter().map(ignore)
        });
        Self { ignores: ignores.collect(), stripped }
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
