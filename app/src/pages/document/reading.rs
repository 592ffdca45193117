//! What a page reads of a document: never more than it shows, however many blocks the text has.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::address::View;
use crate::format::Parsed;
use crate::scan::{Blocks, LogOfText};
use crate::text::{Span, Text};
use crate::ui::rows_around;

/// What a page shows as one: a block, or the records of a log.
pub(super) enum Unit<'b> {
    Block(usize),
    Log(&'b LogOfText),
}

impl Unit<'_> {
    pub fn first_block(&self) -> usize {
        match self {
            Self::Block(index) => *index,
            Self::Log(log) => log.records.first().copied().unwrap_or_default(),
        }
    }

    /// The blocks that are read of it for a page of long lists that holds this row.
    fn needs(&self, row: u32) -> Vec<usize> {
        match self {
            Self::Block(index) => vec![*index],
            Self::Log(log) => {
                let shown = rows_around(row, log.records.len(), RECORDS_OF_PAGE);
                log.records.get(shown).unwrap_or_default().to_vec()
            }
        }
    }
}

/// The units of a text, in order of their beginnings. The JSON has the records of a log one by one.
pub(super) fn units<'b>(blocks: &'b Blocks<'_>, view: View) -> Vec<Unit<'b>> {
    let logs = || blocks.logs().iter().filter(|_| view != View::Json);
    let records: BTreeSet<usize> = logs().flat_map(|log| log.records.iter().copied()).collect();
    let alone = (0..blocks.len()).filter(|index| !records.contains(index)).map(Unit::Block);
    let mut units: Vec<Unit<'_>> = alone.chain(logs().map(Unit::Log)).collect();
    units.sort_by_key(Unit::first_block);
    units
}

/// Blocks that were read, by their index.
pub(super) struct Reading {
    parsed: BTreeMap<usize, Parsed>,
    /// Those on which the page says what can be fixed.
    counted: usize,
    /// Those that are on the page of the source.
    of_source: Vec<usize>,
}

impl Reading {
    /// Blocks whose issues are counted.
    const COUNTED: usize = Blocks::BATCH;
    /// Blocks on a page of the source: as many as it has lines.
    const OF_SOURCE: usize = 500;

    pub fn of(blocks: &Blocks<'_>, shown: &[Unit<'_>], row: u32, source: Option<Span>) -> Self {
        let counted = blocks.len().min(Self::COUNTED);
        let of_source = source.into_iter().flat_map(|span| blocks.overlapping(span));
        let of_source: Vec<usize> = of_source.take(Self::OF_SOURCE).collect();
        let mut needed: BTreeSet<usize> = (0..counted).collect();
        needed.extend(shown.iter().flat_map(|unit| unit.needs(row)));
        needed.extend(&of_source);
        let parsed = needed.iter().copied().zip(blocks.read(needed.iter().copied())).collect();
        Self { parsed, counted, of_source }
    }

    pub fn block(&self, index: usize) -> Option<&Parsed> {
        self.parsed.get(&index)
    }

    pub fn counted(&self) -> impl Iterator<Item = &Parsed> + Clone {
        self.parsed.range(..self.counted).map(|(_, parsed)| parsed)
    }

    pub fn of_source(&self) -> Vec<&Parsed> {
        self.of_source.iter().filter_map(|index| self.block(*index)).collect()
    }
}

/// Records laid out at once, each with all of its content.
pub(super) const RECORDS_OF_PAGE: usize = 25;
/// Units that a page begins to draw; it ends sooner where they are long.
const PAGE: usize = 20;

/// The units of the page that begins with one of them, from 1.
pub(super) fn page(first: u32, count: usize) -> Range<usize> {
    let first = (first as usize - 1).min(count.saturating_sub(1));
    first..(first + PAGE).min(count)
}

/// The line of the source that a page begins with.
pub(super) fn first_line(blocks: &Blocks<'_>, shown: &[Unit<'_>], text: &Text) -> u32 {
    let claim = shown.first().and_then(|unit| blocks.claims().get(unit.first_block()));
    claim.map_or(1, |claim| text.position(claim.span().start).line)
}

/// The first unit of the page before the one that begins with this.
pub(super) fn page_before(first: usize) -> Option<u32> {
    (first > 0).then(|| first.saturating_sub(PAGE) as u32 + 1)
}
