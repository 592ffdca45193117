//! Several projects in one instance. Each has a store, tokens and a host name of its own: `NAME.` before the server's name.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use app::api::{ListQuery, ProjectList, ProjectSummary, SummariesFuture};
use axum::Router;
use axum::extract::Request;
use axum::http::header;
use axum::http::uri::Authority;
use axum::response::Response;
use futures_util::future::join_all;
use tower::ServiceExt;

use crate::clock;
use crate::inbox::Inbox;
use crate::security::AllowedHosts;
use crate::state::AppState;
use crate::store::SharedStore;

/// The most projects of an instance besides the main one.
pub const MOST_PROJECTS: usize = 100;
/// The longest part of a host name.
const LONGEST: usize = 63;

/// A name that can begin a host name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ProjectName(String);

impl ProjectName {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ProjectName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for ProjectName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let is_name = (1..=LONGEST).contains(&text.len())
            && text.bytes().all(is_plain)
            && !text.starts_with('-')
            && !text.ends_with('-')
            && text != "localhost";
        if is_name {
            return Ok(Self(text.to_owned()));
        }
        Err(format!(
            "`{text}` can't begin a host name: write a project's name in small letters, digits and `-`"
        ))
    }
}

/// Sends each request to the project that its host names, and all others to the main one, as those to a name of its own.
pub fn by_host(hosts: AllowedHosts, main: Router, projects: BTreeMap<ProjectName, Router>) -> Router {
    if projects.is_empty() {
        return main;
    }
    let routers = Arc::new((hosts, main, projects));
    Router::new().fallback(move |request: Request| {
        let (hosts, main, projects) = &*routers;
        let name = if hosts.check(&request).is_ok() { None } else { named(&request) };
        let router = name.and_then(|name| projects.get(&name)).unwrap_or(main).clone();
        async move { answered(router, request).await }
    })
}

async fn answered(router: Router, request: Request) -> Response {
    let Ok(response): Result<Response, Infallible> = router.oneshot(request).await;
    response
}

/// Returns the name that the host of a request begins with.
fn named(request: &Request) -> Option<ProjectName> {
    let in_line = request.uri().authority().map(Authority::as_str);
    let host = match in_line {
        Some(host) => host,
        None => request.headers().get(header::HOST)?.to_str().ok()?,
    };
    let (name, _) = host.split_once('.')?;
    name.to_ascii_lowercase().parse().ok()
}

/// The projects of an instance, the main one first.
pub struct Projects(Vec<Project>);

struct Project {
    name: Option<ProjectName>,
    store: SharedStore,
    inbox: Arc<Inbox>,
}

impl Projects {
    pub fn of(main: &AppState, others: &BTreeMap<ProjectName, AppState>) -> Self {
        let project = |name: Option<&ProjectName>, state: &AppState| Project {
            name: name.cloned(),
            store: Arc::clone(&state.store),
            inbox: Arc::clone(&state.inbox),
        };
        let others = others.iter().map(|(name, state)| project(Some(name), state));
        Self(std::iter::once(project(None, main)).chain(others).collect())
    }
}

impl Project {
    /// A store that can't be read is said to be so; the others are shown.
    async fn summary(&self) -> ProjectSummary {
        let read = async {
            let totals = self.store.totals().await?;
            let newest = self.store.list(ListQuery { limit: Some(1), ..ListQuery::default() }).await?;
            let now_ms = clock::now_ms();
            let waiting = self.inbox.count(now_ms).await?;
            let quarantined = self.store.quarantines(now_ms, 1).await?.count;
            let newest_ms = newest.documents.first().map(|head| head.received_ms);
            Ok::<_, crate::store::StoreError>((totals, waiting, quarantined, newest_ms))
        };
        let name = self.name.as_ref().map(ToString::to_string);
        let mut summary = ProjectSummary { name, ..ProjectSummary::default() };
        match read.await {
            Ok((totals, waiting, quarantined, newest_ms)) => {
                summary = ProjectSummary { totals: Some(totals), waiting, quarantined, newest_ms, ..summary };
            }
            Err(error) => tracing::warn!(project = ?summary.name, %error, "a project's store can't be read"),
        }
        summary
    }
}

impl ProjectList for Projects {
    fn summaries(self: Arc<Self>) -> SummariesFuture {
        Box::pin(async move { join_all(self.0.iter().map(Project::summary)).await })
    }
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};

    use super::*;

    #[test]
    fn a_name_can_begin_a_host_name() {
        for name in ["billing", "a", "web-2"] {
            assert_eq!(name.parse::<ProjectName>().unwrap().as_str(), name);
        }
        for wrong in ["", "Billing", "a.b", "-a", "a-", "a_b", "localhost", &"a".repeat(64)] {
            assert!(wrong.parse::<ProjectName>().is_err(), "{wrong}");
        }
    }

    #[tokio::test]
    async fn the_host_chooses_the_project() {
        let says = |word: &'static str| Router::new().fallback(move || async move { word });
        let names = ["billing", "harmony", "127"];
        let projects = BTreeMap::from(names.map(|name| (name.parse().unwrap(), says(name))));
        let hosts = AllowedHosts::new(([127, 0, 0, 1], 4180).into(), &["harmony.example".to_owned()]);
        let router = by_host(hosts, says("main"), projects);
        for (host, expected) in [
            ("billing.localhost:4180", "billing"),
            ("BILLING.harmony.example", "billing"),
            ("harmony.harmony.example", "harmony"),
            ("harmony.example", "main"),
            ("localhost:4180", "main"),
            ("web.localhost:4180", "main"),
            ("billing", "main"),
            ("127.0.0.1:4180", "main"),
        ] {
            let request = Request::builder().uri("/").header(header::HOST, host).body(Body::empty()).unwrap();
            let body = router.clone().oneshot(request).await.unwrap().into_body();
            assert_eq!(to_bytes(body, 100).await.unwrap(), expected, "{host}");
        }
    }
}
