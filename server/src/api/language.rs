//! The language that a reader chooses for the pages.

use app::language::Language;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::error::ApiError;
use crate::parameters::Submitted;

const A_YEAR: u32 = 365 * 24 * 60 * 60;

#[derive(Debug, Deserialize)]
pub struct Choice {
    to: String,
    #[serde(default)]
    back: String,
}

/// Keeps the choice in a cookie, and returns to the page.
pub async fn choose(Submitted(Choice { to, back }): Submitted<Choice>) -> Result<Response, ApiError> {
    let Some(language) = Language::of_tag(&to) else {
        let tags = Language::ALL.map(Language::tag).join(", ");
        return Err(ApiError::BadForm(format!("there is no language `{to}`; there are {tags}")));
    };
    let cookie =
        format!("{}={}; Path=/; Max-Age={A_YEAR}; SameSite=Lax; HttpOnly", Language::COOKIE, language.tag());
    // Only to a page of this site.
    let is_here = back.starts_with('/') && !back.starts_with("//") && !back.contains(['\\', '\r', '\n']);
    let back = if is_here { back.as_str() } else { "/" };
    Ok(([(SET_COOKIE, cookie)], Redirect::to(back)).into_response())
}

#[cfg(test)]
mod tests {
    use axum::http::header::LOCATION;

    use super::*;

    #[tokio::test]
    async fn it_leads_back_to_a_page_of_this_site() {
        for (back, expected) in [
            ("/documents?q=a", "/documents?q=a"),
            ("//evil.example", "/"),
            ("https://a.b", "/"),
            ("/\\evil", "/"),
        ] {
            let choice = Choice { to: "ko".to_owned(), back: back.to_owned() };
            let response = choose(Submitted(choice)).await.unwrap();
            assert_eq!(response.headers()[LOCATION], expected);
            assert!(response.headers()[SET_COOKIE].to_str().unwrap().starts_with("harmony-language=ko;"));
        }
        let unknown = Choice { to: "xx".to_owned(), back: String::new() };
        assert!(choose(Submitted(unknown)).await.is_err());
    }
}
