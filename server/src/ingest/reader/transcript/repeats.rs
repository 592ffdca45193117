use std::collections::VecDeque;

use sha2::{Digest as _, Sha256};

use crate::ingest::reader::Piece;
use crate::store::Digest;

/// Texts that a later one may repeat.
const REMEMBERED: usize = 64;

/// Finds texts that repeat another: the report that a caller gets is the last message of its sub-agent, and an agent that
/// has written a file may say the same again. A repetition gets the id of what it repeats, and is stored once. What the
/// session's own agent says twice is said twice.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    /// The newest last.
    known: VecDeque<Known>,
}

#[derive(Debug)]
struct Known {
    digest: Digest,
    id: Option<String>,
    is_file: bool,
}

impl Repeats {
    pub fn written(&mut self, piece: Piece) -> Piece {
        self.remember(&piece, true);
        piece
    }

    /// Takes a message of an agent.
    pub fn said(&mut self, piece: Piece) -> Piece {
        let piece = self.renamed(piece, |known| known.is_file);
        if piece.source.agent.is_some() {
            self.remember(&piece, false);
        }
        piece
    }

    /// Takes the result of a tool.
    pub fn answered(&self, piece: Piece) -> Piece {
        self.renamed(piece, |_| true)
    }

    fn renamed(&self, piece: Piece, may_be: impl Fn(&Known) -> bool) -> Piece {
        let digest = digest_of(&piece);
        let known = self.known.iter().rev().find(|known| known.digest == digest && may_be(known));
        match known {
            Some(known) => Piece { message: known.id.clone(), ..piece },
            None => piece,
        }
    }

    fn remember(&mut self, piece: &Piece, is_file: bool) {
        self.known.push_back(Known { digest: digest_of(piece), id: piece.message.clone(), is_file });
        if self.known.len() > REMEMBERED {
            self.known.pop_front();
        }
    }
}

fn digest_of(piece: &Piece) -> Digest {
    Sha256::digest(&piece.raw).into()
}
