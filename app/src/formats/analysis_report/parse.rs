//! Reads a report: its title, the labels below it, its sections, what it recommends, its figures.

use super::byline::Byline;
use super::front_matter::{AGENT, ASPECT, DATE, FrontMatter, SCOPE, unquoted};
use super::rules::{
    DATE_MISMATCH, DATE_SPELLING, FREE_REPORT, LABEL_PLACE, MISSING_AGENT, MISSING_ASPECT, MISSING_DATE,
    MISSING_SCOPE, UNREADABLE_DATE,
};
use super::{AnalysisReport, metrics, recommendations, sections};
use crate::block::{Block, Revision};
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::markdown::Section;
use crate::reading::{
    LABEL_NAME, LabelName, PLACEHOLDER, Scope, SpelledDate, is_placeholder, line_break, report_label_name,
    report_text, spelled_date,
};
use crate::text::Span;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> AnalysisReport {
    let body = Scope::of(block);
    let mut report = AnalysisReport::default();
    let all = body.sections();
    let Some(title) = all.first() else { return report };
    title_of(&body, block, title, &mut report, sink);
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

fn title_of(
    body: &Scope<'_>,
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
        let message = "the report is known by its title, its date or its agent, not by its aspect";
        sink.report(Diagnostic::new(&FREE_REPORT, line, message).field("aspect").expected("`**Aspect:** …`"));
    }
    report.title = Some(written);
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
        let found = self.front.find(name);
        let Some((label, is_in_place)) = found.filter(|(label, _)| !label.value.is_empty()) else {
            if let Some(value) = self.unlabelled(name) {
                return Some(value);
            }
            let line = self.body.heading_line(self.title);
            let message = format!("the report states no `{}`", name.name);
            let expected = format!("`**{}:** …`", name.name);
            self.sink.report(Diagnostic::new(missing, line, message).field(name.field).expected(expected));
            return None;
        };
        if is_in_place {
            report_label_name(self.body, label, name, self.sink);
        } else {
            let message = format!("`{}` stands at the end of the report, not below its title", name.name);
            self.sink.report(Diagnostic::new(&LABEL_PLACE, label.key, message).field(name.field));
        }
        let is_above = label.node < self.title.node;
        let value = if is_above { unquoted(label.value, self.body.text.source()) } else { label.value };
        self.sink.field(FieldPath::name(name.field), value);
        let written = self.body.plain(value);
        if is_placeholder(&written) {
            let message = "a placeholder was not filled in";
            self.sink.report(Diagnostic::new(&PLACEHOLDER, value, message).field(name.field));
        }
        Some(written)
    }

    /// What stands without its label in a line below the title.
    fn unlabelled(&mut self, name: &LabelName) -> Option<String> {
        let byline = self.byline?;
        let value = if name.field == DATE.field { Some(byline.date) } else { byline.agent };
        let value = value.filter(|_| [DATE.field, AGENT.field].contains(&name.field))?;
        let message = format!("`{}` stands in a line without labels", name.name);
        let expected = format!("`**{}:** …`", name.name);
        let loose = Diagnostic::new(&LABEL_NAME, value, message).field(name.field).expected(expected);
        let written = self.body.read(value).into_owned();
        // One edit writes the labels of both.
        let is_free = [&DATE, &AGENT].iter().all(|name| self.front.find(name).is_none());
        let fixed = spelled_date(&self.body.read(byline.date)).filter(|_| byline.is_whole && is_free);
        let loose = match fixed.filter(|_| name.field == DATE.field) {
            Some(SpelledDate { iso, .. }) => {
                let agent = byline.agent.map(|agent| {
                    format!(
                        "{}**{}:** {}",
                        line_break(self.body.text),
                        AGENT.name,
                        self.body.text.slice(agent)
                    )
                });
                let labels = format!("**{}:** {iso}{}", DATE.name, agent.unwrap_or_default());
                loose.fix("Write it under labels", byline.line, labels)
            }
            None => loose,
        };
        self.sink.report(loose);
        self.sink.field(FieldPath::name(name.field), value);
        Some(written)
    }

    /// The date alone; a value without one is kept as it stands.
    fn date(&mut self) -> Option<String> {
        let written = self.required(&DATE, &MISSING_DATE)?;
        let Some((label, _)) = self.front.find(&DATE).filter(|(label, _)| !label.value.is_empty()) else {
            return Some(spelled_date(&written).map_or(written, |date| date.iso));
        };
        let Some(SpelledDate { iso, range }) = spelled_date(&written) else {
            if !is_placeholder(&written) {
                let message = "the date is no `YYYY-MM-DD`";
                let unreadable = Diagnostic::new(&UNREADABLE_DATE, label.value, message).field("date");
                self.sink.report(unreadable.found(written.as_str()));
            }
            return Some(written);
        };
        self.report_other_date(label.value, &iso);
        if iso != written {
            let (is_alone, is_iso) = (range.len() == written.len(), written.get(range) == Some(iso.as_str()));
            let message = match is_iso {
                true => "something besides the date stands there",
                false => "the date is spelled in another way",
            };
            let misspelled = Diagnostic::new(&DATE_SPELLING, label.value, message).field("date");
            let misspelled = misspelled.expected(iso.as_str()).found(written);
            self.sink.report(match is_alone {
                true => misspelled.fix(format!("Write `{iso}`"), label.value, iso.as_str()),
                false => misspelled,
            });
        }
        Some(iso)
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
