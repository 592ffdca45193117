//! How the verdict is written, and whether it is written twice.

use super::find::in_heading;
use super::{Found, Place};
use crate::diagnostic::{Diagnostic, Sink};
use crate::formats::review_report::Verdict;
use crate::formats::review_report::layout::Layout;
use crate::formats::review_report::part::Part;
use crate::formats::review_report::rules::{
    AMBIGUOUS_VERDICT, CONFLICTING_VERDICT, LOOSE_QUALIFIER, UNKNOWN_VERDICT, VERDICT_PLACE, VERDICT_SPELLING,
};
use crate::reading::{edit_distance, line_break, nearest, normal};

/// Verdicts of other conventions, with what they come nearest to.
const NEAR: &[(&str, &str)] = &[
    ("pass", "APPROVED"),
    ("passed", "APPROVED"),
    ("lgtm", "APPROVED"),
    ("accepted", "APPROVED"),
    ("accept", "APPROVED"),
    ("fail", "NEEDS_CHANGES"),
    ("failed", "NEEDS_CHANGES"),
    ("rejected", "NEEDS_CHANGES"),
    ("reject", "NEEDS_CHANGES"),
    ("blocked", "NEEDS_CHANGES"),
];

/// What deviates in the way that the verdict is written. Comes after the score is read, since the line that
/// fixes the verdict must keep a score that stands only there.
pub(in crate::formats::review_report) fn deviations(
    layout: &Layout<'_>,
    found: &Found,
    keeps_score: Option<u8>,
    sink: &mut Sink,
) {
    if found.is_placeholder(layout) {
        return;
    }
    let written = layout.read_span(found.word);
    // What was struck out stays for its author to take away.
    let is_struck = layout.read_span(found.line).contains("~~");
    let is_mendable = !is_struck && layout.is_own_line(found.line);
    let fixed = fixed_line(layout, found, keeps_score).filter(|_| is_mendable);
    let with_fix = |diagnostic: Diagnostic| match (&fixed, found.place) {
        (Some(line), Place::Heading | Place::NextLine | Place::Preamble) => diagnostic.fix(
            format!("Write `{}`", line.lines().next().unwrap_or_default()),
            found.line,
            line.clone(),
        ),
        _ => diagnostic,
    };
    if let Verdict::Other(word) = &found.verdict {
        if found.is_ambiguous {
            // Which of the two is meant is for the author to say.
            sink.report(
                Diagnostic::new(&AMBIGUOUS_VERDICT, found.word, format!("`{word}` says both verdicts"))
                    .field("verdict")
                    .expected("`APPROVED` or `NEEDS_CHANGES`")
                    .found(word.as_str()),
            );
            return;
        }
        // A comment behind the word may take an approval back.
        let near = near(word).filter(|near| found.rest.is_empty() || *near != "APPROVED");
        let mut diagnostic =
            Diagnostic::new(&UNKNOWN_VERDICT, found.word, format!("unknown verdict `{word}`"))
                .field("verdict")
                .expected("`APPROVED` or `NEEDS_CHANGES`")
                .found(word.as_str());
        if let Some(near) = near {
            diagnostic =
                diagnostic.fix(format!("Write `{near}`"), found.word, format!(" {near}").trim_start());
        }
        sink.report(diagnostic);
        return;
    }
    if written != found.verdict.as_str() {
        let message = misspelled(found.verdict.as_str(), written.trim());
        let spelling = Diagnostic::new(&VERDICT_SPELLING, found.word, message)
            .field("verdict")
            .expected(found.verdict.as_str())
            .found(written.trim());
        sink.report(with_fix(spelling));
    }
    if found.place != Place::Heading {
        let message = match found.place {
            Place::NextLine => "the verdict stands on a line below its heading",
            Place::Preamble | Place::Heading => "the verdict stands in a line, not in a heading `## Verdict`",
            Place::Inside => "the verdict stands among other things",
        };
        sink.report(with_fix(Diagnostic::new(&VERDICT_PLACE, found.line, message).field("verdict")));
    }
    let rest = layout.read_span(found.rest);
    let is_bracketed = rest.starts_with('(') && rest.ends_with(')');
    if !rest.is_empty() && !is_bracketed {
        let message = "what follows the verdict is not in parentheses";
        let loose = Diagnostic::new(&LOOSE_QUALIFIER, found.rest, message)
            .field("verdictQualifier")
            .found(rest.trim());
        sink.report(with_fix(loose));
    } else if keeps_score.is_some() && found.qualifier.is_none() {
        let message = "a score stands in the place of the qualifier";
        sink.report(with_fix(
            Diagnostic::new(&LOOSE_QUALIFIER, found.rest, message).field("verdictQualifier"),
        ));
    }
}

/// What differs from the verdict as the contract writes it.
fn misspelled(verdict: &str, written: &str) -> String {
    let bare = written.trim_matches(['*', '_']);
    if written.trim_matches('`') == verdict {
        format!("the verdict `{verdict}` stands in code marks")
    } else if bare == verdict {
        format!("the verdict `{verdict}` is emphasized")
    } else if written.trim_end_matches(['.', '!']) == verdict {
        format!("a stop follows the verdict `{verdict}`")
    } else {
        format!("`{}` is another spelling of `{verdict}`", written.replace('`', ""))
    }
}

/// The verdict of another convention, or the one that a slip of the pen missed. A word that only ends like a
/// verdict, such as one with a prefix that negates it, may be its opposite.
fn near(word: &str) -> Option<&'static str> {
    let written = normal(word);
    listed(&written).or_else(|| {
        nearest(word, &["APPROVED", "NEEDS_CHANGES"]).filter(|near| {
            let known = normal(near);
            let is_negated = written.len() > known.len() && written.ends_with(&known);
            let first = |name: &str| name.chars().next();
            let is_slip = edit_distance(&written, &known) * 5 <= known.len();
            is_slip && !is_negated && first(&written) == first(&known)
        })
    })
}

/// Whether a word is a verdict of another convention.
pub(super) fn is_listed(word: &str) -> bool {
    listed(&normal(word)).is_some()
}

fn listed(written: &str) -> Option<&'static str> {
    NEAR.iter().find(|(name, _)| *name == written).map(|(_, near)| *near)
}

fn fixed_line(layout: &Layout<'_>, found: &Found, keeps_score: Option<u8>) -> Option<String> {
    if !found.is_known() {
        return None;
    }
    let mut line = format!("## Verdict: {}", found.verdict.as_str());
    if let Some(qualifier) = &found.qualifier {
        line.push_str(&format!(" ({qualifier})"));
    }
    if let Some(score) = keeps_score {
        line.push_str(&format!("{}## Score: {score}%", line_break(layout.text)));
    }
    Some(line)
}

/// A second verdict that says something else.
pub(in crate::formats::review_report) fn conflicts(layout: &Layout<'_>, stated: &Found, sink: &mut Sink) {
    let later = layout.of_part(Part::Verdict).filter(|named| {
        let heading = layout.heading_line(&named.section);
        !heading.overlaps(stated.line)
    });
    for named in later {
        let Some(other) = in_heading(layout, named) else { continue };
        if other.is_known() && stated.is_known() && other.verdict != stated.verdict {
            let message =
                format!("says `{}`, and above `{}`", other.verdict.as_str(), stated.verdict.as_str());
            sink.report(
                Diagnostic::new(&CONFLICTING_VERDICT, other.word, message)
                    .field("verdict")
                    .related(stated.word, "the verdict that is read"),
            );
        }
    }
}
