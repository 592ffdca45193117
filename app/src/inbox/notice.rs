//! What a document alone asks of a person.

use serde::{Deserialize, Serialize};

use super::{Item, ItemKind, Place, key, short};
use crate::document::{DocumentHead, Kind, State};
use crate::format::{Parsed, Question};
use crate::text::Text;

/// What a block asks, or that it answers what an earlier verdict asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// `None` if nothing is asked: the verdict of a work item that passed.
    pub kind: Option<ItemKind>,
    pub line: u32,
    pub title: Option<String>,
    pub question: String,
    /// The work item that a verdict is of. Only the newest verdict of a work item counts.
    pub work: Option<String>,
}

/// The most notices of a document.
const MOST: usize = 100;

/// Returns what these blocks of a document ask of a person, after so many notices of those before them. Examples in a fence
/// ask nothing.
pub fn notices(text: &Text, blocks: &[Parsed], before: usize) -> Vec<Notice> {
    let blocks = blocks.iter().filter(|block| !block.fenced);
    blocks.flat_map(|block| of_block(text, block)).take(MOST.saturating_sub(before)).collect()
}

fn of_block(text: &Text, block: &Parsed) -> Vec<Notice> {
    let (spec, summary) = (block.spec, block.value.summary());
    let line = text.position(block.span.start).line;
    let title = summary.title.as_deref().map(short);
    let notice = |kind: Option<ItemKind>, line: u32, question: &str| Notice {
        kind,
        line,
        title: title.clone(),
        question: short(question),
        work: None,
    };
    let asked = if spec.kind == Kind::Record { ItemKind::Escalation } else { ItemKind::Flag };
    let questions = block.value.questions();
    let list = questions.iter().find_map(|question| question.row.map(|(list, _)| list));
    let rows = list.map(|list| block.coverage.row_spans(list)).unwrap_or_default();
    let line_of = |question: &Question| {
        let span = question.row.and_then(|(_, row)| rows.get(&row));
        span.map_or(line, |span| text.position(span.start).line)
    };
    let mut found: Vec<Notice> =
        questions.iter().map(|question| notice(Some(asked), line_of(question), &question.words)).collect();
    if !matches!(spec.kind, Kind::Report | Kind::Verdict) {
        return found;
    }
    let contradiction = block.contradiction(text);
    let of_state = match (block.state(), contradiction) {
        (State::Contradicted, Some(contradiction)) => {
            let line = contradiction.lines.first().copied().unwrap_or(line);
            Some(notice(Some(ItemKind::Contradicted), line, &contradiction.message))
        }
        (State::Failed, _) if spec.kind == Kind::Verdict => {
            let verdict = summary.verdict.as_deref().unwrap_or("fail");
            let question = format!("{} says {verdict}. What next?", spec.name);
            Some(notice(Some(ItemKind::FailedGate), line, &question))
        }
        (State::Passed, _) if spec.kind == Kind::Verdict => Some(notice(None, line, "")),
        _ => None,
    };
    let of_state = of_state.map(|notice| match (spec.kind, &title) {
        (Kind::Verdict, Some(work)) => Notice { work: Some(key(&[spec.id, work])), ..notice },
        _ => notice,
    });
    // The verdict of nothing that has a name answers nothing.
    found.extend(of_state.filter(|notice| notice.kind.is_some() || notice.work.is_some()));
    found
}

impl Notice {
    /// Returns the item of a notice in a document, if it asks something. Versions of a source share the items that they
    /// have in common.
    pub fn item(&self, head: &DocumentHead, series: Option<&str>) -> Option<Item> {
        let kind = self.kind?;
        let of = series.unwrap_or(&head.id);
        let title = self.title.clone().unwrap_or_default();
        Some(Item {
            key: key(&[kind.as_str(), of, &title, &self.question]),
            kind,
            urgency: kind.urgency(),
            at_ms: head.at_ms(),
            session: head.source.session.clone(),
            title: if title.is_empty() { short(&head.title) } else { title },
            question: self.question.clone(),
            place: Place::Text { document: head.id.clone(), line: self.line },
            done_ms: None,
            until_ms: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan;

    fn kinds(markdown: &str) -> Vec<(Option<ItemKind>, u32)> {
        let text = Text::new(markdown);
        let found = notices(&text, &scan::read(&text), 0);
        found.iter().map(|notice| (notice.kind, notice.line)).collect()
    }

    const REVIEW: &str = "# Review Report: src/a.rs\n\n## Verdict: NEEDS_CHANGES\n## Score: 40%\n";

    #[test]
    fn flags_ask_one_by_one() {
        assert_eq!(kinds(REVIEW), []);
        let flags = "\n## Flags for Human\n\n| Issue | Why Human Needed |\n|---|---|\n\
                     | Retention | A legal question |\n| Price | A decision |\n";
        let flag = |line| (Some(ItemKind::Flag), line);
        assert_eq!(kinds(&format!("{REVIEW}{flags}")), [flag(10), flag(11)], "each at its row");
        assert_eq!(kinds(&format!("{REVIEW}\n# Example\n\n```markdown\n{REVIEW}{flags}```\n")), []);
    }

    #[test]
    fn an_approval_over_an_open_critical_finding_is_contradicted() {
        let report = |severity: &str| {
            format!(
                "# Review Report: src/a.rs\n\n## Verdict: APPROVED\n## Score: 90%\n\n## Findings\n\n\
                 | # | File | Line | Severity | Description | Suggestion |\n|---|---|---|---|---|---|\n\
                 | 1 | src/a.rs | 4 | {severity} | Leaks a handle | Close it |\n"
            )
        };
        assert_eq!(kinds(&report("critical")), [(Some(ItemKind::Contradicted), 3)]);
        assert_eq!(kinds(&report("low")), []);
    }
}
