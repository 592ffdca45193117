//! Compressed siblings (`harmony.js.br`, `harmony.js.gz`), so that the server never compresses a file.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use brotli::CompressorWriter;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::sync;

const BROTLI_QUALITY: u32 = 11;
const BROTLI_WINDOW: u32 = 22;
const GZIP_LEVEL: u32 = 9;

/// Adds the siblings of each file in `fresh`; takes those of the last site where the file is the same.
pub fn siblings(fresh: &Path, last: &Path) -> Result<()> {
    // A site that was compressed by another recipe has nothing to give.
    let recipe = format!("brotli {BROTLI_QUALITY} {BROTLI_WINDOW}, gzip {GZIP_LEVEL}\n");
    let recipe_file = last.with_extension("recipe");
    let is_reusable = fs::read_to_string(&recipe_file).is_ok_and(|written| written == recipe);
    for file in sync::files(fresh)? {
        let raw = fs::read(fresh.join(&file))?;
        let is_same = is_reusable && fs::read(last.join(&file)).is_ok_and(|before| before == raw);
        for (suffix, compress) in [("br", brotli as fn(&[u8], File) -> Result<()>), ("gz", gzip)] {
            let name = sibling(&file, suffix);
            if is_same && fs::copy(last.join(&name), fresh.join(&name)).is_ok() {
                continue;
            }
            let target = File::create(fresh.join(&name))?;
            compress(&raw, target).with_context(|| format!("{} could not be written", name.display()))?;
        }
    }
    fs::write(recipe_file, recipe)?;
    Ok(())
}

pub fn sibling(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(suffix);
    PathBuf::from(name)
}

fn brotli(raw: &[u8], target: File) -> Result<()> {
    let mut encoder = CompressorWriter::new(target, raw.len().max(1), BROTLI_QUALITY, BROTLI_WINDOW);
    encoder.write_all(raw)?;
    encoder.flush()?;
    Ok(())
}

fn gzip(raw: &[u8], target: File) -> Result<()> {
    let mut encoder = GzEncoder::new(target, Compression::new(GZIP_LEVEL));
    encoder.write_all(raw)?;
    encoder.finish()?;
    Ok(())
}
