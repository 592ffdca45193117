//! The head of a document, which lists show without parsing the text.

mod excerpt;
mod state;
#[cfg(feature = "reading")]
mod title;

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::severity::Severity;

pub use excerpt::{Excerpt, ExcerptPart};
pub use state::{Contradiction, Kind, State};
#[cfg(feature = "reading")]
pub use title::title_of;

/// A block in one line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Summary {
    pub title: Option<String>,
    /// In the format's own words, such as `APPROVED`.
    pub verdict: Option<String>,
    #[serde(alias = "outcome")]
    pub state: State,
    /// Of 100.
    pub score: Option<u8>,
    pub tally: Tally,
    /// When it expires, in milliseconds since 1970 (UTC).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends_ms: Option<i64>,
}

impl Summary {
    pub fn titled(title: Option<String>) -> Self {
        Self { title, ..Self::default() }
    }

    pub fn with_verdict(self, verdict: Option<String>) -> Self {
        Self { verdict, ..self }
    }
}

/// The number of findings of each severity.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Tally {
    pub critical: u32,
    pub high: u32,
    pub medium: u32,
    pub low: u32,
    pub other: u32,
}

impl<'a> FromIterator<Option<&'a str>> for Tally {
    /// Counts findings by the words for their severities, which may be missing.
    fn from_iter<I: IntoIterator<Item = Option<&'a str>>>(severities: I) -> Self {
        let mut tally = Self::default();
        for severity in severities {
            *match severity {
                Some("critical") => &mut tally.critical,
                Some("high") => &mut tally.high,
                Some("medium") => &mut tally.medium,
                Some("low") => &mut tally.low,
                _ => &mut tally.other,
            } += 1;
        }
        tally
    }
}

impl Tally {
    /// Combines the counts of each level.
    pub fn combine(self, other: Self, count: fn(u32, u32) -> u32) -> Self {
        Self {
            critical: count(self.critical, other.critical),
            high: count(self.high, other.high),
            medium: count(self.medium, other.medium),
            low: count(self.low, other.low),
            other: count(self.other, other.other),
        }
    }

    pub const fn total(self) -> u32 {
        self.critical + self.high + self.medium + self.low + self.other
    }
}

/// Where a document came from. Everything is optional.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, expecting = "an object such as {\"path\": \"…\"}")]
pub struct Source {
    /// The session whose run it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// The path of its file, below the root of its repository if it is in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The name of its repository, such as `acme/billing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
    /// The commit that it was written at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The CI run that wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci_run: Option<String>,
    /// The branch that it was written on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The sub-agent or tool that wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The model that wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The part of the file: a message of a transcript, or the lines of a log from one on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// When it was written, in milliseconds since 1970 (UTC), if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said_ms: Option<i64>,
    /// One of Harmony's own samples, which pages mark.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sample: bool,
}

impl Source {
    /// Returns this source, with missing parts from `shared`.
    pub fn or(self, shared: &Self) -> Self {
        Self {
            session: self.session.or_else(|| shared.session.clone()),
            path: self.path.or_else(|| shared.path.clone()),
            repository: self.repository.or_else(|| shared.repository.clone()),
            commit: self.commit.or_else(|| shared.commit.clone()),
            ci_run: self.ci_run.or_else(|| shared.ci_run.clone()),
            branch: self.branch.or_else(|| shared.branch.clone()),
            agent: self.agent.or_else(|| shared.agent.clone()),
            model: self.model.or_else(|| shared.model.clone()),
            part: self.part.or_else(|| shared.part.clone()),
            said_ms: self.said_ms.or(shared.said_ms),
            sample: self.sample || shared.sample,
        }
    }
}

/// A document in lists and events: about 300 bytes, without its text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct DocumentHead {
    pub id: String,
    /// Its place in the server's order.
    pub seq: u64,
    /// When it was received, in milliseconds since 1970 (UTC).
    pub received_ms: i64,
    pub title: String,
    pub source: Source,
    /// From 1, counting the changes of its source.
    #[serde(default = "first_version")]
    pub version: u32,
    pub bytes: u32,
    pub lines: u32,
    /// Keys and tokens that were masked before the text was stored.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub masked: u32,
    /// Some bytes are not UTF-8. A page can't see that, since its text has U+FFFD in their place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_utf8: bool,
    /// Kept regardless of the retention policy.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    /// The first of its blocks, at most [`BlockHead::MOST`].
    pub blocks: Vec<BlockHead>,
    /// Its other blocks.
    #[serde(default, skip_serializing_if = "Beyond::is_empty")]
    pub beyond: Beyond,
}

/// What the blocks of a document count that its head has no room for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct Beyond {
    pub blocks: u32,
    /// The issues of those that are no examples.
    pub errors: u32,
    pub warnings: u32,
    pub infos: u32,
    pub findings: Tally,
}

impl Beyond {
    fn is_empty(&self) -> bool {
        self.blocks == 0
    }

