//! Which response an answer is, told by its keys or its headings.

use crate::declaration::Opener;
use crate::format::{Recognition, Revision};
use crate::json::{self, Found, Json, Kind, Names, Objects, Unwrapping, WRAPPERS, is_same_name, read};
use crate::markdown::Outline;
use crate::reading::normal;
use crate::recognition::Scan;
use crate::text::{Span, Text};

use super::markdown::{Run, runs};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum DelegateKind {
    Standard,
    Analysis,
    Search,
    Patch,
    Checklist,
    Error,
}

/// How an answer without headings is known.
const LABELS: &str = "labels of a response, and how sure it is";
/// Stands behind the places that a search found.
const RELEVANCE_NOTE: &str = "(relevance";
/// The parts of an analysis.
pub(super) const ADVICE: [&str; 6] =
    ["problem", "root_cause", "impact", "trade_offs", "recommendation", "reasoning"];
/// What stands before an action.
pub(super) const ACTIONS: [&str; 4] = ["[edit]", "[create]", "[delete]", "[run]"];
/// What stands before a check.
pub(super) const STATES: [&str; 4] = ["[pass]", "[fail]", "[warn]", "[skip]"];
/// Words by which an error says what went wrong.
pub const ERROR_TYPES: &[&str] = &["timeout", "parse_error", "insufficient_context", "unsupported"];

impl DelegateKind {
    const ALL: [Self; 6] =
        [Self::Standard, Self::Analysis, Self::Search, Self::Patch, Self::Checklist, Self::Error];

    /// One of these keys is in every answer of this kind.
    const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Standard => &["findings", "suggested_actions"],
            Self::Analysis => &["analysis", "recommendation"],
            Self::Search => &["results"],
            Self::Patch => &["patches", "patch", "diff"],
            Self::Checklist => &["checklist"],
            Self::Error => &["error", "partial_result"],
        }
    }

    /// The id of the format.
    const fn format(self) -> &'static str {
        match self {
            Self::Standard => "delegate/standard",
            Self::Analysis => "delegate/analysis",
            Self::Search => "delegate/search",
            Self::Patch => "delegate/patch",
            Self::Checklist => "delegate/checklist",
            Self::Error => "delegate/error",
        }
    }

    const fn reason(self) -> &'static str {
        match self {
            Self::Standard => "fields of a standard response",
            Self::Analysis => "fields of an analysis response",
            Self::Search => "fields of a search response",
            Self::Patch => "fields of a patch response",
            Self::Checklist => "fields of a checklist response",
            Self::Error => "fields of an error response",
        }
    }

    const fn markdown_reason(self) -> &'static str {
        match self {
            Self::Standard => "headings of a standard response",
            Self::Analysis => "headings of an analysis response",
            Self::Search => "headings of a search response",
            Self::Patch => "headings of a patch response",
            Self::Checklist => "headings of a checklist response",
            Self::Error => "headings of an error response",
        }
    }
}

/// How all responses open: as an object, or with a heading or a label.
pub const OPENERS: &[Opener] = &[Opener::Object, Opener::AnyHeading];

/// Recognizes the answers of all kinds in a text, in either form.
pub fn recognize(scan: &Scan<'_>) -> Vec<(&'static str, Recognition)> {
    let responses = responses(scan.text, scan.outline).into_iter();
    responses.map(|response| (response.kind.format(), response.recognition)).collect()
}

/// An answer, and which of the responses it is.
#[derive(Clone, Debug)]
struct Response {
    kind: DelegateKind,
    recognition: Recognition,
}

/// Headings and objects are read once for all kinds.
fn responses(text: &Text, outline: &Outline) -> Vec<Response> {
    let runs = runs(text, outline, 0..outline.nodes().len());
    let in_markdown = runs.iter().filter_map(|run| {
        let kind = run_kind(run, text, outline)?;
        let reason = if run.is_labelled() { LABELS } else { kind.markdown_reason() };
        Some(Response { kind, recognition: Recognition { span: run.span, revision: Revision::Free, reason } })
    });
    let mut found: Vec<Response> = in_markdown.collect();
    // What a failed answer had found so far is part of it.
    let quoted: Vec<Span> = runs.iter().filter_map(Run::quoted).collect();
    for InJson { object, response } in &in_json(text, outline.objects(text)) {
        let after = quoted.partition_point(|span| span.start <= object.start);
        let before = after.checked_sub(1).and_then(|last| quoted.get(last));
        if !before.is_some_and(|span| span.contains(*object)) {
            found.push(response.clone());
        }
    }
    found.sort_by_key(|response| response.recognition.span.start);
    found
}

