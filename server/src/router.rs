//! All routes in one place.

use std::sync::{Arc, LazyLock};

use app::access::Viewer;
use app::cookie::cookie;
use app::language::Language;
use app::pages::playground::BrowserFiles;
use app::shell::{App, shell};
use app::ui::{LastVisit, RequestTime, Zone};
use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use leptos::config::LeptosOptions;
use leptos::context::{provide_context, use_context};
use leptos_axum::{AxumRouteListing, LeptosRoutes, generate_route_list, render_app_to_stream_with_context};
use tower::ServiceBuilder;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;

use crate::api::{
    badge, chains, choices, contract, decisions, documents, evidence, fixed, formats, harmony, health, inbox,
    keeping, previews, projects, quarantine, samples, search, selection, sessions, tokens, traces, verdicts,
    views, webhooks,
};
use crate::error::ApiError;
use crate::ingest::http;
use crate::lean::lean;
use crate::paced::pace;
use crate::page_cache::{PageCache, cached, notice_changes};
use crate::security::{self, RequestNonce};
use crate::state::AppState;
use crate::{assets, clock, heavy, link_preview, live, metrics, openapi, plain_page, telemetry, visits};

/// A row of the table of routes.
pub struct Route {
    pub method: Method,
    pub path: &'static str,
    handler: MethodRouter<AppState>,
}

/// Returns the routes for programs and for plain forms. Pages, their server functions and their assets come on top.
pub fn routes() -> Vec<Route> {
    vec![
        get("/healthz", health::healthz),
        get("/metrics", metrics::show),
        get("/openapi.json", openapi::show),
        get("/api", openapi::page),
        get("/ws", live::websocket),
        get("/events", live::events),
        get("/login", security::login_page),
        post("/login", security::log_in),
        get("/login/provider", security::send_there),
        get("/login/provider/back", security::come_back),
        post("/logout", security::log_out),
        get("/preview", link_preview::page),
        post("/documents", http::submit_form),
        post("/documents/selected", selection::act),
        post("/delete", selection::delete),
        get("/api/documents", documents::list),
        post("/api/documents", http::create),
        post("/v1/logs", http::take_logs),
        post("/v1/traces", http::take_spans),
        get("/api/documents/{id}", documents::show),
        delete("/api/documents/{id}", keeping::remove),
        post("/documents/{id}/delete", keeping::remove_by_form),
        put("/api/documents/{id}/pin", keeping::pin),
        delete("/api/documents/{id}/pin", keeping::unpin),
        post("/documents/{id}/pin", keeping::pin_by_form),
        post("/documents/{id}/unpin", keeping::unpin_by_form),
        get("/api/documents/{id}/raw", documents::raw),
        get("/api/documents/{id}/fixed", fixed::download),
        get("/api/documents/{id}/prompt", fixed::prompt),
        post("/documents/{id}/fixed", fixed::store),
        post("/documents/{id}/format", formats::show_draft),
        post("/documents/{id}/format/download", formats::download_draft),
        get("/api/search", search::find),
        get("/api/formats/own", formats::own),
        get("/api/projects", projects::list),
        get("/api/views", views::list),
        post("/api/views", views::save),
        delete("/api/views/{id}", views::remove),
        post("/views", views::save_by_form),
        post("/views/{id}/remove", views::remove_by_form),
        get("/api/sessions", sessions::list),
        // No session has a part of the path, since its name may contain slashes.
        get("/api/sessions/trace", sessions::trace),
        get("/api/chains", chains::list),
        get("/api/chains/{id}", chains::show),
        get("/api/traces", traces::list),
        get("/api/verdicts", verdicts::show),
        get("/api/decisions", decisions::show),
        get("/api/health", harmony::show),
        get("/api/contract", contract::list),
        // Ids such as `delegate/standard` contain slashes.
        get("/api/contract/{*id}", contract::show),
        get("/formats", contract::moved),
        get("/formats/{slug}", contract::moved),
        post("/api/healing", harmony::decide),
        post("/healing", harmony::decide_by_form),
        get("/api/inbox", inbox::list),
        post("/api/inbox", inbox::decide),
        post("/inbox", inbox::decide_by_form),
        get("/api/webhooks", webhooks::list),
        post("/api/webhooks", webhooks::add),
        delete("/api/webhooks/{id}", webhooks::remove),
        post("/api/webhooks/{id}/test", webhooks::test),
        get("/api/webhooks/{id}/deliveries", webhooks::deliveries),
        post("/language", choices::choose_language),
        post("/zone", choices::choose_zone),
        post("/webhooks", webhooks::add_by_form),
        post("/webhooks/{id}/test", webhooks::test_by_form),
        post("/webhooks/{id}/remove", webhooks::remove_by_form),
        get("/api/previews", previews::list),
        post("/api/previews", previews::publish),
        delete("/api/previews/{id}", previews::remove),
        post("/previews/{id}/revoke", previews::revoke_by_form),
        get("/p/{token}", crate::previews::show),
        get("/p/{token}/{number}", crate::previews::show_document),
        get("/badge.svg", badge::show),
        get("/api/evidence", evidence::show),
        post("/api/evidence", http::add_lines),
        get("/api/quarantine", quarantine::list),
        post("/api/quarantine", quarantine::add),
        // An id may contain slashes.
        get("/api/quarantine/{type}/{*id}", quarantine::show),
        delete("/api/quarantine/{type}/{*id}", quarantine::remove),
        post("/quarantine", quarantine::add_by_form),
        post("/quarantine/release", quarantine::release_by_form),
        get("/api/tokens", tokens::list),
        post("/api/tokens", tokens::create),
        delete("/api/tokens/{id}", tokens::revoke),
        post("/tokens", tokens::create_by_form),
        post("/tokens/{id}/revoke", tokens::revoke_by_form),
        get("/api/audit", tokens::audit),
        post("/api/samples", samples::add),
        delete("/api/samples", samples::remove),
    ]
}

