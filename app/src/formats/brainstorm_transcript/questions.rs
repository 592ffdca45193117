//! Questions and answers: under headings `### Question 1: …`, or as pairs `**Q:**` and `**A:**`.

use std::ops::Range;

use super::Question;
use super::names;
use crate::format::prelude::*;
use crate::markdown::{Kind, Node, Section, unquoted_lines};
use crate::reading::{Columns, Label, LabelName, Scope, bold_line, first_line, label_key};

/// The questions of a transcript, as far as they were read.
pub(super) struct Questions<'r, 't> {
    pub body: &'r Scope<'t>,
    pub found: Vec<Question>,
    pub sink: &'r mut Sink,
}

/// A question, and the number it bears.
pub(super) struct Asked {
    number: Option<u32>,
    question: Span,
}

static COLUMNS: [LabelName; 3] = LabelName::declared(Question::FIELDS);

impl Questions<'_, '_> {
    /// Reads the questions of a section: under headings, else in pairs, in a table, or in a list.
    pub fn read(&mut self, sections: &[Section], extent: Range<usize>) {
        let body = self.body;
        let inside = sections.iter().filter(|section| extent.contains(&section.node));
        for (section, asked) in inside.filter_map(|section| Some((section, heading(body, section)?))) {
            self.under_heading(section, asked);
        }
        if self.found.is_empty() {
            self.pairs(extent.end, &body.labels(extent.clone()));
        }
        if self.found.is_empty() {
            self.in_table(extent.clone());
        }
        if self.found.is_empty() {
            self.in_list(extent);
        }
    }

    /// Reads the questions of a transcript that has no section for them, skipping the sections of other fields.
    pub fn read_outside(&mut self, sections: &[Section]) {
        let body = self.body;
        let may_ask = |section: &Section| {
            names::section(&body.read(section.text)).is_none_or(|name| name.field == "initialContext")
        };
        // Skips open questions, because nobody was asked these yet.
        let mut others_end = 0;
        for section in sections.iter().skip(1) {
            if !may_ask(section) {
                others_end = section.extent.end.max(others_end);
            }
            if section.node >= others_end
                && let Some(asked) = heading(body, section)
            {
                self.under_heading(section, asked);
            }
        }
        if self.found.is_empty() {
            for section in sections.iter().filter(|section| may_ask(section)) {
                self.pairs(section.body.end, &body.labels(section.body.clone()));
            }
        }
    }

    /// `| # | Question | Response |`, a row for each.
    fn in_table(&mut self, extent: Range<usize>) {
        let body = self.body;
        for (_, table) in body.tables(extent) {
            let columns = Columns::find(body.text, body.outline, table, &COLUMNS);
            let (Some(question), Some(response)) = (columns.place(1), columns.place(2)) else { continue };
            for row in body.outline.rows(table) {
                let cells = body.outline.cells(row);
                let cell = |place: usize| cells.get(place).copied().filter(|cell| !cell.is_empty());
                let Some(question) = cell(question) else { continue };
                let number = columns.place(0).and_then(cell);
                let number = number.and_then(|number| body.read(number).trim().parse().ok());
                self.push(Asked { number, question }, cell(response));
            }
        }
    }

    /// `1. **Who?**` and the answer below it: every item of the list asks.
    fn in_list(&mut self, extent: Range<usize>) {
        let body = self.body;
        let source = body.text.source();
        let item = |(index, node): (usize, &Node)| match node.kind {
            Kind::Item { text, level: 0, .. } => Some((index, text)),
            _ => None,
        };
        let items: Vec<(usize, Span)> = body.nodes(extent.clone()).filter_map(item).collect();
        let ends = items.iter().skip(1).map(|(index, _)| *index).chain([extent.end]);
        let read = items.iter().zip(ends).map(|((index, text), end)| {
            let question = first_line(source, *text);
            let below = body.content(*index..end);
            let below = below.map(|content| Span::new(question.end, content.end).trim(source));
            (question, below.filter(|below| !below.is_empty()))
        });
        let read: Vec<(Span, Option<Span>)> = read.collect();
        let asks = |question: &Span| question.slice(source).trim_end_matches(['*', '_', ' ']).ends_with('?');
        let is_answered = read.iter().any(|(_, response)| response.is_some());
        if is_answered && read.iter().all(|(question, _)| asks(question)) {
            for (question, response) in read {
                let question = bold_line(source, question).unwrap_or(question);
                self.push(Asked { number: None, question }, response);
            }
        }
    }

    /// A heading that asks, and the pairs that go on below it without headings of their own.
    fn under_heading(&mut self, section: &Section, asked: Asked) {
        let body = self.body;
        let labels = body.labels(section.extent.clone());
        // A label with the same number repeats the question.
        let goes_on = |label: &Label| {
            let number = question_number(&body.read(label.key)).flatten();
            number.is_some() && number != asked.number
        };
        let own = labels.iter().position(goes_on).unwrap_or(labels.len());
        let (own, following) = labels.split_at_checked(own).unwrap_or((&labels, &[]));
        let end = following.first().map_or(section.extent.end, |next| next.node);
        self.sink.markup(body.heading_line(section));
        let response = match own.iter().find(|label| is_answer(&label.name)) {
            Some(label) => self.answer(label, end),
            None => {
                // A question below its heading is not part of the answer.
                let asked_until = asked.question.end.max(section.text.end);
                let content = body.content(section.extent.start..end);
                content
                    .map(|content| Span::new(content.start.max(asked_until).min(content.end), content.end))
                    .map(|content| content.trim(body.text.source()))
                    .filter(|content| !content.is_empty())
            }
        };
        self.push(asked, response);
        self.pairs(section.extent.end, following);
    }

