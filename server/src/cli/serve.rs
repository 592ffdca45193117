use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use app::api::Retention;
use app::evidence::Prices;
use app::gate::GateOptions;
use app::ui::FileUrl;
use axum::Router;
use axum::http::uri::Authority;
use clap::Args;
use tokio::net::TcpListener;
use tokio::signal;
use tokio_util::sync::CancellationToken;

use super::format::FormatFolders;
use super::instance::Instance;
use super::project_option::ProjectOption;
use super::sign_in::SignIn;
use super::store::Opened;
use super::{CONFORMS, Config, address, output, store};
use crate::config::{Access, StorePlace, kept_for};
use crate::ingest::{Watch, judge_with};
use crate::library::add_samples;
use crate::mirror::{self, keep_mirrored};
use crate::projects::by_host;
use crate::router::router;
use crate::security::AllowedHosts;
use crate::serve::{READ_WITHIN, serve};
use crate::telemetry::{self, LogFormat};
use crate::webhooks::{Outgoing, PublicUrl, WebhookHost};
use crate::{clock, cores};

#[derive(Debug, Args)]
pub(super) struct Serve {
    /// Folders and files to watch; new and changed reports show up at once
    pub paths: Vec<PathBuf>,
    /// Pattern to exclude, as in .gitignore; a folder's .harmonyignore has the same format
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    #[command(flatten)]
    pub options: Options,
}

#[derive(Debug, Args)]
pub(super) struct Options {
    #[command(flatten)]
    formats: FormatFolders,
    /// Address to listen on; any but a loopback address needs a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4180", value_parser = address::to_listen_on)]
    listen: SocketAddr,
    /// File of the store, or postgres:// and the rest of a database's address [default: harmony.sqlite in your data folder]
    #[arg(
        long,
        value_name = "FILE|ADDRESS",
        env = "HARMONY_STORE",
        hide_env_values = true,
        conflicts_with = "demo"
    )]
    store: Option<PathBuf>,
    #[command(flatten)]
    config: Config,
    /// Redis to mirror quarantines in, as in redis://127.0.0.1:6379
    #[arg(long, value_name = "URL", env = "HARMONY_REDIS", hide_env_values = true, value_parser = mirror::client)]
    redis: Option<redis::Client>,
    /// Host that webhooks may send to, as in hooks.slack.com or ci.internal:8443; several are possible
    #[arg(long, value_name = "HOST")]
    webhook_host: Vec<WebhookHost>,
    /// Address of this server for people, beginning with http:// or https://; webhooks link to it
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// Pattern of the links from findings to your files; {repository}, {commit}, {path} and {line} are filled in
    #[arg(long, value_name = "URL")]
    file_url: Option<FileUrl>,
    /// Delete unpinned documents after this time, as in 90d, 12h or 2w [default: never]
    #[arg(long, value_name = "TIME", value_parser = kept_for)]
    keep_documents: Option<i64>,
    /// Delete traces of unpinned documents after this time
    #[arg(long, value_name = "TIME", value_parser = kept_for, default_value = "7d")]
    keep_traces: i64,
    /// File with the prices of tokens [default: list prices that Harmony comes with]
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,
    /// Format of the log, which is written to the standard error
    #[arg(long, value_enum, value_name = "FORMAT", env = "HARMONY_LOG_FORMAT", default_value_t)]
    log_format: LogFormat,
    /// Open the dashboard in the browser
    #[arg(long)]
    open: bool,
    /// Show sample documents in a temporary store
    #[arg(long)]
    demo: bool,
    /// Require this access token, of at least 16 characters
    #[arg(long, env = "HARMONY_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Let CI jobs publish preview links with this token, which can do nothing else
    #[arg(long, value_name = "TOKEN", env = "HARMONY_CI_TOKEN", hide_env_values = true)]
    ci_token: Option<String>,
    #[command(flatten)]
    sign_in: SignIn,
    /// Serve another project, with a store and an address of its own: NAME. before that of this server; several are possible
    #[arg(long, value_name = "NAME[=STORE]", conflicts_with = "demo")]
    project: Vec<ProjectOption>,
    /// Show /badge.svg without the token, as for a README
    #[arg(long)]
    public_badges: bool,
    /// Another host name of this server, such as `harmony.example`
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    allow_host: Vec<String>,
}

