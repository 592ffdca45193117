//! Quarantines by any name of their target: a format has an id, a slug and a name, a chain an id and a title.
//!
//! A quarantine keeps the name that it was added under, which other programs know it by in Redis. So one target may be
//! quarantined under several of its names at once.

use app::catalog::Catalog;
use app::quarantine::{Origin, QuarantineChange, Quarantined, Targeted, is_name_of_format};

use super::MOST_LISTED;
use crate::clock;
use crate::library::Sessions;
use crate::store::{QuarantineRequest, SharedStore, StoreError};

/// The newest quarantines of chains whose titles are looked up, to compare them with the name that is asked for.
const MOST_TITLES: usize = 1_000;

/// Returns the active quarantine of a target: the one under this name, or else the newest one under another.
pub async fn find(
    store: &SharedStore,
    sessions: &Sessions,
    target_type: &str,
    name: &str,
) -> Result<Option<Quarantined>, StoreError> {
    match store.quarantined(target_type.to_owned(), name.to_owned(), clock::now_ms()).await? {
        Some(found) => Ok(Some(found)),
        None => Ok(under_any_name(store, sessions, target_type, name).await?.into_iter().next()),
    }
}

/// Releases a target under all its names. Returns whether it was quarantined.
pub async fn release(
    store: &SharedStore,
    sessions: &Sessions,
    target_type: &str,
    name: &str,
    origin: Origin,
) -> Result<bool, StoreError> {
    let mut was_active = false;
    for found in under_any_name(store, sessions, target_type, name).await? {
        let now_ms = clock::now_ms();
        let (target_type, target_id) = (found.record.target_type, found.record.target_id);
        let change = QuarantineChange::Release { target_type, target_id, released_at: clock::iso(now_ms) };
        let request = QuarantineRequest { change, origin, now_ms, ends_ms: None };
        was_active |= store.quarantine(request).await?;
    }
    Ok(was_active)
}

/// Quarantines a target. A format that is quarantined under another of its names stays so under that name, with what is
/// new. Returns the quarantine, unless it ended in the meantime.
pub async fn add(
    store: &SharedStore,
    mut request: QuarantineRequest,
) -> Result<Option<Quarantined>, StoreError> {
    if let QuarantineChange::Add(record) = &mut request.change
        && record.target_type == "format"
    {
        let known = of_format(store, &record.target_id).await?;
        let is_exact = known.iter().any(|found| found.record.target_id == record.target_id);
        if let Some(found) = known.into_iter().next().filter(|_| !is_exact) {
            record.target_id = found.record.target_id;
        }
    }
    let (target_type, target_id) = request.change.target();
    let (target_type, target_id) = (target_type.to_owned(), target_id.to_owned());
    store.quarantine(request).await?;
    store.quarantined(target_type, target_id, clock::now_ms()).await
}

/// Returns the ids of the formats that are quarantined.
pub async fn quarantined_formats(store: &SharedStore) -> Result<Vec<String>, StoreError> {
    let active = store.active_of("format", clock::now_ms(), MOST_LISTED).await?;
    if active.is_empty() {
        return Ok(Vec::new());
    }
    let catalog = Catalog::current();
    let held = catalog.specs().filter(|spec| active.iter().any(|found| found.is_of_format(spec.names())));
    Ok(held.map(|spec| spec.id.to_owned()).collect())
}

/// Returns the active quarantines of a target, the newest first.
async fn under_any_name(
    store: &SharedStore,
    sessions: &Sessions,
    target_type: &str,
    name: &str,
) -> Result<Vec<Quarantined>, StoreError> {
    match target_type {
        "format" => of_format(store, name).await,
        "chain" => of_chain(store, sessions, name).await,
        _ => {
            let found = store.quarantined(target_type.to_owned(), name.to_owned(), clock::now_ms()).await?;
            Ok(found.into_iter().collect())
        }
    }
}

async fn of_format(store: &SharedStore, name: &str) -> Result<Vec<Quarantined>, StoreError> {
    let mut active = store.active_of("format", clock::now_ms(), MOST_LISTED).await?;
    let catalog = Catalog::current();
    active.retain(|found| {
        found.is_of_format([name; 3])
            || catalog
                .specs()
                .any(|spec| is_name_of_format(spec.names(), name) && found.is_of_format(spec.names()))
    });
    Ok(active)
}

async fn of_chain(
    store: &SharedStore,
    sessions: &Sessions,
    name: &str,
) -> Result<Vec<Quarantined>, StoreError> {
    let mut active = store.active_of("chain", clock::now_ms(), MOST_LISTED).await?;
    if active.is_empty() {
        return Ok(active);
    }
    let title = sessions.chain(name).await?.and_then(|(_, chain)| chain.title);
    let mut of_name = Vec::new();
    let mut looked_up = 0;
    for found in active.drain(..) {
        let is_target = found.is_of_chain(name, title.as_deref());
        let is_titled = if is_target || looked_up == MOST_TITLES {
            is_target
        } else {
            let chain = sessions.chain(&found.record.target_id).await?;
            looked_up += usize::from(chain.is_some());
            chain.is_some_and(|(_, chain)| chain.title.as_deref() == Some(name))
        };
        if is_titled {
            of_name.push(found);
        }
    }
    Ok(of_name)
}