    fn pairs(&mut self, extent_end: usize, labels: &[Label]) {
        let body = self.body;
        // An agent's words are a question if a person answers next.
        let answered = labels.iter().skip(1).map(|next| is_answer(&next.name)).chain([false]);
        let asks = |(label, is_answered): (&Label, bool)| {
            let number = question_number(&body.read(label.key));
            (number.is_some() || is_answered && is_agent(&label.name)).then_some(number.flatten())
        };
        let questions = labels.iter().zip(answered).enumerate();
        let questions: Vec<(usize, &Label, Option<u32>)> = questions
            .filter_map(|(index, (label, is_answered))| Some((index, label, asks((label, is_answered))?)))
            .collect();
        let ends = questions.iter().skip(1).map(|(_, next, _)| next.node).chain([extent_end]);
        for ((index, asked, number), end) in questions.iter().zip(ends) {
            let mut own = labels.iter().skip(*index).filter(|label| label.node > asked.node);
            let answer =
                own.by_ref().take_while(|label| label.node < end).find(|label| is_answer(&label.name));
            self.sink.markup(asked.line);
            let response = match answer {
                Some(label) => self.answer(label, end),
                // Without a label the answer may be in a quote.
                None => quoted_below(body, asked.node + 1..end),
            };
            self.push(Asked { number: *number, question: asked.value }, response);
        }
    }

    /// Returns everything from the value of the answer's label to the next question.
    fn answer(&mut self, label: &Label, end: usize) -> Option<Span> {
        self.sink.markup(label.line);
        let below = self.body.content(label.node + 1..end);
        let start = if label.value.is_empty() { below?.start } else { label.value.start };
        let span = Span::new(start, below.map_or(label.value.end, |below| below.end.max(label.value.end)));
        (!span.is_empty()).then_some(span)
    }

    fn push(&mut self, asked: Asked, response: Option<Span>) {
        let index = self.found.len() as u32;
        // Emphasis that opens before the number closes behind the question.
        let words = self.body.text.slice(asked.question);
        let closing = words.strip_suffix("**").filter(|bare| bare.matches("**").count() % 2 == 0);
        let question = closing.map_or(asked.question, |bare| asked.question.take(bare.len()));
        self.sink.field(FieldPath::part("questions", index, "question"), question);
        let response = response.map(|response| {
            self.sink.field(FieldPath::part("questions", index, "response"), response);
            let written = self.body.read(response);
            unquoted_lines(&written).map_or_else(|| written.into_owned(), |bare| bare.trim().to_owned())
        });
        let number = asked.number.unwrap_or(index + 1);
        self.found.push(Question { number, question: self.body.read(question).into_owned(), response });
    }
}

/// What a heading asks: `Question 2: how?`, `Q2. How?`
pub(super) fn heading(body: &Scope<'_>, section: &Section) -> Option<Asked> {
    let written = body.text.slice(section.text);
    // A mark in brackets parts nothing: `Q2 (follow-up): When?`.
    let mut depth = 0_i32;
    let parts = |mark: char| {
        depth += i32::from(mark == '(') - i32::from(mark == ')');
        depth <= 0 && matches!(mark, ':' | '.' | '-' | '—' | '–')
    };
    let Some(colon) = written.find(parts) else {
        // `Question 2` alone: what is asked is below.
        let number = question_number(written).filter(Option::is_some)?;
        let mut below = body.nodes(section.body.clone()).map(|(_, node)| node);
        let Kind::Prose { text: question } = below.find(|node| node.kind != Kind::Blank)?.kind else {
            return None;
        };
        return Some(Asked { number, question });
    };
    let mark = written.get(colon..)?.chars().next()?;
    let number = question_number(written.get(..colon)?)?;
    let question = section.text.skip(colon + mark.len_utf8()).trim(body.text.source());
    Some(Asked { number, question })
}

/// The number of `Question 2`; the inner value is none for `Question` alone.
fn question_number(label: &str) -> Option<Option<u32>> {
    let key = label_key(label);
    let rest = key.strip_prefix("question").or_else(|| key.strip_prefix('q'))?.trim_start_matches([' ', '#']);
    if rest.is_empty() {
        return Some(None);
    }
    rest.parse().ok().map(Some)
}

fn is_answer(key: &str) -> bool {
    let bare = key.trim_end_matches(|edge: char| edge.is_ascii_digit() || edge == ' ');
    matches!(bare, "a" | "answer" | "response" | "human response" | "human" | "human answer")
}

fn is_agent(key: &str) -> bool {
    matches!(key, "agent" | "assistant" | "ai" | "facilitator" | "interviewer" | "moderator")
}

/// Returns the quote directly below a question.
fn quoted_below(body: &Scope<'_>, range: Range<usize>) -> Option<Span> {
    let says = |node: &Node| !matches!(node.kind, Kind::Blank | Kind::Rule);
    let nodes = || body.nodes(range.clone()).map(|(_, node)| node).filter(|node| says(node));
    let first = nodes().next().filter(|first| first.quote > 0)?;
    let last = nodes().take_while(|node| node.quote > 0).last()?;
    Some(first.span.to(last.span).trim(body.text.source()))
}
