//! The parts of a transcript's line that are read. Strings are borrowed where possible.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, SeqAccess};

use super::lenient::{Expected, Lenient};
use crate::reading::instant;

/// The sub-agent of a line that an older version wrote without its id.
pub const UNNAMED_SUB_AGENT: &str = "of a side chain";

type Words<'l> = Lenient<Cow<'l, str>>;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, bound(deserialize = "'de: 'l"))]
pub struct Line<'l> {
    #[serde(rename = "type")]
    pub kind: Words<'l>,
    pub uuid: Words<'l>,
    pub session_id: Words<'l>,
    pub timestamp: Words<'l>,
    pub cwd: Words<'l>,
    pub git_branch: Words<'l>,
    /// The sub-agent that wrote the line. Older versions only mark it as a sub-agent's.
    pub agent_id: Words<'l>,
    pub is_sidechain: Lenient<bool>,
    pub message: Lenient<Message<'l>>,
    pub tool_use_result: Lenient<ToolResult<'l>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'l"))]
pub struct Message<'l> {
    pub id: Words<'l>,
    pub model: Words<'l>,
    pub usage: Lenient<Usage>,
    pub content: Lenient<Content<'l>>,
}

/// The tokens of a message. Each of its lines repeats them.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Usage {
    pub input_tokens: Lenient<u64>,
    pub output_tokens: Lenient<u64>,
    pub cache_read_input_tokens: Lenient<u64>,
    pub cache_creation_input_tokens: Lenient<u64>,
    pub cache_creation: Lenient<CacheCreation>,
}

/// How many of the tokens written to the cache stay there for an hour.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct CacheCreation {
    pub ephemeral_1h_input_tokens: Lenient<u64>,
}

/// The result of a tool; its text is also in the message.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, bound(deserialize = "'de: 'l"))]
pub struct ToolResult<'l> {
    /// The sub-agent that the tool ran.
    pub agent_id: Words<'l>,
    /// What the sub-agent reported, without the notes that the message adds for its caller.
    pub content: Lenient<Content<'l>>,
    pub interrupted: Lenient<bool>,
}

#[derive(Debug)]
pub enum Content<'l> {
    Words(Cow<'l, str>),
    Blocks(Vec<Block<'l>>),
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'l"))]
pub struct Block<'l> {
    #[serde(rename = "type")]
    pub kind: Words<'l>,
    pub text: Words<'l>,
    /// Of the call of a tool.
    pub id: Words<'l>,
    pub name: Words<'l>,
    pub input: Lenient<Input<'l>>,
    /// Of the result of a tool.
    pub tool_use_id: Words<'l>,
    pub is_error: Lenient<bool>,
    pub content: Lenient<Content<'l>>,
}

/// What a tool is called with, as far as it says what the tool does.
#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'l"))]
pub struct Input<'l> {
    pub command: Words<'l>,
    pub run_in_background: Lenient<bool>,
    pub file_path: Words<'l>,
    pub notebook_path: Words<'l>,
    /// The text of a file to write.
    pub content: Words<'l>,
    pub description: Words<'l>,
    pub subagent_type: Words<'l>,
}

impl Content<'_> {
    /// Returns the texts, separated by blank lines.
    pub fn words(&self) -> String {
        let blocks = match self {
            Self::Words(words) => return words.clone().into_owned(),
            Self::Blocks(blocks) => blocks,
        };
        let mut joined = String::new();
        for text in blocks.iter().filter(|block| block.is("text")).filter_map(|block| block.text.0.as_deref())
        {
            if !joined.is_empty() {
                joined.push_str("\n\n");
            }
            joined.push_str(text);
        }
        joined
    }
}

impl<'l> Line<'l> {
    /// Returns the sub-agent that wrote the line; `None` for the session's own agent.
    pub fn agent(&self) -> Option<&str> {
        let unnamed = self.is_sidechain.0.unwrap_or(false).then_some(UNNAMED_SUB_AGENT);
        self.agent_id.0.as_deref().or(unnamed)
    }

    pub fn said_ms(&self) -> Option<i64> {
        self.timestamp.0.as_deref().and_then(instant).map(|instant| instant.milliseconds)
    }

    pub fn is(&self, kind: &str) -> bool {
        self.kind.0.as_deref() == Some(kind)
    }

    pub fn content(&self) -> Option<&Content<'l>> {
        self.message.0.as_ref()?.content.0.as_ref()
    }

    /// Returns the id of the message that the line belongs to, or else the line's own.
    pub fn message_id(&self) -> Option<&str> {
        let of_message = self.message.0.as_ref().and_then(|message| message.id.0.as_deref());
        of_message.or(self.uuid.0.as_deref())
    }
}

impl<'l> Content<'l> {
    pub fn blocks(&self) -> &[Block<'l>] {
        match self {
            Self::Words(_) => &[],
            Self::Blocks(blocks) => blocks,
        }
    }
}

impl Block<'_> {
    pub fn is(&self, kind: &str) -> bool {
        self.kind.0.as_deref() == Some(kind)
    }
}

impl<'de: 'l, 'l> Expected<'de> for Message<'l> {
    fn object<A: MapAccess<'de>>(object: A) -> Result<Option<Self>, A::Error> {
        Self::deserialize(MapAccessDeserializer::new(object)).map(Some)
    }
}

impl<'de: 'l, 'l> Expected<'de> for ToolResult<'l> {
    fn object<A: MapAccess<'de>>(object: A) -> Result<Option<Self>, A::Error> {
        Self::deserialize(MapAccessDeserializer::new(object)).map(Some)
    }
}

impl<'de: 'l, 'l> Expected<'de> for Block<'l> {
    fn object<A: MapAccess<'de>>(object: A) -> Result<Option<Self>, A::Error> {
        Self::deserialize(MapAccessDeserializer::new(object)).map(Some)
    }
}

impl<'de: 'l, 'l> Expected<'de> for Input<'l> {
    fn object<A: MapAccess<'de>>(object: A) -> Result<Option<Self>, A::Error> {
        Self::deserialize(MapAccessDeserializer::new(object)).map(Some)
    }
}

impl<'de> Expected<'de> for Usage {
    fn object<A: MapAccess<'de>>(object: A) -> Result<Option<Self>, A::Error> {
        Self::deserialize(MapAccessDeserializer::new(object)).map(Some)
    }
}

impl<'de> Expected<'de> for CacheCreation {
    fn object<A: MapAccess<'de>>(object: A) -> Result<Option<Self>, A::Error> {
        Self::deserialize(MapAccessDeserializer::new(object)).map(Some)
    }
}

impl<'de: 'l, 'l> Expected<'de> for Content<'l> {
    fn text(text: Cow<'de, str>) -> Option<Self> {
        Some(Self::Words(text))
    }

    fn list<A: SeqAccess<'de>>(mut list: A) -> Result<Option<Self>, A::Error> {
        let mut blocks = Vec::new();
        while let Some(Lenient(block)) = list.next_element::<Lenient<Block<'l>>>()? {
            blocks.extend(block);
        }
        Ok(Some(Self::Blocks(blocks)))
    }
}
