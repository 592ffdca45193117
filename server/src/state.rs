use std::sync::Arc;

use app::api::{Retention, SharedLibrary};
use app::evidence::Prices;
use axum::extract::FromRef;
use leptos::config::LeptosOptions;
use tokio_util::sync::CancellationToken;

use crate::assets;
use crate::inbox::Inbox;
use crate::library::StoreLibrary;
use crate::live::{Limits, Live};
use crate::security::Guard;
use crate::store::SharedStore;

/// What every handler may use.
#[derive(Clone)]
pub struct AppState {
    pub store: SharedStore,
    pub library: SharedLibrary,
    pub inbox: Arc<Inbox>,
    /// What tokens cost.
    pub prices: Arc<Prices>,
    pub live: Arc<Live>,
    pub guard: Arc<Guard>,
    /// Shared, since the state is cloned for each request.
    pub leptos: Arc<LeptosOptions>,
}

impl AppState {
    /// Streams the events of `store` to viewers until `shutdown`. Must be called within a runtime.
    pub fn new(store: SharedStore, guard: Guard, shutdown: CancellationToken) -> Self {
        let prices = Arc::new(Prices::shipped());
        let inbox = Arc::new(Inbox::new(Arc::clone(&store)));
        Self {
            library: Arc::new(StoreLibrary::new(
                Arc::clone(&store),
                Arc::clone(&inbox),
                Retention::default(),
                Arc::clone(&prices),
            )),
            inbox,
            prices,
            live: Live::follow(Arc::clone(&store), Limits::default(), shutdown),
            store,
            guard: Arc::new(guard),
            leptos: Arc::new(assets::leptos_options()),
        }
    }

    /// Sets how long documents are kept and what tokens cost, which pages state. Without it, documents are kept until they
    /// are deleted, and tokens have the prices that Harmony comes with.
    pub fn stating(self, retention: Retention, prices: Prices) -> Self {
        let prices = Arc::new(prices);
        let library = StoreLibrary::new(
            Arc::clone(&self.store),
            Arc::clone(&self.inbox),
            retention,
            Arc::clone(&prices),
        );
        Self { library: Arc::new(library), prices, ..self }
    }
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        Self::clone(&state.leptos)
    }
}
