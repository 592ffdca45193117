//! Whether a JSON object is as its contract has it, to the last byte: told in one pass and without a copy.
//!
//! What is wrong with one that is not, the reader and the judge say.

mod tokens;

use super::reader::DEEPEST;
use super::shape::{Property, Shape};
use crate::diagnostic::{FieldPath, Sink};
use crate::text::Span;

/// An object may have fields that its contract does not name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Others {
    Allowed,
    Forbidden,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Conformity {
    Conforms,
    Deviates,
    /// It is written as nobody writes it: with a key twice, with an escape in a word, or nested too deep to follow.
    Untold,
}

/// Whether `scope` holds one object with white space around it, which has all fields that it must have, and each
/// with a value of its shape.
pub fn fits(source: &str, scope: Span, properties: &[Property], others: Others) -> Conformity {
    Fit::new(source, scope, |_, _| ()).whole(properties, others)
}

/// As [`fits`], and says where each known field stands, if the object fits for certain.
pub fn fits_and_covers(
    source: &str,
    scope: Span,
    properties: &[Property],
    others: Others,
    sink: &mut Sink,
) -> bool {
    let before = sink.coverage.pieces.len();
    let fit = Fit::new(source, scope, |path, span| sink.field(path, span)).whole(properties, others);
    if fit != Conformity::Conforms {
        sink.coverage.pieces.truncate(before);
    }
    fit == Conformity::Conforms
}

struct Fit<'s, F> {
    /// Up to the end of the scope.
    source: &'s str,
    bytes: &'s [u8],
    at: usize,
    depth: usize,
    /// A field is missing, not known, or of another shape. A key may still follow that is there twice, and the last
    /// one counts.
    deviates: bool,
    /// The list and the row of it that are being read.
    row: Option<(&'static str, u32)>,
    field: F,
}

#[derive(Copy, Clone, Debug)]
enum Misfit {
    /// The value is not of the shape that it should have, or no value at all.
    Shape,
    /// This is no JSON.
    Broken,
    Untold,
}

impl Misfit {
    /// Where any shape would do, what is of none is no JSON.
    const fn or_broken(self) -> Self {
        if matches!(self, Self::Shape) { Self::Broken } else { self }
    }
}

type Fits<T = ()> = Result<T, Misfit>;

impl<'s, F: FnMut(FieldPath, Span)> Fit<'s, F> {
    fn new(source: &'s str, scope: Span, field: F) -> Self {
        let source = source.get(..scope.end as usize).unwrap_or(source);
        let at = scope.start as usize;
        Self { source, bytes: source.as_bytes(), at, depth: 0, deviates: false, row: None, field }
    }

    fn whole(&mut self, properties: &[Property], others: Others) -> Conformity {
        self.skip_space();
        let object = self.object(properties, others);
        self.skip_space();
        match object {
            Ok(()) if self.at == self.bytes.len() && !self.deviates => Conformity::Conforms,
            Err(Misfit::Untold) => Conformity::Untold,
            _ => Conformity::Deviates,
        }
    }

    fn open(&mut self, bracket: u8) -> Fits {
        if self.peek() != Some(bracket) {
            return Err(Misfit::Shape);
        }
        self.at += 1;
        self.depth += 1;
        self.skip_space();
        if self.depth > DEEPEST { Err(Misfit::Untold) } else { Ok(()) }
    }

    /// Whether the bracket closes here; otherwise a comma leads on, or the first item follows.
    fn closes(&mut self, bracket: u8, is_first: &mut bool) -> Fits<bool> {
        self.skip_space();
        if self.peek() == Some(bracket) {
            self.at += 1;
            self.depth -= 1;
            return Ok(true);
        }
        if !std::mem::take(is_first) {
            self.take(b',')?;
            self.skip_space();
        }
        Ok(false)
    }

