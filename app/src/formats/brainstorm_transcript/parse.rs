//! Finds and reads transcripts, section by section.

use super::BrainstormTranscript;
use super::lists::{self, Entry};
use super::names::{Part, part};
use super::questions;
use super::rules::{
    EMPTY_SECTION, MISSING_ANSWER, MISSING_IDEA, MISSING_SECTION, MISSING_VALUE, SECTION_NAME,
    UNREADABLE_DATE, VALUE_IN_SECTION,
};
use crate::block::{Block, Revision};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::markdown::{Section, TitledHeading};
use crate::reading::{
    HEADING_FORM, Label, LabelName, PLACEHOLDER, Scope, date, find_label, is_placeholder, report_label_name,
    report_text,
};
use crate::recognition::{Evidence, HeadingForm, HeadingOpener, Opener};
use crate::text::Span;

pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &["brainstorm", "brainstorming session", "brainstorm session", "brainstorming"],
    form: HeadingForm::Titled,
    deepest: 2,
    contract: &["# Brainstorm: "],
    evidence: Evidence::None { reasons: ["heading `# Brainstorm:`", "heading `# Brainstorm:`"] },
})];

static CLASSIFICATION: LabelName = LabelName {
    name: "Classification",
    synonyms: &["category", "type", "분류", "유형"],
    field: "classification",
};
static DATE: LabelName = LabelName {
    name: "Date",
    synonyms: &["session date", "timestamp", "session timestamp", "created", "날짜", "일자"],
    field: "date",
};
static DURATION: LabelName = LabelName { name: "Duration", synonyms: &["length"], field: "duration" };
static PARTICIPANTS: LabelName =
    LabelName { name: "Participants", synonyms: &["attendees"], field: "participants" };

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> BrainstormTranscript {
    let body = Scope::of(block);
    let sections = body.sections();
    let mut transcript = BrainstormTranscript::default();
    let Some(title) = sections.first() else { return transcript };
    let mut reader = Reader { block, body: &body, sections: &sections, sink };
    reader.idea(&mut transcript);
    let mut head = body.labels(title.body.clone());
    head.extend(body.table_labels(title.body.clone()));
    transcript.classification = reader.front(Part::Classification, &CLASSIFICATION, &head);
    transcript.date = reader.front(Part::Date, &DATE, &head);
    reader.check_date(&transcript, &head);
    reader.section_names();
    transcript.initial_context = reader.text(Part::InitialContext);
    match reader.section(Part::Transcript) {
        Some(section) => {
            questions::parse(&body, &sections, section.extent.clone(), &mut transcript, reader.sink);
        }
        None => questions::parse_outside(&body, &sections, &mut transcript, reader.sink),
    }
    reader.answers(&transcript);
    transcript.key_insights = reader.list(Part::KeyInsights);
    transcript.issues_risks = reader.list(Part::IssuesRisks);
    transcript.next_steps = reader.list(Part::NextSteps);
    transcript.open_questions = reader.list(Part::OpenQuestions);
    let metadata = reader.section(Part::Metadata);
    let mut foot = metadata.map(|section| body.labels(section.extent.clone())).unwrap_or_default();
    // Some say all of it below the title.
    foot.extend(head);
    transcript.duration = reader.label(&DURATION, &foot);
    transcript.participants = reader.label(&PARTICIPANTS, &foot);
    report_text(block, sink);
    transcript
}

struct Reader<'r, 't> {
    block: &'r Block<'t>,
    body: &'r Scope<'t>,
    sections: &'r [Section],
    sink: &'r mut Sink,
}

