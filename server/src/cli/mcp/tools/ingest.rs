use axum::http::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Effect, Tool, arguments, with_query};
use crate::cli::reach::Reach;

pub(super) const TOOL: Tool = Tool {
    name: "ingest",
    title: "Store a text",
    description: "Stores a report, verdict or record, and returns its id and the address of its page. A text that is stored \
                  already is not stored twice.",
    properties: || {
        json!({
            "text": { "type": "string", "description": "The text, whole and unchanged" },
            "session": { "type": "string", "description": "Session that it belongs to" },
            "path": { "type": "string", "description": "Path of its file" },
            "repository": { "type": "string", "description": "Repository that it belongs to" },
            "commit": { "type": "string", "description": "Commit that it belongs to" },
            "agent": { "type": "string", "description": "Sub-agent that wrote it" },
        })
    },
    required: &["text"],
    effect: Effect::Adds,
    call: |reach, given| Box::pin(async { store(reach, arguments(given)?).await }),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    text: String,
    #[serde(default)]
    session: Option<String>,
    #[serde(default)]
    path: Option<String>,
    #[serde(default)]
    repository: Option<String>,
    #[serde(default)]
    commit: Option<String>,
    #[serde(default)]
    agent: Option<String>,
}

async fn store(reach: &Reach, given: Arguments) -> anyhow::Result<Answer> {
    let Arguments { text, session, path, repository, commit, agent } = given;
    let source = [
        ("session", session),
        ("path", path),
        ("repository", repository),
        ("commit", commit),
        ("agent", agent),
    ];
    let path = with_query("/api/documents", &source)?;
    let sent = Some(("text/markdown", text.into_bytes()));
    let stored: Value = reach.ask(Method::POST, &path, sent).await?.read()?;
    Ok(Answer::of(stored))
}
