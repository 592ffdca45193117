//! The tools, in one table.

mod chain_state;
mod check_text;
mod explain_rule;
mod health;
mod inbox;
mod ingest;
mod list_issues;
mod quarantine;
#[cfg(test)]
mod tests;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::limit::{limit, limit_text};
use crate::cli::bounded::within;
use crate::cli::reach::{Access, Reach};

pub(super) struct Tools {
    reach: Arc<Reach>,
    access: Access,
}

type Call<'r> = Pin<Box<dyn Future<Output = anyhow::Result<Answer>> + 'r>>;

struct Tool {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    /// The properties of its arguments, and those that are required.
    properties: fn() -> Value,
    required: &'static [&'static str],
    effect: Effect,
    call: for<'r> fn(&'r Reach, Value) -> Call<'r>,
}

/// What a tool changes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Effect {
    Nothing,
    Adds,
    Removes,
}

/// What a tool answers: for a model to read, and for a program.
struct Answer {
    text: String,
    data: Value,
    /// A text that is returned whole, after the other one.
    whole: Option<String>,
}

/// A call takes no longer.
const WITHIN: Duration = Duration::from_secs(30);

const TOOLS: &[Tool] = &[
    check_text::TOOL,
    explain_rule::TOOL,
    list_issues::TOOL,
    health::TOOL,
    chain_state::TOOL,
    inbox::LIST,
    quarantine::CHECK,
    ingest::TOOL,
    quarantine::ADD,
    quarantine::RELEASE,
    inbox::FINISH,
];

impl Tools {
    pub fn new(reach: Reach, access: Access) -> Self {
        Self { reach: Arc::new(reach), access }
    }

    fn offered(&self) -> impl Iterator<Item = &'static Tool> {
        TOOLS.iter().filter(|tool| tool.effect == Effect::Nothing || self.access == Access::ReadWrite)
    }

    pub fn list(&self) -> Vec<Value> {
        self.offered().map(Tool::json).collect()
    }

    /// Returns the result of a call; an error if there is no such tool.
    pub fn call(&self, name: &str, arguments: Value) -> Result<Value, String> {
        let Some(tool) = self.offered().find(|tool| tool.name == name) else {
            let is_left_out = TOOLS.iter().any(|tool| tool.name == name);
            let names: Vec<&str> = self.offered().map(|tool| tool.name).collect();
            return Err(if is_left_out {
                format!("`{name}` changes something, and is offered by `harmony mcp --write` only")
            } else {
                let name: String = name.chars().take(64).collect();
                format!("there is no tool `{name}`: there are {}", names.join(", "))
            });
        };
        let reach = Arc::clone(&self.reach);
        let answered = within(WITHIN, move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on((tool.call)(&reach, arguments))
        });
        Ok(match answered {
            Ok(answer) => answer.json(),
            // The model can try something else.
            Err(error) => json!({ "content": [text_block(format!("{error:#}"))], "isError": true }),
        })
    }
}

impl Tool {
    fn json(&self) -> Value {
        json!({
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": self.schema(),
            "annotations": {
                "readOnlyHint": self.effect == Effect::Nothing,
                "destructiveHint": self.effect == Effect::Removes,
                "idempotentHint": self.effect != Effect::Adds,
                "openWorldHint": false,
            },
        })
    }

    fn schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": (self.properties)(),
            "required": self.required,
            "additionalProperties": false,
        })
    }
}

impl Answer {
    /// Returns an answer whose text is its data.
    fn of(data: Value) -> Self {
        Self { text: String::new(), data, whole: None }
    }

    fn json(self) -> Value {
        let Self { mut text, mut data, whole } = self;
        if limit(&mut data)
            && let Some(members) = data.as_object_mut()
        {
            members.insert("isCut".to_owned(), true.into());
        }
        if text.is_empty() {
            text = format!("{data:#}");
        }
        limit_text(&mut text);
        let content: Vec<Value> = [text].into_iter().chain(whole).map(text_block).collect();
        json!({ "content": content, "structuredContent": data, "isError": false })
    }
}

fn text_block(text: String) -> Value {
    json!({ "type": "text", "text": text })
}

/// Reads the arguments of a call.
fn arguments<T: DeserializeOwned>(arguments: Value) -> anyhow::Result<T> {
    serde_json::from_value(arguments).context("the arguments are not those of the tool's schema")
}

/// Returns a path with its query; what is `None` is left out.
fn with_query(path: &str, query: &[(&str, Option<String>)]) -> anyhow::Result<String> {
    let stated: Vec<(&str, &str)> =
        query.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?))).collect();
    Ok(if stated.is_empty() {
        path.to_owned()
    } else {
        format!("{path}?{}", serde_urlencoded::to_string(stated)?)
    })
}
