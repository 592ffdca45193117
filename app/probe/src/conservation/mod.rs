//! No word and no row of a block is lost.
//!
//! A word survives in the value, in the prose that pages show, in a diagnostic that points at it, or because the contract
//! itself prescribes it. A row of a table or list survives as a row of the JSON list that its neighbors belong to.

mod declared;
mod known;
mod marks;
mod rows;
mod survival;
mod words;

use app::diagnostic::{Piece, Role};
use app::format::Parsed;
use app::text::Text;

pub use known::{KNOWN_LOSSES, Known, known_loss};
pub use rows::{check_rows, check_rows_of_tables};

use declared::declared;
use marks::is_mark;
use survival::Survival;
use words::words;

/// A word that is neither in the value, nor in prose, nor at the place of a diagnostic.
#[derive(Debug, PartialEq, Eq)]
pub struct LostWord {
    pub format: &'static str,
    /// For example `findings[].file`. `None` for a word in markup.
    pub field: Option<String>,
    pub word: String,
    pub piece: String,
}

/// Panics if a word of a block is lost that [`KNOWN_LOSSES`] doesn't explain.
pub fn check_words(text: &Text, parsed: &Parsed) {
    let lost: Vec<LostWord> =
        lost_words(text, parsed).into_iter().filter(|lost| known_loss(lost).is_none()).collect();
    assert!(lost.is_empty(), "words are lost: {lost:#?}");
}

/// Returns the words of a block that are lost.
pub fn lost_words(text: &Text, parsed: &Parsed) -> Vec<LostWord> {
    let declared = declared(parsed.spec);
    let survival = Survival::of(text, parsed);
    let mut lost = Vec::new();
    for piece in parsed.coverage.pieces() {
        let field = match piece.role {
            Role::Prose => continue,
            Role::Markup => None,
            Role::Field(path) => Some(path),
        };
        let mut kept = None;
        let source = piece.span.slice(text.source());
        for (at, word) in words(source) {
            let is_excused = || {
                declared.contains(&word)
                    || is_mark(source, at as usize, &word)
                    || survival.is_reported(piece.span.start + at, &word)
                    || survival.breaks_off_in(piece.span.start + at, &word)
            };
            if is_excused() {
                continue;
            }
            let kept = kept.get_or_insert_with(|| survival.kept(&piece));
            if !kept.contains(&word) {
                let field = field.map(|path| path_without_rows(&path.to_string()));
                let piece = shown(text, &piece);
                lost.push(LostWord { format: parsed.spec.id, field, word, piece });
            }
        }
    }
    lost
}

fn shown(text: &Text, piece: &Piece) -> String {
    piece.span.slice(text.source()).trim().chars().take(120).collect()
}

/// `findings[2].file` is `findings[].file`.
pub fn path_without_rows(path: &str) -> String {
    let mut bare = String::new();
    let mut is_index = false;
    for character in path.chars() {
        is_index = (is_index || character == '[') && character != ']';
        if !is_index || character == '[' {
            bare.push(character);
        }
    }
    bare
}
