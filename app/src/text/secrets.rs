//! Keys and tokens that slipped into a text. They are masked before the text is stored, byte for byte, so that
//! every span and every hash speaks of the masked text.

use std::iter;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, Input, MatchKind};
use memchr::{memchr2_iter, memmem};

use super::assigned::{password_in_address, secret_value};
use super::key_shapes::{LOWEST, SHAPES, Shape, is_token, is_word};

/// Finds the prefixes of all shapes.
static PREFIXES: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let prefixes = SHAPES.iter().map(|shape| shape.prefix);
    AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(prefixes).ok()
});
static PRIVATE_KEY: LazyLock<memmem::Finder<'_>> = LazyLock::new(|| memmem::Finder::new(KEY_BEGINS));

/// The fewest bytes that follow the prefix of any key. Most words are shorter, so most of a text isn't searched for prefixes.
const SHORTEST: usize = 16;
/// The length of the longest prefix that ends with a space, and so is no part of the word behind it.
const BEFORE: usize = "Authorization: Basic ".len();

/// By so much of it a key, or the value of one, differs from words of prose.
pub(super) const JUDGED: usize = 256;
const KEY_BEGINS: &[u8] = b"-----BEGIN ";
const KEY_ENDS: &[u8] = b"-----END ";
/// What replaces a secret.
const MASK: u8 = b'X';

/// Masks everything that has the shape of a key in place, and returns how many. What was masked isn't found again.
pub fn mask_secrets(bytes: &mut [u8]) -> u32 {
    let mut masked = 0;
    for (start, end) in secrets(bytes).collect::<Vec<_>>() {
        let secret = bytes.get_mut(start..end).unwrap_or_default();
        if !is_masked(secret) {
            masked += 1;
            for byte in secret.iter_mut().filter(|byte| !matches!(**byte, b'\n' | b'\r')) {
                *byte = MASK;
            }
        }
    }
    masked
}

/// Whether a text holds what has the shape of a key, be it masked or not.
pub fn holds_secret(text: &str) -> bool {
    let bytes = text.as_bytes();
    // Before the first is found, no prefix and no sign is part of one.
    prefixes(bytes).any(|prefix| key_at(bytes, &prefix).is_some())
        || memchr2_iter(b':', b'=', bytes).any(|sign| value_at(bytes, 0, sign).is_some())
}

/// A prefix, with its shape. A private key has none.
struct Prefix {
    shape: Option<&'static Shape>,
    start: usize,
    end: usize,
}

/// Returns the prefixes of what is long enough for a key, and those of private keys.
fn prefixes(bytes: &[u8]) -> impl Iterator<Item = Prefix> {
    let of_words = long_words(bytes).flat_map(move |word| {
        let looked_at = word.start.saturating_sub(BEFORE)..word.end;
        PREFIXES.iter().flat_map(move |finder| finder.find_iter(Input::new(bytes).span(looked_at.clone())))
    });
    let mut of_words = of_words
        .map(|found| Prefix {
            shape: SHAPES.get(found.pattern().as_usize()),
            start: found.start(),
            end: found.end(),
        })
        .peekable();
    let mut private = PRIVATE_KEY
        .find_iter(bytes)
        .map(|start| Prefix { shape: None, start, end: start + KEY_BEGINS.len() })
        .peekable();
    iter::from_fn(move || {
        let start = private.peek().map(|private| private.start);
        of_words.next_if(|prefix| start.is_none_or(|start| prefix.start < start)).or_else(|| private.next())
    })
}

/// Returns where at least [`SHORTEST`] bytes of keys follow each other: such a word covers a block of half its length, and most
/// blocks hold a space.
fn long_words(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    // The next block, and where a word may begin that covers it.
    let (mut at, mut from) = (0, 0);
    iter::from_fn(move || {
        loop {
            let block: &[u8; SHORTEST / 2] = bytes.get(at..)?.first_chunk()?;
            if holds_none(u64::from_ne_bytes(*block)) {
                at += block.len();
                continue;
            }
            let before = bytes.get(from..at)?;
            let start = before.iter().rposition(|byte| !is_token(*byte)).map_or(from, |gap| from + gap + 1);
            let after = bytes.get(at..)?;
            let end = after.iter().position(|byte| !is_token(*byte)).map_or(bytes.len(), |gap| at + gap);
            (at, from) = (end + 1, end);
            if end - start >= SHORTEST {
                return Some(start..end);
            }
        }
    })
}

