//! Whether a JSON object is as its contract has it, to the last byte: told in one pass and without a copy.
//!
//! What does not fit here is not yet wrong, as a key that is there twice; the reader and the judge say what it is.

use super::reader::DEEPEST;
use super::shape::{Property, Shape};
use super::words::is_number;
use crate::diagnostic::{FieldPath, Sink};
use crate::text::Span;

/// An object may have fields that its contract does not name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Others {
    Allowed,
    Forbidden,
}

/// Whether `scope` holds one object with white space around it, which has all fields that it must have, and each
/// with a value of its shape.
pub fn fits(source: &str, scope: Span, properties: &[Property], others: Others) -> bool {
    Fit::new(source, scope, |_, _| ()).whole(properties, others).is_some()
}

/// As [`fits`], and says where each known field stands, if the object fits.
pub fn fits_and_covers(
    source: &str,
    scope: Span,
    properties: &[Property],
    others: Others,
    sink: &mut Sink,
) -> bool {
    let before = sink.coverage.pieces.len();
    let fit = Fit::new(source, scope, |path, span| sink.field(path, span)).whole(properties, others);
    if fit.is_none() {
        sink.coverage.pieces.truncate(before);
    }
    fit.is_some()
}

struct Fit<'s, F> {
    /// Up to the end of the scope.
    source: &'s str,
    bytes: &'s [u8],
    at: usize,
    depth: usize,
    /// The list and the row of it that are being read.
    row: Option<(&'static str, u32)>,
    field: F,
}

/// `None` is the end of it: something does not fit.
type Fits<T = ()> = Option<T>;

impl<'s, F: FnMut(FieldPath, Span)> Fit<'s, F> {
    fn new(source: &'s str, scope: Span, field: F) -> Self {
        let source = source.get(..scope.end as usize).unwrap_or(source);
        Self { source, bytes: source.as_bytes(), at: scope.start as usize, depth: 0, row: None, field }
    }

    fn whole(&mut self, properties: &[Property], others: Others) -> Fits {
        self.skip_space();
        self.object(properties, others)?;
        self.skip_space();
        (self.at == self.bytes.len()).then_some(())
    }

