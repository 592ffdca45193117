use std::sync::{Arc, OnceLock};

use app::event::{Cursor, Envelope, Event};
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::store::Frame;

/// A message for viewers: serialized once, shared by all.
#[derive(Clone, Debug)]
pub struct Message {
    pub cursor: Cursor,
    pub json: Arc<str>,
}

/// Messages that follow each other, for all who have heard what was before them.
#[derive(Debug, Default)]
pub struct Batch {
    pub messages: Vec<Message>,
    frames: OnceLock<Vec<u8>>,
}

impl Batch {
    /// Returns the messages as frames of a WebSocket. They're the same for each viewer, so they are made once.
    pub fn frames(&self) -> &[u8] {
        self.frames.get_or_init(|| {
            let header = FrameHeader { opcode: OpCode::Data(Data::Text), ..FrameHeader::default() };
            let mut frames = Vec::new();
            for Message { json, .. } in &self.messages {
                // Nothing else than its memory keeps a `Vec` from growing.
                let _ = header.format(json.len() as u64, &mut frames);
                frames.extend_from_slice(json.as_bytes());
            }
            frames
        })
    }
}

impl FromIterator<Message> for Batch {
    fn from_iter<I: IntoIterator<Item = Message>>(messages: I) -> Self {
        Self { messages: messages.into_iter().collect(), frames: OnceLock::new() }
    }
}

impl Message {
    /// Makes a message that is not part of the log.
    pub(super) fn aside(cursor: Cursor, event: Event) -> Self {
        // An envelope consists of strings and numbers, which always serialize.
        let json = serde_json::to_string(&Envelope { cursor, event }).unwrap_or_default();
        Self { cursor, json: json.into() }
    }
}

impl From<Frame> for Message {
    fn from(frame: Frame) -> Self {
        Self { cursor: frame.cursor, json: frame.json.into() }
    }
}
