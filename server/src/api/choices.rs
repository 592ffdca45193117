//! What a reader chooses of all pages: their language, and the zone of their times.

use app::language::Language;
use app::ui::Zone;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use crate::error::ApiError;
use crate::parameters::{Submitted, on_this_site};

const A_YEAR: u32 = 365 * 24 * 60 * 60;

#[derive(Debug, Deserialize)]
pub struct LanguageChoice {
    to: String,
    #[serde(default)]
    back: String,
}

#[derive(Debug, Deserialize)]
pub struct ZoneChoice {
    zone: String,
    #[serde(default)]
    back: String,
}

pub async fn choose_language(
    Submitted(LanguageChoice { to, back }): Submitted<LanguageChoice>,
) -> Result<Response, ApiError> {
    let Some(language) = Language::of_tag(&to) else {
        let tags = Language::ALL.map(Language::tag).join(", ");
        return Err(ApiError::BadForm(format!("there is no language `{to}`; there are {tags}")));
    };
    Ok(keep(Language::COOKIE, language.tag(), &back))
}

pub async fn choose_zone(
    Submitted(ZoneChoice { zone, back }): Submitted<ZoneChoice>,
) -> Result<Response, ApiError> {
    if Zone::named(&zone).is_none() {
        return Err(ApiError::BadForm(format!("there is no time zone `{zone}`; `Asia/Seoul` is one")));
    }
    Ok(keep(Zone::COOKIE, &zone, &back))
}

/// Keeps a choice in a cookie, and returns to the page.
fn keep(cookie: &str, value: &str, back: &str) -> Response {
    let cookie = format!("{cookie}={value}; Path=/; Max-Age={A_YEAR}; SameSite=Lax; HttpOnly");
    ([(SET_COOKIE, cookie)], Redirect::to(on_this_site(back).unwrap_or("/"))).into_response()
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
            let choice = LanguageChoice { to: "ko".to_owned(), back: back.to_owned() };
            let response = choose_language(Submitted(choice)).await.unwrap();
            assert_eq!(response.headers()[LOCATION], expected);
            assert!(response.headers()[SET_COOKIE].to_str().unwrap().starts_with("harmony-language=ko;"));
        }
    }

    #[tokio::test]
    async fn what_does_not_exist_is_not_chosen() {
        let language = LanguageChoice { to: "xx".to_owned(), back: String::new() };
        assert!(choose_language(Submitted(language)).await.is_err());
        let zone = |zone: &str| Submitted(ZoneChoice { zone: zone.to_owned(), back: String::new() });
        assert!(choose_zone(zone("Mars/Olympus")).await.is_err());
        let chosen = choose_zone(zone("Asia/Seoul")).await.unwrap();
        assert!(chosen.headers()[SET_COOKIE].to_str().unwrap().starts_with("harmony-zone=Asia/Seoul;"));
    }
}