    /// Counts a block. Of an example in a fence, nothing else does.
    pub fn add(&mut self, block: &BlockHead) {
        self.blocks = self.blocks.saturating_add(1);
        if block.fenced {
            return;
        }
        self.errors = self.errors.saturating_add(block.errors);
        self.warnings = self.warnings.saturating_add(block.warnings);
        self.infos = self.infos.saturating_add(block.infos);
        self.findings = self.findings.combine(block.summary.tally, u32::saturating_add);
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct BlockHead {
    /// The format's id: `5.1`.
    pub format: String,
    /// Its name, since browsers don't have the table of formats.
    pub name: String,
    /// The version of a team's format, as in `1.2+a1b2c3d4`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format_version: Option<String>,
    pub fenced: bool,
    #[serde(default)]
    pub kind: Kind,
    /// Its state is [`State::Contradicted`] where the text disproves what it claims.
    pub summary: Summary,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<Contradiction>,
    /// It holds findings that could not be parsed, so that its tally is not all.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub findings_unread: bool,
    pub errors: u32,
    pub warnings: u32,
    pub infos: u32,
    /// The rules that it breaks, those of errors first, at most [`BlockHead::MOST_RULES`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<BrokenRule>,
    /// The chain and the step that it names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
}

/// A rule, and how often a block breaks it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
pub struct BrokenRule {
    pub rule: String,
    pub severity: Severity,
    pub count: u32,
}

/// The versions of a document's source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ssr", derive(schemars::JsonSchema))]
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
    /// Returns what its text is called where it is spoken of outside of its page.
    pub fn name(&self) -> &str {
        self.source.path.as_deref().unwrap_or(&self.title)
    }

    /// Returns when it was written, or else when it was received, in milliseconds since 1970 (UTC).
    pub fn at_ms(&self) -> i64 {
        self.source.said_ms.unwrap_or(self.received_ms)
    }

    /// Returns the session whose chains it continues: the one that its delivery names, or else one for the documents of its
    /// folder, for its file if that has parts or no folder, or for the document alone.
    pub fn session(&self) -> Cow<'_, str> {
        let Source { session, repository, path, part, .. } = &self.source;
        let repository = repository.as_deref().map(|name| format!("{name}/")).unwrap_or_default();
        match (session, path) {
            (Some(session), _) => Cow::Borrowed(session),
            (None, Some(path)) => Cow::Owned(match path.rsplit_once(['/', '\\']) {
                Some((folder, _)) if part.is_none() => format!("folder:{repository}{folder}"),
                _ => format!("file:{repository}{path}"),
            }),
            (None, None) => Cow::Owned(format!("document:{}", self.id)),
        }
    }

    /// Returns the block that represents the document in lists: the first of those whose state matters most. Examples don't
    /// count, and a line of a register doesn't speak for the register.
    pub fn lead(&self) -> Option<&BlockHead> {
        self.counted().reduce(|lead, block| {
            let matters_more = block.kind != Kind::Record && block.summary.state > lead.summary.state;
            if matters_more { block } else { lead }
        })
    }

    pub fn errors(&self) -> u32 {
        self.counted().map(|block| block.errors).sum::<u32>().saturating_add(self.beyond.errors)
    }

    pub fn warnings(&self) -> u32 {
        self.counted().map(|block| block.warnings).sum::<u32>().saturating_add(self.beyond.warnings)
    }

    pub fn infos(&self) -> u32 {
        self.counted().map(|block| block.infos).sum::<u32>().saturating_add(self.beyond.infos)
    }

    /// Returns how many blocks it has, examples among them.
    pub fn block_count(&self) -> usize {
        self.blocks.len() + self.beyond.blocks as usize
    }

    /// Returns the blocks whose issues count. Examples in a fence don't.
    fn counted(&self) -> impl Iterator<Item = &BlockHead> {
        self.blocks.iter().filter(|block| !block.fenced)
    }

    /// Returns whether the document has no errors.
    pub fn conforms(&self) -> bool {
        self.errors() == 0
    }
}

impl BlockHead {
    /// The most blocks in a head; the page of the document shows all.
    pub const MOST: usize = 64;
    pub const MOST_RULES: usize = 32;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_session_the_documents_of_a_folder_belong_together() {
        let check = |source: Source, expected: &str| {
            let head = DocumentHead { id: "d1".to_owned(), source, ..DocumentHead::default() };
            assert_eq!(head.session(), expected);
        };
        let text = |text: &str| Some(text.to_owned());
        let at = |path: &str| Source { path: text(path), ..Source::default() };
        check(Source { session: text("night"), ..at("runs/a/plan.md") }, "night");
        check(at("runs/a/plan.md"), "folder:runs/a");
        check(Source { repository: text("shop"), ..at("runs/a/plan.md") }, "folder:shop/runs/a");
        check(at("plan.md"), "file:plan.md");
        check(Source { part: text("message 7"), ..at("runs/a.jsonl") }, "file:runs/a.jsonl");
        check(Source::default(), "document:d1");
    }
}
