use std::sync::Arc;

use app::api::SharedLibrary;
use axum::extract::FromRef;
use leptos::config::LeptosOptions;

use crate::live::Live;
use crate::security::Guard;
use crate::store::SharedStore;

/// What every request may use.
#[derive(Clone)]
pub struct AppState {
    pub store: SharedStore,
    pub library: SharedLibrary,
    pub live: Arc<Live>,
    pub guard: Arc<Guard>,
    pub leptos: LeptosOptions,
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        state.leptos.clone()
    }
}
