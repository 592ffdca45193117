//! The issues that make a strict reader of JSON reject a text.

use crate::text::Span;

/// A text with more issues was not meant as JSON; the limit also bounds what a hostile text costs.
pub(super) const MOST_ISSUES: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxIssue {
    pub kind: SyntaxIssueKind,
    /// From the very character that is wrong.
    pub span: Span,
    /// What to write in place of which bytes, where that is certain.
    pub fix: Option<(Span, String)>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SyntaxIssueKind {
    TrailingComma,
    MissingComma,
    ExtraComma,
    MissingColon,
    MissingValue,
    MissingBracket,
    ForeignSpace,
    Comment,
    ForeignQuotes,
    UnquotedKey,
    BareWord,
    InnerQuote,
    RawControl,
    UnknownEscape,
    UnclosedString,
    Unclosed,
    Unexpected,
    TooDeep,
}

impl SyntaxIssueKind {
    pub const fn message(self) -> &'static str {
        match self {
            Self::TrailingComma => "a comma before the closing bracket",
            Self::MissingComma => "no comma between two values",
            Self::ExtraComma => "a comma without a value before it",
            Self::MissingColon => "no `:` between key and value",
            Self::MissingValue => "a key without a value",
            Self::MissingBracket => "a bracket is not closed",
            Self::ForeignSpace => "white space that JSON does not know",
            Self::Comment => "a comment, which JSON does not know; what it says belongs in a field",
            Self::ForeignQuotes => "quotes other than `\"`",
            Self::UnquotedKey => "a key without quotes",
            Self::BareWord => "a word without quotes",
            Self::InnerQuote => "a quote inside a string is not escaped",
            Self::RawControl => "a line break or control character in a string is not escaped",
            Self::UnknownEscape => "an escape that JSON does not know",
            Self::UnclosedString => "a string is not closed",
            Self::Unclosed => "the text was cut off here, in the middle of its JSON: have it sent again",
            Self::Unexpected => "neither a key nor a bracket follows here; the rest can't be read",
            Self::TooDeep => "nested more than 64 deep; what is inside is not read",
        }
    }

    pub const fn fix_title(self) -> &'static str {
        match self {
            Self::TrailingComma | Self::ExtraComma => "Remove the comma",
            Self::MissingComma => "Insert a comma",
            Self::MissingColon => "Insert a colon",
            Self::MissingValue => "Say `null`",
            Self::MissingBracket => "Close the bracket",
            Self::ForeignSpace => "Write a space",
            Self::ForeignQuotes | Self::UnquotedKey | Self::BareWord => "Write it as JSON",
            Self::InnerQuote => "Escape the quote",
            Self::RawControl | Self::UnknownEscape => "Escape it",
            Self::UnclosedString => "Close the string",
            // Only the author can decide what to remove or to add.
            Self::Comment | Self::Unclosed | Self::Unexpected | Self::TooDeep => "",
        }
    }

    /// The text breaks off, which no edit can make good.
    pub const fn is_end(self) -> bool {
        matches!(self, Self::Unclosed | Self::Unexpected)
    }
}
