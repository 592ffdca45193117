use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use app::fix::{Choice, Fixed, apply_choice};
use tempfile::NamedTempFile;

use super::inputs::Input;

/// The text with all edits made that its diagnostics propose, written back to its file; and how many
/// diagnostics that took.
pub(super) fn fix(input: Input) -> anyhow::Result<(Input, u32)> {
    let Some(path) = &input.path else { bail!("--fix fixes files, and the standard input is none") };
    if input.text.oddities().invalid_utf8 {
        // Writing it back would lose the bytes that could not be read.
        return Ok((input, 0));
    }
    let Fixed { text, count, .. } = apply_choice(&input.text, None, &Choice::All);
    if text.source() == input.text.source() {
        return Ok((input, 0));
    }
    write(path, text.source()).with_context(|| format!("{} can't be written", input.name))?;
    Ok((Input { text, ..input }, count))
}

/// Written beside the file and put in its place: whoever reads it sees the old text or the new, never half.
fn write(path: &Path, source: &str) -> std::io::Result<()> {
    // Behind a link stands the file that is meant.
    let path = path.canonicalize()?;
    let folder = path.parent().unwrap_or(Path::new("/"));
    let mut beside = NamedTempFile::new_in(folder)?;
    beside.write_all(source.as_bytes())?;
    beside.as_file().set_permissions(fs::metadata(&path)?.permissions())?;
    beside.as_file().sync_all()?;
    beside.persist(&path)?;
    Ok(())
}
