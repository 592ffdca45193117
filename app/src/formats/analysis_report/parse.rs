//! Reads a report: its title, the labels below it, its sections, what it recommends, its figures.

use super::byline::Byline;
use super::front_matter::{AGENT, ASPECT, DATE, FrontMatter, SCOPE, unquoted};
use super::rules::{
    DATE_MISMATCH, DATE_SPELLING, FREE_REPORT, LABEL_PLACE, MISSING_AGENT, MISSING_ASPECT, MISSING_DATE,
    MISSING_SCOPE, UNREADABLE_DATE,
};
use super::{AnalysisReport, metrics, recommendations, sections};
use crate::format::prelude::*;
use crate::markdown::Section;
use crate::reading::{
    LABEL_NAME, LabelName, Scope, SpelledDate, line_break, read_date, report_label_name, report_text,
    report_unfilled, spelled_date,
};

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> AnalysisReport {
    let body = Scope::of(block);
    let mut report = AnalysisReport::default();
    let all = body.sections();
    let Some(title) = all.first() else { return report };
    let line = body.heading_line(title);
    sink.markup(line);
    report.title = Some(body.field(title.text, "title", sink));
    if block.revision == Revision::Free {
        let message = "the report is known by its title, its date or its agent, not by its aspect";
        sink.report(Diagnostic::new(&FREE_REPORT, line, message).field("aspect").expected("`**Aspect:** …`"));
    }
    let front = FrontMatter::read(&body, title);
    let byline = Byline::read(&body, title);
    let mut reader = Reader { body: &body, front: &front, byline: byline.as_ref(), title, sink };
    report.aspect = reader.required(&ASPECT, &MISSING_ASPECT);
    report.scope = reader.required(&SCOPE, &MISSING_SCOPE);
    report.date = reader.date();
    report.agent = reader.required(&AGENT, &MISSING_AGENT);
    let told = recommendations::parse(&body, &all, &mut report, sink);
    sections::parse(&body, &all, told, &mut report, sink);
    metrics::parse(&body, &all, &mut report, sink);
    report_text(block, sink);
    report
}

struct Reader<'r, 't> {
    body: &'r Scope<'t>,
    front: &'r FrontMatter,
    byline: Option<&'r Byline>,
    title: &'r Section,
    sink: &'r mut Sink,
}

impl Reader<'_, '_> {
    fn required(&mut self, name: &LabelName, missing: &'static Rule) -> Option<String> {
        let found = self.front.find(name).filter(|(label, _)| !label.value.is_empty());
        let Some((label, is_in_place)) = found else {
            let line = self.body.heading_line(self.title);
            let unlabelled = self.unlabelled(name);
            return unlabelled.or_else(|| self.body.required(None, name, missing, line, self.sink));
        };
        if is_in_place {
            report_label_name(self.body, label, name, self.sink);
        } else {
            let message = format!("`{}` is at the end of the report, not below its title", name.name);
            self.sink.report(Diagnostic::new(&LABEL_PLACE, label.key, message).field(name.field));
        }
        let is_above = label.node < self.title.node;
        let value = if is_above { unquoted(label.value, self.body.text.source()) } else { label.value };
        self.sink.field(name.field, value);
        let written = self.body.plain(value);
        report_unfilled(&written, value, name.field, self.sink);
        Some(written)
    }

    /// What has no label in a line below the title.
    fn unlabelled(&mut self, name: &LabelName) -> Option<String> {
        let byline = self.byline?;
        let value = if name.field == DATE.field { Some(byline.date) } else { byline.agent };
        let value = value.filter(|_| [DATE.field, AGENT.field].contains(&name.field))?;
        let message = format!("`{}` is in a line without labels", name.name);
        let expected = format!("`**{}:** …`", name.name);
        let loose = Diagnostic::new(&LABEL_NAME, value, message).field(name.field).expected(expected);
        let written = self.body.read(value).into_owned();
        // One edit writes the labels of both.
        let is_free = [&DATE, &AGENT].iter().all(|name| self.front.find(name).is_none());
        let fixed = spelled_date(&self.body.read(byline.date)).filter(|_| byline.is_whole && is_free);
        let loose = match fixed.filter(|_| name.field == DATE.field) {
            Some(SpelledDate { iso, .. }) => {
                let text = self.body.text;
                let agent = byline.agent.map(|agent| text.slice(agent));
                let agent = agent.map(|agent| format!("{}**{}:** {agent}", line_break(text), AGENT.name));
                let labels = format!("**{}:** {iso}{}", DATE.name, agent.unwrap_or_default());
                loose.fix("Write it under labels", byline.line, labels)
            }
            None => loose,
        };
        self.sink.report(loose);
        self.sink.field(name.field, value);
        Some(written)
    }

    /// The date alone; a value without one is kept as written.
    fn date(&mut self) -> Option<String> {
        let written = self.required(&DATE, &MISSING_DATE)?;
        let Some((label, _)) = self.front.find(&DATE).filter(|(label, _)| !label.value.is_empty()) else {
            return Some(spelled_date(&written).map_or(written, |date| date.iso));
        };
        if let Some(SpelledDate { iso, .. }) = spelled_date(&written) {
            self.report_other_date(label.value, &iso);
        }
        Some(read_date(written, label.value, [&DATE_SPELLING, &UNREADABLE_DATE], self.sink))
    }

    /// Reports a line below the title that says another date than the label.
    fn report_other_date(&mut self, labelled: Span, iso: &str) {
        // Without an agent the line may be about another date.
        let byline = self.byline.filter(|byline| byline.agent.is_some() || byline.is_whole);
        let Some(byline) = byline.filter(|byline| !byline.has_date(self.body, iso)) else { return };
        let written = self.body.read(byline.date);
        let message = format!("the line below the title says `{}`, `{}` says `{iso}`", written, DATE.name);
        let mismatch = Diagnostic::new(&DATE_MISMATCH, byline.date, message).field(DATE.field);
        self.sink.report(mismatch.expected(iso).found(written).related(labelled, "the date under its label"));
    }
}
