//! Lists of documents, and which words are found in a text.

use app::api::{ListQuery, asked};
use app::document::{DocumentHead, Tally};
use app::reading::{DAY_MS, start_of_day};

use super::Model;
use super::documents::Document;

impl Model {
    /// Returns all documents that fit, the newest first.
    pub fn list(&self, query: &ListQuery) -> Vec<DocumentHead> {
        let is_of_versions = asked(&query.run).or(asked(&query.commit)).is_some();
        let newest_first = self.documents.iter().rev();
        let shown = newest_first.filter(|document| is_of_versions || self.is_newest(&document.head));
        shown.filter(|document| fits(query, document)).map(|document| document.head.clone()).collect()
    }
}

fn fits(query: &ListQuery, Document { head, raw, .. }: &Document) -> bool {
    let source = &head.source;
    let lead = head.lead();
    let is = |asked_for: &Option<String>, found: Option<&str>| {
        asked(asked_for).is_none_or(|word| found == Some(word))
    };
    let mut formats = head.blocks.iter().filter(|block| !block.fenced).map(|block| block.format.as_str());
    let has_format = asked(&query.format).is_none_or(|format| formats.any(|of_block| of_block == format));
    let is_severe = asked(&query.severity).is_none_or(|lowest| {
        let lowest = ["low", "medium", "high", "critical"].iter().position(|known| *known == lowest);
        lowest.is_some_and(|lowest| gravest(head).is_some_and(|gravest| gravest >= lowest))
    });
    let is_in_time = asked(&query.from)
        .is_none_or(|day| start_of_day(day).is_some_and(|start| head.received_ms >= start))
        && asked(&query.to)
            .is_none_or(|day| start_of_day(day).is_some_and(|start| head.received_ms < start + DAY_MS));
    let is_of_path = match asked(&query.path) {
        Some(folder) if folder.ends_with('/') => {
            source.path.as_ref().is_some_and(|path| path.starts_with(folder))
        }
        path => path.is_none() || source.path.as_deref() == path,
    };
    let in_titles = asked(&query.within).is_some();
    let mut titles = vec![head.title.as_str()];
    titles.extend(
        [&source.path, &source.session, &source.repository, &source.commit]
            .into_iter()
            .flatten()
            .map(String::as_str),
    );
    titles.extend(
        head.blocks
            .iter()
            .flat_map(|block| [&block.summary.title, &block.summary.verdict])
            .flatten()
            .map(String::as_str),
    );
    let titles = titles.join("\n");
    let text = String::from_utf8_lossy(raw);
    let mut words = asked(&query.text).unwrap_or_default().split_whitespace();
    let has_words = words.all(|word| has(&titles, word) || !in_titles && has(&text, word));
    has_format
        && is_severe
        && is_in_time
        && is_of_path
        && has_words
        && is(&query.kind, lead.map(|lead| lead.kind.as_str()))
        && is(&query.state, Some(lead.map_or("none", |lead| lead.summary.state.as_str())))
        && is(&query.session, source.session.as_deref())
        && is(&query.pinned, Some(if head.pinned { "true" } else { "false" }))
        && is(&query.run, source.ci_run.as_deref())
        && is(&query.commit, source.commit.as_deref())
        && is(&query.repository, source.repository.as_deref())
        && is(&query.agent, source.agent.as_deref())
}

/// Returns the rank of the gravest finding, from 0; what is of no severity is the least.
fn gravest(head: &DocumentHead) -> Option<usize> {
    let tallies = head.blocks.iter().filter(|block| !block.fenced).map(|block| block.summary.tally);
    let Tally { critical, high, medium, low, other } =
        tallies.fold(head.beyond.findings, |sum, tally| sum.combine(tally, u32::saturating_add));
    [low + other, medium, high, critical].iter().rposition(|count| *count > 0)
}

/// Returns whether a text has a word: in a script with spaces the parts between its punctuation, one after the other, of
/// which the last may go on if three characters were typed; in another a part of the text.
fn has(text: &str, word: &str) -> bool {
    let (text, word) = (text.to_lowercase(), word.to_lowercase());
    if word.chars().any(|character| ('가'..='힣').contains(&character)) {
        return text.contains(&word);
    }
    let parts = |text: &str| -> Vec<String> {
        text.split(|character: char| !character.is_alphanumeric())
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let typed = parts(&word);
    let may_go_on = word.chars().count() >= 3;
    parts(&text).windows(typed.len()).any(|found| {
        let is_last = |at: usize| at + 1 == typed.len();
        (0..typed.len())
            .all(|at| found[at] == typed[at] || is_last(at) && may_go_on && found[at].starts_with(&typed[at]))
    })
}
