//! Deserializes values of an unexpected type as `None` instead of an error, since the format changes between versions of
//! the program.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A value, if it has the expected type.
#[derive(Clone, Debug)]
pub struct Lenient<T>(pub Option<T>);

impl<T> Default for Lenient<T> {
    fn default() -> Self {
        Self(None)
    }
}

/// How to deserialize a value from each type of JSON. Types without a method are skipped.
pub trait Expected<'de>: Sized {
    fn text(_: Cow<'de, str>) -> Option<Self> {
        None
    }

    fn flag(_: bool) -> Option<Self> {
        None
    }

    fn number(_: u64) -> Option<Self> {
        None
    }

    fn list<A: SeqAccess<'de>>(mut list: A) -> Result<Option<Self>, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn object<A: MapAccess<'de>>(mut object: A) -> Result<Option<Self>, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

impl<'de: 'l, 'l> Expected<'de> for Cow<'l, str> {
    fn text(text: Cow<'de, str>) -> Option<Self> {
        Some(text)
    }
}

impl Expected<'_> for bool {
    fn flag(flag: bool) -> Option<Self> {
        Some(flag)
    }
}

impl Expected<'_> for u64 {
    fn number(number: u64) -> Option<Self> {
        Some(number)
    }
}

impl<'de, T: Expected<'de>> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Taker(PhantomData)).map(Self)
    }
}

struct Taker<T>(PhantomData<T>);

impl<'de, T: Expected<'de>> Visitor<'de> for Taker<T> {
    type Value = Option<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(T::text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(T::text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        T::list(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Self::Value, A::Error> {
        T::object(object)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Self::Value, E> {
        Ok(T::flag(flag))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(T::number(number))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(None)
    }
}
