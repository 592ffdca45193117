//! How sections are numbered: `3. Title`, `Part 3: Title`, `III. Title`, `C. Title`.

use crate::reading::is_emoji;

/// How sections are numbered in a report; each style has its own way to be misread, so a report has one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Numbering {
    Arabic,
    Roman,
    Letters,
}

/// A higher number before a dash is a year or an amount.
const MOST_SECTIONS: u32 = 99;

impl Numbering {
    /// The style that most headings follow; `I.` alone is as good a letter as a numeral.
    pub fn of<'h>(headings: impl Iterator<Item = &'h str> + Clone) -> Self {
        let count = |style: Self| headings.clone().filter(|heading| style.read(heading).is_some()).count();
        if headings.clone().any(|heading| Self::Arabic.read(heading).is_some()) {
            Self::Arabic
        } else if count(Self::Roman) >= count(Self::Letters) {
            Self::Roman
        } else {
            Self::Letters
        }
    }

    /// The number of a heading and its title.
    pub fn read(self, heading: &str) -> Option<(u32, &str)> {
        let bare =
            heading.trim_start_matches(|edge: char| edge == '*' || edge.is_whitespace() || is_emoji(edge));
        let unworded = ["part", "section", "chapter"].iter().find_map(|word| {
            let (head, rest) = bare.split_at_checked(word.len())?;
            (head.eq_ignore_ascii_case(word) && rest.starts_with(' ')).then(|| rest.trim_start())
        });
        let numbered = unworded.unwrap_or(bare);
        let end = numbered.find(|edge: char| !edge.is_ascii_alphanumeric())?;
        let (number, rest) = numbered.split_at_checked(end)?;
        let number = match self {
            Self::Arabic => number.parse().ok()?,
            Self::Roman => roman(number)?,
            Self::Letters => letter(number)?,
        };
        // `1\.` is no list to a renderer, and `1️⃣` is a number in a box.
        let unboxed = rest.trim_start_matches(['\u{fe0f}', '\u{20e3}']);
        let rest = unboxed.strip_prefix('\\').unwrap_or(unboxed);
        let trimmed = rest.trim_start();
        let is_boxed = unboxed.len() < numbered.len() - end;
        let is_marked = is_boxed || rest.starts_with(['.', ')', ':']);
        let is_dashed = (unworded.is_some() || number <= MOST_SECTIONS && rest.starts_with(' '))
            && trimmed.starts_with(['-', '–', '—', ':']);
        if !is_marked && !is_dashed {
            return None;
        }
        let title = trimmed.trim_start_matches(['.', ')', ':', '-', '–', '—']);
        let is_subsection = title.starts_with(|first: char| first.is_ascii_digit()) && rest.starts_with('.');
        let is_spaced = is_boxed || title.is_empty() || title.starts_with([' ', '*', '\u{a0}']);
        (!is_subsection && is_spaced).then(|| (number, title.trim().trim_end_matches('*').trim_end()))
    }

    /// Returns the title of a heading without its number, in any style.
    pub fn without_number(heading: &str) -> &str {
        let styles = [Self::Arabic, Self::Roman, Self::Letters];
        styles.iter().find_map(|style| style.read(heading)).map_or(heading, |(_, title)| title)
    }
}

fn letter(written: &str) -> Option<u32> {
    let byte = written.bytes().next().filter(|_| written.len() == 1)?;
    byte.is_ascii_uppercase().then(|| u32::from(byte - b'A') + 1)
}

fn roman(written: &str) -> Option<u32> {
    if written.is_empty() || written.len() > 6 {
        return None;
    }
    let mut total = 0;
    let mut before = u32::MAX;
    for character in written.chars() {
        let value = match character {
            'I' => 1,
            'V' => 5,
            'X' => 10,
            _ => return None,
        };
        // What precedes something larger is taken from it.
        total = if value > before { total + value - 2 * before } else { total + value };
        before = value;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::Numbering::{Arabic, Letters, Roman};

    #[test]
    fn sections_are_numbered_in_three_ways() {
        let cases = [
            (Arabic, "3. Title", Some((3, "Title"))),
            (Arabic, "**12) Title**", Some((12, "Title"))),
            (Arabic, "Section 4 — Title", Some((4, "Title"))),
            (Arabic, "📊 4. Title", Some((4, "Title"))),
            (Arabic, "4\\. Title", Some((4, "Title"))),
            (Arabic, "3.1 Title", None),
            (Arabic, "2026 in numbers", None),
            (Arabic, "2026 - the year", None),
            (Arabic, "3-way merge", None),
            (Roman, "XIV. Title", Some((14, "Title"))),
            (Roman, "IX: Title", Some((9, "Title"))),
            (Letters, "A title", None),
            (Letters, "Appendix A: Title", None),
        ];
        for (style, heading, expected) in cases {
            assert_eq!(style.read(heading), expected, "{heading}");
        }
    }
}
