//! A request to parse a text as a given format, regardless of what would be recognized.

use crate::catalog::Catalog;
use crate::formats::RegisteredFormat;
use crate::query_error::QueryError;

/// The requested format, and the block to parse as it. Part of a page's address.
#[derive(Copy, Clone)]
pub struct ReadAs {
    pub room: &'static RegisteredFormat,
    /// The first byte of the block; `None` for the whole text.
    pub at: Option<u32>,
}

impl ReadAs {
    /// The reason of a block that is parsed on request.
    pub const REASON: &str = "the reader's wish";

    /// Parses `?as=5.1&at=120`. An unknown format or an `at` that is no number is an error.
    pub fn of(format: Option<&str>, at: Option<&str>) -> Result<Option<Self>, QueryError> {
        let asked = |value: Option<&'_ str>| value.filter(|value| !value.is_empty()).map(str::to_owned);
        let place = asked(at).map(|at| at.parse().map_err(|_| QueryError::new("at", &at, "a whole number")));
        let at = place.transpose()?;
        let Some(format) = asked(format) else { return Ok(None) };
        let room = Catalog::current().room(&format);
        let room = room.ok_or_else(|| QueryError::new("as", &format, "the id of a format, as 5.1"))?;
        Ok(Some(Self { room, at }))
    }
}
