//! The title of a document.

use super::{BlockHead, Source};
use crate::text::Text;

/// Returns the title of a document: that of a block, or else its file name, its first words, or the first block's name if
/// the first words are markup.
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

/// Returns whether a line starts JSON or a fence, or introduces one: `Here is the verdict:`.
fn opens_an_answer(line: &str) -> bool {
    line == "[" || ["{", "[{", "```", "~~~"].iter().any(|mark| line.starts_with(mark)) || line.ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::title_of;
    use crate::document::{BlockHead, Source, Summary};
    use crate::text::Text;

    #[test]
    fn the_block_names_a_text_that_starts_with_markup() {
        let summary = Summary { verdict: Some("PASS".to_owned()), ..Summary::default() };
        let blocks = [BlockHead {
            format: "reaper/test-runner".to_owned(),
            name: "Test Run Verdict".to_owned(),
            summary,
            ..BlockHead::default()
        }];
        let title = |source: &str| title_of(&Text::new(source), &blocks, &Source::default());
        for source in ["{\n}", "Here is the verdict:\n\n{}", "```json\n{}\n```", "[{}]"] {
            assert_eq!(title(source), "Test Run Verdict: PASS");
        }
        assert_eq!(title("# Gate results\n\n{}"), "Gate results");
        assert_eq!(title_of(&Text::new("{\n}"), &[], &Source::default()), "{");
    }
}
