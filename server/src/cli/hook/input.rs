//! What Claude Code tells a hook on standard input.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;

/// More than any message or call of a tool.
const LONGEST: u64 = 64 * 1024 * 1024;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct HookInput {
    pub session_id: Option<String>,
    transcript_path: Option<PathBuf>,
    /// That of the sub-agent that stopped.
    agent_transcript_path: Option<PathBuf>,
    pub agent_id: Option<String>,
    pub cwd: Option<String>,
    /// The transcript may not have it yet.
    pub last_assistant_message: Option<String>,
}

impl HookInput {
    pub fn read() -> anyhow::Result<Self> {
        let mut raw = Vec::new();
        std::io::stdin().take(LONGEST).read_to_end(&mut raw).context("standard input can't be read")?;
        serde_json::from_slice(&raw)
            .context("standard input is not what Claude Code tells a hook: this command is run by a hook")
    }

    pub fn transcript(&self) -> Option<&Path> {
        self.agent_transcript_path.as_deref().or(self.transcript_path.as_deref())
    }
}
