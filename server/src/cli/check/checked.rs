use app::diagnostic::{Coverage, Diagnostic};
use app::fix::{Choice, apply_choice};
use app::format::Parsed;
use app::scan;

use crate::cli::inputs::Input;

/// A text with its blocks. Those in a code fence are examples, which aren't checked.
pub(in crate::cli) struct Checked {
    pub input: Input,
    pub blocks: Vec<Parsed>,
    pub examples: Vec<Parsed>,
    /// Issues that `--fix` can fix.
    pub fixable: u32,
    /// Issues that `--fix` has fixed.
    pub fixed: u32,
}

impl Checked {
    pub fn of(input: Input, fixed: u32) -> Self {
        let mut read = scan::read(&input.text);
        // No report shows it, and there may be many texts.
        read.iter_mut().for_each(|block| block.coverage = Coverage::default());
        let (examples, blocks): (_, Vec<Parsed>) = read.into_iter().partition(|block| block.fenced);
        let mut diagnostics = blocks.iter().flat_map(|block| &block.diagnostics);
        let fixable = match diagnostics.any(|diagnostic| diagnostic.fix.is_some()) {
            true => apply_choice(&input.text, None, &Choice::All).count,
            false => 0,
        };
        Self { examples, fixable, fixed, ..Self::with(input, blocks) }
    }

    /// A text with blocks, and nothing else.
    pub const fn with(input: Input, blocks: Vec<Parsed>) -> Self {
        Self { input, blocks, examples: Vec::new(), fixable: 0, fixed: 0 }
    }

    /// All issues of the text, in order.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.blocks.iter().flat_map(|block| &block.diagnostics)
    }
}
