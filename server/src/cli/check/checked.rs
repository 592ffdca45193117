use anyhow::Context;
use app::diagnostic::Diagnostic;
use app::format::{Parsed, Spec};
use app::scan;
use rayon::prelude::*;

use super::{Found, Reading};
use crate::cli::fix::{self, Fixed, MadeEdit};
use crate::cli::inputs::{Input, texts_in_strings};

/// What is done with the fixes of a text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum FixMode {
    /// They are counted.
    None,
    Write,
    DryRun,
    Diff,
}

/// A text with its blocks. Those in a code fence are examples, which aren't checked.
pub(in crate::cli) struct Checked {
    pub input: Input,
    pub blocks: Vec<Parsed>,
    pub examples: Vec<Parsed>,
    /// What the check itself finds, such as a failed verdict.
    pub notes: Vec<Diagnostic>,
    /// Issues that `--fix` can fix.
    pub fixable: u32,
    /// Issues that `--fix` has fixed.
    pub fixed: u32,
    /// What `--fix` has done, or would do.
    pub edits: Vec<MadeEdit>,
    /// The fixed text, or the difference to it.
    pub printed: Option<String>,
}

impl Checked {
    /// Reads a text, and the texts in its strings, which come first.
    pub fn read(input: Input, reading: &Reading, mode: FixMode) -> anyhow::Result<Vec<Self>> {
        if input.part.is_some() {
            return Ok(Self::of_part(input, reading).into_iter().collect());
        }
        let whole = Self::of_file(input, reading, mode)?;
        let mut spans: Vec<_> = whole.blocks.iter().chain(&whole.examples).map(|block| block.span).collect();
        spans.sort_unstable();
        let parts = texts_in_strings(&whole.input, &spans);
        let mut all: Vec<Self> =
            parts.into_par_iter().filter_map(|part| Self::of_part(part, reading)).collect();
        all.push(whole);
        Ok(all)
    }

    /// Reads a text in a string, which is of interest only if a format is recognized in it.
    fn of_part(input: Input, reading: &Reading) -> Option<Self> {
        if reading.read_as.is_some() && scan::explain(&input.text).is_empty() {
            return None;
        }
        let input = input.masked();
        let found = reading.read(&input.text);
        (!found.blocks.is_empty() || !found.examples.is_empty()).then(|| Self::with(input, found))
    }

    fn of_file(input: Input, reading: &Reading, mode: FixMode) -> anyhow::Result<Self> {
        // Writing it back would lose the bytes that are not UTF-8.
        let can_be_fixed = !input.text.oddities().invalid_utf8;
        let is_fixed = can_be_fixed && mode != FixMode::None;
        let Some(Fixed { text, edits, count }) = is_fixed.then(|| fix::fix(&input.text, reading)) else {
            let input = input.masked();
            let found = reading.read(&input.text);
            let is_fixable = can_be_fixed && found.diagnostics().any(|found| found.fix.is_some());
            let fixable = if is_fixable { fix::fix(&input.text, reading).count } else { 0 };
            return Ok(Self { fixable, ..Self::with(input, found) });
        };
        let mut printed = None;
        let mut input = input;
        if mode == FixMode::Write {
            match &input.path {
                Some(path) if text.source() != input.text.source() => {
                    fix::write(path, text.source())
                        .with_context(|| format!("{} can't be written", input.name))?;
                }
                Some(_) => {}
                None => printed = Some(text.source().to_owned()),
            }
            input = Input { text, ..input };
        } else if mode == FixMode::Diff {
            let (before, after) = (input.clone().masked(), Input { text, ..input.clone() }.masked());
            printed = Some(fix::diff(&input.name, &before.text, &after.text));
        }
        // After fixing, since fixes go into the file unmasked.
        let input = input.masked();
        let found = reading.read(&input.text);
        let (fixed, fixable) = if mode == FixMode::Write { (count, 0) } else { (0, count) };
        Ok(Self { fixed, fixable, edits, printed, ..Self::with(input, found) })
    }

    /// What was found in a text.
    pub fn with(input: Input, found: Found) -> Self {
        let Found { blocks, examples, notes } = found;
        Self { input, blocks, examples, notes, fixable: 0, fixed: 0, edits: Vec::new(), printed: None }
    }

    /// All issues of the text: those of its blocks in order, then those of the check itself.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.findings().map(|(_, found)| found)
    }

    /// All issues of the text, each with the format of its block, if it is of one.
    pub fn findings(&self) -> impl Iterator<Item = (Option<&'static Spec>, &Diagnostic)> {
        let of_blocks = self
            .blocks
            .iter()
            .flat_map(|block| block.diagnostics.iter().map(|found| (Some(block.spec), found)));
        of_blocks.chain(self.notes.iter().map(|note| (None, note)))
    }
}
