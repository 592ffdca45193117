use std::ops::Range;

use leptos::prelude::*;

use crate::ui::visible::spelled_out;

/// What differs between two lines, in whole words: before and behind it both are the same.
pub fn changed(before: &str, after: &str) -> (Range<usize>, Range<usize>) {
    let same = |left: char, right: char| left == right;
    let head = before.chars().zip(after.chars()).take_while(|(left, right)| same(*left, *right));
    let head = head.map(|(character, _)| character.len_utf8()).sum();
    let head = boundary_before(before, head).min(boundary_before(after, head));
    let (left, right) = (before.get(head..).unwrap_or_default(), after.get(head..).unwrap_or_default());
    let tail = left.chars().rev().zip(right.chars().rev()).take_while(|(left, right)| same(*left, *right));
    let tail: usize = tail.map(|(character, _)| character.len_utf8()).sum();
    let ends = (boundary_after(before, before.len() - tail), boundary_after(after, after.len() - tail));
    let tail = (before.len() - ends.0).min(after.len() - ends.1);
    (head..before.len() - tail, head..after.len() - tail)
}

/// The beginning of the word that a place is in.
fn boundary_before(text: &str, place: usize) -> usize {
    let (head, rest) = text.split_at(place);
    if !rest.starts_with(char::is_alphanumeric) {
        return place;
    }
    head.trim_end_matches(char::is_alphanumeric).len()
}

/// The end of the word that a place is in.
fn boundary_after(text: &str, place: usize) -> usize {
    let (head, rest) = text.split_at(place);
    if !head.ends_with(char::is_alphanumeric) {
        return place;
    }
    text.len() - rest.trim_start_matches(char::is_alphanumeric).len()
}

/// A line with the part of it that changed set apart.
pub fn marked(line: &str, changed: Range<usize>) -> AnyView {
    let part = |range: Range<usize>| spelled_out(line.get(range).unwrap_or_default());
    let is_part = changed.len() < line.trim().len() && !changed.is_empty();
    if !is_part {
        return spelled_out(line);
    }
    view! {
        {part(0..changed.start)}
        <b>{part(changed.clone())}</b>
        {part(changed.end..line.len())}
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::changed;

    #[track_caller]
    fn check(before: &str, after: &str, expected: (&str, &str)) {
        let (removed, added) = changed(before, after);
        assert_eq!((&before[removed], &after[added]), expected);
    }

    #[test]
    fn whole_words_change() {
        check("| high | MEDIUM |", "| high | medium |", ("MEDIUM", "medium"));
        check("## Score: 9/10", "## Score: 90%", ("9/10", "90%"));
        check("step 12 of 13", "step 12 of 23", ("13", "23"));
        check("Größe ä", "Größe äß", ("ä", "äß"));
        check("same", "same", ("", ""));
        check("a b", "a c b", ("", "c "));
        check("", "all", ("", "all"));
        check("aaa", "aa", ("aaa", "aa"));
    }
}
