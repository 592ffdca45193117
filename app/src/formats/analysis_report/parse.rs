//! Reads a report: its title, the labels below it, its sections, what it recommends, its figures.

use super::front_matter::{AGENT, ASPECT, DATE, FrontMatter, SCOPE};
use super::rules::{
    DATE_SPELLING, FREE_REPORT, LABEL_NAME, LABEL_PLACE, MISSING_AGENT, MISSING_ASPECT, MISSING_DATE,
    MISSING_SCOPE, PLACEHOLDER, TEXT_RULES, UNREADABLE_DATE,
};
use super::{AnalysisReport, metrics, recommendations, sections};
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::format::{Block, Revision};
use crate::markdown::Section;
use crate::reading::{Body, LabelName, date, is_placeholder, report_label_name, report_text};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> AnalysisReport {
    let body = Body::of(block);
    let mut report = AnalysisReport::default();
    let all = body.sections();
    let Some(title) = all.first() else { return report };
    title_of(&body, block, title, &mut report, sink);
    let front = FrontMatter::read(&body, title);
    let mut reader = Reader { body: &body, front: &front, title, sink };
    report.aspect = reader.required(&ASPECT, &MISSING_ASPECT);
    report.scope = reader.required(&SCOPE, &MISSING_SCOPE);
    report.date = reader.date();
    report.agent = reader.required(&AGENT, &MISSING_AGENT);
    let told = recommendations::parse(&body, &all, &mut report, sink);
    sections::parse(&body, &all, told, &mut report, sink);
    metrics::parse(&body, title, &mut report, sink);
    report_text(block, &TEXT_RULES, sink);
    report
}

fn title_of(
    body: &Body<'_>,
    block: &Block<'_>,
    title: &Section,
    report: &mut AnalysisReport,
    sink: &mut Sink,
) {
    let line = body.heading_line(title);
    sink.markup(line);
    sink.field(FieldPath::name("title"), title.text);
    let written = body.read(title.text).into_owned();
    if is_placeholder(&written) {
        let message = "a placeholder was not filled in";
        sink.report(Diagnostic::new(&PLACEHOLDER, title.text, message).field("title"));
    }
    if block.revision == Revision::Free {
        let message = "the report is known by its title and its date only";
        sink.report(Diagnostic::new(&FREE_REPORT, line, message).field("aspect").expected("`**Aspect:** …`"));
    }
    report.title = Some(written);
}

struct Reader<'r, 't> {
    body: &'r Body<'t>,
    front: &'r FrontMatter,
    title: &'r Section,
    sink: &'r mut Sink,
}

impl Reader<'_, '_> {
    fn required(&mut self, name: &LabelName, missing: &'static Rule) -> Option<String> {
        let found = self.front.find(self.body, name);
        let Some((label, is_in_place)) = found.filter(|(label, _)| !label.value.is_empty()) else {
            let line = self.body.heading_line(self.title);
            let message = format!("the report states no `{}`", name.name);
            let expected = format!("`**{}:** …`", name.name);
            self.sink.report(Diagnostic::new(missing, line, message).field(name.field).expected(expected));
            return None;
        };
        if is_in_place {
            report_label_name(self.body, label, name, &LABEL_NAME, self.sink);
        } else {
            let message = format!("`{}` stands at the end of the report, not below its title", name.name);
            self.sink.report(Diagnostic::new(&LABEL_PLACE, label.key, message).field(name.field));
        }
        self.sink.field(FieldPath::name(name.field), label.value);
        let written = self.body.read(label.value).into_owned();
        if is_placeholder(&written) {
            let message = "a placeholder was not filled in";
            self.sink.report(Diagnostic::new(&PLACEHOLDER, label.value, message).field(name.field));
        }
        Some(written)
    }

    /// The date alone; a value without one is kept as it stands.
    fn date(&mut self) -> Option<String> {
        let written = self.required(&DATE, &MISSING_DATE)?;
        let (label, _) = self.front.find(self.body, &DATE)?;
        let Some(found) = date(&written) else {
            if !is_placeholder(&written) {
                let message = "the date is no `YYYY-MM-DD`";
                let unreadable = Diagnostic::new(&UNREADABLE_DATE, label.value, message).field("date");
                self.sink.report(unreadable.found(written.as_str()));
            }
            return Some(written);
        };
        let date = written.get(found)?.to_owned();
        if date.len() < written.len() {
            let message = "something besides the date stands there";
            let misspelled = Diagnostic::new(&DATE_SPELLING, label.value, message).field("date");
            self.sink.report(misspelled.expected(date.as_str()).found(written));
        }
        Some(date)
    }
}
