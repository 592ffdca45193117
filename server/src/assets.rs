//! The assets of pages, embedded in the binary. The build of the site compresses them.

use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use leptos::prelude::LeptosOptions;

// `SITE_HASH` and `FILES`, written by the build script.
include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// For names that contain the site's hash, whose content never changes.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// For plain names; the entity tag makes revalidating cheap.
const AN_HOUR: &str = "public, max-age=3600";

struct File {
    path: &'static str,
    raw: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

/// The names that Leptos' shell uses: `/pkg/HASH/harmony.js`, `harmony_bg.wasm` and `harmony.css`.
pub fn leptos_options() -> LeptosOptions {
    LeptosOptions::builder().output_name("harmony").site_pkg_dir(format!("pkg/{SITE_HASH}")).build()
}

/// The address of the style sheet.
pub fn stylesheet() -> String {
    format!("/pkg/{SITE_HASH}/harmony.css")
}

/// Returns the style sheet, for a page that has it inside; nothing in a build without a site.
pub fn styles() -> &'static str {
    let sheet = FILES.iter().find(|file| file.path == "pkg/harmony.css");
    let styles = sheet.and_then(|sheet| std::str::from_utf8(sheet.raw).ok()).unwrap_or_default();
    // Within a page, the byte order mark would be part of the first rule.
    styles.trim_start_matches('\u{feff}')
}

/// `/pkg/HASH/…`, and each file of `public/` under its own name.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let package = Router::new().route("/pkg/{hash}/{*name}", get(package_file));
    FILES.iter().filter(|file| !file.path.starts_with("pkg/")).fold(package, |router, file| {
        let serve = move |headers: HeaderMap| async move { file.response(&headers, AN_HOUR) };
        router.route(&format!("/{}", file.path), get(serve))
    })
}

async fn package_file(Path((hash, name)): Path<(String, String)>, headers: HeaderMap) -> Response {
    // Assets of another build don't fit these pages.
    let is_ours = hash == SITE_HASH;
    match FILES.iter().find(|file| is_ours && file.path.strip_prefix("pkg/") == Some(&name)) {
        Some(file) => file.response(&headers, FOREVER),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

impl File {
    fn response(&self, request: &HeaderMap, caching: &'static str) -> Response {
        let (encoding, body) = self.encoded(request);
        let tag = format!("\"{SITE_HASH}-{}\"", encoding.unwrap_or("raw"));
        let is_known = items(request, &IF_NONE_MATCH).any(|known| known.trim_start_matches("W/") == tag);
        let headers = [(CACHE_CONTROL, caching), (VARY, "accept-encoding")];
        if is_known {
            return (StatusCode::NOT_MODIFIED, headers, [(ETAG, tag)]).into_response();
        }
        let encoding = encoding.map(|encoding| [(CONTENT_ENCODING, encoding)]);
        let content_type = [(CONTENT_TYPE, self.content_type())];
        (headers, [(ETAG, tag)], encoding, content_type, Bytes::from_static(body)).into_response()
    }

    /// Returns the smallest encoding that the client accepts, with its name.
    fn encoded(&self, request: &HeaderMap) -> (Option<&'static str>, &'static [u8]) {
        let forms = [("br", self.brotli), ("gzip", self.gzip)];
        let accepted = forms.into_iter().find_map(|(name, form)| {
            let form = form?;
            accepts(request, name).then_some((Some(name), form))
        });
        accepted.unwrap_or((None, self.raw))
    }

    fn content_type(&self) -> &'static str {
        let extension = self.path.rsplit_once('.').map_or("", |(_, extension)| extension);
        match extension {
            "js" => "text/javascript; charset=utf-8",
            "wasm" => "application/wasm",
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "ico" => "image/vnd.microsoft.icon",
            "json" => "application/json",
            "webmanifest" => "application/manifest+json",
            "txt" => "text/plain; charset=utf-8",
            _ => "application/octet-stream",
        }
    }
}

/// Returns whether `accept-encoding` names the coding, other than to refuse it (`br;q=0`).
pub fn accepts(request: &HeaderMap, coding: &str) -> bool {
    items(request, &ACCEPT_ENCODING).any(|item| {
        let (name, weight) = item.split_once(";q=").unwrap_or((item, "1"));
        let is_refused = weight.trim().parse() == Ok(0.0_f32);
        name.trim().eq_ignore_ascii_case(coding) && !is_refused
    })
}

/// Returns the items of a header that is a list, whether in one line or in several.
fn items<'a>(request: &'a HeaderMap, name: &'a HeaderName) -> impl Iterator<Item = &'a str> {
    let values = request.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::Request;
    use tower::ServiceExt;

    use super::*;

    const SCRIPT: File = File { path: "pkg/a.js", raw: b"raw", brotli: Some(b"brotli"), gzip: Some(b"gzip") };

    fn answer(file: &File, name: HeaderName, value: &str) -> Response {
        let headers = HeaderMap::from_iter([(name, value.parse().unwrap())]);
        file.response(&headers, FOREVER)
    }

    fn encoding(accepted: &str) -> Option<String> {
        let response = answer(&SCRIPT, ACCEPT_ENCODING, accepted);
        assert_eq!(response.headers()[VARY], "accept-encoding");
        response.headers().get(CONTENT_ENCODING).map(|it| it.to_str().unwrap().to_owned())
    }

    #[test]
    fn the_smallest_accepted_encoding_is_sent() {
        assert_eq!(encoding("gzip, deflate, br, zstd").as_deref(), Some("br"));
        assert_eq!(encoding("gzip, br;q=0").as_deref(), Some("gzip"));
        assert_eq!(encoding("GZIP;q=0.5").as_deref(), Some("gzip"));
        assert_eq!(encoding("brotli, identity"), None);
        assert_eq!(encoding(""), None);
    }

    #[test]
    fn an_encoding_that_was_not_built_is_not_sent() {
        let response = answer(&File { brotli: None, gzip: None, ..SCRIPT }, ACCEPT_ENCODING, "br, gzip");
        assert!(!response.headers().contains_key(CONTENT_ENCODING));
        assert_eq!(response.headers()[CONTENT_TYPE], "text/javascript; charset=utf-8");
    }

    #[test]
    fn an_unchanged_asset_is_not_sent_again() {
        let first = answer(&SCRIPT, ACCEPT_ENCODING, "br");
        let headers = HeaderMap::from_iter([
            (ACCEPT_ENCODING, "br".parse().unwrap()),
            (IF_NONE_MATCH, first.headers()[ETAG].clone()),
        ]);
        assert_eq!(SCRIPT.response(&headers, FOREVER).status(), StatusCode::NOT_MODIFIED);
        // Another encoding has another tag.
        let headers = HeaderMap::from_iter([(IF_NONE_MATCH, first.headers()[ETAG].clone())]);
        assert_eq!(SCRIPT.response(&headers, FOREVER).status(), StatusCode::OK);
    }

    #[tokio::test]
    async fn files_of_another_build_are_not_found() {
        let request = Request::get("/pkg/0000000000000000/harmony.js").body(Body::empty()).unwrap();
        let response = routes::<()>().oneshot(request).await.unwrap();
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
    }

    #[test]
    fn clients_say_what_they_take() {
        let check = |value: &'static str, expected| {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, value.parse().unwrap())]);
            assert_eq!(accepts(&headers, "gzip"), expected, "{value}");
        };
        check("gzip, deflate, br, zstd", true);
        check("br;q=1.0, GZIP;q=0.5", true);
        check("gzip;q=0, br", false);
        check("identity", false);
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }
}
