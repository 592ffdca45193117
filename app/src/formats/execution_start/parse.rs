//! Reads the line, the heading above it and the time below.

use super::ExecutionStart;
use super::recognize::{SpawnLine, executing, timestamp};
use super::rules::{
    ACTION_PATH, MISSING_ACTION, MISSING_MODEL, MODEL_FORM, TRAILING_WORDS, UNREADABLE_TIMESTAMP,
};
use crate::chain::{
    ANNOUNCEMENT_FORM, AnnouncedStep, MODELS, model_in, report_action_path, report_lead, step_numbers,
};
use crate::format::prelude::*;
use crate::reading::{Scope, is_placeholder, report_mojibake, unquoted};

/// How far above a line its heading is looked for.
const ABOVE: usize = 64;
/// A line with more parentheses than these is no announcement of a model.
const MOST_PAIRS: usize = 8;
/// `Claude Sonnet 4`.
const MODEL_WORDS: usize = 3;

pub(super) fn parse(block: &Block<'_>, sink: &mut Sink) -> ExecutionStart {
    report_mojibake(block, sink);
    let body = Scope::of(block);
    let mut lines = block.text.lines().within(block.span);
    let line = lines.find_map(|line| SpawnLine::read(block.text, line));
    let Some(line) = line else { return ExecutionStart::default() };
    let title = title(&body, block.outline.range(line.line).start, sink);
    sink.markup(line.line);
    let step = AnnouncedStep::read(block.text, line.number, sink);
    let value = Value::read(block.text.source(), line.value);
    let action = part(&body, value.action, "action", sink).map(|action| unquoted(&action));
    if let Some(action) = &action {
        report_action_path(&ACTION_PATH, action, value.action, "action", sink);
    }
    if value.action.is_empty() {
        let message = "the line names no action";
        sink.report(Diagnostic::new(&MISSING_ACTION, line.line, message).field("action"));
    }
    let model = value.model.and_then(|model| part(&body, model, "model", sink)).map(|model| unquoted(&model));
    if let Some(span) = value.model_as_written {
        let expected = format!(" ({})", model.as_deref().unwrap_or_default());
        let message = format!("the model is written `{}`", block.text.slice(span));
        let form = Diagnostic::new(&MODEL_FORM, span, message).field("model").expected(expected.trim());
        let form = form.fix(format!("Write `{}`", expected.trim()), span, expected);
        sink.report(form.fixed_if(!value.says_more));
    }
    if value.model.is_none() {
        let message = "the line names no model in parentheses";
        let missing = Diagnostic::new(&MISSING_MODEL, line.line, message).field("model");
        sink.report(missing.expected("`action (model)`"));
    }
    form(block, &line, &value, sink);
    let nodes = block.outline.slice(block.outline.range(block.span));
    let time = nodes.iter().find_map(|node| timestamp(block.text, node));
    let timestamp = time.and_then(|time| read_timestamp(block, time, sink));
    ExecutionStart { title, step, action, model, timestamp }
}

fn title(body: &Scope<'_>, line: usize, sink: &mut Sink) -> Option<String> {
    let fence = body.outline.nodes().get(line)?.fence;
    let above = (line.saturating_sub(ABOVE)..line).rev();
    let heading = above
        .filter_map(|node| executing(body.text, body.outline, node))
        .find(|heading| heading.fence == fence)?;
    if body.span.contains(heading.line) {
        sink.markup(heading.line);
        return part(body, heading.title, "title", sink);
    }
    let title = body.read(heading.title);
    (!title.is_empty() && !is_placeholder(&title)).then(|| title.into_owned())
}

fn part(body: &Scope<'_>, span: Span, field: &'static str, sink: &mut Sink) -> Option<String> {
    body.value(span, field, sink).filter(|written| !written.is_empty())
}

