//! Text from outside in Markdown: as code, in which nothing is a link, an image, a mention or HTML.

use crate::cli::output::visible::visible;

/// The most characters of a text that are shown.
const LONGEST: usize = 300;

/// Returns a text as code in a cell of a table.
pub fn code(text: &str) -> String {
    let text = cut(&visible(text));
    let runs = text.split(|character| character != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or_default() + 1);
    // A space beside a backtick is dropped by whoever reads it, as are those around words with one at both ends.
    let needs_space = text.starts_with('`') || text.ends_with('`') || text.trim() != text || text.is_empty();
    let space = if needs_space { " " } else { "" };
    format!("{fence}{space}{}{space}{fence}", text.replace('|', "\\|"))
}

/// Returns a message in a cell: its words as they are and what it quotes as code, if the words are plain; else all of it
/// as code.
pub fn message(message: &str) -> String {
    let parts: Vec<&str> = message.split('`').collect();
    let are_quotes_closed = parts.len() % 2 == 1;
    let are_quotes_filled = parts.iter().skip(1).step_by(2).all(|quote| !quote.trim().is_empty());
    let are_words_plain =
        parts.iter().step_by(2).all(|words| words.chars().all(is_plain) && !words.contains("www."));
    if !(are_quotes_closed && are_quotes_filled && are_words_plain) || message.chars().count() > LONGEST {
        return code(message);
    }
    let part = |(index, part): (usize, &&str)| if index % 2 == 0 { (*part).to_owned() } else { code(part) };
    parts.iter().enumerate().map(part).collect()
}

/// Returns `true` for a character that means nothing in a cell, not even with others of its kind.
fn is_plain(character: char) -> bool {
    character.is_alphanumeric() || " ,.;:-%+='\"()’…–—".contains(character)
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_holds_anything() {
        assert_eq!(code("a.md:3:4"), "`a.md:3:4`");
        assert_eq!(code("a|b"), "`a\\|b`");
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`a"), "`` `a ``");
        assert_eq!(code("a\u{1b}[2J\n"), r"`a\u{1b}[2J\u{a}`");
        assert_eq!(code(&"a".repeat(400)).len(), 300 + "…".len() + 2);
    }

    #[test]
    fn quotes_in_a_message_are_code_and_so_is_all_that_may_mean_something() {
        assert_eq!(message("the verdict is written `a|b`"), "the verdict is written `a\\|b`");
        assert_eq!(message("the section `Summary` is missing"), "the section `Summary` is missing");
        for odd in ["see @someone", "see #12", "<img src=x>", "![a](b)", "www.example.org", "a `b", "a `` b"]
        {
            assert!(message(odd).starts_with('`'), "{}", message(odd));
        }
    }
}
