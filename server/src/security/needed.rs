use app::access::Role;
use axum::http::{Method, Request};

/// Returns the role that a request needs. What isn't listed here needs an operator, so a route that is added is closed
/// until somebody opens it.
pub(super) fn needed<B>(request: &Request<B>) -> Role {
    let path = request.uri().path();
    match *request.method() {
        // Who has access, and what they did, is nobody else's business.
        Method::GET | Method::HEAD if matches!(path, "/access" | "/api/tokens" | "/api/audit") => {
            Role::Operate
        }
        Method::GET | Method::HEAD | Method::OPTIONS => Role::Read,
        Method::POST => match path {
            "/documents" | "/api/documents" | "/api/evidence" | "/v1/logs" | "/v1/traces" => Role::Ingest,
            "/api/previews" => Role::Publish,
            // They set a cookie, or end a login.
            "/language" | "/zone" | "/login" | "/logout" => Role::Read,
            // Server functions of pages read by POST, but for these two.
            "/api/page/sample" | "/api/page/sample-remove" => Role::Operate,
            _ if path.starts_with("/api/page/") => Role::Read,
            // They answer a draft and keep nothing.
            _ if path.ends_with("/format") || path.ends_with("/format/download") => Role::Read,
            _ => Role::Operate,
        },
        _ => Role::Operate,
    }
}

/// Returns whether a request with this method may change something.
pub(super) fn changes(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Returns whether a change is recorded. Documents that are sent record themselves, and a reader changes nothing.
pub(super) fn is_audited<B>(request: &Request<B>) -> bool {
    changes(request.method()) && matches!(needed(request), Role::Operate | Role::Publish)
}

#[cfg(test)]
mod tests {
    use app::access::action_named;
    use axum::body::Body;

    use super::*;
    use crate::router::routes;

    fn request(method: &Method, path: &str) -> Request<Body> {
        Request::builder().method(method).uri(path).body(Body::empty()).unwrap()
    }

    #[test]
    fn every_change_that_is_recorded_has_words() {
        for route in routes() {
            let path = route.path.replace(['{', '}', '*'], "");
            if is_audited(&request(&route.method, &path)) {
                let action = format!("{} {}", route.method, route.path);
                assert_ne!(action_named(&action), action, "it has no words");
            }
        }
    }

    #[test]
    fn a_route_that_nobody_opened_needs_an_operator() {
        assert_eq!(needed(&request(&Method::POST, "/api/anything")), Role::Operate);
        assert_eq!(needed(&request(&Method::DELETE, "/api/documents/x")), Role::Operate);
        assert_eq!(needed(&request(&Method::PATCH, "/api/documents")), Role::Operate);
        assert_eq!(needed(&request(&Method::GET, "/api/documents")), Role::Read);
        assert_eq!(needed(&request(&Method::POST, "/api/page/feed")), Role::Read);
        assert_eq!(needed(&request(&Method::POST, "/api/page/sample-remove")), Role::Operate);
        assert_eq!(needed(&request(&Method::GET, "/api/tokens")), Role::Operate);
        assert_eq!(needed(&request(&Method::HEAD, "/api/tokens")), Role::Operate);
    }
}
