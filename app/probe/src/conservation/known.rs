//! The known losses, each with its reason. Nothing else may be lost.

use super::LostWord;

/// A loss that can't be repaired yet.
pub struct Known {
    pub format: &'static str,
    /// A field (`findings[].file`), or the start of a piece of markup.
    pub at: &'static str,
    /// The words that may be lost. Empty if any word may be.
    pub words: &'static [&'static str],
    pub reason: &'static str,
}

const fn any(format: &'static str, at: &'static str, reason: &'static str) -> Known {
    Known { format, at, words: &[], reason }
}

const fn of(
    format: &'static str,
    at: &'static str,
    words: &'static [&'static str],
    reason: &'static str,
) -> Known {
    Known { format, at, words, reason }
}

const UNITS: &[&str] = &["s", "ms"];

pub static KNOWN_LOSSES: &[Known] = &[
    any("2.2", "complete: ", "the line above repeats the action and its result, which the block says itself"),
    any("2.2", "**Original (", "the label repeats the action of the heading"),
    of("3.2", "suggestedFix", &["implement"], "the question to the person behind it is cut off"),
    any("3.3", "Ready to route requests.", "the closing sentence"),
    of("3.3", "flowCount", &["indexed"], "what is counted, behind the count"),
    of("3.3", "actionCount", &["available"], "what is counted, behind the count"),
    any("3.3", "pastExecutionCount", "the list below its label says more than the count"),
    any("4.1", "line", "a comment behind the line"),
    of(
        "5.1",
        "#",
        &["final", "fixed", "issues", "same", "run", "판정", "점수"],
        "synonyms of a section's name",
    ),
    of(
        "5.1",
        "findings[].description",
        &[
            "fixed", "fail", "partial", "pass", "check", "finding", "c", "f", "h", "med", "높음", "낮음",
            "심각",
        ],
        "ranks and marks in front of a title are cut off",
    ),
    any("5.1", "findings[].file", "of several files in a cell the first is kept"),
    any("5.1", "findings[].severity", "a reason behind the rank"),
    any("5.1", "fixesApplied[]", "lines and further files beside the first file"),
    of("5.3", "**Answer", &["answer"], "a synonym of the label"),
    of("5.3", "### Q2", &["follow", "up"], "a remark in the label of a question"),
    any("5.4", "codeHistory[].relation", "a sentence that says before or after"),
    of("5.4", "timing.affectedGates", &["and"], "the word between the last two"),
    of("5.5", "comparison[].before", UNITS, "units are left off"),
    of("5.5", "comparison[].after", UNITS, "units are left off"),
    of("5.5", "comparison[].delta", UNITS, "units are left off"),
    of("5.5", "remaining.byGate[].count", &["violation"], "what is counted, behind the count"),
    of("delegate/checklist", "checklist[].status", &["x"], "a box that is ticked"),
    of("delegate/patch", "patches", &["b"], "the mark of the new file in a diff"),
    any("delegate/patch", "patches[].hunks", "counts of lines in a hunk's header, which the lines show"),
    any("delegate/standard", "findings", "sentences around the list"),
];

/// Returns the known loss that explains this one.
pub fn known_loss(lost: &LostWord) -> Option<&'static Known> {
    KNOWN_LOSSES.iter().find(|known| {
        let is_there = match &lost.field {
            Some(field) => field == known.at,
            None => lost.piece.starts_with(known.at),
        };
        is_there
            && known.format == lost.format
            && (known.words.is_empty() || known.words.contains(&lost.word.as_str()))
    })
}