/// `code/ (opus)...` taken apart.
struct Value {
    action: Span,
    model: Option<Span>,
    /// Where it is in other marks than the contract's, from behind the action on.
    model_as_written: Option<Span>,
    /// More than the model is there, which is no edit's to take away.
    says_more: bool,
    /// What follows the parentheses.
    rest: Span,
}

impl Value {
    fn read(source: &str, value: Span) -> Self {
        let fragment = value.slice(source);
        let bracketed = model_pair(fragment);
        let Some((open, close)) = bracketed else {
            let bare = fragment.trim_end_matches(['.', '…', ' ']).len();
            let (before, rest) = (value.take(bare), value.skip(bare));
            let named = named_at_end(source, before);
            let action = named.map_or(before, |(action, _)| action);
            let model_as_written = named.map(|(action, _)| Span::new(action.end, before.end));
            let model = named.map(|(_, model)| model);
            return Self { action, model, model_as_written, says_more: false, rest };
        };
        let inner = value.skip(open + 1).take(close - open - 1).trim(source);
        let model = model_in(source, inner);
        let action = value.take(open).trim(source);
        let is_apart = model == inner || model.is_empty();
        let written = Span::new(action.end, value.start + close as u32 + 1);
        Self {
            action,
            model: Some(model).filter(|model| !model.is_empty()),
            model_as_written: (!is_apart).then_some(written),
            says_more: model.end < inner.end,
            rest: value.skip(close + 1),
        }
    }
}

/// `docs/ [haiku]`, `docs/ - haiku`, `docs/ with haiku`: the action and the model.
fn named_at_end(source: &str, value: Span) -> Option<(Span, Span)> {
    let written = value.slice(source);
    let (before, last) = written.rsplit_once(' ')?;
    let name = last.trim_matches(['[', ']', '*', '`', '{', '}']);
    let action = before.trim_end_matches(['-', '–', '—', ' ', ',', ':']);
    let action = [" with", " using", " via", " on"]
        .iter()
        .find_map(|word| action.strip_suffix(word))
        .unwrap_or(action);
    let is_model = MODELS.iter().any(|model| model.eq_ignore_ascii_case(name));
    let at = before.len() + 1 + last.find(name)?;
    (is_model && !action.is_empty()).then(|| (value.take(action.len()), value.skip(at).take(name.len())))
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
    let start = if line.lead.is_empty() { line.line.start } else { line.lead.end };
    let head = Span::new(start, line.value.start.max(start));
    let blank = block.text.slice(head).len() - block.text.slice(head).trim_start().len();
    let head = head.skip(blank);
    report_lead(block.text, line.lead, sink);
    let written = block.text.slice(head);
    let number = block.text.slice(line.number);
    let is_plain = number.parse::<u32>().is_ok() || step_numbers(number).is_none();
    let expected = format!("Spawning Step {}: ", if is_plain { number } else { "{N}" });
    if (written != expected || !is_plain) && !line.value.is_empty() {
        let message = format!("the line begins with `{}`", written.trim());
        let form = Diagnostic::new(&ANNOUNCEMENT_FORM, head, message).field("stepNumber");
        // Emphasis that closes at the end goes with that which opens here.
        let end = Span::new(line.value.end, line.line.end);
        let fixed = format!("{expected}{}", block.text.slice(line.value));
        let form = form.expected(expected.trim()).found(written.trim());
        let title = format!("Write `{}`", expected.trim());
        let form = match end.is_empty() {
            true => form.fix(title, head, expected.as_str()),
            false => form.fix(title, head.to(end), fixed),
        };
        sink.report(form.fixed_if(is_plain));
    }
    let rest = block.text.slice(value.rest);
    if !rest.is_empty() {
        let message = format!("`{}` follows the model", rest.trim());
        let trailing = Diagnostic::new(&TRAILING_WORDS, value.rest, message).found(rest.trim());
        let is_dots = rest.chars().all(|character| matches!(character, '.' | '…' | ' '));
        sink.report(trailing.fix("Leave it out", value.rest, "").fixed_if(is_dots));
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
