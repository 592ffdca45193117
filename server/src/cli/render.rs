use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use app::text::Text;
use clap::Args;

use super::format::{FormatFolders, unless_refused};
use super::{CONFORMS, COULD_NOT_RUN, Config, inputs, output};
use crate::clock;
use crate::previews::{file, previewed, worst_first};

#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0 all files are in the report, 2 some could not be read or written")]
pub(super) struct Render {
    /// Files and folders to show; `-` for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// File to write, one HTML page that loads nothing; `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Title of the page [default: that of the report, or their number]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    #[command(flatten)]
    formats: FormatFolders,
    #[command(flatten)]
    config: Config,
}

pub(super) fn run(render: &Render) -> anyhow::Result<u8> {
    render.formats.take_up(&render.config.find()?)?;
    let now_ms = clock::now_ms();
    let mut documents = Vec::new();
    let mut is_whole = true;
    for found in inputs::find(&render.files) {
        match found.and_then(|path| inputs::read(&path)) {
            Ok(input) => {
                let name = input.path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
                let raw = input.text.source().as_bytes().to_vec().into();
                let (head, raw) = previewed(name.as_deref(), raw, now_ms);
                documents.push((head, Text::from_bytes(&raw)));
            }
            Err(error) => {
                output::print_error(&error);
                is_whole = false;
            }
        }
    }
    if documents.is_empty() {
        bail!("there is nothing to show");
    }
    worst_first(&mut documents, |(head, _)| head);
    let page = file(render.title.as_deref(), documents);
    if render.output == Path::new("-") {
        output::print_line(&page)?;
    } else {
        let name = render.output.display();
        fs::write(&render.output, page).with_context(|| format!("{name} can't be written"))?;
    }
    Ok(unless_refused(if is_whole { CONFORMS } else { COULD_NOT_RUN }))
}
