//! A review beside the second opinion on it, finding by finding.

mod changes;
mod pair;
mod rejection;

use serde::{Deserialize, Serialize};

use crate::format::{Parsed, StatedFinding};
use crate::moves::{Report, StepNumber};
use crate::scan;
use crate::text::Text;
use crate::track::{Attached, TwoOpinions};

use pair::Paired;

pub use changes::Changes;

/// The most findings of a report that are compared with a second opinion.
pub const MOST_FINDINGS: usize = 100;
/// As many characters of a finding are compared and shown.
const MOST_WORDS: usize = 300;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    pub step: StepNumber,
    pub review: Opinion,
    pub critique: Opinion,
    /// What needs attention most comes first.
    pub rows: Vec<Row>,
    /// What the reports disprove of the dual output.
    pub contradictions: Vec<String>,
}

/// One of both reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opinion {
    pub document: String,
    pub report: Report,
    /// How many findings it has, compared or not.
    pub count: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    pub standing: Standing,
    pub review: Option<PlacedFinding>,
    pub critique: Option<PlacedFinding>,
    /// Why both disagree.
    pub reason: Option<String>,
}

crate::named::named! {
    /// What a second opinion makes of a finding, in the order of a list.
    #[derive(PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Standing {
        /// Both have it, and the second opinion rejects it or rates it otherwise.
        Disagreed = "disagreed",
        /// Only the second opinion has it.
        Missed = "missed",
        Agreed = "agreed",
        /// Only the review has it.
        Unmentioned = "not mentioned",
    }
}

/// A finding with its line in the document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedFinding {
    pub line: u32,
    #[serde(flatten)]
    pub finding: StatedFinding,
}

impl Comparison {
    /// Compares two reports by their texts.
    pub fn of(two: &TwoOpinions<'_>, review: &Text, critique: &Text) -> Self {
        let side = |attached: &Attached, text: &Text| {
            let mut findings = findings_at(text, attached.place.line);
            let document = attached.place.document.clone();
            let count = findings.len();
            findings.truncate(MOST_FINDINGS);
            (Opinion { document, report: attached.report.clone(), count }, findings)
        };
        let (review, known) = side(two.review, review);
        let (critique, found) = side(two.critique, critique);
        let rows = Paired::of(&known, &found).rows;
        let mut contradictions: Vec<String> = two.notes().into_iter().map(|note| note.message).collect();
        let disagreed = rows.iter().find(|row| row.standing == Standing::Disagreed);
        if let (Some(0), Some(row)) = (two.given.disagreements, disagreed) {
            let number = row.review.as_ref().and_then(|placed| placed.finding.number);
            let finding = number.map_or_else(|| "a finding".to_owned(), |number| format!("finding {number}"));
            let reason = row.reason.as_deref().unwrap_or_default();
            contradictions.push(format!(
                "step {}: the dual output counts no disagreement, but both disagree on {finding}: {reason}",
                two.step
            ));
        }
        Self { step: two.step, review, critique, rows, contradictions }
    }

    pub fn count(&self, standing: Standing) -> usize {
        self.rows.iter().filter(|row| row.standing == standing).count()
    }
}

/// Returns the findings of the report that begins in a line.
fn findings_at(text: &Text, line: u32) -> Vec<PlacedFinding> {
    let begins = |block: &&Parsed| text.position(block.span.start).line == line;
    let blocks = scan::read(text);
    blocks.iter().find(begins).map(|block| findings_of(text, block)).unwrap_or_default()
}

fn findings_of(text: &Text, block: &Parsed) -> Vec<PlacedFinding> {
    let line = text.position(block.span.start).line;
    let rows = block.coverage.row_spans("findings");
    let placed = |(index, mut finding): (u32, StatedFinding)| {
        let line = rows.get(&index).map_or(line, |span| text.position(span.start).line);
        finding.words = finding.words.chars().take(MOST_WORDS).collect();
        PlacedFinding { line, finding }
    };
    (0..).zip(block.value.findings()).map(placed).collect()
}
