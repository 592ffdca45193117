//! Questions and answers: under headings `### Question 1: …`, or as pairs `**Q:**` and `**A:**`.

use std::ops::Range;

use super::names::{Part, part};
use super::{BrainstormTranscript, Question};
use crate::diagnostic::{FieldPath, Sink};
use crate::markdown::{Kind, Node, Section, unquoted_lines};
use crate::reading::{ColumnName, Columns, Label, Scope, bold_line, label_key};
use crate::text::Span;

pub(super) fn parse(
    body: &Scope<'_>,
    sections: &[Section],
    extent: Range<usize>,
    transcript: &mut BrainstormTranscript,
    sink: &mut Sink,
) {
    let inside = sections.iter().filter(|section| extent.contains(&section.node));
    let asked: Vec<(&Section, Asked)> =
        inside.filter_map(|section| Some((section, heading(body, section)?))).collect();
    if asked.is_empty() {
        let labels = body.labels(extent.clone());
        pairs(body, extent.end, &labels, transcript, sink);
        if transcript.questions.is_empty() {
            in_table(body, extent.clone(), transcript, sink);
        }
        if transcript.questions.is_empty() {
            in_list(body, extent, transcript, sink);
        }
        return;
    }
    for (section, asked) in asked {
        under_heading(body, section, asked, transcript, sink);
    }
}

/// Without a section for them, the questions stand wherever no other section holds something else.
pub(super) fn parse_outside(
    body: &Scope<'_>,
    sections: &[Section],
    transcript: &mut BrainstormTranscript,
    sink: &mut Sink,
) {
    let mut asked = false;
    // The open questions are asked of nobody yet.
    let mut others_end = 0;
    for section in sections.iter().skip(1) {
        if !may_ask(body, section) {
            others_end = section.extent.end.max(others_end);
        }
        if section.node < others_end {
            continue;
        }
        if let Some(heading) = heading(body, section) {
            under_heading(body, section, heading, transcript, sink);
            asked = true;
        }
    }
    if asked {
        return;
    }
    for section in sections {
        if may_ask(body, section) {
            let labels = body.labels(section.body.clone());
            pairs(body, section.body.end, &labels, transcript, sink);
        }
    }
}

static COLUMNS: [ColumnName; 3] = [
    ColumnName { name: "#", synonyms: &["no", "number", "nr", "id"] },
    ColumnName { name: "Question", synonyms: &["q", "asked", "prompt"] },
    ColumnName { name: "Response", synonyms: &["answer", "a", "human response", "human", "reply"] },
];

/// `| # | Question | Response |`, a row for each.
fn in_table(body: &Scope<'_>, extent: Range<usize>, transcript: &mut BrainstormTranscript, sink: &mut Sink) {
    for (_, node) in body.nodes(extent) {
        let Kind::Table(table) = node.kind else { continue };
        let columns = Columns::find(body.text, body.outline, table, &COLUMNS);
        let (Some(question), Some(response)) = (columns.place(1), columns.place(2)) else { continue };
        for row in body.outline.rows(table) {
            let cells = body.outline.cells(row);
            let cell = |place: usize| cells.get(place).copied().filter(|cell| !cell.is_empty());
            let Some(asked) = cell(question) else { continue };
            let number =
                columns.place(0).and_then(cell).and_then(|number| body.read(number).trim().parse().ok());
            push(body, Asked { number, question: asked }, cell(response), transcript, sink);
        }
    }
}

/// `1. **Who?**` and the answer below it: every item of the list asks.
fn in_list(body: &Scope<'_>, extent: Range<usize>, transcript: &mut BrainstormTranscript, sink: &mut Sink) {
    let source = body.text.source();
    let item = |(index, node): (usize, &Node)| match node.kind {
        Kind::Item { text, level: 0, .. } => Some((index, text)),
        _ => None,
    };
    let items: Vec<(usize, Span)> = body.nodes(extent.clone()).filter_map(item).collect();
    let first_line = |text: Span| {
        let length = text.slice(source).find(['\n', '\r']).unwrap_or(text.len() as usize);
        text.take(length).trim(source)
    };
    let asks = |text: Span| first_line(text).slice(source).trim_end_matches(['*', '_', ' ']).ends_with('?');
    let ends = items.iter().skip(1).map(|(index, _)| *index).chain([extent.end]);
    let read = items.iter().zip(ends).map(|((index, text), end)| {
        let question = first_line(*text);
        let below =
            body.content(*index..end).map(|content| Span::new(question.end, content.end).trim(source));
        (question, below.filter(|below| !below.is_empty()))
    });
    let read: Vec<(Span, Option<Span>)> = read.collect();
    if !items.iter().all(|(_, text)| asks(*text)) || read.iter().all(|(_, response)| response.is_none()) {
        return;
    }
    for (question, response) in read {
        let bold = bold_line(source, question).unwrap_or(question);
        push(body, Asked { number: None, question: bold }, response, transcript, sink);
    }
}

fn may_ask(body: &Scope<'_>, section: &Section) -> bool {
    matches!(part(&body.read(section.text)), None | Some(Part::InitialContext))
}

/// Whether the heading asks: `Question 2: how?`.
pub(super) fn is_question(body: &Scope<'_>, section: &Section) -> bool {
    heading(body, section).is_some()
}

