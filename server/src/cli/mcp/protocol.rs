//! The messages of the protocol: JSON-RPC 2.0, and the methods that a server with tools needs.

use serde::Deserialize;
use serde_json::{Value, json};

use super::tools::Tools;

/// The versions of the protocol in which all of this is the same, newest first.
const VERSIONS: [&str; 3] = ["2025-11-25", "2025-06-18", "2025-03-26"];

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;

const INSTRUCTIONS: &str = "Harmony checks what agents report against the contract of its format, and knows the state of \
    sessions, chains, quarantines and quality gates. Check a report with check_text before you deliver it, and fix what \
    it finds. Before you start a step, ask check_quarantine whether its session or chain is quarantined.";

pub(super) struct Protocol {
    tools: Tools,
}

/// A request, or a notification without an id.
#[derive(Deserialize)]
struct Request {
    jsonrpc: String,
    id: Option<Value>,
    method: String,
    #[serde(default)]
    params: Value,
}

#[derive(Deserialize)]
struct Call {
    name: String,
    #[serde(default)]
    arguments: Option<Value>,
}

struct Failure {
    code: i32,
    message: String,
}

impl Protocol {
    pub fn new(tools: Tools) -> Self {
        Self { tools }
    }

    /// Returns the answer to a message; a notification gets none.
    pub fn answer(&self, line: &[u8]) -> Option<Value> {
        let message: Value = match serde_json::from_slice(line) {
            Ok(message) => message,
            Err(error) => return Some(failed(&Value::Null, PARSE_ERROR, &error.to_string())),
        };
        if !message.is_object() {
            return Some(failed(&Value::Null, INVALID_REQUEST, "a message is a JSON object"));
        }
        let is_response = message.get("method").is_none() && message.get("id").is_some();
        if is_response && (message.get("result").is_some() || message.get("error").is_some()) {
            // Nothing was asked of the client.
            return None;
        }
        let id = message.get("id").cloned().unwrap_or_default();
        let request = match Request::deserialize(message) {
            Ok(request) if request.jsonrpc == "2.0" => request,
            Ok(_) => return Some(failed(&id, INVALID_REQUEST, "`jsonrpc` is not \"2.0\"")),
            Err(error) => return Some(failed(&id, INVALID_REQUEST, &error.to_string())),
        };
        // Notifications ask for nothing here: calls are answered one after the other.
        let id = request.id?;
        Some(match self.result(&request.method, request.params) {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(Failure { code, message }) => failed(&id, code, &message),
        })
    }

    fn result(&self, method: &str, params: Value) -> Result<Value, Failure> {
        match method {
            "initialize" => Ok(initialized(&params)),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({ "tools": self.tools.list() })),
            "tools/call" => {
                let Call { name, arguments } = Call::deserialize(params)
                    .map_err(|error| Failure { code: INVALID_PARAMS, message: error.to_string() })?;
                let arguments = arguments.unwrap_or_else(|| json!({}));
                let unknown = |message| Failure { code: INVALID_PARAMS, message };
                self.tools.call(&name, arguments).map_err(unknown)
            }
            _ => {
                let method: String = method.chars().take(64).collect();
                Err(Failure { code: METHOD_NOT_FOUND, message: format!("there is no method `{method}`") })
            }
        }
    }
}

/// Agrees on the version of the client, or proposes the newest one.
fn initialized(params: &Value) -> Value {
    let asked = params.get("protocolVersion").and_then(Value::as_str);
    let version = VERSIONS.into_iter().find(|version| Some(*version) == asked).unwrap_or(VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "harmony", "title": "Harmony", "version": env!("CARGO_PKG_VERSION") },
        "instructions": INSTRUCTIONS,
    })
}

pub(super) fn too_long(limit: u64) -> Value {
    failed(&Value::Null, INVALID_REQUEST, &format!("a message may have {limit} bytes"))
}

fn failed(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}
