//! What a list knows of a document without reading it again.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Severity;
use crate::format::Parsed;
use crate::text::Text;

/// What a block says, in one line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    pub title: Option<String>,
    /// In the format's own word, as `APPROVED`.
    pub verdict: Option<String>,
    pub outcome: Outcome,
    /// Of 100.
    pub score: Option<u8>,
    pub tally: Tally,
    /// When what it says ends by itself, in milliseconds since 1970 (UTC).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_ms: Option<i64>,
}

/// What a verdict means for who waits for it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Pass,
    Fail,
    /// It states no verdict, or one that can't be read.
    #[default]
    Unknown,
}

impl Outcome {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Unknown => "unknown",
        }
    }
}

/// Findings by how grave they are.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    pub critical: u32,
    pub high: u32,
    pub medium: u32,
    pub low: u32,
    pub other: u32,
}

impl Tally {
    pub const fn total(self) -> u32 {
        self.critical + self.high + self.medium + self.low + self.other
    }
}

/// Where a document came from; all of it optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "an object as {\"path\": \"…\"}")]
pub struct Source {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci_run: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The sub-agent that said it, or the tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Which part of what lies at the path: a message of a transcript, the lines of a log from one on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// When it was said, in milliseconds since 1970 (UTC), where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said_ms: Option<i64>,
    /// One of Harmony's own samples, shown as such everywhere.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sample: bool,
}

impl Source {
    /// What is not said here is said by `shared`.
    pub fn or(self, shared: &Self) -> Self {
        Self {
            session: self.session.or_else(|| shared.session.clone()),
            path: self.path.or_else(|| shared.path.clone()),
            repository: self.repository.or_else(|| shared.repository.clone()),
            commit: self.commit.or_else(|| shared.commit.clone()),
            ci_run: self.ci_run.or_else(|| shared.ci_run.clone()),
            branch: self.branch.or_else(|| shared.branch.clone()),
            agent: self.agent.or_else(|| shared.agent.clone()),
            part: self.part.or_else(|| shared.part.clone()),
            said_ms: self.said_ms.or(shared.said_ms),
            sample: self.sample || shared.sample,
        }
    }
}

/// A document as lists and events carry it: about 300 bytes, without its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentHead {
    pub id: String,
    /// Its place in the server's one order.
    pub seq: u64,
    /// When it was received, in milliseconds since 1970 (UTC).
    pub received_ms: i64,
    pub title: String,
    pub source: Source,
    /// From 1; each change of the same source is one more.
    #[serde(default = "first_version")]
    pub version: u32,
    pub bytes: u32,
    pub lines: u32,
    /// Keys and tokens that were masked before the text was stored.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub masked: u32,
    /// Some bytes are not UTF-8. The text that a page gets has U+FFFD in their place and can't tell.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_utf8: bool,
    /// A person wants it kept, whatever the store's policy says.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    pub blocks: Vec<BlockHead>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockHead {
    /// The format's id: `5.1`.
    pub format: String,
    /// Its name; a list in a browser knows no formats.
    pub name: String,
    pub fenced: bool,
    pub summary: Summary,
    pub errors: u32,
    pub warnings: u32,
    pub infos: u32,
}

/// Where a document stands among the versions of its source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Versions {
    /// The number of the newest, and its id.
    pub newest: u32,
    pub newest_id: String,
    /// The ids of its neighbors.
    pub older: Option<String>,
    pub newer: Option<String>,
}

fn first_version() -> u32 {
    1
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl DocumentHead {
    /// The block that a list shows for the document: the first that is no example.
    pub fn lead(&self) -> Option<&BlockHead> {
        self.blocks.iter().find(|block| !block.fenced)
    }

    pub fn errors(&self) -> u32 {
        self.counted().map(|block| block.errors).sum()
    }

    pub fn warnings(&self) -> u32 {
        self.counted().map(|block| block.warnings).sum()
    }

    pub fn infos(&self) -> u32 {
        self.counted().map(|block| block.infos).sum()
    }

    /// What an example in a fence deviates in is no fault of the document.
    fn counted(&self) -> impl Iterator<Item = &BlockHead> {
        self.blocks.iter().filter(|block| !block.fenced)
    }

    /// A document passes when no diagnostic is an error.
    pub fn conforms(&self) -> bool {
        self.errors() == 0
    }
}

impl BlockHead {
    /// A list shows no more than these; the page of the document shows all.
    pub const MOST: usize = 64;
    /// A title or verdict is one line in a list, however long it is in the text.
    const LONGEST: usize = 200;

    /// The heads of a text's blocks, as far as lists carry them.
    pub fn of_all(parsed: &[Parsed]) -> Vec<Self> {
        parsed.iter().take(Self::MOST).map(Self::of).collect()
    }

    fn of(parsed: &Parsed) -> Self {
        let count = |severity: Severity| {
            parsed.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count() as u32
        };
        let mut summary = parsed.value.summary();
        for words in [&mut summary.title, &mut summary.verdict].into_iter().flatten() {
            words.truncate(words.floor_char_boundary(Self::LONGEST));
        }
        Self {
            format: parsed.spec.id.to_owned(),
            name: parsed.spec.name.to_owned(),
            fenced: parsed.fenced,
            summary,
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            infos: count(Severity::Info),
        }
    }
}

/// The name a list gives a document: what its first block says, else its path, else its first words; the first block's
/// own name where those say nothing.
pub fn title_of(text: &Text, blocks: &[BlockHead], source: &Source) -> String {
    let stated = blocks.iter().find_map(|block| block.summary.title.clone());
    let file_name =
        || source.path.as_deref().and_then(|path| path.rsplit(['/', '\\']).next()).map(str::to_owned);
    let block_name = || {
        let BlockHead { name, summary, .. } = blocks.first()?;
        Some(summary.verdict.as_ref().map_or_else(|| name.clone(), |verdict| format!("{name}: {verdict}")))
    };
    let first_words = || {
        let line = text
            .source()
            .lines()
            .map(|line| line.trim_matches(['#', ' ', '\u{feff}']))
            .find(|line| !line.is_empty())?;
        let words = || line.chars().take(80).collect();
        if opens_an_answer(line) { block_name().or_else(|| Some(words())) } else { Some(words()) }
    };
    stated.or_else(file_name).or_else(first_words).unwrap_or_else(|| "Empty document".to_owned())
}

/// Whether a line is the beginning of JSON or of a fence, or leads to one: `Here is the verdict:`.
fn opens_an_answer(line: &str) -> bool {
    line == "[" || ["{", "[{", "```", "~~~"].iter().any(|mark| line.starts_with(mark)) || line.ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::{BlockHead, Source, Summary, title_of};
    use crate::text::Text;

    #[test]
    fn a_text_is_named_by_its_block_where_its_first_words_say_nothing() {
        let summary = Summary { verdict: Some("PASS".to_owned()), ..Summary::default() };
        let blocks = [BlockHead {
            format: "reaper/test-runner".to_owned(),
            name: "Test Run Verdict".to_owned(),
            fenced: false,
            summary,
            errors: 0,
            warnings: 0,
            infos: 0,
        }];
        let title = |source: &str| title_of(&Text::new(source), &blocks, &Source::default());
        for source in ["{\n}", "Here is the verdict:\n\n{}", "```json\n{}\n```", "[{}]"] {
            assert_eq!(title(source), "Test Run Verdict: PASS");
        }
        assert_eq!(title("# Gate results\n\n{}"), "Gate results");
        assert_eq!(title_of(&Text::new("{\n}"), &[], &Source::default()), "{");
    }
}
