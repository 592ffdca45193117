use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use leptos::nonce::Nonce;

/// The word that inline scripts of one answer carry; a page takes it from its request.
#[derive(Clone)]
pub struct RequestNonce(pub Nonce);

/// Sets what every answer says to the browser. The nonce is made before the page is, so that the header
/// stands however the page is streamed.
pub async fn with_headers(mut request: Request, next: Next) -> Response {
    let nonce = Nonce::new();
    let policy = content_security_policy(&nonce);
    request.extensions_mut().insert(RequestNonce(nonce));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        set_unless_stricter(headers, header::CONTENT_SECURITY_POLICY, policy);
    }
    for (name, value) in &FIXED {
        headers.insert(name.clone(), HeaderValue::from_static(value));
    }
    response
}

static FIXED: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // Tells other sites nothing. `no-referrer` would make browsers send `Origin: null` with our own forms,
    // and those could not be told from a stranger's.
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// `raw` answers forbid more than this.
fn set_unless_stricter(headers: &mut HeaderMap, name: HeaderName, value: HeaderValue) {
    headers.entry(name).or_insert(value);
}

fn content_security_policy(nonce: &Nonce) -> String {
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'nonce-{nonce}'; style-src 'self'; \
         img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'"
    )
}
