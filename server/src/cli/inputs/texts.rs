//! The texts of files: each as a whole, or the messages of a transcript, as `serve` and `ingest` read them.

use std::collections::VecDeque;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use app::text::Text;

use super::{Input, Opened, Part, open, reason, whole};
use crate::ingest::reader::{Growing, Kind, LinePosition, Lines, Piece};

/// The texts of some files, in order. One is in memory at a time.
pub(in crate::cli) struct Texts {
    files: VecDeque<anyhow::Result<PathBuf>>,
    /// What the command names, as real paths.
    named: Vec<PathBuf>,
    open: Option<Messages>,
}

/// A transcript that is being read.
struct Messages {
    name: String,
    path: PathBuf,
    lines: Lines<BufReader<Box<dyn Read>>>,
    growing: Growing,
}

impl Texts {
    pub fn of(files: Vec<anyhow::Result<PathBuf>>, named: &[PathBuf]) -> Self {
        let named = named.iter().filter_map(|path| path.canonicalize().ok()).collect();
        Self { files: files.into(), named, open: None }
    }

    /// Returns the next text of the file that is open.
    fn next_message(&mut self) -> Option<anyhow::Result<Input>> {
        let messages = self.open.as_mut()?;
        loop {
            // The facts of a session are for its page.
            messages.growing.facts(0);
            match messages.growing.next(&mut messages.lines) {
                Ok(Some(piece)) if is_named(&self.named, &piece) => {}
                Ok(Some(piece)) => return Some(Ok(messages.input(piece))),
                Ok(None) => return Some(Ok(self.open.take()?.end())),
                Err(error) => {
                    let name = self.open.take()?.name;
                    return Some(Err(anyhow!("{name} can't be read: {}", reason(&error))));
                }
            }
        }
    }
}

impl Iterator for Texts {
    type Item = anyhow::Result<Input>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(message) = self.next_message() {
            return Some(message);
        }
        let file = self.files.pop_front()?;
        let opened = file.and_then(|path| Ok((open(&path)?, path)));
        let (Opened { name, kind, input }, path) = match opened {
            Ok(opened) => opened,
            Err(error) => return Some(Err(error)),
        };
        match Growing::of(kind, &name).filter(|_| kind == Kind::Transcript) {
            None => Some(whole(name, &path, input)),
            Some(growing) => {
                let lines = Lines::at(LinePosition::default(), input);
                self.open = Some(Messages { name, path, lines, growing });
                self.next_message()
            }
        }
    }
}

impl Messages {
    fn input(&self, piece: Piece) -> Input {
        let source = &piece.source;
        let name = match (&source.part, &source.path) {
            (Some(part), _) => part.clone(),
            (None, Some(path)) => format!("file {path}"),
            (None, None) => "a text".to_owned(),
        };
        let lines = piece.lines.iter().map(|line| (line.start as u32, line.line as u32)).collect();
        let part = Some(Part { name, lines, key: piece.key() });
        Input { part, is_last: false, ..self.of(Text::from_bytes(&piece.raw)) }
    }

    /// Returns an empty text that ends the file.
    fn end(&self) -> Input {
        self.of(Text::new(String::new()))
    }

    fn of(&self, text: Text) -> Input {
        let path = (self.path != Path::new("-")).then(|| self.path.clone());
        Input { name: self.name.clone(), path, text, part: None, is_last: true }
    }
}

/// Returns whether a text is a file that an agent wrote and that the command reads itself. `named` are real paths.
pub(in crate::cli) fn is_named(named: &[PathBuf], piece: &Piece) -> bool {
    let written = piece.source.path.as_deref().filter(|_| piece.is_written_file());
    let real = written.and_then(|path| Path::new(path).canonicalize().ok());
    real.is_some_and(|path| named.iter().any(|named| path.starts_with(named)))
}
