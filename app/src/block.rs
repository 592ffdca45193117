//! A piece of a text that a format claims, and how it was recognized.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::markdown::{Outline, read_in_quote};
use crate::text::{Span, Text};

crate::named::named! {
    /// Which text of the contract a shape belongs to.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Revision {
        Current = "current",
        RevA = "rev-a",
        /// An older heading or older labels.
        Legacy = "legacy",
        /// Recognized by sense.
        Free = "free",
    }
}

/// A place where a format was recognized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recognition {
    /// From the opener to the last byte that belongs to the block.
    pub span: Span,
    pub revision: Revision,
    /// Why, in words for a reader: "heading `# Review Report:`".
    pub reason: &'static str,
}

impl Recognition {
    /// Returns a block whose opener is the contract's or another, with the reason for either.
    pub const fn of(span: Span, is_contract: bool, [by_contract, otherwise]: [&'static str; 2]) -> Self {
        match is_contract {
            true => Self { span, revision: Revision::Current, reason: by_contract },
            false => Self { span, revision: Revision::Legacy, reason: otherwise },
        }
    }
}

/// A piece of a text that a format claims.
#[derive(Debug)]
pub struct Block<'t> {
    pub text: &'t Text,
    /// Headings, tables, lists, fences and key-value lines of the whole text.
    pub outline: &'t Outline,
    pub span: Span,
    pub revision: Revision,
    /// Inside a code fence: an example, not an event.
    pub fenced: bool,
    pub reason: &'static str,
}

impl<'t> Block<'t> {
    /// A fragment as it was meant, without the marks of the quote that the block as a whole is in.
    pub fn read(&self, span: Span) -> Cow<'t, str> {
        read_in_quote(self.text, self.outline, self.span.start, span)
    }
}
