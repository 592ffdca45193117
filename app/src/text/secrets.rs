//! Keys and tokens that slipped into a text. They are masked before the text is stored, byte for byte, so that
//! every span and every hash speaks of the masked text.

use super::assigned::secret_value;

/// A shape of key: how it begins, which bytes follow, and how many at least.
struct Shape {
    prefix: &'static str,
    /// The byte of the prefix that is rare in texts: where it stands, the key is looked for around it.
    rare: usize,
    follows: fn(u8) -> bool,
    at_least: usize,
}

#[rustfmt::skip]
const SHAPES: &[Shape] = &[
    Shape { prefix: "sk-", rare: 2, follows: is_word, at_least: 20 },
    Shape { prefix: "ghp_", rare: 3, follows: is_word, at_least: 30 },
    Shape { prefix: "gho_", rare: 3, follows: is_word, at_least: 30 },
    Shape { prefix: "ghu_", rare: 3, follows: is_word, at_least: 30 },
    Shape { prefix: "ghs_", rare: 3, follows: is_word, at_least: 30 },
    Shape { prefix: "ghr_", rare: 3, follows: is_word, at_least: 30 },
    Shape { prefix: "github_pat_", rare: 6, follows: is_word, at_least: 22 },
    Shape { prefix: "glpat-", rare: 5, follows: is_word, at_least: 20 },
    Shape { prefix: "xoxb-", rare: 4, follows: is_word, at_least: 20 },
    Shape { prefix: "xoxp-", rare: 4, follows: is_word, at_least: 20 },
    Shape { prefix: "xoxa-", rare: 4, follows: is_word, at_least: 20 },
    Shape { prefix: "xapp-", rare: 4, follows: is_word, at_least: 20 },
    Shape { prefix: "AKIA", rare: 0, follows: is_upper, at_least: 16 },
    Shape { prefix: "ASIA", rare: 0, follows: is_upper, at_least: 16 },
    Shape { prefix: "AIza", rare: 0, follows: is_word, at_least: 35 },
    Shape { prefix: "hf_", rare: 2, follows: is_word, at_least: 30 },
    Shape { prefix: "npm_", rare: 3, follows: is_word, at_least: 36 },
    Shape { prefix: "pypi-", rare: 4, follows: is_word, at_least: 50 },
    Shape { prefix: "Bearer ", rare: 0, follows: is_token, at_least: 16 },
    Shape { prefix: "eyJ", rare: 2, follows: is_token, at_least: 40 },
];

/// The bytes without which there is no secret: the rare ones of the shapes, and the signs before a value.
const RARE: [u8; 7] = *b"-_=:ABJ";
/// A sign that gives a name its value, or a bot its key.
const SIGN: u32 = 1 << 31;
/// A dash that begins a word, as the title of a private key does.
const DASH: u32 = 1 << 30;
/// What may be around a byte and the one before it: a bit for each shape, [`SIGN`] and [`DASH`].
const BY_BYTE: [u32; 256] = candidates(0);
const BY_BYTE_BEFORE: [u32; 256] = candidates(1);
const STRETCH: usize = 32;
/// By so much of it a key, or the value of one, is told from words of prose.
pub(super) const JUDGED: usize = 256;
const KEY_BEGINS: &[u8] = b"-----BEGIN ";
const KEY_ENDS: &[u8] = b"-----END ";
/// What stands where a secret stood.
const MASK: u8 = b'X';

