//! What precedes an announcement on its line and is no part of it: the mark of a list, a time, a sign.

/// A longer one is a sentence.
const LONGEST: usize = 64;
/// Names under which logs rank their lines.
const LEVELS: [&str; 6] = ["info", "debug", "trace", "notice", "note", "log"];
const QUOTES: [char; 6] = ['“', '”', '‘', '’', '«', '»'];

/// Returns how much of a line precedes its first word or quote mark.
pub fn lead(line: &str) -> usize {
    let mut at = 0;
    while let Some(rest) = line.get(at..).filter(|_| at < LONGEST) {
        let token = rest.split([' ', '\t']).next().unwrap_or_default();
        if token.is_empty() && rest.is_empty() || !is_apart(token) {
            return at;
        }
        let after = rest.get(token.len()..).unwrap_or_default();
        at += token.len() + after.len() - after.trim_start_matches([' ', '\t']).len();
    }
    at
}

fn is_apart(token: &str) -> bool {
    let is_sign = |letter: char| !letter.is_ascii() && !letter.is_alphanumeric() && !QUOTES.contains(&letter);
    let number = token.strip_suffix(['.', ')']);
    let is_numbered =
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()));
    let bare = token.trim_matches(['[', ']', '(', ')', ':', '-', '|']);
    let is_rank = || LEVELS.iter().any(|level| level.eq_ignore_ascii_case(bare));
    // Most lines begin with a word, which can only be a rank.
    if token.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return is_rank();
    }
    matches!(token, "" | "-" | "*" | "+")
        || is_numbered
        || token.chars().all(is_sign)
        // What begins with a bar is a row of a table.
        || !token.starts_with('|') && (is_time(bare) || is_rank())
}

/// `10:32`, `2026-03-04`, `2026-03-04T10:32:11.402Z`.
fn is_time(token: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || b":-./,+TZ".contains(&byte);
    let digits = token.bytes().filter(u8::is_ascii_digit).count();
    digits > 2
        && token.contains([':', '-'])
        && token.starts_with(|first: char| first.is_ascii_digit())
        && token.bytes().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::lead;

    #[track_caller]
    fn check(line: &str, announcement: &str) {
        assert_eq!(line.get(lead(line)..), Some(announcement), "{line}");
    }

    #[test]
    fn marks_and_times_stand_in_front() {
        check("- >> Step 1", ">> Step 1");
        check("12. Spawning", "Spawning");
        check("[10:32:11] >> Step 1", ">> Step 1");
        check("2026-03-04T10:33:00Z INFO - Spawning", "Spawning");
        check("✅ **Spawning", "**Spawning");
        check("> > Step 1", "> > Step 1");
    }

    #[test]
    fn words_and_what_quotes_them_do_not() {
        for line in [
            "It says: >> Step 1", "`>> Step 1`", "\">> Step 1\"", "| >> Step 1", "|3:00 >> Step 1",
            "1-2 >> Step 1",
        ] {
            check(line, line);
        }
    }
}
