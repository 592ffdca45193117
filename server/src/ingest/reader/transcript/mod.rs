//! Transcripts of Claude Code: one event per line, several of which may belong to a message. The texts of an assistant
//! are joined by message id. The result of a tool, such as a sub-agent's report, is a text of its own, and so is a file
//! that an agent writes. Other lines are skipped and counted, since new versions of the program write new kinds.

mod repeats;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::path::Path;

use app::document::Source;
use app::evidence::LineFacts;
use app::transcript::{Block, Content, Line, UNNAMED_SUB_AGENT};

use self::repeats::Repeats;
use super::lines::{self, LinePosition, Lines};
use super::{Piece, PieceLine};
use crate::ingest::{LONGEST_NAME, is_taken};

/// The agent of a tool's result, which isn't from the session's agent even if it quotes that agent.
const TOOL: &str = "a tool";
/// The messages that may continue, and the files whose tool has not answered. Lines for an older message become a message
/// of their own.
const REMEMBERED: usize = 16;

#[derive(Debug, Default)]
pub(super) struct Transcript {
    /// The name of the file.
    file: String,
    /// The newest last.
    messages: VecDeque<AssistantMessage>,
    /// Files that a tool was called to write.
    writes: VecDeque<(LinePosition, Piece)>,
    repeats: Repeats,
    found: VecDeque<Piece>,
    facts: Vec<LineFacts>,
    skipped: u64,
    unreadable: u64,
}

/// A message of an assistant, as far as it was read.
#[derive(Debug)]
struct AssistantMessage {
    id: String,
    /// Ids of its lines, so that a repeated line is added once.
    lines: Vec<String>,
    begins: LinePosition,
    /// Where the words of each line begin in the text.
    parts: Vec<PieceLine>,
    text: String,
    source: Source,
    is_emitted: bool,
}

impl Transcript {
    pub fn of(file: &str) -> Self {
        Self { file: file.to_owned(), ..Self::default() }
    }

    /// Returns a reader for the same file from its start.
    pub fn restarted(self) -> Self {
        Self { file: self.file, ..Self::default() }
    }

    pub fn next(&mut self, lines: &mut Lines<impl BufRead>) -> io::Result<Option<Piece>> {
        while self.found.is_empty() {
            let Some(lines::Line { place, bytes }) = lines.next()? else {
                // If the message continues, it is emitted again as a whole.
                self.emit_newest();
                break;
            };
            match bytes.map(serde_json::from_slice::<Line<'_>>) {
                Some(Ok(line)) => {
                    let facts = LineFacts::of(&line, &self.file, place.line + 1);
                    self.facts.extend(facts.filter(|facts| is_name(&facts.session)));
                    self.take(line, place);
                }
                _ => self.unreadable += 1,
            }
        }
        Ok(self.found.pop_front())
    }

    /// Returns where the last message starts, which may be incomplete, or the first file whose tool has not answered.
    pub fn resume_at(&self) -> Option<LinePosition> {
        let message = self.messages.back().map(|message| message.begins);
        let write = self.writes.front().map(|(begins, _)| *begins);
        [message, write].into_iter().flatten().min_by_key(|place| place.offset)
    }

    pub fn skipped(&self) -> (u64, u64) {
        (self.skipped, self.unreadable)
    }

    pub fn facts(&mut self) -> &mut Vec<LineFacts> {
        &mut self.facts
    }

    fn take(&mut self, line: Line<'_>, place: LinePosition) {
        match (line.kind.0.as_deref(), line.content()) {
            (Some("assistant"), Some(content)) => {
                let words = content.words();
                let writes: Vec<Piece> =
                    content.blocks().iter().filter_map(|block| written_file(&line, block, place)).collect();
                if words.trim().is_empty() && writes.is_empty() {
                    self.skipped += 1;
                }
                if !words.trim().is_empty() {
                    self.add_words(&line, words, place);
                }
                for piece in writes {
                    self.writes.push_back((place, piece));
                    if self.writes.len() > REMEMBERED {
                        self.writes.pop_front();
                    }
                }
            }
            (Some("user"), Some(Content::Blocks(blocks))) => {
                let mut answers = blocks.iter().filter(|block| block.is("tool_result")).peekable();
                if answers.peek().is_none() {
                    self.skipped += 1;
                }
                for answer in answers {
                    self.add_written(answer);
                    self.add_result(&line, answer, place);
                }
            }
            _ => self.skipped += 1,
        }
    }

