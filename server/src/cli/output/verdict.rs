//! Verdicts of gates: what decides, and each red flag with its places.

use app::diagnostic::{Diagnostic, Rule};
use app::gate::{Flag, GateOutcome};
use app::text::{Span, Text};
use serde_json::{Value, json};

use super::human::{self, Style};
use super::visible::visible;
use crate::cli::gate::Judged;

/// The most characters of a value that are quoted.
const LONGEST_QUOTE: usize = 200;

/// Returns the outcome on a line of its own, and below it each verdict with what decides and its red flags.
pub fn verdicts(
    file: &str,
    text: &Text,
    outcome: GateOutcome,
    verdicts: &[Judged<'_>],
    style: Style,
) -> String {
    let mut drawn = format!("{}\n", outcome.as_str());
    for judged in verdicts {
        let place = text.position(judged.parsed.span.start);
        let (kind, rule) = (judged.answer.kind.as_str(), visible(&judged.answer.rule));
        drawn.push_str(&format!("{}:{}:{}: {kind} {rule}\n", visible(file), place.line, place.column));
        for diagnostic in judged.answer.flags().filter_map(|flag| diagnostic(judged, flag)) {
            drawn.push_str(&format!("\n{}\n", human::draw(file, text, &diagnostic, style)));
        }
    }
    drawn
}

fn rule_of(judged: &Judged<'_>, flag: &Flag) -> Option<&'static Rule> {
    judged.parsed.spec.all_rules().find(|rule| rule.id == flag.flag)
}

/// A flag as it is drawn; what the answer lacks is missed at its opening.
fn diagnostic(judged: &Judged<'_>, flag: &Flag) -> Option<Diagnostic> {
    let start = judged.parsed.span.start;
    let opening = Span::new(start, judged.parsed.span.end.min(start + 1));
    Some(flag.diagnostic(rule_of(judged, flag)?, opening))
}

/// Returns a verdict for programs.
pub fn json(text: &Text, judged: &Judged<'_>) -> Value {
    let answer = judged.answer;
    let place = text.position(judged.parsed.span.start);
    let flags: Vec<Value> = answer.flags().map(|flag| flag_json(text, judged, flag)).collect();
    json!({
        "outcome": answer.outcome,
        "rule": answer.rule,
        "flags": flags,
        "kind": answer.kind,
        "attempt": answer.attempt,
        "verdict": answer.verdict,
        "field": answer.verdict_field,
        "line": place.line,
        "column": place.column,
    })
}

fn flag_json(text: &Text, judged: &Judged<'_>, flag: &Flag) -> Value {
    let places: Vec<Value> = flag
        .places
        .iter()
        .zip(&flag.spans)
        .map(|(field, span)| {
            let place = span.map(|span| text.position(span.start));
            let value = span.map(|span| text.slice(span).chars().take(LONGEST_QUOTE).collect::<String>());
            json!({
                "field": field,
                "value": value,
                "line": place.map(|place| place.line),
                "column": place.map(|place| place.column),
            })
        })
        .collect();
    let rule = rule_of(judged, flag);
    json!({
        "flag": flag.flag,
        "message": flag.message,
        "why": rule.map(|rule| rule.summary),
        "clause": rule.map(|rule| rule.clause),
        "places": places,
    })
}
