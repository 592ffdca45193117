//! The routes, as `/openapi.json` describes them.

use anyhow::{Context, Result};
use serde_json::Value;

use super::super::request::{Request, exchange};
use crate::loopback::Loopback;

pub struct Route {
    pub method: String,
    pub path: String,
    /// The names of what its query may have.
    pub parameters: Vec<String>,
}

impl Route {
    /// Returns whether it changes something, or streams.
    pub fn is_guarded_from_origins(&self) -> bool {
        self.method != "GET" || matches!(self.path.as_str(), "/ws" | "/events")
    }

    /// Returns whether anybody may ask for it.
    pub fn is_open(&self) -> bool {
        matches!(self.path.as_str(), "/healthz" | "/preview")
            || self.path.starts_with("/login")
            || self.path.starts_with("/p/")
    }

    pub fn request(&self, address: Loopback) -> Request {
        let request = Request::new(address, &self.method, &self.path);
        match self.path.as_str() {
            "/ws" => request
                .with("Connection", "Upgrade")
                .with("Upgrade", "websocket")
                .with("Sec-WebSocket-Version", "13")
                .with("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="),
            _ => request,
        }
    }
}

pub async fn of(address: Loopback) -> Result<Vec<Route>> {
    let answer = exchange(address, &Request::new(address, "GET", "/openapi.json").bytes()).await?;
    let description: Value = serde_json::from_slice(&answer.body).context("the description can't be read")?;
    let paths = description["paths"].as_object().context("the description has no paths")?;
    let mut routes = Vec::new();
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().into_iter().flatten() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let names = parameters.filter(|one| one["in"] == "query").filter_map(|one| one["name"].as_str());
            routes.push(Route {
                method: method.to_uppercase(),
                path: concrete(path),
                parameters: names.map(str::to_owned).collect(),
            });
        }
    }
    anyhow::ensure!(routes.len() > 50, "the description has {} routes only", routes.len());
    Ok(routes)
}

/// Puts a number in the place of each name in braces.
fn concrete(path: &str) -> String {
    let segments = path.split('/').map(|segment| match segment {
        "{type}" => "chain",
        name if name.starts_with('{') => "1",
        name => name,
    });
    segments.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::concrete;

    #[test]
    fn a_path_is_made_concrete() {
        assert_eq!(concrete("/api/quarantine/{type}/{id}"), "/api/quarantine/chain/1");
        assert_eq!(concrete("/healthz"), "/healthz");
    }
}
