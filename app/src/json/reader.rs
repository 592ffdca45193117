//! Reads a JSON value that may be damaged.

use std::borrow::Cow;

use super::placeholder::leading_slot;
use super::strings::is_quote;
use super::syntax_issue::{MOST_ISSUES, SyntaxIssue, SyntaxIssueKind};
use super::value::{Json, Kind, Member};
use crate::text::Span;

/// Values that are nested deeper are skipped.
pub(super) const DEEPEST: usize = 64;

/// Few answers have more members; what they hold may be many objects, and small.
const USUAL_MEMBERS: usize = 16;

#[derive(Debug)]
pub struct Reading<'t> {
    pub json: Json<'t>,
    pub issues: Vec<SyntaxIssue>,
    /// Where the reading ended before the value did.
    pub cut: Option<Cut>,
}

/// A value that breaks off, or goes on with something that is no JSON.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// The innermost bracket that is open there.
    pub(super) innermost: Option<u32>,
    /// The string or word that breaks off itself.
    pub(super) half: Option<u32>,
}

impl Cut {
    /// Returns `true` if the rest of an object or list may have been cut off.
    pub fn is_open(self, json: &Json<'_>) -> bool {
        self.innermost.is_some_and(|open| json.span.start <= open && open < json.span.end)
    }

    /// Returns `true` if a value itself was cut off.
    pub fn is_half(self, json: &Json<'_>) -> bool {
        self.half == Some(json.span.start)
    }
}

/// Reads the value that begins at the start of `scope` and ends at the latest at its end.
pub fn read(source: &str, scope: Span) -> Reading<'_> {
    let end = (scope.end as usize).min(source.len());
    let source = source.get(..end).unwrap_or(source);
    let mut reader = Reader {
        source,
        at: scope.start as usize,
        open: Vec::new(),
        issues: Vec::new(),
        is_over: false,
        unclosed_string: None,
        cut: Cut::default(),
    };
    let mut json = Json::missing(scope.start as usize);
    reader.value(&mut json);
    let cut = reader.is_over.then_some(reader.cut);
    Reading { json, issues: reader.issues, cut }
}

pub(super) struct Reader<'t> {
    pub source: &'t str,
    pub at: usize,
    /// The brackets that close what is open.
    open: Vec<char>,
    issues: Vec<SyntaxIssue>,
    /// Nothing more can be read: the text ended, or goes on with something else.
    pub is_over: bool,
    /// Where a string ended that its line should have closed.
    pub unclosed_string: Option<usize>,
    pub cut: Cut,
}

