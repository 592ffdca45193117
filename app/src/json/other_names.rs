//! Handles members under other names than the contract's, and members that it does not have.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::contract::Property;
use super::rules::{FIELD_NAME, UNKNOWN_FIELD};
use super::value::{Json, Kind, Member};
use crate::declaration::FieldType;
use crate::diagnostic::{Diagnostic, FieldPath, Sink};
use crate::reading::nearest;

/// Other names of fields, in the contract's way of writing names.
pub type Synonyms = &'static [(&'static str, &'static [&'static str])];

/// Renames each member as its contract does, and keeps those that the contract does not have.
pub struct Settling<'s> {
    pub sink: &'s mut Sink,
    pub others: &'s mut Map<String, Value>,
    pub synonyms: Synonyms,
    /// The list and the row of it that are being read.
    pub row: Option<(&'static str, usize)>,
}

impl Settling<'_> {
    pub fn object(&mut self, json: &mut Json<'_>, properties: &[Property]) {
        let Kind::Object(members) = &mut json.kind else { return };
        let known = || properties.iter().filter(|property| property.is_known());
        let is_absent = |property: &&Property| !members.iter().any(|member| member.key == property.spec.name);
        let mut absent: Vec<&Property> = known().filter(is_absent).collect();
        let is_known = |member: &&mut Member<'_>| known().any(|known| known.spec.name == member.key);
        for member in members.iter_mut().filter(|member| !is_known(member)) {
            match meant(&member.key, &absent, self.synonyms) {
                Some(property) => {
                    self.report_name(member, property);
                    member.key = Cow::Borrowed(property.spec.name);
                    absent.retain(|other| other.spec.name != property.spec.name);
                }
                None => self.report_unknown(member),
            }
        }
        for member in members {
            if let Some(property) = known().find(|property| property.spec.name == member.key) {
                self.value(&mut member.value, property);
            }
        }
    }

    fn value(&mut self, json: &mut Json<'_>, property: &Property) {
        if matches!(property.spec.kind, FieldType::Record(_)) {
            return self.object(json, &property.parts);
        }
        let (Some(FieldType::Record(_)), Kind::List(items)) = (property.spec.kind.items(), &mut json.kind)
        else {
            return;
        };
        let outer = self.row;
        for (index, item) in items.iter_mut().enumerate() {
            // The path of a row within a row names the outer one.
            self.row = outer.or(Some((property.path, index)));
            self.object(item, &property.parts);
        }
        self.row = outer;
    }

    fn path(&self, path: &str) -> String {
        self.row.map_or_else(|| path.to_owned(), |(list, row)| format!("{list}[{row}].{path}"))
    }

    fn report_name(&mut self, member: &Member<'_>, property: &Property) {
        let key = property.spec.name;
        let message = format!("`{key}` is called `{}`", member.key);
        self.sink.report(
            Diagnostic::new(&FIELD_NAME, member.key_span, message)
                .field(self.path(property.path))
                .expected(key)
                .found(member.key.as_ref())
                .fix(format!("Call it `{key}`"), member.key_span, format!("\"{key}\"")),
        );
    }

    fn report_unknown(&mut self, member: &Member<'_>) {
        let message = format!("the contract has no field `{}` here", member.key);
        self.sink.report(Diagnostic::new(&UNKNOWN_FIELD, member.key_span, message).field("other_fields"));
        self.sink.field(FieldPath::name("other_fields"), member.span());
        self.others.insert(self.path(&member.key), member.value.plain());
    }
}

/// Returns the field that a name means: another spelling of it, a synonym, or a slip.
fn meant<'p>(name: &str, absent: &[&'p Property], synonyms: Synonyms) -> Option<&'p Property> {
    let written = snake(name);
    let named = |key: &str| absent.iter().find(|property| snake(property.spec.name) == key).copied();
    let synonym = || {
        let is_synonym = |property: &&&Property| {
            synonyms
                .iter()
                .any(|(known, others)| *known == property.spec.name && others.contains(&written.as_str()))
        };
        absent.iter().find(is_synonym).copied()
    };
    let slip = || {
        // Short names are too near to each other.
        let keys: Vec<&str> =
            absent.iter().map(|property| property.spec.name).filter(|key| key.len() > 4).collect();
        nearest(&written, &keys).and_then(|key| named(&snake(key)))
    };
    named(&written).or_else(synonym).or_else(slip)
}

/// `suggestedActions` and `Suggested-Actions` as the contract writes them.
fn snake(name: &str) -> String {
    let mut written = String::with_capacity(name.len() + 4);
    let mut was_lower = false;
    for letter in name.chars() {
        match letter {
            '-' | ' ' => written.push('_'),
            _ if letter.is_uppercase() => {
                if was_lower {
                    written.push('_');
                }
                written.extend(letter.to_lowercase());
            }
            _ => written.push(letter),
        }
        was_lower = letter.is_lowercase();
    }
    written
}
