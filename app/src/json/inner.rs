//! Reads JSON within a string of JSON, as programs pass an answer on: `"{\"gate_status\": \"PASS\"}"`.

use std::borrow::Cow;

use memchr::memchr;

use super::escapes::character;
use super::find::may_open;
use super::reader::{Cut, Reading, read};
use super::syntax_issue::SyntaxIssue;
use super::value::{Json, Kind, Member};
use crate::text::Span;

/// The search for an object ends after so many brackets that open no wanted one.
const MOST_TRIES: usize = 8;

/// An object that was read from a string, with its places in the text around it.
#[derive(Debug)]
pub struct Inner<'t> {
    pub reading: Reading<'t>,
    /// The object without escapes, where the string holds nothing else.
    pub whole: Option<String>,
}

/// Reads the first object in a string that is wanted. An edit inside a string would have to be escaped, so that the
/// issues have none.
pub fn read_inner<'t>(
    source: &'t str,
    string: Span,
    is_wanted: impl Fn(&Json<'_>) -> bool,
) -> Option<Inner<'t>> {
    let decoded = Decoded::of(source, string)?;
    let mut at = 0;
    for _ in 0..MOST_TRIES {
        let start = at + memchr(b'{', decoded.text.as_bytes().get(at..)?)?;
        at = start + 1;
        if !may_open(&decoded.text, start) {
            continue;
        }
        let Reading { json, issues, cut } = read(&decoded.text, Span::of(start, decoded.text.len()));
        if !is_wanted(&json) {
            at = at.max(json.span.end as usize);
            continue;
        }
        let is_whole =
            issues.is_empty() && cut.is_none() && json.span.slice(&decoded.text) == decoded.text.trim();
        let whole = is_whole.then(|| decoded.text.trim().to_owned());
        let issues = issues.into_iter().map(|issue| SyntaxIssue {
            span: decoded.place(issue.span),
            fix: None,
            ..issue
        });
        let place = |at: u32| decoded.place(Span::empty_at(at)).start;
        let cut = cut.map(|cut| Cut { innermost: cut.innermost.map(place), half: cut.half.map(place) });
        let reading = Reading { json: decoded.placed(json, source), issues: issues.collect(), cut };
        return Some(Inner { reading, whole });
    }
    None
}

/// The content of a string, and where each byte of it comes from.
struct Decoded {
    text: String,
    /// One more than the bytes: the last is where the string ends.
    places: Vec<u32>,
}

impl Decoded {
    fn of(source: &str, string: Span) -> Option<Self> {
        let inner = string.slice(source).strip_prefix('"')?.strip_suffix('"')?;
        let start = string.start + 1;
        let mut decoded =
            Self { text: String::with_capacity(inner.len()), places: Vec::with_capacity(inner.len()) };
        let mut at = 0;
        while let Some(rest) = inner.get(at..).filter(|rest| !rest.is_empty()) {
            let (character, length) = character(rest);
            for byte in 0..character.len_utf8() {
                // The bytes of a character that is not escaped have one place each.
                let offset = if length == character.len_utf8() { byte } else { 0 };
                decoded.places.push(start + (at + offset) as u32);
            }
            decoded.text.push(character);
            at += length;
        }
        decoded.places.push(start + at as u32);
        Some(decoded)
    }

    fn place(&self, span: Span) -> Span {
        let place =
            |at: u32| self.places.get(at as usize).or(self.places.last()).copied().unwrap_or_default();
        Span::new(place(span.start), place(span.end))
    }

    fn placed<'t>(&self, json: Json<'_>, source: &'t str) -> Json<'t> {
        let span = self.place(json.span);
        // Neither numbers nor words have anything to escape; one that does is a text.
        let verbatim = |written: &str| Some(span.slice(source)).filter(|found| *found == written);
        let text = |written: &str| Kind::Text(Cow::Owned(written.to_owned()));
        let kind = match json.kind {
            Kind::Null => Kind::Null,
            Kind::Missing => Kind::Missing,
            Kind::Bool(flag) => Kind::Bool(flag),
            Kind::Number(number) => verbatim(number).map_or_else(|| text(number), Kind::Number),
            Kind::Word(word) => verbatim(word).map_or_else(|| text(word), Kind::Word),
            Kind::Text(said) => Kind::Text(Cow::Owned(said.into_owned())),
            Kind::List(items) => {
                Kind::List(items.into_iter().map(|item| self.placed(item, source)).collect())
            }
            Kind::Object(members) => {
                Kind::Object(members.into_iter().map(|member| self.placed_member(member, source)).collect())
            }
        };
        Json { span, kind }
    }

    fn placed_member<'t>(&self, member: Member<'_>, source: &'t str) -> Member<'t> {
        Member {
            key: Cow::Owned(member.key.into_owned()),
            key_span: self.place(member.key_span),
            value: self.placed(member.value, source),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read_inner;
    use crate::json::value::Json;
    use crate::text::Span;

    #[track_caller]
    fn check(source: &str, key: &str, expected: Option<&str>) {
        let is_wanted = |json: &Json<'_>| json.get(key).is_some();
        let inner = read_inner(source, Span::of(0, source.len()), is_wanted);
        let value = inner.as_ref().and_then(|inner| inner.reading.json.get(key));
        assert_eq!(value.map(|value| value.span.slice(source)), expected, "{source}");
    }

    #[test]
    fn values_have_their_places_in_the_text_around() {
        check(r#""{\"a\": 12}""#, "a", Some("12"));
        check(r#""{\"é\": 1, \"a\": \"\u00e9\ud83d\ude00\"}""#, "a", Some(r#"\"\u00e9\ud83d\ude00\""#));
        check(r#""It says:\n```json\n{\"a\": true}\n```""#, "a", Some("true"));
        check(r#""{\"b\": 1} and {\"a\": 2}""#, "a", Some("2"));
        check(r#""no object""#, "a", None);
        check(r#""{\"a\": ""#, "a", Some(""));
        check("\"{", "a", None);
    }

    #[test]
    fn what_is_nothing_but_an_object_can_stand_without_its_string() {
        let whole = |source: &str| {
            read_inner(source, Span::of(0, source.len()), |_| true).and_then(|inner| inner.whole)
        };
        assert_eq!(whole(r#"" {\"a\": 1}\n""#).as_deref(), Some(r#"{"a": 1}"#));
        assert_eq!(whole(r#""see {\"a\": 1}""#), None);
        assert_eq!(whole(r#""{\"a\": 1,}""#), None);
    }
}
