use std::ops::Deref;
use std::sync::Arc;

use app::api::{ProjectPlace, Retention, SharedLibrary, SharedProjects};
use app::evidence::Prices;
use app::ui::FileUrl;
use axum::extract::FromRef;
use leptos::config::LeptosOptions;
use tokio_util::sync::CancellationToken;

use crate::assets;
use crate::inbox::Inbox;
use crate::library::{Sessions, StoreLibrary};
use crate::live::{Limits, Live};
use crate::security::Guard;
use crate::store::SharedStore;
use crate::webhooks::{Outgoing, Webhooks};

/// What every handler may use: one pointer, since the layers of the router clone it several times for each request.
#[derive(Clone)]
pub struct AppState(Arc<Parts>);

#[derive(Clone)]
pub struct Parts {
    pub store: SharedStore,
    pub library: SharedLibrary,
    pub sessions: Arc<Sessions>,
    pub inbox: Arc<Inbox>,
    pub webhooks: Arc<Webhooks>,
    /// What tokens cost.
    pub prices: Arc<Prices>,
    /// Where files are, to which findings link.
    pub file_url: Option<FileUrl>,
    pub live: Arc<Live>,
    pub guard: Arc<Guard>,
    pub leptos: Arc<LeptosOptions>,
    /// The other projects of this instance, if this is the main one of several.
    pub projects: Option<SharedProjects>,
    /// The name of this project, if it isn't the main one.
    pub project: Option<ProjectPlace>,
}

impl AppState {
    /// Streams the events of `store` to viewers until `shutdown`. Must be called within a runtime.
    pub fn new(store: SharedStore, guard: Guard, shutdown: CancellationToken) -> Self {
        let prices = Arc::new(Prices::shipped());
        let sessions = Sessions::new(Arc::clone(&store));
        let inbox = Arc::new(Inbox::new(Arc::clone(&store), Arc::clone(&sessions)));
        let webhooks = Arc::new(Webhooks::new(Arc::clone(&store), Outgoing::default()));
        Self(Arc::new(Parts {
            library: Arc::new(StoreLibrary::new(
                Arc::clone(&store),
                Arc::clone(&sessions),
                Arc::clone(&inbox),
                Arc::clone(&webhooks),
                Retention::default(),
                Arc::clone(&prices),
            )),
            sessions,
            inbox,
            webhooks,
            prices,
            file_url: None,
            live: Live::follow(Arc::clone(&store), Limits::default(), shutdown),
            guard: Arc::new(guard.over(Arc::clone(&store))),
            store,
            leptos: Arc::new(assets::leptos_options()),
            projects: None,
            project: None,
        }))
    }

    /// Replaces some of it, before it is shared.
    pub fn with(mut self, replace: impl FnOnce(&mut Parts)) -> Self {
        replace(Arc::make_mut(&mut self.0));
        self
    }

    /// Sets how long documents are kept, what tokens cost and where webhooks may send, which pages state. Without it,
    /// documents are kept until they are deleted, tokens have the prices that Harmony comes with, and nothing is sent.
    pub fn stating(self, retention: Retention, prices: Prices, outgoing: Outgoing) -> Self {
        let prices = Arc::new(prices);
        let webhooks = Arc::new(Webhooks::new(Arc::clone(&self.store), outgoing));
        let library = StoreLibrary::new(
            Arc::clone(&self.store),
            Arc::clone(&self.sessions),
            Arc::clone(&self.inbox),
            Arc::clone(&webhooks),
            retention,
            Arc::clone(&prices),
        );
        self.with(|parts| {
            parts.library = Arc::new(library);
            parts.webhooks = webhooks;
            parts.prices = prices;
        })
    }
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        Self::clone(&state.leptos)
    }
}
