//! The blocks of a text, found at once and read when they are asked for.
//!
//! A text within the limit may hold half a million blocks, and a block that was read takes kilobytes, whatever its length.
//! Whoever shows some of them reads those; whoever needs all of them reads them in batches and keeps what it needs.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::find::{find, find_as};
use super::inner_blocks::leave_inner_blocks_alone;
use super::parse::parse;
use super::side_by_side::side_by_side;
use crate::claim::Claim;
use crate::diagnostic::Diagnostic;
use crate::format::{Parsed, Spec};
use crate::formats::{FORMATS, RegisteredFormat, RegisteredLog};
use crate::markdown::Outline;
use crate::read_as::ReadAs;
use crate::text::{Span, Text};

pub struct Blocks<'t> {
    text: &'t Text,
    outline: Outline,
    /// Those that are read, in order of the text.
    claims: Vec<Claim>,
    spans: Vec<Span>,
    logs: Vec<LogOfText>,
    /// What the records of logs say against each other, by block.
    log_notes: OnceLock<LogNotes>,
}

type LogNotes = HashMap<usize, Vec<Diagnostic>>;

/// Blocks that are the records of one log.
pub struct LogOfText {
    pub spec: &'static Spec,
    pub log: &'static RegisteredLog,
    /// The records among the blocks, in order: two at least.
    pub records: Vec<usize>,
}

impl<'t> Blocks<'t> {
    /// Blocks that are read at a time where all are needed.
    pub const BATCH: usize = 1_000;

    /// Finds the blocks of a text, of the requested format if there is one.
    pub fn of(text: &'t Text, read_as: Option<ReadAs>) -> Self {
        let (outline, mut claims) = match read_as {
            Some(read_as) => find_as(text, read_as),
            None => find(text),
        };
        claims.retain(Claim::is_chosen);
        let spans = claims.iter().map(Claim::span).collect();
        let logs = FORMATS.iter().filter_map(|room| log_of(room, &claims)).collect();
        Self { text, outline, claims, spans, logs, log_notes: OnceLock::new() }
    }

    pub fn len(&self) -> usize {
        self.claims.len()
    }

    pub fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }

    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// The logs of the text. One record alone is no log, and an example in a fence is no record.
    pub fn logs(&self) -> &[LogOfText] {
        &self.logs
    }

    /// The blocks that a span overlaps, in order.
    pub fn overlapping(&self, span: Span) -> impl Iterator<Item = usize> {
        let end = self.spans.partition_point(|block| block.start < span.end);
        let before = self.spans.get(..end).unwrap_or_default();
        before.iter().enumerate().filter(move |(_, block)| block.end > span.start).map(|(index, _)| index)
    }

    /// Reads all blocks.
    pub fn read_all(&self) -> Vec<Parsed> {
        self.read(0..self.len())
    }

    /// Reads the blocks of these indices, which rise.
    pub fn read(&self, indices: impl Iterator<Item = usize> + Clone) -> Vec<Parsed> {
        let mut blocks = self.parse(indices.clone());
        if blocks.len() == self.len() {
            let notes = self.check_logs(|index| blocks.get(index));
            self.complete(indices, &mut blocks, &notes);
            return blocks;
        }
        let notes = self.log_notes.get_or_init(|| {
            let of_logs = || self.logs.iter().flat_map(|log| log.records.iter().copied());
            let records: HashMap<usize, Parsed> = of_logs().zip(self.read_records(of_logs())).collect();
            self.check_logs(|index| records.get(&index))
        });
        self.complete(indices, &mut blocks, notes);
        blocks
    }

    /// Reads all blocks, a bounded number at a time.
    pub fn batches(&self) -> impl Iterator<Item = Vec<Parsed>> {
        let count = self.len();
        (0..count).step_by(Self::BATCH).map(move |from| self.read(from..count.min(from + Self::BATCH)))
    }

    /// Reads records of a log for their values, without their diagnostics.
    pub fn read_records(&self, indices: impl Iterator<Item = usize>) -> Vec<Parsed> {
        let without_diagnostics = |parsed: Parsed| Parsed { diagnostics: Vec::new(), ..parsed };
        self.parse(indices).into_iter().map(without_diagnostics).collect()
    }

    fn parse(&self, indices: impl Iterator<Item = usize>) -> Vec<Parsed> {
        let claims: Vec<&Claim> = indices.filter_map(|index| self.claims.get(index)).collect();
        side_by_side(&claims, |claim| parse(self.text, &self.outline, claim))
    }

    fn check_logs<'p>(&self, parsed: impl Fn(usize) -> Option<&'p Parsed>) -> LogNotes {
        let mut notes = LogNotes::new();
        for log in &self.logs {
            let records: Vec<&Parsed> = log.records.iter().filter_map(|index| parsed(*index)).collect();
            for (record, diagnostic) in (log.log.check)(&records) {
                if let Some(index) = log.records.get(record) {
                    notes.entry(*index).or_default().push(diagnostic);
                }
            }
        }
        notes
    }

    /// Adds what only several blocks say together.
    fn complete(&self, indices: impl Iterator<Item = usize>, blocks: &mut [Parsed], notes: &LogNotes) {
        for (index, parsed) in indices.zip(blocks) {
            if let Some(notes) = notes.get(&index) {
                parsed.diagnostics.extend_from_slice(notes);
                parsed.diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
            }
            leave_inner_blocks_alone(parsed, self.spans.get(index + 1..).unwrap_or_default());
        }
    }
}

fn log_of(room: &'static RegisteredFormat, claims: &[Claim]) -> Option<LogOfText> {
    let log = room.log.as_ref()?;
    let is_record = |claim: &Claim| claim.room.spec.id == room.spec.id && !claim.fenced;
    let of_room = claims.iter().enumerate().filter(|(_, claim)| is_record(claim));
    let records: Vec<usize> = of_room.map(|(index, _)| index).take(RegisteredLog::MOST).collect();
    (records.len() > 1).then_some(LogOfText { spec: room.spec, log, records })
}
