//! What formats promise, and how far the code keeps it.

use app::catalog::Catalog;
use app::contract::{
    Coverage, Documents, FormatContract, FormatCoverage, Status, example, json_schema, template, typescript,
};
use app::formats::RegisteredFormat;
use axum::Json;
use axum::extract::Path;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::task;

use super::documents::as_text;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::store::StoreError;

/// The formats of the current catalog. There are at most 500 of a team.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ContractList {
    percent: u8,
    formats: Vec<ListedFormat>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct ListedFormat {
    id: &'static str,
    name: &'static str,
    version: &'static str,
    deprecated: bool,
    #[schemars(with = "String")]
    status: Status,
    percent: u8,
    fields: usize,
    complete: usize,
    problems: usize,
    /// Where its contract is.
    url: String,
}

impl ListedFormat {
    fn of(coverage: &FormatCoverage) -> Self {
        let FormatCoverage { id, slug, name, version, deprecated, status, percent, fields, problems } =
            coverage;
        Self {
            id,
            name,
            version,
            deprecated: *deprecated,
            status: *status,
            percent: *percent,
            fields: fields.len(),
            complete: fields.iter().filter(|field| field.status == Status::Complete).count(),
            problems: problems.len(),
            url: format!("/api/contract/{slug}"),
        }
    }
}

/// Responds with the coverage of all formats.
pub async fn list() -> Result<Json<ContractList>, ApiError> {
    // That of a team's formats is computed from documents after each change.
    let coverage = task::spawn_blocking(|| Coverage::of(&Catalog::current())).await;
    let Coverage { percent, formats } = coverage.map_err(|_| StoreError::Stopped)?;
    let formats = formats.iter().map(|format| ListedFormat::of(format)).collect();
    Ok(Json(ContractList { percent, formats }))
}

#[derive(Debug, Serialize)]
struct Shown {
    contract: FormatContract,
    coverage: std::sync::Arc<FormatCoverage>,
    /// What a document that keeps the contract is read as.
    schema: Value,
    /// What any document is read as.
    schema_of_any: Value,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ContractQuery")]
pub struct Query {
    /// One part alone.
    #[serde(rename = "as")]
    what: Option<What>,
}

#[derive(Copy, Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "ContractPart")]
enum What {
    JsonSchema,
    Typescript,
    Template,
    Example,
}

/// Responds with all that is known of a format, or with one part of it.
pub async fn show(
    Path(id): Path<String>,
    Parameters(query): Parameters<Query>,
) -> Result<Response, ApiError> {
    let catalog = Catalog::current();
    let format = catalog.room(&id).ok_or_else(|| {
        let id: String = id.chars().take(64).collect();
        ApiError::NotFound { what: format!("format `{id}`") }
    })?;
    let response = task::spawn_blocking(move || respond(&catalog, format, query.what)).await;
    Ok(response.map_err(|_| StoreError::Stopped)?)
}

fn respond(catalog: &Catalog, format: &'static RegisteredFormat, what: Option<What>) -> Response {
    let spec = format.spec;
    match what {
        None => Json(Shown {
            contract: FormatContract::of(spec),
            coverage: FormatCoverage::of(catalog, format),
            schema: json_schema(spec, Documents::Conforming),
            schema_of_any: json_schema(spec, Documents::Any),
        })
        .into_response(),
        Some(What::JsonSchema) => {
            let mut response = Json(json_schema(spec, Documents::Conforming)).into_response();
            let kind = HeaderValue::from_static("application/schema+json");
            response.headers_mut().insert(header::CONTENT_TYPE, kind);
            response
        }
        Some(What::Typescript) => as_text(typescript(spec, Documents::Conforming)),
        Some(What::Template) => as_text(template(format)),
        Some(What::Example) => as_text(example(catalog, format)),
    }
}

/// Redirects an address from the time when the page was called Formats.
pub async fn moved(uri: Uri) -> Redirect {
    let path = uri.path().strip_prefix("/formats").unwrap_or_default();
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    Redirect::permanent(&format!("/contract{path}{query}"))
}
