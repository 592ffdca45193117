//! Identifies responses by their keys or their headings.

use crate::format::prelude::*;
use crate::json::{self, Json, Kind, Names, is_same_name};
use crate::markdown::Outline;
use crate::reading::normal;
use crate::recognition::{Candidate, FamilyMatch, JsonFamily};

use super::markdown::{Run, runs};
use super::words::{ACTIONS, ADVICE, ERROR_TYPES, STATES};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum DelegateKind {
    Standard,
    Analysis,
    Search,
    Patch,
    Checklist,
    Error,
}

/// The reason for a response without headings.
const LABELS: &str = "labels of a response, and how sure it is";
/// Follows the places that a search found.
const RELEVANCE_NOTE: &str = "(relevance";
/// Every response has one of these keys.
static NAMES: Names = Names::of(&[
    "analysis", "checklist", "diff", "error", "findings", "partial_result", "patch", "patches",
    "recommendation", "results", "suggested_actions",
]);

impl DelegateKind {
    /// Returns the id of the format, and the reasons for a response in JSON and for one in Markdown.
    const fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Standard => {
                ("delegate/standard", "fields of a standard response", "headings of a standard response")
            }
            Self::Analysis => {
                ("delegate/analysis", "fields of an analysis response", "headings of an analysis response")
            }
            Self::Search => {
                ("delegate/search", "fields of a search response", "headings of a search response")
            }
            Self::Patch => ("delegate/patch", "fields of a patch response", "headings of a patch response"),
            Self::Checklist => {
                ("delegate/checklist", "fields of a checklist response", "headings of a checklist response")
            }
            Self::Error => ("delegate/error", "fields of an error response", "headings of an error response"),
        }
    }
}

/// How all responses open: as an object, or with a heading or a label.
pub const OPENERS: &[Opener] = &[Opener::Object, Opener::AnyHeading];

/// Recognizes the responses of all kinds in a text, in either form.
pub fn recognize(scan: &Scan<'_>) -> Vec<(&'static str, Recognition)> {
    let responses = responses(scan).into_iter();
    responses.map(|(kind, recognition)| (kind.names().0, recognition)).collect()
}

fn responses(scan: &Scan<'_>) -> Vec<(DelegateKind, Recognition)> {
    let Scan { text, outline, .. } = *scan;
    let runs = runs(text, outline, 0..outline.nodes().len());
    let in_markdown = runs.iter().filter_map(|run| {
        let kind = run_kind(run, text, outline)?;
        let (_, _, reason) = kind.names();
        let reason = if run.is_labelled() { LABELS } else { reason };
        Some((kind, Recognition { span: run.span, revision: Revision::Free, reason }))
    });
    let mut found: Vec<_> = in_markdown.collect();
    // What a failed answer had found so far is part of it.
    let quoted: Vec<Span> = runs.iter().filter_map(Run::quoted).collect();
    for FamilyMatch { format, outermost, recognition } in DelegateKind::find(scan) {
        let after = quoted.partition_point(|span| span.start <= outermost.start);
        let before = after.checked_sub(1).and_then(|last| quoted.get(last));
        if !before.is_some_and(|span| span.contains(outermost)) {
            found.push((format, recognition));
        }
    }
    found.sort_by_key(|(_, recognition)| recognition.span.start);
    found
}

impl JsonFamily for DelegateKind {
    const KEYS: &'static [&'static Names] = &[&NAMES];

    fn is_answer(json: &Json<'_>) -> bool {
        object_kind(json).is_some()
    }

    fn identify(_text: &Text, candidate: &Candidate<'_, '_>) -> Option<(Self, Revision, &'static str)> {
        let kind = object_kind(candidate.json)?;
        let (_, reason, _) = kind.names();
        Some((kind, Revision::Current, reason))
    }
}

/// Returns `true` for headings in a fence, and for JSON that [`json::is_example`]. JSON in a fence of its own is none.
pub fn is_example(text: &Text, outline: &Outline, span: Span) -> bool {
    match text.slice(span).starts_with(['{', '"']) {
        true => json::is_example(text, outline, span),
        false => outline.is_fenced(span.start),
    }
}

/// Returns the member of this name, in any spelling.
fn like<'j, 't>(json: &'j Json<'t>, key: &str) -> Option<&'j Json<'t>> {
    json.members().iter().rev().find(|member| is_same_name(&member.key, key)).map(|member| &member.value)
}

