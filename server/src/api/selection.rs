//! What is done with several documents of the list at once.

use app::api::ListQuery;
use axum::extract::State;
use axum::response::Redirect;

use crate::error::ApiError;
use crate::parameters::{Submitted, on_this_site};
use crate::state::AppState;

/// The most documents that are changed at once; more than a page of the list has.
const MOST_SELECTED: usize = 200;

/// Pins, compares or asks to delete the documents that were selected. The field `id` is repeated.
pub async fn act(
    State(state): State<AppState>,
    Submitted(fields): Submitted<Vec<(String, String)>>,
) -> Result<Redirect, ApiError> {
    let ids = selected(&fields)?;
    match value(&fields, "action") {
        "pin" => set_pins(&state, ids, true, &fields).await,
        "unpin" => set_pins(&state, ids, false, &fields).await,
        "compare" => match ids.as_slice() {
            [first, second] => Ok(Redirect::to(&format!("/compare?from={second}&to={first}"))),
            _ => Err(ApiError::BadForm("select two documents to compare them".to_owned())),
        },
        "delete" => {
            let list = value(&fields, "back").strip_prefix("/documents?").unwrap_or_default();
            let list: Vec<(String, String)> = serde_urlencoded::from_str(list).unwrap_or_default();
            lead_to("/delete", ids.into_iter().map(|id| ("id", id)).chain(narrowing(&list)))
        }
        _ => Err(ApiError::BadForm("`action` is one of pin, unpin, compare, delete".to_owned())),
    }
}

/// Deletes documents on behalf of the form that asked for confirmation, and returns to the list.
pub async fn delete(
    State(state): State<AppState>,
    Submitted(fields): Submitted<Vec<(String, String)>>,
) -> Result<Redirect, ApiError> {
    let mut deleted = 0;
    for id in selected(&fields)? {
        // One that is gone already is as it should be.
        deleted += u32::from(state.store.remove(id.to_owned()).await?);
    }
    lead_to("/documents", narrowing(&fields).chain([("deleted", deleted.to_string().as_str())]))
}

fn lead_to<'f>(path: &str, query: impl Iterator<Item = (&'f str, &'f str)>) -> Result<Redirect, ApiError> {
    let query = serde_urlencoded::to_string(query.collect::<Vec<_>>())
        .map_err(|error| ApiError::BadForm(error.to_string()))?;
    Ok(Redirect::to(&format!("{path}?{query}")))
}

/// The fields that narrow a list of documents; any other is left out.
fn narrowing(fields: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    let fields = fields.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    fields.filter(|(name, _)| ListQuery::NARROWING.contains(name))
}

async fn set_pins(
    state: &AppState,
    ids: Vec<&str>,
    pinned: bool,
    fields: &[(String, String)],
) -> Result<Redirect, ApiError> {
    for id in ids {
        // One that was deleted meanwhile needs no pin.
        state.store.pin(id.to_owned(), pinned).await?;
    }
    Ok(Redirect::to(on_this_site(value(fields, "back")).unwrap_or("/documents")))
}

fn selected(fields: &[(String, String)]) -> Result<Vec<&str>, ApiError> {
    let ids: Vec<&str> = fields.iter().filter(|(name, _)| name == "id").map(|(_, id)| id.as_str()).collect();
    let are_ids = ids.iter().all(|id| id.len() <= 64 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    match ids.len() {
        0 => Err(ApiError::BadForm("no document is selected".to_owned())),
        1..=MOST_SELECTED if are_ids => Ok(ids),
        1..=MOST_SELECTED => Err(ApiError::BadForm("an `id` isn't that of a document".to_owned())),
        _ => Err(ApiError::BadForm(format!("more than {MOST_SELECTED} documents are selected"))),
    }
}

fn value<'f>(fields: &'f [(String, String)], wanted: &str) -> &'f str {
    fields.iter().find(|(name, _)| name == wanted).map_or("", |(_, value)| value.as_str())
}
