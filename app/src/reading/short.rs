//! The normal form of a short text, made on the stack.

use super::clean::{is_emoji, plain};

const LONGEST_FRAGMENT: usize = 96;
/// Letters that grow in lower case do so by half at most.
pub(super) const LONGEST: usize = LONGEST_FRAGMENT * 3 / 2;

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
pub(super) fn normal<'b>(fragment: &str, words: &'b mut [u8; LONGEST]) -> Option<&'b str> {
    if fragment.len() > LONGEST_FRAGMENT {
        return None;
    }
    if fragment.is_ascii() { normal_ascii(fragment, words) } else { normal_any(fragment, words) }
}

fn normal_ascii<'b>(fragment: &str, words: &'b mut [u8; LONGEST]) -> Option<&'b str> {
    let mut length = 0;
    let mut is_apart = false;
    for byte in fragment.bytes() {
        let plain = PLAIN[usize::from(byte)];
        if plain >= DROPPED {
            is_apart |= plain == APART;
            continue;
        }
        if length == 0 {
            if is_opening(plain) {
                return None;
            }
        } else if is_apart {
            *words.get_mut(length)? = b' ';
            length += 1;
        }
        is_apart = false;
        *words.get_mut(length)? = plain;
        length += 1;
    }
    str::from_utf8(words.get(..length)?).ok()
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
