//! The texts of a file, depending on its kind.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use app::document::Source;
use app::evidence::LineFacts;

use crate::cli::inputs::is_named;
use crate::cli::output;
use crate::ingest::reader::{Growing, Kind, LinePosition, Lines, Piece};
use crate::ingest::{Checkouts, LIMIT};

/// How much of a file is read to determine its kind.
const LOOKED_AT: usize = 1024 * 1024;

/// A text to send.
pub(in crate::cli) struct Delivery {
    /// Its name for the user.
    pub name: String,
    pub source: Source,
    pub raw: Vec<u8>,
    pub key: Option<String>,
}

pub(super) struct Texts {
    name: String,
    source: Source,
    rest: Rest,
    /// What was read of claims and facts since they were taken.
    pub facts: Vec<LineFacts>,
    /// Files and folders that are sent as well.
    sent: Vec<PathBuf>,
    checkouts: Checkouts,
}

enum Rest {
    Whole(Box<dyn BufRead>),
    Growing(Lines<Box<dyn BufRead>>, Growing),
    Nothing,
}

impl Texts {
    /// Opens a file, which `path` names; `-` is standard input.
    pub fn open(file: &Path, path: Option<&str>, shared: &Source, sent: &[PathBuf]) -> anyhow::Result<Self> {
        let is_input = file == Path::new("-");
        // A pipe or a device has no path of its own.
        let is_nameless = is_input || !file.is_file();
        let name = file.display().to_string();
        let input: Box<dyn Read> = if is_input {
            Box::new(std::io::stdin())
        } else {
            Box::new(File::open(file).with_context(|| format!("{name} can't be read"))?)
        };
        let mut input: Box<dyn BufRead> = Box::new(BufReader::with_capacity(LOOKED_AT, input));
        let beginning = input.fill_buf().with_context(|| format!("{name} can't be read"))?;
        // The same file is the same source, however it is named.
        let real = if is_nameless {
            path.map(str::to_owned)
        } else {
            let real = file.canonicalize().with_context(|| format!("{name} can't be found"))?;
            Some(real.display().to_string())
        };
        let mut checkouts = Checkouts::default();
        let found = Source { path: real.clone(), ..shared.clone() };
        let source = if is_nameless { found } else { checkouts.name(found) };
        let source = Source { path: path.map(str::to_owned).or(source.path), ..source };
        let file = real.as_deref().unwrap_or("standard input");
        let kind = Kind::of(real.as_deref().unwrap_or_default(), beginning);
        if let (Kind::Transcript, Some(session)) = (kind, &shared.session) {
            output::print_note(&format!(
                "{name} is a transcript: its messages keep the sessions that it names, and {session} applies to the others"
            ));
        }
        let rest = match Growing::of(kind, file) {
            Some(growing) => Rest::Growing(Lines::at(LinePosition::default(), input), growing),
            None => Rest::Whole(input),
        };
        Ok(Self { name, source, rest, facts: Vec::new(), sent: sent.to_vec(), checkouts })
    }

    pub fn next(&mut self) -> anyhow::Result<Option<Delivery>> {
        match std::mem::replace(&mut self.rest, Rest::Nothing) {
            Rest::Nothing => Ok(None),
            Rest::Whole(input) => {
                let mut raw = Vec::new();
                // One byte beyond the limit suffices to refuse it.
                let read = input.take(LIMIT as u64 + 1).read_to_end(&mut raw);
                read.with_context(|| format!("{} can't be read", self.name))?;
                Ok(Some(Delivery { name: self.name.clone(), source: self.source.clone(), raw, key: None }))
            }
            Rest::Growing(mut lines, mut growing) => {
                let found = loop {
                    let piece =
                        growing.next(&mut lines).with_context(|| format!("{} can't be read", self.name))?;
                    self.facts.append(&mut growing.facts(1));
                    match piece {
                        Some(piece) if !piece.is_kept() || is_named(&self.sent, &piece) => {}
                        other => break other,
                    }
                };
                let Some(piece) = found else { return Ok(None) };
                let key = piece.key();
                let Piece { raw, source, .. } = piece;
                self.rest = Rest::Growing(lines, growing);
                let name = match &source.part {
                    Some(part) => format!("{}, {part}", self.name),
                    None => self.name.clone(),
                };
                let source = self.checkouts.name(source).or(&self.source);
                Ok(Some(Delivery { name, source, raw, key }))
            }
        }
    }
}
