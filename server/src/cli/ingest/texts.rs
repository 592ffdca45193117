//! The texts of a file, by what it holds.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::Context;
use app::document::Source;

use crate::cli::output;
use crate::ingest::LIMIT;
use crate::ingest::reader::{Growing, Kind, LinePosition, Lines, Piece};

/// So much is looked at to see what a file holds.
const LOOKED_AT: usize = 1024 * 1024;

/// A text on its way out.
pub(super) struct Delivery {
    /// What the user is told of it.
    pub name: String,
    pub source: Source,
    pub raw: Vec<u8>,
    pub key: Option<String>,
}

pub(super) struct Texts {
    name: String,
    source: Source,
    rest: Rest,
}

enum Rest {
    Whole(Box<dyn BufRead>),
    Growing(Lines<Box<dyn BufRead>>, Growing),
    Nothing,
}

impl Texts {
    /// `-` is the standard input, which `path` gives a name.
    pub fn open(file: &Path, path: Option<&str>, shared: &Source) -> anyhow::Result<Self> {
        let is_input = file == Path::new("-");
        // A pipe or a device has no place of its own among files.
        let is_nameless = is_input || !file.is_file();
        let name = file.display().to_string();
        let input: Box<dyn Read> = if is_input {
            Box::new(std::io::stdin())
        } else {
            Box::new(File::open(file).with_context(|| format!("{name} can't be read"))?)
        };
        let mut input: Box<dyn BufRead> = Box::new(BufReader::with_capacity(LOOKED_AT, input));
        let beginning = input.fill_buf().with_context(|| format!("{name} can't be read"))?;
        // However a file is named, it is the same source, and the files of another folder are others.
        let path = if is_nameless {
            path.map(str::to_owned)
        } else {
            let real = file.canonicalize().with_context(|| format!("{name} can't be found"))?;
            Some(real.display().to_string())
        };
        let kind = Kind::of(path.as_deref().unwrap_or_default(), beginning);
        if let (Kind::Transcript, Some(session)) = (kind, &shared.session) {
            output::print_note(&format!(
                "{name} is a transcript: its texts keep the sessions that it names; those that name none belong to {session}"
            ));
        }
        let rest = match Growing::of(kind) {
            Some(growing) => Rest::Growing(Lines::at(LinePosition::default(), input), growing),
            None => Rest::Whole(input),
        };
        Ok(Self { name, source: Source { path, ..shared.clone() }, rest })
    }

    pub fn next(&mut self) -> anyhow::Result<Option<Delivery>> {
        match std::mem::replace(&mut self.rest, Rest::Nothing) {
            Rest::Nothing => Ok(None),
            Rest::Whole(input) => {
                let mut raw = Vec::new();
                // One byte beyond the limit is enough for a refusal that says why.
                let read = input.take(LIMIT as u64 + 1).read_to_end(&mut raw);
                read.with_context(|| format!("{} can't be read", self.name))?;
                Ok(Some(Delivery { name: self.name.clone(), source: self.source.clone(), raw, key: None }))
            }
            Rest::Growing(mut lines, mut growing) => {
                let found = loop {
                    let piece =
                        growing.next(&mut lines).with_context(|| format!("{} can't be read", self.name))?;
                    match piece {
                        Some(piece) if !piece.is_kept() => {}
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
                Ok(Some(Delivery { name, source: source.or(&self.source), raw, key }))
            }
        }
    }
}
