//! JSON as it is written: a key may be twice, and a value need not be one.

use std::fmt;

use serde_json::Value;

use crate::COMPLETE;

#[derive(Clone, Debug)]
pub enum Node {
    /// A value as written, or anything else in its place.
    Token(String),
    Object(Vec<(String, Node)>),
    List(Vec<Node>),
}

impl Node {
    pub fn example() -> Self {
        Self::of(&serde_json::from_str(COMPLETE).expect("a record"))
    }

    pub fn of(value: &Value) -> Self {
        match value {
            Value::Object(fields) => {
                Self::Object(fields.iter().map(|(name, field)| (name.clone(), Self::of(field))).collect())
            }
            Value::Array(items) => Self::List(items.iter().map(Self::of).collect()),
            other => Self::Token(other.to_string()),
        }
    }

    /// The paths of all fields, at any depth.
    pub fn paths(&self) -> Vec<Vec<String>> {
        let Self::Object(fields) = self else { return Vec::new() };
        let of_field = |(name, field): &(String, Self)| {
            let inner = field.paths().into_iter().map(|path| [vec![name.clone()], path].concat());
            std::iter::once(vec![name.clone()]).chain(inner).collect::<Vec<_>>()
        };
        fields.iter().flat_map(of_field).collect()
    }

    pub fn without(&self, path: &[String]) -> Self {
        self.changed(path, |fields, name| fields.retain(|(of, _)| of != name))
    }

    pub fn with(&self, path: &[String], token: &str) -> Self {
        self.changed(path, |fields, name| {
            let field = Self::Token(token.to_owned());
            match fields.iter_mut().find(|(of, _)| of == name) {
                Some(known) => known.1 = field,
                None => fields.push((name.to_owned(), field)),
            }
        })
    }

    /// Returns a copy with the field repeated at the end of its object.
    pub fn doubled(&self, path: &[String], token: &str) -> Self {
        self.changed(path, |fields, name| fields.push((name.to_owned(), Self::Token(token.to_owned()))))
    }

    /// Returns a copy with a change to the fields of the object that contains the path. Other values stay the same.
    fn changed(&self, path: &[String], change: impl FnOnce(&mut Vec<(String, Self)>, &str)) -> Self {
        let mut changed = self.clone();
        let mut at = &mut changed;
        let Some((name, outer)) = path.split_last() else { return changed };
        for step in outer {
            let Self::Object(fields) = at else { return changed };
            let Some((_, field)) = fields.iter_mut().find(|(of, _)| of == step) else { return changed };
            at = field;
        }
        if let Self::Object(fields) = at {
            change(fields, name);
        }
        changed
    }
}

impl fmt::Display for Node {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(token) => formatter.write_str(token),
            Self::Object(fields) => {
                formatter.write_str("{")?;
                for (index, (name, field)) in fields.iter().enumerate() {
                    let comma = if index > 0 { ", " } else { "" };
                    write!(formatter, "{comma}{}: {field}", Value::from(name.as_str()))?;
                }
                formatter.write_str("}")
            }
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(Self::to_string).collect();
                write!(formatter, "[{}]", items.join(", "))
            }
        }
    }
}

/// Returns the fields that the schema declares as enumerations, with their words.
pub fn enumerations(schema: &Value) -> Vec<(Vec<String>, Vec<String>)> {
    let Some(properties) = schema["properties"].as_object() else { return Vec::new() };
    let mut found = Vec::new();
    for (name, property) in properties {
        if let Some(words) = property["enum"].as_array() {
            let words = words.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            found.push((vec![name.clone()], words));
        }
        let inner = enumerations(property).into_iter();
        found.extend(inner.map(|(path, words)| ([vec![name.clone()], path].concat(), words)));
    }
    found
}
