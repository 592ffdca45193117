//! The most important parts of a document, for callers that know nothing else about its format.

use crate::document::State;

/// Fields by their paths in the JSON: `verdict`, `findings[].severity`.
#[derive(Copy, Clone, Debug)]
pub struct Hints {
    /// The first of them that is stated is the title.
    pub title: &'static [&'static str],
    pub verdict: Option<&'static str>,
    /// Words of the verdict; others neither pass nor fail.
    pub passing: &'static [&'static str],
    pub failing: &'static [&'static str],
    /// Words of one that is to come: work goes on, or waits for a person.
    pub running: &'static [&'static str],
    pub waiting: &'static [&'static str],
    /// A percentage.
    pub score: Option<&'static str>,
    /// How grave each row of a list is, or all of it.
    pub severity: Option<&'static str>,
    /// What it asks a person: a text, or the rows of a list.
    pub asks: Option<&'static str>,
}

impl Hints {
    pub const fn titled(title: &'static [&'static str]) -> Self {
        Self {
            title,
            verdict: None,
            passing: &[],
            failing: &[],
            running: &[],
            waiting: &[],
            score: None,
            severity: None,
            asks: None,
        }
    }

    pub const fn judged(
        self,
        field: &'static str,
        passing: &'static [&'static str],
        failing: &'static [&'static str],
    ) -> Self {
        Self { verdict: Some(field), passing, failing, ..self }
    }

    /// Returns the state that a word of the verdict claims.
    pub fn state(&self, word: Option<&str>) -> State {
        let is_one_of = |words: &[&str]| word.is_some_and(|word| words.contains(&word));
        let states = [
            (self.passing, State::Passed),
            (self.failing, State::Failed),
            (self.running, State::Running),
            (self.waiting, State::Waiting),
        ];
        states.into_iter().find(|(words, _)| is_one_of(words)).map(|(_, state)| state).unwrap_or_default()
    }
}
