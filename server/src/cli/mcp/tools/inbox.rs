use app::api::InboxView;
use app::inbox::ItemKind;
use axum::http::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Effect, Tool, arguments, with_query};
use crate::cli::reach::Reach;

pub(super) const LIST: Tool = Tool {
    name: "inbox",
    title: "What waits for a person",
    description: "Lists what waits for a person, most urgent first: human gates, decisions, escalations, failed gates, \
                  contradicted claims, quarantines, flags and recommendations. Each has a key and a link.",
    properties: || {
        let kinds: Vec<&str> = ItemKind::ALL.iter().map(|kind| kind.as_str()).collect();
        let views: Vec<&str> = InboxView::ALL.iter().map(|view| view.as_str()).collect();
        json!({
            "kind": { "type": "string", "enum": kinds, "description": "Only items of this kind" },
            "view": { "type": "string", "enum": views, "description": "What waits (the default), or what is done" },
            "skip": { "type": "integer", "minimum": 0, "description": "The `next` of an earlier answer" },
        })
    },
    required: &[],
    effect: Effect::Nothing,
    call: |reach, given| Box::pin(async { list(reach, arguments(given)?).await }),
};

pub(super) const FINISH: Tool = Tool {
    name: "finish_inbox_item",
    title: "Finish an item of the inbox",
    description: "Marks an item of the inbox as done, as a person would. Only do that when a person asked you to.",
    properties: || json!({ "key": { "type": "string", "description": "Key of the item, as inbox returns it" } }),
    required: &["key"],
    effect: Effect::Removes,
    call: |reach, given| Box::pin(async { finish(reach, arguments(given)?).await }),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    #[serde(default)]
    kind: Option<ItemKind>,
    #[serde(default)]
    view: Option<InboxView>,
    #[serde(default)]
    skip: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Finished {
    key: String,
}

async fn list(reach: &Reach, Listed { kind, view, skip }: Listed) -> anyhow::Result<Answer> {
    let query = [
        ("kind", kind.map(|kind| kind.as_str().to_owned())),
        ("view", view.map(|view| view.as_str().to_owned())),
        ("skip", skip.map(|skip| skip.to_string())),
    ];
    let found: Value = reach.get(&with_query("/api/inbox", &query)?).await?;
    Ok(Answer::of(found))
}

async fn finish(reach: &Reach, Finished { key }: Finished) -> anyhow::Result<Answer> {
    let body = serde_json::to_vec(&json!({ "key": key, "action": "done" }))?;
    let answer = reach.ask(Method::POST, "/api/inbox", Some(("application/json", body))).await?;
    answer.expect_success()?;
    Ok(Answer::of(json!({ "done": key })))
}
