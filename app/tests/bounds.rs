//! No value or list in a text makes the view of its block too long, in any field of any format.
#![cfg(feature = "ssr")]

use std::sync::Arc;
use std::thread;

use any_spawner::Executor;
use app::diagnostic::{FieldPath, Role};
use app::format::Parsed;
use app::formats::{self, FORMATS, RegisteredFormat};
use app::scan;
use app::text::{Span, Text};
use app::ui::{Allowance, ViewContext};
use leptos::prelude::*;

/// How much a view may show of a long value, in bytes of HTML. A page allows much more.
const ALLOWANCE: usize = 10_000;
/// The bytes that are inserted into a value.
const FILLER: usize = 80_000;
/// The limit for a view: the markup of the longest example, and the allowance.
const MOST_OF_VALUE: usize = 70_000;
/// The copies of a row, and the limit for the HTML of a page of rows as long as those in the examples.
const ROWS: usize = 1_000;
const MOST_OF_ROWS: usize = 400_000;

/// Returns the size of the HTML for the blocks of one format in a text.
fn drawn(room: &RegisteredFormat, source: String) -> usize {
    let _ = Executor::init_tokio();
    let owner = Owner::new();
    owner.set();
    let text = Arc::new(Text::new(source));
    let nowhere = Callback::new(|line| format!("#L{line}"));
    let draw = |parsed: Parsed| {
        Allowance::provide(ALLOWANCE);
        formats::view(&parsed, &ViewContext::new(text.clone(), &parsed, nowhere, nowhere, 1)).to_html().len()
    };
    let of_room = scan::read(&text).into_iter().filter(|parsed| parsed.spec.id == room.spec.id);
    of_room.map(draw).max().unwrap_or_default()
}

/// Every field of the example, with its place.
fn fields(room: &RegisteredFormat) -> Vec<(FieldPath, Span)> {
    let blocks = scan::read(&Text::new(room.spec.example));
    let of_room = blocks.iter().filter(|parsed| parsed.spec.id == room.spec.id);
    let fields = of_room.flat_map(|parsed| parsed.coverage.pieces()).filter_map(|piece| match piece.role {
        Role::Field(path) => Some((path, piece.span)),
        Role::Prose | Role::Markup => None,
    });
    fields.collect()
}

/// Calls a check with every room, on all processors.
fn of_each_room(check: impl Fn(&RegisteredFormat) -> Vec<String> + Sync) {
    let found: Vec<String> = thread::scope(|scope| {
        let half = FORMATS.chunks(FORMATS.len().div_ceil(4));
        let checks: Vec<_> =
            half.map(|rooms| scope.spawn(|| rooms.iter().flat_map(&check).collect::<Vec<_>>())).collect();
        checks.into_iter().flat_map(|check| check.join().expect("a check that ends")).collect()
    });
    assert_eq!(found, [""; 0]);
}

#[test]
fn no_value_makes_a_view_long() {
    of_each_room(|room| {
        let example = room.spec.example;
        let stretched = |(path, span): (FieldPath, Span)| {
            if path.row.is_some_and(|row| row > 0) {
                return None;
            }
            let value = span.slice(example).trim_end_matches(['"', '`', '*', ' ', '\n', '|', '}', ']']);
            let at = span.start as usize + value.len();
            let filler = " lorem ipsum".repeat(FILLER / 12);
            let drawn = drawn(room, format!("{}{filler}{}", &example[..at], &example[at..]));
            (drawn > MOST_OF_VALUE).then(|| format!("{} {path}: {drawn} bytes", room.spec.id))
        };
        fields(room).into_iter().filter_map(stretched).collect()
    });
}

#[test]
fn no_list_makes_a_view_long() {
    of_each_room(|room| {
        let example = room.spec.example;
        let text = Text::new(example);
        let mut names: Vec<&str> = Vec::new();
        let repeated = |(path, _): &(FieldPath, Span)| {
            if path.row != Some(0) || names.contains(&path.name) {
                return None;
            }
            names.push(path.name);
            let blocks = scan::read(&text);
            let row = blocks.iter().find_map(|parsed| parsed.coverage.row_span(path.name, 0))?;
            let lines = text.lines();
            let row = lines.line(lines.line_of(row.start)).to(lines.line(lines.line_of(row.end - 1)));
            let (start, end) = (row.start as usize, row.end as usize);
            let rows = example[start..end].repeat(ROWS);
            let drawn = drawn(room, format!("{}{rows}{}", &example[..start], &example[start..]));
            (drawn > MOST_OF_ROWS).then(|| format!("{} {path}: {drawn} bytes", room.spec.id))
        };
        fields(room).iter().filter_map(repeated).collect()
    });
}
