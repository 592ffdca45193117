use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use leptos::nonce::Nonce;

/// The nonce of the inline scripts in one response. A page takes it from its request.
#[derive(Clone)]
pub struct RequestNonce(pub Nonce);

/// Sets the security headers of every response. The nonce is made before the page, so that the header is known
/// however the page is streamed.
pub async fn with_headers(mut request: Request, next: Next) -> Response {
    let nonce = Nonce::new();
    let policy = content_security_policy(&nonce, None);
    request.extensions_mut().insert(RequestNonce(nonce));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        set_unless_own(headers, header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in &FIXED {
        set_unless_own(headers, name.clone(), HeaderValue::from_static(value));
    }
    response
}

static FIXED: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Reveals nothing to other sites. With `no-referrer` browsers would send `Origin: null` with Harmony's own forms,
    // which could not be distinguished from those of other sites.
    (header::REFERRER_POLICY, "same-origin"),
    // No cache that people share keeps a page. With `no-store`, browsers would not keep it for the way back either.
    (header::CACHE_CONTROL, "private, no-cache"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Keeps the policies of raw documents, which are stricter, and of previews, and how long files of the site are kept.
fn set_unless_own(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) {
    headers.entry(name).or_insert(value);
}

/// Returns the policy of a page, which may also fetch from one other site.
pub fn content_security_policy(nonce: &Nonce, source: Option<&str>) -> String {
    let source = source.map(|source| format!(" {source}")).unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'nonce-{nonce}'; style-src 'self'; \
         img-src 'self'; font-src 'self'; connect-src 'self'{source}; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'"
    )
}
