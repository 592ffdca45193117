//! What waits for a person, for programs and for the forms of pages.

use std::collections::BTreeMap;

use app::api::InboxQuery;
use app::health::HOUR_MS;
use app::inbox::{Handled, Item, ItemKind, encoded};
use app::reading::instant;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Redirect;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock;
use crate::error::ApiError;
use crate::parameters::{Parameters, Submitted};
use crate::state::AppState;
use crate::store::{Choice, InboxChoice};

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "InboxItems")]
pub struct Waiting {
    items: Vec<LinkedItem>,
    count: u64,
    counts: BTreeMap<ItemKind, u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<u64>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct LinkedItem {
    #[serde(flatten)]
    item: Item,
    /// Where a person acts, on this server.
    link: String,
}

pub async fn list(
    State(state): State<AppState>,
    Parameters(query): Parameters<InboxQuery>,
) -> Result<Json<Waiting>, ApiError> {
    let page = state.inbox.page(query, clock::now_ms()).await?;
    let count = page.count();
    let linked = |item: Item| LinkedItem { link: item.place.href(), item };
    let items = page.items.into_iter().map(linked).collect();
    Ok(Json(Waiting { items, count, counts: page.counts, next: page.next }))
}

#[derive(Copy, Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    Done,
    Snooze,
    /// Puts back what was done or snoozed.
    Reopen,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InboxDecision")]
pub struct Decision {
    key: String,
    action: Action,
    /// When a snoozed item is shown again, as in `2026-11-26T08:00:00Z`.
    #[serde(default)]
    until: Option<String>,
}

/// Marks an item as done, does not show it for a time, or puts it back.
pub async fn decide(
    State(state): State<AppState>,
    Json(decision): Json<Decision>,
) -> Result<StatusCode, ApiError> {
    let Decision { key, action, until } = decision;
    let handled = match (action, until.as_deref().map(instant)) {
        (Action::Done, None) => Some(Handled::Done),
        (Action::Reopen, None) => None,
        (Action::Snooze, Some(Some(until))) => Some(Handled::Until(until.milliseconds)),
        (Action::Done | Action::Reopen, Some(_)) => {
            return Err(bad("only a snoozed item has an `until`"));
        }
        (Action::Snooze, _) => {
            return Err(bad("to snooze an item, say `until` when, as in 2026-11-26T08:00:00Z"));
        }
    };
    choose(&state, key, handled).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FormAction {
    Done,
    Hour,
    Day,
    Reopen,
}

#[derive(Debug, Deserialize)]
pub struct DecisionForm {
    key: String,
    action: FormAction,
    /// The page that shows the item.
    #[serde(default)]
    back: String,
}

pub async fn decide_by_form(
    State(state): State<AppState>,
    Submitted(form): Submitted<DecisionForm>,
) -> Result<Redirect, ApiError> {
    let now_ms = clock::now_ms();
    let handled = match form.action {
        FormAction::Done => Some(Handled::Done),
        FormAction::Hour => Some(Handled::Until(now_ms + HOUR_MS)),
        FormAction::Day => Some(Handled::Until(now_ms + 24 * HOUR_MS)),
        FormAction::Reopen => None,
    };
    choose(&state, form.key.clone(), handled).await?;
    // Never to another site.
    let is_known = form.back == "/" || form.back.starts_with("/inbox");
    let back = if is_known { &form.back } else { "/inbox" };
    if handled.is_none() {
        return Ok(Redirect::to(back));
    }
    // The page offers to undo it.
    let sign = if back.contains('?') { '&' } else { '?' };
    Ok(Redirect::to(&format!("{back}{sign}handled={}", encoded(&form.key))))
}

async fn choose(state: &AppState, key: String, handled: Option<Handled>) -> Result<(), ApiError> {
    let at_ms = clock::now_ms();
    if !state.inbox.has(&key, at_ms).await? {
        return Err(ApiError::NotFound { what: "item of the inbox".to_owned() });
    }
    Ok(state.store.choose(Choice::Inbox(InboxChoice { key, handled, at_ms })).await?)
}

fn bad(message: &str) -> ApiError {
    let hint = r#"send {"key": "…", "action": "done"} as application/json; the action is done, reopen, or snooze with an `until`"#;
    ApiError::BadDecision { message: message.to_owned(), hint }
}