/// Whether one of eight bytes is lower than each byte of a key, as spaces are, or isn't ASCII. Says so at once, for all of them.
const fn holds_none(block: u64) -> bool {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    const HIGHEST: u64 = EACH << 7;
    let lower = block.wrapping_sub(EACH * LOWEST as u64) & !block;
    (lower | block) & HIGHEST != 0
}

/// From where on each secret is not to be shown, and where it ends, in order.
fn secrets(bytes: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let mut prefixes = prefixes(bytes).peekable();
    let mut signs = memchr2_iter(b':', b'=', bytes).peekable();
    // Where the last one ended.
    let mut from = 0;
    iter::from_fn(move || {
        loop {
            let is_next = |prefix: &Prefix| signs.peek().is_none_or(|sign| prefix.start < *sign);
            let found = match prefixes.next_if(is_next) {
                Some(prefix) => Some(prefix)
                    .filter(|prefix| prefix.start >= from)
                    .and_then(|prefix| key_at(bytes, &prefix)),
                None => Some(signs.next()?)
                    .filter(|sign| *sign >= from)
                    .and_then(|sign| value_at(bytes, from, sign)),
            };
            if let Some((_, end)) = found {
                from = end;
                return found;
            }
        }
    })
}

/// Returns the key that begins with a prefix.
fn key_at(bytes: &[u8], prefix: &Prefix) -> Option<(usize, usize)> {
    if !begins_word(bytes, prefix.start) {
        return None;
    }
    let after = bytes.get(prefix.end..)?;
    let (shown, length) = match prefix.shape {
        Some(shape) => (0, key(shape, after)?),
        None => private_key(after)?,
    };
    Some((prefix.end + shown, prefix.end + length))
}

/// Returns the key of a bot, or the value of a name, behind a sign.
fn value_at(bytes: &[u8], from: usize, sign: usize) -> Option<(usize, usize)> {
    let before = bytes.get(from..sign)?;
    if let Some(password) = password_in_address(bytes, before, sign) {
        return Some(password);
    }
    if !before.last()?.is_ascii_digit() {
        return secret_value(bytes, from, sign);
    }
    let after = bytes.get(sign..)?.strip_prefix(b":")?;
    let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let length = bot_key(digits, after).filter(|_| begins_word(bytes, sign - digits))?;
    Some((sign + 1, sign + 1 + length))
}

fn begins_word(bytes: &[u8], start: usize) -> bool {
    let before = start.checked_sub(1).and_then(|before| bytes.get(before));
    !before.is_some_and(|before| is_word(*before))
}

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
fn private_key(after: &[u8]) -> Option<(usize, usize)> {
    let title = after.get(..after.len().min(60))?;
    let line = title.split(|byte| *byte == b'\n').next()?;
    let shown = line.len();
    memmem::find(line, b"PRIVATE KEY-----")?;
    let length = memmem::find(after.get(shown..)?, KEY_ENDS).map_or(after.len(), |end| shown + end);
    Some((shown, length))
}

