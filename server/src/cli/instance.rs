//! What `harmony serve` keeps going for each project of an instance.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use app::api::{ProjectPlace, Retention, SharedProjects};
use app::evidence::Prices;
use app::ui::FileUrl;
use tokio_util::sync::CancellationToken;

use crate::clock;
use crate::config::Access;
use crate::inbox::keep_folded;
use crate::own_formats::Keeper;
use crate::projects::{ProjectName, Projects};
use crate::quarantine::keep_released;
use crate::security::{AllowedHosts, Guard, Provider};
use crate::state::AppState;
use crate::store::SharedStore;
use crate::sweep::keep_swept;
use crate::webhooks::{Outgoing, keep_sent};

/// How often the rate limit forgets addresses that send nothing.
const TIDY_EVERY: Duration = Duration::from_secs(60);

/// What all projects of an instance share.
pub(super) struct Instance {
    /// The store of the main project.
    pub store: SharedStore,
    pub hosts: AllowedHosts,
    pub access: Access,
    pub provider: Option<Arc<Provider>>,
    pub has_public_badges: bool,
    pub retention: Retention,
    pub prices: Prices,
    pub outgoing: Outgoing,
    pub file_url: Option<FileUrl>,
    /// Where a team's formats are.
    pub folders: Vec<PathBuf>,
    pub shutdown: CancellationToken,
}

impl Instance {
    /// Begins the main project, which shows the others.
    pub async fn main(&self, others: &BTreeMap<ProjectName, AppState>) -> anyhow::Result<AppState> {
        let guard = self.guard(self.hosts.clone(), self.provider.clone());
        let state = self.begin(Arc::clone(&self.store), guard, self.outgoing.clone()).await?;
        let projects = (!others.is_empty()).then(|| SharedProjects(Arc::new(Projects::of(&state, others))));
        Ok(state.with(|parts| parts.projects = projects))
    }

    /// Begins another project.
    pub async fn of_project(&self, name: &ProjectName, store: SharedStore) -> anyhow::Result<AppState> {
        let name = name.as_str();
        let outgoing = self.outgoing.of_project(name);
        let public_url = outgoing.public_url.as_ref();
        let provider = self.provider.as_ref().zip(public_url);
        let provider = provider.map(|(provider, url)| Arc::new(provider.sending_back_to(url.as_str())));
        let guard = self.guard(self.hosts.of_project(name), provider).below(Arc::clone(&self.store));
        let state = self.begin(store, guard, outgoing).await?;
        Ok(state.with(|parts| parts.project = Some(ProjectPlace(name.to_owned()))))
    }

    fn guard(&self, hosts: AllowedHosts, provider: Option<Arc<Provider>>) -> Guard {
        Guard::new(hosts, self.access.token.clone())
            .with_ci_token(self.access.ci_token.clone())
            .with_provider(provider)
            .with_public_badges(self.has_public_badges)
    }

    async fn begin(&self, store: SharedStore, guard: Guard, outgoing: Outgoing) -> anyhow::Result<AppState> {
        let shutdown = &self.shutdown;
        let state = AppState::new(Arc::clone(&store), guard, shutdown.clone())
            .stating(self.retention, self.prices.clone(), outgoing)
            .with(|parts| parts.file_url = self.file_url.clone());
        tokio::spawn(keep_swept(Arc::clone(&store), self.retention, clock::now_ms, shutdown.clone()));
        tokio::spawn(keep_released(Arc::clone(&store), clock::now_ms, shutdown.clone()));
        tokio::spawn(keep_folded(Arc::clone(&state.inbox), shutdown.clone()));
        let (webhooks, inbox) = (Arc::clone(&state.webhooks), Arc::clone(&state.inbox));
        tokio::spawn(keep_sent(webhooks, inbox, clock::now_ms, shutdown.clone()));
        if !self.folders.is_empty() {
            let keeper = Keeper::begin(self.folders.clone(), store).await?;
            tokio::spawn(keeper.run(shutdown.clone()));
        }
        tokio::spawn(tidy(Arc::clone(&state.guard), shutdown.clone()));
        Ok(state)
    }
}

async fn tidy(guard: Arc<Guard>, shutdown: CancellationToken) {
    let mut every = tokio::time::interval(TIDY_EVERY);
    while shutdown.run_until_cancelled(every.tick()).await.is_some() {
        guard.tidy();
    }
}
