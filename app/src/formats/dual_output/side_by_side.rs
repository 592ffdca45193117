//! Both opinions in one table, a column each: `| | Original (review/) | Second Opinion (llama3:70b) |`.

use super::DualOutput;
use super::opinion;
use super::parts::{Part, named_part};
use super::rules::PART_NAME;
use super::words::{report_missing, words};
use crate::format::prelude::*;
use crate::markdown::{Row, Table};
use crate::reading::{Label, LabelName, Scope, find_label, is_none, label_key, unquoted};

/// What a row is called that has the paths of both reports.
const REPORT_ROWS: [&str; 9] =
    ["full report", "full reports", "log", "log path", "logs", "path", "report", "report path", "reports"];

/// Such a table, and which of its columns is which.
#[derive(Copy, Clone, Debug)]
pub(super) struct SideBySide {
    table: Table,
    node: usize,
    /// The column that names what each row compares; `None` if the table has none.
    label: Option<usize>,
    original: usize,
    second: usize,
}

impl SideBySide {
    /// The first of a scope.
    pub fn find(body: &Scope<'_>) -> Option<Self> {
        body.tables(body.range()).find_map(|(node, table)| {
            let header = body.outline.cells(body.outline.header(table)?);
            let column =
                |part: Part| header.iter().position(|cell| named_part(body.text.slice(*cell)) == Some(part));
            let second = column(Part::SecondOpinion)?;
            // `| | review/ | Second Opinion |`: the other opinion is the action's.
            let other = [1, 2].into_iter().find(|column| *column != second).filter(|_| header.len() == 3);
            let original = column(Part::Original).or(other.filter(|_| second > 0))?;
            let label = (0..header.len()).find(|column| *column != original && *column != second);
            Some(Self { table, node, label, original, second })
        })
    }

    pub fn read(self, body: &Scope<'_>, dual: &mut DualOutput, sink: &mut Sink) {
        let Some(header) = body.outline.header(self.table) else { return };
        sink.markup(header.span);
        let message = "both opinions are in a table, not below labels of their own";
        let form = Diagnostic::new(&PART_NAME, header.span, message).field("originalResult");
        sink.report(form.expected("`**Original (action/):**` and `**Second Opinion (model):**`"));
        dual.second_opinion_model = self.model(body, header, sink);
        let rows = body.outline.rows(self.table);
        let mut labels: Vec<Label> = rows.iter().filter_map(|row| self.labelled(body, row)).collect();
        labels.extend(body.labels(self.node + 1..body.range().end));
        opinion::read_figures(body, &labels, header.span, dual, sink);
        let figure_row = |field| {
            let name = LabelName::of(DualOutput::FIELDS, field)?;
            find_label(&labels, &name).map(|label| label.line)
        };
        let figures = ["missedIssues", "disagreements", "notable"].map(figure_row);
        let (mut original, mut second) = (Vec::new(), Vec::new());
        for row in rows.iter().filter(|row| !figures.contains(&Some(row.span))) {
            let [label, own, other] = self.cells(body, row);
            let name = label.map(|label| label_key(&body.read(label))).unwrap_or_default();
            if REPORT_ROWS.contains(&name.as_str()) {
                let path = |cell: Option<Span>, field, sink: &mut Sink| {
                    words(body, cell?, field, sink).filter(|path| !is_none(path)).map(|path| unquoted(&path))
                };
                dual.original_log_path = path(own, "originalLogPath", sink);
                dual.critique_log_path = path(other, "critiqueLogPath", sink);
                continue;
            }
            for (cell, told, field) in
                [(own, &mut original, "originalResult"), (other, &mut second, "secondOpinionSummary")]
            {
                let Some(cell) = cell else { continue };
                sink.field(FieldPath::name(field), cell);
                let label = label.map(|label| format!("{}: ", body.plain(label))).unwrap_or_default();
                told.push(format!("{label}{}", body.plain(cell)));
            }
        }
        let told = |lines: Vec<String>| (!lines.is_empty()).then(|| lines.join("\n"));
        (dual.original_result, dual.second_opinion_summary) = (told(original), told(second));
        if dual.original_result.is_none() {
            report_missing(body.opening_line(), "originalResult", "the original says nothing", sink);
        }
        if dual.second_opinion_summary.is_none() {
            report_missing(
                body.opening_line(),
                "secondOpinionSummary",
                "the second opinion says nothing",
                sink,
            );
        }
    }

    /// Returns the label of a row and what each opinion states there, with `None` for an empty cell.
    fn cells(self, body: &Scope<'_>, row: &Row) -> [Option<Span>; 3] {
        let cells = body.outline.cells(row);
        let cell = |column: Option<usize>| cells.get(column?).copied().filter(|cell| !cell.is_empty());
        [cell(self.label), cell(Some(self.original)), cell(Some(self.second))]
    }

    /// What the second opinion says under the label of a row.
    fn labelled(self, body: &Scope<'_>, row: &Row) -> Option<Label> {
        let [Some(label), _, Some(value)] = self.cells(body, row) else { return None };
        Some(body.table_label(self.node, label, value, row.span))
    }

    /// `llama3:70b` of `Second Opinion (llama3:70b via Ollama)`.
    fn model(self, body: &Scope<'_>, header: &Row, sink: &mut Sink) -> Option<String> {
        let source = body.text.source();
        let cell = *body.outline.cells(header).get(self.second)?;
        let written = cell.slice(source);
        let (open, close) = (written.find('(')?, written.rfind(')')?);
        let detail = Span::new(cell.start + open as u32 + 1, cell.start + close as u32);
        (open < close).then(|| opinion::model(body, detail.trim(source), sink))?
    }
}
