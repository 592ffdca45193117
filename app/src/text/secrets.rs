//! Keys and tokens that slipped into a text. They are masked before the text is stored, byte for byte, so that
//! every span and every hash speaks of the masked text.

use super::assigned::secret_value;

/// A shape of key: how it begins, which bytes follow, and how many at least.
struct Shape {
    prefix: &'static str,
    follows: fn(u8) -> bool,
    at_least: usize,
}

const SHAPES: &[Shape] = &[
    Shape { prefix: "sk-", follows: is_word, at_least: 20 },
    Shape { prefix: "ghp_", follows: is_word, at_least: 30 },
    Shape { prefix: "gho_", follows: is_word, at_least: 30 },
    Shape { prefix: "ghu_", follows: is_word, at_least: 30 },
    Shape { prefix: "ghs_", follows: is_word, at_least: 30 },
    Shape { prefix: "ghr_", follows: is_word, at_least: 30 },
    Shape { prefix: "github_pat_", follows: is_word, at_least: 22 },
    Shape { prefix: "glpat-", follows: is_word, at_least: 20 },
    Shape { prefix: "xoxb-", follows: is_word, at_least: 20 },
    Shape { prefix: "xoxp-", follows: is_word, at_least: 20 },
    Shape { prefix: "xoxa-", follows: is_word, at_least: 20 },
    Shape { prefix: "xapp-", follows: is_word, at_least: 20 },
    Shape { prefix: "AKIA", follows: is_upper, at_least: 16 },
    Shape { prefix: "ASIA", follows: is_upper, at_least: 16 },
    Shape { prefix: "AIza", follows: is_word, at_least: 35 },
    Shape { prefix: "hf_", follows: is_word, at_least: 30 },
    Shape { prefix: "npm_", follows: is_word, at_least: 36 },
    Shape { prefix: "pypi-", follows: is_word, at_least: 50 },
    Shape { prefix: "Bearer ", follows: is_token, at_least: 16 },
    Shape { prefix: "eyJ", follows: is_token, at_least: 40 },
];

/// The bytes at which a secret may begin, or the value of one.
const BEGINS: [bool; 256] = begins();
const KEY_BEGINS: &[u8] = b"-----BEGIN ";
const KEY_ENDS: &[u8] = b"-----END ";
/// What stands where a secret stood.
const MASK: u8 = b'X';

const fn begins() -> [bool; 256] {
    let mut begins = [false; 256];
    let mut byte = 0;
    while byte < begins.len() {
        begins[byte] = matches!(byte as u8, b'-' | b'0'..=b'9' | b'=' | b':');
        byte += 1;
    }
    let mut shape = 0;
    while shape < SHAPES.len() {
        begins[SHAPES[shape].prefix.as_bytes()[0] as usize] = true;
        shape += 1;
    }
    begins
}

fn is_word(byte: u8) -> bool {
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

/// From where on the next secret is not to be shown, and where it ends.
fn next_secret(bytes: &[u8], mut at: usize) -> Option<(usize, usize)> {
    let may_begin = |byte: &u8| BEGINS[usize::from(*byte)];
    while let Some(plain) = bytes.get(at..).and_then(|rest| rest.iter().position(may_begin)) {
        at += plain;
        let begins_word = at == 0 || !is_word(bytes.get(at - 1).copied().unwrap_or(b' '));
        let found = if begins_word { secret_at(bytes.get(at..).unwrap_or_default()) } else { None };
        let found = found.map(|(shown, length)| (at + shown, at + length));
        if let Some(found) = found.or_else(|| secret_value(bytes, at)) {
            return Some(found);
        }
        at += 1;
    }
    None
}

fn is_masked(secret: &[u8]) -> bool {
    secret.iter().all(|byte| matches!(*byte, MASK | b'\n' | b'\r'))
}

/// How much of the secret at the beginning may be shown, and how long it is.
fn secret_at(rest: &[u8]) -> Option<(usize, usize)> {
    match rest.first()? {
        b'-' => private_key(rest),
        b'0'..=b'9' => bot_key(rest),
        _ => SHAPES.iter().filter(|shape| begins_alike(shape.prefix, rest)).find_map(|shape| {
            let after = rest.strip_prefix(shape.prefix.as_bytes())?;
            let length = after.iter().take_while(|byte| (shape.follows)(**byte)).count();
            let mut key = after.iter().take(length);
            // Words of prose have small letters and hyphens, but seldom a digit.
            let looks_like_words = key.clone().any(|byte| byte.is_ascii_lowercase() || *byte == b'-');
            let is_word_of_prose = looks_like_words && !key.any(u8::is_ascii_digit);
            (length >= shape.at_least && !is_word_of_prose)
                .then_some((shape.prefix.len(), shape.prefix.len() + length))
        }),
    }
}

/// Asked at every word of every text, so only two bytes are looked at: words of prose seldom begin as a key does.
fn begins_alike(prefix: &str, rest: &[u8]) -> bool {
    match (prefix.as_bytes(), rest) {
        ([first, second, ..], [one, two, ..]) => first == one && second == two,
        _ => false,
    }
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

/// `123456789:` and 35 letters: the key of a bot.
fn bot_key(rest: &[u8]) -> Option<(usize, usize)> {
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let after = rest.get(digits..)?.strip_prefix(b":")?;
    let length = after.iter().take_while(|byte| is_word(**byte)).count();
    ((8..=10).contains(&digits) && length == 35).then_some((digits + 1, digits + 1 + length))
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
