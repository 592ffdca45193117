//! A sentence with places for values: `{n}` for a number, `{}` for anything.

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Words(&'static str),
    Number,
    Anything {
        /// It is quoted, and so it is a value from outside.
        is_quoted: bool,
    },
}

#[derive(Clone, Debug)]
pub(super) struct Pattern(Vec<Part>);

/// A value in the place of a pattern, and whether it is from outside.
pub(super) type Value<'t> = (&'t str, bool);

impl Pattern {
    pub fn parse(sentence: &'static str) -> Self {
        let mut parts = Vec::new();
        let mut rest = sentence;
        while let Some((words, place)) = rest.split_once('{') {
            let Some((name, after)) = place.split_once('}') else { break };
            parts.push(Part::Words(words));
            let is_quoted = words.ends_with(['`', '“', '"']) && after.starts_with(['`', '”', '"']);
            parts.push(if name == "n" { Part::Number } else { Part::Anything { is_quoted } });
            rest = after;
        }
        parts.push(Part::Words(rest));
        parts.retain(|part| *part != Part::Words(""));
        Self(parts)
    }

    /// How much of it is words: of several that match, the one with most is meant.
    pub fn words(&self) -> usize {
        self.0.iter().map(|part| if let Part::Words(words) = part { words.len() } else { 0 }).sum()
    }

    pub fn places(&self) -> usize {
        self.0.iter().filter(|part| !matches!(part, Part::Words(_))).count()
    }

    /// Returns the values in the places, if the text is that sentence.
    pub fn matches<'t>(&self, text: &'t str) -> Option<Vec<Value<'t>>> {
        let mut values = Vec::new();
        matches(&self.0, text, &mut values).then_some(values)
    }
}

fn matches<'t>(parts: &[Part], text: &'t str, values: &mut Vec<Value<'t>>) -> bool {
    let Some((part, rest)) = parts.split_first() else { return text.is_empty() };
    match part {
        Part::Words(words) => text.strip_prefix(words).is_some_and(|text| matches(rest, text, values)),
        Part::Number => {
            let is_other =
                |character: char| !character.is_ascii_digit() && !matches!(character, '.' | ',' | '\u{202f}');
            let end = text.find(is_other).unwrap_or(text.len());
            // A full stop behind a number ends the sentence.
            let number = text.get(..end).unwrap_or_default().trim_end_matches(['.', ',']);
            values.push((number, true));
            let is_match = number.starts_with(|first: char| first.is_ascii_digit())
                && matches(rest, text.get(number.len()..).unwrap_or_default(), values);
            if !is_match {
                values.pop();
            }
            is_match
        }
        Part::Anything { is_quoted } => {
            let next = match rest.first() {
                None => {
                    values.push((text, *is_quoted));
                    return !text.is_empty();
                }
                Some(Part::Words(words)) => *words,
                Some(_) => return false,
            };
            for (at, _) in text.match_indices(next).filter(|(at, _)| *at > 0 || *is_quoted) {
                let (value, after) = text.split_at(at);
                let known = values.len();
                values.push((value, *is_quoted));
                if matches(rest, after, values) {
                    return true;
                }
                values.truncate(known);
            }
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    fn check(sentence: &'static str, text: &str, expected: Option<&[&str]>) {
        let found = Pattern::parse(sentence).matches(text);
        let found = found.map(|values| values.into_iter().map(|(value, _)| value).collect::<Vec<_>>());
        assert_eq!(found.as_deref(), expected, "{sentence} in {text}");
    }

    #[test]
    fn values_are_found_between_the_words() {
        check("All {n} sessions", "All 12 sessions", Some(&["12"]));
        check("All {n} sessions", "All few sessions", None);
        check("{n} of {n} done", "3 of 1\u{202f}200 done", Some(&["3", "1\u{202f}200"]));
        check("{n} issues.", "3 issues.", Some(&["3"]));
        check("Score {n}.", "Score 98.5.", Some(&["98.5"]));
        check(
            "`{}` is written `{}`",
            "`a` is written `is written` is written `b`",
            Some(&["a", "is written` is written `b"]),
        );
        check("{} is unknown", "x is unknown", Some(&["x"]));
        check("{} is unknown", " is unknown", None);
        check("waits for {}", "waits for you", Some(&["you"]));
    }
}
