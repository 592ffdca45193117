//! `harmony preview`: publishes reports on a server and prints the link.

mod summary;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use axum::http::StatusCode;
use clap::Args;

use self::summary::summary;
use super::client::{Client, Response, refusal};
use super::output::visible;
use super::{CONFORMS, COULD_NOT_RUN, inputs, length_of_time, output};
use crate::api::previews::Published;
use crate::ingest::is_empty;
use crate::previews::{Publication, PublishedText};

#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 published, 2 failure")]
pub(super) struct Preview {
    /// Files and folders to publish; `-` for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Address of the Harmony to publish on, by http:// or https://
    #[arg(
        long,
        visible_alias = "to",
        value_name = "ADDRESS",
        env = "HARMONY_SERVER",
        default_value = "http://127.0.0.1:4180"
    )]
    server: String,
    /// CI token of the server (`harmony serve --ci-token`), or its full token
    #[arg(long, env = "HARMONY_CI_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// How long the link works, as in 12h, 30d or 2w [default: 30d]
    #[arg(long, value_name = "TIME", value_parser = length_of_time)]
    keep: Option<String>,
    /// Title of the page [default: that of the report, or their number]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Markdown file to append the results to, the worst first; in GitHub Actions the summary of the job
    #[arg(long, value_name = "FILE", env = "GITHUB_STEP_SUMMARY")]
    summary: Option<PathBuf>,
    /// Print the response as JSON
    #[arg(long)]
    json: bool,
}

const PATH: &str = "/api/previews";

pub(super) fn run(preview: Preview) -> anyhow::Result<u8> {
    let Preview { files, server, token, keep, title, summary, json } = preview;
    let (documents, is_whole) = texts(&files);
    if documents.is_empty() {
        bail!("there is nothing to publish");
    }
    let has_token = token.as_ref().is_some_and(|token| !token.is_empty());
    let client = Client::new(&server, token)?;
    let body = serde_json::to_vec(&Publication { title, keep, documents })?;
    let response = client.post(PATH, "application/json", &body)?;
    let published = absolute(read(&response, &server, has_token)?, &server);
    if json {
        output::print_line(&serde_json::to_string(&published)?)?;
    } else {
        output::print_line(&visible(&published.preview.url))?;
    }
    // An empty variable is what a shell sets for a missing one.
    if let Some(file) = summary.filter(|file| !file.as_os_str().is_empty()) {
        write_summary(&file, &published)?;
    }
    Ok(if is_whole { CONFORMS } else { COULD_NOT_RUN })
}

/// Returns the texts, masked, and whether all of them could be read. Of their paths, only the names are sent.
fn texts(files: &[PathBuf]) -> (Vec<PublishedText>, bool) {
    let mut texts = Vec::new();
    let mut is_whole = true;
    for found in inputs::find(files) {
        match found.and_then(|path| inputs::read(&path)) {
            Ok(input) if is_empty(input.text.source().as_bytes()) => {
                output::print_note(&format!("{} is empty, and is left out", visible(&input.name)));
            }
            Ok(input) => {
                let input = input.masked();
                let name = input.path.as_deref().and_then(Path::file_name);
                let name = name.map(|name| name.to_string_lossy().into_owned());
                texts.push(PublishedText { name, text: input.text.source().to_owned() });
            }
            Err(error) => {
                output::print_error(&error);
                is_whole = false;
            }
        }
    }
    (texts, is_whole)
}

fn read(response: &Response, server: &str, has_token: bool) -> anyhow::Result<Published> {
    if response.status == StatusCode::UNAUTHORIZED {
        let why = if has_token { "did not accept the token" } else { "wants a token" };
        bail!(
            "{server} {why}: pass the server's CI token with --token TOKEN or in HARMONY_CI_TOKEN \
             (`harmony serve --ci-token` sets it)"
        );
    }
    if !response.status.is_success() {
        match refusal(&response.body) {
            Some(refusal) => bail!(refusal),
            None => bail!("{server} answered {}: is Harmony running there?", response.status),
        }
    }
    serde_json::from_slice(&response.body)
        .with_context(|| format!("the response of {server} can't be read: is Harmony running there?"))
}

/// Puts the address of the server before paths, where it doesn't know its own.
fn absolute(mut published: Published, server: &str) -> Published {
    let server = server.trim_end_matches('/');
    let urls = published.documents.iter_mut().map(|document| &mut document.url);
    for url in urls.chain([&mut published.preview.url]).filter(|url| url.starts_with('/')) {
        *url = format!("{server}{url}");
    }
    published
}

fn write_summary(file: &Path, published: &Published) -> anyhow::Result<()> {
    let name = file.display();
    let written = file.metadata().map_or(0, |metadata| metadata.len());
    let unwritable = || format!("the summary {name} can't be written");
    let mut out = OpenOptions::new().append(true).create(true).open(file).with_context(unwritable)?;
    let left = summary::LIMIT.saturating_sub(usize::try_from(written).unwrap_or(usize::MAX));
    out.write_all(summary(published, left).as_bytes()).with_context(unwritable)
}
