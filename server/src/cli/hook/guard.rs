//! Refuses the tools of a session that is quarantined, or whose chain is.

use std::time::Duration;

use anyhow::Context;
use app::quarantine::Targeted;
use axum::http::Method;
use clap::Args;
use serde_json::{Value, json};

use super::input::HookInput;
use crate::cli::bounded::within;
use crate::cli::reach::{Access, Destination, Reach, escaped};
use crate::cli::{CONFORMS, output};
use crate::quarantine::{ActiveQuarantine, QuarantineList};

#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: always 0; a refusal is JSON on standard output. A tool is allowed where Harmony \
                        can't be asked, which is noted on standard error."
)]
pub(super) struct Guard {
    /// Chain that the agent works on; without it, the chain that the session was last at counts
    #[arg(long, value_name = "NAME", env = "HARMONY_CHAIN")]
    chain: Option<String>,
    #[command(flatten)]
    destination: Destination,
}

/// Every call of a tool waits for it.
const WITHIN: Duration = Duration::from_secs(3);

pub(super) fn run(guard: Guard) -> anyhow::Result<u8> {
    match within(WITHIN, move || refusal(&guard)) {
        Ok(None) => {}
        Ok(Some(refusal)) => output::print_line(&refusal.to_string())?,
        Err(error) => output::print_error(&error.context("quarantines can't be checked")),
    }
    Ok(CONFORMS)
}

/// Returns the answer to Claude Code that refuses a tool.
fn refusal(guard: &Guard) -> anyhow::Result<Option<Value>> {
    let input = HookInput::read()?;
    let session = input.session_id.context("the hook names no session")?;
    let reach = Reach::of(&guard.destination, Access::ReadOnly)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let found = runtime.block_on(find(&reach, &session, guard.chain.as_deref()))?;
    Ok(found.map(|found| {
        json!({ "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": reason(&found, &guard.destination.options()),
        } })
    }))
}

async fn find(reach: &Reach, session: &str, chain: Option<&str>) -> anyhow::Result<Option<ActiveQuarantine>> {
    let QuarantineList { quarantines, .. } = reach.get("/api/quarantine").await?;
    let is_target = |found: &&ActiveQuarantine, target_type: &str, id: &str| {
        (found.record.target_type.as_str(), found.record.target_id.as_str()) == (target_type, id)
    };
    if let Some(found) = quarantines.iter().find(|found| is_target(found, "session", session)) {
        return Ok(Some(found.clone()));
    }
    // Folding a session takes longer than listing what is quarantined, which is seldom anything.
    if !quarantines.iter().any(|found| found.record.target_type == "chain") {
        return Ok(None);
    }
    if let Some(chain) = chain {
        // The server knows a chain by its id and by its title.
        let answer =
            reach.ask(Method::GET, &format!("/api/quarantine/chain/{}", escaped(chain)), None).await?;
        return if answer.is_problem("not-quarantined") { Ok(None) } else { answer.read().map(Some) };
    }
    let Some(page) = reach.session(session).await? else { return Ok(None) };
    let current = page.session.foremost();
    let found = current.and_then(|chain| {
        let mut active = page.quarantined.iter();
        active.find(|active| active.is_of_chain(&chain.id, chain.title.as_deref()))
    });
    let found = found.map(|found| found.record.target_id.as_str());
    Ok(found.and_then(|id| quarantines.iter().find(|found| is_target(found, "chain", id)).cloned()))
}

/// A reason as people write it, with the stop that many leave out.
fn as_sentence(why: &str) -> String {
    let why = why.trim();
    if why.ends_with(['.', '!', '?']) { why.to_owned() } else { format!("{why}.") }
}

/// Returns the reason for the agent. `options` are those that a command needs to reach this Harmony.
fn reason(found: &ActiveQuarantine, options: &str) -> String {
    let record = &found.record;
    let (target_type, id) = (&record.target_type, &record.target_id);
    let why = record.reason.as_deref().unwrap_or("no reason is stated");
    let end = match &found.ends_at {
        Some(at) => format!("It ends at {at}, or when"),
        None => "It ends when".to_owned(),
    };
    format!(
        "The {target_type} `{id}` is quarantined since {}: {} Start nothing, and tell the user. {end} a person \
         releases it: harmony quarantine release {target_type} '{id}'{options}",
        record.quarantined_at,
        as_sentence(why)
    )
}