/// The most bytes that a page sends to a server function.
const PAGE_BODY: usize = 64 * 1024;

pub fn router(state: AppState) -> Router {
    let plain = routes()
        .into_iter()
        .fold(Router::new(), |router, Route { path, handler, .. }| router.route(path, handler));
    let cache = PageCache::new(Arc::clone(&state.store));
    // One layer, outermost first: each layer of a router allocates once, and a few times for each request.
    let around = ServiceBuilder::new()
        .layer(from_fn(telemetry::traced))
        .layer(from_fn(metrics::timed))
        .layer(from_fn(security::with_headers))
        .layer(from_fn(plain_page::for_people))
        // Before the guard, which reads bodies for the audit log.
        .layer(from_fn(pace))
        .layer(from_fn_with_state(state.guard.clone(), security::guard))
        .layer(from_fn_with_state(Arc::clone(&cache), notice_changes))
        .layer(from_fn(heavy::apart))
        .layer(CompressionLayer::new());
    plain
        .merge(pages(&state, cache))
        .merge(assets::routes())
        .method_not_allowed_fallback(wrong_method)
        .layer(around)
        .with_state(state)
}

/// Listed once: while Leptos lists the routes, a page that is rendered in the same process loads nothing and never
/// ends (leptos-rs/leptos#4773).
static PAGES: LazyLock<Vec<AxumRouteListing>> = LazyLock::new(|| generate_route_list(App));

fn pages(state: &AppState, cache: Arc<PageCache>) -> Router<AppState> {
    let context = page_context(state);
    let options = Arc::clone(&state.leptos);
    let document = move || shell(LeptosOptions::clone(&options));
    let render_missing = render_app_to_stream_with_context(context.clone(), document.clone());
    Router::new()
        .leptos_routes_with_context(state, PAGES.clone(), context, document)
        .fallback(move |request: Request| not_found(request, render_missing))
        .layer(from_fn(lean))
        .layer(from_fn_with_state(cache, cached))
        .layer(from_fn(visits::remember))
        .layer(RequestBodyLimitLayer::new(PAGE_BODY))
}

/// Provides the context of pages and server functions.
fn page_context(state: &AppState) -> impl Fn() + Clone + Send + Sync + use<> {
    let (library, files, file_url) =
        (state.library.clone(), state.leptos.site_pkg_dir.clone(), state.file_url.clone());
    let (projects, project) = (state.projects.clone(), state.project.clone());
    move || {
        if let Some(projects) = &projects {
            provide_context(projects.clone());
        }
        if let Some(project) = &project {
            provide_context(project.clone());
        }
        if let Some(url) = &file_url {
            provide_context(url.clone());
        }
        provide_context(library.clone());
        provide_context(RequestTime(clock::now_ms()));
        provide_context(library.retention());
        provide_context(BrowserFiles(files.clone()));
        let parts = use_context::<Parts>();
        provide_context(parts.as_ref().map(|parts| Language::of_request(&parts.headers)).unwrap_or_default());
        let zone = parts.as_ref().and_then(|parts| Zone::named(cookie(&parts.headers, Zone::COOKIE)?));
        if let Some(zone) = zone {
            provide_context(zone);
        }
        let viewer = parts.as_ref().and_then(|parts| parts.extensions.get::<Viewer>().cloned());
        if let Some(viewer) = viewer {
            provide_context(viewer);
        }
        let last_visit = parts.as_ref().and_then(|parts| parts.extensions.get::<LastVisit>().copied());
        if let Some(visit) = last_visit {
            provide_context(visit);
        }
        let minted = parts.and_then(|parts| parts.extensions.get::<RequestNonce>().cloned());
        if let Some(RequestNonce(nonce)) = minted {
            // Replaces the one that Leptos made, which the header doesn't name.
            provide_context(nonce);
        }
    }
}

/// Responds with a page for people and with a problem for programs.
async fn not_found<F: Future<Output = Response>>(
    request: Request,
    render: impl FnOnce(Request) -> F,
) -> Response {
    let is_for_programs = request.uri().path().starts_with("/api/");
    if is_for_programs || request.method() != Method::GET {
        let what = format!("route `{}`", request.uri().path());
        return ApiError::NotFound { what }.into_response();
    }
    let mut response = render(request).await;
    if response.status().is_success() {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

async fn wrong_method(method: Method, uri: Uri) -> ApiError {
    ApiError::WrongMethod { method: method.to_string(), path: uri.path().to_owned() }
}

fn get<H: Handler<T, AppState>, T: 'static>(path: &'static str, handler: H) -> Route {
    Route { method: Method::GET, path, handler: on(MethodFilter::GET, handler) }
}

fn post<H: Handler<T, AppState>, T: 'static>(path: &'static str, handler: H) -> Route {
    Route { method: Method::POST, path, handler: on(MethodFilter::POST, handler) }
}

fn put<H: Handler<T, AppState>, T: 'static>(path: &'static str, handler: H) -> Route {
    Route { method: Method::PUT, path, handler: on(MethodFilter::PUT, handler) }
}

fn delete<H: Handler<T, AppState>, T: 'static>(path: &'static str, handler: H) -> Route {
    Route { method: Method::DELETE, path, handler: on(MethodFilter::DELETE, handler) }
}
