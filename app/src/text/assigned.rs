//! Secrets that are known not by their own shape but by where they are: behind a name, as in `password=…`, or in an address.

use super::ByteSet;
use super::secrets::JUDGED;

#[rustfmt::skip]
const NAMES: [&[u8]; 13] = [
    b"password", b"passwd", b"secret", b"api_key", b"api-key", b"apikey", b"token", b"access_key", b"accesskey",
    b"accountkey", b"sharedaccesskey", b"secret_key", b"private_key",
];
/// The last letters of the names, in either case: most words end in another.
const ENDS: ByteSet = {
    let mut ends = [0; 2 * NAMES.len()];
    let mut at = 0;
    while at < NAMES.len() {
        if let [.., last] = NAMES[at] {
            (ends[2 * at], ends[2 * at + 1]) = (*last, last.to_ascii_uppercase());
        }
        at += 1;
    }
    ByteSet::of(&ends)
};
/// The most bytes of a user's name in an address.
const LONGEST_USER: usize = 64;
/// Shorter values are more likely words than secrets.
const SHORTEST: usize = 8;

/// Where the value begins and ends that the `=` or `:` at this place gives to such a name, which is behind the last
/// secret.
pub(super) fn secret_value(bytes: &[u8], from: usize, sign: usize) -> Option<(usize, usize)> {
    if !ends_in_name(bytes.get(from..sign)?, from == 0) {
        return None;
    }
    let after = bytes.get(sign + 1..)?;
    let spaces = after.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let quotes = after.get(spaces..)?.iter().take_while(|byte| is_quote(**byte)).take(1).count();
    let value = after.get(spaces + quotes..)?;
    let belongs = |byte: &&u8| !ends_value(**byte);
    // The value may contain another name and be checked again, so only its beginning is checked.
    let judged = value.get(..value.iter().take(JUDGED).take_while(belongs).count())?;
    // `token::parse` and `token == other` give nothing, and `$TOKEN` only names where the secret is.
    let is_code = matches!(judged.first()?, b':' | b'=' | b'$' | b'{');
    let is_secret = judged.len() >= SHORTEST && judged.iter().any(u8::is_ascii_digit);
    let start = sign + 1 + spaces + quotes;
    let end = || start + value.iter().take_while(belongs).count();
    (is_secret && !is_code && !is_place(judged)).then(|| (start, end()))
}

/// Where the password begins and ends in `scheme://user:password@host`, of which the `:` is at this place.
pub(super) fn password_in_address(bytes: &[u8], before: &[u8], sign: usize) -> Option<(usize, usize)> {
    let after = bytes.get(sign..)?.strip_prefix(b":")?;
    let belongs = |byte: &&u8| !ends_value(**byte) && !matches!(**byte, b'@' | b'/' | b':');
    let length = after.iter().take(JUDGED).take_while(belongs).count();
    let (password, rest) = after.split_at_checked(length)?;
    if length < SHORTEST || rest.first() != Some(&b'@') {
        return None;
    }
    let is_user = |byte: &&u8| byte.is_ascii_alphanumeric() || b"._-%+".contains(*byte);
    let user = before.iter().rev().take(LONGEST_USER).take_while(is_user).count();
    let is_address = before.get(..before.len() - user)?.ends_with(b"://");
    let is_named = matches!(password.first()?, b'$' | b'{');
    let is_secret = is_address && !is_named && password.iter().any(u8::is_ascii_digit);
    is_secret.then_some((sign + 1, sign + 1 + length))
}

fn ends_in_name(before: &[u8], may_begin: bool) -> bool {
    let before = before.trim_ascii_end();
    let before = before.strip_suffix(b"\"").or_else(|| before.strip_suffix(b"'")).unwrap_or(before);
    if !before.last().is_some_and(|end| ENDS.has(*end)) {
        return false;
    }
    let end = before.last_chunk::<3>().map(|end| end.map(|byte| byte.to_ascii_lowercase()));
    NAMES.iter().filter(|name| name.last_chunk() == end.as_ref()).any(|name| {
        let Some((rest, end)) = before.split_at_checked(before.len().saturating_sub(name.len())) else {
            return false;
        };
        end.eq_ignore_ascii_case(name) && rest.last().map_or(may_begin, |last| !last.is_ascii_alphanumeric())
    })
}

/// A finding says `secret: src/keys.rs:42`: a line of a file, which a reader needs.
fn is_place(value: &[u8]) -> bool {
    let mut parts = value.rsplitn(2, |byte| *byte == b':');
    let line = parts.next().unwrap_or_default();
    let is_line = !line.is_empty() && line.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-');
    is_line && parts.next().is_some_and(|file| file.contains(&b'.'))
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

fn ends_value(byte: u8) -> bool {
    byte.is_ascii_whitespace() || is_quote(byte) || b"|,;&<>()[]".contains(&byte)
}
