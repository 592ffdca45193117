use std::io::{ErrorKind, IsTerminal};
use std::net::{SocketAddr, ToSocketAddrs};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use app::api::Retention;
use clap::Args;
use tokio::net::TcpListener;
use tokio::signal;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

use super::{CONFORMS, output};
use crate::clock;
use crate::config::{Access, StorePlace, kept_for, store_file};
use crate::ingest::Watch;
use crate::library::add_samples;
use crate::router::router;
use crate::security::{AllowedHosts, Guard};
use crate::serve::{TAKEN_WITHIN, serve};
use crate::state::AppState;
use crate::store::{SharedStore, SqliteStore};
use crate::sweep::keep_swept;

#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Folders and files to follow: what is there is read, and what is written shows up at once
    pub paths: Vec<PathBuf>,
    /// Leave out what this glob covers, as a line of .gitignore does; a folder's own .harmonyignore says the same
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    #[command(flatten)]
    pub options: Options,
}

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Address to listen on; any but this machine's own needs a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4180", value_parser = listen_address)]
    listen: SocketAddr,
    /// File to keep documents in [default: harmony.sqlite in your data folder]
    #[arg(long, value_name = "FILE", conflicts_with = "demo")]
    store: Option<PathBuf>,
    /// How long documents are kept, as 90d, 12h or 2w; pinned ones stay [default: for ever]
    #[arg(long, value_name = "TIME", value_parser = kept_for)]
    keep_documents: Option<i64>,
    /// How long what documents left at gates is kept; that of pinned documents stays
    #[arg(long, value_name = "TIME", value_parser = kept_for, default_value = "7d")]
    keep_traces: i64,
    /// Open the dashboard in the browser
    #[arg(long)]
    open: bool,
    /// Show sample documents in a store that is gone when Harmony ends
    #[arg(long)]
    demo: bool,
    /// Ask everyone for this secret, of at least 16 characters
    #[arg(long, env = "HARMONY_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Another name under which browsers reach this server, as `harmony.example`
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
}

/// Addresses that have been quiet so long are forgotten by the rate limit.
const TIDY_EVERY: Duration = Duration::from_secs(60);

pub(super) fn run(serve: Serve) -> anyhow::Result<u8> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_target(false)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(worker_threads())
        .enable_all()
        .build()
        .context("the runtime can't be started")?;
    runtime.block_on(serve_until_stopped(serve))?;
    Ok(CONFORMS)
}

/// One core is left to the thread that writes the store: all senders wait for it, and where it has to share its core
/// with requests that are read, fewer of them are stored in the same time.
fn worker_threads() -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    cores.saturating_sub(1).max(1)
}

async fn serve_until_stopped(Serve { paths, exclude, options }: Serve) -> anyhow::Result<()> {
    let access = Access::new(options.listen, options.token.as_deref())?;
    let place = match (&options.store, options.demo) {
        (None, true) => StorePlace::Temporary,
        (named, _) => StorePlace::File(store_file(named.as_deref())?),
    };
    let listener = listen(access.listen).await?;
    let listen = listener.local_addr().context("the address that was opened can't be told")?;
    let store = open(&place)?;
    if options.demo {
        add_samples(&store).await?;
    }

    let shutdown = CancellationToken::new();
    let authorization =
        if access.token.is_some() { r#" -H "Authorization: Bearer $HARMONY_TOKEN""# } else { "" };
    let guard = Guard::new(AllowedHosts::new(listen, &options.allow_host), access.token);
    let retention = Retention { documents_ms: options.keep_documents, traces_ms: options.keep_traces };
    let state = AppState::new(Arc::clone(&store), guard, shutdown.clone()).keeping(retention);
    tokio::spawn(keep_swept(Arc::clone(&store), retention, clock::now_ms, shutdown.clone()));
    let watch = match paths.as_slice() {
        [] => None,
        paths => Some(Watch::start(store, paths, &exclude, shutdown.clone())?),
    };
    output::print_welcome(&shown(listen), authorization, &place, retention, &paths);
    if options.open {
        open_browser(&format!("http://{}", dialable(listen)));
    }

    tokio::spawn(tidy(Arc::clone(&state.guard), shutdown.clone()));
    tokio::spawn(stop_on_signal(shutdown.clone()));
    serve_and_end(listener, state, watch, shutdown).await;
    Ok(())
}

async fn serve_and_end(
    listener: TcpListener,
    state: AppState,
    watch: Option<Watch>,
    shutdown: CancellationToken,
) {
    serve(listener, router(state), TAKEN_WITHIN, shutdown).await;
    if let Some(watch) = watch
        && tokio::task::spawn_blocking(|| watch.join()).await.is_err()
    {
        tracing::error!("the folders' thread could not be waited for");
    }
}

/// `localhost` is two addresses; most tools try the older one first.
fn listen_address(text: &str) -> Result<SocketAddr, String> {
    let addresses: Vec<_> = text.to_socket_addrs().map(Iterator::collect).unwrap_or_default();
    let chosen = addresses.iter().find(|address| address.is_ipv4()).or_else(|| addresses.first());
    chosen
        .copied()
        .ok_or_else(|| "say an address and a port, as in 127.0.0.1:4180 or localhost:4180".to_owned())
}

async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    match TcpListener::bind(address).await {
        Ok(listener) => Ok(listener),
        Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
            "{address} is taken by another program, perhaps another Harmony: end that one, or choose another \
             address with --listen {}:{}",
            dialable(address).ip(),
            address.port().wrapping_add(1)
        ),
        Err(error) => Err(error).with_context(|| format!("{address} can't be listened on")),
    }
}

pub(super) fn open(place: &StorePlace) -> anyhow::Result<SharedStore> {
    let epoch = clock::new_epoch();
    Ok(match place {
        StorePlace::File(path) => Arc::new(SqliteStore::open(path, epoch)?),
        StorePlace::Temporary => Arc::new(SqliteStore::temporary(epoch)?),
    })
}

/// `0.0.0.0` is listened on, but nothing a browser can open.
fn dialable(listen: SocketAddr) -> SocketAddr {
    match listen {
        SocketAddr::V4(address) if address.ip().is_unspecified() => ([127, 0, 0, 1], address.port()).into(),
        SocketAddr::V6(address) if address.ip().is_unspecified() => {
            ([0, 0, 0, 0, 0, 0, 0, 1], address.port()).into()
        }
        listen => listen,
    }
}

/// What others can open; which of this machine's addresses they reach is not ours to know.
fn shown(listen: SocketAddr) -> String {
    if listen.ip().is_unspecified() {
        return format!("http://<this machine's address>:{}", listen.port());
    }
    format!("http://{listen}")
}

fn open_browser(address: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let started = Command::new(opener)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = started {
        tracing::warn!(%error, "no browser could be opened with {opener}: open the address yourself");
    }
}

async fn tidy(guard: Arc<Guard>, shutdown: CancellationToken) {
    let mut every = tokio::time::interval(TIDY_EVERY);
    while shutdown.run_until_cancelled(every.tick()).await.is_some() {
        guard.tidy();
    }
}

async fn stop_on_signal(shutdown: CancellationToken) {
    #[cfg(unix)]
    let terminated = async {
        match signal::unix::signal(signal::unix::SignalKind::terminate()) {
            Ok(mut terminate) => terminate.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<Option<()>>();
    tokio::select! {
        _ = signal::ctrl_c() => {}
        _ = terminated => {}
    }
    tracing::info!("ending");
    shutdown.cancel();
}
