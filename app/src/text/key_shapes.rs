//! The shapes of keys and tokens of services.

use super::ByteSet;

/// A shape of key: how it begins, which bytes follow, and how many at least.
pub struct Shape {
    pub prefix: &'static str,
    pub follows: fn(u8) -> bool,
    pub at_least: usize,
}

#[rustfmt::skip]
pub const SHAPES: &[Shape] = &[
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
    // Harmony's own.
    Shape { prefix: "harmony_", follows: is_base32, at_least: 32 },
    Shape { prefix: "sk_live_", follows: is_word, at_least: 20 },
    Shape { prefix: "sk_test_", follows: is_word, at_least: 20 },
    Shape { prefix: "rk_live_", follows: is_word, at_least: 20 },
    Shape { prefix: "rk_test_", follows: is_word, at_least: 20 },
    Shape { prefix: "whsec_", follows: is_token, at_least: 24 },
    Shape { prefix: "glrt-", follows: is_word, at_least: 20 },
    Shape { prefix: "gldt-", follows: is_word, at_least: 20 },
    Shape { prefix: "xoxs-", follows: is_word, at_least: 20 },
    Shape { prefix: "xoxr-", follows: is_word, at_least: 20 },
    Shape { prefix: "xoxe-", follows: is_word, at_least: 20 },
    Shape { prefix: "hooks.slack.com/services/", follows: is_token, at_least: 40 },
    Shape { prefix: "GOCSPX-", follows: is_word, at_least: 24 },
    Shape { prefix: "ya29.", follows: is_word, at_least: 40 },
    Shape { prefix: "SG.", follows: is_token, at_least: 60 },
    Shape { prefix: "key-", follows: is_hex, at_least: 32 },
    Shape { prefix: "shpat_", follows: is_hex, at_least: 32 },
    Shape { prefix: "shpss_", follows: is_hex, at_least: 32 },
    Shape { prefix: "dop_v1_", follows: is_hex, at_least: 64 },
    Shape { prefix: "dckr_pat_", follows: is_word, at_least: 24 },
    Shape { prefix: "lin_api_", follows: is_word, at_least: 32 },
    Shape { prefix: "ntn_", follows: is_word, at_least: 40 },
    Shape { prefix: "dapi", follows: is_hex, at_least: 32 },
    Shape { prefix: "NRAK-", follows: is_word, at_least: 24 },
    Shape { prefix: "glsa_", follows: is_word, at_least: 32 },
    Shape { prefix: "hvs.", follows: is_word, at_least: 24 },
    Shape { prefix: "sntrys_", follows: is_token, at_least: 40 },
    Shape { prefix: "AGE-SECRET-KEY-1", follows: is_upper, at_least: 50 },
    Shape { prefix: "PMAK-", follows: is_word, at_least: 50 },
    Shape { prefix: "ATATT3", follows: is_token, at_least: 60 },
    Shape { prefix: "r8_", follows: is_word, at_least: 32 },
    Shape { prefix: "gsk_", follows: is_word, at_least: 40 },
    Shape { prefix: "pplx-", follows: is_word, at_least: 40 },
    Shape { prefix: "xai-", follows: is_word, at_least: 60 },
    Shape { prefix: "sbp_", follows: is_hex, at_least: 40 },
    Shape { prefix: "pscale_tkn_", follows: is_word, at_least: 30 },
    Shape { prefix: "dp.pt.", follows: is_word, at_least: 40 },
    Shape { prefix: "Authorization: Basic ", follows: is_token, at_least: 16 },
    Shape { prefix: "bearer ", follows: is_token, at_least: 16 },
];

/// The bytes of keys, whatever their shape.
static TOKEN: ByteSet = ByteSet::of(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.+/=~");

/// The lowest of them.
pub const LOWEST: u8 = b'+';

pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn is_upper(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'a'..=b'f')
}

fn is_base32(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'2'..=b'7')
}

pub fn is_token(byte: u8) -> bool {
    TOKEN.has(byte)
}
