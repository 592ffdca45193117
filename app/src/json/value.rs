//! A JSON value with the place of everything in it.

use std::borrow::Cow;

use crate::text::Span;

#[derive(Clone, Debug, PartialEq)]
pub struct Json<'t> {
    pub span: Span,
    pub kind: Kind<'t>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind<'t> {
    Null,
    Bool(bool),
    /// As written, and well formed.
    Number(&'t str),
    Text(Cow<'t, str>),
    /// No JSON value: `PASS|FAIL` without quotes, `NaN`.
    Word(&'t str),
    List(Vec<Json<'t>>),
    Object(Vec<Member<'t>>),
    /// A key without a value, or one that is nested too deep to be read.
    Missing,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Member<'t> {
    pub key: Cow<'t, str>,
    /// With its quotes.
    pub key_span: Span,
    pub value: Json<'t>,
}

impl Member<'_> {
    pub fn span(&self) -> Span {
        self.key_span.to(self.value.span)
    }
}

impl<'t> Json<'t> {
    /// Returns a value that is missing at a place.
    pub(super) const fn missing(at: usize) -> Self {
        Self { span: Span::empty_at(at as u32), kind: Kind::Missing }
    }

    pub(super) const fn is_missing(&self) -> bool {
        matches!(self.kind, Kind::Missing) && self.span.is_empty()
    }

    pub fn members(&self) -> &[Member<'t>] {
        match &self.kind {
            Kind::Object(members) => members,
            _ => &[],
        }
    }

    pub fn items(&self) -> &[Json<'t>] {
        match &self.kind {
            Kind::List(items) => items,
            _ => &[],
        }
    }

    /// Returns the member with this name; the last if there are several, as in other readers.
    pub fn get(&self, key: &str) -> Option<&Json<'t>> {
        self.members().iter().rev().find(|member| member.key == key).map(|member| &member.value)
    }

    /// The value at a path of names: `tests.passed`.
    pub fn at(&self, path: &str) -> Option<&Json<'t>> {
        match path.bytes().position(|byte| byte == b'.').and_then(|dot| path.split_at_checked(dot)) {
            Some((key, rest)) => self.get(key)?.at(rest.get(1..)?),
            None => self.get(path),
        }
    }

    /// A text, or a bare word that was meant as one.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text) => Some(text),
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    pub const fn flag(&self) -> Option<bool> {
        match self.kind {
            Kind::Bool(flag) => Some(flag),
            _ => None,
        }
    }

    pub fn number(&self) -> Option<f64> {
        match self.kind {
            Kind::Number(number) => number.parse().ok(),
            _ => None,
        }
    }

    /// A whole number that is not negative; `3.0` is one.
    pub fn count(&self) -> Option<u32> {
        let number = self.number()?;
        let is_count = number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0;
        is_count.then_some(number as u32)
    }

    /// What kind of value it is, in words.
    pub const fn named(&self) -> &'static str {
        match self.kind {
            Kind::Null => "null",
            Kind::Bool(_) => "a boolean",
            Kind::Number(_) => "a number",
            Kind::Text(_) => "a string",
            Kind::Word(_) => "a bare word",
            Kind::List(_) => "a list",
            Kind::Object(_) => "an object",
            Kind::Missing => "nothing",
        }
    }

    /// As it is shown and passed on, without its places.
    pub fn plain(&self) -> serde_json::Value {
        use serde_json::Value;

        match &self.kind {
            Kind::Null | Kind::Missing => Value::Null,
            Kind::Bool(flag) => Value::Bool(*flag),
            Kind::Number(written) => {
                let number = written.parse().map(Value::Number);
                number.unwrap_or_else(|_| Value::String((*written).to_owned()))
            }
            Kind::Text(text) => Value::String(text.clone().into_owned()),
            Kind::Word(word) => Value::String((*word).to_owned()),
            Kind::List(items) => items.iter().map(Json::plain).collect(),
            Kind::Object(members) => {
                members.iter().map(|member| (member.key.clone().into_owned(), member.value.plain())).collect()
            }
        }
    }
}
