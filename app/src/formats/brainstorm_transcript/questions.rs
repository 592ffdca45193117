//! Questions and answers: under headings `### Question 1: …`, or as pairs `**Q:**` and `**A:**`.

use std::ops::Range;

use super::names::{Part, part};
use super::{BrainstormTranscript, Question};
use crate::diagnostic::{FieldPath, Sink};
use crate::markdown::Section;
use crate::reading::{Body, Labelled, label_key};
use crate::text::Span;

pub(super) fn parse(
    body: &Body<'_>,
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
        return;
    }
    for (section, asked) in asked {
        under_heading(body, section, asked, transcript, sink);
    }
}

/// Without a section for them, the questions stand wherever no other section holds something else.
pub(super) fn parse_outside(
    body: &Body<'_>,
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

fn may_ask(body: &Body<'_>, section: &Section) -> bool {
    matches!(part(&body.read(section.text)), None | Some(Part::InitialContext))
}

/// Whether the heading asks: `Question 2: how?`.
pub(super) fn is_question(body: &Body<'_>, section: &Section) -> bool {
    heading(body, section).is_some()
}

/// A heading that asks, and the pairs that go on below it without headings of their own.
fn under_heading(
    body: &Body<'_>,
    section: &Section,
    asked: Asked,
    transcript: &mut BrainstormTranscript,
    sink: &mut Sink,
) {
    let labels = body.labels(section.extent.clone());
    // A label that repeats the number says the same question once more.
    let goes_on = |label: &Labelled| {
        let number = question_number(&body.read(label.key)).flatten();
        number.is_some() && number != asked.number
    };
    let own = labels.iter().position(goes_on).unwrap_or(labels.len());
    let (own, following) = labels.split_at_checked(own).unwrap_or((&labels, &[]));
    let end = following.first().map_or(section.extent.end, |next| next.node);
    let answer = own.iter().find(|label| is_answer(&label_key(&body.read(label.key))));
    sink.markup(body.heading_line(section));
    let response = match answer {
        Some(label) => {
            sink.markup(label.whole);
            answer_from(body, label, end)
        }
        None => body.content(section.extent.start..end),
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
fn heading(body: &Body<'_>, section: &Section) -> Option<Asked> {
    let written = section.text.slice(body.text.source());
    let colon = written.find([':', '.', '-', '—', '–'])?;
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
    body: &Body<'_>,
    extent_end: usize,
    labels: &[Labelled],
    transcript: &mut BrainstormTranscript,
    sink: &mut Sink,
) {
    // What an agent says is a question where a person answers next.
    let answered =
        labels.iter().skip(1).map(|next| is_answer(&label_key(&body.read(next.key)))).chain([false]);
    let asks = |label: &Labelled, is_answered: bool| {
        let key = body.read(label.key);
        question_number(&key).is_some() || is_answered && is_agent(&label_key(&key))
    };
    let questions = labels.iter().zip(answered).filter(|(label, is_answered)| asks(label, *is_answered));
    let mut questions = questions.map(|(label, _)| label).peekable();
    while let Some(asked) = questions.next() {
        let end = questions.peek().map_or(extent_end, |next| next.node);
        let after = labels.partition_point(|label| label.node <= asked.node);
        let mut own = labels.iter().skip(after).take_while(|label| label.node < end);
        let answer = own.find(|label| is_answer(&label_key(&body.read(label.key))));
        sink.markup(asked.whole);
        let response = answer.and_then(|label| {
            sink.markup(label.whole);
            answer_from(body, label, end)
        });
        let number = question_number(&body.read(asked.key)).flatten();
        push(body, Asked { number, question: asked.value }, response, transcript, sink);
    }
}

/// From the value of the answer's label to the next question: whatever stands there answers.
fn answer_from(body: &Body<'_>, label: &Labelled, end: usize) -> Option<Span> {
    let below = body.content(label.node + 1..end);
    let start = if label.value.is_empty() { below?.start } else { label.value.start };
    let span = Span::new(start, below.map_or(label.value.end, |below| below.end.max(label.value.end)));
    (!span.is_empty()).then_some(span)
}

fn push(
    body: &Body<'_>,
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
        response: response.map(|response| body.read(response).into_owned()),
    });
}
