use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::claim::{Claim, begins_step, claims_in};
use super::quote::{bounded, quoted};
use crate::transcript::{Block, Content, Input, Line, Usage};

/// A line of a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema), schemars(rename = "TranscriptPlace"))]
pub struct Place {
    pub file: String,
    /// From 1.
    pub line: u64,
    /// The message, or the call of a tool that the line answers; a document of the same text has it as its part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// What a line adds to the claims and facts of its session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LineFacts {
    pub session: String,
    /// The same for a line that another file repeats.
    pub key: String,
    pub place: Place,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_ms: Option<i64>,
    /// The sub-agent that wrote it; `None` for the session's own agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<Tokens>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// It announces a step, so what was run before belongs to another.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub begins_step: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<Call>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<Answer>,
}

/// The call of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Call {
    pub id: String,
    pub tool: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub in_background: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What a sub-agent is called for, and its kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

/// Tokens by what they cost.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(default, rename_all = "camelCase")]
pub struct Tokens {
    pub input: u64,
    pub output: u64,
    pub cache_read: u64,
    /// Written to the cache for five minutes, and for an hour.
    pub cache_write: u64,
    pub cache_write_1h: u64,
}

/// How much of a command is kept. A file that it writes is named near its beginning.
const COMMAND: usize = 1_000;
const PATH: usize = 500;
const TASK: usize = 160;

impl LineFacts {
    /// Reduces a line to its facts. Returns `None` for one that has neither a time nor anything to add, or no session.
    pub fn of(line: &Line<'_>, file: &str, number: u64) -> Option<Self> {
        let session = line.session_id.0.as_deref().filter(|session| !session.is_empty())?;
        let mut facts = match (line.content(), line.is("assistant"), line.is("user")) {
            (Some(content), true, _) => Self::of_assistant(line, content),
            (Some(content), _, true) => Self { answers: answers_in(line, content), ..Self::default() },
            _ => return None,
        };
        let of_answer = facts.answers.first().map(|answer| answer.id.clone());
        facts.place = Place {
            file: file.to_owned(),
            line: number,
            message: of_answer.or(line.message_id().map(str::to_owned)),
        };
        facts.session = session.to_owned();
        facts.key = match line.uuid.0.as_deref() {
            Some(uuid) if !uuid.is_empty() => uuid.to_owned(),
            _ => format!("{file}:{number}"),
        };
        facts.at_ms = line.said_ms();
        facts.agent = line.agent().map(str::to_owned);
        Some(facts)
    }

    fn of_assistant(line: &Line<'_>, content: &Content<'_>) -> Self {
        let words = content.words();
        let message = line.message.0.as_ref();
        // What the program itself says in the place of a model.
        let model =
            message.and_then(|message| message.model.0.as_deref()).filter(|model| *model != "<synthetic>");
        Self {
            model: model.map(|model| quoted(model, 80)),
            tokens: message.and_then(|message| message.usage.0.as_ref()).map(Tokens::of),
            claims: claims_in(&words),
            begins_step: begins_step(&words),
            calls: content
                .blocks()
                .iter()
                .filter(|block| block.is("tool_use"))
                .filter_map(Call::of)
                .collect(),
            ..Self::default()
        }
    }
}

fn answers_in(line: &Line<'_>, content: &Content<'_>) -> Vec<Answer> {
    let answers = content.blocks().iter().filter(|block| block.is("tool_result"));
    answers.filter_map(|block| Answer::of(block, line.tool_use_result.0.as_ref())).collect()
}

impl Call {
    fn of(block: &Block<'_>) -> Option<Self> {
        let input = block.input.0.as_ref();
        let text = |value: fn(&Input<'_>) -> Option<String>| input.and_then(value);
        let path = text(|input| input.file_path.0.as_deref().map(|path| bounded(path, PATH)));
        Some(Self {
            id: block.id.0.as_deref()?.to_owned(),
            tool: quoted(block.name.0.as_deref()?, 80),
            command: text(|input| input.command.0.as_deref().map(|command| bounded(command, COMMAND))),
            in_background: input.and_then(|input| input.run_in_background.0).unwrap_or(false),
            path: path.or(text(|input| input.notebook_path.0.as_deref().map(|path| bounded(path, PATH)))),
            task: text(|input| input.description.0.as_deref().map(|task| quoted(task, TASK))),
            kind: text(|input| input.subagent_type.0.as_deref().map(|kind| quoted(kind, 80))),
        })
    }
}

impl Tokens {
    fn of(usage: &Usage) -> Self {
        let written = usage.cache_creation_input_tokens.0.unwrap_or(0);
        let for_an_hour = usage.cache_creation.0.as_ref().and_then(|of| of.ephemeral_1h_input_tokens.0);
        let for_an_hour = for_an_hour.unwrap_or(0).min(written);
        Self {
            input: usage.input_tokens.0.unwrap_or(0),
            output: usage.output_tokens.0.unwrap_or(0),
            cache_read: usage.cache_read_input_tokens.0.unwrap_or(0),
            cache_write: written - for_an_hour,
            cache_write_1h: for_an_hour,
        }
    }

    pub fn total(self) -> u64 {
        [self.input, self.output, self.cache_read, self.cache_write, self.cache_write_1h]
            .into_iter()
            .fold(0, u64::saturating_add)
    }

    pub(super) fn add(&mut self, other: Self) {
        self.input = self.input.saturating_add(other.input);
        self.output = self.output.saturating_add(other.output);
        self.cache_read = self.cache_read.saturating_add(other.cache_read);
        self.cache_write = self.cache_write.saturating_add(other.cache_write);
        self.cache_write_1h = self.cache_write_1h.saturating_add(other.cache_write_1h);
    }
}
