//! Which response an answer is, told by its keys or its headings.

use crate::format::{Recognition, Revision};
use crate::json::{self, Found, Json, read};
use crate::markdown::{Glance, Outline};
use crate::reading::normal;
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

/// Stands behind the places that a search found.
const RELEVANCE_NOTE: &str = "(relevance";
/// Words by which an error says what went wrong.
pub const ERROR_TYPES: &[&str] = &["timeout", "parse_error", "insufficient_context", "unsupported"];

impl DelegateKind {
    /// One of these keys is in every answer of this kind.
    const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Standard => &["findings", "suggested_actions", "suggestedActions"],
            Self::Analysis => &["analysis", "recommendation"],
            Self::Search => &["results"],
            Self::Patch => &["patches"],
            Self::Checklist => &["checklist"],
            Self::Error => &["error", "partial_result", "partialResult"],
        }
    }

    /// One of these headings is in every answer of this kind in Markdown; some go on.
    const fn headings(self) -> &'static [&'static str] {
        match self {
            Self::Standard => &["findings", "suggested action"],
            Self::Analysis => &["problem", "root cause", "impact", "trade", "recommendation", "reasoning"],
            Self::Search => &["results"],
            Self::Patch => &["patches"],
            Self::Checklist => &["checklist"],
            Self::Error => &["error"],
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

/// Whether a text may hold an answer of this kind.
pub fn may_be_in(kind: DelegateKind, glance: &Glance<'_>) -> bool {
    let headings = kind.headings();
    let has_heading = || match kind {
        DelegateKind::Standard | DelegateKind::Analysis => glance.has_heading(headings),
        _ => glance.has_whole_heading(headings),
    };
    may_be_json(kind, glance) || has_heading() && may_be_markdown(kind, glance)
}

fn may_be_json(kind: DelegateKind, glance: &Glance<'_>) -> bool {
    // Many programs answer with an error; a delegate says of which kind it was, or what it left.
    let is_told = kind != DelegateKind::Error || glance.has_key(&["type", "partial_result", "partialResult"]);
    glance.has_key(kind.keys()) && is_told
}

/// Many texts have a heading of the same name; few have what else tells an answer.
fn may_be_markdown(kind: DelegateKind, glance: &Glance<'_>) -> bool {
    let is_sure = || glance.has_heading(&["confidence"]);
    match kind {
        DelegateKind::Standard => is_sure() || glance.has_heading(&["suggested action"]),
        DelegateKind::Analysis => is_sure(),
        DelegateKind::Search => {
            is_sure() || glance.has_heading(&["summary"]) && glance.contains(RELEVANCE_NOTE)
        }
        DelegateKind::Patch | DelegateKind::Checklist => {
            is_sure() || glance.has_heading(&["summary", "score"])
        }
        DelegateKind::Error => {
            glance.has_label(&["type"])
                || glance.has_whole_heading(&["message"]) && glance.has_whole_heading(&["suggestion"])
        }
    }
}

/// The answers of one kind in a text, in either form.
pub fn recognize(kind: DelegateKind, text: &Text, outline: &Outline) -> Vec<Recognition> {
    let runs = runs(text, outline, 0..outline.nodes().len());
    let in_markdown = runs
        .iter()
        .filter(|run| run_kind(run, text, outline) == Some(kind))
        .map(|run| Recognition { span: run.span, revision: Revision::Free, reason: kind.markdown_reason() });
    let objects = outline.objects(text).found.iter().filter(|found| object_kind(found, text) == Some(kind));
    // What a failed answer had found so far is part of it.
    let quoted: Vec<Span> = runs.iter().filter_map(Run::quoted).collect();
    let objects = objects.filter(|found| {
        let after = quoted.partition_point(|span| span.start <= found.span.start);
        let before = after.checked_sub(1).and_then(|last| quoted.get(last));
        !before.is_some_and(|span| span.contains(found.span))
    });
    let in_json = objects.map(|found| Recognition {
        span: found.span,
        revision: Revision::Current,
        reason: kind.reason(),
    });
    let mut found: Vec<Recognition> = in_markdown.chain(in_json).collect();
    found.sort_by_key(|recognition| recognition.span.start);
    found
}

/// JSON in a fence of its own is an answer; headings in a fence are an example.
pub fn is_example(text: &Text, outline: &Outline, span: Span) -> bool {
    match text.slice(span).starts_with('{') {
        true => json::is_example(text, outline, span),
        false => outline.is_fenced(span.start),
    }
}

fn object_kind(found: &Found, text: &Text) -> Option<DelegateKind> {
    let has = |keys: &[&str]| found.has_any(text, keys);
    let (summary, confidence) = (has(&["summary"]), has(&["confidence"]));
    let is_answer = summary || confidence;
    if has(DelegateKind::Error.keys()) && has(&["message", "type", "suggestion"]) && is_error(found, text) {
        return Some(DelegateKind::Error);
    }
    if has(&["patches"]) && (is_answer || has(&["verification"])) {
        return Some(DelegateKind::Patch);
    }
    if has(&["checklist"]) && (is_answer || has(&["passed", "failed", "warnings"])) {
        return Some(DelegateKind::Checklist);
    }
    if has(&["results"]) && summary && (confidence || has(&["patterns", "next_steps", "nextSteps"])) {
        return Some(DelegateKind::Search);
    }
    let has_advice = has(&["recommendation"]);
    if has(&["analysis"]) && (confidence || has_advice) || has_advice && has(&["reasoning"]) && is_answer {
        return Some(DelegateKind::Analysis);
    }
    let (findings, actions) = (has(&["findings"]), has(&["suggested_actions", "suggestedActions"]));
    let is_standard = match (findings, actions) {
        (true, true) => true,
        (false, true) => is_answer,
        (true, false) => summary && confidence || is_answer && has_known_types(found, text),
        (false, false) => false,
    };
    is_standard.then_some(DelegateKind::Standard)
}

/// Many programs answer with `error` and `message`; a delegate says what kind of error it was in its own words.
fn is_error(found: &Found, text: &Text) -> bool {
    let reading = read(text.source(), found.span);
    let json = &reading.json;
    let is_said = json.get("error").is_none_or(|error| error.flag().is_some() || error.text().is_some());
    let kind = json.get("type").and_then(Json::text).map(normal).unwrap_or_default();
    let is_known = ERROR_TYPES.iter().any(|known| kind.starts_with(&normal(known)));
    let leaves_something = found.has_any(text, &["partial_result", "partialResult"]);
    is_said && (is_known || leaves_something || found.has(text, "suggestion") && found.has(text, "type"))
}

/// Findings of other programs have other types, or none.
fn has_known_types(found: &Found, text: &Text) -> bool {
    let reading = read(text.source(), found.span);
    let rows = reading.json.get("findings").map(Json::items).unwrap_or_default();
    rows.first().and_then(|row| row.get("type")?.text()).is_some_and(|kind| {
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
    if has("error") && is_error {
        return Some(DelegateKind::Error);
    }
    let is_sure = says("confidence", &["high", "medium", "low"]);
    let opens = has("summary") || is_sure;
    let is_patch = has("patches") && (is_sure || opens && says("patches", &["before:", "after:"]));
    let is_checklist = has("checklist")
        && (is_sure
            || (opens || has("score")) && says("checklist", &["[pass]", "[fail]", "[warn]", "[skip]"]));
    let is_search = has("results") && (is_sure || opens && says_relevance());
    let advice = ["problem", "root_cause", "impact", "trade_offs", "recommendation", "reasoning"];
    let actions = ["[edit]", "[create]", "[delete]", "[run]"];
    if is_patch {
        Some(DelegateKind::Patch)
    } else if is_checklist {
        Some(DelegateKind::Checklist)
    } else if is_search {
        Some(DelegateKind::Search)
    } else if is_sure && advice.iter().filter(|key| has(key)).count() > 1 {
        Some(DelegateKind::Analysis)
    } else if is_sure && (has("findings") || has("suggested_actions"))
        || opens && says("suggested_actions", &actions)
    {
        Some(DelegateKind::Standard)
    } else {
        None
    }
}