/// A heading that asks, and the pairs that go on below it without headings of their own.
fn under_heading(
    body: &Scope<'_>,
    section: &Section,
    asked: Asked,
    transcript: &mut BrainstormTranscript,
    sink: &mut Sink,
) {
    let labels = body.labels(section.extent.clone());
    // A label that repeats the number says the same question once more.
    let goes_on = |label: &Label| {
        let number = question_number(&body.read(label.key)).flatten();
        number.is_some() && number != asked.number
    };
    let own = labels.iter().position(goes_on).unwrap_or(labels.len());
    let (own, following) = labels.split_at_checked(own).unwrap_or((&labels, &[]));
    let end = following.first().map_or(section.extent.end, |next| next.node);
    let answer = own.iter().find(|label| is_answer(&label.name));
    sink.markup(body.heading_line(section));
    let response = match answer {
        Some(label) => {
            sink.markup(label.line);
            answer_from(body, label, end)
        }
        None => {
            // What is asked below the heading is no answer.
            let content = body.content(section.extent.start..end);
            let asked_until = asked.question.end.max(section.text.end);
            content
                .map(|content| Span::new(content.start.max(asked_until).min(content.end), content.end))
                .map(|content| content.trim(body.text.source()))
                .filter(|content| !content.is_empty())
        }
    };
    push(body, asked, response, transcript, sink);
    pairs(body, section.extent.end, following, transcript, sink);
}

/// A question, and the number it bears.
struct Asked {
    number: Option<u32>,
    question: Span,
}

/// `Question 2: how?`, `Q2. How?`
fn heading(body: &Scope<'_>, section: &Section) -> Option<Asked> {
    let written = section.text.slice(body.text.source());
    // A mark in brackets parts nothing: `Q2 (follow-up): When?`.
    let mut depth = 0_i32;
    let parts = |mark: char| {
        depth += i32::from(mark == '(') - i32::from(mark == ')');
        depth <= 0 && matches!(mark, ':' | '.' | '-' | '—' | '–')
    };
    let Some(colon) = written.find(parts) else {
        // `Question 2` alone: what is asked stands below.
        let number = question_number(written).filter(Option::is_some)?;
        let below =
            body.nodes(section.body.clone()).map(|(_, node)| node).find(|node| node.kind != Kind::Blank)?;
        let Kind::Prose { text } = below.kind else { return None };
        return Some(Asked { number, question: text });
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

fn pairs(
    body: &Scope<'_>,
    extent_end: usize,
    labels: &[Label],
    transcript: &mut BrainstormTranscript,
    sink: &mut Sink,
) {
    // What an agent says is a question where a person answers next.
    let answered = labels.iter().skip(1).map(|next| is_answer(&next.name)).chain([false]);
    let asks = |label: &Label, is_answered: bool| {
        let key = body.read(label.key);
        question_number(&key).is_some() || is_answered && is_agent(&label_key(&key))
    };
    let questions = labels.iter().zip(answered).filter(|(label, is_answered)| asks(label, *is_answered));
    let mut questions = questions.map(|(label, _)| label).peekable();
    while let Some(asked) = questions.next() {
        let end = questions.peek().map_or(extent_end, |next| next.node);
        let after = labels.partition_point(|label| label.node <= asked.node);
        let mut own = labels.iter().skip(after).take_while(|label| label.node < end);
        let answer = own.find(|label| is_answer(&label.name));
        sink.markup(asked.line);
        let response = match answer {
            Some(label) => {
                sink.markup(label.line);
                answer_from(body, label, end)
            }
            // Without a label the answer may stand in a quote.
            None => quoted_below(body, asked.node + 1..end),
        };
        let number = question_number(&body.read(asked.key)).flatten();
        push(body, Asked { number, question: asked.value }, response, transcript, sink);
    }
}

/// What is quoted right below a question, and nothing but that.
fn quoted_below(body: &Scope<'_>, range: Range<usize>) -> Option<Span> {
    let says = |node: &Node| !matches!(node.kind, Kind::Blank | Kind::Rule);
    let nodes = || body.nodes(range.clone()).map(|(_, node)| node).filter(|node| says(node));
    let first = nodes().next().filter(|first| first.quote > 0)?;
    let last = nodes().take_while(|node| node.quote > 0).last()?;
    Some(first.span.to(last.span).trim(body.text.source()))
}

/// From the value of the answer's label to the next question: whatever stands there answers.
fn answer_from(body: &Scope<'_>, label: &Label, end: usize) -> Option<Span> {
    let below = body.content(label.node + 1..end);
    let start = if label.value.is_empty() { below?.start } else { label.value.start };
    let span = Span::new(start, below.map_or(label.value.end, |below| below.end.max(label.value.end)));
    (!span.is_empty()).then_some(span)
}

fn push(
    body: &Scope<'_>,
    asked: Asked,
    response: Option<Span>,
    transcript: &mut BrainstormTranscript,
    sink: &mut Sink,
) {
    let index = transcript.questions.len() as u32;
    let source = body.text.source();
    // Emphasis that opens before the number closes behind the question.
    let words = asked.question.slice(source);
    let closing = words.strip_suffix("**").filter(|bare| bare.matches("**").count() % 2 == 0);
    let question = closing.map_or(asked.question, |bare| asked.question.take(bare.len()));
    sink.field(FieldPath::part("questions", index, "question"), question);
    if let Some(response) = response {
        sink.field(FieldPath::part("questions", index, "response"), response);
    }
    transcript.questions.push(Question {
        number: asked.number.unwrap_or(index + 1),
        question: body.read(question).into_owned(),
        response: response.map(|response| {
            let written = body.read(response);
            unquoted_lines(&written).map_or_else(|| written.into_owned(), |bare| bare.trim().to_owned())
        }),
    });
}
