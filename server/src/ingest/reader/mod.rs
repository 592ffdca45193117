//! Reads files by their kind: a text as a whole, a log or a transcript line by line from where it was read before, in
//! memory that doesn't grow with the file.

mod kind;
mod lines;
mod log;
mod transcript;

use std::io::{self, BufRead, Read, Seek, SeekFrom};

use app::document::Source;
use app::evidence::LineFacts;
use app::scan;
use app::text::Text;
use sha2::{Digest as _, Sha256};

use crate::store::{Bookmark, Digest};
use transcript::Transcript;

pub use kind::Kind;
pub use lines::{LinePosition, Lines};

/// A text in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub raw: Vec<u8>,
    /// The source as far as the file states it; the caller adds the path.
    pub source: Source,
    /// The id of the message, for a text of a transcript.
    pub message: Option<String>,
    /// The line of the file that has the text; several for a message of several lines.
    pub lines: Vec<PieceLine>,
}

/// A line of a file that has a part of a text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PieceLine {
    /// From which byte of the text on.
    pub start: usize,
    /// From 1.
    pub line: u64,
}

impl Piece {
    /// Returns whether the text becomes a document. A message does only if a format is recognized in it, since most of a
    /// transcript is conversation.
    pub fn is_kept(&self) -> bool {
        self.message.is_none() || !scan::explain(&Text::from_bytes(&self.raw)).is_empty()
    }

    /// Returns whether the text is a file that an agent wrote.
    pub fn is_written_file(&self) -> bool {
        self.message.is_some() && self.source.path.is_some()
    }

    /// Returns the idempotency key of a message, which is the same in every transcript that contains it. What a sub-agent
    /// reports, and what its caller got, is one text.
    pub fn key(&self) -> Option<String> {
        let message = self.message.as_deref()?;
        let digest = data_encoding::HEXLOWER.encode(&Sha256::digest(&self.raw));
        Some(match &self.source.agent {
            Some(agent) if transcript::is_named(agent) => format!("agent {agent} {digest}"),
            _ => format!("message {message} {digest}"),
        })
    }
}

/// Reads a growing file, a part at a time.
#[derive(Debug)]
pub struct Growing {
    state: State,
}

#[derive(Debug)]
enum State {
    Log,
    Transcript(Box<Transcript>),
}

impl Growing {
    /// Returns `None` for a kind that is read as a whole.
    pub fn of(kind: Kind, file: &str) -> Option<Self> {
        let state = match kind {
            Kind::Text => return None,
            Kind::Log => State::Log,
            Kind::Transcript => State::Transcript(Box::new(Transcript::of(file))),
        };
        Some(Self { state })
    }

    /// Starts over, for a file that was rewritten.
    pub fn restarted(self) -> Self {
        let state = match self.state {
            State::Log => State::Log,
            State::Transcript(transcript) => State::Transcript(Box::new(transcript.restarted())),
        };
        Self { state }
    }

    /// Returns the next text, or `None` at the present end of the file.
    pub fn next(&mut self, lines: &mut Lines<impl BufRead>) -> io::Result<Option<Piece>> {
        match &mut self.state {
            State::Log => log::next(lines),
            State::Transcript(transcript) => transcript.next(lines),
        }
    }

    /// Returns where a reader without this one's state starts.
    pub fn resume_at(&self, read_to: LinePosition) -> LinePosition {
        match &self.state {
            State::Log => read_to,
            State::Transcript(transcript) => transcript.resume_at().unwrap_or(read_to),
        }
    }

    /// Takes out what the lines so far add to the claims and facts of their sessions, once there are at least so many.
    pub fn facts(&mut self, least: usize) -> Vec<LineFacts> {
        let State::Transcript(transcript) = &mut self.state else { return Vec::new() };
        let facts = transcript.facts();
        if facts.len() < least { Vec::new() } else { std::mem::take(facts) }
    }

    /// Returns the number of lines without text, and of lines that could not be parsed.
    pub fn skipped(&self) -> (u64, u64) {
        match &self.state {
            State::Log => (0, 0),
            State::Transcript(transcript) => transcript.skipped(),
        }
    }
}

/// The bytes before a bookmark that are compared, to detect a rewritten file.
const COMPARED: u64 = 4096;

/// Makes a bookmark of a place in a file from the bytes before it.
pub fn bookmark(file: &mut (impl Read + Seek), place: LinePosition) -> io::Result<Bookmark> {
    let LinePosition { offset, line } = place;
    Ok(Bookmark { offset, line, digest: digest_before(file, offset)? })
}

/// Returns whether the bytes before the bookmark are unchanged.
pub fn still_holds(file: &mut (impl Read + Seek), bookmark: &Bookmark) -> io::Result<bool> {
    let is_as_long = file.seek(SeekFrom::End(0))? >= bookmark.offset;
    Ok(is_as_long && digest_before(file, bookmark.offset)? == bookmark.digest)
}

fn digest_before(file: &mut (impl Read + Seek), offset: u64) -> io::Result<Digest> {
    let from = offset.saturating_sub(COMPARED);
    file.seek(SeekFrom::Start(from))?;
    let mut before = Vec::new();
    file.take(offset - from).read_to_end(&mut before)?;
    Ok(Sha256::new().chain_update(offset.to_le_bytes()).chain_update(&before).finalize().into())
}
