//! Terms of a search: words that say which field they are about, as in `is:failed session:night refund`.

use super::pages::ListQuery;

impl ListQuery {
    /// Moves the terms among the words to their fields. Any other word with a colon, such as `src/a.rs:14`, remains a word.
    pub fn with_terms(mut self) -> Self {
        let Some(text) = self.text.take() else { return self };
        let words: Vec<&str> = parts(&text).filter(|part| !self.take(part)).collect();
        self.text = Some(words.join(" ")).filter(|words| !words.is_empty());
        self
    }

    /// Moves a term to its field. Returns whether it is one.
    fn take(&mut self, part: &str) -> bool {
        let Some((name, value)) = part.split_once(':') else { return false };
        let value = value.trim_matches('"');
        let (field, value) = match name {
            "is" if value == "pinned" => (&mut self.pinned, "true"),
            "is" | "state" => (&mut self.state, value),
            "format" => (&mut self.format, value),
            "kind" => (&mut self.kind, value),
            "severity" => (&mut self.severity, value),
            "session" => (&mut self.session, value),
            "path" => (&mut self.path, value),
            "agent" => (&mut self.agent, value),
            "repo" | "repository" => (&mut self.repository, value),
            "commit" => (&mut self.commit, value),
            "run" => (&mut self.run, value),
            "from" | "since" => (&mut self.from, value),
            "to" | "until" => (&mut self.to, value),
            "in" => (&mut self.within, value),
            _ => return false,
        };
        if value.is_empty() {
            return false;
        }
        *field = Some(value.to_owned());
        true
    }
}

/// Splits a search at white space outside of quotes.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut is_quoted = false;
    let is_between = move |character: char| {
        is_quoted ^= character == '"';
        !is_quoted && character.is_whitespace()
    };
    text.split(is_between).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::ListQuery;

    fn check(typed: &str, expected: ListQuery) {
        let query = ListQuery { text: Some(typed.to_owned()), ..ListQuery::default() };
        assert_eq!(query.with_terms(), expected, "{typed}");
    }

    fn some(value: &str) -> Option<String> {
        Some(value.to_owned())
    }

    #[test]
    fn terms_go_to_their_fields() {
        let none = ListQuery::default;
        check(
            "is:failed refund format:5.1",
            ListQuery { text: some("refund"), state: some("failed"), format: some("5.1"), ..none() },
        );
        check(
            "session:\"night run\" is:pinned",
            ListQuery { session: some("night run"), pinned: some("true"), ..none() },
        );
        check(
            "severity:critical path:src/",
            ListQuery { severity: some("critical"), path: some("src/"), ..none() },
        );
    }

    #[test]
    fn other_words_remain_words() {
        for typed in
            ["src/a.rs:14", "https://example.org", "is:", "\"lost update\" twice", "note: later", ":"]
        {
            check(typed, ListQuery { text: some(typed), ..ListQuery::default() });
        }
        check("", ListQuery::default());
        check("is:failed is:passed", ListQuery { state: some("passed"), ..ListQuery::default() });
    }
}
