//! The API in words, `/openapi.json` and the page `/api`, both from one table of operations.

mod document;
mod operation;
mod operations;
mod page;

use axum::Json;
use serde_json::Value;

pub use document::document;
pub use operation::Operation;
pub use operations::operations;
pub use page::show as page;

/// Responds with the description of the API, in OpenAPI 3.1.
pub async fn show() -> Json<Value> {
    Json(document())
}
