//! How the verdict is written, and whether it is written twice.

use std::sync::LazyLock;

use super::Found;
use super::find::in_heading;
use crate::diagnostic::{Diagnostic, Edit};
use crate::formats::review_report::Verdict;
use crate::formats::review_report::parse::Reader;
use crate::formats::review_report::rules::{
    AMBIGUOUS_VERDICT, CONFLICTING_VERDICT, LOOSE_QUALIFIER, UNKNOWN_VERDICT, VERDICT_PLACE, VERDICT_SPELLING,
};
use crate::formats::review_report::section_kind::SectionKind;
use crate::reading::{Lexicon, holds_placeholder, line_break, nearest, normal};

/// Verdicts of other conventions, with the nearest of the contract's.
pub(super) static OTHER_CONVENTIONS: LazyLock<Lexicon<&str>> = LazyLock::new(|| {
    Lexicon::of(&[
        ("pass, passed, lgtm, accepted, accept", "APPROVED"),
        ("fail, failed, rejected, reject, blocked", "NEEDS_CHANGES"),
    ])
});

impl Reader<'_, '_> {
    /// Reports deviations in the way that the verdict is written. Comes after the score is read, since the line that fixes
    /// the verdict must keep a score that is stated only there.
    pub fn report_verdict(&mut self, found: &Found, keeps_score: Option<u8>) {
        let sections = self.sections;
        let written = sections.read(found.word);
        if holds_placeholder(&written) {
            return;
        }
        if let Verdict::Other(word) = &found.verdict {
            // Which of two verdicts is meant is for the author to say.
            let (rule, message) = if found.is_ambiguous {
                (&AMBIGUOUS_VERDICT, format!("`{word}` says both verdicts"))
            } else {
                (&UNKNOWN_VERDICT, format!("unknown verdict `{word}`"))
            };
            let unknown = Diagnostic::new(rule, found.word, message).field("verdict");
            let unknown = unknown.expected("`APPROVED` or `NEEDS_CHANGES`").found(word.as_str());
            // A comment behind the word may take an approval back.
            let near = near(word).filter(|near| found.rest.is_empty() || *near != "APPROVED");
            self.sink.report(match near.filter(|_| !found.is_ambiguous) {
                Some(near) => unknown.fix(format!("Write `{near}`"), found.word, near),
                None => unknown,
            });
            return;
        }
        let mut deviations = Vec::new();
        let (verdict, written) = (found.verdict.as_str(), written.trim());
        if sections.read(found.word) != verdict {
            let message = format!("the verdict `{verdict}` is written `{}`", written.replace('`', ""));
            let spelling = Diagnostic::new(&VERDICT_SPELLING, found.word, message);
            deviations.push(spelling.field("verdict").expected(verdict).found(written));
        }
        deviations.extend(found.stated.misplaced(&VERDICT_PLACE, SectionKind::Verdict));
        let rest = sections.read(found.rest);
        let is_bracketed = rest.starts_with('(') && rest.ends_with(')');
        let loose =
            |message: &str| Diagnostic::new(&LOOSE_QUALIFIER, found.rest, message).field("verdictQualifier");
        if !rest.is_empty() && !is_bracketed {
            deviations.push(loose("what follows the verdict is not in parentheses").found(rest.trim()));
        } else if keeps_score.is_some() && found.qualifier.is_none() {
            deviations.push(loose("a score is in the place of the qualifier"));
        }
        let fix = self.fixed_line(found, keeps_score);
        for deviation in deviations {
            self.sink.report(Diagnostic { fix: fix.clone(), ..deviation });
        }
    }

    /// The edit that writes the verdict as a heading, where that changes nothing else.
    fn fixed_line(&self, found: &Found, keeps_score: Option<u8>) -> Option<Edit> {
        let sections = self.sections;
        // What was struck out is for its author to take away.
        let is_struck = sections.read(found.stated.line).contains("~~");
        if is_struck || !found.stated.may_be_heading(sections, self.sink) {
            return None;
        }
        let qualifier = found.qualifier.as_ref().map(|qualifier| format!(" ({qualifier})"));
        let heading = format!("## Verdict: {}{}", found.verdict.as_str(), qualifier.unwrap_or_default());
        let title = format!("Write `{heading}`");
        let score = keeps_score.map(|score| format!("{}## Score: {score}%", line_break(sections.text)));
        Some(Edit { span: found.stated.line, insert: heading + score.as_deref().unwrap_or_default(), title })
    }

    /// Reports a second verdict that differs.
    pub fn report_other_verdicts(&mut self, stated: &Found) {
        let sections = self.sections;
        for named in sections.of_kind(SectionKind::Verdict) {
            if sections.heading_line(&named.section).overlaps(stated.stated.line) {
                continue;
            }
            let Some(other) = in_heading(sections, named) else { continue };
            if other.is_known() && stated.is_known() && other.verdict != stated.verdict {
                let message =
                    format!("says `{}`, and above `{}`", other.verdict.as_str(), stated.verdict.as_str());
                let conflict = Diagnostic::new(&CONFLICTING_VERDICT, other.word, message).field("verdict");
                self.sink.report(conflict.related(stated.word, "the verdict that is read"));
            }
        }
    }
}

/// The verdict of another convention, or the one that was misspelled by a letter or two.
fn near(word: &str) -> Option<&'static str> {
    OTHER_CONVENTIONS.meaning(word).or_else(|| {
        nearest(word, &["APPROVED", "NEEDS_CHANGES"]).filter(|near| {
            let known = normal(near);
            strsim::levenshtein(&normal(word), &known) * 5 <= known.len()
        })
    })
}
