//! Reads stored documents again after formats of a team changed: those that the change concerns, and no others.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::catalog::{Catalog, compile};
use app::scan;
use app::text::Text;
use tokio::{task, time};

use super::{OwnFormats, settle_in};
use crate::ingest::derive;
use crate::store::{Arrival, OtherText, Reread, SharedStore, StoreError, StoredCatalog};

const LOG_EVERY: Duration = Duration::from_secs(10);

/// Documents are read again batch by batch; an interrupted run is continued, since each document knows what it was read by.
pub(super) struct Rereading {
    store: SharedStore,
    catalog: Arc<Catalog>,
    concerns: Arc<Concerns>,
    /// Documents up to here are read by the catalog.
    reached: u64,
    /// Until all documents were read once.
    run: Option<Run>,
}

/// What became of the documents of other catalogs so far.
struct Run {
    start: Instant,
    logged: Instant,
    parsed: usize,
    changed: u32,
    unconcerned: usize,
}

impl Rereading {
    /// Begins with the first document that was read by another catalog than the current one.
    pub async fn begin(formats: &OwnFormats, store: &SharedStore) -> Self {
        let catalog = Catalog::current();
        // Where the earlier catalogs can't be read, all documents are parsed.
        let earlier = store.catalogs().await.unwrap_or_default();
        Self {
            concerns: Arc::new(Concerns::of(&catalog, formats, earlier)),
            store: Arc::clone(store),
            catalog,
            reached: 0,
            run: Some(Run::begin()),
        }
    }

    /// Reads some documents. Returns whether all are read.
    pub async fn step(&mut self) -> Result<bool, StoreError> {
        let start = Instant::now();
        let key = self.catalog.key();
        let found = self.store.texts_of_others(self.reached, key).await?;
        if found.texts.is_empty() {
            self.reached = found.up_to;
            if let Some(run) = &self.run {
                settle_in(&self.store, key, !self.concerns.held.is_empty()).await?;
                run.log_end();
            }
            self.run = None;
            self.catalog.set_percent_read(100);
            return Ok(true);
        }
        let concerns = Arc::clone(&self.concerns);
        let (documents, unconcerned) = task::spawn_blocking(move || concerns.sort(found.texts))
            .await
            .map_err(|_| StoreError::Stopped)?;
        let (parsed, passed) = (documents.len(), unconcerned.len());
        let changed = self.store.reread(Reread::Batch { documents, unconcerned, key }).await?;
        self.reached = found.up_to;
        self.catalog.set_percent_read((self.reached * 100 / found.newest.max(1)).min(99) as u8);
        let run = self.run.get_or_insert_with(Run::begin);
        run.parsed += parsed;
        run.changed += changed;
        run.unconcerned += passed;
        run.log(self.catalog.percent_read());
        // Others have the same time.
        time::sleep(start.elapsed() / 2).await;
        Ok(false)
    }
}

impl Run {
    fn begin() -> Self {
        let start = Instant::now();
        Self { start, logged: start, parsed: 0, changed: 0, unconcerned: 0 }
    }

    fn log(&mut self, percent: u8) {
        if self.logged.elapsed() >= LOG_EVERY {
            self.logged = Instant::now();
            tracing::info!("reading documents again by changed formats: {percent} %");
        }
    }

    fn log_end(&self) {
        let Self { start, parsed, changed, unconcerned, .. } = *self;
        if parsed + unconcerned > 0 {
            let seconds = start.elapsed().as_secs_f32();
            tracing::info!(
                "read by the changed formats: {parsed} texts were parsed again, {changed} of them changed; {unconcerned} are not \
                 concerned ({seconds:.1} s)"
            );
        }
    }
}

/// Decides whether a text may be read otherwise than it was.
struct Concerns {
    /// What only the current catalog or an earlier one has, by the key of the earlier one.
    changed: HashMap<Option<i64>, Catalog>,
    /// The ids of formats that can't be read by at present. Documents of these stay as they are.
    held: Vec<String>,
}

impl Concerns {
    fn of(current: &Catalog, formats: &OwnFormats, earlier: Vec<StoredCatalog>) -> Self {
        let catalog = |StoredCatalog { key, formats }: StoredCatalog| {
            let rooms =
                formats.iter().map(|format| compile(&format.source)).collect::<Result<_, _>>().ok()?;
            Some((Some(key), Catalog::with(rooms)))
        };
        let none = (None, Catalog::with(Vec::new()));
        let earlier = earlier.into_iter().filter_map(catalog).chain([none]);
        Self {
            changed: earlier.map(|(key, catalog)| (key, current.difference(&catalog))).collect(),
            held: formats.held.iter().map(|format| format.id.clone()).collect(),
        }
    }

    /// Parses the texts that are concerned again, and returns the places of the others.
    fn sort(&self, texts: Vec<OtherText>) -> (Vec<Arrival>, Vec<u64>) {
        let (mut documents, mut unconcerned) = (Vec::new(), Vec::new());
        for text in texts {
            if self.has(&text) {
                documents.push(derive(text.head, text.raw));
            } else {
                unconcerned.push(text.head.seq);
            }
        }
        (documents, unconcerned)
    }

    fn has(&self, OtherText { catalog, head, raw }: &OtherText) -> bool {
        let is_held = head.blocks.iter().any(|block| self.held.contains(&block.format));
        let opens = |changed: &Catalog| scan::opens(changed, &Text::from_bytes(raw));
        // A catalog that the store doesn't know may have had any formats.
        !is_held && self.changed.get(catalog).is_none_or(opens)
    }
}
