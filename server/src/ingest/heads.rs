//! The blocks in the head of a document.

use app::document::{BlockHead, Kind};
use app::format::Parsed;
use app::text::Text;

/// Collects the heads of a document's blocks: the first [`BlockHead::MOST`], and in place of the last of them the one whose
/// state matters most, so that a failure far below is not hidden.
#[derive(Default)]
pub struct BlockHeads {
    heads: Vec<BlockHead>,
}

impl BlockHeads {
    pub fn add(&mut self, text: &Text, block: &Parsed) {
        if self.heads.len() < BlockHead::MOST {
            return self.heads.push(block.head(text));
        }
        let speaks = !block.fenced && block.spec.kind != Kind::Record;
        let state = if speaks { block.state() } else { return };
        let is_gravest = self.heads.iter().filter(|head| !head.fenced).all(|head| head.summary.state < state);
        if is_gravest && let Some(last) = self.heads.last_mut() {
            *last = block.head(text);
        }
    }

    pub fn into_vec(self) -> Vec<BlockHead> {
        self.heads
    }
}

#[cfg(test)]
mod tests {
    use app::document::{DocumentHead, State};
    use app::scan;
    use app::text::Text;

    use super::BlockHeads;

    #[test]
    fn a_failure_below_many_blocks_is_not_hidden() {
        let passed = "# Review Report: a\n\n## Verdict: APPROVED\n\n";
        let state = |source: &str| {
            let text = Text::new(source);
            let mut heads = BlockHeads::default();
            scan::read(&text).iter().for_each(|block| heads.add(&text, block));
            let head = DocumentHead { blocks: heads.into_vec(), ..DocumentHead::default() };
            (head.blocks.len(), head.lead().map(|lead| lead.summary.state))
        };
        let many = passed.repeat(100);
        assert_eq!(state(&many), (64, Some(State::Passed)));
        let failed = passed.replace("APPROVED", "NEEDS_CHANGES");
        assert_eq!(state(&format!("{many}{failed}{passed}")), (64, Some(State::Failed)));
    }
}
