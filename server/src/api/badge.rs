//! `/badge.svg`: how a session or the documents of a format go, as a picture for a README.

use app::api::ListQuery;
use app::catalog;
use app::document::{BlockHead, DocumentHead, State};
use axum::extract::State as Shared;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use leptos::prelude::*;
use serde::Deserialize;

use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::state::AppState;

/// The longest label and session, in characters.
const LONGEST: usize = 40;
/// Roughly the width of a character, and of the space around words.
const CHARACTER: usize = 7;
const AROUND: usize = 12;

const GREEN: &str = "#13683a";
const AMBER: &str = "#805300";
const RED: &str = "#a92917";
const GRAY: &str = "#595852";
const INDIGO: &str = "#4548c4";

#[derive(Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BadgeQuery {
    /// A session's name.
    session: Option<String>,
    /// A format's id.
    format: Option<String>,
    /// The words on the left.
    label: Option<String>,
}

/// What a badge says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Badge {
    label: String,
    message: String,
    color: &'static str,
}

pub async fn show(
    Shared(state): Shared<AppState>,
    Parameters(query): Parameters<BadgeQuery>,
) -> Result<Response, ApiError> {
    let BadgeQuery { session, format, label } = query;
    let badge = match (session, format) {
        (Some(_), Some(_)) => {
            return Err(ApiError::BadQuery(
                "a badge is of a `session` or of a `format`, not of both".to_owned(),
            ));
        }
        (Some(name), None) => {
            let found = state.store.session(name.clone()).await?;
            of_state(name, found.map(|session| session.state))
        }
        (None, Some(id)) => match catalog::by_id(&id) {
            Some(spec) => {
                let query = ListQuery { format: Some(id.clone()), ..ListQuery::default() };
                let newest = state.store.list(query).await?.documents;
                of_rate(spec.name.to_owned(), rate(newest.iter().filter_map(|head| state_of(head, &id))))
            }
            None => Badge { label: id, message: "unknown format".to_owned(), color: GRAY },
        },
        (None, None) => {
            let totals = state.store.feed().await?.totals;
            let judged = totals.passed + totals.failed + totals.contradicted;
            of_rate("harmony".to_owned(), percent(totals.passed, judged))
        }
    };
    let label = label.filter(|label| !label.trim().is_empty()).unwrap_or(badge.label);
    Ok(respond(drawn(&Badge { label: short(&label), message: short(&badge.message), ..badge })))
}

fn of_state(label: String, state: Option<State>) -> Badge {
    let color = match state {
        Some(State::Passed) => GREEN,
        Some(State::Failed | State::Contradicted) => RED,
        Some(State::Waiting | State::Quarantined) => AMBER,
        Some(State::Running) => INDIGO,
        Some(State::None) | None => GRAY,
    };
    let message = match state {
        Some(State::None) => "no state",
        Some(state) => state.as_str(),
        None => "unknown session",
    };
    Badge { label, message: message.to_owned(), color }
}

fn of_rate(label: String, percent: Option<u64>) -> Badge {
    let Some(percent) = percent else {
        return Badge { label, message: "no verdicts".to_owned(), color: GRAY };
    };
    let color = match percent {
        90.. => GREEN,
        60..=89 => AMBER,
        _ => RED,
    };
    Badge { label, message: format!("{percent}% passed"), color }
}

/// The state that a document has by a format.
fn state_of(head: &DocumentHead, format: &str) -> Option<State> {
    let of_format = |block: &&BlockHead| !block.fenced && block.format == format;
    head.blocks.iter().find(of_format).map(|block| block.summary.state)
}

fn rate(states: impl Iterator<Item = State>) -> Option<u64> {
    let (mut passed, mut judged) = (0, 0);
    for state in states {
        passed += u64::from(state == State::Passed);
        judged += u64::from(matches!(state, State::Passed | State::Failed | State::Contradicted));
    }
    percent(passed, judged)
}

/// Rounds down, so that only what is whole has 100.
fn percent(passed: u64, judged: u64) -> Option<u64> {
    (passed.saturating_mul(100)).checked_div(judged)
}

fn short(words: &str) -> String {
    let words: String = words.chars().filter(|character| !character.is_control()).collect();
    match words.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", words.get(..end).unwrap_or_default()),
        None => words,
    }
}

fn drawn(badge: &Badge) -> String {
    let Badge { label, message, color } = badge.clone();
    let [left, right] = [&label, &message].map(|words| words.chars().count() * CHARACTER + AROUND);
    let width = left + right;
    let alternative = format!("{label}: {message}");
    let words = |words: String, x: usize, wide: usize| {
        view! { <text x=x.to_string() y="14" textLength=(wide - AROUND).to_string() lengthAdjust="spacingAndGlyphs">{words}</text> }
    };
    let picture = view! {
        <svg xmlns="http://www.w3.org/2000/svg" width=width.to_string() height="20" role="img" aria-label=alternative>
            <rect width=width.to_string() height="20" rx="4" fill="#2a2c31"></rect>
            <path d=format!("M{left} 0h{}a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4h-{}z", right - 4, right - 4) fill=color></path>
            <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
                {words(label, AROUND / 2, left)}
                {words(message, left + AROUND / 2, right)}
            </g>
        </svg>
    };
    // In XML, the marks of hydration are errors; from the words they would be escaped.
    picture.to_html().replace("<!>", "")
}

fn respond(picture: String) -> Response {
    let mut response = picture.into_response();
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "public, max-age=60"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
        // Pages of other sites show it.
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_rounded_down_and_needs_verdicts() {
        assert_eq!(percent(0, 0), None);
        assert_eq!(percent(999, 1000), Some(99));
        let states = [State::Passed, State::Failed, State::Running, State::None];
        assert_eq!(rate(states.into_iter()), Some(50));
        assert_eq!(of_rate("a".to_owned(), None).message, "no verdicts");
    }

    #[test]
    fn words_are_short_and_escaped() {
        let label = short(&format!("<script>&\"{}", "x".repeat(100)));
        assert_eq!(label.chars().count(), LONGEST + 1);
        let picture = drawn(&Badge { label, message: "passed".to_owned(), color: GREEN });
        assert!(!picture.contains("<script") && picture.contains("&lt;script&gt;&amp;"), "{picture}");
        assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>"), "{picture}");
    }
}