fn host_name(text: &str) -> Result<String, String> {
    let is_name = text.parse::<Authority>().is_ok_and(|authority| {
        let has_port = authority.port_u16().is_some();
        !text.contains(['@', '*']) && (has_port || authority.host() == text)
    });
    let example = "write the name of a host, with a port if it has one, as in harmony.example";
    if is_name { Ok(text.to_owned()) } else { Err(example.to_owned()) }
}

/// How long threads that wait for others may run on at the end.
const FAREWELL: Duration = Duration::from_secs(2);

pub(super) fn run(serve: Serve) -> anyhow::Result<u8> {
    let exporter = telemetry::begin(serve.options.log_format).context(
        "spans can't be exported: correct OTEL_EXPORTER_OTLP_ENDPOINT and the other variables of OpenTelemetry, or \
         remove them",
    )?;
    cores::leave_one_to_others();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // A core is left to the writer thread: all senders wait for it, and they wait longer where it shares its core with
        // requests.
        .worker_threads(cores::all_but_one())
        .enable_all()
        .build()
        .context("the runtime can't be started")?;
    runtime.block_on(serve_until_stopped(serve))?;
    // A receiver of webhooks may take longer to answer.
    runtime.shutdown_timeout(FAREWELL);
    exporter.end();
    Ok(CONFORMS)
}

