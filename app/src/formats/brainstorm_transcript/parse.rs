//! Finds and reads transcripts, section by section.

use super::BrainstormTranscript;
use super::lists::{self, Entry};
use super::names::{self, SECTIONS};
use super::questions::{Questions, heading};
use super::rules::{
    EMPTY_SECTION, MISSING_ANSWER, MISSING_IDEA, MISSING_SECTION, MISSING_VALUE, SECTION_NAME,
    UNREADABLE_DATE, VALUE_IN_SECTION,
};
use crate::format::prelude::*;
use crate::markdown::{Section, TitledHeading};
use crate::reading::{
    HEADING_FORM, Label, LabelName, Scope, date, find_label, is_placeholder, report_text, report_unfilled,
};

pub(super) const OPENERS: &[Opener] = &[Opener::Heading(HeadingOpener {
    names: &["brainstorm", "brainstorming session", "brainstorm session", "brainstorming"],
    form: HeadingForm::Titled,
    deepest: 2,
    contract: &["# Brainstorm: "],
    evidence: Evidence::None { reasons: ["heading `# Brainstorm:`", "heading `# Brainstorm:`"] },
})];

static CLASSIFICATION: LabelName =
    LabelName::new("Classification", "classification", &["category", "type", "분류", "유형"]);
static DATE: LabelName = LabelName::new(
    "Date",
    "date",
    &["session date", "timestamp", "session timestamp", "created", "날짜", "일자"],
);
static DURATION: LabelName = LabelName::new("Duration", "duration", &["length"]);
static PARTICIPANTS: LabelName = LabelName::new("Participants", "participants", &["attendees"]);

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> BrainstormTranscript {
    let body = Scope::of(block);
    let sections = body.sections();
    let Some(title) = sections.first() else { return BrainstormTranscript::default() };
    let opener = body.opening_line();
    let names: Vec<_> = sections.iter().map(|section| names::section(&body.read(section.text))).collect();
    let mut reader = Reader { body: &body, sections: &sections, names: &names, opener, sink };
    let mut head = body.labels(title.body.clone());
    head.extend(body.table_labels(title.body.clone()));
    let metadata = reader.section("duration");
    let mut foot = metadata.map(|section| body.labels(section.extent.clone())).unwrap_or_default();
    // Some say all of it below the title.
    foot.extend(head.iter().cloned());
    reader.section_names();
    let transcript = BrainstormTranscript {
        idea: reader.idea(block),
        classification: reader.front(&CLASSIFICATION, &head),
        date: reader.date(&head),
        initial_context: reader.context(),
        questions: reader.questions(),
        key_insights: reader.list("keyInsights"),
        issues_risks: reader.list("issuesRisks"),
        next_steps: reader.list("nextSteps"),
        open_questions: reader.list("openQuestions"),
        duration: reader.label(&DURATION, &foot),
        participants: reader.label(&PARTICIPANTS, &foot),
    };
    report_text(block, sink);
    transcript
}

struct Reader<'r, 't> {
    body: &'r Scope<'t>,
    sections: &'r [Section],
    /// What the contract calls each of them.
    names: &'r [Option<&'static LabelName>],
    /// The line of the title, where what is missing is reported.
    opener: Span,
    sink: &'r mut Sink,
}

