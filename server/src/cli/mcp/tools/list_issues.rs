use anyhow::bail;
use serde::Deserialize;
use serde_json::{Value, json};

use super::check_text::check_document;
use super::{Answer, Effect, Tool, arguments, with_query};
use crate::cli::reach::Reach;

pub(super) const TOOL: Tool = Tool {
    name: "list_issues",
    title: "List issues",
    description: "Lists the newest stored documents that break rules, with the rules that each breaks. With the id of a \
                  document, returns each of its issues, drawn with carets.",
    properties: || {
        json!({
            "document": { "type": "string", "description": "Id of a document; then nothing else is stated" },
            "session": { "type": "string", "description": "Only documents of this session" },
            "format": { "type": "string", "description": "Only blocks of this format, by its id such as 5.1" },
            "rule": { "type": "string", "description": "Only blocks that break this rule of the format" },
            "limit": { "type": "integer", "minimum": 1, "maximum": 50, "description": "How many; 20 by default" },
            "before": { "type": "integer", "minimum": 0, "description": "The `next` of an earlier answer" },
        })
    },
    required: &[],
    effect: Effect::Nothing,
    call: |reach, given| Box::pin(async { list(reach, arguments(given)?).await }),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Arguments {
    document: Option<String>,
    session: Option<String>,
    format: Option<String>,
    rule: Option<String>,
    limit: usize,
    before: Option<u64>,
}

impl Default for Arguments {
    fn default() -> Self {
        Self { document: None, session: None, format: None, rule: None, limit: 20, before: None }
    }
}

/// The most pages that are looked through for documents with issues.
const MOST_PAGES: usize = 8;

async fn list(reach: &Reach, given: Arguments) -> anyhow::Result<Answer> {
    let Arguments { document, session, format, rule, limit, mut before } = given;
    if !(1..=50).contains(&limit) {
        bail!("`limit` is a number from 1 to 50");
    }
    if let Some(id) = document {
        return check_document(reach, &id).await;
    }
    let mut broken: Vec<Value> = Vec::new();
    for _ in 0..MOST_PAGES {
        let query = [
            ("session", session.clone()),
            ("format", format.clone()),
            ("rule", rule.clone()),
            ("before", before.map(|before| before.to_string())),
        ];
        let page: Page = reach.get(&with_query("/api/traces", &query)?).await?;
        before = page.next;
        for trace in page.traces.into_iter().filter(|trace| trace["broken"].is_array()) {
            // The blocks of a document stay together, since the next page begins at another one.
            let last = broken.last().map(|last| last["seq"].as_u64());
            if broken.len() >= limit && last != Some(trace["seq"].as_u64()) {
                before = last.flatten();
                break;
            }
            broken.push(trace);
        }
        if before.is_none() || broken.len() >= limit {
            break;
        }
    }
    let issues: Vec<Value> = broken.iter().map(issue).collect();
    Ok(Answer::of(json!({ "issues": issues, "next": before })))
}

/// A page of traces; one that breaks no rule has no `broken`.
#[derive(Deserialize)]
struct Page {
    traces: Vec<Value>,
    next: Option<u64>,
}

fn issue(trace: &Value) -> Value {
    json!({
        "document": trace["document"],
        "title": trace["title"],
        "format": trace["format"],
        "session": trace["session"],
        "gate": trace["gate"],
        "passed": trace["passed"],
        "score": trace["score"],
        "errors": trace["errors"],
        "warnings": trace["warnings"],
        "rules": trace["broken"],
    })
}