/// By the byte that is so far before the rare one; a shape without such a byte is under all.
const fn candidates(before: usize) -> [u32; 256] {
    let mut candidates = [0; 256];
    let mut index = 0;
    while index < candidates.len() {
        let byte = index as u8;
        let is_end_of_name = byte.is_ascii_whitespace()
            || matches!(byte.to_ascii_lowercase(), b'"' | b'\'' | b'd' | b't' | b'y' | b'n');
        let is_sign =
            if before == 0 { matches!(byte, b':' | b'=') } else { is_end_of_name || byte.is_ascii_digit() };
        let is_dash = if before == 0 { byte == b'-' } else { !is_word(byte) };
        candidates[index] |= if is_sign { SIGN } else { 0 } | if is_dash { DASH } else { 0 };
        let mut at = 0;
        while at < SHAPES.len() {
            let Shape { prefix, rare, .. } = SHAPES[at];
            if rare < before || prefix.as_bytes()[rare - before] == byte {
                candidates[index] |= 1 << at;
            }
            at += 1;
        }
        index += 1;
    }
    candidates
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn is_upper(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

fn is_token(byte: u8) -> bool {
    is_word(byte) || matches!(byte, b'.' | b'+' | b'/' | b'=' | b'~')
}

/// Masks in place what has the shape of a key; says how many were found. What was masked is not found again.
pub fn mask_secrets(bytes: &mut [u8]) -> u32 {
    let mut masked = 0;
    let mut at = 0;
    while let Some((start, end)) = next_secret(bytes, at) {
        let secret = bytes.get_mut(start..end).unwrap_or_default();
        if !is_masked(secret) {
            masked += 1;
            for byte in secret.iter_mut().filter(|byte| !matches!(**byte, b'\n' | b'\r')) {
                *byte = MASK;
            }
        }
        at = end;
    }
    masked
}

/// Whether a text holds what has the shape of a key, be it masked or not.
pub fn holds_secret(text: &str) -> bool {
    next_secret(text.as_bytes(), 0).is_some()
}

/// From where on the next secret is not to be shown, and where it ends. What is before `from` belongs to none.
fn next_secret(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    let mut before = at.checked_sub(1).and_then(|before| bytes.get(before)).copied().unwrap_or(b'\n');
    for stretch in bytes.get(from..)?.chunks(STRETCH) {
        // Stretches without a rare byte, which are most of a text, are skipped as a whole.
        if holds_rare(stretch) {
            for byte in stretch {
                let candidates = BY_BYTE[usize::from(*byte)] & BY_BYTE_BEFORE[usize::from(before)];
                if candidates != 0
                    && let Some(found) = secret_around(bytes, at, from, candidates)
                {
                    return Some(found);
                }
                before = *byte;
                at += 1;
            }
        } else {
            before = stretch.last().copied().unwrap_or(before);
            at += stretch.len();
        }
    }
    None
}

/// Without a branch, so that many bytes are compared at once.
fn holds_rare(bytes: &[u8]) -> bool {
    let is_rare = |byte: &u8| RARE.iter().fold(0, |is_rare, rare| is_rare | u8::from(byte == rare));
    bytes.iter().fold(0, |holds, byte| holds | is_rare(byte)) != 0
}

/// Returns the secret around a place where one of the candidates may be.
fn secret_around(bytes: &[u8], at: usize, from: usize, candidates: u32) -> Option<(usize, usize)> {
    let begins_word = |start: usize| {
        let before = start.checked_sub(1).and_then(|before| bytes.get(before));
        start >= from && !before.is_some_and(|before| is_word(*before))
    };
    if candidates & SIGN != 0 {
        let bot_key = || -> Option<(usize, usize)> {
            let (digits, after) = (bytes.get(from..at)?, bytes.get(at..)?.strip_prefix(b":")?);
            let digits = digits.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
            let length = bot_key(digits, after).filter(|_| begins_word(at - digits))?;
            Some((at + 1, at + 1 + length))
        };
        return bot_key().or_else(|| secret_value(bytes, at));
    }
    let alike = SHAPES.iter().enumerate().filter(|(bit, _)| candidates >> bit & 1 != 0);
    let mut keys = alike.filter_map(|(_, shape)| {
        let start = at.checked_sub(shape.rare)?;
        let after = bytes.get(start..)?.strip_prefix(shape.prefix.as_bytes())?;
        let length = key(shape, after).filter(|_| begins_word(start))?;
        Some((start + shape.prefix.len(), start + shape.prefix.len() + length))
    });
    let private_key = || {
        let (shown, length) = private_key(bytes.get(at..)?)?;
        Some((at + shown, at + length))
    };
    let may_be_title = candidates & DASH != 0 && begins_word(at);
    keys.next().or_else(|| may_be_title.then(private_key).flatten())
}

/// [`RARE`] has all bytes that candidates are looked for at.
const _: () = {
    let mut byte = 0;
    let mut count = 0;
    while byte < BY_BYTE.len() {
        count += (BY_BYTE[byte] != 0) as usize;
        byte += 1;
    }
    assert!(count == RARE.len(), "a shape would not be found");
};

fn is_masked(secret: &[u8]) -> bool {
    secret.iter().all(|byte| matches!(*byte, MASK | b'\n' | b'\r'))
}

/// How long the key is that follows its prefix.
fn key(shape: &Shape, after: &[u8]) -> Option<usize> {
    let follows = |byte: &&u8| (shape.follows)(**byte);
    // What is no key here may be looked at again from its next word on, so not much of it is looked at.
    let mut judged = after.iter().take(JUDGED).take_while(follows);
    // Words of prose have small letters and hyphens, but seldom a digit.
    let looks_like_words = judged.clone().any(|byte| byte.is_ascii_lowercase() || *byte == b'-');
    let is_word_of_prose = looks_like_words && !judged.clone().any(u8::is_ascii_digit);
    let is_key = judged.nth(shape.at_least - 1).is_some() && !is_word_of_prose;
    is_key.then(|| after.iter().take_while(follows).count())
}

/// From the line after `-----BEGIN … PRIVATE KEY-----` to the one before its end, or to the end of the text.
fn private_key(rest: &[u8]) -> Option<(usize, usize)> {
    let title = rest.strip_prefix(KEY_BEGINS)?;
    let title = title.get(..title.len().min(60))?;
    let line = title.split(|byte| *byte == b'\n').next()?;
    let is_private = memchr::memmem::find(line, b"PRIVATE KEY-----").is_some();
    let shown = KEY_BEGINS.len() + line.len();
    let length = memchr::memmem::find(rest.get(shown..)?, KEY_ENDS).map_or(rest.len(), |end| shown + end);
    is_private.then_some((shown, length))
}

/// `123456789:` and 35 letters: the key of a bot. Says how many follow.
fn bot_key(digits: usize, after: &[u8]) -> Option<usize> {
    if !(8..=10).contains(&digits) {
        return None;
    }
    let length = after.iter().take(36).take_while(|byte| is_word(**byte)).count();
    (length == 35).then_some(length)
}

#[cfg(test)]
mod tests {
    use super::{holds_secret, mask_secrets};

    #[track_caller]
    fn check(text: &str, expected: &str, found: u32) {
        let mut bytes = text.as_bytes().to_vec();
        assert_eq!(mask_secrets(&mut bytes), found);
        assert_eq!(String::from_utf8_lossy(&bytes), expected);
        assert_eq!(mask_secrets(&mut bytes), 0, "a second time finds nothing");
    }

    #[test]
    fn keys_are_masked_and_keep_their_length() {
        let key = format!("sk-{}", "a1b2".repeat(6));
        check(&format!("uses `{key}` here"), &format!("uses `sk-{}` here", "X".repeat(24)), 1);
        let bot = format!("12345678:{}", "aB3_-".repeat(7));
        check(&bot, &format!("12345678:{}", "X".repeat(35)), 1);
        let header = format!("Authorization: Bearer {}", "t0ken".repeat(4));
        check(&header, &format!("Authorization: Bearer {}", "X".repeat(20)), 1);
    }

    #[test]
    fn a_masked_key_still_shows_that_there_was_one() {
        let mut bytes = format!("uses `sk-{}` here", "a1b2".repeat(6)).into_bytes();
        assert!(holds_secret(&String::from_utf8_lossy(&bytes)));
        mask_secrets(&mut bytes);
        assert!(holds_secret(&String::from_utf8_lossy(&bytes)));
        assert!(!holds_secret("uses no key here"));
    }

    #[test]
    fn a_private_key_is_masked_whole() {
        let text = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc=\n-----END RSA PRIVATE KEY-----\nafter";
        check(text, "-----BEGIN RSA PRIVATE KEY-----\nXXXX\nXXXX\n-----END RSA PRIVATE KEY-----\nafter", 1);
    }

    #[test]
    fn a_key_of_capitals_needs_no_digit() {
        for prefix in ["AKIA", "ASIA"] {
            let key = format!("{prefix}{}", "QWERTZUI".repeat(2));
            check(&key, &format!("{prefix}{}", "X".repeat(16)), 1);
        }
    }

    #[test]
    fn a_value_is_masked_for_the_name_it_is_given() {
        check("password=hunter2hunter2", "password=XXXXXXXXXXXXXX", 1);
        check("DB_PASSWORD: 'wint3rmute', next", "DB_PASSWORD: 'XXXXXXXXXX', next", 1);
        check(r#"{"api_key": "aa11bb22cc"}"#, r#"{"api_key": "XXXXXXXXXX"}"#, 1);
        check("passwd: größe12345", "passwd: XXXXXXXXXXXX", 1);
        check("?token=0123456789&page=2", "?token=XXXXXXXXXX&page=2", 1);
        check("secret = s3cr3t-word\nnext", "secret = XXXXXXXXXXX\nnext", 1);
    }

    #[test]
    fn a_key_begins_where_a_word_does() {
        let bot = format!("12345678:{}", "aB3_-".repeat(7));
        check(&format!("id1{bot}"), &format!("id1{bot}"), 0);
        check(&format!("99999{bot}"), &format!("99999{bot}"), 0);
        let key = "a1b2".repeat(10);
        check(
            &format!("task-{key}, mask-sk-{key}, _ghp_{key}"),
            &format!("task-{key}, mask-sk-{key}, _ghp_{key}"),
            0,
        );
        let masked = "X".repeat(40);
        check(
            &format!("ghp_{key} github_pat_{key} eyJ{key}"),
            &format!("ghp_{masked} github_pat_{masked} eyJ{masked}"),
            3,
        );
    }

    #[test]
    fn a_key_may_be_long() {
        let key = "a1b2".repeat(2_000);
        check(&format!("Bearer {key} next"), &format!("Bearer {} next", "X".repeat(8_000)), 1);
        check(&format!("token={key} next"), &format!("token={} next", "X".repeat(8_000)), 1);
        for words in ["eyJ.", "token=", "sk-"] {
            check(&words.repeat(2_000), &words.repeat(2_000), 0);
        }
    }

    #[test]
    fn keys_stand_beside_each_other() {
        let (key, masked) = ("a1b2".repeat(10), "X".repeat(40));
        check(&format!("sk-{key},ghp_{key}"), &format!("sk-{masked},ghp_{masked}"), 2);
        check(&format!("sk-{key}-ghp_{key}"), &format!("sk-{}", "X".repeat(85)), 1);
        check(&format!("token=hf_{key} hf_{key}"), &format!("token={} hf_{masked}", "X".repeat(43)), 2);
        let bot = format!("12345678:{}", "aB3_-".repeat(7));
        check(&format!("token: {bot}"), &format!("token: {}", "X".repeat(44)), 1);
    }

    #[test]
    fn prose_is_left_alone() {
        for text in [
            "password: changeme-please",
            "token=short1",
            "secret: src/config/keys.rs:120-124",
            "token::parse_version_2",
            "token=$HARMONY_TOKEN_2",
            "the tokens: 1234567890",
            "risk-free-and-other-long-compound-words-are-fine",
            "a task-based-and-very-long-hyphenated-name",
            "sk-learn-is-a-library-for-machine-learning",
            "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
            "src/AKIA.rs:12 and 2026-11-20T05:46:00",
        ] {
            check(text, text, 0);
        }
    }
}