impl<'r> Reader<'r, '_> {
    fn idea(&mut self, block: &Block<'_>) -> Option<String> {
        let first = self.body.range().start;
        let heading = TitledHeading::read(self.body.text, self.body.outline, first)?;
        self.sink.markup(heading.line);
        if self.body.read(heading.title).is_empty() {
            let missing = Diagnostic::new(&MISSING_IDEA, heading.line, "the heading names no idea");
            self.sink.report(missing.field("idea"));
            return None;
        }
        let written = self.body.field(heading.title, "idea", self.sink);
        if block.revision != Revision::Current {
            let fixed = format!("# Brainstorm: {}", self.body.text.slice(heading.title));
            let message = "the heading is not written as the contract has it";
            let misspelled = Diagnostic::new(&HEADING_FORM, heading.line, message).field("idea");
            // A title of a higher level would take in what follows the transcript.
            let misspelled = misspelled.expected(fixed.as_str());
            let title = format!("Write `{fixed}`");
            self.sink.report(misspelled.fix(title, heading.line, fixed).fixed_if(heading.level == 1));
        }
        Some(written)
    }

    fn section(&self, field: &str) -> Option<&'r Section> {
        let mut named = self.sections.iter().zip(self.names).skip(1);
        named.find(|(_, name)| name.is_some_and(|name| name.field == field)).map(|(section, _)| section)
    }

    /// A value below the title; older transcripts have a section for it.
    fn front(&mut self, name: &LabelName, labels: &[Label]) -> Option<String> {
        let section = self.section(name.field).filter(|_| find_label(labels, name).is_none());
        let Some(section) = section else { return self.label(name, labels) };
        let line = self.body.heading_line(section);
        let message = format!("`{}` is in a section of its own", name.name);
        let misplaced = Diagnostic::new(&VALUE_IN_SECTION, line, message).field(name.field);
        self.sink.report(misplaced.expected(format!("`**{}:** …`", name.name)));
        let content = self.body.content(section.body.clone())?;
        Some(self.body.field(content, name.field, self.sink))
    }

    fn label(&mut self, name: &LabelName, labels: &[Label]) -> Option<String> {
        let label = find_label(labels, name).filter(|label| !label.value.is_empty());
        self.body.required(label, name, &MISSING_VALUE, self.opener, self.sink)
    }

    fn date(&mut self, labels: &[Label]) -> Option<String> {
        let written = self.front(&DATE, labels)?;
        if !is_placeholder(&written) && date(&written).is_none() {
            let place = find_label(labels, &DATE).map_or(self.opener, |label| label.value);
            let unreadable = Diagnostic::new(&UNREADABLE_DATE, place, "the date is no `YYYY-MM-DD`");
            self.sink.report(unreadable.field("date").found(written.as_str()));
        }
        Some(written)
    }

    fn section_names(&mut self) {
        let is_current = |name: &&LabelName| SECTIONS.iter().any(|section| section.field == name.field);
        for (section, name) in self.sections.iter().zip(self.names).skip(1) {
            let Some(LabelName { name, field, .. }) = name.filter(is_current) else { continue };
            let written = self.body.read(section.text);
            self.sink.markup(self.body.heading_line(section));
            let bare = written.split('(').next().unwrap_or_default().trim();
            if bare != *name {
                let message = format!("section `{name}` is called `{bare}`");
                let misnamed = Diagnostic::new(&SECTION_NAME, section.text, message).field(*field);
                let (title, fixed) = (format!("Call it `{name}`"), written.replacen(bare, name, 1));
                self.sink.report(misnamed.expected(*name).found(bare).fix(title, section.text, fixed));
            }
        }
    }

    /// The section that holds a field, and its content; what is missing is reported where the transcript begins.
    fn content(&mut self, field: &'static str) -> Option<(&'r Section, Span)> {
        let name = SECTIONS.iter().find(|section| section.field == field).map_or("", |section| section.name);
        let Some(section) = self.section(field) else {
            let message = format!("the transcript has no section `## {name}`");
            self.sink.report(Diagnostic::new(&MISSING_SECTION, self.opener, message).field(field));
            return None;
        };
        let content = self.body.content(section.extent.clone());
        if content.is_none() {
            let message = format!("nothing is below `{name}`");
            let line = self.body.heading_line(section);
            self.sink.report(Diagnostic::new(&EMPTY_SECTION, line, message).field(field));
        }
        Some((section, content?))
    }

    fn context(&mut self) -> Option<String> {
        let (section, content) = self.content("initialContext")?;
        // The conversation may be below it, without a heading of its own.
        let mut inner = self.sections.iter().filter(|inner| section.extent.contains(&inner.node));
        let content = match inner.any(|inner| heading(self.body, inner).is_some()) {
            true => self.body.content(section.body.clone())?,
            false => content,
        };
        Some(self.body.field(content, "initialContext", self.sink))
    }

    /// The items of a section; where it has none its rows, its headings, its paragraphs.
    fn list(&mut self, field: &'static str) -> Vec<String> {
        let Some((section, _)) = self.content(field) else { return Vec::new() };
        let mut values = Vec::new();
        for (index, Entry { span, value }) in (0..).zip(lists::entries(self.body, self.sections, section)) {
            self.sink.field(FieldPath::row(field, index), span);
            report_unfilled(&value, span, field, self.sink);
            values.push(value);
        }
        values
    }

    fn questions(&mut self) -> Vec<super::Question> {
        let section = self.section("questions");
        let mut questions = Questions { body: self.body, found: Vec::new(), sink: self.sink };
        match section {
            Some(section) => questions.read(self.sections, section.extent.clone()),
            None => questions.read_outside(self.sections),
        }
        let found = questions.found;
        let rows = self.sink.coverage.row_spans("questions");
        for (index, _) in (0..).zip(&found).filter(|(_, question)| question.response.is_none()) {
            let place = rows.get(&index).copied().unwrap_or(self.opener);
            let missing = Diagnostic::new(&MISSING_ANSWER, place, "the question has no answer");
            self.sink.report(missing.field(FieldPath::part("questions", index, "response")));
        }
        let Some(section) = section else {
            let message = "the transcript has no section `## Transcript`";
            self.sink.report(Diagnostic::new(&MISSING_SECTION, self.opener, message).field("questions"));
            return found;
        };
        // A conversation in another form than questions and answers is one as well.
        if self.body.content(section.extent.clone()).is_none() {
            let line = self.body.heading_line(section);
            let message = "nothing is below `Transcript`";
            self.sink.report(Diagnostic::new(&EMPTY_SECTION, line, message).field("questions"));
        }
        found
    }
}
