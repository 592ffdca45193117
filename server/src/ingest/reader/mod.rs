//! Files by what they hold: a text is read as a whole, a log and a transcript line by line from where the reading
//! ended, in memory that does not grow with the file.

mod kind;
mod lines;
mod log;
mod transcript;

use std::io::{self, BufRead, Read, Seek, SeekFrom};

use app::document::Source;
use app::scan;
use app::text::Text;
use sha2::{Digest as _, Sha256};

use crate::store::{Bookmark, Digest};
use transcript::Transcript;

pub use kind::Kind;
pub use lines::{LinePosition, Lines};

/// A text that was found in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub raw: Vec<u8>,
    /// What the file says of it; the path is for whoever opened the file.
    pub source: Source,
    /// The message of a transcript that it is.
    pub message: Option<String>,
}

impl Piece {
    /// A message is a document only where a format is recognized in it: most of a transcript is talk. This is asked
    /// before anything else is done with it, for the same reason.
    pub fn is_kept(&self) -> bool {
        self.message.is_none() || !scan::read(&Text::from_bytes(&self.raw)).is_empty()
    }

    /// Names a message wherever it is found again, as in the transcript of a session that was resumed.
    pub fn key(&self) -> Option<String> {
        let message = self.message.as_deref()?;
        let digest = data_encoding::HEXLOWER.encode(&Sha256::digest(&self.raw));
        Some(format!("message {message} {digest}"))
    }
}

/// Reads a file that grows; told again and again to go on.
#[derive(Debug)]
pub struct Growing {
    state: State,
}

#[derive(Debug)]
enum State {
    Log,
    Transcript(Transcript),
}

impl Growing {
    /// None for what is read as a whole.
    pub fn of(kind: Kind) -> Option<Self> {
        let state = match kind {
            Kind::Text => return None,
            Kind::Log => State::Log,
            Kind::Transcript => State::Transcript(Transcript::default()),
        };
        Some(Self { state })
    }

    /// For a file that was written anew.
    pub fn restarted(self) -> Self {
        let state = match self.state {
            State::Log => State::Log,
            State::Transcript(_) => State::Transcript(Transcript::default()),
        };
        Self { state }
    }

    /// The next text; nothing where all that is written so far was read.
    pub fn next(&mut self, lines: &mut Lines<impl BufRead>) -> io::Result<Option<Piece>> {
        match &mut self.state {
            State::Log => log::next(lines),
            State::Transcript(transcript) => transcript.next(lines),
        }
    }

    /// Where another reading begins that knows nothing of this one.
    pub fn resume_at(&self, read_to: LinePosition) -> LinePosition {
        match &self.state {
            State::Log => read_to,
            State::Transcript(transcript) => transcript.resume_at().unwrap_or(read_to),
        }
    }

    /// Lines that hold nothing that was said, and lines that are not to be read.
    pub fn passed_by(&self) -> (u64, u64) {
        match &self.state {
            State::Log => (0, 0),
            State::Transcript(transcript) => transcript.passed_by(),
        }
    }
}

/// So much before a place is compared, to see whether a file was written anew.
const COMPARED: u64 = 4096;

/// Remembers a place of a file by what stands before it.
pub fn bookmark(file: &mut (impl Read + Seek), place: LinePosition) -> io::Result<Bookmark> {
    let LinePosition { offset, line } = place;
    Ok(Bookmark { offset, line, digest: digest_before(file, offset)? })
}

/// Says whether the file still holds what it held before the bookmark.
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
