//! The heading of a gate: `Step 3: HUMAN GATE`, or a line in bold that does for it.

use crate::reading::clean;
use crate::text::{Span, Text};

/// Deeper than any heading.
pub(super) const BOLD: u8 = 7;

/// A line in bold that names a step: `**Step 3: HUMAN GATE**`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct BoldStep {
    /// With the marks, and the signs in front of them.
    pub whole: Span,
    pub words: Span,
    /// What follows it, behind a dash or a colon.
    pub rest: Span,
    /// It is behind the marker of a list.
    pub is_item: bool,
}

/// What makes words bold; the longest first.
const MARKS: [&str; 4] = ["***", "___", "**", "__"];

/// A line that begins in bold with a step and its number, alone or in a quote or a list: from end to end, or a gate's
/// with words behind it.
pub(super) fn bold_step(text: &Text, line: Span) -> Option<BoldStep> {
    let source = text.source();
    let written = line.slice(source);
    let bare =
        written.trim_start_matches(|edge: char| edge.is_whitespace() || matches!(edge, '>' | '\u{feff}'));
    let line = line.skip(written.len() - bare.len()).trim(source);
    let item = ["- ", "* ", "+ ", "• "].iter().find(|marker| bare.starts_with(**marker));
    let line = item.map_or(line, |marker| line.skip(marker.len()).trim(source));
    let is_sign = |edge: char| edge.is_whitespace() || !(edge.is_ascii() || edge.is_alphanumeric());
    let signed = line.slice(source);
    let bold = line.skip(signed.len() - signed.trim_start_matches(is_sign).len());
    let mark = MARKS.into_iter().find(|mark| bold.slice(source).starts_with(mark))?;
    let inner = bold.skip(mark.len());
    let inner = inner.take(inner.slice(source).find(mark)?);
    let is_mark = |edge: char| is_sign(edge) || matches!(edge, '*' | '_');
    let words = inner.slice(source);
    let words = inner.skip(words.len() - words.trim_start_matches(is_mark).len());
    let words = words.take(words.slice(source).trim_end_matches(is_mark).len());
    if words.slice(source).contains(['*', '\n', '\r']) || !names_step(words.slice(source)) {
        return None;
    }
    let end = inner.end + mark.len() as u32;
    let rest = Span::new(end, line.end).trim(source);
    let said = rest.slice(source);
    let bare = said.trim_start_matches([':', '-', '–', '—', ' ']);
    let is_parted = bare.len() < said.len()
        || words.slice(source).ends_with(':')
        || Span::new(end, rest.start).slice(source).contains(['\n', '\r']);
    let step = BoldStep {
        whole: Span::new(line.start, end),
        words,
        rest: rest.skip(said.len() - bare.len()),
        is_item: item.is_some(),
    };
    (said.is_empty() || is_parted && opens_gate(text, step)).then_some(step)
}

/// Returns `true` if the line spells the gate as the contract does; in other letters, it may only mention one.
pub(super) fn opens_gate(text: &Text, step: BoldStep) -> bool {
    let words = text.slice(step.words);
    words.contains("HUMAN GATE") && gate_heading(words).is_some_and(|gate| gate.step_number.is_some())
}

/// Returns `true` if a heading begins with a step and its number: `Step 3`.
pub(super) fn names_step(heading: &str) -> bool {
    let mut words = heading.trim_start_matches(['*', ' ']).split([' ', ':', '-']);
    let is_step = words
        .next()
        .is_some_and(|word| word.eq_ignore_ascii_case("step") || word.eq_ignore_ascii_case("steps"));
    is_step
        && words
            .next()
            .is_some_and(|word| word.starts_with(|first: char| first.is_ascii_digit() || first == '{'))
}

/// A heading that opens a gate, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GateHeading {
    /// `None` if it is a template's `{N}` or not a number.
    pub step_number: Option<u32>,
    /// The number as written.
    pub written_number: String,
    /// The heading is spelled as in the contract, not counting what follows.
    pub is_contract: bool,
    /// What follows: `(update mode only)`.
    pub suffix: String,
}

pub(super) fn gate_heading(heading: &str) -> Option<GateHeading> {
    // After any marks, the step comes first, which is rare in other headings. Marks may be around the word,
    // not in it.
    let first = heading.bytes().position(|byte| byte.is_ascii_alphabetic())?;
    let word = heading.as_bytes().get(first..first + "step".len())?;
    if !word.eq_ignore_ascii_case(b"step") {
        return None;
    }
    let names_gate = ["GATE", "Gate", "gate"].iter().any(|gate| heading.contains(gate));
    if heading.len() > 400 || !names_gate {
        return None;
    }
    let cleaned = clean(heading);
    let rest = strip_word(&cleaned, "step")?.trim_start();
    let end = rest.find([':', ' ']).unwrap_or(rest.len());
    let (number, after) = rest.split_at_checked(end)?;
    let is_number = number.starts_with(|first: char| first.is_ascii_digit()) || number.starts_with('{');
    let words = after.trim_start_matches([':', ' ', '-', '.', '·', '|']);
    let suffix = strip_word(strip_word(words, "human")?.trim_start(), "gate")?;
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    is_number.then(|| GateHeading {
        step_number: number.get(..digits).and_then(|digits| digits.parse().ok()),
        written_number: number.to_owned(),
        is_contract: heading.starts_with(&format!("Step {number}: HUMAN GATE")),
        suffix: suffix.trim().to_owned(),
    })
}

fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (head, rest) = text.split_at_checked(word.len())?;
    let ends = rest.chars().next().is_none_or(|next| !next.is_alphanumeric());
    (head.eq_ignore_ascii_case(word) && ends).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::gate_heading;

    #[test]
    fn gates_are_known_by_step_and_words() {
        let numbers = [
            ("Step 2: HUMAN GATE", Some(2)),
            ("Step 4: HUMAN GATE (update mode only)", Some(4)),
            ("**Step 3 — Human Gate**", Some(3)),
            ("Step {N}: HUMAN GATE", None),
        ];
        for (heading, expected) in numbers {
            assert_eq!(gate_heading(heading).map(|gate| gate.step_number), Some(expected), "{heading}");
        }
    }

    #[test]
    fn other_headings_are_no_gates() {
        for heading in
            ["8.6 Human Gate Format", "HUMAN GATE", "Step 2: Human gateway", "Steps 2-3: HUMAN GATE"]
        {
            assert_eq!(gate_heading(heading), None, "{heading}");
        }
    }
}