impl<'r> Reader<'r, '_> {
    fn idea(&mut self, transcript: &mut BrainstormTranscript) {
        let first = self.body.range().start;
        let Some(heading) = TitledHeading::read(self.body.text, self.body.outline, first) else { return };
        self.sink.markup(heading.line);
        let written = self.body.read(heading.title).into_owned();
        if written.is_empty() {
            let missing = Diagnostic::new(&MISSING_IDEA, heading.line, "the heading names no idea");
            self.sink.report(missing.field("idea"));
            return;
        }
        self.sink.field(FieldPath::name("idea"), heading.title);
        self.placeholder("idea", heading.title, &written);
        if self.block.revision != Revision::Current {
            let fixed = format!("# Brainstorm: {}", heading.title.slice(self.body.text.source()));
            let message = "the heading is not written as the contract has it";
            let misspelled = Diagnostic::new(&HEADING_FORM, heading.line, message).field("idea");
            let misspelled = misspelled.expected(fixed.as_str());
            // A title of a higher level would take in what follows the transcript.
            self.sink.report(match heading.level {
                1 => misspelled.fix(format!("Write `{fixed}`"), heading.line, fixed.clone()),
                _ => misspelled,
            });
        }
        transcript.idea = Some(written);
    }

    fn section(&self, wanted: Part) -> Option<&'r Section> {
        self.sections.iter().skip(1).find(|section| part(&self.body.read(section.text)) == Some(wanted))
    }

    /// A value below the title; older transcripts have a section for it.
    fn front(&mut self, wanted: Part, name: &LabelName, labels: &[Label]) -> Option<String> {
        let section = self.section(wanted);
        if find_label(labels, name).is_some() || section.is_none() {
            return self.label(name, labels);
        }
        let section = section?;
        let line = self.body.heading_line(section);
        let message = format!("`{}` stands in a section of its own", name.name);
        let expected = format!("`**{}:** …`", name.name);
        self.sink
            .report(Diagnostic::new(&VALUE_IN_SECTION, line, message).field(name.field).expected(expected));
        let content = self.body.content(section.body.clone())?;
        self.sink.field(FieldPath::name(name.field), content);
        let written = self.body.read(content).into_owned();
        self.placeholder(name.field, content, &written);
        Some(written)
    }

    fn label(&mut self, name: &LabelName, labels: &[Label]) -> Option<String> {
        let label = find_label(labels, name).filter(|label| !label.value.is_empty());
        let Some(label) = label else {
            let message = format!("the transcript states no `{}`", name.name);
            let line = self.body.opening_line();
            self.sink.report(Diagnostic::new(&MISSING_VALUE, line, message).field(name.field));
            return None;
        };
        report_label_name(self.body, label, name, self.sink);
        self.sink.field(FieldPath::name(name.field), label.value);
        let written = self.body.read(label.value).into_owned();
        self.placeholder(name.field, label.value, &written);
        Some(written)
    }

    fn check_date(&mut self, transcript: &BrainstormTranscript, labels: &[Label]) {
        let Some(written) = transcript.date.as_deref().filter(|written| !is_placeholder(written)) else {
            return;
        };
        if date(written).is_none() {
            let label = find_label(labels, &DATE);
            let place = label.map_or(self.body.opening_line(), |label| label.value);
            let unreadable = Diagnostic::new(&UNREADABLE_DATE, place, "the date is no `YYYY-MM-DD`");
            self.sink.report(unreadable.field("date").found(written));
        }
    }

    fn section_names(&mut self) {
        for section in self.sections.iter().skip(1) {
            let written = self.body.read(section.text);
            let Some((name, field)) = part(&written).and_then(Part::contract) else { continue };
            self.sink.markup(self.body.heading_line(section));
            let bare = written.split('(').next().unwrap_or_default().trim();
            if bare != name {
                let message = format!("section `{name}` is called `{bare}`");
                let misnamed = Diagnostic::new(&SECTION_NAME, section.text, message).field(field);
                let fixed = written.replacen(bare, name, 1);
                self.sink.report(misnamed.expected(name).found(bare).fix(
                    format!("Call it `{name}`"),
                    section.text,
                    fixed,
                ));
            }
        }
    }

    /// The section's content; what is missing is reported where the transcript begins.
    fn content(&mut self, wanted: Part) -> Option<(&'r Section, Span)> {
        let (name, field) = wanted.contract()?;
        let Some(section) = self.section(wanted) else {
            let message = format!("the transcript has no section `## {name}`");
            let line = self.body.opening_line();
            self.sink.report(Diagnostic::new(&MISSING_SECTION, line, message).field(field));
            return None;
        };
        let content = self.body.content(section.extent.clone());
        if content.is_none() {
            let message = format!("nothing stands below `{name}`");
            let line = self.body.heading_line(section);
            self.sink.report(Diagnostic::new(&EMPTY_SECTION, line, message).field(field));
        }
        Some((section, content?))
    }

    fn text(&mut self, wanted: Part) -> Option<String> {
        let (_, field) = wanted.contract()?;
        let (section, mut content) = self.content(wanted)?;
        // The conversation may stand below it, without a heading of its own.
        if self
            .sections
            .iter()
            .any(|inner| section.extent.contains(&inner.node) && questions::is_question(self.body, inner))
        {
            content = self.body.content(section.body.clone())?;
        }
        self.sink.field(FieldPath::name(field), content);
        let written = self.body.read(content).into_owned();
        self.placeholder(field, content, &written);
        Some(written)
    }

    /// The items of a section; where it has none its rows, its headings, its paragraphs.
    fn list(&mut self, wanted: Part) -> Vec<String> {
        let Some((_, field)) = wanted.contract() else { return Vec::new() };
        let Some((section, _)) = self.content(wanted) else { return Vec::new() };
        let mut values = Vec::new();
        for (index, Entry { span, value }) in (0..).zip(lists::entries(self.body, self.sections, section)) {
            self.sink.field(FieldPath::row(field, index), span);
            self.placeholder(field, span, &value);
            values.push(value);
        }
        values
    }

    fn answers(&mut self, transcript: &BrainstormTranscript) {
        let rows = self.sink.coverage.row_spans("questions");
        for (index, question) in (0..).zip(&transcript.questions) {
            if question.response.is_none() {
                let path = FieldPath::part("questions", index, "response").to_string();
                let place = rows.get(&index).copied().unwrap_or_else(|| self.body.opening_line());
                let missing = Diagnostic::new(&MISSING_ANSWER, place, "the question has no answer");
                self.sink.report(missing.field(path));
            }
        }
        let section = self.section(Part::Transcript);
        if transcript.questions.is_empty() || section.is_none() {
            let place = section.map_or(self.body.opening_line(), |section| self.body.heading_line(section));
            let message = if transcript.questions.is_empty() {
                "the transcript holds no questions"
            } else {
                "the transcript has no section `## Transcript`"
            };
            self.sink.report(Diagnostic::new(&MISSING_SECTION, place, message).field("questions"));
        }
    }

    fn placeholder(&mut self, field: &'static str, span: Span, written: &str) {
        if is_placeholder(written) {
            let message = "a placeholder was not filled in";
            self.sink.report(Diagnostic::new(&PLACEHOLDER, span, message).field(field));
        }
    }
}
