use serde::Deserialize;
use serde::de::IgnoredAny;

/// How a file is read, depending on its content.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As a whole: reports, JSON, notes. A change makes a new version.
    Text,
    /// One record per line; more are appended.
    Log,
    /// The messages of a Claude Code session.
    Transcript,
}

/// The fields of every message in a transcript; summaries name their leaf instead of the session.
#[derive(Deserialize)]
struct Mark {
    #[serde(rename = "type")]
    _kind: String,
    #[serde(rename = "sessionId", alias = "leafUuid")]
    _session: String,
}

impl Kind {
    /// Determines the kind from the file's name and its beginning.
    pub fn of(name: &str, beginning: &[u8]) -> Self {
        let mut lines =
            beginning.split_inclusive(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        let Some(first) = lines.next().filter(|line| is_record(line)) else { return Self::Text };
        let is_of_transcript = |line: &[u8]| serde_json::from_slice::<Mark>(line).is_ok();
        if is_of_transcript(first) || lines.clone().take(20).any(is_of_transcript) {
            return Self::Transcript;
        }
        let is_named_log = [".jsonl", ".ndjson"].iter().any(|ending| name.ends_with(ending));
        if is_named_log || lines.next().is_some_and(is_record) { Self::Log } else { Self::Text }
    }
}

/// Returns whether a line is a JSON object.
fn is_record(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"{") && serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn the_kind_depends_on_the_content() {
        let check = |name: &str, beginning: &str, kind: Kind| {
            assert_eq!(Kind::of(name, beginning.as_bytes()), kind, "{name}: {beginning}");
        };
        check("a.md", "# Review Report: x\n", Kind::Text);
        check("a.json", "{\n  \"type\": \"x\"\n}\n", Kind::Text);
        check("a.json", "{\"type\": \"x\"}\n", Kind::Text);
        check("a.jsonl", "{\"type\": \"x\"}\n", Kind::Log);
        check("a.jsonl", "{\"type\": \"x\"", Kind::Text);
        check("LOG", "{\"a\": 1}\n{\"a\": 2}\n", Kind::Log);
        check("s.jsonl", "{\"type\":\"user\",\"sessionId\":\"s\",\"message\":{}}\n", Kind::Transcript);
        check("s.jsonl", "{\"type\":\"summary\",\"summary\":\"x\",\"leafUuid\":\"u\"}\n", Kind::Transcript);
        check("s", "{\"type\":\"mode\"}\n{\"type\":\"user\",\"sessionId\":\"s\"}\n{\"cut", Kind::Transcript);
        check("empty.jsonl", "", Kind::Text);
    }
}
