//! Reads the line, the heading above it and the time below.

use super::ExecutionStart;
use super::recognize::{SpawnLine, executing, timestamp};
use super::rules::{
    ANNOUNCEMENT_FORM, MISSING_ACTION, MISSING_MODEL, MOJIBAKE, PLACEHOLDER, TRAILING_WORDS,
    UNREADABLE_TIMESTAMP,
};
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::format::Block;
use crate::reading::{is_placeholder, report_mojibake, unquoted};
use crate::text::Span;

/// How far above a line its heading is looked for.
const ABOVE: usize = 64;
/// A line with more parentheses than these is no announcement of a model.
const MOST_PAIRS: usize = 8;
/// `Claude Sonnet 4`.
const MODEL_WORDS: usize = 3;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ExecutionStart {
    report_mojibake(block, &MOJIBAKE, sink);
    let range = block.outline.range(block.span);
    let nodes = block.outline.slice(range.clone());
    let mut lines =
        nodes.iter().enumerate().filter_map(|(at, node)| Some((at, SpawnLine::of(block.text, node)?)));
    let Some((at, line)) = lines.next() else { return ExecutionStart::default() };
    let title = title(block, range.start + at, sink);
    sink.markup(line.line);
    let step_number = number(block, &line, sink);
    let value = Value::read(block.text.source(), line.value);
    let action = part(block, value.action, "action", sink).map(|action| unquoted(&action));
    if value.action.is_empty() {
        let message = "the line names no action";
        sink.report(Diagnostic::new(&MISSING_ACTION, line.line, message).field("action"));
    }
    let model = value.model.and_then(|model| part(block, model, "model", sink)).map(|model| unquoted(&model));
    if value.model.is_none() {
        let message = "the line names no model in parentheses";
        sink.report(
            Diagnostic::new(&MISSING_MODEL, line.line, message).field("model").expected("`action (model)`"),
        );
    }
    form(block, &line, &value, sink);
    let time = nodes.iter().find_map(|node| timestamp(block.text, node));
    let timestamp = time.and_then(|time| read_timestamp(block, time, sink));
    ExecutionStart { title, step_number, action, model, timestamp }
}

fn title(block: &Block<'_>, line: usize, sink: &mut Sink) -> Option<String> {
    let fence = block.outline.nodes().get(line)?.fence;
    let above = (line.saturating_sub(ABOVE)..line).rev();
    let heading = above
        .filter_map(|node| executing(block.text, block.outline, node))
        .find(|heading| heading.fence == fence)?;
    if block.span.contains(heading.line) {
        sink.markup(heading.line);
        return part(block, heading.title, "title", sink);
    }
    let title = block.text.read(heading.title);
    (!title.is_empty() && !is_placeholder(&title)).then(|| title.into_owned())
}

fn number(block: &Block<'_>, line: &SpawnLine, sink: &mut Sink) -> Option<u32> {
    let written = block.text.slice(line.number);
    let number = written.parse().ok();
    if number.is_none() {
        let message = format!("`{written}` is a placeholder");
        sink.report(Diagnostic::new(&PLACEHOLDER, line.number, message).field("stepNumber").found(written));
    } else {
        sink.field(FieldPath::name("stepNumber"), line.number);
    }
    number
}

fn part(block: &Block<'_>, span: Span, field: &'static str, sink: &mut Sink) -> Option<String> {
    let written = block.text.read(span);
    if is_placeholder(&written) {
        let message = format!("`{written}` is a placeholder");
        sink.report(Diagnostic::new(&PLACEHOLDER, span, message).field(field).found(written));
        return None;
    }
    sink.field(FieldPath::name(field), span);
    (!written.is_empty()).then(|| written.into_owned())
}

/// `code/ (opus)...` taken apart.
struct Value {
    action: Span,
    model: Option<Span>,
    /// What follows the parentheses.
    rest: Span,
}

impl Value {
    fn read(source: &str, value: Span) -> Self {
        let fragment = value.slice(source);
        let bracketed = model_pair(fragment);
        let Some((open, close)) = bracketed else {
            let bare = fragment.trim_end_matches(['.', '…', ' ']).len();
            return Self { action: value.take(bare), model: None, rest: value.skip(bare) };
        };
        let model = value.skip(open + 1).take(close - open - 1).trim(source);
        let model = Some(model).filter(|model| !model.is_empty());
        Self { action: value.take(open).trim(source), model, rest: value.skip(close + 1) }
    }
}

/// The last parentheses that hold a name: those before them belong to the action, and a sentence names no model.
fn model_pair(fragment: &str) -> Option<(usize, usize)> {
    let pairs = fragment.match_indices('(').map_while(|(open, _)| {
        let length = fragment.get(open..)?.find(')')?;
        Some((open, open + length))
    });
    let mut first = None;
    let mut named = None;
    for (open, close) in pairs.take(MOST_PAIRS) {
        first = first.or(Some((open, close)));
        let words = fragment.get(open + 1..close).unwrap_or_default().split_whitespace().count();
        if (1..=MODEL_WORDS).contains(&words) {
            named = Some((open, close));
        }
    }
    named.or(first)
}

fn form(block: &Block<'_>, line: &SpawnLine, value: &Value, sink: &mut Sink) {
    let head = Span::new(line.line.start, line.value.start.max(line.line.start));
    let expected = format!("Spawning Step {}: ", block.text.slice(line.number));
    let written = block.text.slice(head);
    if written != expected && !line.value.is_empty() {
        sink.report(
            Diagnostic::new(&ANNOUNCEMENT_FORM, head, format!("the line begins with `{}`", written.trim()))
                .field("stepNumber")
                .expected(expected.trim())
                .found(written.trim())
                .fix(format!("Write `{}`", expected.trim()), head, expected.as_str()),
        );
    }
    let rest = block.text.slice(value.rest);
    if !rest.is_empty() {
        let trailing =
            Diagnostic::new(&TRAILING_WORDS, value.rest, format!("`{}` follows the model", rest.trim()))
                .found(rest.trim());
        let is_dots = rest.chars().all(|character| matches!(character, '.' | '…' | ' '));
        sink.report(if is_dots { trailing.fix("Leave it out", value.rest, "") } else { trailing });
    }
}

fn read_timestamp(block: &Block<'_>, span: Span, sink: &mut Sink) -> Option<u64> {
    sink.field(FieldPath::name("timestamp"), span);
    let written = block.text.slice(span);
    let timestamp = written.parse().ok();
    if timestamp.is_none() {
        let message = format!("`{written}` is no number of milliseconds");
        sink.report(Diagnostic::new(&UNREADABLE_TIMESTAMP, span, message).field("timestamp").found(written));
    }
    timestamp
}
