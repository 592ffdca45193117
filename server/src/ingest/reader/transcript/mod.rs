//! Transcripts of Claude Code: one event per line, several of which may belong to a message. The texts of an assistant
//! are joined by message id. The result of a tool, such as a sub-agent's report, is a text of its own. Other lines are
//! skipped and counted, since new versions of the program write new kinds.

mod lenient;
mod line;

use std::collections::VecDeque;
use std::io::{self, BufRead};

use app::document::Source;
use app::reading::instant;

use self::line::{Block, Content, Line, Message};
use super::Piece;
use super::lines::{self, LinePosition, Lines};

/// The agent of a tool's result, which isn't from the session's agent even if it quotes that agent.
const TOOL: &str = "a tool";
/// The messages that may continue. Lines for an older message become a message of their own.
const REMEMBERED: usize = 16;

#[derive(Debug, Default)]
pub(super) struct Transcript {
    /// The newest last.
    messages: VecDeque<AssistantMessage>,
    found: VecDeque<Piece>,
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
    text: String,
    source: Source,
    is_emitted: bool,
}

impl Transcript {
    pub fn next(&mut self, lines: &mut Lines<impl BufRead>) -> io::Result<Option<Piece>> {
        while self.found.is_empty() {
            let Some(lines::Line { place, bytes }) = lines.next()? else {
                // If the message continues, it is emitted again as a whole.
                self.emit_newest();
                break;
            };
            match bytes.map(serde_json::from_slice::<Line<'_>>) {
                Some(Ok(line)) => self.take(line, place),
                _ => self.unreadable += 1,
            }
        }
        Ok(self.found.pop_front())
    }

    /// Returns the start of the last message, which may be incomplete.
    pub fn resume_at(&self) -> Option<LinePosition> {
        self.messages.back().map(|message| message.begins)
    }

    pub fn skipped(&self) -> (u64, u64) {
        (self.skipped, self.unreadable)
    }

    fn take(&mut self, line: Line<'_>, place: LinePosition) {
        let content = line.message.0.as_ref().and_then(|message| message.content.0.as_ref());
        match (line.kind.0.as_deref(), content) {
            (Some("assistant"), Some(content)) => {
                let words = content.words();
                if words.trim().is_empty() { self.skipped += 1 } else { self.add_words(&line, words, place) }
            }
            (Some("user"), Some(Content::Blocks(blocks))) => {
                let mut answers = blocks.iter().filter(|block| block.is("tool_result")).peekable();
                if answers.peek().is_none() {
                    self.skipped += 1;
                }
                for answer in answers {
                    self.add_result(&line, answer);
                }
            }
            _ => self.skipped += 1,
        }
    }