/// Matches the key of a bot, `123456789:` and 35 letters. Returns how many letters follow.
fn bot_key(digits: usize, after: &[u8]) -> Option<usize> {
    if !(8..=10).contains(&digits) {
        return None;
    }
    let length = after.iter().take(36).take_while(|byte| is_word(**byte)).count();
    (length == 35).then_some(length)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        BEFORE, PREFIXES, Prefix, SHAPES, holds_secret, is_token, key_at, long_words, mask_secrets, prefixes,
    };

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
        check("AWS_SECRET_ACCESS_KEY=aB3/cD4+", "AWS_SECRET_ACCESS_KEY=XXXXXXXX", 1);
        check("AccountName=a;AccountKey=aB3cD4eF==", "AccountName=a;AccountKey=XXXXXXXXXX", 1);
        check("secret = s3cr3t-word\nnext", "secret = XXXXXXXXXXX\nnext", 1);
    }

    #[test]
    fn a_password_in_an_address_is_masked() {
        let masked = "X".repeat(12);
        check("postgres://ada:s3cret-word1@db/a", &format!("postgres://ada:{masked}@db/a"), 1);
        check("(redis://u1:s3cret-word1@db)", &format!("(redis://u1:{masked}@db)"), 1);
        for text in [
            "postgres://ada:password@db/a",
            "postgres://ada:$PASSWORD1@db/a",
            "https://example.org:8080/a1b2c3d4@x",
            "ada:s3cret-word1@db",
            "http://[::1]:4180/@a",
        ] {
            check(text, text, 0);
        }
        check(&"://a:b1b1b1b1".repeat(2_000), &"://a:b1b1b1b1".repeat(2_000), 0);
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
            "key-value-pairs and key-1234",
            "harmony_viewers_connected_in_the_last_hour_total",
            "primary_key: user_id_12345",
            "risk-free-and-other-long-compound-words-are-fine",
            "a task-based-and-very-long-hyphenated-name",
            "sk-learn-is-a-library-for-machine-learning",
            "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
            "src/AKIA.rs:12 and 2026-11-20T05:46:00",
        ] {
            check(text, text, 0);
        }
    }

    fn piece() -> impl Strategy<Value = String> {
        let prefix = (0..SHAPES.len()).prop_map(|shape| SHAPES[shape].prefix.to_owned());
        prop_oneof![3 => prefix, 3 => "[a-z0-9]{12,40}", 1 => "[A-Z0-9]{16}", 2 => "[ -/:=.\\n]", 2 => "[a-z]{1,8} "]
    }

    proptest! {
        #[test]
        fn no_key_is_missed_because_most_words_are_short(pieces in prop::collection::vec(piece(), 0..12)) {
            let text = pieces.concat();
            let bytes = text.as_bytes();
            let found: Vec<_> =
                prefixes(bytes).filter(|prefix| key_at(bytes, prefix).is_some()).map(|prefix| prefix.start).collect();
            for prefix in PREFIXES.as_ref().unwrap().find_iter(bytes) {
                let shape = Some(&SHAPES[prefix.pattern().as_usize()]);
                let prefix = Prefix { shape, start: prefix.start(), end: prefix.end() };
                let is_found = found.contains(&prefix.start);
                prop_assert!(is_found || key_at(bytes, &prefix).is_none(), "{text:?} at {}", prefix.start);
            }
        }
    }

    #[test]
    fn a_long_word_is_found_wherever_it_is() {
        for before in 0..20 {
            for length in 0..40 {
                for gap in [" ", "|", "é"] {
                    let text = format!("{}{gap}{}{gap}a", "b".repeat(before), "c".repeat(length));
                    let words: Vec<_> =
                        long_words(text.as_bytes()).map(|word| text[word].to_owned()).collect();
                    let expected: Vec<_> = text.split(gap).filter(|word| word.len() >= 16).collect();
                    assert_eq!(words, expected);
                }
            }
        }
    }

    #[test]
    fn no_byte_of_a_key_is_lower() {
        let lower = (0..=u8::MAX).filter(|byte| is_token(*byte)).min();
        assert_eq!(lower, Some(super::LOWEST));
    }

    #[test]
    fn what_is_looked_at_before_a_long_word_holds_each_prefix() {
        for shape in SHAPES {
            let beside = shape.prefix.trim_end_matches(|letter| letter != ' ');
            assert!(beside.len() <= BEFORE && shape.at_least >= super::SHORTEST, "{}", shape.prefix);
        }
    }
}
