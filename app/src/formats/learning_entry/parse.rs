//! Reads an entry: its headings, then its labels.

use super::LearningEntry;
use super::headings::{action_of, names_action, numbered};
use super::labels::{CONTEXT, DATE, FROM, PROBLEM, ROOT_CAUSE, SOLUTION, SOURCE, STATUS};
use super::rules::{
    ACTION_SPELLING, DATE_SPELLING, EXTRA_LABEL, HEADING_LEVEL, LEGACY_HEADING, MISSING_ACTION,
    MISSING_CONTEXT, MISSING_DATE, MISSING_PROBLEM, MISSING_ROOT_CAUSE, MISSING_SOLUTION, MISSING_SOURCE,
    SOURCE_UNDER_FROM, UNREADABLE_DATE,
};
use crate::block::{Block, Revision};
use crate::diagnostic::{Diagnostic, FieldPath, Rule, Sink};
use crate::markdown::{Kind, Section};
use crate::reading::{
    Label, LabelName, PLACEHOLDER, Scope, SpelledDate, clean, find_label, is_placeholder, report_label_name,
    report_mojibake, spelled_date,
};
use crate::text::Span;

/// How far above an entry the heading of its action may stand, in nodes.
const FARTHEST_ACTION: usize = 4_000;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> LearningEntry {
    let body = Scope::of(block);
    let sections = body.sections();
    let mut entry = LearningEntry::default();
    let below_action = matches!(sections.as_slice(), [first, second, ..]
        if second.level > first.level && names_action(&body.read(first.text)) && block.revision == Revision::Current);
    let (action, title) = match sections.as_slice() {
        [first, second, ..] if below_action => (Some(first), second),
        [first, ..] => (None, first),
        [] => return entry,
    };
    let labels = body.labels(title.body.clone());
    let mut reader = Reader { body: &body, labels: &labels, title, sink };
    reader.title(&mut entry);
    reader.labels(&mut entry);
    reader.action(block, action, &mut entry);
    reader.extra_labels();
    if block.revision != Revision::Current {
        let is_alone = sections.len() == 1;
        reader.legacy_heading(is_alone, &entry);
    }
    report_mojibake(block, sink);
    entry
}

struct Reader<'r, 't> {
    body: &'r Scope<'t>,
    labels: &'r [Label],
    title: &'r Section,
    sink: &'r mut Sink,
}

impl Reader<'_, '_> {
    fn title(&mut self, entry: &mut LearningEntry) {
        let written = self.body.read(self.title.text);
        let heading = self.body.heading_line(self.title);
        self.sink.markup(heading);
        let (id, title) =
            numbered(&written).map_or((None, written.as_ref()), |(id, title)| (Some(id), title));
        entry.id = id.map(str::to_owned);
        entry.title = Some(title.to_owned());
        self.sink.field(FieldPath::name("title"), self.title.text);
        if id.is_some() {
            // An id with its letter and digits; marks before it are part of the heading.
            let id = id.unwrap_or_default();
            let at = self.title.text.slice(self.body.text.source()).find(id).unwrap_or_default();
            let length = id.len();
            self.sink.field(FieldPath::name("id"), self.title.text.skip(at).take(length));
        }
        self.placeholder("title", self.title.text, title);
    }

    fn labels(&mut self, entry: &mut LearningEntry) {
        entry.context = self.required(&CONTEXT, &MISSING_CONTEXT);
        entry.issue = self.required(&PROBLEM, &MISSING_PROBLEM);
        entry.root_cause = self.required(&ROOT_CAUSE, &MISSING_ROOT_CAUSE);
        entry.fix = self.required(&SOLUTION, &MISSING_SOLUTION);
        entry.date = self.date();
        entry.from = self.value(&FROM);
        entry.status = self.value(&STATUS);
        entry.source = match find_label(self.labels, &FROM).filter(|_| !self.has(&SOURCE)) {
            Some(from) => {
                let message = "where it was learned stands under `From`";
                self.sink.report(
                    Diagnostic::new(&SOURCE_UNDER_FROM, from.key, message)
                        .field("source")
                        .expected("`**Source:** {action/} in {chain description}`"),
                );
                None
            }
            None => self.required(&SOURCE, &MISSING_SOURCE),
        };
    }

    fn has(&self, name: &LabelName) -> bool {
        find_label(self.labels, name).is_some()
    }

    fn value(&mut self, name: &LabelName) -> Option<String> {
        let label = find_label(self.labels, name).filter(|label| !label.value.is_empty())?;
        self.sink.field(FieldPath::name(name.field), label.value);
        let written = self.body.read(label.value).into_owned();
        self.placeholder(name.field, label.value, &written);
        Some(written)
    }

    fn required(&mut self, name: &LabelName, missing: &'static Rule) -> Option<String> {
        let value = self.value(name);
        if let Some(label) = find_label(self.labels, name) {
            report_label_name(self.body, label, name, self.sink);
        }
        if value.is_none() {
            let heading = self.body.heading_line(self.title);
            let message = format!("the entry states no `{}`", name.name);
            let expected = format!("`**{}:** …`", name.name);
            self.sink.report(Diagnostic::new(missing, heading, message).field(name.field).expected(expected));
        }
        value
    }

