use axum::http::{HeaderMap, header};

use crate::error::ApiError;

/// Checks that a request comes from a page of this server. Tools that aren't browsers send no origin, which is accepted
/// if `trusted_without` is set.
pub(super) fn check(headers: &HeaderMap, host: &str, trusted_without: bool) -> Result<(), ApiError> {
    let site = headers.get("sec-fetch-site").map(|value| value.to_str().unwrap_or("?"));
    if let Some(site) = site
        && !matches!(site, "same-origin" | "none")
    {
        return Err(foreign("another site"));
    }
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else {
        return if trusted_without {
            Ok(())
        } else {
            Err(foreign("no page of this server and without a token"))
        };
    };
    let origin = origin.to_str().unwrap_or("?");
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    let is_ours = authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host));
    if is_ours && origins.next().is_none() { Ok(()) } else { Err(foreign(&format!("`{origin}`"))) }
}

fn foreign(origin: &str) -> ApiError {
    ApiError::ForeignOrigin { origin: origin.chars().take(100).collect() }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn is_accepted(headers: &[(&str, &str)], trusted_without: bool) -> bool {
        let headers: HeaderMap = headers
            .iter()
            .map(|(name, value)| (name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap()))
            .collect();
        check(&headers, "localhost:4180", trusted_without).is_ok()
    }

    #[test]
    fn own_pages_and_trusted_tools_are_accepted() {
        assert!(is_accepted(&[("origin", "http://localhost:4180")], false));
        assert!(is_accepted(
            &[("origin", "https://localhost:4180"), ("sec-fetch-site", "same-origin")],
            false
        ));
        assert!(is_accepted(&[], true));
        assert!(is_accepted(&[("sec-fetch-site", "none")], true));
    }

    #[test]
    fn other_origins_are_refused() {
        assert!(!is_accepted(&[], false));
        assert!(!is_accepted(&[("origin", "null")], true));
        assert!(!is_accepted(&[("origin", "http://localhost:4181")], true));
        assert!(!is_accepted(&[("origin", "http://evil.example")], true));
        assert!(!is_accepted(&[("origin", "http://localhost:4180.evil.example")], true));
        assert!(!is_accepted(&[("origin", "localhost:4180")], true));
        assert!(!is_accepted(&[("sec-fetch-site", "cross-site")], true));
        assert!(!is_accepted(&[("sec-fetch-site", "same-site")], true));
        let twice = [("origin", "http://localhost:4180"), ("origin", "http://evil.example")];
        assert!(!is_accepted(&twice, true));
    }
}
