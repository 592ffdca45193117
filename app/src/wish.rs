//! A reader's wish to have a text read as a format of their choice, against what is recognized.

use crate::fault::Fault;
use crate::format::Parsed;
use crate::formats::{FRONT_DESK, Room};
use crate::scan;
use crate::text::Text;

/// Which format, and of which block. It travels in the address of a page.
#[derive(Copy, Clone)]
pub struct Wish {
    pub room: &'static Room,
    /// The first byte of the block that is meant; the whole text without it.
    pub at: Option<u32>,
}

impl Wish {
    /// What a block says that is read against its recognition.
    pub const REASON: &str = "the reader's wish";

    /// As `?as=5.1&at=120` says it; a format that nobody knows is no wish, and neither is a place that is no number.
    pub fn of(format: Option<&str>, at: Option<&str>) -> Result<Option<Self>, Fault> {
        let asked = |value: Option<&'_ str>| value.filter(|value| !value.is_empty()).map(str::to_owned);
        let place = asked(at).map(|at| at.parse().map_err(|_| Fault::new("at", &at, "a whole number")));
        let at = place.transpose()?;
        let Some(format) = asked(format) else { return Ok(None) };
        let room = FRONT_DESK.iter().find(|room| room.spec.id == format || room.spec.slug == format);
        let room = room.ok_or_else(|| Fault::new("as", &format, "the id of a format, as 5.1"))?;
        Ok(Some(Self { room, at }))
    }

    /// The blocks of a text under a wish, or without one.
    pub fn read(wish: Option<Self>, text: &Text) -> Vec<Parsed> {
        match wish {
            Some(wish) => scan::read_as(text, wish),
            None => scan::read(text),
        }
    }
}
