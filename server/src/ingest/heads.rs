//! The blocks in the head of a document.

use app::document::{Beyond, BlockHead, Kind};
use app::format::Parsed;
use app::text::Text;

/// Collects the heads of a document's blocks: the first [`BlockHead::MOST`], and in place of the last of them the one whose
/// state matters most, so that a failure far below is not hidden. Of the others it keeps the counts.
#[derive(Default)]
pub struct BlockHeads {
    pub heads: Vec<BlockHead>,
    pub beyond: Beyond,
}

impl BlockHeads {
    pub fn add(&mut self, text: &Text, block: &Parsed) {
        let head = block.head(text);
        if self.heads.len() < BlockHead::MOST {
            return self.heads.push(head);
        }
        let speaks = !block.fenced && block.spec.kind != Kind::Record;
        let state = head.summary.state;
        let is_gravest =
            speaks && self.heads.iter().filter(|head| !head.fenced).all(|head| head.summary.state < state);
        match self.heads.last_mut().filter(|_| is_gravest) {
            Some(last) => self.beyond.add(&std::mem::replace(last, head)),
            None => self.beyond.add(&head),
        }
    }
}

#[cfg(test)]
mod tests {
    use app::document::{DocumentHead, State};
    use app::scan;
    use app::text::Text;

    use super::BlockHeads;

    fn head(source: &str) -> DocumentHead {
        let text = Text::new(source);
        let mut collected = BlockHeads::default();
        scan::read(&text).iter().for_each(|block| collected.add(&text, block));
        let BlockHeads { heads: blocks, beyond } = collected;
        DocumentHead { blocks, beyond, ..DocumentHead::default() }
    }

    const PASSED: &str = "# Review Report: a\n\n## Verdict: APPROVED\n\n**Score:** 95%\n\n";

    #[test]
    fn a_failure_below_many_blocks_is_not_hidden() {
        let state = |source: &str| {
            let head = head(source);
            (head.blocks.len(), head.lead().map(|lead| lead.summary.state))
        };
        let many = PASSED.repeat(100);
        assert_eq!(state(&many), (64, Some(State::Passed)));
        let failed = PASSED.replace("APPROVED", "NEEDS_CHANGES");
        assert_eq!(state(&format!("{many}{failed}{PASSED}")), (64, Some(State::Failed)));
    }

    #[test]
    fn an_approval_beside_findings_that_are_not_read_is_no_pass() {
        let state = |source: &str| head(source).lead().map(|lead| lead.summary.state);
        assert_eq!(state(PASSED), Some(State::Passed));
        let table = "<table>\n<tr><th>File</th><th>Severity</th></tr>\n<tr><td>src/a.rs</td><td>high</td></tr>\n</table>\n";
        assert_eq!(state(&format!("{PASSED}## Findings\n\n{table}")), Some(State::None));
    }

    #[test]
    fn issues_of_all_blocks_count() {
        let issues = |source: &str| {
            let head = head(source);
            [head.errors(), head.warnings(), head.infos()]
        };
        let one = issues(PASSED);
        let wrong = PASSED.replace("## Verdict: APPROVED\n\n", "");
        let [errors, warnings, infos] = issues(&wrong);
        assert!(errors > one[0]);
        let all = format!("{}{wrong}{}", PASSED.repeat(90), PASSED.repeat(9));
        assert_eq!(issues(&all), [99 * one[0] + errors, 99 * one[1] + warnings, 99 * one[2] + infos]);
        assert!(!head(&all).conforms());
        assert_eq!(head(&all).block_count(), 100);
        // A block that takes the place of the last one counts once, too.
        let failed = PASSED.replace("APPROVED", "NEEDS_CHANGES");
        let all = format!("{}{failed}", PASSED.repeat(80));
        let each = issues(&failed);
        assert_eq!(issues(&all), [0, 1, 2].map(|kind| 80 * one[kind] + each[kind]));
        assert_eq!(head(&all).block_count(), 81);
    }
}
