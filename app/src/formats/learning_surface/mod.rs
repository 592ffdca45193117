//! 3.2, Learning Surface: what an agent learned, put before a person who says whether it is taken up.

mod origin;
mod rules;
#[cfg(feature = "viewers")]
mod view;

use crate::format::prelude::*;
use crate::markdown::TitledHeading;
use crate::reading::{
    HEADINGS, LABEL_NAMES, LABELS, Labels, Stated, TEXT, count_labels, report_mojibake, report_name,
};

record! {
    pub struct LearningSurface as camelCase {
        from_action: Option<String> = required Text; Label(&["From", "agent", "source"]),
        from_model: Option<String> = required Enum(&["opus", "sonnet", "haiku"]),
        issue: Option<String> = required Markdown; Label(&["Issue", "problem", "learning"]),
        root_cause: Option<String> = required Markdown; Label(&["Root cause", "cause", "why"]),
        suggested_fix: Option<String> = required Text;
            Label(&["Suggested fix", "suggestion", "fix", "solution"]),
    }
}

/// The labels of a learning, and how many are enough below a heading that says more.
const EVIDENCE: [&str; 4] = ["from", "issue", "root cause", "suggested fix"];
const FEWEST_LABELS: usize = 2;

/// How the question begins that closes a learning.
const QUESTIONS: [&str; 6] = ["implement", "approve", "record", "should i", "shall i", "add "];

impl Format for LearningSurface {
    const SPEC: Spec = spec! {
        id: "3.2",
        slug: "learning-surface",
        name: "Learning Surface",
        hints: Hints::titled(&["issue"]),
        gate: 13,
        priority: Some(2),
        pattern: Some(r"^## Agent Learning$"),
        openers: &[Opener::Heading(HeadingOpener {
            names: &["agent learning", "agent learnings", "agent learning surfaced"],
            form: HeadingForm::Any,
            deepest: 3,
            contract: &["## Agent Learning"],
            evidence: Evidence::Code(opens),
        })],
        sets: &[&HEADINGS, &LABELS, &LABEL_NAMES, &TEXT],
    };

    const PARSE: Parse<Self> = |block, sink| {
        let labels = Labels::of(block, Self::FIELDS).or_in_tables();
        report_name(block, "## Agent Learning", sink);
        labels.report_tables(sink);
        let from = labels.required("fromAction", sink);
        let (from_action, from_model) =
            from.map(|from| origin::read(block, from.span, sink)).unwrap_or_default();
        let mut text = |field| labels.required_text(field, sink);
        let learning = Self {
            from_action,
            from_model,
            issue: text("issue").map(unquoted),
            root_cause: text("rootCause").map(unquoted),
            suggested_fix: text("suggestedFix").map(without_question),
        };
        report_mojibake(block, sink);
        learning
    };
    const SUMMARY: Summarize<Self> = |value| Summary::titled(value.issue.clone());

    fn moves(&self) -> Vec<Move> {
        vec![Move::Learned { action: self.from_action.clone(), issue: self.issue.clone() }]
    }
}

/// Behind a title, as in `## Agent Learning: a race`, the labels prove it.
fn opens(scan: &Scan<'_>, heading: &TitledHeading, is_contract: bool) -> Option<Recognition> {
    let count = || count_labels(scan.text, scan.outline, heading, &EVIDENCE);
    let span = || heading.section(scan.text, scan.outline);
    (heading.title.is_empty() || count() >= FEWEST_LABELS)
        .then(|| Recognition::of(span(), is_contract, ["heading `## Agent Learning`"; 2]))
}

fn unquoted(stated: Stated) -> String {
    bare(&stated.value).to_owned()
}

/// The question that closes a learning follows its last value, a line apart.
fn without_question(fix: Stated) -> String {
    let value = unquoted(fix);
    let last = value.rfind(['\n', '\r']).map(|at| value.get(at..).unwrap_or_default().trim());
    match last.filter(|last| is_question(last)) {
        Some(question) => bare(value.trim_end().strip_suffix(question).unwrap_or(&value)).to_owned(),
        None => value,
    }
}

/// `Implement?`, `Should I record it?`: what is asked of the person, behind what was learned.
fn is_question(line: &str) -> bool {
    let words = line.trim_matches(['*', '_', '>', ' ']).to_lowercase();
    words.ends_with('?') && QUESTIONS.iter().any(|begin| words.starts_with(begin))
}

/// Without the quotes around all of it.
fn bare(value: &str) -> &str {
    let value = value.trim();
    let pairs = [('"', '"'), ('“', '”')];
    let inner = pairs.iter().find_map(|(open, close)| value.strip_prefix(*open)?.strip_suffix(*close));
    inner.filter(|inner| !inner.contains('"')).unwrap_or(value)
}
