//! Which documents one version of a contract accepts, and another doesn't.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use app::contract::Contract;
use app::diagnostic::Severity;
use app::format::Parsed;
use app::scan::Blocks;
use app::text::Text;
use serde::Serialize;

use super::side::{Reader, Side};
use crate::cli::store::{self, Opened};
use crate::cli::{inputs, output};
use crate::config::StorePlace;

/// The rejected documents that are named.
const MOST: usize = 20;

/// Documents, read by two versions.
#[derive(Debug, Default, Serialize)]
pub(super) struct Tried {
    /// Those of the formats that are compared.
    pub documents: u64,
    pub newly_rejected: u64,
    /// Those that only the later version accepts.
    pub newly_accepted: u64,
    /// The first of the rejected ones.
    pub rejected: Vec<Rejected>,
}

#[derive(Debug, Serialize)]
pub(super) struct Rejected {
    pub name: String,
    pub reason: String,
}

/// Two versions that read texts.
pub(super) struct Versions<'v> {
    old: &'v Reader,
    new: &'v Reader,
}

impl<'v> Versions<'v> {
    pub fn of(old: &'v Side, new: &'v Side) -> anyhow::Result<Self> {
        let reader = |side: &'v Side| {
            side.reader.as_ref().ok_or_else(|| {
                anyhow!(
                    "an export reads no documents; name files that declare formats, `built-in` or `current`"
                )
            })
        };
        Ok(Self { old: reader(old)?, new: reader(new)? })
    }

    /// Reads files, and those of folders.
    pub fn try_files(&self, paths: &[PathBuf], tried: &mut Tried) {
        for path in inputs::find(paths) {
            match path.and_then(|path| inputs::read(&path)) {
                Ok(input) => self.try_text(&input.name, &input.text, tried),
                Err(error) => output::print_error(&error),
            }
        }
    }

    /// Reads the documents of a store, batch by batch.
    pub fn try_store(&self, file: &std::path::Path, tried: &mut Tried) -> anyhow::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .context("the runtime can't be started")?;
        let store = runtime.block_on(store::open(&StorePlace::named(file), Opened::Existing))?;
        let mut reached = 0;
        loop {
            let texts = runtime.block_on(store.texts(reached))?;
            let Some((last, _)) = texts.last() else { return Ok(()) };
            reached = last.seq;
            for (head, raw) in texts {
                let name = head.source.path.clone().unwrap_or_else(|| head.id.clone());
                self.try_text(&name, &Text::from_bytes(&raw), tried);
            }
        }
    }

    fn try_text(&self, name: &str, text: &Text, tried: &mut Tried) {
        let (old, new) = (self.old.read(text), self.new.read(text));
        if old.is_empty() && new.is_empty() {
            return;
        }
        tried.documents += 1;
        match (objection(&old), objection(&new)) {
            (None, Some(reason)) => {
                tried.newly_rejected += 1;
                if tried.rejected.len() < MOST {
                    tried.rejected.push(Rejected { name: name.to_owned(), reason });
                }
            }
            (Some(_), None) => tried.newly_accepted += 1,
            _ => {}
        }
    }
}

impl Reader {
    /// Reads the blocks of the formats that are compared. Those in a code fence are examples.
    fn read(&self, text: &Text) -> Vec<Parsed> {
        let blocks = Blocks::by(&self.catalog, text, None).read_all();
        let is_own = |block: &Parsed| !block.fenced && self.ids.contains(&block.spec.id);
        blocks.into_iter().filter(is_own).collect()
    }
}

/// Returns why a document is rejected, or `None` if it isn't.
fn objection(blocks: &[Parsed]) -> Option<String> {
    if blocks.is_empty() {
        return Some("it is not recognized".to_owned());
    }
    let mut found = blocks.iter().flat_map(|block| &block.diagnostics);
    let error = found.find(|found| found.severity == Severity::Error)?;
    Some(format!("{} [{}]", error.message, error.rule.id))
}

/// Returns the ids of formats whose breaking changes came without a new major version.
pub(super) fn same_major(old: &Contract, new: &Contract, broken: &[&str]) -> Vec<String> {
    let major = |version: &str| version.split('.').next().unwrap_or_default().to_owned();
    let of = |contract: &Contract, id: &str| {
        let format = match contract.formats.as_slice() {
            [only] => Some(only),
            formats => formats.iter().find(|format| format.id == id),
        };
        format.map(|format| format.version.clone())
    };
    let is_same = |id: &&&str| {
        let versions = of(old, id).zip(of(new, id));
        versions.is_some_and(|(old, new)| major(&old) == major(&new))
    };
    broken.iter().filter(is_same).map(|id| (*id).to_owned()).collect()
}