    /// The date alone; a value without one is kept as it stands.
    fn date(&mut self) -> Option<String> {
        let written = self.required(&DATE, &MISSING_DATE)?;
        let place = find_label(self.labels, &DATE).map(|label| label.value)?;
        let Some(SpelledDate { iso, range }) = spelled_date(&written) else {
            if !is_placeholder(&written) {
                let unreadable = Diagnostic::new(&UNREADABLE_DATE, place, "the date is no `YYYY-MM-DD`");
                self.sink.report(unreadable.field("date").found(written.as_str()));
            }
            return Some(written);
        };
        if iso != written {
            let (is_alone, is_iso) = (range.len() == written.len(), written.get(range) == Some(iso.as_str()));
            let message = match is_iso {
                true => "something besides the date stands there",
                false => "the date is spelled in another way",
            };
            let misspelled = Diagnostic::new(&DATE_SPELLING, place, message).field("date");
            let misspelled = misspelled.expected(iso.as_str()).found(written);
            self.sink.report(match is_alone {
                true => misspelled.fix(format!("Write `{iso}`"), place, iso.as_str()),
                false => misspelled,
            });
        }
        Some(iso)
    }

    /// The action of the heading above; without one, that which the origin names.
    fn action(&mut self, block: &Block<'_>, heading: Option<&Section>, entry: &mut LearningEntry) {
        if let Some(section) = heading {
            self.sink.markup(self.body.heading_line(section));
            self.sink.field(FieldPath::name("actionType"), section.text);
            let written = self.body.read(section.text).into_owned();
            self.placeholder("actionType", section.text, &written);
            self.action_spelling(section.text, &written);
            self.levels(section);
            entry.action_type = Some(written);
            return;
        }
        let origin = entry.source.as_deref().or(entry.from.as_deref());
        entry.action_type =
            self.action_above(block).or_else(|| origin.and_then(action_of).map(str::to_owned));
        if entry.action_type.is_none() {
            let heading = self.body.heading_line(self.title);
            let missing = Diagnostic::new(&MISSING_ACTION, heading, "the entry names no action");
            self.sink.report(missing.field("actionType").expected("`### {action/}` above the title"));
        }
    }

    /// Further entries below one action have its heading above their block.
    fn action_above(&self, block: &Block<'_>) -> Option<String> {
        if block.revision != Revision::Current {
            return None;
        }
        let start = self.body.range().start;
        let above = self.body.outline.slice(start.saturating_sub(FARTHEST_ACTION)..start);
        let heading = above.iter().rev().filter(|node| node.fence == self.body.fence).find_map(|node| {
            match node.kind {
                Kind::Heading { level, text } if level < self.title.level => Some(text),
                _ => None,
            }
        });
        heading.map(|text| self.body.read(text).into_owned())
    }

    fn action_spelling(&mut self, span: Span, written: &str) {
        if written.ends_with('/') || is_placeholder(written) {
            return;
        }
        let fixed = format!("{}/", clean(written).to_lowercase().trim_end_matches('/'));
        let message = format!("the action is written `{written}`");
        let misspelled = Diagnostic::new(&ACTION_SPELLING, span, message).field("actionType");
        let misspelled = misspelled.expected(fixed.as_str()).found(written);
        self.sink.report(misspelled.fix(format!("Write `{fixed}`"), span, fixed.clone()));
    }

    fn levels(&mut self, action: &Section) {
        for (section, level, field) in [(action, 3, "actionType"), (self.title, 4, "title")] {
            if section.level != level {
                let heading = self.body.heading_line(section);
                let message = format!("the heading is of level {}, not {level}", section.level);
                self.sink.report(Diagnostic::new(&HEADING_LEVEL, heading, message).field(field));
            }
        }
    }

    fn legacy_heading(&mut self, is_alone: bool, entry: &LearningEntry) {
        let heading = self.body.heading_line(self.title);
        let action = entry.action_type.as_deref().unwrap_or("{action/}");
        let written = self.body.text.slice(self.title.text);
        let message = "the entry has one heading, not one of its action and one of its title";
        let legacy = Diagnostic::new(&LEGACY_HEADING, heading, message)
            .field("actionType")
            .expected(format!("`### {action}` and `#### {written}`"));
        // Deeper headings would no longer be deeper; and an action is never guessed.
        let is_mendable = is_alone && entry.action_type.is_some();
        self.sink.report(if is_mendable {
            let line_break = crate::reading::line_break(self.body.text);
            let fixed = format!("### {action}{line_break}{line_break}#### {written}");
            legacy.fix("Write both headings", heading, fixed)
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

    fn placeholder(&mut self, field: &'static str, span: Span, written: &str) {
        if is_placeholder(written) {
            let message = "a placeholder was not filled in";
            self.sink.report(Diagnostic::new(&PLACEHOLDER, span, message).field(field));
        }
    }
}
