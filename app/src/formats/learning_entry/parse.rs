//! Reads an entry: its headings, then its labels.

use super::LearningEntry;
use super::headings::{action_of, names_action, numbered};
use super::labels::{CONTEXT, DATE, FROM, PROBLEM, ROOT_CAUSE, SOLUTION, SOURCE, STATUS};
use super::rules::{
    ACTION_SPELLING, DATE_SPELLING, EXTRA_LABEL, HEADING_LEVEL, LEGACY_HEADING, MISSING_ACTION,
    MISSING_CONTEXT, MISSING_DATE, MISSING_PROBLEM, MISSING_ROOT_CAUSE, MISSING_SOLUTION, MISSING_SOURCE,
    SOURCE_UNDER_FROM, UNREADABLE_DATE,
};
use crate::format::prelude::*;
use crate::markdown::{Kind, Section};
use crate::reading::{
    Label, LabelName, Scope, clean, find_label, is_placeholder, line_break, read_date, report_mojibake,
    report_unfilled,
};

/// How far above an entry the heading of its action may be, in nodes.
const FARTHEST_ACTION: usize = 4_000;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> LearningEntry {
    let body = Scope::of(block);
    let sections = body.sections();
    let is_current = block.revision == Revision::Current;
    let (action, title) = match sections.as_slice() {
        [first, second, ..]
            if is_current && second.level > first.level && names_action(&body.read(first.text)) =>
        {
            (Some(first), second)
        }
        [first, ..] => (None, first),
        [] => return LearningEntry::default(),
    };
    let labels = body.labels(title.body.clone());
    let heading = body.heading_line(title);
    let mut reader = Reader { body: &body, labels: &labels, title, heading, sink };
    let (id, title) = reader.title();
    let mut entry = LearningEntry {
        id,
        title: Some(title),
        context: reader.required(&CONTEXT, &MISSING_CONTEXT),
        issue: reader.required(&PROBLEM, &MISSING_PROBLEM),
        root_cause: reader.required(&ROOT_CAUSE, &MISSING_ROOT_CAUSE),
        fix: reader.required(&SOLUTION, &MISSING_SOLUTION),
        date: reader.date(),
        from: reader.value(&FROM),
        status: reader.value(&STATUS),
        source: reader.source(),
        action_type: None,
    };
    let origin = entry.source.as_deref().or(entry.from.as_deref());
    entry.action_type = match action {
        Some(heading) => Some(reader.action(heading)),
        None => {
            let above = if is_current { reader.action_above() } else { None };
            above.or_else(|| origin.and_then(action_of).map(str::to_owned))
        }
    };
    if entry.action_type.is_none() {
        let missing = Diagnostic::new(&MISSING_ACTION, heading, "the entry names no action");
        reader.sink.report(missing.field("actionType").expected("`### {action/}` above the title"));
    }
    reader.extra_labels();
    if !is_current {
        reader.legacy_heading(sections.len() == 1, &entry);
    }
    report_mojibake(block, sink);
    entry
}

struct Reader<'r, 't> {
    body: &'r Scope<'t>,
    labels: &'r [Label],
    title: &'r Section,
    /// The line of the title.
    heading: Span,
    sink: &'r mut Sink,
}

impl Reader<'_, '_> {
    /// The id and the title.
    fn title(&mut self) -> (Option<String>, String) {
        let span = self.title.text;
        let written = self.body.read(span);
        self.sink.markup(self.heading);
        self.sink.field("title", span);
        let (id, title) =
            numbered(&written).map_or((None, written.as_ref()), |(id, title)| (Some(id), title));
        if let Some(id) = id {
            // Marks before the id are part of the heading.
            let at = self.body.text.slice(span).find(id).unwrap_or_default();
            self.sink.field("id", span.skip(at).take(id.len()));
        }
        report_unfilled(title, span, "title", self.sink);
        (id.map(str::to_owned), title.to_owned())
    }

    fn value(&mut self, name: &LabelName) -> Option<String> {
        let label = find_label(self.labels, name).filter(|label| !label.value.is_empty())?;
        Some(self.body.field(label.value, name.field, self.sink))
    }

