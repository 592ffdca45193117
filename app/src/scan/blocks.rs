//! The blocks of a text, found at once and read when they are asked for.
//!
//! A text within the limit may hold half a million blocks, and a parsed block takes kilobytes, however short it is.
//! A caller that shows some of them parses those; one that needs all parses them in batches and keeps what it needs.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::find::{find, find_as};
use super::inner_blocks::leave_inner_blocks_alone;
use super::parse::parse;
use crate::catalog::Catalog;
use crate::claim::Claim;
use crate::diagnostic::Diagnostic;
use crate::format::{Parsed, Spec};
use crate::formats::{RegisteredFormat, RegisteredLog};
use crate::gate::GateOptions;
use crate::log::Notes;
use crate::markdown::Outline;
use crate::read_as::ReadAs;
use crate::side_by_side::side_by_side;
use crate::text::{Span, Text};

pub struct Blocks<'t> {
    text: &'t Text,
    outline: Outline,
    /// Those that are read, in order of the text.
    claims: Vec<Claim>,
    spans: Vec<Span>,
    logs: Vec<LogOfText>,
    /// The contradictions between records of logs, by block.
    log_notes: OnceLock<LogNotes>,
    gate_options: GateOptions,
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
        Self::by(&Catalog::current(), text, read_as)
    }

    /// As [`Self::of`], by the formats of a catalog.
    pub fn by(catalog: &Catalog, text: &'t Text, read_as: Option<ReadAs>) -> Self {
        let (outline, mut claims) = match read_as {
            Some(read_as) => find_as(catalog, text, read_as),
            None => find(catalog, text),
        };
        claims.retain(Claim::is_chosen);
        let spans = claims.iter().map(Claim::span).collect();
        let logs = catalog.rooms().iter().filter_map(|room| log_of(room, &claims)).collect();
        let (log_notes, gate_options) = (OnceLock::new(), GateOptions::default());
        Self { text, outline, claims, spans, logs, log_notes, gate_options }
    }

    /// Judges the answers of gates with what their reader knows.
    pub fn judged_with(self, gate_options: GateOptions) -> Self {
        Self { gate_options, ..self }
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

    /// Reads the blocks at these indices, which must ascend.
    pub fn read(&self, indices: impl Iterator<Item = usize> + Clone) -> Vec<Parsed> {
        let mut blocks = self.parse(indices.clone());
        if blocks.len() == self.len() {
            for (index, note) in self.check_logs(|index| blocks.get(index)) {
                if let Some(record) = blocks.get_mut(index) {
                    record.diagnostics.push(note);
                }
            }
        } else {
            let notes = self.log_notes();
            for (index, block) in indices.clone().zip(&mut blocks) {
                block.diagnostics.extend(notes.get(&index).into_iter().flatten().cloned());
            }
        }
        // Issues that only several blocks show together.
        for (index, block) in indices.zip(&mut blocks) {
            block.diagnostics.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
            leave_inner_blocks_alone(block, self.spans.get(index + 1..).unwrap_or_default());
        }
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
        side_by_side(&claims, |claim| parse(self.text, &self.outline, claim, &self.gate_options))
    }

    fn log_notes(&self) -> &LogNotes {
        self.log_notes.get_or_init(|| {
            let of_logs = || self.logs.iter().flat_map(|log| log.records.iter().copied());
            let records: HashMap<usize, Parsed> = of_logs().zip(self.read_records(of_logs())).collect();
            let mut notes: LogNotes = HashMap::new();
            for (index, note) in self.check_logs(|index| records.get(&index)) {
                notes.entry(index).or_default().push(note);
            }
            notes
        })
    }

    /// Returns the contradictions between records of logs, each with the index of the block it is about.
    fn check_logs<'p>(&self, parsed: impl Fn(usize) -> Option<&'p Parsed>) -> Notes {
        let check = |log: &LogOfText| {
            let records: Vec<&Parsed> = log.records.iter().filter_map(|index| parsed(*index)).collect();
            let notes = (log.log.check)(&records).into_iter();
            notes.filter_map(|(record, note)| Some((*log.records.get(record)?, note))).collect::<Notes>()
        };
        self.logs.iter().flat_map(check).collect()
    }
}

fn log_of(room: &'static RegisteredFormat, claims: &[Claim]) -> Option<LogOfText> {
    let log = room.log.as_ref()?;
    let is_record = |claim: &Claim| claim.room.spec.id == room.spec.id && !claim.fenced;
    let of_room = claims.iter().enumerate().filter(|(_, claim)| is_record(claim));
    let records: Vec<usize> = of_room.map(|(index, _)| index).take(RegisteredLog::MOST).collect();
    (records.len() > 1).then_some(LogOfText { spec: room.spec, log, records })
}
