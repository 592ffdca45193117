//! Finds the end of a log's record that was cut off in the middle of its line.

use memchr::{memchr2, memchr3};

/// Returns the end of the line that a record begins, if the next line begins a record of the same kind.
///
/// Without this bound, the next record would be read as part of a value that the line left open. A list or a value that
/// really continues in the next line stays whole: there the next object has to begin with the same value, too.
pub(super) fn end_of_record(source: &str, start: usize) -> Option<usize> {
    let before = source.get(..start)?.trim_start_matches('\u{feff}');
    if !before.is_empty() && !before.ends_with(['\n', '\r']) {
        return None;
    }
    let after = source.get(start..)?;
    let length = memchr2(b'\n', b'\r', after.as_bytes())?;
    let (line, rest) = after.split_at_checked(length)?;
    let line = line.trim_end();
    let next = rest.trim_start();
    // A next line that is indented goes on with this one.
    let space = rest.get(..rest.len() - next.len())?;
    let begins_line = space.ends_with(['\n', '\r']);
    let (key, value) = first_member(line)?;
    let (next_key, next_value) = first_member(next)?;
    let may_go_on = line.ends_with([',', '[', ':']);
    let is_next_record = begins_line && key == next_key && (!may_go_on || value == next_value);
    is_next_record.then_some(start + line.len())
}

/// The first key of an object and the string that is its value, if it is one.
fn first_member(object: &str) -> Option<(&str, Option<&str>)> {
    let (key, rest) = string(object.strip_prefix('{')?.trim_start())?;
    let value = rest.trim_start().strip_prefix(':')?.trim_start();
    Some((key, string(value).map(|(value, _)| value)))
}

/// What is between the quotes that a text begins with, and what follows them.
fn string(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('"')?;
    let (inner, rest) = inner.split_at_checked(memchr3(b'"', b'\n', b'\r', inner.as_bytes())?)?;
    Some((inner, rest.strip_prefix('"')?))
}