impl<'t> Reader<'t> {
    pub fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    pub fn rest(&self) -> &'t str {
        self.source.get(self.at..).unwrap_or_default()
    }

    #[cold]
    pub fn issue(&mut self, kind: SyntaxIssueKind, span: Span, fix: impl FnOnce() -> Option<(Span, String)>) {
        // What is open is left when the reading is over, and may add more.
        if self.issues.len() < MOST_ISSUES {
            self.issues.push(SyntaxIssue { kind, span, fix: fix() });
        }
        self.is_over |= self.issues.len() >= MOST_ISSUES;
    }

    /// Ends the reading at this place, with all that is open.
    pub fn stop(&mut self, kind: SyntaxIssueKind, span: Span) {
        if !self.is_over {
            self.issue(kind, span, || None);
            self.is_over = true;
        }
    }

    /// Ends the reading where the text was cut off. The rest is unknown, so no fix makes one up.
    pub fn unclosed(&mut self) {
        let end = self.source.len();
        self.stop(SyntaxIssueKind::Unclosed, Span::of(end, end));
    }

    /// Reads a value in place: moving a value that was just written in parts is slow.
    fn value(&mut self, value: &mut Json<'t>) {
        self.skip_space();
        let start = self.at;
        match self.peek() {
            Some(b'{') => match leading_slot(self.rest()) {
                Some(length) => {
                    value.span = Span::of(start, start + length);
                    value.kind = Kind::Word(value.span.slice(self.source));
                    self.at += length;
                }
                None => self.bracketed('}', value),
            },
            Some(b'[') => self.bracketed(']', value),
            Some(next) if next == b'"' || is_quote(self.rest()) => {
                let (text, span) = self.string();
                value.kind = Kind::Text(text);
                value.span = span;
            }
            Some(b',' | b'}' | b']' | b':' | b'`') | None => *value = Json::missing(start),
            Some(_) => *value = self.word(),
        }
    }

    fn bracketed(&mut self, close: char, value: &mut Json<'t>) {
        let start = self.at;
        self.at += 1;
        if self.open.len() >= DEEPEST {
            self.issue(SyntaxIssueKind::TooDeep, Span::of(start, start + 1), || None);
            self.pass_over();
            value.kind = Kind::Missing;
        } else {
            self.open.push(close);
            value.kind = match close {
                '}' => Kind::Object(self.object()),
                _ => Kind::List(self.list()),
            };
            self.open.pop();
            if self.is_over {
                self.cut.innermost.get_or_insert(start as u32);
            }
        }
        value.span = Span::of(start, self.at);
    }

    /// Skips to behind the bracket that closes the one before this place.
    fn pass_over(&mut self) {
        let mut depth = 1;
        let mut is_string = false;
        let mut is_escaped = false;
        for byte in self.rest().bytes() {
            self.at += 1;
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if is_string => is_escaped = true,
                b'"' => is_string = !is_string,
                b'{' | b'[' if !is_string => depth += 1,
                b'}' | b']' if !is_string => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
        self.at = self.source.len();
        self.unclosed();
    }

    fn object(&mut self) -> Vec<Member<'t>> {
        let mut members: Vec<Member<'t>> = Vec::new();
        let mut before: Option<Span> = None;
        let mut comma: Option<usize> = None;
        while !self.is_over {
            self.skip_space();
            // Nearly always a key follows.
            if self.peek() != Some(b'"') && self.ends_or_goes_on('}', &mut comma, before.is_none()) {
                break;
            }
            let Some((key, key_span)) = self.key() else {
                self.stop(SyntaxIssueKind::Unexpected, self.this_character());
                break;
            };
            if self.is_over {
                break;
            }
            if comma.is_none()
                && let Some(before) = before
            {
                self.missing_comma(before, key_span);
            }
            if members.is_empty() && self.open.len() == 1 {
                members.reserve(USUAL_MEMBERS);
            }
            let value = Json::missing(self.at);
            members.push(Member { key, key_span, value });
            let Some(Member { value, .. }) = members.last_mut() else { break };
            self.member_value(key_span, value);
            before = Some(value.span);
            comma = self.comma();
        }
        members
    }

    fn list(&mut self) -> Vec<Json<'t>> {
        let mut items: Vec<Json<'t>> = Vec::new();
        let mut before: Option<Span> = None;
        let mut comma: Option<usize> = None;
        while !self.is_over {
            self.skip_space();
            if self.ends_or_goes_on(']', &mut comma, before.is_none()) {
                break;
            }
            let mut item = Json::missing(self.at);
            self.value(&mut item);
            if item.is_missing() {
                self.stop(SyntaxIssueKind::Unexpected, self.this_character());
                break;
            }
            if comma.is_none()
                && let Some(before) = before
            {
                self.missing_comma(before, item.span);
            }
            before = Some(item.span);
            items.push(item);
            comma = self.comma();
        }
        items
    }

    /// Handles a comma or bracket in the place of a key or an item. Returns `true` at the end of the object or list.
    fn ends_or_goes_on(&mut self, close: char, comma: &mut Option<usize>, is_empty: bool) -> bool {
        while self.peek() == Some(b',') {
            let extra = Span::of(self.at, self.at + 1);
            self.issue(SyntaxIssueKind::ExtraComma, extra, || Some((extra, String::new())));
            self.at += 1;
            self.skip_space();
            if self.is_over {
                return true;
            }
        }
        let Some(next) = self.peek() else {
            self.unclosed();
            return true;
        };
        let is_close = char::from(next) == close;
        let is_other_close = matches!(next, b'}' | b']') && !is_close;
        let is_next_record = next == b'{' && close == '}' && !is_empty;
        if (is_close || is_other_close)
            && let Some(at) = comma.take()
        {
            let comma = Span::of(at, at + 1);
            self.issue(SyntaxIssueKind::TrailingComma, comma, || Some((comma, String::new())));
        }
        if is_close {
            self.at += 1;
        } else if is_other_close {
            let is_outer = self.open.iter().rev().nth(1).is_some_and(|outer| *outer == char::from(next));
            let here = Span::of(self.at, self.at);
            if is_outer {
                self.issue(SyntaxIssueKind::MissingBracket, self.this_character(), || {
                    Some((here, close.to_string()))
                });
            } else {
                self.stop(SyntaxIssueKind::Unexpected, self.this_character());
            }
        } else if is_next_record {
            self.stop(SyntaxIssueKind::Unexpected, self.this_character());
        }
        is_close || is_other_close || is_next_record
    }

    fn missing_comma(&mut self, before: Span, after: Span) {
        // First the string before it has to be closed.
        let is_closed = self.unclosed_string != Some(before.end as usize);
        let fix = || is_closed.then(|| (Span::empty_at(before.end), ",".to_owned()));
        self.issue(SyntaxIssueKind::MissingComma, after, fix);
    }

    fn comma(&mut self) -> Option<usize> {
        if self.is_over {
            return None;
        }
        self.skip_space();
        if self.peek() != Some(b',') {
            return None;
        }
        self.at += 1;
        Some(self.at - 1)
    }

    fn key(&mut self) -> Option<(Cow<'t, str>, Span)> {
        if self.peek() == Some(b'"') || is_quote(self.rest()) {
            return Some(self.string());
        }
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'$');
        let rest = self.rest();
        let length = rest.bytes().take_while(is_name).count();
        let name = rest.get(..length)?;
        let is_followed = rest.get(length..)?.trim_start_matches([' ', '\t']).starts_with([':', '=']);
        let span = Span::of(self.at, self.at + length);
        if length == 0 || !is_followed {
            return None;
        }
        self.at += length;
        self.issue(SyntaxIssueKind::UnquotedKey, span, || Some((span, format!("\"{name}\""))));
        Some((Cow::Borrowed(name), span))
    }

    fn member_value(&mut self, key: Span, value: &mut Json<'t>) {
        self.skip_space();
        match self.peek() {
            Some(b':') => self.at += 1,
            Some(b'=') => {
                let length = 1 + usize::from(self.rest().starts_with("=>"));
                let sign = Span::of(self.at, self.at + length);
                self.issue(SyntaxIssueKind::MissingColon, sign, || Some((sign, ":".to_owned())));
                self.at += length;
            }
            None => {
                self.unclosed();
                value.span = Span::empty_at(key.end);
                return;
            }
            Some(b',' | b'}' | b']') => {
                let end = Span::empty_at(key.end);
                self.issue(SyntaxIssueKind::MissingValue, key, || Some((end, ": null".to_owned())));
                value.span = end;
                return;
            }
            Some(_) => {
                let end = Span::empty_at(key.end);
                self.issue(SyntaxIssueKind::MissingColon, self.this_character(), || {
                    Some((end, ":".to_owned()))
                });
            }
        }
        let after_colon = self.at;
        self.value(value);
        if value.is_missing() {
            let place = Span::of(after_colon, after_colon);
            match self.peek() {
                None => self.unclosed(),
                Some(b',' | b'}' | b']') => {
                    self.issue(SyntaxIssueKind::MissingValue, key, || Some((place, " null".to_owned())));
                }
                Some(_) => self.stop(SyntaxIssueKind::Unexpected, self.this_character()),
            }
        }
    }

    pub fn this_character(&self) -> Span {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        Span::of(self.at, self.at + length)
    }
}

/// A text as JSON writes it.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