fn object_kind(json: &Json<'_>) -> Option<DelegateKind> {
    let has = |keys: &[&str]| keys.iter().any(|key| like(json, key).is_some());
    let (summary, confidence) = (has(&["summary"]), has(&["confidence"]));
    let is_answer = summary || confidence;
    if is_error(json) {
        return Some(DelegateKind::Error);
    }
    let is_one_patch = has(&["patch", "diff"]) && summary && confidence;
    if has(&["patches"]) && (is_answer || has(&["verification"])) || is_one_patch {
        return Some(DelegateKind::Patch);
    }
    if has(&["checklist"]) && (is_answer || has(&["passed", "failed", "warnings"])) {
        return Some(DelegateKind::Checklist);
    }
    if has(&["results"]) && summary && (confidence || has(&["patterns", "next_steps"])) {
        return Some(DelegateKind::Search);
    }
    let has_advice = has(&["recommendation"]);
    // Many programs analyze and recommend; a delegate adds its confidence or its reasons.
    let is_grounded = || has(&["reasoning"]) || like(json, "analysis").is_some_and(has_parts);
    if has(&["analysis"]) && (confidence || has_advice && is_grounded())
        || has_advice && has(&["reasoning"]) && is_answer
    {
        return Some(DelegateKind::Analysis);
    }
    let is_standard = match (has(&["findings"]), has(&["suggested_actions"])) {
        (true, true) => true,
        (false, true) => is_answer,
        (true, false) => summary && confidence || is_answer && has_known_types(json),
        (false, false) => false,
    };
    is_standard.then_some(DelegateKind::Standard)
}

/// Returns `true` if an analysis has a part that its contract names.
fn has_parts(analysis: &Json<'_>) -> bool {
    ADVICE.iter().any(|part| like(analysis, part).is_some())
}

/// Returns `true` for an error of a delegate. Many programs answer with `error` and `message`; a delegate names the kind
/// of error in the contract's words, beside `error`, in it or in its place.
fn is_error(json: &Json<'_>) -> bool {
    let error = like(json, "error");
    let partial = like(json, "partial_result");
    let is_object = error.is_some_and(|error| matches!(error.kind, Kind::Object(_)));
    let is_said = error.is_none_or(|error| error.flag().is_some() || error.text().is_some() || is_object);
    if error.or(partial).is_none() || !is_said {
        return false;
    }
    let member = |key| like(json, key).or_else(|| like(error?, key));
    let (message, kind, suggestion) = (member("message"), member("type"), member("suggestion"));
    let names_kind = |value: &Json<'_>| value.text().is_some_and(begins_with_kind);
    let is_named =
        error.is_some_and(|error| matches!(&error.kind, Kind::Text(text) if begins_with_kind(text)));
    let is_known = kind.is_some_and(names_kind) || message.is_some() && is_named;
    let says_more = message.or(kind).or(suggestion).is_some();
    let is_told = suggestion.is_some() && kind.is_some() && !is_object;
    says_more && (is_known || partial.is_some() || is_told)
}

fn begins_with_kind(text: &str) -> bool {
    let said = normal(text);
    ERROR_TYPES.iter().any(|known| said.starts_with(&normal(known)))
}

/// Returns `true` if the findings have the contract's types. Those of other programs have other types, or none.
fn has_known_types(json: &Json<'_>) -> bool {
    let rows = like(json, "findings").map(Json::items).unwrap_or_default();
    rows.first().and_then(|row| like(row, "type")?.text()).is_some_and(|kind| {
        ["issue", "suggestion", "info"].iter().any(|known| kind.eq_ignore_ascii_case(known))
    })
}

fn run_kind(run: &Run, text: &Text, outline: &Outline) -> Option<DelegateKind> {
    let has = |key: &str| run.section(key).is_some();
    let says = |key: &str, words: &[&str]| run.says(key, words, text, outline);
    let says_relevance = || {
        let results = run.section("results").map(|section| section.range.clone()).unwrap_or_default();
        let mut nodes = outline.slice(results).iter();
        nodes.any(|node| text.slice(node.span).contains(RELEVANCE_NOTE))
    };
    let is_error = run.has_label("error", "type", text, outline) || has("message") && has("suggestion");
    // Labels alone were checked before they became a run, and no error has a confidence.
    if has("error") && if run.is_labelled() { !has("confidence") } else { is_error } {
        return Some(DelegateKind::Error);
    }
    let is_sure = says("confidence", &["high", "medium", "low"]);
    let opens = has("summary") || is_sure;
    let is_patch = has("patches") && (is_sure || opens && says("patches", &["before:", "after:"]));
    let is_checklist = has("checklist") && (is_sure || (opens || has("score")) && says("checklist", &STATES));
    let is_search = has("results") && (is_sure || opens && says_relevance());
    if is_patch {
        Some(DelegateKind::Patch)
    } else if is_checklist {
        Some(DelegateKind::Checklist)
    } else if is_search {
        Some(DelegateKind::Search)
    } else if is_sure && ADVICE.iter().filter(|key| has(key)).count() > 1 {
        Some(DelegateKind::Analysis)
    } else if is_sure && (has("findings") || has("suggested_actions"))
        || opens && says("suggested_actions", &ACTIONS)
    {
        Some(DelegateKind::Standard)
    } else {
        None
    }
}
