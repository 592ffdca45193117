//! What a comparison is between: formats of the binary, of files, of a revision, or of an export.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use app::catalog::{Catalog, compile};
use app::contract::Contract;
use app::formats::{FORMATS, RegisteredFormat};

use super::{Formats, git, output};
use crate::own_formats::{OwnFormats, Refused};

/// The formats of this binary.
const BUILT_IN: &str = "built-in";
/// These and those of the team, as an export has them.
const CURRENT: &str = "current";
/// The most bytes of an export.
const LONGEST_EXPORT: u64 = 16 * 1024 * 1024;

pub(super) struct Side {
    pub contract: Contract,
    /// What reads texts; an export can't.
    pub reader: Option<Reader>,
}

pub(super) struct Reader {
    pub catalog: Catalog,
    /// The ids of the formats that are compared.
    pub ids: Vec<&'static str>,
}

impl Side {
    pub fn read(named: &str, formats: &Formats) -> anyhow::Result<Self> {
        if named == BUILT_IN {
            return Ok(Self::of(FORMATS.iter().collect(), Vec::new()));
        }
        if named == CURRENT {
            let catalog = formats.catalog()?;
            return Self::of_catalog(&catalog);
        }
        let path = Path::new(named);
        if path.is_dir() || path.exists() && path.extension().is_some_and(|extension| extension == "toml") {
            return Self::of_files(path);
        }
        if path.exists() {
            return Self::of_export(path);
        }
        match named.split_once(':') {
            Some((revision, path)) => Self::of_sources(named, git::sources(revision, path)?),
            None => bail!(
                "`{named}` is no file and no folder; a revision is named as in `HEAD~1:formats`, and the formats of this binary are `{BUILT_IN}`, with yours `{CURRENT}`"
            ),
        }
    }

    fn of(formats: Vec<&'static RegisteredFormat>, own: Vec<&'static RegisteredFormat>) -> Self {
        let contract = Contract::of(formats.iter().chain(&own).map(|format| format.spec));
        let ids = formats.iter().chain(&own).map(|format| format.spec.id).collect();
        Self { contract, reader: Some(Reader { catalog: Catalog::with(own), ids }) }
    }

    fn of_catalog(catalog: &Catalog) -> anyhow::Result<Self> {
        if let Some(refused) = catalog.refused().first() {
            bail!("`{}` declares no format", refused.name);
        }
        let own = catalog.rooms().iter().copied().filter(|room| room.spec.own_version.is_some());
        Ok(Self::of(FORMATS.iter().collect(), own.collect()))
    }

    fn of_files(path: &Path) -> anyhow::Result<Self> {
        let read = OwnFormats::read(&[path.to_owned()])?;
        if !read.refused.is_empty() {
            read.refused.iter().for_each(output::draw_problems);
            bail!(
                "{} of `{}` declare no format",
                app::reading::counted(read.refused.len(), "file"),
                path.display()
            );
        }
        Ok(Self::of(Vec::new(), read.formats.into_iter().map(|format| format.room).collect()))
    }

    fn of_sources(named: &str, sources: Vec<(String, String)>) -> anyhow::Result<Self> {
        let mut own: Vec<&'static RegisteredFormat> = Vec::new();
        for (file, source) in sources {
            match compile(&source) {
                Ok(format) if own.iter().any(|other| other.spec.id == format.spec.id) => {
                    bail!("two files of `{named}` declare `{}`", format.spec.id);
                }
                Ok(format) => own.push(format),
                Err(problems) => {
                    output::draw_problems(&Refused::new(PathBuf::from(&file), source, problems));
                    bail!("`{file}` of `{named}` declares no format");
                }
            }
        }
        Ok(Self::of(Vec::new(), own))
    }

    fn of_export(path: &Path) -> anyhow::Result<Self> {
        let named = path.display();
        let mut json = String::new();
        File::open(path)
            .and_then(|file| file.take(LONGEST_EXPORT).read_to_string(&mut json))
            .with_context(|| format!("{named} can't be read"))?;
        let contract = serde_json::from_str(&json).with_context(|| {
            format!("{named} is neither a format's file nor what `harmony contract export` prints")
        })?;
        Ok(Self { contract, reader: None })
    }
}
