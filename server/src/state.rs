use std::sync::Arc;

use app::api::{Retention, SharedLibrary};
use axum::extract::FromRef;
use leptos::config::LeptosOptions;
use tokio_util::sync::CancellationToken;

use crate::assets;
use crate::library::StoreLibrary;
use crate::live::{Limits, Live};
use crate::security::Guard;
use crate::store::SharedStore;

/// What every request may use.
#[derive(Clone)]
pub struct AppState {
    pub store: SharedStore,
    pub library: SharedLibrary,
    pub live: Arc<Live>,
    pub guard: Arc<Guard>,
    /// Shared: a dozen names, and what every request may use is cloned for each.
    pub leptos: Arc<LeptosOptions>,
}

impl AppState {
    /// Viewers are told of what happens in `store` until `shutdown`. Must be called within a runtime.
    pub fn new(store: SharedStore, guard: Guard, shutdown: CancellationToken) -> Self {
        Self {
            library: Arc::new(StoreLibrary::new(Arc::clone(&store), Retention::default())),
            live: Live::follow(Arc::clone(&store), Limits::default(), shutdown),
            store,
            guard: Arc::new(guard),
            leptos: Arc::new(assets::leptos_options()),
        }
    }

    /// Pages tell how long documents are kept; without it, that they stay.
    pub fn keeping(self, retention: Retention) -> Self {
        Self { library: Arc::new(StoreLibrary::new(Arc::clone(&self.store), retention)), ..self }
    }
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        Self::clone(&state.leptos)
    }
}
