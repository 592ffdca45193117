//! The step that failed: `6 — review/` on one line, or a number and an action under labels of their own.

use super::rules::{MISSING_ACTION, MISSING_NUMBER, STEP_FORM};
use crate::format::prelude::*;
use crate::reading::{Label, Labels, Scope, Stated, normal, unquoted};

/// Its number, and its action.
type FailedStep = (Option<u32>, Option<String>);

pub(super) fn read(body: &Scope<'_>, labels: &Labels<'_>, sink: &mut Sink) -> FailedStep {
    let [step, action] = ["stepNumber", "action"];
    if labels.find(step).is_none()
        && let Some((label, number)) = numbered_label(body, labels)
    {
        return in_label(body, label, number, sink);
    }
    let stated = labels.required(step, sink);
    let own_action = labels.optional(action, sink);
    let own = own_action.as_ref().map(|action| unquoted(&action.value));
    let Some(stated) = stated else { return (None, own) };
    let parts = Parts::read(body.text.source(), stated.span);
    let number = parts.number.and_then(|number| body.text.slice(number).parse().ok());
    match parts.number.filter(|_| number.is_some()) {
        Some(place) => sink.field("stepNumber", place),
        None => {
            let message = "the step has no number";
            sink.report(Diagnostic::new(&MISSING_NUMBER, stated.span, message).field("stepNumber"));
        }
    }
    if let Some(place) = parts.action {
        sink.field("action", place);
    } else if own.is_none() {
        let message = "the step names no action";
        let missing = Diagnostic::new(&MISSING_ACTION, stated.span, message).field("action");
        sink.report(missing.expected("`{step number} — {action/}`"));
    }
    match own_action.filter(|_| parts.action.is_none()) {
        Some(own) => report_parted(body, &stated, &own, sink),
        None => report_form(body, &stated, &parts, sink),
    }
    (number, parts.action.map(|place| unquoted(&body.read(place))).or(own))
}

/// `**Step 3:** code/`: the number is in the label.
fn numbered_label<'l>(body: &Scope<'_>, labels: &'l Labels<'_>) -> Option<(&'l Label, u32)> {
    labels.all().iter().find_map(|label| {
        let key = normal(&body.read(label.key));
        let number = key.strip_prefix("step ").or_else(|| key.strip_prefix("failed step "))?;
        Some((label, number.trim_start_matches('#').parse().ok()?))
    })
}

fn in_label(body: &Scope<'_>, label: &Label, number: u32, sink: &mut Sink) -> FailedStep {
    sink.field("stepNumber", label.key);
    let action = Some(label.value).filter(|value| !value.is_empty()).map(|action| {
        sink.field("action", action);
        unquoted(&body.read(action))
    });
    let named = action.as_ref().map(|action| format!(" — {action}")).unwrap_or_default();
    let expected = format!("**Step:** {number}{named}");
    let form = Diagnostic::new(&STEP_FORM, label.line, "the number is in the label").field("stepNumber");
    let form = form.expected(expected.as_str());
    sink.report(form.fix(format!("Write `{expected}`"), label.line, expected));
    (Some(number), action)
}

/// `6 — review/` taken apart.
struct Parts {
    number: Option<Span>,
    action: Option<Span>,
    /// Words besides `step`, which no edit may drop.
    has_more: bool,
}

impl Parts {
    fn read(source: &str, value: Span) -> Self {
        let fragment = value.slice(source);
        let marks = |edge: char| !(edge.is_alphanumeric() || "`/_{}".contains(edge));
        let bare = fragment.trim_start_matches(marks);
        let lead = fragment.len() - bare.len();
        let word = bare.get(..4).filter(|word| word.eq_ignore_ascii_case("step")).map_or(0, str::len);
        let rest = bare.get(word..).unwrap_or_default();
        let digits_from = rest.trim_start_matches(|edge: char| edge.is_whitespace() || edge == '#');
        let length = digits_from.bytes().take_while(u8::is_ascii_digit).count();
        let after = digits_from.get(length..).unwrap_or_default();
        let is_number = length > 0 && !after.starts_with(|next: char| next.is_alphanumeric() || next == '/');
        if !is_number {
            let action = value.skip(lead + word).trim(source);
            let action = if action.is_empty() { None } else { Some(action) };
            return Self { number: None, action, has_more: false };
        }
        let number_at = lead + word + rest.len() - digits_from.len();
        let number = value.skip(number_at).take(length);
        let after = value.skip(number_at + length);
        let mojibake = ["â€”", "â€“"];
        let tail = after.slice(source).trim_start();
        let dash = mojibake.iter().find(|dash| tail.starts_with(**dash)).map_or(0, |dash| dash.len());
        let tail = tail.get(dash..).unwrap_or_default().trim_start_matches(marks);
        let named = after.skip(after.slice(source).len() - tail.len());
        // `(review/)` is the same; what follows the action is more than the contract asks for.
        let end = tail.find([' ', '(', ')', ',', ';']).unwrap_or(tail.len());
        let is_code = tail.starts_with('`');
        let end = if is_code { tail.rfind('`').map_or(end, |last| last + 1) } else { end };
        let action = named.take(end).trim(source);
        let has_more = tail.get(end..).unwrap_or_default().contains(char::is_alphanumeric);
        Self { number: Some(number), action: Some(action).filter(|action| !action.is_empty()), has_more }
    }
}

fn report_form(body: &Scope<'_>, stated: &Stated, parts: &Parts, sink: &mut Sink) {
    let (Some(number), Some(action)) = (parts.number, parts.action) else { return };
    let source = body.text.source();
    let written = stated.span.slice(source);
    let joined = |dash: &str| format!("{} {dash} {}", number.slice(source), action.slice(source));
    let has_dash = ["—", "–", "--", "â€”", "â€“"].iter().any(|dash| written.starts_with(&joined(dash)));
    if has_dash {
        return;
    }
    let expected = joined("—");
    let form = Diagnostic::new(&STEP_FORM, stated.span, format!("the step is written `{written}`"))
        .field("stepNumber")
        .expected(expected.as_str())
        .found(written);
    let whole = Span::new(stated.span.start, if parts.has_more { action.end } else { stated.span.end });
    sink.report(form.fix(format!("Write `{expected}`"), whole, expected.clone()));
}

/// Number and action under two labels, which one edit joins where nothing is between them.
fn report_parted(body: &Scope<'_>, number: &Stated, action: &Stated, sink: &mut Sink) {
    let source = body.text.source();
    let expected = format!("{} — {}", number.value.trim(), action.value.trim());
    let form = Diagnostic::new(&STEP_FORM, action.span, "the action is under a label of its own")
        .field("action")
        .expected(format!("`**Step:** {expected}`"));
    let line = body.text.lines().line(body.text.lines().line_of(action.span.start));
    let is_below = number.span.end <= line.start
        && Span::new(number.span.end, line.start).slice(source).trim().is_empty();
    let rest = Span::new(number.span.end, action.span.end.max(number.span.end));
    sink.report(if is_below {
        form.fix("Write both on one line", rest, format!(" — {}", action.value.trim()))
    } else {
        form
    });
}
