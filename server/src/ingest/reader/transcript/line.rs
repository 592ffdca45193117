//! The parts of a transcript's line that are read. Strings are borrowed where possible.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, SeqAccess};

use super::lenient::{Expected, Lenient};

type Words<'l> = Lenient<Cow<'l, str>>;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, bound(deserialize = "'de: 'l"))]
pub(super) struct Line<'l> {
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
pub(super) struct Message<'l> {
    pub id: Words<'l>,
    pub model: Words<'l>,
    pub content: Lenient<Content<'l>>,
}

/// The result of a tool; its text is in the message.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, bound(deserialize = "'de: 'l"))]
pub(super) struct ToolResult<'l> {
    /// The sub-agent that the tool ran.
    pub agent_id: Words<'l>,
}

#[derive(Debug)]
pub(super) enum Content<'l> {
    Words(Cow<'l, str>),
    Blocks(Vec<Block<'l>>),
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, bound(deserialize = "'de: 'l"))]
pub(super) struct Block<'l> {
    #[serde(rename = "type")]
    pub kind: Words<'l>,
    pub text: Words<'l>,
    pub tool_use_id: Words<'l>,
    pub content: Lenient<Content<'l>>,
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
