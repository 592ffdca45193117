//! Growing files: reads what was appended since the last time.

use std::fs::File;
use std::io::{self, BufReader, Seek, SeekFrom};
use std::path::Path;

use super::batch::Batch;
use super::follower::Follower;
use crate::clock;
use crate::ingest::reader::{self, Growing, LinePosition, Lines, Piece};
use crate::store::{Bookmark, StoreError};

/// The lines whose facts are stored at once.
const FACTS: usize = 1_000;

/// How far a file was read, and the state of its reader.
pub(super) struct Tail {
    growing: Growing,
    read_to: Bookmark,
}

impl Follower {
    /// Reads what was appended. If storing fails, the file is scheduled again from its bookmark in the store.
    pub(super) fn go_on(
        &mut self,
        file: &Path,
        mut input: BufReader<File>,
        fresh: Growing,
        batch: &mut Batch,
        logs_each: bool,
    ) -> io::Result<()> {
        let (mut growing, from) = self.resume(file, &mut input, fresh)?;
        input.seek(SeekFrom::Start(from.offset))?;
        let mut lines = Lines::at(from, input);
        while let Some(piece) = growing.next(&mut lines)? {
            if piece.is_kept() && !self.follows(&piece) {
                batch.push(file, self.read(file, piece));
            }
            if batch.is_full() && !self.store(batch, logs_each)
                || !self.store_facts(file, &mut growing, FACTS)
            {
                return Ok(());
            }
        }
        let place = lines.place();
        let mut input = lines.into_input();
        // Before storing, which takes time: the file may be rewritten meanwhile.
        let read_to = reader::bookmark(&mut input, place)?;
        let resume_at = reader::bookmark(&mut input, growing.resume_at(place))?;
        if place == from {
            self.tails.insert(file.to_owned(), Tail { growing, read_to });
            return Ok(());
        }
        if !self.store(batch, logs_each) || !self.store_facts(file, &mut growing, 1) {
            return Ok(());
        }
        let (skipped, unreadable) = growing.skipped();
        if unreadable > 0 {
            tracing::debug!(file = %file.display(), skipped, unreadable, "skipped some lines");
        }
        if let Err(error) = self.runtime.block_on(self.store.mark(name_in_store(file), resume_at)) {
            // It will be read again, which stores nothing twice.
            tracing::debug!(file = %file.display(), %error, "could not save how far a file was read");
        }
        self.tails.insert(file.to_owned(), Tail { growing, read_to });
        Ok(())
    }

    /// Returns whether a text is a file that is read from its folder as well.
    fn follows(&self, piece: &Piece) -> bool {
        let written = piece.source.path.as_deref().filter(|_| piece.is_written_file());
        let real = written.and_then(|path| Path::new(path).canonicalize().ok());
        real.is_some_and(|path| self.scope.follows_file(&path) && !self.scope.leads_out(&path))
    }

    /// Stores what was read of claims and facts, once there is enough of it. Returns `false` if that failed, after
    /// scheduling the file again.
    fn store_facts(&mut self, file: &Path, growing: &mut Growing, least: usize) -> bool {
        let facts = growing.facts(least);
        if facts.is_empty() {
            return true;
        }
        match self.runtime.block_on(self.store.add_lines(facts, clock::now_ms())) {
            Ok(()) => true,
            Err(StoreError::Stopped) => false,
            Err(error) => {
                tracing::error!(file = %file.display(), %error, "could not store claims and facts; will try again");
                self.try_again(file.to_owned());
                false
            }
        }
    }

    /// Returns where the last reading ended, or the start if the file was rewritten since. Takes the file's state out of
    /// `tails`; it is put back once everything that was read is stored.
    fn resume(
        &mut self,
        file: &Path,
        input: &mut BufReader<File>,
        fresh: Growing,
    ) -> io::Result<(Growing, LinePosition)> {
        let (growing, bookmark) = match self.tails.remove(file) {
            Some(Tail { growing, read_to }) => (growing, Some(read_to)),
            None => {
                let known = self.runtime.block_on(self.store.bookmark(name_in_store(file)));
                (fresh, known.map_err(io::Error::other)?)
            }
        };
        match bookmark {
            Some(bookmark) if reader::still_holds(input, &bookmark)? => {
                Ok((growing, LinePosition { offset: bookmark.offset, line: bookmark.line }))
            }
            Some(_) => Ok((growing.restarted(), LinePosition::default())),
            None => Ok((growing, LinePosition::default())),
        }
    }
}

/// Returns the name of a file in the store, for sources and bookmarks.
pub(super) fn name_in_store(file: &Path) -> String {
    file.to_string_lossy().into_owned()
}
