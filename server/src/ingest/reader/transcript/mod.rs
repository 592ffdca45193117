//! Transcripts of Claude Code: one event per line, several of which may belong to a message. The texts of an assistant
//! are joined by message id. The result of a tool, such as a sub-agent's report, is a text of its own, and so is a file
//! that an agent writes. Other lines are skipped and counted, since new versions of the program write new kinds.

mod repeats;

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::path::Path;

use app::document::Source;
use app::evidence::LineFacts;
use app::transcript::{Block, Content, Line, UNNAMED_SUB_AGENT};

use self::repeats::Repeats;
use super::Piece;
use super::lines::{self, LinePosition, Lines};
use crate::ingest::is_taken;

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
                    self.facts.extend(LineFacts::of(&line, &self.file, place.line + 1));
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
                    content.blocks().iter().filter_map(|block| written_file(&line, block)).collect();
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
                    self.add_result(&line, answer);
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

    fn add_result(&mut self, line: &Line<'_>, answer: &Block<'_>) {
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
        self.found.push_back(self.repeats.answered(piece(id, words, source)));
    }

    fn emit_newest(&mut self) {
        if let Some(message) = self.messages.back_mut().filter(|message| !message.is_emitted) {
            message.is_emitted = true;
            let piece = piece(&message.id, message.text.clone(), message.source.clone());
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
fn written_file(line: &Line<'_>, block: &Block<'_>) -> Option<Piece> {
    let is_write = block.is("tool_use") && block.name.0.as_deref() == Some("Write");
    let input = block.input.0.as_ref().filter(|_| is_write)?;
    let (path, content) = (input.file_path.0.as_deref()?, input.content.0.as_deref()?);
    if !is_taken(Path::new(path)) || content.trim().is_empty() || path.contains('\0') {
        return None;
    }
    let id = block.id.0.as_deref()?;
    let source = Source { path: Some(path.to_owned()), part: None, ..source_of(line, line.agent(), id) };
    // A message that repeats the file has no line break at its end.
    Some(piece(id, content.trim_end().to_owned(), source))
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
        said_ms: line.said_ms(),
        ..Source::default()
    }
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

    fn keys(lines: &[&str]) -> Vec<(String, String)> {
        let file = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let mut lines = Lines::at(LinePosition::default(), file.as_bytes());
        let mut transcript = Transcript::default();
        let mut found = Vec::new();
        while let Some(piece) = transcript.next(&mut lines).unwrap() {
            let key = piece.key().unwrap();
            let (author, _digest) = key.rsplit_once(' ').unwrap();
            found.push((author.to_owned(), String::from_utf8(piece.raw).unwrap()));
        }
        found
    }

    fn check_keys(lines: &[&str], expected: &[(&str, &str)]) {
        let found = keys(lines);
        let found: Vec<_> = found.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_report_that_a_caller_gets_is_the_one_of_its_sub_agent() {
        check_keys(
            &[
                r#"{"type":"assistant","uuid":"1","agentId":"s","message":{"id":"a","content":[{"type":"text","text":"report"}]}}"#,
                r#"{"type":"user","uuid":"2","toolUseResult":{"agentId":"s","content":[{"type":"text","text":"report"}]},"message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"report"},{"type":"text","text":"agentId: s (for resuming)"}]}]}}"#,
                r#"{"type":"user","uuid":"3","toolUseResult":{"agentId":"s"},"message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":"report\nagentId: s (for resuming)\n<usage>total_tokens: 7</usage>"}]}}"#,
                r#"{"type":"user","uuid":"4","toolUseResult":{"agentId":"other"},"message":{"content":[{"type":"tool_result","tool_use_id":"t3","content":"report"}]}}"#,
            ],
            &[("agent s", "report"), ("agent s", "report"), ("agent s", "report"), ("agent other", "report")],
        );
    }

    #[test]
    fn a_side_chain_without_an_id_reports_once_for_each_time_it_is_sent_for() {
        let said = |id: &str| {
            format!(
                r#"{{"type":"assistant","uuid":"u{id}","isSidechain":true,"message":{{"id":"{id}","content":[{{"type":"text","text":"FAIL"}}]}}}}"#
            )
        };
        let got = |id: &str| {
            format!(
                r#"{{"type":"user","uuid":"u{id}","message":{{"content":[{{"type":"tool_result","tool_use_id":"{id}","content":"FAIL"}}]}}}}"#
            )
        };
        check_keys(
            &[&said("a"), &got("t1"), &said("b"), &got("t2")],
            &[("message a", "FAIL"), ("message a", "FAIL"), ("message b", "FAIL"), ("message b", "FAIL")],
        );
    }

    #[test]
    fn a_written_file_is_read_once_its_tool_has_answered() {
        let write = |id: &str, path: &str| {
            format!(
                r#"{{"type":"assistant","uuid":"u{id}","cwd":"/billing","message":{{"id":"m{id}","content":[{{"type":"tool_use","id":"{id}","name":"Write","input":{{"file_path":"{path}","content":"report\n"}}}}]}}}}"#
            )
        };
        let got = |id: &str, is_error: bool| {
            format!(
                r#"{{"type":"user","uuid":"r{id}","message":{{"content":[{{"type":"tool_result","tool_use_id":"{id}","is_error":{is_error},"content":"an answer"}}]}}}}"#
            )
        };
        let said = r#"{"type":"assistant","uuid":"9","message":{"id":"end","content":[{"type":"text","text":"report"}]}}"#;
        let twice = r#"{"type":"assistant","uuid":"10","message":{"id":"again","content":[{"type":"text","text":"report, too"}]}}"#;
        check_keys(
            &[
                &write("t1", "/billing/logs/review.md"),
                &got("t1", false),
                &write("t2", "/billing/a.md"),
                &got("t2", true),
                &write("t3", "/billing/a.rs"),
                &got("t3", false),
                said,
                twice,
            ],
            &[
                ("message t1", "report"),
                ("message t1", "an answer"),
                ("message t2", "an answer"),
                ("message t3", "an answer"),
                ("message t1", "report"),
                ("message again", "report, too"),
            ],
        );
        let unanswered = [write("t1", "/billing/logs/review.md"), said.to_owned()].join("\n") + "\n";
        let mut lines = Lines::at(LinePosition::default(), unanswered.as_bytes());
        let mut transcript = Transcript::default();
        while transcript.next(&mut lines).unwrap().is_some() {}
        assert_eq!(transcript.resume_at(), Some(LinePosition::default()), "the call is read again");
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
