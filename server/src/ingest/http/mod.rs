//! `POST /api/documents` and OTLP for programs, `POST /documents` for the form on the page.

mod body;
mod delivery;
pub mod envelopes;
mod form;
mod gzip;
mod lines;
mod otlp;
mod receipts;

use std::sync::Arc;

use app::document::Source;
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::{Incoming, arrive};
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::state::AppState;
use crate::store::Identity;

pub use body::{ContentType, read};
pub use delivery::is_asked_for as is_acknowledged;
pub use envelopes::JsonBody;
pub use form::submit_form;
pub use lines::{Taken, add_lines};
pub use otlp::{take_logs, take_spans};
pub use receipts::{Receipts, page_of};

pub async fn create(
    State(state): State<AppState>,
    Parameters(named): Parameters<Source>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let source = envelopes::source_of(named, &headers)?;
    let taken = body::ContentType::of(&headers)?;
    if taken == body::ContentType::Lines && delivery::is_asked_for(&headers) {
        let pieces = body::Pieces::of(&headers, body)?;
        return Ok(delivery::acknowledge(Arc::clone(&state.store), source, pieces));
    }
    let raw = body::read(&headers, body, taken).await?;
    let texts = match taken {
        body::ContentType::Text => {
            let identity = match envelopes::key_of(&headers) {
                Some(key) => Identity::of_key(&key),
                None => Identity::of_content(&source, &raw),
            };
            vec![Incoming { identity, source, raw }]
        }
        body::ContentType::Json => envelopes::from_json(&raw, &source, &headers)?,
        body::ContentType::Lines => envelopes::from_lines(&raw, &source)?,
    };
    let receipts = Receipts::of(arrive(&state.store, texts).await?)?;
    let status = if receipts.all_known() { StatusCode::OK } else { StatusCode::CREATED };
    let mut response = (status, Json(&receipts)).into_response();
    if let Some(location) = receipts.location() {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}