    /// Adds text to a message of the assistant, or starts one.
    fn add_words(&mut self, line: &Line<'_>, words: String, place: LinePosition) {
        let uuid = line.uuid.0.as_deref().unwrap_or_default();
        let id = line.message.0.as_ref().and_then(id_of).unwrap_or(uuid).to_owned();
        let is_newest = self.messages.back().is_some_and(|newest| newest.id == id);
        if !is_newest {
            self.emit_newest();
        }
        let at = self.messages.iter().position(|message| message.id == id);
        let Some(mut message) = at.and_then(|at| self.messages.remove(at)) else {
            let lines = vec![uuid.to_owned()];
            let source = source_of(line, agent_of(line), &id);
            self.messages.push_back(AssistantMessage {
                id,
                lines,
                begins: place,
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
            message.text.push_str(&words);
            // What was emitted before keeps its time; the new part is of now.
            message.source.said_ms = message.source.said_ms.max(said_ms_of(line));
            message.is_emitted = false;
        }
        self.messages.push_back(message);
    }

    fn add_result(&mut self, line: &Line<'_>, answer: &Block<'_>) {
        let words = answer.content.0.as_ref().map(Content::words).unwrap_or_default();
        if words.trim().is_empty() {
            return;
        }
        self.emit_newest();
        let id = answer.tool_use_id.0.as_deref().or(line.uuid.0.as_deref()).unwrap_or_default();
        let reporter = line.tool_use_result.0.as_ref().and_then(|result| result.agent_id.0.as_deref());
        let source = source_of(line, reporter.or(agent_of(line)).or(Some(TOOL)), id);
        self.found.push_back(piece(id, words, source));
    }

    fn emit_newest(&mut self) {
        if let Some(message) = self.messages.back_mut().filter(|message| !message.is_emitted) {
            message.is_emitted = true;
            self.found.push_back(piece(&message.id, message.text.clone(), message.source.clone()));
        }
    }
}

fn id_of<'m>(message: &'m Message<'_>) -> Option<&'m str> {
    message.id.0.as_deref()
}

fn agent_of<'l>(line: &'l Line<'_>) -> Option<&'l str> {
    let unnamed = line.is_sidechain.0.unwrap_or(false).then_some("of a side chain");
    line.agent_id.0.as_deref().or(unnamed)
}

fn piece(id: &str, text: String, source: Source) -> Piece {
    Piece { raw: text.into_bytes(), source, message: Some(id.to_owned()) }
}

fn source_of(line: &Line<'_>, agent: Option<&str>, id: &str) -> Source {
    let is_name = |words: &&str| !words.is_empty() && !words.contains('\0');
    let named = |words: Option<&str>| words.filter(is_name).map(str::to_owned);
    Source {
        session: named(line.session_id.0.as_deref()),
        repository: named(line.cwd.0.as_deref()),
        branch: named(line.git_branch.0.as_deref()),
        agent: named(agent),
        model: named(line.message.0.as_ref().and_then(|message| message.model.0.as_deref())),
        part: Some(format!("message {id}")),
        said_ms: said_ms_of(line),
        ..Source::default()
    }
}

fn said_ms_of(line: &Line<'_>) -> Option<i64> {
    line.timestamp.0.as_deref().and_then(instant).map(|instant| instant.milliseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str], expected: &[(&str, &str, Option<&str>)], skipped: (u64, u64)) {
        let file = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let mut lines = Lines::at(LinePosition::default(), file.as_bytes());
        let mut transcript = Transcript::default();
        let mut found = Vec::new();
        while let Some(piece) = transcript.next(&mut lines).unwrap() {
            found.push((piece.source.part, String::from_utf8(piece.raw).unwrap(), piece.source.agent));
        }
        let found: Vec<_> = found
            .iter()
            .map(|(part, text, agent)| (part.as_deref().unwrap_or_default(), text.as_str(), agent.as_deref()))
            .collect();
        assert_eq!(found, expected);
        assert_eq!(transcript.skipped(), skipped);
    }

    #[test]
    fn texts_of_a_message_are_joined_across_other_messages() {
        check(
            &[
                r#"{"type":"assistant","uuid":"1","message":{"id":"a","content":[{"type":"thinking","thinking":"x"}]}}"#,
                r#"{"type":"assistant","uuid":"2","message":{"id":"a","content":[{"type":"text","text":"one"}]}}"#,
                r#"{"type":"assistant","uuid":"3","message":{"id":"a","content":[{"type":"text","text":"two"},{"type":"tool_use","input":{"text":"no"}}]}}"#,
                r#"{"type":"assistant","uuid":"3","message":{"id":"a","content":[{"type":"text","text":"two"}]}}"#,
                r#"{"type":"assistant","uuid":"4","agentId":"s","message":{"id":"b","content":"of \u00e9"}}"#,
                r#"{"type":"assistant","uuid":"5","message":{"id":"a","content":[{"type":"text","text":"three"}]}}"#,
            ],
            &[
                ("message a", "one\n\ntwo", None),
                ("message b", "of é", Some("s")),
                ("message a", "one\n\ntwo\n\nthree", None),
            ],
            (1, 0),
        );
    }

    #[test]
    fn results_of_tools_are_read_and_user_input_is_not() {
        check(
            &[
                r#"{"type":"user","uuid":"1","message":{"content":"please"}}"#,
                r#"{"type":"user","uuid":"2","message":{"content":[{"type":"text","text":"please"}]}}"#,
                r#"{"type":"user","uuid":"3","toolUseResult":"Error","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"plain"}]}}"#,
                r#"{"type":"user","uuid":"4","isSidechain":true,"toolUseResult":{"stdout":"x"},"message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}]}]}}"#,
                r#"{"type":"user","uuid":"5","isSidechain":false,"toolUseResult":{"agentId":"s"},"message":{"content":[{"type":"tool_result","tool_use_id":"t3","content":"report"}]}}"#,
            ],
            &[
                ("message t1", "plain", Some("a tool")),
                ("message t2", "a\n\nb", Some("of a side chain")),
                ("message t3", "report", Some("s")),
            ],
            (2, 0),
        );
    }

    #[test]
    fn lines_of_other_kinds_are_skipped() {
        check(
            &[
                r#"{"type":"summary","summary":"x","leafUuid":"u"}"#,
                r#"{"type":"file-history-snapshot","snapshot":{"a":[1,{"b":null}]},"isSnapshotUpdate":false}"#,
                r#"{"type":"assistant","uuid":7,"message":"gone"}"#,
                r#"{"type":"assistant","message":{"id":null,"content":[1,"x",{"type":"text","text":5},null]}}"#,
                r#"{"type":{"new":1},"message":[]}"#,
                "half a line {",
                "",
            ],
            &[],
            (5, 2),
        );
    }
}
