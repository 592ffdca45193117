//! What the headings of an analysis say: that it is one, and how its sections are numbered.

use crate::reading::{clean, normal};

/// Words of a title by which an analysis is known where nothing else says so.
const TITLE_WORDS: [&str; 3] = ["analysis", "inventory", "assessment"];
/// Words of titles that belong to other formats, whatever labels stand below them.
const FORMAT_WORDS: [&str; 5] = ["review", "opinion", "critique", "brainstorm", "brainstorming"];
/// Words of titles under which an analysis is only mentioned.
const OTHER_WORDS: [&str; 5] = ["plan", "changes", "root", "healing", "readme"];

pub(super) fn names_an_analysis(title: &str) -> bool {
    has_word(title, &TITLE_WORDS) && !has_word(title, &OTHER_WORDS)
}

pub(super) fn names_another_format(title: &str) -> bool {
    has_word(title, &FORMAT_WORDS)
}

fn has_word(title: &str, words: &[&str]) -> bool {
    let title = normal(title);
    title.split(|edge: char| !edge.is_alphanumeric()).any(|part| words.contains(&part))
}

/// How sections are numbered in a report; each style has its own way to be misread, so a report has one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Numbering {
    Arabic,
    Roman,
    Letters,
}

impl Numbering {
    /// The style that most headings follow; `I.` alone is as good a letter as a numeral.
    pub fn of<'h>(headings: impl Iterator<Item = &'h str> + Clone) -> Self {
        let count = |style: Self| headings.clone().filter(|heading| style.read(heading).is_some()).count();
        let (arabic, roman, letters) = (count(Self::Arabic), count(Self::Roman), count(Self::Letters));
        if arabic > 0 {
            Self::Arabic
        } else if roman >= letters {
            Self::Roman
        } else {
            Self::Letters
        }
    }

    /// The number of `3. Title`, `Part 3: Title`, `III. Title`, `C. Title`, and the title.
    pub fn read(self, heading: &str) -> Option<(u32, &str)> {
        let bare = heading.trim_start_matches(['*', ' ']);
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
        let trimmed = rest.trim_start();
        let is_marked = rest.starts_with(['.', ')', ':']);
        let is_dashed = unworded.is_some() && trimmed.starts_with(['-', '–', '—', ':']);
        if !is_marked && !is_dashed {
            return None;
        }
        let title = trimmed.trim_start_matches(['.', ')', ':', '-', '–', '—']);
        let is_subsection = title.starts_with(|first: char| first.is_ascii_digit()) && rest.starts_with('.');
        let is_spaced = title.is_empty() || title.starts_with([' ', '*', '\u{a0}']);
        (!is_subsection && is_spaced).then(|| (number, title.trim().trim_end_matches('*').trim_end()))
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
        // What stands before something larger is taken from it.
        total = if value > before { total + value - 2 * before } else { total + value };
        before = value;
    }
    Some(total)
}

/// How surely a heading opens the recommendations; less is surer.
pub(super) fn recommendations_rank(heading: &str) -> Option<u8> {
    if heading.len() > 120 {
        return None;
    }
    let styles = [Numbering::Arabic, Numbering::Roman, Numbering::Letters];
    let title = styles.iter().find_map(|style| style.read(heading)).map_or(heading, |(_, title)| title);
    let name = normal(title.split('(').next().unwrap_or(title));
    let name = name.trim_end_matches(':').trim_end();
    let name = name.trim_start_matches(|edge: char| !edge.is_alphabetic());
    let others = [
        "recommended actions",
        "recommended next steps",
        "recommended changes",
        "recommended fixes",
        "suggested improvements",
        "action items",
    ];
    match name {
        "recommendations" | "recommendation" => Some(0),
        _ if name.ends_with("recommendations") => Some(1),
        _ if name.contains("recommendations") => Some(2),
        _ if others.contains(&name) => Some(3),
        _ => None,
    }
}

/// As the contract writes it, numbered or not.
pub(super) fn is_plain_recommendations(heading: &str) -> bool {
    clean(heading) == "Recommendations"
}

#[cfg(test)]
mod tests {
    use super::{Numbering, names_an_analysis, names_another_format, recommendations_rank};

    #[test]
    fn sections_are_numbered_in_three_ways() {
        use Numbering::{Arabic, Letters, Roman};
        let cases = [
            (Arabic, "3. Title", Some((3, "Title"))),
            (Arabic, "**12) Title**", Some((12, "Title"))),
            (Arabic, "Part 2: Title", Some((2, "Title"))),
            (Arabic, "Section 4 — Title", Some((4, "Title"))),
            (Arabic, "3.1 Title", None),
            (Arabic, "2026 in numbers", None),
            (Roman, "XIV. Title", Some((14, "Title"))),
            (Roman, "IX: Title", Some((9, "Title"))),
            (Letters, "C. Title", Some((3, "Title"))),
            (Letters, "A title", None),
            (Letters, "Appendix A: Title", None),
        ];
        for (style, heading, expected) in cases {
            assert_eq!(style.read(heading), expected, "{heading}");
        }
    }

    #[test]
    fn a_report_has_one_numbering() {
        let style = |headings: &[&'static str]| Numbering::of(headings.iter().copied());
        assert_eq!(style(&["I. A", "II. B", "V. C"]), Numbering::Roman);
        assert_eq!(style(&["A. A", "B. B", "I. C"]), Numbering::Letters);
        assert_eq!(style(&["Summary", "1. A"]), Numbering::Arabic);
    }

    #[test]
    fn titles_and_recommendations() {
        assert!(names_an_analysis("Chat Panel: Post-Delivery Analysis"));
        assert!(names_another_format("Review of the Analysis"));
        assert!(!names_an_analysis("Root Cause Analysis"));
        let ranks = [
            ("## 4. Recommendations", Some(0)),
            ("Debt & Recommendations", Some(1)),
            ("Recommendations for the store", Some(2)),
            ("Recommended layout", None),
        ];
        for (heading, expected) in ranks {
            assert_eq!(recommendations_rank(heading), expected, "{heading}");
        }
    }
}