/// A response in JSON, and the object that it is or stands in.
#[derive(Debug)]
struct InJson {
    object: Span,
    response: Response,
}

/// The answers of all kinds among the objects of a text.
fn in_json(text: &Text, objects: &Objects) -> Vec<InJson> {
    let mut found = Vec::new();
    objects.found.iter().filter(|object| may_answer(object, text)).for_each(|object| {
        add_object(object, text, &mut found);
    });
    found
}

/// The keys of all kinds.
static TELLING: Names = {
    const KEYS: [&str; 11] = {
        let mut all = [""; 11];
        let mut length = 0;
        let mut kinds = DelegateKind::ALL.as_slice();
        while let [kind, rest @ ..] = kinds {
            let mut keys = kind.keys();
            while let [key, others @ ..] = keys {
                all[length] = *key;
                length += 1;
                keys = others;
            }
            kinds = rest;
        }
        assert!(length == all.len());
        all
    };
    Names::of(&KEYS)
};

/// Whether an object has what one of an answer has, or wraps one.
fn may_answer(object: &Found, text: &Text) -> bool {
    object.has_any_like(text, &[&TELLING, &WRAPPERS])
}

fn add_object(object: &Found, text: &Text, found: &mut Vec<InJson>) {
    let reading = read(text.source(), object.span);
    let mut take = |json: &Json<'_>, span: Span| {
        let kind = object_kind(json);
        found.extend(kind.map(|kind| {
            let recognition = Recognition { span, revision: Revision::Current, reason: kind.reason() };
            InJson { object: object.span, response: Response { kind, recognition } }
        }));
        kind.is_some()
    };
    let is_wanted = |json: &Json<'_>| object_kind(json).is_some();
    let mut unwrapping = Unwrapping { source: text.source(), is_wanted: &is_wanted, take: &mut take };
    unwrapping.object(&reading.json, object.span);
}

/// Whether an object is an answer of any kind.
pub(super) fn is_response(json: &Json<'_>) -> bool {
    object_kind(json).is_some()
}

/// JSON in a fence of its own is an answer; headings in a fence are an example.
pub fn is_example(text: &Text, outline: &Outline, span: Span) -> bool {
    match text.slice(span).starts_with(['{', '"']) {
        true => json::is_example(text, outline, span),
        false => outline.is_fenced(span.start),
    }
}

/// The member of this name, however it is written.
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
    // Many programs analyze and recommend; a delegate says how sure it is, or on which grounds.
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

/// Whether an analysis has a part that its contract names.
fn has_parts(analysis: &Json<'_>) -> bool {
    ADVICE.iter().any(|part| like(analysis, part).is_some())
}

/// Many programs answer with `error` and `message`; a delegate says what kind of error it was in its own words, beside
/// `error`, in it or in its place.
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

/// Findings of other programs have other types, or none.
fn has_known_types(json: &Json<'_>) -> bool {
    let rows = like(json, "findings").map(Json::items).unwrap_or_default();
    rows.first().and_then(|row| like(row, "type")?.text()).is_some_and(|kind| {
        ["issue", "suggestion", "info"].iter().any(|known| kind.eq_ignore_ascii_case(known))
    })
}

fn run_kind(run: &Run, text: &Text, outline: &Outline) -> Option<DelegateKind> {
    let has = |key: &str| run.part(key).is_some();
    let says = |key: &str, words: &[&str]| run.says(key, words, text, outline);
    let says_relevance = || {
        let results = run.part("results").map(|part| part.range.clone()).unwrap_or_default();
        let mut nodes = outline.slice(results).iter();
        nodes.any(|node| text.slice(node.span).contains(RELEVANCE_NOTE))
    };
    let is_error = run.has_label("error", "type", text, outline) || has("message") && has("suggestion");
    // Labels alone were weighed before they were taken for an answer, and no error says how sure it is.
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