    fn peek(&self) -> Fits<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> Fits {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn open(&mut self, bracket: u8) -> Fits {
        self.take(bracket)?;
        self.depth += 1;
        self.skip_space();
        (self.depth <= DEEPEST).then_some(())
    }

    /// Whether the bracket closes here; otherwise a comma leads on, or the first item follows.
    fn closes(&mut self, bracket: u8, is_first: &mut bool) -> Fits<bool> {
        self.skip_space();
        if self.peek()? == bracket {
            self.at += 1;
            self.depth -= 1;
            return Some(true);
        }
        if !std::mem::take(is_first) {
            self.take(b',')?;
            self.skip_space();
        }
        Some(false)
    }

    fn object(&mut self, properties: &[Property], others: Others) -> Fits {
        self.open(b'{')?;
        let mut is_first = true;
        let mut seen: u64 = 0;
        // Fields mostly stand in the order of the contract.
        let mut next = 0;
        while !self.closes(b'}', &mut is_first)? {
            let key = self.plain_string()?;
            self.skip_space();
            self.take(b':')?;
            self.skip_space();
            let Some((index, property)) = named(properties, key, next) else {
                (others == Others::Allowed).then(|| self.any())??;
                continue;
            };
            let bit = 1u64.checked_shl(index as u32)?;
            if seen & bit != 0 {
                return None;
            }
            seen |= bit;
            next = index + 1;
            self.field(property)?;
        }
        let mut required = (0..).zip(properties).filter(|(_, property)| property.is_required);
        required.all(|(index, _)| seen >> index & 1 == 1).then_some(())
    }

    fn field(&mut self, property: &Property) -> Fits {
        let start = self.at;
        match &property.shape {
            Shape::List(items) => self.list(items, Some(property.path))?,
            shape => self.value(shape)?,
        }
        let path = match self.row {
            Some((list, row)) => FieldPath::part(list, row, property.path),
            None => FieldPath::name(property.path),
        };
        (self.field)(path, Span::of(start, self.at));
        Some(())
    }

    fn value(&mut self, shape: &Shape) -> Fits {
        match shape {
            Shape::Text => self.string().map(|_| ()),
            Shape::Choice(words) => words.contains(&self.plain_string()?).then_some(()),
            Shape::Form(check) => check(self.plain_string()?).is_none().then_some(()),
            Shape::Flag => self.literal("true").or_else(|| self.literal("false")),
            Shape::Count => {
                let number = self.number()?.parse::<f64>().ok()?;
                (number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0).then_some(())
            }
            Shape::Integer => (self.number()?.parse::<f64>().ok()?.fract() == 0.0).then_some(()),
            Shape::Number => self.number().map(|_| ()),
            Shape::List(inner) => self.list(inner, None),
            Shape::Object(properties) => self.object(properties, Others::Allowed),
            Shape::Nullable(inner) if self.peek()? != b'n' => self.value(inner),
            Shape::Nullable(_) => self.literal("null"),
            Shape::Any => self.any(),
        }
    }

    /// The rows of a list are told where it is a field, and no row of another.
    fn list(&mut self, items: &Shape, path: Option<&'static str>) -> Fits {
        let path = path.filter(|_| self.row.is_none());
        self.open(b'[')?;
        let mut is_first = true;
        let mut row = 0;
        while !self.closes(b']', &mut is_first)? {
            let start = self.at;
            if let Some(path) = path {
                self.row = Some((path, row));
            }
            self.value(items)?;
            if let Some(path) = path {
                (self.field)(FieldPath::row(path, row), Span::of(start, self.at));
                self.row = None;
                row += 1;
            }
        }
        Some(())
    }

    fn any(&mut self) -> Fits {
        match self.peek()? {
            b'{' => self.object(&[], Others::Allowed),
            b'[' => self.list(&Shape::Any, None),
            b'"' => self.string().map(|_| ()),
            b't' => self.literal("true"),
            b'f' => self.literal("false"),
            b'n' => self.literal("null"),
            _ => self.number().map(|_| ()),
        }
    }

    fn literal(&mut self, word: &str) -> Fits {
        let is_word = self.bytes.get(self.at..)?.starts_with(word.as_bytes());
        is_word.then(|| self.at += word.len())
    }

    fn number(&mut self) -> Fits<&'s str> {
        let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E');
        let rest = self.source.get(self.at..)?;
        let number = rest.get(..rest.bytes().take_while(is_part).count())?;
        self.at += number.len();
        is_number(number).then_some(number)
    }

    /// A string in which nothing is escaped; what is escaped may be a word that was meant.
    fn plain_string(&mut self) -> Fits<&'s str> {
        let (written, is_plain) = self.string()?;
        is_plain.then_some(written)
    }

    /// What stands between the quotes, and whether it is meant as it stands.
    fn string(&mut self) -> Fits<(&'s str, bool)> {
        self.take(b'"')?;
        let start = self.at;
        let mut is_plain = true;
        loop {
            let rest = self.bytes.get(self.at..)?;
            self.at += rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..0x20))?;
            match self.peek()? {
                b'"' => break,
                b'\\' => {
                    is_plain = false;
                    self.escape()?;
                }
                _ => return None,
            }
        }
        let written = self.source.get(start..self.at)?;
        self.at += 1;
        Some((written, is_plain))
    }

    fn escape(&mut self) -> Fits {
        match self.bytes.get(self.at + 1)? {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => self.at += 2,
            b'u' => match self.code_unit()? {
                // Half of a pair is no character.
                0xdc00..=0xdfff => return None,
                0xd800..=0xdbff => {
                    self.at += 6;
                    let low = self.code_unit()?;
                    (0xdc00..=0xdfff).contains(&low).then(|| self.at += 6)?;
                }
                _ => self.at += 6,
            },
            _ => return None,
        }
        Some(())
    }

    /// The number of `\u00e9`.
    fn code_unit(&self) -> Fits<u32> {
        let digits = self.bytes.get(self.at..self.at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | char::from(*digit).to_digit(16)?))
    }
}

/// The property of this key and its number; the one at `next` is looked at first.
fn named<'p>(properties: &'p [Property], key: &str, next: usize) -> Option<(usize, &'p Property)> {
    if let Some(property) = properties.get(next).filter(|property| property.is_called(key)) {
        return Some((next, property));
    }
    properties.iter().enumerate().find(|(_, property)| property.is_called(key))
}
