//! Scores: `82%`, `92/100`, `9/10`, `APPROVED (94%)`.

/// A score of 100 as it was read.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Score {
    /// Rounded; above 100 if the text states so.
    pub points: u32,
    /// As the text states it, before rounding.
    pub exact: f64,
    pub form: ScoreForm,
    /// The text states it less simply: as a fraction of a point, a range, or `<90%`.
    pub is_approximate: bool,
    /// The range of the score in the fragment that was read.
    pub start: usize,
    pub end: usize,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ScoreForm {
    Percent,
    /// `92/100`, `9/10`, `4 out of 5`.
    OutOf,
    /// A number alone.
    Bare,
}

/// Returns the first score in a fragment, or what it came to. A bare number is a score only if it is alone.
pub fn score(fragment: &str) -> Option<Score> {
    let first = first_score(fragment)?;
    let mut last = first;
    while let Some(next) = successor(fragment, &last) {
        last = next;
    }
    Some(Score { start: first.start, ..last })
}

fn first_score(fragment: &str) -> Option<Score> {
    let mut at = 0;
    while let Some(digit) = fragment.get(at..)?.find(|character: char| character.is_ascii_digit()) {
        let start = at + digit;
        let (value, length) = decimal(fragment.get(start..)?);
        let begins_word = fragment.get(..start)?.chars().next_back().is_some_and(char::is_alphanumeric);
        at = start + length;
        if begins_word {
            continue;
        }
        let is_bounded = fragment.get(..start)?.trim_end().ends_with(['<', '>', '~', '≈', '≤', '≥', '±']);
        let signed = if fragment.get(..start)?.ends_with('-') { start.saturating_sub(1) } else { start };
        let is_negative = signed < start && is_lead(fragment.get(..signed)?);
        // The lower end of a range counts.
        let range = range_end(fragment.get(at..)?);
        let unit_from = at + range.unwrap_or_default();
        if let Some((percent, form, taken)) = unit(value, fragment.get(unit_from..)?) {
            let end = unit_from + taken;
            let read = rounded(percent, form, start, end);
            let is_approximate = read.is_approximate || is_bounded || range.is_some();
            return (!is_negative).then_some(Score { is_approximate, ..read });
        }
        let is_alone = is_lead(fragment.get(..start)?) && is_lead(fragment.get(at..)?);
        if is_alone {
            // `0.85` is a fraction of one.
            let is_part = value < 1.0 && value > 0.0;
            let percent = if is_part { value * 100.0 } else { value };
            let read = rounded(percent, ScoreForm::Bare, start, at);
            return Some(Score { is_approximate: read.is_approximate || is_bounded, ..read });
        }
    }
    None
}

/// The score that has taken the place of another: `70% → 95%`, `~~70%~~ 95%`.
fn successor(fragment: &str, old: &Score) -> Option<Score> {
    let (before, after) = (fragment.get(..old.start)?, fragment.get(old.end..)?);
    let is_struck = before.ends_with("~~") && after.starts_with("~~");
    let bare = after.trim_start_matches(['*', '_', '`', '~', ' ']);
    let behind_arrow = ["→", "->", "=>", "⇒"].iter().find_map(|arrow| bare.strip_prefix(arrow));
    let rest = behind_arrow.or(is_struck.then_some(bare))?;
    let next = first_score(rest).filter(|next| is_lead(rest.get(..next.start).unwrap_or_default()))?;
    let moved = fragment.len() - rest.len();
    // The old score is content, which no edit may drop.
    Some(Score { start: next.start + moved, end: next.end + moved, is_approximate: true, ..next })
}

fn is_lead(fragment: &str) -> bool {
    fragment.chars().all(|character| !character.is_alphanumeric() && character != '-')
}

fn rounded(value: f64, form: ScoreForm, start: usize, end: usize) -> Score {
    let points = value.round().clamp(0.0, f64::from(u16::MAX));
    // A share of ten may miss its hundredth by what binary fractions lose.
    let exact = (value * 1e6).round() / 1e6;
    Score { points: points as u32, exact, form, is_approximate: (value - points).abs() > 1e-9, start, end }
}

/// The length of `-90` in `85-90%`, `85 – 90/100`.
fn range_end(rest: &str) -> Option<usize> {
    let after = rest.trim_start().strip_prefix(['-', '–', '—'])?.trim_start();
    let (_, length) = decimal(after);
    (length > 0).then(|| rest.len() - after.len() + length)
}