    /// Adds text to a message of the assistant, or starts one.
    fn add_words(&mut self, line: &Line<'_>, words: String, place: LinePosition) {
        let uuid = line.uuid.0.as_deref().unwrap_or_default();
        let id = line.message_id().unwrap_or_default().to_owned();
        let is_newest = self.messages.back().is_some_and(|newest| newest.id == id);
        if !is_newest {
            self.emit_newest();
        }
        let at = self.messages.iter().position(|message| message.id == id);
        let Some(mut message) = at.and_then(|at| self.messages.remove(at)) else {
            let lines = vec![uuid.to_owned()];
            let source = source_of(line, line.agent(), &id);
            self.messages.push_back(AssistantMessage {
                id,
                lines,
                begins: place,
                parts: lines_of(place, 0),
                text: words,
                source,
                is_emitted: false,
            });
            if self.messages.len() > REMEMBERED {
                self.messages.pop_front();
            }
            return;
        };
        if !message.lines.iter().any(|known| known == uuid) {
            message.lines.push(uuid.to_owned());
            message.text.push_str("\n\n");
            message.parts.extend(lines_of(place, message.text.len()));
            message.text.push_str(&words);
            // What was emitted before keeps its time; the new part is of now.
            message.source.said_ms = message.source.said_ms.max(line.said_ms());
            message.is_emitted = false;
        }
        self.messages.push_back(message);
    }

    /// Emits the file that the tool has written, unless the tool failed.
    fn add_written(&mut self, answer: &Block<'_>) {
        let id = answer.tool_use_id.0.as_deref();
        let at = self.writes.iter().position(|(_, piece)| piece.message.as_deref() == id);
        let Some((_, piece)) = at.and_then(|at| self.writes.remove(at)) else { return };
        if answer.is_error.0.unwrap_or(false) {
            return;
        }
        self.emit_newest();
        self.found.push_back(self.repeats.written(piece));
    }

    fn add_result(&mut self, line: &Line<'_>, answer: &Block<'_>, place: LinePosition) {
        let result = line.tool_use_result.0.as_ref();
        let reporter = result.and_then(|result| result.agent_id.0.as_deref());
        let mut words = answer.content.0.as_ref().map(Content::words).unwrap_or_default();
        if let Some(reporter) = reporter {
            let report = result.and_then(|result| result.content.0.as_ref()).map(Content::words);
            words = report
                .filter(|report| !report.trim().is_empty())
                .unwrap_or_else(|| without_note(&words, reporter));
        }
        if words.trim().is_empty() {
            return;
        }
        self.emit_newest();
        let id = answer.tool_use_id.0.as_deref().or(line.uuid.0.as_deref()).unwrap_or_default();
        let source = source_of(line, reporter.or(line.agent()).or(Some(TOOL)), id);
        self.found.push_back(self.repeats.answered(piece(id, words, source, lines_of(place, 0))));
    }

    fn emit_newest(&mut self) {
        if let Some(message) = self.messages.back_mut().filter(|message| !message.is_emitted) {
            message.is_emitted = true;
            let AssistantMessage { id, text, source, parts, .. } = message;
            let piece = piece(id, text.clone(), source.clone(), parts.clone());
            self.found.push_back(self.repeats.said(piece));
        }
    }
}

/// Returns whether an agent has an id, rather than words that several share.
pub(super) fn is_named(agent: &str) -> bool {
    agent != TOOL && agent != UNNAMED_SUB_AGENT
}

/// Returns a report without the note that tells its caller how to go on with the sub-agent.
fn without_note(words: &str, agent: &str) -> String {
    match words.rsplit_once(&format!("agentId: {agent}")) {
        Some((report, _)) => report.trim_end().to_owned(),
        None => words.to_owned(),
    }
}

/// Returns the file that a tool is called to write, if a watched folder would read it.
fn written_file(line: &Line<'_>, block: &Block<'_>, place: LinePosition) -> Option<Piece> {
    let is_write = block.is("tool_use") && block.name.0.as_deref() == Some("Write");
    let input = block.input.0.as_ref().filter(|_| is_write)?;
    let (path, content) = (input.file_path.0.as_deref()?, input.content.0.as_deref()?);
    if !is_taken(Path::new(path)) || content.trim().is_empty() || !is_name(path) {
        return None;
    }
    let id = block.id.0.as_deref()?;
    let source = Source { path: Some(path.to_owned()), part: None, ..source_of(line, line.agent(), id) };
    // A message that repeats the file has no line break at its end.
    Some(piece(id, content.trim_end().to_owned(), source, lines_of(place, 0)))
}

fn piece(id: &str, text: String, source: Source, lines: Vec<PieceLine>) -> Piece {
    Piece { raw: text.into_bytes(), source, message: Some(id.to_owned()), lines }
}

/// The line of a text that begins at a byte.
fn lines_of(place: LinePosition, start: usize) -> Vec<PieceLine> {
    vec![PieceLine { start, line: place.line + 1 }]
}

/// Returns whether a source may have the name.
fn is_name(words: &str) -> bool {
    !words.is_empty() && words.len() <= LONGEST_NAME && !words.contains('\0')
}

fn source_of(line: &Line<'_>, agent: Option<&str>, id: &str) -> Source {
    let named = |words: Option<&str>| words.filter(|words| is_name(words)).map(str::to_owned);
    Source {
        session: named(line.session_id.0.as_deref()),
        repository: named(line.cwd.0.as_deref()),
        branch: named(line.git_branch.0.as_deref()),
        agent: named(agent),
        model: named(line.message.0.as_ref().and_then(|message| message.model.0.as_deref())),
        part: Some(format!("message {id}")),
        said_ms: line.said_ms(),
        ..Source::default()
    }
}
