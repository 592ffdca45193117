//! The summary of a job, in Markdown.

use app::document::State;
use app::ui::size::counted;

use super::visible;
use crate::api::previews::{Published, PublishedDocument};
use crate::clock;

/// What GitHub shows of the summary of a step, in bytes: a longer one is not shown at all.
pub(super) const LIMIT: usize = 1024 * 1024;
/// The longest title, in characters.
const LONGEST: usize = 200;

/// Returns the documents as a table, the worst first, in at most `limit` bytes.
pub(super) fn summary(published: &Published, limit: usize) -> String {
    let Published { preview, documents } = published;
    let head = format!(
        "### [{}]({})\n\n{}. The link works until {}.\n\n| Report | State | Score | Contract |\n|---|---|---|---|\n",
        escaped(&preview.title),
        preview.url,
        counted(documents.len() as u64, "report"),
        clock::iso(preview.expires_ms),
    );
    let mut summary = head;
    for (index, document) in documents.iter().enumerate() {
        let row = row(document);
        let rest = format!("\n{} more under the link.\n", documents.len() - index);
        if summary.len() + row.len() + rest.len() > limit {
            summary.push_str(&rest);
            break;
        }
        summary.push_str(&row);
    }
    summary.push('\n');
    if summary.len() > limit { String::new() } else { summary }
}

fn row(document: &PublishedDocument) -> String {
    let PublishedDocument { title, format, state, verdict, score, errors, warnings, url } = document;
    let state_words = state.label(verdict.as_deref()).unwrap_or_else(|| "–".to_owned());
    let score = score.map_or_else(|| "–".to_owned(), |score| format!("{score}%"));
    let contract = match (format, errors, warnings) {
        (None, ..) => "not recognized".to_owned(),
        (Some(_), 0, 0) => "conforms".to_owned(),
        (Some(_), 0, warnings) => counted((*warnings).into(), "warning"),
        (Some(_), errors, _) => counted((*errors).into(), "error"),
    };
    format!(
        "| [{}]({url}) | {} {} | {score} | {contract} |\n",
        escaped(title),
        sign(*state),
        escaped(&state_words)
    )
}

fn sign(state: State) -> &'static str {
    match state {
        State::Passed => "✅",
        State::Failed => "❌",
        State::Contradicted => "⛔",
        State::Waiting | State::Quarantined => "⏸️",
        State::Running => "▶️",
        State::None => "",
    }
}

/// Escapes what Markdown, HTML and a table would take for their own, and mentions.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in visible(text).chars().take(LONGEST) {
        match character {
            '\\' | '`' | '*' | '_' | '[' | ']' | '(' | ')' | '#' | '|' | '~' | '!' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            // Nobody is notified by a report.
            '@' => escaped.push_str("@\u{2060}"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use app::preview::Preview;

    use super::*;

    fn published(count: usize) -> Published {
        let document = |index: usize| PublishedDocument {
            title: format!("Review {index} | <b>@ada</b> [x](javascript:y)"),
            format: Some("Review Report".to_owned()),
            state: State::Failed,
            verdict: Some("NEEDS_CHANGES".to_owned()),
            score: Some(40),
            errors: 2,
            warnings: 0,
            url: format!("https://harmony.example/p/token/{index}"),
        };
        let preview = Preview {
            title: "All".to_owned(),
            url: "https://h.example/p/t".to_owned(),
            ..Preview::default()
        };
        Published { preview, documents: (1..=count).map(document).collect() }
    }

    #[test]
    fn a_summary_is_a_table_of_escaped_cells() {
        let summary = summary(&published(2), LIMIT);
        let rows: Vec<&str> = summary.lines().filter(|line| line.starts_with("| [")).collect();
        assert_eq!(
            rows[0],
            "| [Review 1 \\| &lt;b&gt;@\u{2060}ada&lt;/b&gt; \\[x\\]\\(javascript:y\\)](https://harmony.example/p/token/1) \
             | ❌ needs changes | 40% | 2 errors |"
        );
        assert_eq!(rows.len(), 2);
    }

    #[test]
    fn a_summary_is_never_longer_than_its_limit() {
        for limit in [0, 100, 300, 1_000, 5_000] {
            let summary = summary(&published(100), limit);
            assert!(summary.len() <= limit, "{limit}: {}", summary.len());
        }
        assert!(summary(&published(100), 5_000).contains("more under the link"));
    }
}