/// A number with its length in bytes; a comma before one or two digits does for the point.
fn decimal(fragment: &str) -> (f64, usize) {
    let digits = |from: &str| from.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(fragment);
    let rest = fragment.get(whole..).unwrap_or_default();
    let after_comma = rest.strip_prefix(',').map(digits).filter(|digits| (1..=2).contains(digits));
    if let Some(fraction) = after_comma {
        let length = whole + 1 + fraction;
        let number = fragment.get(..length).map(|number| number.replace(',', "."));
        return (number.and_then(|number| number.parse().ok()).unwrap_or(f64::MAX), length);
    }
    let fraction = rest.strip_prefix('.').map_or(0, digits);
    let length = if fraction > 0 { whole + 1 + fraction } else { whole };
    // More digits than a score can have: read as too large, not as an error.
    (fragment.get(..length).and_then(|number| number.parse().ok()).unwrap_or(f64::MAX), length)
}

/// What follows the number and makes it a score; with the length of it.
fn unit(value: f64, rest: &str) -> Option<(f64, ScoreForm, usize)> {
    let trimmed = rest.trim_start();
    let skipped = rest.len() - trimmed.len();
    if trimmed.starts_with('%') {
        return Some((value, ScoreForm::Percent, skipped + 1));
    }
    // Korean counts points of a hundred, where it names no scale.
    if let Some(after) = trimmed.strip_prefix('점')
        && !after.trim_start().starts_with('/')
    {
        return Some((value, ScoreForm::OutOf, rest.len() - after.len()));
    }
    let after = trimmed.strip_prefix('/').or_else(|| trimmed.strip_prefix("out of "))?;
    let number = after.trim_start();
    let (whole, length) = decimal(number);
    let end = rest.len() - number.len() + length;
    let is_scale = length > 0 && [5.0, 10.0, 20.0, 100.0].contains(&whole);
    is_scale.then(|| (value * 100.0 / whole, ScoreForm::OutOf, end))
}

#[cfg(test)]
mod tests {
    use super::{ScoreForm, score};

    fn check(fragment: &str, expected: Option<(u32, ScoreForm, &str)>) {
        let read = score(fragment).map(|score| (score.points, score.form, &fragment[score.start..score.end]));
        assert_eq!(read, expected, "{fragment}");
    }

    #[test]
    fn forms_of_a_score() {
        check("82%", Some((82, ScoreForm::Percent, "82%")));
        check("**92/100**", Some((92, ScoreForm::OutOf, "92/100")));
        check("9/10", Some((90, ScoreForm::OutOf, "9/10")));
        check("8.5 / 10", Some((85, ScoreForm::OutOf, "8.5 / 10")));
        check("APPROVED (94%)", Some((94, ScoreForm::Percent, "94%")));
        check("APPROVED 95%", Some((95, ScoreForm::Percent, "95%")));
        check("42% (20 of 48 critical files)", Some((42, ScoreForm::Percent, "42%")));
        check("88", Some((88, ScoreForm::Bare, "88")));
        check("120%", Some((120, ScoreForm::Percent, "120%")));
        check("8,5/10", Some((85, ScoreForm::OutOf, "8,5/10")));
        check("0.85", Some((85, ScoreForm::Bare, "0.85")));
        check("85-90%", Some((85, ScoreForm::Percent, "85-90%")));
        check("<90%", Some((90, ScoreForm::Percent, "90%")));
        check("60점", Some((60, ScoreForm::OutOf, "60점")));
        check("70% → 95%", Some((95, ScoreForm::Percent, "70% → 95%")));
        check("**6/10** -> **9/10**", Some((90, ScoreForm::OutOf, "6/10** -> **9/10")));
        check("~~70%~~ 95%", Some((95, ScoreForm::Percent, "70%~~ 95%")));
        check("70% -> see below", Some((70, ScoreForm::Percent, "70%")));
        check("4 out of 5", Some((80, ScoreForm::OutOf, "4 out of 5")));
    }

    #[test]
    fn other_numbers_are_no_score() {
        for fragment in ["", "high", "{X}%", "P1", "2026-02-09", "3 findings", "20 of 48", "-5%"] {
            check(fragment, None);
        }
    }
}