async fn serve_until_stopped(Serve { paths, exclude, options }: Serve) -> anyhow::Result<()> {
    let config = options.config.find()?;
    let folders = options.formats.take_up(&config)?;
    judge_with(config.gate.complete(GateOptions::default()));
    let access = Access::new(options.listen, options.token.as_deref())?;
    let access = access.with_ci_token(options.ci_token.as_deref())?;
    let place = match (&options.store, options.demo) {
        (None, true) => StorePlace::Temporary,
        (named, _) => store::to_serve(named.as_deref())?,
    };
    let prices = options.prices.as_deref().map(prices_in).transpose()?.unwrap_or_else(Prices::shipped);
    let provider = options.sign_in.provider(options.public_url.as_ref())?;
    // A store that doesn't exist has no tokens; it isn't created to find that out.
    let may_have_tokens = match &place {
        StorePlace::File(file) => file.exists(),
        StorePlace::Database(_) => true,
        StorePlace::Temporary => false,
    };
    access.check(provider.is_some() || may_have_tokens)?;
    let listener = listen(access.listen).await?;
    let listen = listener.local_addr().context("the address of the listener can't be read")?;
    let store = store::open(&place, Opened::Created).await?;
    access.check(provider.is_some() || store.has_tokens().await?)?;
    if options.demo {
        add_samples(&store).await?;
    }

    let shutdown = CancellationToken::new();
    let asks = access.token.is_some() || store.has_tokens().await?;
    let authorization = if asks { r#" -H "Authorization: Bearer $HARMONY_TOKEN""# } else { "" };
    let retention = Retention { documents_ms: options.keep_documents, traces_ms: options.keep_traces };
    let instance = Instance {
        store: Arc::clone(&store),
        hosts: AllowedHosts::new(listen, &options.allow_host),
        access,
        provider: provider.map(Arc::new),
        has_public_badges: options.public_badges,
        retention,
        prices,
        outgoing: Outgoing { hosts: options.webhook_host, public_url: options.public_url },
        file_url: options.file_url,
        folders,
        shutdown: shutdown.clone(),
    };
    let mut projects = BTreeMap::new();
    let mut locked = BTreeMap::new();
    for project in ProjectOption::all(options.project, &place)? {
        let (name, place) = project;
        let opened = store::open(&place, Opened::Created).await;
        let store = opened.with_context(|| format!("the project {name} has no store"))?;
        let (has_provider, has_tokens) = (instance.provider.is_some(), store.has_tokens().await?);
        let is_restricted = asks || has_provider || has_tokens;
        instance.access.check(is_restricted).with_context(|| format!("the project {name} is open to all"))?;
        if is_restricted && !has_provider && !has_tokens && instance.access.token.is_none() {
            let store = match &place {
                StorePlace::File(file) => format!("'{}'", file.display()),
                _ => "ADDRESS".to_owned(),
            };
            locked.insert(name.clone(), store);
        }
        projects.insert(name.clone(), instance.of_project(&name, store).await?);
    }
    let state = instance.main(&projects).await?;
    if let Some(redis) = options.redis {
        tokio::spawn(keep_mirrored(Arc::clone(&store), redis, clock::now_ms, shutdown.clone()));
    }
    let watch = match paths.as_slice() {
        [] => None,
        paths => Some(Watch::start(store, paths, &exclude, shutdown.clone())?),
    };
    output::print_welcome(&shown(listen), authorization, &place, retention, &paths);
    for name in projects.keys() {
        output::print_line(&format!("  project   {name}: http://{name}.localhost:{}", listen.port()))?;
        if let Some(store) = locked.get(name) {
            output::print_line(&format!(
                "            nothing opens it yet: harmony token create NAME --role operate --store {store}"
            ))?;
        }
    }
    if options.open {
        open_browser(&format!("http://{}", dialable(listen)));
    }

    tokio::spawn(stop_on_signal(shutdown.clone()));
    let routers = projects.into_iter().map(|(name, state)| (name, router(state))).collect();
    let hosts = state.guard.hosts.clone();
    serve_and_end(listener, by_host(hosts, router(state), routers), watch, shutdown).await;
    Ok(())
}

async fn serve_and_end(
    listener: TcpListener,
    router: Router,
    watch: Option<Watch>,
    shutdown: CancellationToken,
) {
    serve(listener, router, READ_WITHIN, shutdown).await;
    if let Some(watch) = watch
        && tokio::task::spawn_blocking(|| watch.join()).await.is_err()
    {
        tracing::error!("could not wait for the folder watch");
    }
}

fn prices_in(file: &Path) -> anyhow::Result<Prices> {
    let text = fs::read(file).with_context(|| format!("{} can't be read", file.display()))?;
    let example = r#"{"asOf": "2026-03-21", "models": {"claude-sonnet-4-5": {"input": 3, "output": 15, "cacheRead": 0.3, "cacheWrite": 3.75, "cacheWrite1h": 6}}}"#;
    serde_json::from_slice(&text).with_context(|| {
        format!("{} has no prices: write dollars for a million tokens as in {example}", file.display())
    })
}

async fn listen(address: SocketAddr) -> anyhow::Result<TcpListener> {
    match TcpListener::bind(address).await {
        Ok(listener) => Ok(listener),
        Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
            "{address} is in use by another program, perhaps another Harmony: stop that, or choose another address \
             with --listen {}:{}",
            dialable(address).ip(),
            address.port().wrapping_add(1)
        ),
        Err(error) => Err(error).with_context(|| format!("can't listen on {address}")),
    }
}

/// Returns the address for a browser, which can't open `0.0.0.0`.
fn dialable(listen: SocketAddr) -> SocketAddr {
    match listen {
        SocketAddr::V4(address) if address.ip().is_unspecified() => ([127, 0, 0, 1], address.port()).into(),
        SocketAddr::V6(address) if address.ip().is_unspecified() => {
            ([0, 0, 0, 0, 0, 0, 0, 1], address.port()).into()
        }
        listen => listen,
    }
}

/// Returns the address to print. Which of this machine's addresses others can reach is unknown.
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
        tracing::warn!(%error, "could not open a browser with {opener}; open the address yourself");
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
    tracing::info!("shutting down");
    shutdown.cancel();
}
