use app::catalog::gate_name;
use app::health::{Health, Sum, Windows};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, Effect, Tool, arguments, with_query};
use crate::cli::reach::Reach;

pub(super) const TOOL: Tool = Tool {
    name: "health",
    title: "Health of the gates",
    description: "Returns how well stored texts keep to their contracts: scores and pass rates of the gates in the last 24 \
                  hours and 7 days, issues that recur, and recommendations.",
    properties: || {
        json!({
            "gate": { "type": "integer", "minimum": 1, "description": "Only this gate, 1 to 14 or one of a team" },
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
    gate: Option<u32>,
}

/// The part of the page that is used.
#[derive(Deserialize)]
struct Page {
    health: Health,
}

async fn load(reach: &Reach, Arguments { gate }: Arguments) -> anyhow::Result<Answer> {
    let path = with_query("/api/health", &[("gate", gate.map(|gate| gate.to_string()))])?;
    let Page { health } = reach.get(&path).await?;
    let gate_json = |(gate, windows): (&u32, &Windows)| {
        let mut shown = windows_json(windows);
        shown["gate"] = (*gate).into();
        shown["name"] = json!(gate_name(*gate));
        shown["state"] = json!(health.states.get(gate));
        shown
    };
    let gates: Vec<Value> = health.gates.iter().map(gate_json).collect();
    Ok(Answer::of(json!({
        "overall": windows_json(&health.overall),
        "gates": gates,
        "patterns": health.patterns,
        "recommendations": health.healings,
    })))
}

fn windows_json(windows: &Windows) -> Value {
    let sum = |sum: Sum| json!({ "score": sum.score(), "passRate": sum.pass_rate(), "band": sum.band(), "traces": sum.traces });
    json!({ "lastDay": sum(windows.day), "lastWeek": sum(windows.week), "trend": windows.trend() })
}
