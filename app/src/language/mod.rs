//! The languages of pages. English is what the code is written in; the catalog has the others. A page is rendered in
//! English and translated piece by piece, so that a sentence is in the code once, and nothing has to be looked up there.

use std::borrow::Cow;

#[cfg(feature = "ssr")]
mod catalogue;
#[cfg(feature = "ssr")]
mod pattern;

#[cfg(feature = "ssr")]
pub use catalogue::Catalogue;

/// A language that pages are shown in.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    English,
    Korean,
}

/// Begins a piece of a page that comes from outside, and is not translated. The character is for private use.
pub const FROM_OUTSIDE: char = '\u{e000}';

impl Language {
    pub const ALL: [Self; 2] = [Self::English, Self::Korean];
    pub const COOKIE: &str = "harmony-language";

    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Korean => "ko",
        }
    }

    /// Its name in itself.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Korean => "한국어",
        }
    }

    pub fn of_tag(tag: &str) -> Option<Self> {
        let primary = tag.trim().split('-').next().unwrap_or_default();
        Self::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// Returns the first language of a header `Accept-Language` that there is. Browsers list them by preference.
    pub fn accepted(header: &str) -> Option<Self> {
        header.split(',').find_map(|range| Self::of_tag(range.split(';').next().unwrap_or_default()))
    }

    /// Returns the language of a request: the one that the reader chose, or the browser's.
    #[cfg(feature = "ssr")]
    pub fn of_request(headers: &http::HeaderMap) -> Self {
        let chosen = || Self::of_tag(crate::cookie::cookie(headers, Self::COOKIE)?);
        let of_browser = || Self::accepted(headers.get(http::header::ACCEPT_LANGUAGE)?.to_str().ok()?);
        chosen().or_else(of_browser).unwrap_or_default()
    }
}

/// Translates a sentence into the language of the page: one that is taken apart before it is shown. Without a translation
/// it stays as it is.
#[cfg(feature = "ssr")]
pub fn translated(english: &str) -> Cow<'_, str> {
    let language = leptos::prelude::use_context::<Language>().unwrap_or_default();
    let found = Catalogue::of(language).and_then(|catalogue| catalogue.translate(english));
    found.map_or(Cow::Borrowed(english), Cow::Owned)
}

/// As it is: what a browser draws by itself is in English.
#[cfg(not(feature = "ssr"))]
pub fn translated(english: &str) -> Cow<'_, str> {
    Cow::Borrowed(english)
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn the_first_language_that_there_is_counts() {
        for (header, expected) in [
            ("ko-KR,ko;q=0.9,en;q=0.8", Some(Language::Korean)),
            ("fr, en-GB;q=0.8, ko;q=0.5", Some(Language::English)),
            ("fr", None),
            ("", None),
        ] {
            assert_eq!(Language::accepted(header), expected, "{header}");
        }
    }
}