    fn required(&mut self, name: &LabelName, missing: &'static Rule) -> Option<String> {
        self.body.required(find_label(self.labels, name), name, missing, self.heading, self.sink)
    }

    fn date(&mut self) -> Option<String> {
        let written = self.required(&DATE, &MISSING_DATE)?;
        let place = find_label(self.labels, &DATE)?.value;
        Some(read_date(written, place, [&DATE_SPELLING, &UNREADABLE_DATE], self.sink))
    }

    fn source(&mut self) -> Option<String> {
        let has_source = find_label(self.labels, &SOURCE).is_some();
        let Some(from) = find_label(self.labels, &FROM).filter(|_| !has_source) else {
            return self.required(&SOURCE, &MISSING_SOURCE);
        };
        let message = "where it was learned is under `From`";
        let misplaced = Diagnostic::new(&SOURCE_UNDER_FROM, from.key, message).field("source");
        self.sink.report(misplaced.expected("`**Source:** {action/} in {chain description}`"));
        None
    }

    /// The action that the heading above the title names.
    fn action(&mut self, action: &Section) -> String {
        self.sink.markup(self.body.heading_line(action));
        let written = self.body.field(action.text, "actionType", self.sink);
        if !written.ends_with('/') && !is_placeholder(&written) {
            let fixed = format!("{}/", clean(&written).to_lowercase().trim_end_matches('/'));
            let message = format!("the action is written `{written}`");
            let misspelled = Diagnostic::new(&ACTION_SPELLING, action.text, message).field("actionType");
            self.sink.report(misspelled.written_as(&fixed, &written, true));
        }
        for (section, level, field) in [(action, 3, "actionType"), (self.title, 4, "title")] {
            if section.level != level {
                let heading = self.body.heading_line(section);
                let message = format!("the heading is of level {}, not {level}", section.level);
                self.sink.report(Diagnostic::new(&HEADING_LEVEL, heading, message).field(field));
            }
        }
        written
    }

    /// Returns the action's heading above the block; only the block of the action's first entry includes it.
    fn action_above(&self) -> Option<String> {
        let start = self.body.range().start;
        let above = self.body.outline.slice(start.saturating_sub(FARTHEST_ACTION)..start);
        let mut above = above.iter().rev().filter(|node| node.fence == self.body.fence);
        above.find_map(|node| match node.kind {
            Kind::Heading { level, text } if level < self.title.level => {
                Some(self.body.read(text).into_owned())
            }
            _ => None,
        })
    }

    fn legacy_heading(&mut self, is_alone: bool, entry: &LearningEntry) {
        let action = entry.action_type.as_deref().unwrap_or("{action/}");
        let written = self.body.text.slice(self.title.text);
        let message = "the entry has one heading, not one of its action and one of its title";
        let legacy = Diagnostic::new(&LEGACY_HEADING, self.heading, message)
            .field("actionType")
            .expected(format!("`### {action}` and `#### {written}`"));
        // Moving the title down would put it beside deeper headings, and an action is never guessed.
        self.sink.report(if is_alone && entry.action_type.is_some() {
            let line_break = line_break(self.body.text);
            let fixed = format!("### {action}{line_break}{line_break}#### {written}");
            legacy.fix("Write both headings", self.heading, fixed)
        } else {
            legacy
        });
    }

    fn extra_labels(&mut self) {
        let known = [&CONTEXT, &PROBLEM, &ROOT_CAUSE, &SOLUTION, &DATE, &SOURCE, &FROM];
        let taken: Vec<usize> =
            known.iter().filter_map(|name| Some(find_label(self.labels, name)?.node)).collect();
        for label in self.labels.iter().filter(|label| !taken.contains(&label.node)) {
            let inside =
                self.labels.iter().any(|outer| outer.node < label.node && outer.value.contains(label.key));
            if !inside {
                let message = format!("the contract has no label `{}`", self.body.read(label.key));
                self.sink.report(Diagnostic::new(&EXTRA_LABEL, label.key, message));
            }
        }
    }
}
