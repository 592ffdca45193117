//! Links that carry a text behind their `#`, where browsers send nothing of it.

use std::fmt;

use data_encoding::BASE64URL_NOPAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use leptos_router::location::Url;

/// A text as a link carries it: `t` is the text, compressed by raw deflate and written as base64url.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Carried {
    pub text: String,
    /// What the text is called.
    pub name: String,
    /// The id of the format that it is read as, if not as recognized.
    pub read_as: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// The link carries no text at all.
    Empty,
    TooLong,
    Damaged,
    TooLarge,
}

impl fmt::Display for LinkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Empty => "This link carries no text. Make one with the button “Share” of the playground.",
            Self::TooLong => {
                "The text is too long for a link: browsers take a million characters. Send the file instead."
            }
            Self::Damaged => {
                "The text in this link is damaged. The link was probably cut on its way: copy it again, as a whole."
            }
            Self::TooLarge => "The text in this link has more than 2 MB. Open the file in the playground instead.",
        })
    }
}

impl Carried {
    /// Firefox takes 1 MiB of an address, other browsers more.
    pub const LONGEST_LINK: usize = 1_000_000;
    /// No text of a link is longer, in bytes. A link of a kilobyte may stand for a text of a megabyte.
    pub const LONGEST_TEXT: usize = 2 * 1024 * 1024;
    const LONGEST_NAME: usize = 200;
    /// From 0 to 10; more compresses no better.
    const EFFORT: u8 = 9;

    /// Returns what comes behind the `#` of a link to this text.
    pub fn fragment(&self) -> Result<String, LinkError> {
        if self.text.len() > Self::LONGEST_TEXT {
            return Err(LinkError::TooLarge);
        }
        let packed = compress_to_vec(self.text.as_bytes(), Self::EFFORT);
        let mut fragment = format!("t={}", BASE64URL_NOPAD.encode(&packed));
        for (name, value) in [("as", &self.read_as), ("name", &self.name)] {
            if !value.is_empty() {
                fragment.push_str(&format!("&{name}={}", Url::escape(value)));
            }
        }
        if fragment.len() > Self::LONGEST_LINK { Err(LinkError::TooLong) } else { Ok(fragment) }
    }

    /// Reads what comes behind the `#`. The text is unpacked as far as its limit.
    pub fn of(fragment: &str) -> Result<Self, LinkError> {
        if fragment.len() > Self::LONGEST_LINK {
            return Err(LinkError::TooLong);
        }
        let part =
            |name: &str| fragment.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
        let words = |name: &str| {
            let words = Url::unescape(part(name).unwrap_or_default());
            words.chars().take(Self::LONGEST_NAME).collect::<String>()
        };
        let packed = part("t").filter(|packed| !packed.is_empty()).ok_or(LinkError::Empty)?;
        let packed = packed.trim_end_matches('=');
        let packed = BASE64URL_NOPAD.decode(packed.as_bytes()).map_err(|_| LinkError::Damaged)?;
        let text = decompress_to_vec_with_limit(&packed, Self::LONGEST_TEXT).map_err(|error| {
            use miniz_oxide::inflate::TINFLStatus;
            if error.status == TINFLStatus::HasMoreOutput { LinkError::TooLarge } else { LinkError::Damaged }
        })?;
        let text = String::from_utf8(text).map_err(|_| LinkError::Damaged)?;
        Ok(Self { text, name: words("name"), read_as: words("as") })
    }
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64URL_NOPAD;
    use miniz_oxide::deflate::compress_to_vec;

    use super::{Carried, LinkError};

    fn carried(text: &str) -> Carried {
        Carried { text: text.to_owned(), name: "a & b.md".to_owned(), read_as: "5.1".to_owned() }
    }

    #[test]
    fn a_link_carries_the_text_as_it_is() {
        for text in ["# Review Report: x\r\n", "한국어 \u{202e}", "", &"ab".repeat(500_000)] {
            let fragment = carried(text).fragment().unwrap();
            assert!(fragment.bytes().all(|byte| byte.is_ascii_graphic()), "{fragment}");
            assert_eq!(Carried::of(&fragment), Ok(carried(text)));
        }
    }

    #[test]
    fn what_carries_no_text_says_why() {
        assert_eq!(Carried::of(""), Err(LinkError::Empty));
        assert_eq!(Carried::of("L12"), Err(LinkError::Empty));
        assert_eq!(Carried::of("t=%%%"), Err(LinkError::Damaged));
        let cut = carried("# Review Report: x").fragment().unwrap();
        let cut: String = cut.chars().take(12).collect();
        assert_eq!(Carried::of(&cut), Err(LinkError::Damaged));
        assert_eq!(Carried::of(&format!("t={}", "A".repeat(Carried::LONGEST_LINK))), Err(LinkError::TooLong));
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let bomb = compress_to_vec(&vec![b'a'; 64 * 1024 * 1024], 9);
        let fragment = format!("t={}", BASE64URL_NOPAD.encode(&bomb));
        assert!(fragment.len() < 200_000, "{}", fragment.len());
        assert_eq!(Carried::of(&fragment), Err(LinkError::TooLarge));
        assert_eq!(carried(&"a".repeat(Carried::LONGEST_TEXT + 1)).fragment(), Err(LinkError::TooLarge));
    }
}
