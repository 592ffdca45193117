//! The keys of an object, for a strict reader.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

/// Few answers have more.
const USUAL: usize = 16;

/// The keys of an object, each as it is in the text; one with an escape is an error.
pub(super) struct Keys<'t>(pub Vec<&'t str>);

impl<'t> Deserialize<'t> for Keys<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OfKeys).map(Keys)
    }
}

struct OfKeys;

impl<'t> Visitor<'t> for OfKeys {
    type Value = Vec<&'t str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<M: MapAccess<'t>>(self, mut members: M) -> Result<Self::Value, M::Error> {
        let mut keys = Vec::with_capacity(USUAL);
        while let Some((key, IgnoredAny)) = members.next_entry()? {
            keys.push(key);
        }
        Ok(keys)
    }
}
