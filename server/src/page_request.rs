//! All that a page may depend on of its request. The renderer gets a request that is made of this and of nothing else, so that
//! no page can depend on a header that isn't here.

use app::access::Viewer;
use app::cookie::cookie;
use app::islands::{SIDE_COOKIE, SIDEBAR_COOKIE, Theme};
use app::language::Language;
use app::ui::Zone;
use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Uri, header};

use crate::security::RequestNonce;

/// What a reader chose, beside the language.
const COOKIES: [&str; 4] = [Theme::COOKIE, SIDEBAR_COOKIE, SIDE_COOKIE, Zone::COOKIE];

#[derive(Clone, Debug, PartialEq)]
pub struct PageRequest {
    uri: Uri,
    /// The links to other projects have it.
    host: Option<HeaderValue>,
    language: Language,
    /// Those of [`COOKIES`], as the renderer gets them.
    cookies: String,
    /// Who looks, as far as a page shows it.
    viewer: Option<Viewer>,
}

impl PageRequest {
    pub fn of(parts: &Parts) -> Self {
        let chosen =
            COOKIES.into_iter().filter_map(|name| Some(format!("{name}={}", cookie(&parts.headers, name)?)));
        let chosen: Vec<_> = chosen.collect();
        Self {
            uri: parts.uri.clone(),
            host: parts.headers.get(header::HOST).cloned(),
            language: Language::of_request(&parts.headers),
            cookies: chosen.join("; "),
            viewer: parts.extensions.get().cloned(),
        }
    }

    /// Returns the request for the renderer. The nonce is that of the response alone.
    pub fn request(&self, nonce: RequestNonce) -> Request {
        let mut request = Request::new(Body::empty());
        request.uri_mut().clone_from(&self.uri);
        let headers = request.headers_mut();
        if let Some(host) = &self.host {
            headers.insert(header::HOST, host.clone());
        }
        headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static(self.language.tag()));
        // Always one: it was a part of one.
        if let Ok(cookies) = HeaderValue::from_str(&self.cookies) {
            headers.insert(header::COOKIE, cookies);
        }
        let extensions = request.extensions_mut();
        extensions.insert(nonce);
        if let Some(viewer) = &self.viewer {
            extensions.insert(viewer.clone());
        }
        request
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use app::access::Role;
    use leptos::nonce::Nonce;

    fn of(headers: &[(&'static str, &str)], viewer: Option<Viewer>) -> PageRequest {
        let mut request = Request::new(Body::empty());
        *request.uri_mut() = Uri::from_static("/documents?kind=report");
        for (name, value) in headers {
            request.headers_mut().append(*name, HeaderValue::from_str(value).unwrap());
        }
        if let Some(viewer) = viewer {
            request.extensions_mut().insert(viewer);
        }
        PageRequest::of(&request.into_parts().0)
    }

    #[test]
    fn the_renderer_gets_nothing_else_of_a_request() {
        let all = [
            ("host", "night.example.org"),
            ("accept-language", "fr, ko;q=0.9, en"),
            (
                "cookie",
                "harmony_login=secret; harmony-theme=dark; harmony-visit=1.2; harmony-zone=Asia/Seoul",
            ),
            ("user-agent", "Mozilla/5.0"),
            ("authorization", "Bearer secret"),
            ("accept-encoding", "gzip"),
            ("x-forwarded-proto", "https"),
        ];
        let request = of(&all, None).request(RequestNonce(Nonce::new()));
        let mut headers: Vec<_> =
            request.headers().iter().map(|(name, value)| (name.as_str(), value.to_str().unwrap())).collect();
        headers.sort_unstable();
        let expected = [
            ("accept-language", "ko"),
            ("cookie", "harmony-theme=dark; harmony-zone=Asia/Seoul"),
            ("host", "night.example.org"),
        ];
        assert_eq!(headers, expected);
        assert_eq!(request.uri(), "/documents?kind=report");
        assert!(request.extensions().get::<RequestNonce>().is_some());
    }

    #[test]
    fn browsers_share_a_page_and_choices_dont() {
        let plain = of(&[("user-agent", "one"), ("accept-language", "en-GB, de")], None);
        assert_eq!(plain, of(&[("user-agent", "other"), ("cookie", "theirs=1")], None));
        for cookie in
            ["harmony-theme=light", "harmony-sidebar=collapsed", "harmony-side=2", "harmony-language=ko"]
        {
            assert_ne!(plain, of(&[("cookie", cookie)], None), "{cookie}");
        }
        assert_ne!(plain, of(&[("host", "another.example.org")], None));
    }

    #[test]
    fn roles_and_names_dont_share_a_page() {
        let viewer =
            |name: &str, role| Viewer { name: name.to_owned(), role, has_login: true, is_anybody: false };
        let reader = of(&[], Some(viewer("Kim", Role::Read)));
        assert_eq!(reader, of(&[("cookie", "harmony_login=another")], Some(viewer("Kim", Role::Read))));
        assert_ne!(reader, of(&[], Some(viewer("Kim", Role::Operate))));
        assert_ne!(reader, of(&[], Some(viewer("Lee", Role::Read))));
        assert_ne!(reader, of(&[], None));
        let request = reader.request(RequestNonce(Nonce::new()));
        assert_eq!(request.extensions().get(), Some(&viewer("Kim", Role::Read)));
    }
}
