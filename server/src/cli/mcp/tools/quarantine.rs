use app::quarantine::TARGET_TYPES;
use axum::http::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Effect, Tool, arguments};
use crate::cli::reach::{Reach, escaped};
use crate::quarantine::{ActiveQuarantine, NewQuarantine, QuarantineList};

pub(super) const CHECK: Tool = Tool {
    name: "check_quarantine",
    title: "Check a quarantine",
    description: "Returns whether a chain, a session or a format is quarantined, and why. What is quarantined must get no \
                  new steps. Without a target, lists everything that is quarantined.",
    properties: target,
    required: &[],
    effect: Effect::Nothing,
    call: |reach, given| Box::pin(async { check(reach, arguments(given)?).await }),
};

pub(super) const ADD: Tool = Tool {
    name: "add_quarantine",
    title: "Quarantine a target",
    description: "Quarantines a chain, a session or a format, so that it gets no new steps until it is released.",
    properties: || {
        let mut properties = target();
        properties["reason"] = json!({ "type": "string", "description": "Why, in a sentence" });
        properties["autoRelease"] =
            json!({ "type": "boolean", "description": "End it when its time is over" });
        properties["ttl"] = json!({ "type": "integer", "minimum": 1, "description": "Seconds until then" });
        properties["suggestedFlow"] = json!({ "type": "string", "description": "The flow that heals it" });
        properties
    },
    required: &["targetType", "targetId", "reason"],
    effect: Effect::Adds,
    call: |reach, given| Box::pin(async { add(reach, &arguments(given)?).await }),
};

pub(super) const RELEASE: Tool = Tool {
    name: "release_quarantine",
    title: "Release a target",
    description: "Ends the quarantine of a chain, a session or a format. Only do that when a person asked you to.",
    properties: target,
    required: &["targetType", "targetId"],
    effect: Effect::Removes,
    call: |reach, given| Box::pin(async { release(reach, arguments(given)?).await }),
};

fn target() -> Value {
    json!({
        "targetType": { "type": "string", "enum": TARGET_TYPES, "description": "What the target is" },
        "targetId": { "type": "string", "description": "Its id or name" },
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Checked {
    #[serde(default)]
    target_type: Option<String>,
    #[serde(default)]
    target_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Released {
    target_type: String,
    target_id: String,
}

const PATH: &str = "/api/quarantine";

async fn check(reach: &Reach, Checked { target_type, target_id }: Checked) -> anyhow::Result<Answer> {
    let (target_type, target_id) = match (target_type, target_id) {
        (Some(target_type), Some(target_id)) => (target_type, target_id),
        (None, None) => {
            let QuarantineList { quarantines, total, .. } = reach.get(PATH).await?;
            return Ok(Answer::of(json!({ "quarantines": quarantines, "total": total })));
        }
        _ => anyhow::bail!("name both `targetType` and `targetId`, or neither"),
    };
    let answer = reach.ask(Method::GET, &path_of(&target_type, &target_id), None).await?;
    let found: Option<ActiveQuarantine> =
        if answer.is_problem("not-quarantined") { None } else { Some(answer.read()?) };
    Ok(Answer::of(json!({ "quarantined": found.is_some(), "quarantine": found })))
}

async fn add(reach: &Reach, new: &NewQuarantine) -> anyhow::Result<Answer> {
    let sent = Some(("application/json", serde_json::to_vec(new)?));
    let added: ActiveQuarantine = reach.ask(Method::POST, PATH, sent).await?.read()?;
    Ok(Answer::of(json!({ "quarantine": added })))
}

async fn release(reach: &Reach, Released { target_type, target_id }: Released) -> anyhow::Result<Answer> {
    let answer = reach.ask(Method::DELETE, &path_of(&target_type, &target_id), None).await?;
    let was_quarantined = !answer.is_problem("not-quarantined");
    if was_quarantined {
        answer.expect_success()?;
    }
    Ok(Answer::of(json!({ "released": was_quarantined })))
}

fn path_of(target_type: &str, target_id: &str) -> String {
    format!("{PATH}/{}/{}", escaped(target_type), escaped(target_id))
}