    fn object(&mut self, properties: &[Property], others: Others) -> Fits {
        self.open(b'{')?;
        let mut is_first = true;
        let mut seen: u64 = 0;
        // Fields mostly stand in the order of the contract.
        let mut next = 0;
        while !self.closes(b'}', &mut is_first)? {
            let key = self.key()?;
            let Some((index, property)) = named(properties, key, next) else {
                self.deviates |= others == Others::Forbidden;
                self.any()?;
                continue;
            };
            let bit = 1u64.checked_shl(index as u32).ok_or(Misfit::Untold)?;
            if seen & bit != 0 {
                return Err(Misfit::Untold);
            }
            seen |= bit;
            next = index + 1;
            self.field(property)?;
        }
        let is_missing =
            |(index, property): (usize, &Property)| property.is_required && seen >> index & 1 == 0;
        self.deviates |= properties.iter().enumerate().any(is_missing);
        Ok(())
    }

    fn field(&mut self, property: &Property) -> Fits {
        let start = self.at;
        match &property.shape {
            Shape::List(items) => self.or_any(|fit| fit.list(items, Some(property.path)))?,
            shape => self.value(shape)?,
        }
        let path = match self.row {
            Some((list, row)) => FieldPath::part(list, row, property.path),
            None => FieldPath::name(property.path),
        };
        (self.field)(path, Span::of(start, self.at));
        Ok(())
    }

    fn value(&mut self, shape: &Shape) -> Fits {
        self.or_any(|fit| fit.shape(shape))
    }

    /// A value of another shape is passed over.
    fn or_any(&mut self, read: impl FnOnce(&mut Self) -> Fits) -> Fits {
        let (start, depth) = (self.at, self.depth);
        match read(self) {
            Err(Misfit::Shape) => {
                self.deviates = true;
                (self.at, self.depth) = (start, depth);
                self.any()
            }
            read => read,
        }
    }

    fn shape(&mut self, shape: &Shape) -> Fits {
        let is_right = match shape {
            Shape::Text => self.string().map(|_| true)?,
            Shape::Choice(words) => words.contains(&self.plain_string()?),
            Shape::Form(check) => check(self.plain_string()?).is_none(),
            Shape::Flag => self.literal("true").or_else(|_| self.literal("false")).map(|()| true)?,
            Shape::Count => {
                let number = self.value_of_number()?;
                number >= 0.0 && number <= f64::from(u32::MAX) && number.fract() == 0.0
            }
            Shape::Integer => self.value_of_number()?.fract() == 0.0,
            Shape::Number => self.number().map(|_| true)?,
            Shape::List(inner) => return self.list(inner, None),
            Shape::Object(properties) => return self.object(properties, Others::Allowed),
            Shape::Nullable(inner) if self.peek() != Some(b'n') => return self.shape(inner),
            Shape::Nullable(_) => return self.literal("null"),
            Shape::Any => return self.any(),
        };
        self.deviates |= !is_right;
        Ok(())
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
        Ok(())
    }

    /// Whatever is JSON.
    fn any(&mut self) -> Fits {
        let read = match self.peek() {
            Some(b'{') => self.object(&[], Others::Allowed),
            Some(b'[') => self.list(&Shape::Any, None),
            Some(b'"') => self.string().map(|_| ()),
            Some(b't') => self.literal("true"),
            Some(b'f') => self.literal("false"),
            Some(b'n') => self.literal("null"),
            _ => self.number().map(|_| ()),
        };
        read.map_err(Misfit::or_broken)
    }
}

/// The property of this key and its number; those from `next` on are looked at first.
fn named<'p>(properties: &'p [Property], key: &str, next: usize) -> Option<(usize, &'p Property)> {
    let (before, after) = properties.split_at_checked(next)?;
    let found = after.iter().position(|property| property.key == key).map(|at| next + at);
    let found = found.or_else(|| before.iter().position(|property| property.key == key))?;
    Some((found, properties.get(found)?))
}
