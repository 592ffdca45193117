//! Webhooks, for programs and for the forms of their page.

use app::inbox::ItemKind;
use app::webhook::{Delivery, Shape, Webhook};
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Redirect;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::ApiError;
use crate::parameters::Submitted;
use crate::state::AppState;
use crate::webhooks::WebhookRequest;

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookList {
    webhooks: Vec<Webhook>,
    /// The hosts that the operator allowed.
    allowed_hosts: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct DeliveryList {
    deliveries: Vec<Delivery>,
}

pub async fn list(State(state): State<AppState>) -> Result<Json<WebhookList>, ApiError> {
    let page = state.webhooks.page(None).await?;
    Ok(Json(WebhookList { webhooks: page.webhooks, allowed_hosts: page.allowed }))
}

pub async fn add(
    State(state): State<AppState>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<(StatusCode, Json<Webhook>), ApiError> {
    // Other types are what a form of another site could send.
    let found = headers.get(header::CONTENT_TYPE).map_or("", |value| value.to_str().unwrap_or("?"));
    if !found.starts_with("application/json") {
        let found: String = found.chars().take(64).collect();
        return Err(ApiError::BadWebhook(format!("the body is `{found}`, not `application/json`")));
    }
    let request = serde_json::from_slice(&body).map_err(|error| ApiError::BadWebhook(error.to_string()))?;
    Ok((StatusCode::CREATED, Json(create(&state, request).await?)))
}

pub async fn remove(State(state): State<AppState>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    if state.webhooks.remove(number(&id)?).await? { Ok(StatusCode::NO_CONTENT) } else { Err(missing(&id)) }
}

/// Sends a test and says what came of it.
pub async fn test(State(state): State<AppState>, Path(id): Path<String>) -> Result<Json<Delivery>, ApiError> {
    state.webhooks.test(number(&id)?).await?.map(Json).ok_or_else(|| missing(&id))
}

pub async fn deliveries(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Json<DeliveryList>, ApiError> {
    let deliveries = state.webhooks.deliveries(number(&id)?).await?.ok_or_else(|| missing(&id))?;
    Ok(Json(DeliveryList { deliveries }))
}

/// Adds a webhook on behalf of the form on the page. The field `kind` is repeated.
pub async fn add_by_form(
    State(state): State<AppState>,
    Submitted(fields): Submitted<Vec<(String, String)>>,
) -> Result<Redirect, ApiError> {
    let value = |wanted: &str| {
        fields.iter().find_map(|(name, value)| (name == wanted && !value.is_empty()).then(|| value.clone()))
    };
    let unknown = |name: &str| ApiError::BadForm(format!("`{name}` has a value that is not known"));
    let shape = value("shape").map(|name| Shape::named(&name).ok_or_else(|| unknown("shape"))).transpose()?;
    let urgency = value("urgency")
        .map(|name| app::health::Urgency::named(&name).ok_or_else(|| unknown("urgency")))
        .transpose()?;
    let kinds = fields.iter().filter(|(name, _)| name == "kind");
    let kinds = kinds.map(|(_, name)| ItemKind::named(name).ok_or_else(|| unknown("kind")));
    let request = WebhookRequest {
        name: value("name").unwrap_or_default(),
        url: value("url").unwrap_or_default(),
        shape: shape.unwrap_or_default(),
        secret: value("secret"),
        kinds: kinds.collect::<Result<_, _>>()?,
        urgency,
        session: value("session"),
    };
    create(&state, request).await?;
    Ok(Redirect::to("/webhooks"))
}

pub async fn remove_by_form(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Redirect, ApiError> {
    // Somebody else may have removed it in the meantime, which is what was wanted.
    state.webhooks.remove(number(&id)?).await?;
    Ok(Redirect::to("/webhooks"))
}

pub async fn test_by_form(
    State(state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Redirect, ApiError> {
    let number = number(&id)?;
    state.webhooks.test(number).await?.ok_or_else(|| missing(&id))?;
    Ok(Redirect::to(&format!("/webhooks?log={number}#log")))
}

async fn create(state: &AppState, request: WebhookRequest) -> Result<Webhook, ApiError> {
    state.webhooks.add(request).await?.map_err(|bad| ApiError::BadWebhook(bad.to_string()))
}

fn number(id: &str) -> Result<i64, ApiError> {
    id.parse().map_err(|_| missing(id))
}

fn missing(id: &str) -> ApiError {
    ApiError::NoWebhook { id: id.chars().take(20).collect() }
}
