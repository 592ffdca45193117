//! The normal form of a short text, made on the stack.

use std::hint::select_unpredictable;

use super::clean::{is_emoji, plain};

const LONGEST_FRAGMENT: usize = 96;
/// Letters that grow in lower case do so by half at most.
const LONGEST: usize = LONGEST_FRAGMENT * 3 / 2;
/// What is checked to be UTF-8 in pieces of so many bytes is checked much faster.
const PIECE: usize = 16;

/// Room for the normal form. A whole number of pieces, each of which begins where numbers do.
#[repr(align(16))]
pub(super) struct Words([u8; LONGEST]);

const _: () = assert!(LONGEST.is_multiple_of(PIECE));

impl Words {
    pub const NONE: Self = Self([0; LONGEST]);
}

/// What [`PLAIN`] says of a character that is left out.
const DROPPED: u8 = 0x80;
/// What it says of one that parts words.
const APART: u8 = 0x81;

/// What becomes of each ASCII character: most stay, in lower case. Nobody asks for the other bytes.
static PLAIN: [u8; 256] = {
    let mut plain = [DROPPED; 256];
    let mut byte = 0;
    while byte < 128 {
        plain[byte as usize] = match byte {
            b'*' | b'`' | b'~' => DROPPED,
            b'_' | b'-' | b' ' | b'\t'..=b'\r' => APART,
            _ => byte.to_ascii_lowercase(),
        };
        byte += 1;
    }
    plain
};

/// The normal form of what is short and not in brackets, in one pass.
pub(super) fn normal<'b>(fragment: &str, Words(words): &'b mut Words) -> Option<&'b str> {
    if fragment.len() > LONGEST_FRAGMENT {
        return None;
    }
    let (length, bytes) = write_ascii(fragment.as_bytes(), words)?;
    if !bytes.is_ascii() {
        return normal_any(fragment, words);
    }
    if length > 0 && is_opening(words[0]) {
        return None;
    }
    // What was not to stay.
    words.get_mut(length..length + 2)?.fill(0);
    let whole = words.get(..length.next_multiple_of(PIECE))?;
    str::from_utf8(whole).ok()?.get(..length)
}

/// Writes what becomes of each byte, if all are of ASCII, and says how long that is, and which bits the bytes have.
///
/// Which characters are dropped or part words is seldom guessed, so each is written as if it stayed, and written over
/// where it does not.
fn write_ascii(fragment: &[u8], words: &mut [u8; LONGEST]) -> Option<(usize, u8)> {
    let mut length = 0;
    // Where the next character goes: behind a space, if words are parted.
    let mut next = 0;
    let mut bits = 0;
    for byte in fragment {
        bits |= byte;
        let plain = PLAIN[usize::from(*byte)];
        *words.get_mut(length)? = b' ';
        *words.get_mut(next)? = plain;
        let is_apart = next.max(length + usize::from(plain == APART && length > 0));
        length = select_unpredictable(plain < DROPPED, next + 1, length);
        next = select_unpredictable(plain < DROPPED, length, is_apart);
    }
    Some((length, bits))
}

/// Opens what may enclose all of a text.
const fn is_opening(first: u8) -> bool {
    matches!(first, b'[' | b'(' | b'<' | b'"')
}

fn normal_any<'b>(fragment: &str, words: &'b mut [u8; LONGEST]) -> Option<&'b str> {
    let mut length = 0;
    let mut is_apart = false;
    for character in fragment.chars() {
        let plain = match PLAIN.get(character as usize).filter(|_| character.is_ascii()) {
            Some(&DROPPED) => continue,
            Some(&APART) => ' ',
            Some(plain) => char::from(*plain),
            None if is_emoji(character) => continue,
            None => match plain(character) {
                '-' => ' ',
                other => other,
            },
        };
        if plain == ' ' {
            is_apart = true;
            continue;
        }
        if length == 0 && u8::try_from(plain).is_ok_and(is_opening) {
            return None;
        }
        if is_apart && length > 0 {
            *words.get_mut(length)? = b' ';
            length += 1;
        }
        is_apart = false;
        if plain.is_ascii() {
            *words.get_mut(length)? = plain as u8;
            length += 1;
        } else {
            for lower in plain.to_lowercase() {
                length += lower.encode_utf8(words.get_mut(length..length + lower.len_utf8())?).len();
            }
        }
    }
    str::from_utf8(words.get(..length)?).ok()
}
