//! What each step does, in words.

use std::ops::Range;

use super::StepDescription;
use super::rules::{DESCRIPTION_FORM, MISSING_DESCRIPTIONS};
use crate::format::prelude::*;
use crate::markdown::{Kind, Marker};
use crate::reading::{Labels, Scope, clean, is_placeholder, unquoted};

/// Every numbered item of the outermost list: `1. **code/** -- Add the types`. Bullets are read where their label
/// announces them.
pub(super) fn parse(body: &Scope<'_>, labels: &Labels<'_>, sink: &mut Sink) -> Vec<StepDescription> {
    let source = body.text.source();
    let [described, executed] = ["stepDescriptions", "execution"].map(|field| labels.list(field));
    let is_in = |list: &Option<Range<usize>>, node| list.as_ref().is_some_and(|list| list.contains(&node));
    let mut found = Vec::new();
    for (index, node) in body.nodes(body.range()) {
        let Kind::Item { marker, level: 0, text } = node.kind else { continue };
        let (number, length) = match marker {
            _ if is_in(&executed, index) => continue,
            Marker::Number(number) => (Some(number), 0),
            Marker::Bullet if is_in(&described, index) => {
                named_step(text.slice(source)).map_or((None, 0), |(number, length)| (Some(number), length))
            }
            Marker::Bullet => continue,
        };
        let path = |part| FieldPath::part("stepDescriptions", found.len() as u32, part);
        let words = text.skip(length);
        let step = Described::read(source, words);
        if number.is_some() {
            sink.field(path("stepNumber"), Span::new(node.span.start, words.start).trim(source));
        }
        if let Some(action) = step.action {
            sink.field(path("action"), action);
        }
        sink.field(path("description"), step.description);
        let read = |span: Span| {
            let words = body.read(span);
            (!words.is_empty() && !is_placeholder(&words)).then(|| words.into_owned())
        };
        let action = step.action.and_then(read).map(|action| unquoted(&action));
        let form = |part, message| {
            let form = Diagnostic::new(&DESCRIPTION_FORM, text, message).field(path(part).to_string());
            form.expected("`1. **action/** -- what it does`")
        };
        if marker == Marker::Bullet {
            sink.report(form("stepNumber", "a step is described without its number"));
        } else if !step.is_plain {
            let form = form("action", "a step is described in another form");
            let head = Span::new(text.start, step.description.start);
            sink.report(match &action {
                Some(action) => {
                    form.fix("Write the step's action and a dash", head, format!("**{action}** -- "))
                }
                None => form,
            });
        }
        found.push(StepDescription { step_number: number, action, description: read(step.description) });
    }
    if found.is_empty() {
        let message = "the chain does not say what each step does";
        let missing = Diagnostic::new(&MISSING_DESCRIPTIONS, body.opening_line(), message);
        sink.report(missing.field("stepDescriptions"));
    }
    found
}

/// The number of `Step 2: what it does`, and how long it is with the marks around it.
fn named_step(written: &str) -> Option<(u32, usize)> {
    let bare = written.trim_start_matches(['*', '`', ' ']);
    let after = bare.get(..4).filter(|word| word.eq_ignore_ascii_case("step")).and_then(|_| bare.get(4..))?;
    let digits = after.trim_start_matches([' ', '#']);
    let end = digits.find(|edge: char| !edge.is_ascii_digit()).unwrap_or(digits.len());
    let number = digits.get(..end)?.parse().ok()?;
    let rest = digits.get(end..)?.trim_start_matches(|mark: char| "*`:-–— ".contains(mark));
    Some((number, written.len() - rest.len()))
}

/// An item taken apart.
struct Described {
    action: Option<Span>,
    description: Span,
    /// Written as the contract wants it.
    is_plain: bool,
}

impl Described {
    fn read(source: &str, item: Span) -> Self {
        let bold = item.slice(source).strip_prefix("**").and_then(|inner| Some((inner.find("**")?, inner)));
        let Some((length, inner)) = bold else { return Self::without_bold(source, item) };
        let name = item.skip(2).take(length);
        let after = inner.get(length + 2..).unwrap_or_default();
        let rest = item.skip(length + 4);
        let dash = ["--", "—", "–", "â€”", "â€“", "-", ":"]
            .iter()
            .find(|dash| after.trim_start().starts_with(**dash));
        let gap = after.len() - after.trim_start().len();
        let description = rest.skip(dash.map_or(gap, |dash| gap + dash.len())).trim(source);
        let action = action_in(source, name);
        let is_whole = action == Some(name);
        let is_plain = is_whole && dash.is_some_and(|dash| *dash != ":" && *dash != "-");
        Self { action, description, is_plain }
    }

    /// `code/ -- what it does`; a sentence names no action.
    fn without_bold(source: &str, item: Span) -> Self {
        let fragment = item.slice(source);
        let parts =
            [" -- ", " — ", " – ", ": "].iter().filter_map(|dash| Some((fragment.find(dash)?, dash.len())));
        let named = parts.min().filter(|(at, _)| {
            let name = fragment.get(..*at).unwrap_or_default();
            !name.contains(char::is_whitespace)
        });
        match named {
            Some((at, length)) => Self {
                action: action_in(source, item.take(at)),
                description: item.skip(at + length).trim(source),
                is_plain: false,
            },
            None => Self::behind_action(source, item),
        }
    }

    /// Parses `code/ (opus) — what it does`: the action ends with its slash.
    fn behind_action(source: &str, item: Span) -> Self {
        let fragment = item.slice(source);
        let first = fragment.split(char::is_whitespace).next().unwrap_or_default();
        let bare = first.trim_matches('`');
        let names_action = bare.len() > 1 && bare.ends_with('/') && first.len() < fragment.len();
        let length = if names_action { first.len() } else { 0 };
        let action = names_action.then(|| item.take(length));
        Self { action, description: item.skip(length).trim(source), is_plain: false }
    }
}

/// `code/backend` of `Step 1 (code/backend):`, of `` `code/backend` `` and of itself.
fn action_in(source: &str, name: Span) -> Option<Span> {
    let fragment = name.slice(source);
    if let Some((open, close)) =
        fragment.find('(').zip(fragment.rfind(')')).filter(|(open, close)| open < close)
        && clean(fragment).to_lowercase().starts_with("step")
    {
        return Some(name.skip(open + 1).take(close - open - 1).trim(source));
    }
    let bare = fragment.trim_end_matches([':', ' ']);
    let name = name.take(bare.len());
    if let Some(inner) = bare.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        // Of `Step 1 (code/): …` the number was read before.
        return Some(name.skip(1).take(inner.len()).trim(source)).filter(|action| !action.is_empty());
    }
    (!name.is_empty()).then_some(name)
}
