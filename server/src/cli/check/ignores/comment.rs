use app::text::{Span, Text};

/// What a comment that ignores rules holds.
pub(super) const MARK: &[u8] = b"harmony-ignore";
const OPEN: &str = "<!--";
const CLOSE: &str = "-->";
const OF_FILE: &str = "-file";
/// The most rules that a comment names.
const MOST_RULES: usize = 100;

/// A comment that ignores rules.
#[derive(Debug)]
pub(super) struct Comment {
    /// The rules that it names, with the places of their names.
    pub rules: Vec<(String, Span)>,
    pub reach: Reach,
    /// The line that it ends, from 0.
    pub line: u32,
    /// What is taken out of the text: the comment, and its line if nothing else is on it.
    pub cut: Span,
}

/// Where the issues of a comment's rules are ignored.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    Text,
    /// The line that the comment ends.
    Line,
    /// The lines below it, up to the next blank line.
    Below,
}

impl Comment {
    /// Returns the comment that has its mark at an offset. It ends its line.
    pub fn around(text: &Text, mark: u32) -> Option<Self> {
        let lines = text.lines();
        let number = lines.line_of(mark);
        let line = lines.line(number);
        let before = text.slice(Span::new(line.start, mark));
        let start = line.start + before.trim_end().strip_suffix(OPEN)?.len() as u32;
        let words = mark + MARK.len() as u32;
        let rest = text.slice(Span::new(words, line.end));
        let length = rest.find(CLOSE)?;
        let end = words + (length + CLOSE.len()) as u32;
        if !text.slice(Span::new(end, line.end)).trim().is_empty() {
            return None;
        }
        let (is_of_file, inside) = match rest.get(..length)?.strip_prefix(OF_FILE) {
            Some(inside) => (true, inside),
            None => (false, rest.get(..length)?),
        };
        if !inside.starts_with(char::is_whitespace) {
            return None;
        }
        let named = inside.split(':').next().unwrap_or_default();
        let from = words + (length - inside.len()) as u32;
        let rules: Vec<(String, Span)> = names(named)
            .take(MOST_RULES)
            .map(|(at, name)| {
                (name.to_owned(), Span::of(from as usize + at, from as usize + at + name.len()))
            })
            .collect();
        if rules.is_empty() {
            return None;
        }
        let head = text.slice(Span::new(line.start, start));
        let is_alone = is_blank(head);
        let reach = match (is_of_file, is_alone) {
            (true, _) => Reach::Text,
            (false, true) => Reach::Below,
            (false, false) => Reach::Line,
        };
        let body = text.slice(line).trim_end_matches(['\r', '\n']).len() as u32;
        let cut = match is_alone {
            true => line,
            false => Span::new(line.start + head.trim_end().len() as u32, line.start + body),
        };
        Some(Self { rules, reach, line: number, cut })
    }
}

/// Returns the names in a list, with their places in it.
fn names(list: &str) -> impl Iterator<Item = (usize, &str)> {
    list.split(',')
        .scan(0, |at, part| {
            let start = *at + part.len() - part.trim_start().len();
            *at += part.len() + 1;
            Some((start, part.trim()))
        })
        .filter(|(_, name)| !name.is_empty())
}

/// Returns the lines below a line: from the first that isn't blank to the next blank line. Those below the comment that
/// comes next are known, so that each line is looked at once.
pub(super) fn below(text: &Text, line: u32, next: Option<(u32, Span)>) -> Span {
    let lines = text.lines();
    let is_blank = |number: &u32| is_blank(text.slice(lines.line(*number)));
    let mut rest = line + 1..lines.count();
    let Some(first) = rest.find(|number| !is_blank(number)) else { return Span::empty_at(text.span().end) };
    match next {
        Some((comment, below)) if comment == first => below,
        _ => {
            let last = rest.take_while(|number| !is_blank(number)).last().unwrap_or(first);
            lines.line(first).to(lines.line(last))
        }
    }
}

/// Returns whether a line has nothing but white space and marks of a quote.
fn is_blank(line: &str) -> bool {
    line.chars().all(|character| character == '>' || character.is_whitespace())
}
