//! Numbers that are written as words.

const WORDS: [&str; 20] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
];

/// Parses `four`, ignoring case. Chains have few steps whose numbers anybody spells out.
pub fn spelled_number(word: &str) -> Option<u32> {
    let number = WORDS.iter().position(|name| name.eq_ignore_ascii_case(word))?;
    Some(number as u32 + 1)
}
