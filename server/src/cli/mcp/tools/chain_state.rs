use anyhow::{Context, bail};
use app::api::SessionList;
use app::track::{Chain, Step};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Effect, Tool, arguments};
use crate::cli::reach::Reach;

pub(super) const TOOL: Tool = Tool {
    name: "chain_state",
    title: "State of a chain",
    description: "Returns how far the chains of a session are: each step with its state, what a chain waits for, and what \
                  of it is quarantined. Without a session, lists the sessions in which something happened last.",
    properties: || {
        json!({
            "session": { "type": "string", "description": "Name of the session" },
            "chain": { "type": "string", "description": "Id or title of one of its chains" },
        })
    },
    required: &[],
    effect: Effect::Nothing,
    call: |reach, given| Box::pin(async { load(reach, arguments(given)?).await }),
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[serde(default)]
    session: Option<String>,
    #[serde(default)]
    chain: Option<String>,
}

async fn load(reach: &Reach, Arguments { session, chain }: Arguments) -> anyhow::Result<Answer> {
    let Some(session) = session else {
        if chain.is_some() {
            bail!("a `chain` is one of a `session`: name both");
        }
        let list: SessionList = reach.get("/api/sessions").await?;
        return Ok(Answer::of(json!({ "sessions": list.sessions, "counts": list.counts })));
    };
    let page = reach.session(&session).await?;
    let page = page.with_context(|| format!("there is no session `{session}`"))?;
    let is_asked = |found: &&Chain| {
        chain.as_ref().is_none_or(|chain| *chain == found.id || Some(chain) == found.title.as_ref())
    };
    let chains: Vec<Value> = page.session.chains.iter().filter(is_asked).map(chain_json).collect();
    if let (Some(chain), []) = (&chain, chains.as_slice()) {
        let known: Vec<&str> = page
            .session
            .chains
            .iter()
            .take(20)
            .map(|chain| chain.title.as_deref().unwrap_or(&chain.id))
            .collect();
        bail!("the session has no chain `{chain}`: it has {}", known.join(", "));
    }
    let quarantined: Vec<_> = page.quarantined.iter().map(|found| &found.record).collect();
    Ok(Answer::of(json!({
        "session": session,
        "state": page.state,
        "quarantined": quarantined,
        "chains": chains,
    })))
}

fn chain_json(chain: &Chain) -> Value {
    let head = chain.head();
    let steps: Vec<Value> = chain.steps.iter().map(step_json).collect();
    json!({
        "id": chain.id,
        "title": chain.title,
        "agent": chain.agent,
        "state": head.state,
        "phase": head.phase,
        "waitsFor": head.waits_for,
        "asked": chain.asked.as_ref().and_then(|asked| asked.prompt.as_ref()),
        "steps": steps,
    })
}

fn step_json(step: &Step) -> Value {
    json!({
        "number": step.number,
        "action": step.action,
        "model": step.model,
        "waitsFor": step.waits_for,
        "state": step.state(),
        "result": step.result,
        "error": step.error,
        "isBlocked": step.is_blocked,
    })
}
